//! Copies of accepted documents for the entity's file-sharing service and drive: queued with the acceptance, and shown
//! with the document. A job of `documents` makes them.

use domain::access::{Change, RequestAccess, Viewer};
use domain::request::Effect;
use serde_json::{Value, json};
use store::Statement;
use store::requests::{RequestAggregate, ShareRow, drop_waiting_shares, queue_share};

use crate::{App, Result};

/// Queues the copies of accepted documents, and drops those of reopened ones.
pub(crate) async fn for_effects(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    effects: &[Effect],
    now: &str,
) -> Result<Vec<Statement>> {
    let permit = access.permit();
    let request = &aggregate.request;
    let mut all = Vec::new();
    let mut accepted = Vec::new();
    for effect in effects {
        match effect {
            Effect::DocumentReopened { document } => {
                all.push(drop_waiting_shares(permit, &request.txn_ref_no, *document));
            }
            Effect::DocumentAccepted { document } => accepted.push(*document),
            _ => {}
        }
    }
    if accepted.is_empty() {
        return Ok(all);
    }
    let targets = app.store.share_targets(permit).await?;
    for document in accepted {
        let Some(version) = newest_version(aggregate, document) else { continue };
        all.extend(targets.iter().map(|target| {
            queue_share(permit, &request.tenant_code, &request.txn_ref_no, (document, version), *target, now)
        }));
    }
    Ok(all)
}

/// Adds to each document of a request, as staff sees it, what became of its copies.
pub(crate) async fn add_shares<Kind>(app: &App, access: &RequestAccess<Kind>, shown: &mut Value) -> Result<()> {
    if matches!(access.viewer(), Viewer::Party { .. }) {
        return Ok(());
    }
    let Some(txn_ref_no) = shown["txnRefNo"].as_str() else { return Ok(()) };
    let shares = app.store.shares(access.permit(), txn_ref_no).await?;
    let parties = shown["parties"].as_array_mut().into_iter().flatten();
    for document in parties.flat_map(|party| party["documents"].as_array_mut().into_iter().flatten()) {
        let number = document["documentNo"].as_u64();
        let own: Vec<&ShareRow> = shares.iter().filter(|share| Some(u64::from(share.document)) == number).collect();
        document["shares"] = json!(own);
    }
    Ok(())
}

/// The newest version of a document.
pub(crate) fn newest_version(aggregate: &RequestAggregate, document: u32) -> Option<u32> {
    aggregate.versions.iter().filter(|version| version.document == document).map(|version| version.number).max()
}
