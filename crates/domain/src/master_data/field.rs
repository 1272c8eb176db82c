/// What a field can hold. Length and meaning are checked in [`super::validate`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Letters, digits and `_ . @ + -`.
    Code,
    Text,
    Int {
        min: i64,
        max: i64,
    },
    Bool,
    Enum(&'static [&'static str]),
    Email,
    Mobile,
    Url,
    /// Write-only, stored encrypted.
    Secret,
    /// Write-only, stored as a hash.
    Password,
    Image,
    Theme,
    TimeZone,
    Date,
    Ip,
    /// A state of the caller's country.
    State,
}

impl Kind {
    /// Never returned, never audited.
    pub fn is_secret(self) -> bool {
        matches!(self, Kind::Secret | Kind::Password)
    }

    /// Too large for lists; only `find` returns it.
    pub fn is_heavy(self) -> bool {
        matches!(self, Kind::Image)
    }

    /// The name used in the API.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Code => "code",
            Kind::Text => "text",
            Kind::Int { .. } => "int",
            Kind::Bool => "bool",
            Kind::Enum(_) => "enum",
            Kind::Email => "email",
            Kind::Mobile => "mobile",
            Kind::Url => "url",
            Kind::Secret => "secret",
            Kind::Password => "password",
            Kind::Image => "image",
            Kind::Theme => "theme",
            Kind::TimeZone => "timezone",
            Kind::Date => "date",
            Kind::Ip => "ip",
            Kind::State => "state",
        }
    }
}

/// A reference to another resource: pairs of (own field, key field of the target).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reference {
    pub resource: &'static str,
    pub pairs: &'static [(&'static str, &'static str)],
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Field {
    pub name: &'static str,
    pub kind: Kind,
    /// Maximum characters of a text or digits of a number; 0 where length does not apply.
    pub max: usize,
    pub required: bool,
    pub key: bool,
    pub unique: bool,
    /// Selection lists have it besides key and name, so that a form can narrow its choices.
    pub in_choices: bool,
    /// The value of a flag that is left out.
    pub default: Option<bool>,
    pub reference: Option<Reference>,
    /// Of a secret: the fields that say where it is sent. It is cleared when one of them changes.
    pub target: &'static [&'static str],
}

impl Field {
    const fn new(name: &'static str, kind: Kind, max: usize) -> Field {
        Field {
            name,
            kind,
            max,
            required: false,
            key: false,
            unique: false,
            in_choices: false,
            default: None,
            reference: None,
            target: &[],
        }
    }

    pub const fn code(name: &'static str, max: usize) -> Field {
        Field::new(name, Kind::Code, max)
    }

    pub const fn text(name: &'static str, max: usize) -> Field {
        Field::new(name, Kind::Text, max)
    }

    /// A number of at most `digits` digits, not negative.
    pub const fn int(name: &'static str, digits: usize) -> Field {
        Field::new(name, Kind::Int { min: 0, max: 10i64.pow(digits as u32) - 1 }, digits)
    }

    pub const fn number(name: &'static str, digits: usize, min: i64, max: i64) -> Field {
        Field::new(name, Kind::Int { min, max }, digits)
    }

    pub const fn flag(name: &'static str) -> Field {
        Field::new(name, Kind::Bool, 0).required()
    }

    /// A flag that may be left out.
    pub const fn flag_or(name: &'static str, default: bool) -> Field {
        let mut field = Field::new(name, Kind::Bool, 0);
        field.default = Some(default);
        field
    }

    pub const fn one_of(name: &'static str, options: &'static [&'static str]) -> Field {
        Field::new(name, Kind::Enum(options), 0)
    }

    pub const fn of(name: &'static str, kind: Kind, max: usize) -> Field {
        Field::new(name, kind, max)
    }

    pub const fn required(mut self) -> Field {
        self.required = true;
        self
    }

    pub const fn key(mut self) -> Field {
        self.key = true;
        self.required = true;
        self
    }

    /// Part of the key that may be left empty, meaning "any".
    pub const fn key_or_any(mut self) -> Field {
        self.key = true;
        self
    }

    pub const fn unique(mut self) -> Field {
        self.unique = true;
        self
    }

    pub const fn in_choices(mut self) -> Field {
        self.in_choices = true;
        self
    }

    pub const fn refers(mut self, resource: &'static str, pairs: &'static [(&'static str, &'static str)]) -> Field {
        self.reference = Some(Reference { resource, pairs });
        self
    }

    pub const fn sent_to(mut self, target: &'static [&'static str]) -> Field {
        self.target = target;
        self
    }

    /// Selected rather than typed, so its message says "Please Select".
    pub fn is_chosen(&self) -> bool {
        self.reference.is_some()
            || matches!(self.kind, Kind::Bool | Kind::Enum(_) | Kind::Date | Kind::State | Kind::TimeZone)
    }
}
