//! How the lines of a rule search.

use regex::Regex;

use super::fuzzy::nearest;
use super::mask::Mask;
use super::normal_form::{normalised, stands_alone, stripped};
use super::page_text::{Found, Searchable};
use super::rule::{DetailFault, KeywordType, RuleDetail, Watch, compiled};

/// What a detail looks for, ready to search.
enum Finder {
    /// Keywords with any case, spacing and punctuation between their words.
    Words(Vec<Regex>),
    Exact(Vec<String>),
    Fuzzy(Vec<String>),
    Pattern(Regex),
    Mask(Mask),
}

/// A line of a rule, ready to search.
pub(super) struct Line<'a> {
    pub detail: &'a RuleDetail,
    finder: Result<Finder, DetailFault>,
}

impl RuleDetail {
    /// The reason why the detail cannot be saved.
    pub fn fault(&self) -> Option<DetailFault> {
        self.finder().err()
    }

    fn finder(&self) -> Result<Finder, DetailFault> {
        let keywords = || -> Vec<String> {
            let trimmed = self.keywords.split('|').map(|keyword| normalised(keyword.trim()));
            trimmed.filter(|keyword| !keyword.is_empty()).collect()
        };
        match self.keyword_type {
            KeywordType::Mask => Ok(Finder::Mask(Mask::parse(self.mask.as_deref().unwrap_or_default())?)),
            KeywordType::Regex if self.keywords.trim().is_empty() => Err(DetailFault::NoKeyword),
            KeywordType::Regex => Ok(Finder::Pattern(compiled(self.keywords.trim())?)),
            _ if keywords().is_empty() => Err(DetailFault::NoKeyword),
            KeywordType::Exact => Ok(Finder::Exact(keywords())),
            KeywordType::Fuzzy => Ok(Finder::Fuzzy(keywords())),
            KeywordType::Any | KeywordType::All | KeywordType::None => {
                Ok(Finder::Words(keywords().iter().map(|keyword| words(keyword)).collect::<Result<_, _>>()?))
            }
        }
    }

    /// What the detail looks for, in the words of the rule: its keywords, its expression, or the name of its mask.
    pub fn wanted(&self) -> Vec<String> {
        let keywords = self.keywords.trim();
        match self.keyword_type {
            KeywordType::Mask if keywords.is_empty() => self.mask.iter().cloned().collect(),
            KeywordType::Mask | KeywordType::Regex => vec![keywords.to_owned()],
            _ => keywords.split('|').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect(),
        }
    }

    fn fits(&self, found: &str) -> bool {
        self.length == 0 || stripped(found).chars().count() == self.length
    }
}

impl<'a> Line<'a> {
    pub fn new(detail: &'a RuleDetail) -> Line<'a> {
        Line { detail, finder: detail.finder() }
    }

    /// Whether the pages meet the line, and what was found. The result of a rule that was stopped means nothing.
    pub fn compare(&self, pages: &[Searchable], watch: &dyn Watch) -> Result<(bool, Option<Found>), DetailFault> {
        let find = |search: &dyn Fn(&str) -> Option<(usize, usize)>| {
            let mut pages = pages.iter().take_while(|_| watch.may_go_on());
            pages.find_map(|page| search(&page.text).and_then(|(start, end)| page.found(start, end)))
        };
        let fits = |found: &str| self.detail.fits(found);
        let found: Vec<Option<Found>> = match self.finder.as_ref().map_err(|fault| *fault)? {
            Finder::Words(patterns) => {
                patterns.iter().map(|pattern| find(&|text| self.first(pattern, text, true, watch))).collect()
            }
            Finder::Exact(keywords) => keywords.iter().map(|keyword| find(&|text| self.exact(keyword, text))).collect(),
            Finder::Fuzzy(keywords) => {
                let near =
                    |text: &str, keyword| nearest(text, keyword).filter(|(start, end)| fits(&text[*start..*end]));
                keywords.iter().map(|keyword| find(&|text| near(text, keyword))).collect()
            }
            Finder::Pattern(pattern) => vec![find(&|text| self.first(pattern, text, false, watch))],
            Finder::Mask(mask) => vec![find(&|text| mask.find(text, |found| fits(found), watch))],
        };
        Ok(self.outcome(&found))
    }

    fn outcome(&self, found: &[Option<Found>]) -> (bool, Option<Found>) {
        let keyword_type = self.detail.keyword_type;
        let (count, first) = (found.iter().flatten().count(), found.iter().flatten().next().cloned());
        let is_matched = match keyword_type {
            KeywordType::None => count == 0,
            KeywordType::All => count == found.len(),
            _ => count > 0,
        };
        // Several keywords share the place of the first.
        let texts = || found.iter().flatten().map(|found| found.text.as_str()).collect::<Vec<_>>().join(" | ");
        let first = first.map(|first| match keyword_type {
            KeywordType::All => Found { text: texts(), ..first },
            _ => first,
        });
        (is_matched, first)
    }

    /// The first match of a fitting length.
    fn first(&self, pattern: &Regex, text: &str, is_word: bool, watch: &dyn Watch) -> Option<(usize, usize)> {
        let fits = |found: &regex::Match| {
            !found.is_empty()
                && self.detail.fits(found.as_str())
                && (!is_word || stands_alone(text, found.start(), found.end()))
        };
        let mut all = pattern.find_iter(text).take_while(|_| watch.may_go_on());
        all.find(fits).map(|found| (found.start(), found.end()))
    }

    fn exact(&self, keyword: &str, text: &str) -> Option<(usize, usize)> {
        let places = text.match_indices(keyword).map(|(start, found)| (start, start + found.len()));
        places
            .into_iter()
            .find(|(start, end)| stands_alone(text, *start, *end) && self.detail.fits(&text[*start..*end]))
    }
}

/// Recognised text has other spaces and punctuation than the original: `Sub-Registrar` is found as `Sub Registrar`.
fn words(keyword: &str) -> Result<Regex, DetailFault> {
    let parts: Vec<String> = keyword
        .split(|character: char| character.is_whitespace() || character == '-')
        .filter(|part| !part.is_empty())
        .map(regex::escape)
        .collect();
    if parts.is_empty() {
        compiled(&regex::escape(keyword))
    } else {
        compiled(&format!("(?i){}", parts.join(r"[\s\p{P}]*")))
    }
}
