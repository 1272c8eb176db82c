//! Automatic verification: reads the files of submitted versions and compares their words with the document's rule.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use domain::Refusal;
use domain::access::{Change, RequestAccess};
use domain::request::{Event, RejectReason, RequestAction, RuleViolation};
use domain::verification::{DocumentText, Evidence, RuleMode, RuleVerdict, Verification, aadhaar, verify};
use futures_util::stream::{FuturesUnordered, StreamExt};
use jiff::SignedDuration;
use serde_json::json;
use store::audit::stamp;
use store::requests::{
    ActionTaken, DueVerification, LocatedNumbers, RequestAggregate, Rule, Verified, VersionRow, verified,
};
use store::{Batch, Error};

use super::locate::{Purpose, read_version};
use crate::context::lease::{hold, lease_end};
use crate::context::{EntityClock, Outcome, Pass, entity_clock, load, refusal, step};
use crate::requests::change;
use crate::{App, Result, live};

/// Documents read at the same time.
const WORKERS: usize = 2;
/// Documents looked up at once. Tenants take turns within them.
const BATCH_SIZE: i64 = 8;
/// How long a document waits that could not be read.
const RETRY: SignedDuration = SignedDuration::from_secs(240);
/// A pass starts no further document after this time.
const MAX_PASS: Duration = Duration::from_secs(600);

/// Verifies the versions that wait. One that fails is left for a later pass and does not stop the others.
pub async fn verify_waiting(app: &App, pass: &mut Pass) -> Result<()> {
    let started = tokio::time::Instant::now();
    let mut work = FuturesUnordered::new();
    let mut waiting: VecDeque<Result<DueVerification>> = VecDeque::new();
    let mut failed = HashSet::new();
    loop {
        let may_start = !pass.is_stopping() && started.elapsed() < MAX_PASS;
        while may_start && work.len() < WORKERS {
            match waiting.pop_front() {
                Some(Ok(due)) => work.push(async move { (due.key(), verify_one(app, &due).await) }),
                Some(Err(error)) => {
                    error.report();
                    failed.insert(key_of(&error));
                    pass.count(&key_of(&error), Err(error))?;
                }
                None => break,
            }
        }
        match work.next().await {
            Some((key, outcome)) => {
                if outcome.is_err() {
                    failed.insert(key.clone());
                }
                pass.count(&key, outcome)?;
            }
            None if may_start => {
                let now = app.shared_now();
                let key = |due: &Result<DueVerification>| due.as_ref().map_or_else(key_of, DueVerification::key);
                let fresh = app.store.due_verifications(&stamp(now), BATCH_SIZE).await?;
                waiting = fresh.into_iter().filter(|due| !failed.contains(&key(due))).collect();
                if waiting.is_empty() {
                    // Few at once: whatever is submitted meanwhile comes first.
                    let outdated =
                        app.store.due_locations(now, wanted(app), WORKERS as i64 + failed.len() as i64).await?;
                    waiting = outdated.into_iter().filter(|due| !failed.contains(&key(due))).collect();
                }
                if waiting.is_empty() {
                    return Ok(());
                }
            }
            None => return Ok(()),
        }
    }
}

/// The version of the search that documents should have been located with: what is not installed does not count.
fn wanted(app: &App) -> i64 {
    aadhaar::locator_version(app.text_reader.can_recognise())
}

fn key_of(error: &Error) -> String {
    if let Error::Unreadable { key, .. } = error { key.clone() } else { String::new() }
}

/// Verifies one version. False: another node has claimed or verified it.
async fn verify_one(app: &App, due: &DueVerification) -> Result<bool> {
    let access = RequestAccess::system(&due.country, &due.entity);
    if !is_stored(app.store.claim_verification(access.permit(), due, wanted(app), &lease_end(app)).await)? {
        return Ok(false);
    }
    let renew = || async {
        app.store.renew_verification(access.permit(), due, &lease_end(app)).await?;
        Ok(true)
    };
    let outcome = hold(read_and_store(app, &access, due), renew).await.unwrap_or(Ok(false));
    if outcome.is_err() {
        let later = stamp(app.shared_now() + RETRY);
        app.store.postpone_verification(access.permit(), due, &later).await?;
    }
    outcome
}

async fn read_and_store(app: &App, access: &RequestAccess<Change>, due: &DueVerification) -> Result<bool> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, &due.txn_ref_no, &at).await?;
    let rule = app.store.rule(access.permit(), &due.rule_code).await?;
    let expected = app.store.expects_aadhaar(access.permit(), &due.txn_ref_no, due.document).await?;
    let expects_number = expected || aadhaar::is_expected_by(&rule.details);
    let purpose = Purpose { expects_number, has_rule: due.has_rule() && !due.is_verified };
    let (text, located) = read_version(app, access, &aggregate, due, purpose).await?;
    if due.is_verified {
        return store_location(app, (access, &aggregate), due, &located).await;
    }
    let details = rule.details.clone();
    // Large texts take a while, and other tasks of this thread would wait.
    let compare = move || (verify(&details, &text), text);
    let (result, mut text) = tokio::task::spawn_blocking(compare).await.map_err(Error::internal)?;
    if !due.has_rule() {
        // No rule will be tried on these words.
        text = DocumentText::default();
    }
    let sealed = app.store.seal_verification(access.permit(), due, &result, (&text, &located)).await?;
    let done = store_result(app, (access, &aggregate), due, &rule, &result, &sealed).await;
    // A version with a rule was told about with its verdict.
    if !due.has_rule() && located.hides_something() {
        live::publish_change(app, access, &aggregate, None).await;
    }
    is_stored(done)
}

