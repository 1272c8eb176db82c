//! Automatic verification: reads the files of submitted versions and compares their words with the document's rule.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use domain::Refusal;
use domain::access::{Change, RequestAccess};
use domain::document::{FileType, file_name};
use domain::request::{Event, RejectReason, RequestAction, RuleViolation};
use domain::verification::{DocumentText, PageText, RuleMode, RuleVerdict, UnreadPage, Verification, aadhaar, verify};
use futures_util::TryStreamExt;
use futures_util::stream::{FuturesUnordered, StreamExt};
use jiff::SignedDuration;
use serde_json::json;
use store::audit::stamp;
use store::requests::{ActionTaken, DueVerification, FileRow, RequestAggregate, Rule, Verified, verified};
use store::{Batch, Error};

use super::content::recorded;
use super::read::{self, RecordedFile};
use crate::jobs::{Pass, hold, lease_end};
use crate::requests::{EntityClock, Outcome, change, entity_clock, live, load, refusal, step};
use crate::{App, Result};

/// Documents read at the same time.
const WORKERS: usize = 2;
/// Documents looked up at once. Tenants take turns within them.
const BATCH_SIZE: i64 = 8;
/// How long a document may take to be read.
pub(super) const MAX_READING: Duration = Duration::from_secs(180);
/// How long a document waits that could not be read.
const RETRY: SignedDuration = SignedDuration::from_secs(240);
/// A document that ended its process this often is given up.
const MAX_TRIES: i64 = 3;
/// Words of a document after which no further file is read.
const MAX_WORDS: usize = 20_000;
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
                let due = app.store.due_verifications(&stamp(app.shared_now()), BATCH_SIZE).await?;
                let key = |due: &Result<DueVerification>| due.as_ref().map_or_else(key_of, DueVerification::key);
                waiting = due.into_iter().filter(|due| !failed.contains(&key(due))).collect();
                if waiting.is_empty() {
                    return Ok(());
                }
            }
            None => return Ok(()),
        }
    }
}

fn key_of(error: &Error) -> String {
    if let Error::Unreadable { key, .. } = error { key.clone() } else { String::new() }
}

/// Verifies one version. False: another node has claimed or verified it.
async fn verify_one(app: &App, due: &DueVerification) -> Result<bool> {
    let access = RequestAccess::system(&due.country, &due.entity);
    match app.store.claim_verification(access.permit(), due, &lease_end(app)).await {
        Ok(()) => {}
        Err(Error::Refused(Refusal::Stale)) => return Ok(false),
        Err(error) => return Err(error),
    }
    let renew = || async {
        app.store.renew_verification(access.permit(), due, &lease_end(app)).await?;
        Ok(true)
    };
    let outcome = hold(read_and_store(app, &access, due), renew).await.unwrap_or(Ok(false));
    if outcome.is_err() {
        let later = stamp(app.shared_now() + RETRY);
        app.store.renew_verification(access.permit(), due, &later).await?;
    }
    outcome
}

async fn read_and_store(app: &App, access: &RequestAccess<Change>, due: &DueVerification) -> Result<bool> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, &due.txn_ref_no, &at).await?;
    let text = read_text(app, access, &aggregate, due).await?;
    let rule = app.store.rule(access.permit(), &due.rule_code).await?;
    let details = rule.details.clone();
    // Large texts take a while, and other tasks of this thread would wait.
    let compare = move || (verify(&details, &text), aadhaar::covered_areas(&text), text);
    let (result, covered, mut text) = tokio::task::spawn_blocking(compare).await.map_err(Error::internal)?;
    if !due.has_rule() {
        // No rule will be tried on these words.
        text = DocumentText::default();
    }
    let sealed = app.store.seal_verification(access.permit(), due, &result, (&text, &covered)).await?;
    match store_result(app, (access, &aggregate), due, &rule, &result, &sealed).await {
        Ok(()) => Ok(true),
        Err(Error::Refused(Refusal::Stale)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The words of all files of the version. A file that is damaged, too slow or of no use has none.
async fn read_text(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    due: &DueVerification,
) -> Result<DocumentText> {
    let is_own = |file: &&FileRow| file.document == due.document && file.version == due.version && !file.is_infected();
    let files: Vec<&FileRow> = aggregate.files.iter().filter(is_own).collect();
    let mut text = DocumentText { is_complete: true, ..DocumentText::default() };
    let mut done = 0;
    let work = async {
        for file in &files {
            let words = text.pages.iter().map(|page| page.words.len()).sum::<usize>();
            if due.tries >= MAX_TRIES || words > MAX_WORDS {
                break;
            }
            let read = file_text(app, &recorded(access, &due.txn_ref_no, file), file).await?;
            text.is_complete &= read.is_complete;
            text.pages.extend(read.pages);
            text.unread.extend(read.unread);
            done += 1;
        }
        Ok(())
    };
    if let Ok(Err(error)) = tokio::time::timeout(MAX_READING, work).await {
        return Err(error);
    }
    let left_out = files.iter().skip(done).filter(|file| kind_of(file).is_some_and(|kind| !kind.is_container()));
    text.unread.extend(left_out.flat_map(|file| unread_pages(file, 1..=page_count(file))));
    text.is_complete &= done == files.len();
    Ok(text)
}

fn kind_of(file: &FileRow) -> Option<FileType> {
    file_name::extension(&file.file_name).and_then(FileType::of_extension)
}

fn page_count(file: &FileRow) -> u32 {
    file.pages.and_then(|pages| u32::try_from(pages).ok()).unwrap_or(1)
}

fn unread_pages(file: &FileRow, pages: impl IntoIterator<Item = u32>) -> impl Iterator<Item = UnreadPage> {
    pages.into_iter().map(|page| UnreadPage { file_id: file.file_id.clone(), page })
}

/// The words of one file; none if it is damaged or of another kind.
pub(super) async fn file_text(app: &App, recorded: &RecordedFile, file: &FileRow) -> Result<DocumentText> {
    let bytes = match whole_file(app, recorded).await {
        Ok(bytes) => Some(bytes),
        Err(Error::Refused(_)) => None,
        Err(error) => return Err(error),
    };
    let (Some(kind), Some(bytes)) = (kind_of(file), bytes) else {
        return Ok(DocumentText::default());
    };
    let pages = file.pages.and_then(|pages| u32::try_from(pages).ok());
    let read = app.text_reader.read(kind, bytes, pages).await.map_err(Error::internal)?;
    let page = |(page, words)| PageText { file_id: file.file_id.clone(), page, words };
    Ok(DocumentText {
        pages: read.pages.into_iter().map(page).collect(),
        unread: unread_pages(file, read.unread).collect(),
        is_complete: read.is_complete,
    })
}

async fn whole_file(app: &App, recorded: &RecordedFile) -> Result<Bytes> {
    let read = async || {
        let opened = read::open(app, recorded).await?;
        let bytes = opened.pieces.try_collect::<BytesMut>().await.map_err(|error| read::read_fault(&error))?;
        Ok(bytes.freeze())
    };
    match read().await {
        // It may have been moved to another store meanwhile.
        Err(Error::Unavailable(_)) => read().await,
        other => other,
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
        app.store.store_reading(access.permit(), due, sealed, &at.now).await?;
        if sealed.covers_something() {
            live::publish_change(app, access, aggregate, None).await;
        }
        return Ok(());
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
