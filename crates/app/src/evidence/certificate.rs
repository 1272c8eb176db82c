//! The destruction certificate of a purge run: signed JSON, and a PDF of it for people.
//!
//! A run may destroy 100,000 documents, so the list itself is not stored twice: the run keeps the first line, the
//! totals and the signature, and the list is written again from the run's items. An item that was changed afterwards
//! breaks the signature, and such a certificate is not handed out.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};

use domain::Refusal;
use domain::access::{Change, Permit, Reach, Scope};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use ports::OpenFile;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::retention::{CertifiedRun, PurgeItem, store_certificate};
use store::{Batch, Entry};

use super::pdf::{Column, Sheet};
use super::signed;
use crate::wording::Locale;
use crate::{App, Error, Result, temp_file};

pub const TYPE: &str = "docz.destruction-certificate";
const PAGE: u32 = 500;
/// The PDF lists this many items and refers to the JSON for the others.
const MAX_PDF_ITEMS: u32 = 2_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CertificateFormat {
    Json,
    Pdf,
}

impl CertificateFormat {
    pub fn parse(name: &str) -> Option<CertificateFormat> {
        match name {
            "json" => Some(CertificateFormat::Json),
            "pdf" => Some(CertificateFormat::Pdf),
            _ => None,
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            CertificateFormat::Json => "application/json",
            CertificateFormat::Pdf => "application/pdf",
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            CertificateFormat::Json => "json",
            CertificateFormat::Pdf => "pdf",
        }
    }
}

/// How many items of each kind were destroyed, and how many a hold kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Totals {
    pub items: u64,
    pub rejected: u64,
    pub documents: u64,
    pub records: u64,
    pub kept: i64,
}

impl Totals {
    pub fn count(&mut self, kind: &str) {
        self.items += 1;
        match kind {
            "rejected" => self.rejected += 1,
            "documents" => self.documents += 1,
            _ => self.records += 1,
        }
    }
}

/// What a run keeps of its certificate: everything but the list.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    /// The first line, up to the list.
    head: String,
    totals: Totals,
    /// The last line.
    signature: String,
    /// The SHA-256 of the whole file.
    sha256: String,
}

/// Certifies every ended run of the entity that has no certificate yet: the last one, and one that was interrupted
/// here.
pub async fn certify_ended(app: &App, permit: &Permit<Change>) -> Result<()> {
    for run_id in app.store.uncertified_runs(permit).await? {
        certify(app, permit, &run_id).await?;
    }
    Ok(())
}

/// Writes the certificate of a finished run and signs it. A run that has one keeps it. Returns its id.
pub async fn certify(app: &App, permit: &Permit<Change>, run_id: &str) -> Result<String> {
    let run = app.store.certified_run(permit, run_id).await?.ok_or(Refusal::NotFound)?;
    if let Some(known) = run.certificate_id {
        return Ok(known);
    }
    let certificate_id = format!("DC-{}", run.run_id);
    let head = head(app, permit, &run, &certificate_id).await?;
    let mut hash = Sha256::new();
    let totals = write_list(app, permit, &run, &head, &mut signed::HashWriter(&mut hash)).await?;
    let signature = signed::sign(&app.store.signer(permit.scope()).await?, hash.clone());
    hash.update(&signature);
    let kept = Kept { head, totals, signature, sha256: hex::encode(hash.finalize()) };
    let detail = json!({ "runId": run.run_id, "items": kept.totals.items, "sha256": kept.sha256 });
    let entry = Entry { action: "certify", resource: "retention", key: certificate_id.clone(), detail };
    let text = serde_json::to_string(&kept).map_err(Error::internal)?;
    let batch = Batch::audited(entry).and(store_certificate(permit, &run.run_id, &certificate_id, &text));
    match app.store.commit(permit, batch).await {
        // Another node, or a pass that was interrupted in its commit, has certified the run: the id is the same.
        Ok(()) | Err(Error::Refused(Refusal::Stale)) => Ok(certificate_id),
        Err(error) => Err(error),
    }
}

