//! The evidence pack of a request: documents, decisions, messages, timeline and audit entries as one signed zip.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::time::Duration;

use bytes::Bytes;
use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess, View};
use domain::message::Message;
use domain::request::RequestAction;
use futures_util::stream;
use ports::{OpenFile, Pieces};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::requests::{FileRow, RequestAggregate};
use store::{Batch, Signer};
use tokio::time::Instant;

use super::certificate::{shown_time, software};
use super::chain::{AuditPart, Checkpoint};
use super::pdf::Thumbnail;
use super::signed::HashWriter;
use super::timeline::Heading;
use super::{index, signed, timeline};
use crate::archive::Archive;
use crate::context::{EntityClock, entity_clock, load, step};
use crate::requests::{RequestView, document_view, event, is_private, messages};
use crate::wording::Locale;
use crate::{App, Error, Result, documents, temp_file};

pub const TYPE: &str = "docz.evidence-pack";
pub const MANIFEST: &str = "manifest.json";
pub const AUDIT: &str = "audit.json";
/// More than a request ever has; a reader is not expected to page through a pack.
const MAX_MESSAGES: i64 = 100_000;
/// How long a pack waits for its masked copies in all: less than a call may take.
const MAX_WAIT: Duration = Duration::from_secs(90);
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// A file of a pack.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PackFile {
    pub name: String,
    pub size: u64,
    pub sha256: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<PackDocument>,
}

/// The version that a file belongs to.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PackDocument {
    pub document_no: u32,
    pub version_no: u32,
    pub title: String,
    /// Of the file as it was sent; differs when the pack has a masked copy.
    pub original_sha256: String,
    pub is_masked: bool,
}

/// A file that is not in the pack.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AbsentFile {
    pub document_no: u32,
    pub version_no: u32,
    pub title: String,
    pub sha256: String,
    /// `purged`, `quarantined`, or `originalOnly`: an Aadhaar number was expected in it and not found.
    pub reason: String,
    pub purged_on: Option<String>,
}

/// The content of `manifest.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    pub r#type: String,
    pub version: u32,
    pub country_code: String,
    pub entity_code: String,
    pub entity_name: String,
    pub txn_ref_no: String,
    pub made_on: String,
    pub made_by: String,
    pub software: String,
    pub files: Vec<PackFile>,
    pub absent: Vec<AbsentFile>,
}

/// A pack in the making.
struct Pack {
    archive: Archive,
    files: Vec<PackFile>,
}

impl Pack {
    async fn add_bytes(&mut self, name: &str, bytes: Vec<u8>) -> Result<()> {
        let (size, sha256) = (bytes.len() as u64, hex::encode(Sha256::digest(&bytes)));
        let name = self.archive.add(&[name], once(bytes)).await?;
        self.files.push(PackFile { name, size, sha256, document: None });
        Ok(())
    }

    async fn add_json(&mut self, name: &str, value: &Value) -> Result<()> {
        self.add_bytes(name, serde_json::to_vec_pretty(value).map_err(Error::internal)?).await
    }

    /// For `sha256sum -c` in the unpacked folder.
    async fn add_sums(&mut self) -> Result<()> {
        let sums: String = self.files.iter().map(|file| format!("{}  {}\n", file.sha256, file.name)).collect();
        self.add_bytes("SHA256SUMS", sums.into_bytes()).await
    }

    /// Adds the manifest, and signs both it and the whole file.
    async fn finish(mut self, signer: Signer, mut manifest: Manifest) -> Result<OpenFile> {
        manifest.files = self.files;
        let bytes = signed::sign_json(&signer, &manifest)?;
        self.archive.add(&[MANIFEST], once(bytes)).await?;
        // The comment at the end of a zip has room for the signature of everything before it.
        let file = self.archive.finish_with(" ".repeat(signed::LINE)).await?;
        let sealed = tokio::task::spawn_blocking(move || seal(file, &signer)).await.map_err(Error::internal)?;
        temp_file::stream(sealed.map_err(Error::internal)?)
    }
}

fn once(bytes: Vec<u8>) -> Pieces<'static> {
    Box::pin(stream::once(std::future::ready(Ok(Bytes::from(bytes)))))
}

