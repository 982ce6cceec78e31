//! The throughput of this crate beside others, as a picture.

use std::path::Path;

use plotters::prelude::*;

use crate::Result;
use crate::record::Record;

const WORKS: &[&str] = &[
    "parse a Terraform module",
    "parse a service configuration",
    "parse long expressions",
    "`from_str` to a struct",
    "`from_str` to a value, constant expressions",
    "`json::from_str` to a struct",
    "`to_string` of a struct",
    "`json::to_string` of a struct",
];

const COLORS: &[(&str, RGBColor)] = &[
    ("serde_hcl", RGBColor(0, 90, 181)),
    ("hcl-rs", RGBColor(213, 94, 0)),
    ("hcl-edit", RGBColor(240, 170, 90)),
    ("toml", RGBColor(0, 140, 90)),
    ("serde_json", RGBColor(130, 130, 130)),
];

/// The height of a bar and the distance of two, and the pixels to the left of the bars.
const BAR: i32 = 13;
const LINE: i32 = 18;
const LEFT: i32 = 120;

/// Draws the picture into a file.
pub fn draw(file: &Path, records: &[Record]) -> Result<()> {
    let works: Vec<_> = WORKS.iter().map(|work| (*work, bars(records, work))).collect();
    let bars = works.iter().map(|(_, bars)| bars.len()).sum::<usize>();
    let (width, height) = (760, 48 + 2 * LINE * works.len() as i32 + LINE * bars as i32);
    let area = SVGBackend::new(file, (width, height as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    let text = |text: &str, at, size: i32| {
        area.draw(&Text::new(text.to_owned(), at, ("sans-serif", size).into_font().color(&BLACK)))
    };
    text("MB per second for texts of 100 KB, one thread (more is faster)", (16, 14), 18)?;
    let greatest = works.iter().flat_map(|(_, bars)| bars).map(|bar| bar.2).fold(1.0, f64::max);
    let mut y = 48;
    for (work, bars) in works {
        text(&work.replace('`', ""), (16, y), 15)?;
        y += LINE + 2;
        for (by, color, speed) in bars {
            text(by, (32, y + 1), 13)?;
            let end = LEFT + (speed / greatest * f64::from(width as i32 - LEFT - 60)) as i32;
            area.draw(&Rectangle::new([(LEFT, y), (end, y + BAR)], color.filled()))?;
            text(&format!("{speed:.0}"), (end + 6, y + 1), 13)?;
            y += LINE;
        }
        y += LINE - 2;
    }
    area.present()?;
    Ok(())
}

/// Returns the crates that do a piece of work, with their colors and throughputs in MB per second.
fn bars(records: &[Record], work: &str) -> Vec<(&'static str, RGBColor, f64)> {
    let bar = |(by, color): &(&'static str, RGBColor)| {
        let record = records
            .iter()
            .find(|it| it.profile == "release" && it.work == work && it.size == "100 KB" && it.by == *by)?;
        Some((*by, *color, record.bytes as f64 / record.nanoseconds * 1e3))
    };
    COLORS.iter().filter_map(bar).collect()
}
