//! Reads a body field by field and gathers everything that is wrong with it, each under its path.

use jiff::civil::Date;
use serde_json::{Map, Value};

use crate::master_data::check;
use crate::message::Message;
use crate::refusal::FieldError;

const RESOURCE: &str = "docrequest";

/// A list of numbers, each once; nothing if it is anything else.
pub fn numbers(value: &Value) -> Option<Vec<u32>> {
    let numbers = value.as_array()?.iter().map(|one| one.as_u64().and_then(|number| u32::try_from(number).ok()));
    let mut numbers = numbers.collect::<Option<Vec<u32>>>()?;
    numbers.sort_unstable();
    numbers.dedup();
    Some(numbers)
}

/// One object of a body, with the path that leads to it.
pub struct BodyReader<'a> {
    map: &'a Map<String, Value>,
    path: String,
    pub errors: Vec<FieldError>,
}

impl<'a> BodyReader<'a> {
    pub fn new(map: &'a Map<String, Value>, path: &str) -> BodyReader<'a> {
        BodyReader { map, path: path.to_owned(), errors: Vec::new() }
    }

    pub fn path(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    pub fn fail(&mut self, name: &str, message: Message) {
        self.errors.push(FieldError { field: self.path(name), message });
    }

    /// Whatever is not on the list is refused, so that a misspelt field is never lost in silence.
    pub fn only(&mut self, known: &[&str]) {
        let unknown: Vec<&str> = self.map.keys().map(String::as_str).filter(|name| !known.contains(name)).collect();
        for name in unknown {
            self.fail(name, Message::plain("unknownField").with("name", name));
        }
    }

    fn present(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    /// A text without blanks around it; empty is none.
    pub fn text(&mut self, name: &'static str, max: usize) -> Option<String> {
        let text = match self.present(name)? {
            Value::String(text) => text.trim(),
            _ => {
                self.fail(name, Message::about("wrongType", RESOURCE, name));
                return None;
            }
        };
        match () {
            () if text.is_empty() => None,
            () if text.chars().count() > max => {
                self.fail(name, Message::plain("maxLength").with("max", max));
                None
            }
            () if !check::is_text(text) => {
                self.fail(name, Message::about("enterValid", RESOURCE, name));
                None
            }
            () => Some(text.to_owned()),
        }
    }

    /// A text that must be there; `missing` says so.
    pub fn need(&mut self, name: &'static str, max: usize, missing: Message) -> String {
        let before = self.errors.len();
        match self.text(name, max) {
            Some(text) => text,
            None => {
                if self.errors.len() == before {
                    self.fail(name, missing);
                }
                String::new()
            }
        }
    }

    pub fn enter(&mut self, name: &'static str, max: usize) -> String {
        self.need(name, max, Message::about("enter", RESOURCE, name))
    }

    pub fn email(&mut self, name: &'static str) -> Option<String> {
        let text = self.text(name, 128)?;
        if !check::is_email(&text) {
            self.fail(name, Message::plain("validEmail"));
            return None;
        }
        Some(text.to_lowercase())
    }

    pub fn mobile(&mut self, name: &'static str) -> Option<String> {
        let text: String = self.text(name, 25)?.chars().filter(|letter| !" -()".contains(*letter)).collect();
        if !check::is_mobile(&text) {
            self.fail(name, Message::about("enterValid", RESOURCE, name));
            return None;
        }
        Some(text)
    }

    pub fn flag(&mut self, name: &'static str, default: bool) -> bool {
        match self.present(name) {
            None => default,
            Some(Value::Bool(flag)) => *flag,
            Some(_) => {
                self.fail(name, Message::about("wrongType", RESOURCE, name));
                default
            }
        }
    }

    pub fn int(&mut self, name: &'static str, least: i64, most: i64) -> Option<i64> {
        let value = self.present(name)?;
        let number = value.as_i64().or_else(|| value.as_str().and_then(|text| text.trim().parse().ok()));
        match number {
            None if value.as_str().is_some_and(|text| text.trim().is_empty()) => None,
            None => {
                self.fail(name, Message::about("wrongType", RESOURCE, name));
                None
            }
            Some(number) if !(least..=most).contains(&number) => {
                self.fail(name, Message::about("range", RESOURCE, name).with("min", least).with("max", most));
                None
            }
            Some(number) => Some(number),
        }
    }

    pub fn date(&mut self, name: &'static str) -> Option<Date> {
        let text = self.text(name, 10)?;
        match text.parse() {
            Ok(date) => Some(date),
            Err(_) => {
                self.fail(name, Message::plain("validDate"));
                None
            }
        }
    }

    pub fn one_of(&mut self, name: &'static str, options: &[&'static str]) -> Option<&'static str> {
        let text = self.text(name, 50)?;
        let found = options.iter().find(|option| **option == text).copied();
        if found.is_none() {
            self.fail(name, Message::about("selectValid", RESOURCE, name));
        }
        found
    }

    /// The objects of a list, each with its path.
    pub fn objects(&mut self, name: &'static str, most: usize) -> Vec<(String, &'a Map<String, Value>)> {
        let items = match self.present(name) {
            None => return Vec::new(),
            Some(Value::Array(items)) => items,
            Some(_) => {
                self.fail(name, Message::about("wrongType", RESOURCE, name));
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
                Some(map) => found.push((format!("{}[{at}]", self.path(name)), map)),
                None => self.fail(name, Message::about("wrongType", RESOURCE, name)),
            }
        }
        found
    }

    pub fn object(&mut self, name: &'static str) -> Option<&'a Map<String, Value>> {
        match self.present(name)? {
            Value::Object(map) => Some(map),
            _ => {
                self.fail(name, Message::about("wrongType", RESOURCE, name));
                None
            }
        }
    }
}
