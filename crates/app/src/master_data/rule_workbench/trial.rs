//! Runs a rule over documents for a limited time.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use domain::Refusal;
use domain::message::Message;
use domain::verification::aadhaar::covered_areas;
use domain::verification::{
    CompiledRule, Covered, DocumentText, KeywordType, RuleDetail, RuleVerdict, SearchText, Verification, Watch,
};

use super::slots::{Stop, replaced};

/// For all lines over all documents.
const BUDGET: Duration = Duration::from_secs(2);
/// Words of a page that are searched. A search over more cannot be stopped soon enough.
const MAX_WORDS: usize = 5000;

/// Watches one rule over all documents.
struct Meter<'a> {
    stop: &'a Stop,
    budget: Duration,
    /// The line that searches now, and since when.
    line: Cell<Option<(usize, Instant)>>,
    /// The time of each line.
    spent: RefCell<Vec<Duration>>,
    /// The time in which no line searched.
    preparing: Cell<Duration>,
}

impl<'a> Meter<'a> {
    fn new(lines: usize, stop: &'a Stop, budget: Duration) -> Meter<'a> {
        let (line, preparing) = (Cell::new(None), Cell::new(Duration::ZERO));
        Meter { stop, budget, line, spent: RefCell::new(vec![Duration::ZERO; lines]), preparing }
    }

    fn pause(&self) {
        if let Some((line, since)) = self.line.take() {
            self.spent.borrow_mut()[line] += since.elapsed();
        }
    }

    /// The time in which a document is made ready to be searched counts too.
    fn prepare<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        if !self.may_go_on() {
            return None;
        }
        let began = Instant::now();
        let prepared = work();
        self.preparing.set(self.preparing.get() + began.elapsed());
        self.may_go_on().then_some(prepared)
    }

    /// The line that took longest.
    fn slowest(&self) -> usize {
        self.pause();
        let spent = self.spent.borrow();
        spent.iter().enumerate().max_by_key(|(_, time)| **time).map_or(0, |(line, _)| line)
    }
}

impl Watch for Meter<'_> {
    fn begin(&self, line: usize) {
        self.pause();
        self.line.set(Some((line, Instant::now())));
    }

    fn may_go_on(&self) -> bool {
        let now = self.line.get().map_or(Duration::ZERO, |(_, since)| since.elapsed());
        let spent = self.spent.borrow().iter().sum::<Duration>() + self.preparing.get();
        !self.stop.is_set() && spent + now < self.budget
    }
}

/// What the published rule and the draft say about a document.
pub(super) struct Trial {
    pub now: RuleVerdict,
    pub drafted: Verification,
}

/// A text and what is not shown of it.
pub(super) struct Tried<'a> {
    pub text: &'a DocumentText,
    pub covered: &'a [Covered],
}

/// The results for the documents, as far as the published rule had time for them.
pub(super) struct Results {
    pub trials: Vec<Trial>,
    /// The line of the published rule that took too long.
    pub slow_line: Option<u32>,
}

/// Runs the published rule and the draft. A draft that takes too long is refused with its slowest line.
pub(super) fn run(
    published: &[RuleDetail],
    draft: Option<&[RuleDetail]>,
    documents: &[Tried],
    stop: &Stop,
) -> Result<Results, Refusal> {
    let now = verdicts(published, documents, stop, BUDGET);
    if stop.is_set() {
        return Err(replaced());
    }
    let (now, slow_line) = match now {
        Ok(now) => (now, None),
        Err((now, line)) => (now, Some(published[line].number)),
    };
    let drafted = match draft {
        None => now.clone(),
        Some(draft) => match verdicts(draft, &documents[..now.len()], stop, BUDGET) {
            Ok(drafted) => drafted,
            Err(_) if stop.is_set() => return Err(replaced()),
            Err((_, line)) => return Err(too_slow(line, &draft[line])),
        },
    };
    let trials = now.into_iter().zip(drafted).map(|(now, drafted)| Trial { now: now.verdict, drafted });
    Ok(Results { trials: trials.collect(), slow_line })
}

/// Runs a draft over a typed text.
pub(super) fn run_on_text(draft: &[RuleDetail], text: &DocumentText, stop: &Stop) -> Result<Verification, Refusal> {
    let meter = Meter::new(draft.len(), stop, BUDGET);
    CompiledRule::new(draft).verify(&SearchText::typed(text), &meter).ok_or_else(|| match meter.slowest() {
        _ if stop.is_set() => replaced(),
        line => too_slow(line, &draft[line]),
    })
}

