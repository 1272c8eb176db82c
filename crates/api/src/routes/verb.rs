//! Calls of a master table besides its five operations.

use domain::master_data::Definition;

use super::endpoint::{GET, Method, POST};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Operate,
    Options,
    Export,
    Import,
    History,
    /// `smsscreendefinition/find` of the spec.
    Find,
}

const OPERATIONS: &[Method] = &[
    ("GET", None),
    ("GET", Some("FA")),
    ("POST", Some("FA")),
    ("POST", Some("F")),
    ("POST", Some("S")),
    ("POST", Some("U")),
    ("POST", Some("D")),
];

impl Verb {
    /// All but [`Verb::Operate`], which has no suffix.
    pub const SUFFIXED: [Verb; 5] = [Verb::Options, Verb::Export, Verb::Import, Verb::History, Verb::Find];

    pub fn suffix(self) -> &'static str {
        match self {
            Verb::Operate => "",
            Verb::Options => "/options",
            Verb::Export => "/export",
            Verb::Import => "/import",
            Verb::History => "/history",
            Verb::Find => "/find",
        }
    }

    pub fn applies_to(self, definition: &Definition) -> bool {
        self != Verb::Find || definition.has_find
    }

    pub fn methods(self) -> &'static [Method] {
        match self {
            Verb::Operate => OPERATIONS,
            Verb::Options | Verb::Export => GET,
            Verb::Import | Verb::History | Verb::Find => POST,
        }
    }

    pub fn summary(self) -> &'static str {
        match self {
            Verb::Operate => {
                "List (FA), find (F), save (S), update (U) or delete (D), by the operation in the header json"
            }
            Verb::Options => "Keys and names, for a choice",
            Verb::Export => "The list as CSV",
            Verb::Import => "Save the rows of a CSV; `dryRun=true` only checks",
            Verb::History => "What happened to a record",
            Verb::Find => "Find one, by the spec's own name",
        }
    }
}
