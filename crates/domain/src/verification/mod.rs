//! Automatic verification: the details of a rule compared with the text of a document. The same text and the same rule
//! always give the same verdict, so a rule can be run again over stored texts.

pub mod aadhaar;
mod checksum;
mod covered;
mod detail;
mod fuzzy;
mod mask;
mod page_text;

use serde::{Deserialize, Serialize};

use crate::named_enum::named_enum;

use aadhaar::Covered;
use detail::Line;
pub use detail::{DetailFault, RuleDetail, Unwatched, Watch};
use page_text::{Found, Searchable};

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
    /// What was located in the pictures of the pages and is not shown.
    #[serde(default)]
    pub covered: Vec<Covered>,
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

/// A document that is ready to be searched, with its covered digits replaced.
pub struct SearchText<'a> {
    pages: Vec<Searchable<'a>>,
    is_usable: bool,
    is_complete: bool,
}

impl<'a> SearchText<'a> {
    pub fn new(text: &'a DocumentText, covered: &[Covered]) -> SearchText<'a> {
        SearchText::of_pages(text, covered, usize::MAX)
    }

    /// The same with at most this many words of each page, so that a search can be stopped between two of them.
    pub fn of_pages(text: &'a DocumentText, covered: &[Covered], most_words: usize) -> SearchText<'a> {
        let pages = text.pages.iter().map(|page| Searchable::new(page, covered, most_words));
        let is_whole = text.pages.iter().all(|page| page.words.len() <= most_words);
        SearchText { pages: pages.collect(), is_usable: text.is_usable(), is_complete: text.is_complete && is_whole }
    }
}

/// A rule that is ready to search. Its expressions are compiled once for all documents.
pub struct CompiledRule<'a>(Vec<Line<'a>>);

impl<'a> CompiledRule<'a> {
    pub fn new(rule: &'a [RuleDetail]) -> CompiledRule<'a> {
        CompiledRule(rule.iter().map(Line::new).collect())
    }

    /// Compares a document with the rule: each line has to match. `None`: it was stopped.
    pub fn verify(&self, text: &SearchText, watch: &dyn Watch) -> Option<Verification> {
        if self.0.is_empty() {
            return Some(Verification { verdict: RuleVerdict::None, details: Vec::new() });
        }
        if !text.is_usable {
            return Some(Verification { verdict: RuleVerdict::Unreadable, details: Vec::new() });
        }
        let mut results = Vec::new();
        for (at, line) in self.0.iter().enumerate() {
            watch.begin(at);
            results.push(line.compare(&text.pages, watch));
            if !watch.may_go_on() {
                return None;
            }
        }
        let is_faulty = results.iter().any(Result::is_err);
        let details: Vec<Evidence> = self.0.iter().zip(results).map(|(line, result)| evidence(line, result)).collect();
        let all_match = details.iter().all(|detail| detail.is_matched);
        // A page that was not read may contain what is missing, or what must not occur.
        let needs_all_pages = !all_match || self.0.iter().any(|line| line.detail.keyword_type == KeywordType::None);
        let verdict = if is_faulty || (!text.is_complete && needs_all_pages) {
            RuleVerdict::Unreadable
        } else if all_match {
            RuleVerdict::Pass
        } else {
            RuleVerdict::Fail
        };
        Some(Verification { verdict, details })
    }
}

fn evidence(line: &Line, result: Result<(bool, Option<Found>), DetailFault>) -> Evidence {
    let (is_matched, found) = result.unwrap_or((false, None));
    let (text, place) = found.map_or((None, None), |found| (Some(found.text), Some(found.place)));
    Evidence {
        rule_code: line.detail.rule_code.clone(),
        detail_no: line.detail.number,
        keyword_type: line.detail.keyword_type.name().to_owned(),
        wanted: line.detail.wanted(),
        is_matched,
        found: text.map(|text| aadhaar::masked(&text)),
        file_id: place.as_ref().map(|place| place.file_id.clone()),
        page: place.as_ref().map(|place| place.page),
        area: place.map(|place| place.area),
    }
}

/// Compares a document with a rule. Covered digits are replaced first.
pub fn verify(rule: &[RuleDetail], text: &DocumentText) -> Verification {
    let searched = SearchText::new(text, &aadhaar::covered_areas(text));
    let stopped = || Verification { verdict: RuleVerdict::Unreadable, details: Vec::new() };
    CompiledRule::new(rule).verify(&searched, &Unwatched).unwrap_or_else(stopped)
}

#[cfg(test)]
mod tests;
