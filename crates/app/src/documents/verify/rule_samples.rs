//! Sample documents of a verification rule: uploaded to try drafts on, read by the job `read-samples`, deleted after 90
//! days.

use domain::Refusal;
use domain::access::{Change, Permit, system};
use domain::document::Scan;
use domain::verification::DocumentText;
use jiff::SignedDuration;
use ports::{FileFacts, Pieces};
use serde_json::{Value, json};
use store::Error;
use store::audit::stamp;
use store::requests::FileRow;
use store::rule_samples::{DueSample, RuleSample, infected_sample, owner};

use super::locate::{MAX_READING, Purpose, read_file};
use crate::context::Pass;
use crate::context::lease::{hold, lease_end};
use crate::documents::receive::intake::{Received, UploadRules, inspect_received, too_large};
use crate::documents::receive::scan;
use crate::documents::receive::stage::{receive, undo};
use crate::files::inspection_queue::Caller;
use crate::files::{MIB, RecordedFile, context, remove_file, stored};
use crate::{App, Result};

const MAX_SAMPLES: i64 = 20;
const MAX_BYTES: u64 = 10 * MIB;
/// Files whose words can be recognised.
const ACCEPTED: &str = "pdf,png,jpg,tiff,webp,bmp,gif";
/// Samples are test data and not kept longer.
const KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);
/// How long a sample waits that could not be read.
const RETRY: SignedDuration = SignedDuration::from_secs(240);
/// A sample that ended its process this often is given up.
const MAX_TRIES: i64 = 3;
const BATCH_SIZE: i64 = 20;

/// Stores a sample of a rule. The job `read-samples` reads it.
pub async fn add_sample(
    app: &App,
    permit: &Permit<Change>,
    rule_code: &str,
    (file_name, declared): (&str, Option<u64>),
    body: Pieces<'_>,
) -> Result<Value> {
    if declared.is_some_and(|length| length > MAX_BYTES) {
        return Err(too_large(MAX_BYTES).into());
    }
    let rules = UploadRules { file_name, accepted: ACCEPTED, max_bytes: MAX_BYTES, sha256: None };
    let file_id = uuid::Uuid::now_v7().simple().to_string();
    let context = context(permit.scope(), &owner(rule_code), 0, &file_id);
    let slot = || app.inspections.uploads.take(Caller::of(permit));
    let (received, parsed) = receive(app, &rules, &context, (declared, body), slot).await?;
    let mut sample = recorded(app, permit, rule_code, file_id, &received);
    if let Err(error) = scanned(app, permit, &received, &sample).await {
        return undo(app, &received.stored.id, error).await;
    }
    let facts = match parsed {
        Some(Ok(facts)) => facts,
        Some(Err(error)) => return undo(app, &received.stored.id, error).await,
        None => inspect_received(app.files.as_ref(), app.inspector.as_ref(), slot(), &received).await?,
    };
    sample.file.pages = pages(&facts);
    if let Err(error) = app.store.add_rule_sample(permit, &sample, MAX_SAMPLES).await {
        return undo(app, &received.stored.id, error).await;
    }
    app.trials.sample_signal().notify_one();
    Ok(sample_view(&sample))
}

fn pages(facts: &FileFacts) -> Option<i64> {
    facts.pages.map(i64::from)
}

fn recorded(app: &App, permit: &Permit<Change>, rule_code: &str, file_id: String, received: &Received) -> RuleSample {
    let file = FileRow {
        file_id,
        document: 0,
        version: 0,
        uploaded_by: permit.actor().to_owned(),
        uploaded_on: stamp(app.clock.now()),
        file_name: received.file_name.clone(),
        content_type: received.file_type.content_type().to_owned(),
        size: i64::try_from(received.size).unwrap_or(i64::MAX),
        pages: None,
        sha256: received.sha256.clone(),
        storage_id: received.stored.id.clone(),
        sealed_key: received.stored.sealed_key.clone(),
        scan: Scan::NotScanned,
        purged_on: None,
    };
    RuleSample { rule_code: rule_code.to_owned(), file, text: None }
}

/// Nothing is kept of an infected sample, nor of one that a configured scanner could not scan: no job does it later.
async fn scanned(app: &App, permit: &Permit<Change>, received: &Received, sample: &RuleSample) -> Result<()> {
    let found = scan::at_upload(app, &received.stored).await?;
    match found.scan {
        Scan::Infected => {
            app.store.commit(permit, infected_sample(sample, &found.signature)).await?;
            Err(scan::infected().into())
        }
        Scan::NotScanned if app.scanner.is_some() => Err(Error::Unavailable("the scanner does not answer".to_owned())),
        _ => Ok(()),
    }
}

