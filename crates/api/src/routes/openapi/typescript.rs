//! Renders the declared bodies as TypeScript for `web/src/generated`. Only tests and `make generated` need it.

use std::fmt::Write;
use std::path::Path;

use domain::request::bodies::ALL;
use domain::request::body::{Audience, Body, BodyField, Kind, Options, Usage};
use domain::request::read::MAX_EMAIL;

use super::bodies::input_name;

const HEADER: &str = "\
// Generated from crates/domain/src/request/bodies.rs by `make generated`; a test fails when it differs. Do not edit.
";

fn camel(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    format!("{}{rest}", first.to_lowercase())
}

fn type_of(kind: Kind, object: impl Fn(&'static Body) -> String) -> String {
    match kind {
        Kind::Int { .. } => "number".to_owned(),
        Kind::Bool { .. } => "boolean".to_owned(),
        Kind::OneOf(options) => options.name.to_owned(),
        Kind::ManyOf(options) => format!("{}[]", options.name),
        Kind::Numbers => "number[]".to_owned(),
        Kind::Texts => "string[]".to_owned(),
        Kind::Area => "[number, number, number, number]".to_owned(),
        Kind::Object(body) => object(body),
        Kind::List { of, .. } => format!("{}[]", object(of)),
        Kind::Json => "Record<string, unknown>".to_owned(),
        Kind::Text { .. } | Kind::Code { .. } | Kind::Email | Kind::Mobile | Kind::Date | Kind::Timestamp => {
            "string".to_owned()
        }
    }
}

fn answer_line(field: &BodyField) -> String {
    let note = match field.audience {
        Audience::Staff => "  /** Staff only. */\n",
        Audience::StaffAndCustomer => "  /** Staff and the customer's own parties only. */\n",
        Audience::Everyone | Audience::Some => "",
    };
    let optional = if field.audience == Audience::Some { "?" } else { "" };
    let null = if field.is_nullable { " | null" } else { "" };
    format!("{note}  {}{optional}: {}{null};\n", field.name, type_of(field.kind, |body| body.name.to_owned()))
}

fn input_line(field: &BodyField) -> String {
    let (optional, null) = if field.is_required { ("", "") } else { ("?", " | null") };
    format!("  {}{optional}: {}{null};\n", field.name, type_of(field.kind, input_name))
}

fn limit(field: &BodyField) -> Option<String> {
    match field.kind {
        Kind::Text { max } | Kind::Code { max, .. } | Kind::List { most: max, .. } if max < usize::MAX => {
            Some(max.to_string())
        }
        Kind::Email => Some(MAX_EMAIL.to_string()),
        Kind::Int { max, .. } if max < i64::MAX => Some(max.to_string()),
        _ => None,
    }
}

fn render() -> String {
    let mut text = HEADER.to_owned();
    let mut known: Vec<&str> = Vec::new();
    for field in ALL.iter().flat_map(|body| body.fields()) {
        let (Kind::OneOf(Options { name, values }) | Kind::ManyOf(Options { name, values })) = field.kind else {
            continue;
        };
        if !known.contains(name) {
            known.push(name);
            let values = values.join("', '");
            let list = format!("{}Values", camel(name));
            let _ = writeln!(text, "\nexport const {list} = ['{values}'] as const;");
            let _ = writeln!(text, "export type {name} = (typeof {list})[number];");
        }
    }
    for body in ALL {
        if body.usage != Usage::Input {
            let lines: String = body.answer().map(answer_line).collect();
            let _ = writeln!(text, "\nexport interface {} {{\n{lines}}}", body.name);
        }
        if body.usage != Usage::Answer {
            let lines: String = body.input().map(input_line).collect();
            let _ = writeln!(text, "\nexport interface {} {{\n{lines}}}", input_name(body));
            let limits = body.input().filter_map(|field| Some(format!("  {}: {},\n", field.name, limit(field)?)));
            let limits: String = limits.collect();
            if !limits.is_empty() {
                let _ = writeln!(text, "\nexport const {}Limits = {{\n{limits}}} as const;", camel(body.name));
            }
        }
    }
    text
}

#[test]
fn the_generated_types_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/generated/requests.ts");
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        std::fs::write(&path, render()).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == render(), "web/src/generated/requests.ts is out of date: run `make generated`");
}
