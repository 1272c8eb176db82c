//! The scan for malware. An infected file stays stored in quarantine: its record is kept, and nobody can read it.

use domain::Refusal;
use domain::access::{Change, RequestAccess, Scope};
use domain::document::Scan;
use domain::message::Message;
use domain::request::{Event, RejectReason, RequestAction};
use ports::{ScanCaller, ScanFault, ScanVerdict, Scanner, StoredFile, WHOLE};
use store::requests::{ActionTaken, FileRecord, FileRow, RequestAggregate, set_scan};

use crate::context::{Outcome, Pass, entity_clock, load, step};
use crate::files::{file_fault, stored_of};
use crate::notifications::malware;
use crate::requests::change;
use crate::{App, Error, Result, live};

/// Files read at a time by the job.
const PAGE: u32 = 200;

/// What was found, with the name of the signature.
pub(crate) struct Scanned {
    pub scan: Scan,
    pub signature: String,
}

/// Scans a stored file at its upload. While the scanner is down or not configured, files are not scanned.
pub(crate) async fn at_upload(app: &App, file: &StoredFile) -> Result<Scanned> {
    let not_scanned = Scanned { scan: Scan::NotScanned, signature: String::new() };
    let Some(scanner) = &app.scanner else { return Ok(not_scanned) };
    match run(app, scanner.as_ref(), file, ScanCaller::Upload).await? {
        Ok(scanned) => Ok(scanned),
        Err(fault) => {
            tracing::warn!(%fault, "a file was not scanned for malware; the job scan will do it");
            Ok(not_scanned)
        }
    }
}

/// The result of a scan, or why the scanner gave none.
async fn run(
    app: &App,
    scanner: &dyn Scanner,
    file: &StoredFile,
    caller: ScanCaller,
) -> Result<std::result::Result<Scanned, ScanFault>> {
    let opened = app.files.open(file, WHOLE).await.map_err(file_fault)?;
    let verdict = scanner.scan(opened.pieces, caller).await;
    // A call that found no free connection says nothing about the scanner.
    if !matches!(verdict, Err(ScanFault::Busy(_))) {
        let is_up = !matches!(verdict, Err(ScanFault::Down(_)));
        metrics::gauge!("docz_scanner_up").set(if is_up { 1.0 } else { 0.0 });
    }
    let (label, scanned) = match verdict {
        Ok(ScanVerdict::Clean) => ("clean", Ok(Scanned { scan: Scan::Clean, signature: String::new() })),
        Ok(ScanVerdict::Infected(signature)) => ("infected", Ok(Scanned { scan: Scan::Infected, signature })),
        Err(fault) => ("failed", Err(fault)),
    };
    metrics::counter!("docz_scans_total", "result" => label).increment(1);
    Ok(scanned)
}

pub(crate) fn infected() -> Refusal {
    Refusal::field("file", Message::plain("fileInfected"))
}

/// Puts a file into quarantine and tells the administrators, who may be of other tenants than the uploader, and the
/// staff responsible for the request.
pub(super) async fn quarantine(
    app: &App,
    scope: &Scope,
    aggregate: &RequestAggregate,
    file: &FileRow,
    (signature, is_new): (&str, bool),
) -> Result<()> {
    let access = RequestAccess::system(&scope.country, &scope.entity);
    let told = malware::tell(app, &access, aggregate, file, signature).await?;
    app.store.quarantine_file(&access, aggregate, file, signature, told.statements, is_new).await?;
    malware::announce(app, &access, told.notices);
    Ok(())
}

/// Scans the files that were not scanned yet.
pub async fn scan_waiting(app: &App, pass: &mut Pass) -> Result<()> {
    let Some(scanner) = app.scanner.clone() else { return Ok(()) };
    let mut last = None;
    loop {
        let page = app.store.files_to_scan(last.as_ref(), PAGE).await?;
        for record in &page {
            if pass.is_stopping() {
                return Ok(());
            }
            let key = format!("{}/{}/{}", record.entity, record.txn_ref_no, record.file_id);
            let outcome = match run(app, scanner.as_ref(), &stored_of(record), ScanCaller::Job).await {
                Ok(Ok(scanned)) => settle(app, record, &scanned).await,
                // The other files would fail too.
                Ok(Err(fault @ (ScanFault::Down(_) | ScanFault::Busy(_)))) => {
                    return Err(Error::Unavailable(fault.to_string()));
                }
                Ok(Err(fault @ (ScanFault::Refused(_) | ScanFault::Slow))) => Err(Error::internal(fault)),
                Err(error) => Err(error),
            };
            pass.count(&key, outcome)?;
        }
        last = match page.into_iter().next_back() {
            Some(record) => Some(record),
            None => return Ok(()),
        };
    }
}

/// Records what the job found. False: the file is gone, or somebody else recorded it.
async fn settle(app: &App, record: &FileRecord, scanned: &Scanned) -> Result<bool> {
    let access = RequestAccess::system(&record.country, &record.entity);
    if scanned.scan == Scan::Clean {
        let clean = set_scan(access.permit(), &record.txn_ref_no, &record.file_id, Scan::Clean);
        app.store.commit_unaudited(access.permit(), vec![clean]).await?;
        return Ok(true);
    }
    let at = entity_clock(app, &access).await?;
    let aggregate = load(app, &access, &record.txn_ref_no, &at).await?;
    let found = aggregate.files.iter().find(|file| file.file_id == record.file_id);
    let Some(file) = found.filter(|file| !file.is_infected()) else { return Ok(false) };
    quarantine(app, access.permit().scope(), &aggregate, file, (&scanned.signature, false)).await?;
    app.previews.remove(&file.storage_id).await;
    live::publish_change(app, &access, &aggregate, None).await;
    reject(app, &access, &aggregate, file).await?;
    Ok(true)
}

/// Rejects the document if the infected file is of its newest version, even if it was accepted. A document of a closed
/// request keeps its status; the administrators and the owner are told.
async fn reject(app: &App, access: &RequestAccess<Change>, aggregate: &RequestAggregate, file: &FileRow) -> Result<()> {
    let decide = |aggregate: &RequestAggregate, at: &_| {
        let newest = aggregate.versions.iter().filter(|version| version.document == file.document);
        if newest.map(|version| version.number).max() != Some(file.version) {
            return Err(Refusal::NotFound.into());
        }
        let done = ActionTaken {
            document: Some(file.document),
            reason_code: Some(RejectReason::Malware.name().to_owned()),
            ..step(access, Some(aggregate), at, RequestAction::Reject)
        };
        Ok(Outcome::by(aggregate, &Event::MalwareFound { document: file.document }, at, done)?)
    };
    match change(app, access, &aggregate.request.txn_ref_no, None, decide).await {
        Ok(_) | Err(Error::Refused(Refusal::Conflict(_) | Refusal::NotFound)) => Ok(()),
        Err(error) => Err(error),
    }
}
