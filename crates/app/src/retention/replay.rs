//! Destroys again what was destroyed after a backup was made.

use domain::access::RequestAccess;
use domain::retention::{Due, Kind};
use ports::Files;
use store::retention::{Claim, KeptRow};

use super::journal;
use super::journal::Line;
use super::purge::EntityRun;
use crate::context::entity_clock;
use crate::{App, Result};

/// Replays the journals found in these document stores on a restored database. Returns how many requests were changed.
/// Holds do not matter: what the journal names no longer exists anywhere else.
pub async fn replay(app: &App, places: &[&dyn Files]) -> Result<u64> {
    let mut lines = Vec::new();
    for files in places {
        lines.extend(journal::read(*files).await?);
    }
    lines.sort();
    lines.dedup();
    let mut changed = 0;
    for of_entity in lines.chunk_by(|one, next| (&one.country, &one.entity) == (&next.country, &next.entity)) {
        changed += replay_entity(app, of_entity).await?;
    }
    Ok(changed)
}

async fn replay_entity(app: &App, lines: &[Line]) -> Result<u64> {
    let access = RequestAccess::system(&lines[0].country, &lines[0].entity);
    // An entity that the backup does not have has nothing to destroy.
    let Some(settings) = app.store.retention_settings(access.permit()).await? else { return Ok(0) };
    let at = entity_clock(app, &access).await?;
    let mut run: Option<EntityRun> = None;
    let mut changed = 0;
    for of_request in lines.chunk_by(|one, next| one.txn_ref_no == next.txn_ref_no) {
        let txn_ref_no = &of_request[0].txn_ref_no;
        let Some(row) = app.store.kept_request(access.permit(), txn_ref_no, &at.zone).await? else { continue };
        let is_record = of_request.iter().any(Line::is_record);
        let due = destroyed(&row, of_request, is_record);
        if due.versions.is_empty() && !is_record {
            continue;
        }
        let run = match &mut run {
            Some(run) => run,
            none => none.insert(EntityRun::start(app, &access, at.clone(), settings.clone()).await?),
        };
        run.destroy_documents(&row, &due, Claim::Replay).await?;
        if is_record && let Some(row) = app.store.kept_request(access.permit(), txn_ref_no, &at.zone).await? {
            run.destroy_record(&row, Claim::Replay).await?;
        }
        changed += 1;
    }
    if let Some(run) = run {
        journal::write(app, &access).await?;
        app.store.end_purge_run(access.permit(), &run.run_id, &at.now, 0, 0).await?;
    }
    Ok(changed)
}

/// What the journal names of a request, as far as the restored one still has it.
fn destroyed(row: &KeptRow, lines: &[Line], is_record: bool) -> Due {
    let is_named = |document: u32, version: u32| {
        let is_it = |line: &Line| line.document_no == Some(document.into()) && line.version_no == Some(version.into());
        is_record || lines.iter().any(is_it)
    };
    let versions = row.kept.versions.iter().filter(|version| !version.is_purged);
    let versions = versions.filter(|version| is_named(version.document, version.version));
    let kind = |rejected: bool| if rejected { Kind::Rejected } else { Kind::Documents };
    Due {
        versions: versions
            .map(|version| (version.document, version.version, kind(version.rejected_on.is_some())))
            .collect(),
        // Files that were never submitted go with the last documents.
        documents: is_record || lines.iter().any(|line| line.version_no == Some(0)),
        records: is_record,
    }
}