/// Replaces the last bytes of a file by its signature.
fn seal(mut file: File, signer: &Signer) -> std::io::Result<File> {
    let length = file.seek(SeekFrom::End(0))?.saturating_sub(signed::LINE as u64);
    file.seek(SeekFrom::Start(0))?;
    let mut before = Sha256::new();
    std::io::copy(&mut std::io::Read::take(&mut file, length), &mut HashWriter(&mut before))?;
    file.seek(SeekFrom::Start(length))?;
    file.write_all(signed::sign(signer, before).as_bytes())?;
    Ok(file)
}

/// The evidence pack of a request, its timeline in the caller's language. It is in the audit log before the first byte
/// is sent, and only if its documents could be prepared.
pub async fn pack(
    app: &App,
    (actor, locale): (&Actor, Locale),
    (see, taken): (&RequestAccess<View>, &RequestAccess<Change>),
    txn_ref_no: &str,
) -> Result<OpenFile> {
    let at = entity_clock(app, see).await?;
    let aggregate = load(app, see, txn_ref_no, &at).await?;
    let txn_ref_no = &*aggregate.request.txn_ref_no.clone();
    let scope = see.permit().scope();
    let mut pack = Pack { archive: Archive::start()?, files: Vec::new() };
    let deadline = Instant::now() + MAX_WAIT;
    let absent = add_documents(app, see, &aggregate, &mut pack, deadline).await?;
    // Masked copies take a while.
    let at = entity_clock(app, see).await?;
    let done = step(taken, Some(&aggregate), &at, RequestAction::Evidence);
    app.store.commit(taken.permit(), Batch::audited(done.entry(&aggregate, None))).await?;
    let reader = RequestView { actor, access: see, at: &at };
    pack.add_json("decisions.json", &decisions(&reader, &aggregate)).await?;
    let sent = messages(app, see, txn_ref_no, MAX_MESSAGES).await?;
    let remarks = documents::remarks(app, see, txn_ref_no).await?;
    pack.add_json("messages.json", &json!({ "messages": sent, "remarks": remarks })).await?;

    let mut entries = app.store.chain_of(see.permit(), "docrequest", txn_ref_no).await?;
    // Read after the entries, so that it is not older than they are.
    let checkpoint = Checkpoint { at: at.now.clone(), tips: app.store.chain_tips(see.permit()).await? };
    let mut events: Vec<Value> =
        entries.iter().map(|entry| event(&entry.at, &entry.actor, &entry.action, entry.parsed())).collect();
    events.sort_by(|one, other| one["at"].as_str().cmp(&other["at"].as_str()));
    let entity_name = app.store.entity_look(taken.permit()).await?.unwrap_or_default().display_name;
    let people = people(app, see, actor, &aggregate, &events).await?;
    let heading = Heading { entity: entity_name.clone(), facts: Vec::new(), people };
    let signer = app.store.signer(scope).await?;
    let content = index::Content {
        thumbnails: thumbnails(app, see, &aggregate, deadline).await,
        messages: sent,
        events: events.clone(),
        fingerprint: signed::fingerprint(&signer.public_key()),
        aggregate,
    };
    let drawn = drawn(app, (actor, locale), heading, content, &at).await?;
    pack.add_bytes("timeline.pdf", drawn.timeline).await?;
    pack.add_bytes("index.pdf", drawn.index).await?;
    pack.add_json("timeline.json", &Value::Array(events)).await?;

    let withheld = entries.iter_mut().filter(|entry| is_private(&entry.actor, &entry.action));
    withheld.for_each(store::audit::ChainEntry::withhold);
    let part = AuditPart::new(scope, txn_ref_no, entries, checkpoint);
    pack.add_bytes(AUDIT, signed::sign_json(&signer, &part)?).await?;
    pack.add_sums().await?;
    let manifest = Manifest {
        r#type: TYPE.to_owned(),
        version: 1,
        country_code: scope.country.clone(),
        entity_code: scope.entity.clone(),
        entity_name,
        txn_ref_no: txn_ref_no.to_owned(),
        made_on: at.now.clone(),
        made_by: actor.user_id.clone(),
        software: software(),
        files: Vec::new(),
        absent,
    };
    pack.finish(signer, manifest).await
}