/// The verdicts, or those found in time and the slowest line.
fn verdicts(
    rule: &[RuleDetail],
    documents: &[Tried],
    stop: &Stop,
    budget: Duration,
) -> Result<Vec<Verification>, (Vec<Verification>, usize)> {
    let meter = Meter::new(rule.len(), stop, budget);
    let compiled = CompiledRule::new(rule);
    let mut found = Vec::new();
    for document in documents {
        let text = meter.prepare(|| {
            let covered: Vec<Covered> = document.covered.iter().cloned().chain(covered_areas(document.text)).collect();
            SearchText::of_pages(document.text, &covered, MAX_WORDS)
        });
        match text.and_then(|text| compiled.verify(&text, &meter)) {
            Some(verification) => {
                meter.pause();
                found.push(verification);
            }
            None => return Err((found, meter.slowest())),
        }
    }
    Ok(found)
}

fn too_slow(at: usize, line: &RuleDetail) -> Refusal {
    let field = if line.keyword_type == KeywordType::Mask { "characterMask" } else { "keywords" };
    Refusal::field(&format!("details[{at}].{field}"), Message::plain("ruleLineTooSlow").with("number", line.number))
}

#[cfg(test)]
mod tests {
    use domain::verification::{PageText, Word};

    use super::*;

    fn line(number: u32, keyword_type: KeywordType, keywords: &str) -> RuleDetail {
        let (rule_code, keywords) = ("R".to_owned(), keywords.to_owned());
        RuleDetail { rule_code, number, keyword_type, keywords, length: 0, mask: None }
    }

    fn text(words: usize) -> DocumentText {
        let word =
            |at: usize| Word { text: format!("word{at}"), area: [0.1, 0.1, 0.1, 0.1], ends_line: at.is_multiple_of(9) };
        let page = PageText { file_id: "F".to_owned(), page: 1, words: (0..words).map(word).collect() };
        DocumentText { pages: vec![page], is_complete: true, ..DocumentText::default() }
    }

    fn ran(rule: &[RuleDetail], texts: &[DocumentText], stop: &Stop, budget: Duration) -> Option<(usize, usize)> {
        let documents: Vec<Tried> = texts.iter().map(|text| Tried { text, covered: &[] }).collect();
        verdicts(rule, &documents, stop, budget).err().map(|(found, line)| (found.len(), line))
    }

    #[test]
    fn a_rule_without_time_left_names_its_slowest_line() {
        let texts = vec![text(3000); 40];
        let slow: Vec<_> = (1..=50).map(|number| line(number, KeywordType::Regex, r"(\w+\s?)+x")).collect();
        let (found, _) = ran(&slow, &texts, &Stop::default(), Duration::from_millis(1)).expect("too slow");
        assert!(found < texts.len());
        let stop = Stop::default();
        let meter = Meter::new(3, &stop, BUDGET);
        meter.spent.replace([0, 3, 1].map(Duration::from_secs).to_vec());
        assert_eq!((meter.slowest(), meter.may_go_on()), (1, false));
    }

    #[test]
    fn making_documents_ready_takes_of_the_budget() {
        let stop = Stop::default();
        let meter = Meter::new(1, &stop, BUDGET);
        assert!(meter.prepare(|| ()).is_some());
        meter.preparing.set(BUDGET);
        assert!(!meter.may_go_on());
        // A clock that counts nanoseconds: any work takes more than one.
        let short = Meter::new(1, &stop, Duration::from_nanos(1));
        assert!(short.prepare(|| text(100)).is_none() && short.prepare(|| ()).is_none());
    }

    #[test]
    fn a_stopped_rule_ends_at_once() {
        let stop = Stop::default();
        stop.set();
        let ended = ran(&[line(1, KeywordType::Any, "word1")], &vec![text(10); 3], &stop, BUDGET);
        assert_eq!(ended, Some((0, 0)));
    }

    #[test]
    fn a_page_with_very_many_words_is_searched_in_part_and_never_fails() {
        let (long, rule) = (text(MAX_WORDS + 1), [line(1, KeywordType::Any, "missing")]);
        let documents = [Tried { text: &long, covered: &[] }];
        let results = run(&rule, None, &documents, &Stop::default()).unwrap();
        assert_eq!(results.trials[0].now, RuleVerdict::Unreadable);
    }
}