async fn head(app: &App, permit: &Permit<Change>, run: &CertifiedRun, certificate_id: &str) -> Result<String> {
    let Scope { country, entity, .. } = permit.scope();
    let name = app.store.entity_look(permit).await?.unwrap_or_default().display_name;
    let now = store::audit::stamp(app.clock.now());
    let head = json!({
        "type": TYPE, "version": 1, "certificateId": certificate_id,
        "entity": { "countryCode": country, "entityCode": entity, "name": name },
        "runId": run.run_id, "startedOn": run.started_on, "endedOn": run.ended_on, "issuedOn": now,
        "software": software(),
    });
    let text = head.to_string();
    Ok(format!("{},\"items\":[\n", text.strip_suffix('}').unwrap_or(&text)))
}

/// The product and its version.
pub(super) fn software() -> String {
    format!("docz {}", env!("CARGO_PKG_VERSION"))
}

/// Writes everything before the signature, reading the items page by page.
async fn write_list<Kind>(
    app: &App,
    permit: &Permit<Kind>,
    run: &CertifiedRun,
    head: &str,
    to: &mut (impl Write + Send),
) -> Result<Totals> {
    let mut totals = Totals { kept: run.kept, ..Totals::default() };
    to.write_all(head.as_bytes()).map_err(Error::internal)?;
    let mut last = 0;
    loop {
        let page = app.store.purge_items(permit, &run.run_id, last, PAGE).await?;
        for item in &page {
            let comma = if totals.items > 0 { ",\n" } else { "" };
            let line = serde_json::to_string(item).map_err(Error::internal)?;
            write!(to, "{comma}{line}").map_err(Error::internal)?;
            totals.count(item.kind.name());
            last = item.item_no;
        }
        if page.len() < PAGE as usize {
            break;
        }
    }
    let end = if totals.items > 0 { "\n" } else { "" };
    let text = serde_json::to_string(&totals).map_err(Error::internal)?;
    writeln!(to, "{end}],\"totals\":{text},").map_err(Error::internal)?;
    Ok(totals)
}

/// The certificate with this id, as a file. The PDF is in the caller's language; the JSON is the same in every
/// language.
pub async fn certificate<Kind>(
    app: &App,
    permit: &Permit<Kind>,
    certificate_id: &str,
    format: CertificateFormat,
    locale: Locale,
) -> Result<OpenFile> {
    // It covers every tenant, so for a caller who reaches some of them it does not exist.
    let run = app.store.run_of_certificate(permit, certificate_id).await?;
    let run = run.filter(|_| permit.scope().tenants == Reach::Every).ok_or(Refusal::NotFound)?;
    let kept = run.certificate.as_deref().unwrap_or_default();
    let kept: Kept = serde_json::from_str(kept).map_err(Error::internal)?;
    let file = written(app, permit, &run, &kept).await?;
    if format == CertificateFormat::Json {
        return temp_file::stream(file);
    }
    let first = app.store.purge_items(permit, &run.run_id, 0, MAX_PDF_ITEMS).await?;
    let zone = app.entity_facts(permit.scope()).await?.time_zone.clone();
    let zone = TimeZone::get(&zone).unwrap_or(TimeZone::UTC);
    let wording = app.wording.clone();
    let say = move |key: &str| wording.text(locale, &format!("letter.evidence.{key}")).unwrap_or_default();
    let drawn = move || page(&kept, &first, &zone, locale.language(), &say);
    let bytes = tokio::task::spawn_blocking(drawn).await.map_err(Error::internal)??;
    let mut file = temp_file::create()?;
    file.write_all(&bytes).map_err(Error::internal)?;
    temp_file::stream(file)
}

