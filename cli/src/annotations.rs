//! Diagnostics in the formats of services that show them at their lines.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_hcl::diag::Severity;
use serde_hcl::{Diagnostic, Source, Span};
use serde_json::{Value, json};

/// Returns diagnostics as a log in SARIF 2.1.0, the format of code scanning services.
pub fn sarif(diagnostics: &[&Diagnostic]) -> Value {
    let codes = diagnostics.iter().filter_map(|it| it.code());
    let rules: BTreeMap<&str, Value> = codes
        .map(|code| {
            let (id, summary) = (code.as_str(), code.summary());
            let meaning = code.explanation().split("\n\n").next().unwrap_or_default();
            let help = json!({ "text": meaning, "markdown": code.explanation() });
            (id, json!({ "id": id, "shortDescription": { "text": summary }, "help": help }))
        })
        .collect();
    let results: Vec<Value> = diagnostics.iter().map(|it| result(it)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "hcl",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.into_values().collect::<Vec<_>>(),
            } },
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    })
}

fn result(diagnostic: &Diagnostic) -> Value {
    let source = diagnostic.source();
    let mut result = json!({ "level": level(diagnostic), "message": { "text": message(diagnostic) } });
    if let Some(rule) = diagnostic.rule() {
        result["ruleId"] = rule.into();
    }
    if let Some(location) = source.zip(diagnostic.span()).map(|(source, span)| location(source, span)) {
        result["locations"] = json!([location]);
    }
    let related = diagnostic.labels().iter().filter_map(|label| {
        let mut location = location(label.source()?, label.span());
        location["message"] = json!({ "text": label.text() });
        Some(location)
    });
    let related: Vec<Value> = related.collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    if let Some(source) = source.filter(|_| diagnostic.is_machine_applicable()) {
        let replacements = diagnostic.replacements().iter();
        let replacements = replacements.map(
            |it| json!({ "deletedRegion": region(source, it.span), "insertedContent": { "text": it.text } }),
        );
        let file = json!({ "uri": uri(source.name()) });
        let replacements: Vec<Value> = replacements.collect();
        let change = json!({ "artifactLocation": file, "replacements": replacements });
        result["fixes"] = json!([{ "artifactChanges": [change] }]);
    }
    result
}

fn location(source: &Source, span: Span) -> Value {
    let file = json!({ "uri": uri(source.name()) });
    json!({ "physicalLocation": { "artifactLocation": file, "region": region(source, span) } })
}

fn region(source: &Source, span: Span) -> Value {
    let (start, end) = (source.utf16_pos(span.start), source.utf16_pos(span.end));
    json!({
        "startLine": start.line + 1,
        "startColumn": start.character + 1,
        "endLine": end.line + 1,
        "endColumn": end.character + 1,
    })
}

/// Returns the name of a file as a URI, relative to the current folder unless it is absolute.
fn uri(name: &str) -> String {
    let name = name.replace(std::path::MAIN_SEPARATOR, "/");
    let mut uri = String::from(if name.starts_with('/') { "file://" } else { "" });
    for byte in name.strip_prefix("./").unwrap_or(&name).bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            _ => _ = write!(uri, "%{byte:02X}"),
        }
    }
    uri
}

/// Returns diagnostics as workflow commands of GitHub Actions, which become annotations.
pub fn github(diagnostics: &[&Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let mut properties = Vec::new();
        if let Some((source, range)) = diagnostic.source().zip(diagnostic.range()) {
            let name = source.name();
            properties.push(("file", name.strip_prefix("./").unwrap_or(name).to_owned()));
            properties.push(("line", range.start.line.to_string()));
            properties.push(("endLine", range.end.line.to_string()));
            // Columns are only valid in one line.
            if range.start.line == range.end.line {
                properties.push(("col", range.start.column.to_string()));
                properties.push(("endColumn", range.end.column.to_string()));
            }
        }
        let code = diagnostic.rule().map(|rule| format!(" [{rule}]")).unwrap_or_default();
        properties.push(("title", format!("{}{code}", diagnostic.summary())));
        let properties: Vec<String> = properties
            .into_iter()
            .map(|(name, value)| format!("{name}={}", escaped(&value, "%\r\n:,")))
            .collect();
        let message = escaped(&message(diagnostic), "%\r\n");
        _ = writeln!(text, "::{} {}::{message}", level(diagnostic), properties.join(","));
    }
    text
}

fn level(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.severity() {
        Severity::Warning => "warning",
        _ => "error",
    }
}

/// Returns the detail of a diagnostic, or its summary, with the help.
fn message(diagnostic: &Diagnostic) -> String {
    let detail = if diagnostic.detail().is_empty() { diagnostic.summary() } else { diagnostic.detail() };
    let mut lines = vec![detail.to_owned()];
    lines.extend(diagnostic.help().map(str::to_owned));
    lines.join("\n")
}

/// Escapes characters of a workflow command, and those that would disturb a terminal.
fn escaped(text: &str, special: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if special.contains(character) || character.is_control() {
            for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                _ = write!(escaped, "%{byte:02X}");
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}
