//! What the declaration of a JSON body can say. The bodies themselves are in [`super::bodies`].

use crate::message::Message;

/// The resource whose labels the messages use.
pub(super) const RESOURCE: &str = "docrequest";

/// A JSON object of the wire. Its validation, its OpenAPI schema and its TypeScript type come from here.
#[derive(Debug)]
pub struct Body {
    pub name: &'static str,
    pub usage: Usage,
    /// Groups of fields, some of them shared with other bodies.
    pub fields: &'static [&'static [BodyField]],
    /// A complete JSON body that passes validation; empty for bodies that are only answered.
    pub example: &'static str,
}

/// Where a body occurs. The direction of a single field matters only in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Usage {
    /// Sent and answered.
    Record,
    Input,
    Answer,
}

/// A closed list of texts.
#[derive(Debug)]
pub struct Options {
    pub name: &'static str,
    pub values: &'static [&'static str],
}

#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Text {
        max: usize,
    },
    /// A key of a master.
    Code {
        max: usize,
        resource: &'static str,
    },
    Email,
    Mobile,
    Date,
    Timestamp,
    Int {
        min: i64,
        max: i64,
    },
    Bool {
        default: bool,
    },
    OneOf(&'static Options),
    ManyOf(&'static Options),
    /// Whole numbers, each of them once.
    Numbers,
    Texts,
    /// Left edge, top edge, width and height in parts of a page.
    Area,
    Object(&'static Body),
    List {
        of: &'static Body,
        most: usize,
    },
    /// An object that the server stores or passes on as it is.
    Json,
}

/// Where a field of a record occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Both,
    /// Never answered.
    Input,
    /// Answered, and ignored when the record is sent back.
    ReadOnly,
    /// Answered, and refused when it is sent.
    Answer,
}

/// Who sees a field in answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    Everyone,
    Staff,
    /// Staff, the customer's own party and the parties that it authorised.
    StaffAndCustomer,
    /// Only in some answers.
    Some,
}

/// What the caller is told when a required field is missing.
#[derive(Debug, Clone, Copy)]
enum Missing {
    /// "Please Enter", with the label of the field.
    Enter,
    /// "Please Select", with the label of this field.
    Select(&'static str),
    Plain(&'static str),
}

#[derive(Debug, Clone, Copy)]
pub struct BodyField {
    pub name: &'static str,
    pub kind: Kind,
    pub direction: Direction,
    pub audience: Audience,
    /// A body without it is refused.
    pub is_required: bool,
    /// Null in answers when it has no value.
    pub is_nullable: bool,
    missing: Missing,
}

impl Body {
    pub(super) const fn example(mut self, example: &'static str) -> Body {
        self.example = example;
        self
    }

    pub fn fields(&self) -> impl Iterator<Item = &'static BodyField> {
        self.fields.iter().copied().flatten()
    }

    pub fn field(&self, name: &str) -> Option<&'static BodyField> {
        self.fields().find(|field| field.name == name)
    }

    /// The master that a code refers to.
    pub fn resource(&self, name: &str) -> &'static str {
        match self.field(name).map(|field| field.kind) {
            Some(Kind::Code { resource, .. }) => resource,
            _ => unreachable!("{}.{name} is not a code", self.name),
        }
    }

    /// The fields that a caller can send.
    pub fn input(&self) -> impl Iterator<Item = &'static BodyField> {
        self.fields().filter(|field| match self.usage {
            Usage::Record => matches!(field.direction, Direction::Both | Direction::Input),
            usage => usage == Usage::Input,
        })
    }

    /// The fields that an answer can have.
    pub fn answer(&self) -> impl Iterator<Item = &'static BodyField> {
        self.fields().filter(|field| match self.usage {
            Usage::Record => field.direction != Direction::Input,
            usage => usage == Usage::Answer,
        })
    }
}

impl BodyField {
    pub fn missing_message(&self) -> Message {
        match self.missing {
            Missing::Enter => Message::about("enter", RESOURCE, self.name),
            Missing::Select(label) => Message::about("select", RESOURCE, label),
            Missing::Plain(key) => Message::plain(key),
        }
    }