/// The JSON as it was signed, or an error if an item was changed since.
async fn written<Kind>(app: &App, permit: &Permit<Kind>, run: &CertifiedRun, kept: &Kept) -> Result<File> {
    let mut to = BufWriter::new(temp_file::create()?);
    let run = CertifiedRun { kept: kept.totals.kept, ..run.clone() };
    write_list(app, permit, &run, &kept.head, &mut to).await?;
    to.write_all(kept.signature.as_bytes()).map_err(Error::internal)?;
    let mut file = to.into_inner().map_err(Error::internal)?;
    file.seek(SeekFrom::Start(0)).map_err(Error::internal)?;
    let mut hash = Sha256::new();
    std::io::copy(&mut file, &mut signed::HashWriter(&mut hash)).map_err(Error::internal)?;
    if hex::encode(hash.finalize()) != kept.sha256 {
        tracing::error!(run = run.run_id, "the items of a purge run differ from its certificate");
        return Err(Refusal::DocumentDamaged.into());
    }
    Ok(file)
}

/// A moment in the entity's time zone, as the client writes it.
pub(super) fn shown_time(stamp: &str, zone: &TimeZone, say: &dyn Fn(&str) -> String) -> String {
    let Ok(at) = stamp.parse::<Timestamp>() else { return stamp.to_owned() };
    let at = at.to_zoned(zone.clone());
    let month = say(&format!("month.{}", at.month()));
    format!("{} {month} {}, {}", at.day(), at.year(), at.strftime("%H:%M"))
}

fn page(
    kept: &Kept,
    items: &[PurgeItem],
    zone: &TimeZone,
    language: &str,
    say: &dyn Fn(&str) -> String,
) -> Result<Vec<u8>> {
    let head: Value = serde_json::from_str(&format!("{}]}}", kept.head.trim_end())).map_err(Error::internal)?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let time = |value: &Value| shown_time(value.as_str().unwrap_or_default(), zone, say);
    let entity = text(&head["entity"]["name"]);
    let totals = &kept.totals;
    let mut sheet = Sheet::new();
    sheet.sender(&entity);
    sheet.title(&say("certificate"));
    sheet.paragraph(&say("certificateText"));
    let zone_name = zone.iana_name().unwrap_or("UTC");
    sheet.facts(&[
        (say("certificateId"), text(&head["certificateId"])),
        (say("period"), format!("{} – {} ({zone_name})", time(&head["startedOn"]), time(&head["endedOn"]))),
        (say("issuedOn"), time(&head["issuedOn"])),
        (say("software"), text(&head["software"])),
        (say("kind.rejected"), totals.rejected.to_string()),
        (say("kind.documents"), totals.documents.to_string()),
        (say("kind.records"), totals.records.to_string()),
        (say("kept"), totals.kept.to_string()),
        (say("sha256"), kept.sha256.clone()),
        (say("fingerprint"), signed::fingerprint_in(&kept.signature).to_owned()),
    ]);
    if totals.items > items.len() as u64 {
        let counted = say("listedPart").replace("{{shown}}", &items.len().to_string());
        sheet.note(&counted.replace("{{all}}", &totals.items.to_string()));
    }
    let columns =
        [("no", 6.5), ("request", 15.5), ("title", 21.0), ("kindLabel", 18.0), ("hash", 32.0), ("purgedOn", 12.0)];
    sheet.table(columns.map(|(key, share)| Column { title: say(key), share }).into());
    for item in items {
        let version = item.version_no.map(|no| say("version").replace("{{number}}", &no.to_string()));
        let title = [Some(item.title.clone()), version].into_iter().flatten().filter(|text| !text.is_empty());
        sheet.row(&[
            item.item_no.to_string(),
            item.txn_ref_no.clone(),
            title.collect::<Vec<_>>().join(" · "),
            say(&format!("kind.{}", item.kind.name())),
            item.sha256.clone(),
            shown_time(&item.purged_on, zone, say),
        ]);
    }
    let title = format!("{} {}", say("certificate"), text(&head["certificateId"]));
    sheet.finish(&title, language, |page, of| {
        let number = say("page").replace("{{page}}", &page.to_string()).replace("{{of}}", &of.to_string());
        [title.clone(), number]
    })
}
