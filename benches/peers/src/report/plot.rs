//! The throughput of parsing and decoding beside the size of the text, as a picture.

use std::path::Path;

use plotters::prelude::*;

use crate::Result;
use crate::record::Record;

/// The lines: the work, the crate, the name in the legend, and the color.
const LINES: &[(&str, &str, &str, RGBColor)] = &[
    ("parse a Terraform module", "serde_hcl", "serde_hcl, parse", RGBColor(0, 90, 181)),
    ("`from_str` to a struct", "serde_hcl", "serde_hcl, to a struct", RGBColor(86, 160, 233)),
    ("`from_str` to a struct", "toml", "toml, to a struct", RGBColor(0, 140, 90)),
    ("parse a Terraform module", "hcl-rs", "hcl-rs, parse", RGBColor(200, 60, 0)),
    ("`from_str` to a struct", "hcl-rs", "hcl-rs, to a struct", RGBColor(230, 159, 0)),
];

const SIZES: [(&str, f64); 3] = [("1 KB", 1e3), ("100 KB", 1e5), ("10 MB", 1e7)];

/// Draws the picture into a file.
pub fn draw(file: &Path, records: &[Record]) -> Result<()> {
    let area = SVGBackend::new(file, (760, 420)).into_drawing_area();
    area.fill(&WHITE)?;
    let lines: Vec<_> = LINES.iter().map(|line| (line, points(records, line.0, line.1))).collect();
    let greatest = lines.iter().flat_map(|it| &it.1).map(|it| it.1).fold(0.0, f64::max);
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d((1e3..1e7).log_scale(), 0.0..greatest * 1.3)?;
    chart
        .configure_mesh()
        .x_desc("length of the text")
        .y_desc("MB per second, one thread")
        .x_label_formatter(&|bytes| match *bytes {
            ..1e6 => format!("{:.0} KB", bytes / 1e3),
            _ => format!("{:.0} MB", bytes / 1e6),
        })
        .label_style(("sans-serif", 14))
        .light_line_style(TRANSPARENT)
        .draw()?;
    for ((_, _, name, color), points) in lines {
        let style = color.stroke_width(2);
        chart
            .draw_series(LineSeries::new(points, style).point_size(4))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .label_font(("sans-serif", 14))
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.2))
        .draw()?;
    area.present()?;
    Ok(())
}

/// Returns the sizes of one piece of work in bytes, each with its throughput in MB per second.
fn points(records: &[Record], work: &str, by: &str) -> Vec<(f64, f64)> {
    let point = |(size, bytes): &(&str, f64)| {
        let record = records
            .iter()
            .find(|it| it.profile == "release" && it.work == work && it.size == *size && it.by == by)?;
        Some((*bytes, record.bytes as f64 / record.nanoseconds * 1e3))
    };
    SIZES.iter().filter_map(point).collect()
}