/// Adds the files of every submitted version. Returns those that cannot be added.
async fn add_documents(
    app: &App,
    see: &RequestAccess<View>,
    aggregate: &RequestAggregate,
    pack: &mut Pack,
    deadline: Instant,
) -> Result<Vec<AbsentFile>> {
    let mut absent = Vec::new();
    let mut submitted: Vec<&FileRow> = aggregate.files.iter().filter(|file| file.version > 0).collect();
    submitted.sort_by_key(|file| (file.document, file.version));
    for file in submitted {
        let title = aggregate.document(file.document).map(|row| row.title.clone()).unwrap_or_default();
        if file.purged_on.is_some() || file.is_infected() {
            absent.push(absent_file(file, title, if file.purged_on.is_some() { "purged" } else { "quarantined" }));
            continue;
        }
        let content = documents::content_of(see, aggregate, file);
        let shown = match retry_until(deadline, || documents::shown_file(app, &content)).await {
            Err(error) if documents::original_only_reason(&error).is_some() => {
                absent.push(absent_file(file, title, "originalOnly"));
                continue;
            }
            other => other?,
        };
        let plain: String = title.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
        let name = format!("{:02} {} v{} - {}", file.document, plain.trim(), file.version, shown.name);
        let name = pack.archive.add(&["documents", &name], shown.pieces).await?;
        let document = PackDocument {
            document_no: file.document,
            version_no: file.version,
            title,
            original_sha256: file.sha256.clone(),
            is_masked: shown.sha256 != file.sha256,
        };
        pack.files.push(PackFile { name, size: shown.size, sha256: shown.sha256, document: Some(document) });
    }
    Ok(absent)
}

fn absent_file(file: &FileRow, title: String, reason: &str) -> AbsentFile {
    AbsentFile {
        document_no: file.document,
        version_no: file.version,
        title,
        sha256: file.sha256.clone(),
        reason: reason.to_owned(),
        purged_on: file.purged_on.clone(),
    }
}

/// Repeats work that the inspector has no time for now. Pages that were drawn are cached, so a repetition continues
/// after them, also that of the next call.
async fn retry_until<T, W: Future<Output = Result<T>>>(deadline: Instant, work: impl Fn() -> W) -> Result<T> {
    let repeated = async {
        loop {
            match work().await {
                Err(Error::Unavailable(_) | Error::Refused(Refusal::TooManyTries { .. })) => {
                    tokio::time::sleep(RETRY_INTERVAL).await;
                }
                other => return other,
            }
        }
    };
    let ended = tokio::time::timeout_at(deadline, repeated).await;
    ended.unwrap_or_else(|_| Err(Refusal::Conflict(Message::plain("evidenceNotReady")).into()))
}

/// The first page of the newest version of each document, covered as the reader sees it. What cannot be shown, or not
/// in time, is left out.
async fn thumbnails(
    app: &App,
    see: &RequestAccess<View>,
    aggregate: &RequestAggregate,
    deadline: Instant,
) -> HashMap<u32, Thumbnail> {
    let mut all = HashMap::new();
    for row in &aggregate.documents {
        let shown = |file: &&FileRow| {
            file.document == row.number && file.version > 0 && file.purged_on.is_none() && !file.is_infected()
        };
        let Some(file) = aggregate.files.iter().filter(shown).max_by_key(|file| file.version) else { continue };
        let content = documents::content_of(see, aggregate, file);
        let page = retry_until(deadline, || documents::thumbnail(app, &content)).await;
        if let Ok(page) = page {
            let is_png = page.content_type == "image/png";
            all.insert(row.number, Thumbnail { is_png, bytes: page.bytes.to_vec() });
        }
    }
    all
}

