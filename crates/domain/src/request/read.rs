//! Reads a body by its declaration and collects everything that is wrong with it, each error under its path.

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Map, Value};

use super::body::{Body, BodyField, Direction, Kind, RESOURCE, Usage};
use crate::format;
use crate::message::Message;
use crate::refusal::{FieldError, Refusal};

/// One object of a body, with the path that leads to it. Names must be declared in its [`Body`]: limits, options and
/// the message for a missing field come from there.
pub struct BodyReader<'a> {
    map: &'a Map<String, Value>,
    path: String,
    body: &'static Body,
    pub errors: Vec<FieldError>,
}

impl<'a> BodyReader<'a> {
    pub fn new(map: &'a Map<String, Value>, body: &'static Body) -> BodyReader<'a> {
        BodyReader::at(map, "", body)
    }

    pub fn at(map: &'a Map<String, Value>, path: &str, body: &'static Body) -> BodyReader<'a> {
        BodyReader { map, path: path.to_owned(), body, errors: Vec::new() }
    }

    /// Only constant names come here, and tests read every body once.
    fn field(&self, name: &str) -> &'static BodyField {
        match self.body.field(name) {
            Some(field) => field,
            None => unreachable!("{} does not declare {name}", self.body.name),
        }
    }

    pub fn path(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    pub fn fail(&mut self, name: &str, message: Message) {
        self.errors.push(FieldError { field: self.path(name), message });
    }

    /// Adds the declared message for a missing field.
    pub fn fail_missing(&mut self, name: &str) {
        self.fail(name, self.field(name).missing_message());
    }

    fn fail_about(&mut self, key: &'static str, name: &'static str) {
        self.fail(name, Message::about(key, RESOURCE, name));
    }

    pub fn has_error(&self, name: &str) -> bool {
        let path = self.path(name);
        self.errors.iter().any(|error| error.field == path)
    }

    pub fn into_result<T>(self, value: T) -> Result<T, Refusal> {
        if self.errors.is_empty() { Ok(value) } else { Err(Refusal::Invalid(self.errors)) }
    }

    /// Refuses undeclared fields, so that a misspelt one is not lost in silence. A record may be sent back as it was
    /// answered: its read-only fields are ignored.
    pub fn only_declared(&mut self) {
        self.refuse_others(|field| field.direction != Direction::Answer);
    }

    /// The same for a new record, which has no read-only fields yet.
    pub fn only_input(&mut self) {
        self.refuse_others(|field| matches!(field.direction, Direction::Both | Direction::Input));
    }

    fn refuse_others(&mut self, is_known: impl Fn(&BodyField) -> bool) {
        debug_assert!(self.body.usage != Usage::Answer, "{} is never read", self.body.name);
        let is_unknown = |name: &&String| !self.body.field(name).is_some_and(&is_known);
        for name in self.map.keys().filter(is_unknown).collect::<Vec<_>>() {
            self.fail(name, Message::plain("unknownField").with("name", name));
        }
    }

    fn present(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    pub fn contains(&self, name: &str) -> bool {
        self.map.contains_key(name)
    }

    /// A trimmed text in the form of its kind; None when it is empty.
    pub fn text(&mut self, name: &'static str) -> Option<String> {
        match self.field(name).kind {
            Kind::Text { max } | Kind::Code { max, .. } => self.plain_text(name, max),
            Kind::Email => self.email(name),
            Kind::Mobile => self.mobile(name),
            _ => unreachable!("{name} is not a text"),
        }
    }

    fn plain_text(&mut self, name: &'static str, max: usize) -> Option<String> {
        let Value::String(text) = self.present(name)? else {
            self.fail_about("wrongType", name);
            return None;
        };
        let text = text.trim();
        if text.is_empty() {
            None
        } else if text.chars().count() > max {
            self.fail(name, Message::plain("maxLength").with("max", max));
            None
        } else if !format::is_text(text) {
            self.fail_about("enterValid", name);
            None
        } else {
            Some(text.to_owned())
        }
    }

    fn email(&mut self, name: &'static str) -> Option<String> {
        let text = self.plain_text(name, MAX_EMAIL)?;
        if !format::is_email(&text) {
            self.fail(name, Message::plain("validEmail"));
            return None;
        }
        Some(text.to_lowercase())
    }

    fn mobile(&mut self, name: &'static str) -> Option<String> {
        let text: String =
            self.plain_text(name, MAX_MOBILE)?.chars().filter(|letter| !" -()".contains(*letter)).collect();
        if !format::is_mobile(&text) {
            self.fail_about("enterValid", name);
            return None;
        }
        Some(text)
    }

    /// A text that must not be empty.
    pub fn required_text(&mut self, name: &'static str) -> String {
        let before = self.errors.len();
        let found = self.text(name);
        if found.is_none() && self.errors.len() == before {
            self.fail_missing(name);
        }
        found.unwrap_or_default()
    }

    /// The declared default when it is absent.
    pub fn flag(&mut self, name: &'static str) -> bool {
        let Kind::Bool { default } = self.field(name).kind else { unreachable!("{name} is not a flag") };
        match self.present(name) {
            None => default,
            Some(Value::Bool(flag)) => *flag,
            Some(_) => {
                self.fail_about("wrongType", name);
                default
            }
        }
    }

    pub fn int(&mut self, name: &'static str) -> Option<i64> {
        let Kind::Int { min, max } = self.field(name).kind else { unreachable!("{name} is not a number") };
        let value = self.present(name)?;
        let number = value.as_i64().or_else(|| value.as_str().and_then(|text| text.trim().parse().ok()));
        match number {
            None if value.as_str().is_some_and(|text| text.trim().is_empty()) => None,
            None => {
                self.fail_about("wrongType", name);
                None
            }
            Some(number) if !(min..=max).contains(&number) => {
                self.fail(name, Message::about("range", RESOURCE, name).with("min", min).with("max", max));
                None
            }
            Some(number) => Some(number),
        }
    }

    /// A number that its declaration keeps within `u32`.
    pub fn number(&mut self, name: &'static str) -> Option<u32> {
        self.int(name).and_then(|number| u32::try_from(number).ok())
    }

    pub fn date(&mut self, name: &'static str) -> Option<Date> {
        debug_assert!(matches!(self.field(name).kind, Kind::Date), "{name} is not a date");
        let text = self.plain_text(name, 10)?;
        let date = text.parse().ok();
        if date.is_none() {
            self.fail(name, Message::plain("validDate"));
        }
        date
    }

    /// None when it is absent or not a point in time.
    pub fn timestamp(&mut self, name: &'static str) -> Option<Timestamp> {
        debug_assert!(matches!(self.field(name).kind, Kind::Timestamp), "{name} is not a timestamp");
        self.plain_text(name, 40)?.parse().ok()
    }

    pub fn one_of(&mut self, name: &'static str) -> Option<&'static str> {
        let Kind::OneOf(options) = self.field(name).kind else { unreachable!("{name} has no options") };
        let text = self.plain_text(name, 50)?;
        let found = options.values.iter().find(|option| **option == text).copied();
        if found.is_none() {
            self.fail_about("selectValid", name);
        }
        found
    }

    /// Whole numbers, sorted and each of them once; empty when the list holds anything else.
    pub fn numbers(&mut self, name: &'static str) -> Option<Vec<u32>> {
        debug_assert!(matches!(self.field(name).kind, Kind::Numbers), "{name} is not a list of numbers");
        let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
        let list = self.present(name)?.as_array().and_then(|list| list.iter().map(number).collect::<Option<Vec<_>>>());
        let Some(mut list) = list else {
            self.fail_about("selectValid", name);
            return Some(Vec::new());
        };
        list.sort_unstable();
        list.dedup();
        Some(list)
    }

    /// A reader for each object of a list.
    pub fn objects(&mut self, name: &'static str) -> Vec<BodyReader<'a>> {
        let Kind::List { of, most } = self.field(name).kind else { unreachable!("{name} is not a list") };
        let items = match self.present(name) {
            None => return Vec::new(),
            Some(Value::Array(items)) => items,
            Some(_) => {
                self.fail_about("wrongType", name);
                return Vec::new();
            }
        };
        if items.len() > most {
            self.fail(name, Message::plain("tooMany").with("max", most));
            return Vec::new();
        }
        let mut found = Vec::new();
        for (at, item) in items.iter().enumerate() {
            match item.as_object() {
                Some(map) => found.push(BodyReader::at(map, &format!("{}[{at}]", self.path(name)), of)),
                None => self.fail_about("wrongType", name),
            }
        }
        found
    }

    pub fn object(&mut self, name: &'static str) -> Option<BodyReader<'a>> {
        let Kind::Object(body) = self.field(name).kind else { unreachable!("{name} is not an object") };
        match self.present(name)? {
            Value::Object(map) => Some(BodyReader::at(map, &self.path(name), body)),
            _ => {
                self.fail_about("wrongType", name);
                None
            }
        }
    }
}

/// The longest texts that are read as a mail address or a mobile number; what is stored is shorter.
pub const MAX_EMAIL: usize = 128;
pub const MAX_MOBILE: usize = 25;