    const fn new(name: &'static str, kind: Kind) -> BodyField {
        BodyField {
            name,
            kind,
            direction: Direction::Both,
            audience: Audience::Everyone,
            is_required: false,
            is_nullable: false,
            missing: Missing::Enter,
        }
    }

    pub(super) const fn required(mut self) -> BodyField {
        self.is_required = true;
        self
    }

    /// Required, with a message of its own.
    pub(super) const fn required_as(mut self, message: &'static str) -> BodyField {
        self.missing = Missing::Plain(message);
        self.required()
    }

    /// The message when it is missing, for a field that only some calls require.
    pub(super) const fn missing_as(mut self, message: &'static str) -> BodyField {
        self.missing = Missing::Plain(message);
        self
    }

    /// When it is missing, the caller is asked to select what has this label.
    pub(super) const fn selected_as(mut self, label: &'static str) -> BodyField {
        self.missing = Missing::Select(label);
        self
    }

    pub(super) const fn nullable(mut self) -> BodyField {
        self.is_nullable = true;
        self
    }

    pub(super) const fn input_only(mut self) -> BodyField {
        self.direction = Direction::Input;
        self
    }

    pub(super) const fn read_only(mut self) -> BodyField {
        self.direction = Direction::ReadOnly;
        self
    }

    pub(super) const fn answer_only(mut self) -> BodyField {
        self.direction = Direction::Answer;
        self
    }

    pub(super) const fn staff(mut self) -> BodyField {
        self.audience = Audience::Staff;
        self
    }

    pub(super) const fn personal(mut self) -> BodyField {
        self.audience = Audience::StaffAndCustomer;
        self
    }

    pub(super) const fn sometimes(mut self) -> BodyField {
        self.audience = Audience::Some;
        self
    }
}

/// At most `max` characters.
pub(super) const fn text(name: &'static str, max: usize) -> BodyField {
    BodyField::new(name, Kind::Text { max })
}

/// A text that the server writes or only compares.
pub(super) const fn any_text(name: &'static str) -> BodyField {
    text(name, usize::MAX)
}

pub(super) const fn code(name: &'static str, max: usize, resource: &'static str) -> BodyField {
    BodyField::new(name, Kind::Code { max, resource })
}

pub(super) const fn email(name: &'static str) -> BodyField {
    BodyField::new(name, Kind::Email)
}

pub(super) const fn mobile(name: &'static str) -> BodyField {
    BodyField::new(name, Kind::Mobile)
}

pub(super) const fn date(name: &'static str) -> BodyField {
    BodyField::new(name, Kind::Date)
}

pub(super) const fn timestamp(name: &'static str) -> BodyField {
    BodyField::new(name, Kind::Timestamp)
}

pub(super) const fn int(name: &'static str, min: i64, max: i64) -> BodyField {
    BodyField::new(name, Kind::Int { min, max })
}

/// A number that the server counts.
pub(super) const fn count(name: &'static str) -> BodyField {
    int(name, 0, i64::MAX)
}

pub(super) const fn flag(name: &'static str, default: bool) -> BodyField {
    BodyField::new(name, Kind::Bool { default })
}

pub(super) const fn one_of(name: &'static str, options: &'static Options) -> BodyField {
    BodyField::new(name, Kind::OneOf(options))
}

pub(super) const fn many_of(name: &'static str, options: &'static Options) -> BodyField {
    BodyField::new(name, Kind::ManyOf(options))
}

pub(super) const fn numbers(name: &'static str) -> BodyField {
    BodyField::new(name, Kind::Numbers)
}

pub(super) const fn texts(name: &'static str) -> BodyField {
    BodyField::new(name, Kind::Texts)
}

pub(super) const fn area(name: &'static str) -> BodyField {
    BodyField::new(name, Kind::Area)
}

pub(super) const fn object(name: &'static str, body: &'static Body) -> BodyField {
    BodyField::new(name, Kind::Object(body))
}

pub(super) const fn list(name: &'static str, of: &'static Body, most: usize) -> BodyField {
    BodyField::new(name, Kind::List { of, most })
}

pub(super) const fn json(name: &'static str) -> BodyField {
    BodyField::new(name, Kind::Json)
}
