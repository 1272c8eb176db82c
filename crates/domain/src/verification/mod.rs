//! Automatic verification: the details of a rule compared with the text of a document. The same text and the same rule
//! always give the same verdict, so a rule can be run again over stored texts.

pub mod aadhaar;
mod checksum;
mod covered;
mod detail;
mod document_text;
mod fuzzy;
mod mask;
mod normal_form;
mod page_text;
mod rule;

use detail::Line;
pub use document_text::{Area, Covered, DocumentText, PageText, UnreadPage, WHOLE_PAGE, Word};
use page_text::{Found, Searchable};
pub use rule::{DetailFault, Evidence, KeywordType, RuleDetail, RuleMode, RuleVerdict, Unwatched, Verification, Watch};

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

    /// A text that somebody typed: used however short it is.
    pub fn typed(text: &'a DocumentText) -> SearchText<'a> {
        SearchText { is_usable: true, ..SearchText::new(text, &[]) }
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
