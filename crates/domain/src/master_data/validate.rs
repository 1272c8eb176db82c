use jiff::civil::Date;
use serde_json::{Map, Value as Json};

use super::{Definition, Draft, Field, Kind, Record, Value};
use crate::format::{self, ImageFault};
use crate::message::Message;
use crate::refusal::{FieldError, Refusal};
use crate::{geo, password, theme};

/// The date and country against which a record is validated.
#[derive(Debug, Clone)]
pub struct ValidationContext {
    pub today: Date,
    pub country: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Save,
    /// A new user who chooses the password by invitation.
    Invite,
    /// Omitted secrets keep their stored value.
    Update,
}

/// Names that every body may carry besides its fields: set by the client from the session, or read back from a
/// response.
const COMMON_FIELDS: &[&str] =
    &["countryCode", "entityCode", "langCode", "versionNumber", "createdOn", "createdBy", "updatedOn", "updatedBy"];

/// Turns a body into a record, or returns everything that is wrong with it.
pub fn validate(
    definition: &'static Definition,
    body: &Map<String, Json>,
    purpose: Purpose,
    context: &ValidationContext,
) -> Result<Record, Refusal> {
    let mut errors = unknown_fields(definition, body);
    let mut values = Vec::new();
    for field in definition.stored() {
        match check_field(definition, field, body.get(field.name), purpose, context) {
            Ok(value) => values.push(value),
            Err(message) => {
                errors.push(FieldError::new(field.name, message));
                values.push(Value::Null);
            }
        }
    }
    let record = Record { values };
    if errors.is_empty() {
        let draft = Draft { definition, record: &record, today: context.today, is_new: purpose != Purpose::Update };
        errors = (definition.rules)(&draft);
    }
    if errors.is_empty() { Ok(record) } else { Err(Refusal::Invalid(errors)) }
}

/// Reads only the key fields of a body, for `find` and `delete`.
pub fn validate_key(
    definition: &'static Definition,
    body: &Map<String, Json>,
    context: &ValidationContext,
) -> Result<Vec<Value>, Refusal> {
    let mut errors = unknown_fields(definition, body);
    let mut values = Vec::new();
    for field in definition.key() {
        match check_field(definition, field, body.get(field.name), Purpose::Update, context) {
            Ok(value) => values.push(value),
            Err(message) => errors.push(FieldError::new(field.name, message)),
        }
    }
    if errors.is_empty() { Ok(values) } else { Err(Refusal::Invalid(errors)) }
}

fn unknown_fields(definition: &Definition, body: &Map<String, Json>) -> Vec<FieldError> {
    let known = |name: &str| {
        COMMON_FIELDS.contains(&name)
            || definition.field(name).is_some()
            || name
                .strip_suffix("Set")
                .is_some_and(|secret| definition.field(secret).is_some_and(|f| f.kind.is_secret()))
    };
    let unknown = body.keys().filter(|name| !known(name));
    let short = |name: &str| name.chars().take(50).collect::<String>();
    unknown
        .map(|name| FieldError::new(&short(name), Message::plain("unknownField").with("name", short(name))))
        .collect()
}

fn check_field(
    definition: &'static Definition,
    field: &'static Field,
    given: Option<&Json>,
    purpose: Purpose,
    context: &ValidationContext,
) -> Result<Value, Message> {
    let about = |key| Message::about(key, definition.resource, field.name);
    let value = read(field, given.unwrap_or(&Json::Null)).ok_or_else(|| about("wrongType"))?;
    if value == Value::Null {
        if let Some(default) = field.default {
            return Ok(Value::Bool(default));
        }
        let kept = purpose != Purpose::Save && field.kind.is_secret();
        let missing = if field.is_chosen() { "select" } else { "enter" };
        return if field.required && !kept { Err(about(missing)) } else { Ok(Value::Null) };
    }
    check_value(definition, field, &value, context)?;
    Ok(value)
}

/// The JSON value as the type of the field; `None` when the types differ.
fn read(field: &Field, given: &Json) -> Option<Value> {
    match (field.kind, given) {
        (_, Json::Null) => Some(Value::Null),
        (Kind::Bool, Json::Bool(value)) => Some(Value::Bool(*value)),
        (Kind::Int { .. }, Json::Number(number)) => number.as_i64().map(Value::Int),
        (Kind::Bool | Kind::Int { .. }, _) => None,
        (Kind::Password | Kind::Secret, Json::String(text)) if text.is_empty() => Some(Value::Null),
        (Kind::Password | Kind::Secret, Json::String(text)) => Some(Value::text(text)),
        (_, Json::String(text)) => match text.trim() {
            "" => Some(Value::Null),
            trimmed => Some(Value::text(trimmed)),
        },
        _ => None,
    }
}

fn check_value(
    definition: &'static Definition,
    field: &'static Field,
    value: &Value,
    context: &ValidationContext,
) -> Result<(), Message> {
    let about = |key| Message::about(key, definition.resource, field.name);
    let text = match value {
        Value::Int(number) => return check_number(definition, field, *number),
        Value::Text(text) => text.as_str(),
        _ => return Ok(()),
    };
    if field.kind == Kind::Password {
        return password::check(text);
    }
    if field.max > 0 && text.chars().count() > field.max {
        return Err(Message::plain("maxLength").with("max", field.max));
    }
    let good = match field.kind {
        Kind::Code => format::is_code(text),
        Kind::Email => format::is_text(text) && format::is_email(text),
        Kind::Mobile => format::is_mobile(text),
        Kind::Url => format::is_url(text),
        Kind::Ip => format::is_ip(text),
        Kind::Enum(options) => options.contains(&text),
        Kind::TimeZone => format::is_time_zone(text),
        Kind::Date => text.len() == 10 && text.parse::<Date>().is_ok(),
        Kind::State => geo::is_state(&context.country, text),
        Kind::Theme => return theme::check(text),
        Kind::Image => return check_image(text),
        _ => format::is_text(text),
    };
    match (good, field.kind) {
        (true, _) => Ok(()),
        (false, Kind::Email) if field.name == "mailId" => Err(Message::plain("validMailId")),
        (false, Kind::Email) => Err(Message::plain("validEmail")),
        (false, Kind::Date) => Err(Message::plain("validDate")),
        (false, Kind::Url) => Err(Message::plain("httpsRequired")),
        (false, _) if field.name == "userId" => Err(Message::plain("validUserId")),
        (false, _) => Err(about(if field.is_chosen() { "selectValid" } else { "enterValid" })),
    }
}

fn check_number(definition: &'static Definition, field: &'static Field, number: i64) -> Result<(), Message> {
    let Kind::Int { min, max } = field.kind else { return Ok(()) };
    if number.unsigned_abs().to_string().len() > field.max {
        return Err(Message::plain("maxDigits").with("max", field.max));
    }
    if (min..=max).contains(&number) {
        Ok(())
    } else {
        Err(Message::about("range", definition.resource, field.name).with("min", min).with("max", max))
    }
}

fn check_image(text: &str) -> Result<(), Message> {
    format::image(text).map_err(|fault| match fault {
        ImageFault::NotAnImage => Message::plain("invalidImage"),
        ImageFault::TooLarge => Message::plain("imageTooLarge"),
    })
}