/// Removes a sample and its file.
pub async fn remove_sample(app: &App, permit: &Permit<Change>, rule_code: &str, sample_id: &str) -> Result<()> {
    let samples = app.store.rule_samples(permit, rule_code).await?;
    let sample = samples.iter().find(|sample| sample.file.file_id == sample_id).ok_or(Refusal::NotFound)?;
    app.store.remove_rule_sample(permit, sample).await?;
    remove_file(app, &sample.file.storage_id).await
}

/// The samples of a rule, newest first.
pub async fn samples(app: &App, permit: &Permit<Change>, rule_code: &str) -> Result<Vec<Value>> {
    Ok(app.store.rule_samples(permit, rule_code).await?.iter().map(sample_view).collect())
}

pub(crate) fn sample_view(sample: &RuleSample) -> Value {
    let FileRow { file_id, file_name, size, pages, uploaded_by, uploaded_on, .. } = &sample.file;
    json!({
        "sampleId": file_id,
        "fileName": file_name,
        "size": size,
        "pages": pages,
        "uploadedBy": uploaded_by,
        "uploadedOn": uploaded_on,
        "isRead": sample.text.is_some(),
    })
}

/// Reads the samples that wait. One that fails is left for a later pass and does not stop the others.
pub async fn read_samples(app: &App, pass: &mut Pass) -> Result<()> {
    for due in app.store.due_rule_samples(&stamp(app.shared_now()), BATCH_SIZE).await? {
        if pass.is_stopping() {
            return Ok(());
        }
        let key = format!("{}/{}/{}", due.entity, due.sample.rule_code, due.sample.file.file_id);
        let outcome = read(app, &due).await;
        pass.count(&key, outcome)?;
    }
    Ok(())
}

/// False: another node has claimed the sample.
async fn read(app: &App, due: &DueSample) -> Result<bool> {
    let permit = system::requests(&due.country, &due.entity);
    match app.store.claim_rule_sample(&permit, due, &lease_end(app)).await {
        Ok(()) => {}
        Err(Error::Refused(Refusal::Stale)) => return Ok(false),
        Err(error) => return Err(error),
    }
    let renew = || async { app.store.renew_rule_sample(&permit, due, &lease_end(app)).await };
    let outcome = hold(read_and_store(app, &permit, due), renew).await.unwrap_or(Ok(false));
    if outcome.is_err() {
        app.store.renew_rule_sample(&permit, due, &stamp(app.shared_now() + RETRY)).await?;
    }
    outcome
}

async fn read_and_store(app: &App, permit: &Permit<Change>, due: &DueSample) -> Result<bool> {
    let is_given_up = due.tries >= MAX_TRIES;
    let text = if is_given_up { DocumentText::default() } else { words(app, permit, &due.sample).await? };
    app.store.store_sample_text(permit, &due.sample, &text, &stamp(app.clock.now())).await?;
    Ok(true)
}

async fn words(app: &App, permit: &Permit<Change>, sample: &RuleSample) -> Result<DocumentText> {
    let file = RecordedFile {
        stored: stored(permit.scope(), &owner(&sample.rule_code), &sample.file),
        size: u64::try_from(sample.file.size).unwrap_or(0),
        sha256: sample.file.sha256.clone(),
    };
    let purpose = Purpose { expects_number: false, has_rule: true };
    let read = tokio::time::timeout(MAX_READING, read_file(app, &file, &sample.file, purpose)).await;
    // What was located in the pictures stays with the words.
    read.map_or_else(|_| Ok(DocumentText::default()), |read| Ok(read?.text))
}

/// Removes samples that are too old. Their files have no record then, and are swept.
pub(crate) async fn remove_old(app: &App, pass: &mut Pass) -> Result<()> {
    let before = stamp(app.clock.now() - KEPT);
    for DueSample { country, entity, sample, .. } in app.store.old_rule_samples(&before, BATCH_SIZE).await? {
        let permit = system::requests(&country, &entity);
        let key = format!("{entity}/{}/{}", sample.rule_code, sample.file.file_id);
        let removed = app.store.remove_rule_sample(&permit, &sample).await.map(|()| true);
        pass.count(&key, removed)?;
    }
    Ok(())
}
