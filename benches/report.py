#!/usr/bin/env python3
"""Writes the tables and the plot of the benchmarks from benches/results.csv.

    cargo run --release --manifest-path benches/peers/Cargo.toml > output.md
    benches/report.py output.md     # takes the new measurements first
    benches/report.py               # writes the tables and the plot only

It replaces the table in benches/README.md, the one in README.md, and benches/speed.svg.
"""

import csv
import math
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benches/results.csv"
FIELDS = ["work", "size", "crate", "median", "ratio", "heap"]

# The works of the program that are listed, by their names in the tables.
WORKS = {
    "parse, Terraform": "parse Terraform files",
    "parse, service": "parse a plain service",
    "parse, expressions": "parse long expressions",
    "from_str to a struct": "from_str to a struct",
    "json::from_str to a struct": "json::from_str to a struct",
    "from_str to a value, constant expressions": "from_str to a Value, constant expressions",
    "to_string of a struct": "to_string of a struct",
    "to_string of a body": "to_string of a parsed file",
}
CRATES = ["serde_hcl", "hcl-rs", "toml", "serde_json"]

# The rows of README.md: at 10 MB, beside hcl-rs.
SHORT = [
    "parse Terraform files",
    "parse long expressions",
    "from_str to a struct",
    "from_str to a Value, constant expressions",
    "to_string of a struct",
]

SIZES = {"1 KB": 1e3, "100 KB": 1e5, "10 MB": 1e7}
COLORS = {"serde_hcl": "#1f77b4", "hcl-rs": "#d62728", "toml": "#7f7f7f", "serde_json": "#bcbd22"}


def read():
    with RESULTS.open(newline="") as file:
        return list(csv.DictReader(file))


def update(rows, output):
    """Replaces the measurements that the output of the program has."""
    by_key = {(row["work"], row["size"], row["crate"]): row for row in rows}
    for line in output.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 7 or cells[1] not in CRATES:
            continue
        name, _, size = cells[0].rpartition(", ")
        if name.startswith("evaluate "):
            work, size = re.sub(r"[0-9]{4,}", lambda digits: f"{int(digits[0]):,}", name), ""
        elif name in WORKS:
            work = WORKS[name]
        else:
            continue
        row = by_key.get((work, size, cells[1]))
        if row is not None:
            has_heap = row["heap"] != ""
            row["median"] = re.sub(r"([0-9])([a-zµ])", r"\1 \2", cells[2])
            row["ratio"] = f"{float(cells[4]):.1f}"
            row["heap"] = f"{float(cells[5]):.0f}" if has_heap else ""
    with RESULTS.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def code(work):
    """The name of a work with its items in backquotes."""
    return re.sub(r"\b((json::)?(from_str|to_string)|Value|for)\b(?= )", r"`\1`", work + " ").replace(
        "Value,", "`Value`,"
    ).strip()


def groups(rows):
    """The rows of each work and size, this crate's first."""
    grouped = {}
    for row in rows:
        grouped.setdefault((row["work"], row["size"]), []).append(row)
    return grouped.items()


def table(rows):
    lines = ["| work | size | serde_hcl | the other | ratio | peak heap a byte, each |", "|---|---|---|---|---|---|"]
    for (work, size), (ours, *others) in groups(rows):
        for other in others or [None]:
            if other is None:
                cells = [code(work), size, ours["median"], "hcl-rs refuses it", "", ""]
            else:
                heap = ", ".join(filter(None, [ours["heap"], other["heap"]]))
                text = f"{other['crate']} {other['median']}"
                cells = [code(work), size, ours["median"], text, other["ratio"], heap]
            lines.append("| " + " | ".join(cells) + " |")
    return [re.sub(r" +\|", " |", line) for line in lines]


def short_table(rows):
    lines = ["| work | serde_hcl | hcl-rs | ratio |", "|---|---|---|---|"]
    grouped = dict(groups(rows))
    for work in SHORT:
        by_crate = {row["crate"]: row for row in grouped[work, "10 MB"]}
        ours, other = by_crate["serde_hcl"], by_crate["hcl-rs"]
        lines.append(f"| {code(work)} | {ours['median']} | {other['median']} | {other['ratio']} |")
    return lines


def replace_table(path, lines):
    """Replaces the table that has the same first line."""
    page = path.read_text().split("\n")
    begin = page.index(lines[0])
    end = begin
    while page[end].startswith("|"):
        end += 1
    page[begin:end] = lines
    path.write_text("\n".join(page))


def seconds(median):
    number, unit = median.split()
    return float(number) * {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}[unit]


def plot(rows):
    """A picture with the speed of two works at each size, both axes logarithmic."""
    width, height, left, top, bottom, gap = 300, 200, 60, 40, 50, 120
    low, high = 1.0, 1000.0
    total = (left + 2 * width + gap + 110, top + height + bottom)
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total[0]}" height="{total[1]}" '
        f'viewBox="0 0 {total[0]} {total[1]}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    grouped = dict(groups(rows))
    for panel, work in enumerate(["parse Terraform files", "from_str to a struct"]):
        x0 = left + panel * (width + gap)

        def x(size, x0=x0):
            return x0 + 20 + (math.log10(SIZES[size]) - 3) / 4 * (width - 40)

        def y(speed):
            return top + height * (1 - math.log10(speed / low) / math.log10(high / low))

        svg.append(f'<text x="{x0}" y="{top - 15}" font-weight="bold">{work}, MB/s</text>')
        for speed in [1, 10, 100, 1000]:
            at = f"{y(speed):.1f}"
            svg.append(f'<line x1="{x0}" y1="{at}" x2="{x0 + width}" y2="{at}" stroke="#ddd"/>')
            svg.append(f'<text x="{x0 - 8}" y="{y(speed) + 4:.1f}" text-anchor="end">{speed}</text>')
        for size in SIZES:
            svg.append(f'<text x="{x(size):.1f}" y="{top + height + 20}" text-anchor="middle">{size}</text>')
        for crate in CRATES:
            points = []
            for size, count in SIZES.items():
                found = [row for row in grouped[work, size] if row["crate"] == crate]
                if found:
                    points.append((size, count / seconds(found[0]["median"]) / 1e6, found[0]["median"]))
            if not points:
                continue
            color = COLORS[crate]
            path = " ".join(f"{x(size):.1f},{y(speed):.1f}" for size, speed, _ in points)
            svg.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
            for size, speed, median in points:
                title = f"{crate}, {size}: {median}"
                svg.append(
                    f'<circle cx="{x(size):.1f}" cy="{y(speed):.1f}" r="3" fill="{color}"><title>{title}</title></circle>'
                )
            size, speed, _ = points[-1]
            svg.append(f'<text x="{x(size) + 8:.1f}" y="{y(speed) + 4:.1f}" fill="{color}">{crate}</text>')
        middle = x0 + width / 2
        svg.append(f'<text x="{middle}" y="{top + height + 40}" text-anchor="middle">size of the input</text>')
    return "\n".join([*svg, "</svg>", ""])


def main():
    rows = read()
    if len(sys.argv) > 1:
        update(rows, Path(sys.argv[1]).read_text())
    replace_table(ROOT / "benches/README.md", table(rows))
    replace_table(ROOT / "README.md", short_table(rows))
    (ROOT / "benches/speed.svg").write_text(plot(rows))


main()