/// Stores where the numbers of a version are that was verified before. Its verdict and its decision stay; its evidence
/// does not show what is covered now.
async fn store_location(
    app: &App,
    (access, aggregate): (&RequestAccess<Change>, &RequestAggregate),
    due: &DueVerification,
    located: &LocatedNumbers,
) -> Result<bool> {
    let evidence = masked_evidence(aggregate, due, located);
    let done = app.store.store_location(access.permit(), due, located, evidence.as_deref()).await;
    let is_done = is_stored(done)?;
    live::publish_change(app, access, aggregate, None).await;
    Ok(is_done)
}

/// The stored evidence of a version, with covered digits masked. `None` if nothing is stored.
fn masked_evidence(
    aggregate: &RequestAggregate,
    due: &DueVerification,
    located: &LocatedNumbers,
) -> Option<Vec<Evidence>> {
    let is_own = |row: &&VersionRow| row.document == due.document && row.number == due.version;
    let stored = aggregate.versions.iter().find(is_own)?.verification.as_ref()?.evidence.as_ref()?;
    let mut evidence: Vec<Evidence> = serde_json::from_str(stored).ok()?;
    let pages = evidence.iter().filter_map(|one| Some((one.file_id.as_deref()?, one.page?)));
    let hidden = located.hidden_parts(pages);
    aadhaar::mask_evidence(&mut evidence, &hidden);
    Some(evidence)
}

/// False: another node has claimed or verified it.
fn is_stored(done: Result<()>) -> Result<bool> {
    match done {
        Ok(()) => Ok(true),
        Err(Error::Refused(Refusal::Stale)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Stores the verdict. If the rule may decide by itself, the decision and its messages are part of the same commit.
async fn store_result(
    app: &App,
    (access, aggregate): (&RequestAccess<Change>, &RequestAggregate),
    due: &DueVerification,
    rule: &Rule,
    result: &Verification,
    sealed: &Verified,
) -> Result<()> {
    if decision(aggregate, due, rule, result.verdict).is_some() {
        let decide = |aggregate: &RequestAggregate, at: &EntityClock| {
            let decided = decision(aggregate, due, rule, result.verdict);
            let (event, action, reason) = decided.ok_or_else(|| refusal(RuleViolation::WrongState))?;
            let reason_code = reason.map(|reason| reason.name().to_owned());
            let taken = ActionTaken { reason_code, ..taken(access, due, result.verdict, at, action) };
            let mut outcome = Outcome::by(aggregate, &event, at, taken)?;
            outcome.more.push(verified(access.permit(), due, sealed, &at.now));
            Ok(outcome)
        };
        match change(app, access, &due.txn_ref_no, None, decide).await {
            Ok(_) => return Ok(()),
            // The request is closed, or a person was faster.
            Err(Error::Refused(Refusal::Conflict(_))) => {}
            Err(error) => return Err(error),
        }
    }
    // The request itself does not change, so that nobody who is working on it is disturbed.
    let at = entity_clock(app, access).await?;
    if !due.has_rule() {
        return app.store.store_reading(access.permit(), due, sealed, &at.now).await;
    }
    let entry = taken(access, due, result.verdict, &at, RequestAction::Verify).entry(aggregate, None);
    let batch = Batch::audited(entry).and(verified(access.permit(), due, sealed, &at.now));
    app.store.commit(access.permit(), batch).await?;
    live::publish_change(app, access, aggregate, None).await;
    Ok(())
}

fn taken(
    access: &RequestAccess<Change>,
    due: &DueVerification,
    verdict: RuleVerdict,
    at: &EntityClock,
    action: RequestAction,
) -> ActionTaken {
    let detail = json!({ "verdict": verdict, "ruleCode": due.rule_code, "versionNo": due.version });
    ActionTaken { document: Some(due.document), detail, ..step(access, None, at, action) }
}

/// What the rule does by itself to the newest version. Without levels of review it accepts what passes and leaves the
/// rest to a person, who is told. Text that was not read never rejects.
fn decision(
    aggregate: &RequestAggregate,
    due: &DueVerification,
    rule: &Rule,
    verdict: RuleVerdict,
) -> Option<(Event, RequestAction, Option<RejectReason>)> {
    let document = due.document;
    let versions = aggregate.versions.iter().filter(|row| row.document == document);
    let is_newest = versions.map(|row| row.number).max() == Some(due.version);
    let has_levels = aggregate.request.levels > 0;
    match (verdict, rule.mode) {
        _ if !is_newest || !due.has_rule() => None,
        (RuleVerdict::Fail, RuleMode::AutoReject) => {
            let reason = rule.reject_reason.unwrap_or(RejectReason::Wrong);
            Some((Event::RuleRejects { document }, RequestAction::Reject, Some(reason)))
        }
        _ if has_levels => None,
        (RuleVerdict::Pass | RuleVerdict::None, _) => {
            Some((Event::RuleAccepts { document }, RequestAction::Accept, None))
        }
        _ => Some((Event::RuleAdvises { document }, RequestAction::Verify, None)),
    }
}
