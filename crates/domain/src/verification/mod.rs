//! Automatic verification: the details of a rule compared with the text of a document. The same text and the same rule
//! always give the same verdict, so a rule can be run again over stored texts.

pub mod aadhaar;
mod checksum;
mod detail;
mod fuzzy;
mod mask;
mod page_text;

use serde::{Deserialize, Serialize};

use crate::named_enum::named_enum;

pub use detail::{DetailFault, RuleDetail};
use page_text::Searchable;

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

/// Left edge, top edge, width and height, in parts of the page.
pub type Area = [f32; 4];

/// A word on a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Word {
    pub text: String,
    pub area: Area,
    /// True for the last word of a line.
    #[serde(default)]
    pub ends_line: bool,
}

/// The words of one page, in reading order. An image page read in two languages occurs once per language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageText {
    pub file_id: String,
    pub page: u32,
    pub words: Vec<Word>,
}

/// The recognised text of a version.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DocumentText {
    pub pages: Vec<PageText>,
    /// Pages that were left out, or not read to the end: what is on them is unknown.
    #[serde(default)]
    pub unread: Vec<UnreadPage>,
    /// False when a page could not be read or was left out.
    pub is_complete: bool,
}

/// A page of a file that was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadPage {
    pub file_id: String,
    pub page: u32,
}

/// Fewer letters and digits than this are noise.
const FEWEST_CHARACTERS: usize = 8;

impl DocumentText {
    pub fn is_usable(&self) -> bool {
        let words = self.pages.iter().flat_map(|page| &page.words);
        let characters = words.flat_map(|word| word.text.chars()).filter(|character| character.is_alphanumeric());
        characters.take(FEWEST_CHARACTERS).count() == FEWEST_CHARACTERS
    }
}

/// What one detail of a rule found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    pub rule_code: String,
    pub detail_no: u32,
    pub keyword_type: String,
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

/// Compares a document with a rule: each detail has to match.
pub fn verify(rule: &[RuleDetail], text: &DocumentText) -> Verification {
    if rule.is_empty() {
        return Verification { verdict: RuleVerdict::None, details: Vec::new() };
    }
    if !text.is_usable() {
        return Verification { verdict: RuleVerdict::Unreadable, details: Vec::new() };
    }
    let pages: Vec<Searchable> = text.pages.iter().map(Searchable::new).collect();
    let results: Vec<_> = rule.iter().map(|detail| detail.compare(&pages)).collect();
    let is_faulty = results.iter().any(Result::is_err);
    let details: Vec<Evidence> = rule
        .iter()
        .zip(results)
        .map(|(detail, result)| {
            let (is_matched, found) = result.unwrap_or((false, None));
            let (text, place) = found.map_or((None, None), |found| (Some(found.text), Some(found.place)));
            Evidence {
                rule_code: detail.rule_code.clone(),
                detail_no: detail.number,
                keyword_type: detail.keyword_type.name().to_owned(),
                is_matched,
                found: text.map(|text| aadhaar::masked(&text)),
                file_id: place.as_ref().map(|place| place.file_id.clone()),
                page: place.as_ref().map(|place| place.page),
                area: place.map(|place| place.area),
            }
        })
        .collect();
    let all_match = details.iter().all(|detail| detail.is_matched);
    // A page that was not read may contain what is missing, or what must not occur.
    let needs_all_pages = !all_match || rule.iter().any(|detail| detail.keyword_type == KeywordType::None);
    let verdict = match () {
        () if is_faulty || (!text.is_complete && needs_all_pages) => RuleVerdict::Unreadable,
        () if all_match => RuleVerdict::Pass,
        () => RuleVerdict::Fail,
    };
    Verification { verdict, details }
}

#[cfg(test)]
mod tests;
