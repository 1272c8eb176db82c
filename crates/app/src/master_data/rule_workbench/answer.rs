//! What the workbench shows.

use domain::verification::{RuleMode, RuleVerdict};
use serde_json::{Value, json};
use store::requests::StoredText;
use store::rule_samples::RuleSample;

use super::trial::Trial;

pub(super) fn summary(trials: &[Trial], mode: RuleMode) -> Value {
    let counts = |verdict_of: &dyn Fn(&Trial) -> RuleVerdict| {
        let count = |verdict| trials.iter().filter(|trial| verdict_of(trial) == verdict).count();
        let failed = count(RuleVerdict::Fail);
        json!({
            "pass": count(RuleVerdict::Pass),
            "fail": failed,
            "unreadable": count(RuleVerdict::Unreadable),
            "rejected": if mode == RuleMode::AutoReject { failed } else { 0 },
        })
    };
    json!({
        "documents": trials.len(),
        "changed": trials.iter().filter(|trial| trial.now != trial.drafted.verdict).count(),
        "now": counts(&|trial| trial.now),
        "draft": counts(&|trial| trial.drafted.verdict),
    })
}

pub(super) fn document((stored, trial): (&StoredText, &Trial)) -> Value {
    let mut pages: Vec<Value> = Vec::new();
    for page in &stored.text.pages {
        let page = json!({ "fileId": page.file_id, "page": page.page });
        // A page read in two languages occurs twice.
        if !pages.contains(&page) {
            pages.push(page);
        }
    }
    json!({
        "documentTitle": stored.document_title,
        "readOn": stored.read_on,
        "recordedVerdict": stored.verdict,
        "verdict": trial.now,
        "draftVerdict": trial.drafted.verdict,
        "source": {
            "txnRefNo": stored.txn_ref_no,
            "documentNo": stored.document,
            "versionNo": stored.version,
            "customerName": stored.customer_name,
            "pages": pages,
            "details": trial.drafted.details,
        },
    })
}

/// One that was not read yet, or that the published rule had no time for, is waiting.
pub(super) fn shown_samples(samples: &[RuleSample], trials: &[Trial]) -> Vec<Value> {
    let mut trials = trials.iter();
    let one = |sample: &RuleSample| {
        let mut shown = crate::documents::sample_view(sample);
        let trial = sample.text.as_ref().and_then(|_| trials.next());
        let waiting = RuleVerdict::Waiting;
        shown["verdict"] = json!(trial.map_or(waiting, |trial| trial.now));
        shown["draftVerdict"] = json!(trial.map_or(waiting, |trial| trial.drafted.verdict));
        shown["details"] = json!(trial.map(|trial| &trial.drafted.details));
        shown
    };
    samples.iter().map(one).collect()
}
