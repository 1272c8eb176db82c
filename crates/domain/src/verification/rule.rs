//! What a rule says, and what a document that was compared with it gets.

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};

use super::document_text::Area;
use crate::named_enum::named_enum;

named_enum! {
    /// How the keywords of a detail are looked for.
    pub enum KeywordType {
        Any = "ANY",
        All = "ALL",
        None = "NONE",
        Exact = "EXACT",
        Fuzzy = "FUZZY",
        Regex = "REGEX",
        Mask = "MASK",
    }
}

named_enum! {
    /// What a rule may do by itself.
    pub enum RuleMode {
        /// Staff see the verdict and decide.
        Advise = "advise",
        /// A failed document is rejected.
        AutoReject = "autoReject",
        /// A document that passes is accepted when the request has no review levels.
        AutoAccept = "autoAccept",
    }
}

named_enum! {
    /// The result for one version of a document.
    pub enum RuleVerdict {
        /// The text is not read yet.
        Waiting = "Waiting",
        Pass = "Pass",
        Fail = "Fail",
        /// There is no usable text, or only a part of it was read. Never rejects a document.
        Unreadable = "Unreadable",
        /// The document has no rule.
        None = "None",
    }
}

impl RuleVerdict {
    /// The code of the specification's message.
    pub fn code(self) -> Option<&'static str> {
        match self {
            RuleVerdict::Pass => Some("EnTxn0044"),
            RuleVerdict::Fail => Some("EnTxn0055"),
            _ => None,
        }
    }
}

/// One line of a rule: what must, or must not, occur in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleDetail {
    pub rule_code: String,
    pub number: u32,
    pub keyword_type: KeywordType,
    /// Separated by `|`; one regular expression for REGEX, and only a name for MASK.
    pub keywords: String,
    /// The length of the found text without separators; 0 means any.
    pub length: usize,
    pub mask: Option<String>,
}

/// Why a detail cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DetailFault {
    NoKeyword,
    BadMask,
    BadPattern,
    PatternTooLarge,
}

/// Bytes of a compiled expression. The time to search is linear in the text.
const PATTERN_BYTES: usize = 1 << 20;

pub(super) fn compiled(pattern: &str) -> Result<Regex, DetailFault> {
    let built = RegexBuilder::new(pattern).size_limit(PATTERN_BYTES).dfa_size_limit(PATTERN_BYTES).build();
    built.map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => DetailFault::PatternTooLarge,
        _ => DetailFault::BadPattern,
    })
}

/// Watches a rule at work. A line of a rule may search for seconds.
pub trait Watch {
    /// A line of the rule begins with a document.
    fn begin(&self, _line: usize) {}
    /// Asked again and again; false stops the rule.
    fn may_go_on(&self) -> bool {
        true
    }
}

/// Lets a rule take the time it needs.
pub struct Unwatched;

impl Watch for Unwatched {}

/// What one detail of a rule found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    pub rule_code: String,
    pub detail_no: u32,
    pub keyword_type: String,
    /// What was looked for, as the rule names it. Empty for what was stored before this was kept.
    #[serde(default)]
    pub wanted: Vec<String>,
    pub is_matched: bool,
    pub found: Option<String>,
    pub file_id: Option<String>,
    pub page: Option<u32>,
    #[serde(rename = "box")]
    pub area: Option<Area>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Verification {
    pub verdict: RuleVerdict,
    pub details: Vec<Evidence>,
}