/// What was decided about the request and each of its documents.
fn decisions(reader: &RequestView<View>, aggregate: &RequestAggregate) -> Value {
    let (request, state) = (&aggregate.request, aggregate.state());
    let documents = aggregate.documents.iter().map(|row| {
        let mut shown = document_view(reader, aggregate, &state, row);
        if let Some(map) = shown.as_object_mut() {
            // What the caller may do now is no evidence, and what a rule read is in the documents themselves.
            ["allowed", "staged", "needsSecondPerson"].iter().for_each(|name| drop(map.shift_remove(*name)));
            map.get_mut("verification").and_then(Value::as_object_mut).and_then(|map| map.shift_remove("details"));
        }
        shown
    });
    json!({
        "txnRefNo": request.txn_ref_no, "transactionStatus": request.status.name(),
        "decision": request.decision.map(|decision| decision.name()), "reason": request.reason,
        "createdOn": request.created_on, "sentOn": request.sent_on, "closedOn": request.closed_on,
        "owner": request.owner, "levels": request.levels, "documents": documents.collect::<Vec<_>>(),
    })
}

/// Names of the parties, of the staff in the timeline, and of the caller, by their ids.
async fn people(
    app: &App,
    see: &RequestAccess<View>,
    actor: &Actor,
    aggregate: &RequestAggregate,
    events: &[Value],
) -> Result<HashMap<String, String>> {
    let staff = events.iter().filter(|event| event["bySide"] == "staff").filter_map(|event| event["actor"].as_str());
    let mut ids: Vec<String> = staff.chain([actor.user_id.as_str()]).map(str::to_owned).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut names = app.store.staff_names(see.permit(), &ids).await?;
    names.extend(aggregate.parties.iter().map(|party| (party.user_id.clone(), party.full_name())));
    Ok(names)
}

/// The pages of a pack.
struct Drawn {
    timeline: Vec<u8>,
    index: Vec<u8>,
}

async fn drawn(
    app: &App,
    (actor, locale): (&Actor, Locale),
    mut heading: Heading,
    content: index::Content,
    at: &EntityClock,
) -> Result<Drawn> {
    let wording = app.wording.clone();
    let say = move |key: &str| wording.text(locale, key);
    let own = |key: &str| say(&format!("letter.evidence.{key}")).unwrap_or_default();
    let zone = at.zone.clone();
    let made_on = format!("{} ({})", shown_time(&at.now, &zone, &own), zone.iana_name().unwrap_or("UTC"));
    let request = &content.aggregate.request;
    let status = request.status.name();
    heading.facts = vec![
        (own("request"), request.txn_ref_no.clone()),
        (own("customer"), request.customer.customer_name.clone()),
        (own("status"), say(&format!("status.{status}")).unwrap_or_else(|| status.to_owned())),
        (own("madeOn"), made_on),
        (own("madeBy"), heading.person(&actor.user_id)),
    ];
    let work = move || {
        Ok(Drawn {
            timeline: timeline::draw(&heading, &content.events, &zone, locale.language(), &say)?,
            index: index::draw(&heading, &content, &zone, locale.language(), &say)?,
        })
    };
    tokio::task::spawn_blocking(work).await.map_err(Error::internal)?
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn busy() -> Error {
        Error::Unavailable("too many files are parsed".to_owned())
    }

    #[tokio::test]
    async fn a_busy_inspector_is_asked_again() {
        let attempts = Cell::new(0);
        let work = async || {
            attempts.set(attempts.get() + 1);
            match attempts.get() {
                1 => Err(busy()),
                2 => Err(Refusal::TooManyTries { retry_after_seconds: 10 }.into()),
                count => Ok(count),
            }
        };
        assert_eq!(retry_until(Instant::now() + MAX_WAIT, work).await.unwrap(), 3);
    }

    #[tokio::test]
    async fn an_inspector_that_stays_busy_or_does_not_answer_gets_a_refusal_that_says_what_to_do() {
        let soon = || Instant::now() + Duration::from_millis(20);
        let refused = |ended: Result<()>| match ended {
            Err(Error::Refused(Refusal::Conflict(message))) => message.key,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(retry_until(soon(), async || Err(busy())).await), "evidenceNotReady");
        assert_eq!(refused(retry_until(soon(), async || std::future::pending().await).await), "evidenceNotReady");
    }

    #[tokio::test]
    async fn other_errors_end_the_wait() {
        let ended =
            retry_until(Instant::now() + MAX_WAIT, async || Err::<(), _>(Refusal::DocumentDamaged.into())).await;
        assert!(matches!(ended, Err(Error::Refused(Refusal::DocumentDamaged))), "{ended:?}");
    }
}
