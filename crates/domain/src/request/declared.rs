//! The declared bodies and the code that reads them agree.

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use super::body::{Body, BodyField, Kind};
use super::*;

/// Wrong for every kind of field.
fn nonsense() -> Value {
    json!([[]])
}

fn example() -> Value {
    serde_json::from_str(bodies::REQUEST.example).unwrap()
}

/// The paths of all errors in a body.
fn errors(body: &Value) -> Vec<String> {
    let policy = RequestPolicy {
        address_lines_required: true,
        today: Date::constant(2026, 11, 15),
        expiry_days: 30,
        reminder_days: 3,
        levels: 1,
        purge_days: 365,
        prefix: 'N',
        by_mail: true,
        by_sms: true,
    };
    let (_, errors) = read_request_with_errors(body.as_object().unwrap(), &policy, None);
    errors.into_iter().map(|error| error.field).collect()
}

/// Puts a value into an object of the example. Its JSON pointer and its path in messages are given.
fn with(object: (&str, &str), name: &str, value: Value) -> (Vec<String>, String) {
    let mut body = example();
    body["notification"] = json!({});
    body["renews"] = json!({});
    body.pointer_mut(object.0).unwrap()[name] = value;
    (errors(&body), format!("{}{name}", object.1))
}

const OBJECTS: &[(&Body, (&str, &str))] = &[
    (&bodies::REQUEST, ("", "")),
    (&bodies::PARTY, ("/parties/0", "parties[0].")),
    (&bodies::DOCUMENT, ("/parties/0/documents/0", "parties[0].documents[0].")),
    (&bodies::NOTIFICATION, ("/notification", "notification.")),
    (&bodies::DOCUMENT_KEY, ("/renews", "renews.")),
];

/// Read outside of the domain, or accepted and not used.
const NOT_READ_HERE: &[&str] = &["txnRefNo", "versionNumber", "countryCode", "entityCode", "tenantCode", "langCode"];

fn read_fields() -> impl Iterator<Item = (&'static BodyField, (&'static str, &'static str))> {
    OBJECTS.iter().flat_map(|(body, object)| {
        let is_root = object.0.is_empty();
        body.input().filter(move |field| !is_root || !NOT_READ_HERE.contains(&field.name)).map(|field| (field, *object))
    })
}

#[test]
fn the_example_of_a_request_is_valid() {
    assert_eq!(errors(&example()), Vec::<String>::new());
}

#[test]
fn every_declared_field_is_read() {
    for (field, object) in read_fields() {
        let (errors, path) = with(object, field.name, nonsense());
        assert!(errors.contains(&path), "{path} is declared and not read");
    }
}

#[test]
fn declared_limits_are_enforced() {
    for (field, object) in read_fields() {
        let beyond = match field.kind {
            Kind::Text { max } | Kind::Code { max, .. } if max < usize::MAX => json!("x".repeat(max + 1)),
            Kind::Int { max, .. } if max < i64::MAX => json!(max + 1),
            Kind::OneOf(_) => json!("none of them"),
            Kind::List { most, .. } => json!(vec![json!({}); most + 1]),
            _ => continue,
        };
        let (errors, path) = with(object, field.name, beyond);
        assert!(errors.contains(&path), "{path} has no limit");
        if let Kind::Text { max } = field.kind {
            let (errors, path) = with(object, field.name, json!("x".repeat(max)));
            assert!(!errors.contains(&path), "{path} does not take {max} characters");
        }
    }
}

#[test]
fn required_fields_are_missed() {
    for (field, object) in read_fields().filter(|(field, object)| field.is_required && object.0 != "/renews") {
        let (errors, path) = with(object, field.name, Value::Null);
        assert!(errors.contains(&path), "{path} is not required");
    }
}

#[test]
fn undeclared_and_answered_fields_are_refused() {
    for (_, object) in OBJECTS.iter().filter(|(_, object)| object.0 != "/renews") {
        let (errors, path) = with(*object, "misspelt", json!("x"));
        assert!(errors.contains(&path), "{path} is accepted");
    }
    let (errors, path) = with(("", ""), "txnId", json!("x"));
    assert!(errors.contains(&path), "a new request has no id");
}

#[test]
fn bodies_are_listed_once_and_have_each_field_once() {
    let mut names: Vec<&str> = bodies::ALL.iter().map(|body| body.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "two bodies have the same name");
    for body in bodies::ALL {
        for (at, field) in body.fields().enumerate() {
            assert!(!body.fields().take(at).any(|other| other.name == field.name), "{}.{}", body.name, field.name);
            if let Kind::Object(inner) | Kind::List { of: inner, .. } = field.kind {
                assert!(names.contains(&inner.name), "{} is not listed", inner.name);
            }
        }
        if !body.example.is_empty() {
            let example: Map<String, Value> = serde_json::from_str(body.example).unwrap();
            assert!(example.keys().all(|name| body.input().any(|field| field.name == name)), "{}", body.name);
        }
    }
}

#[test]
fn required_fields_of_actions_are_declared() {
    for action in RequestAction::CALLS {
        for name in action.required_fields() {
            assert!(bodies::ACTION.field(name).is_some(), "{name} of {}", action.name());
        }
    }
}
