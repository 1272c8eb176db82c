//! The body of an event. It names the request, its status and its documents, and no person: a receiver that needs more
//! asks for the request with the reference.

use domain::access::{Change, RequestAccess};
use domain::request::{Effect, NotificationEvent};
use serde_json::{Value, json};
use store::Statement;
use store::requests::{ActionTaken, DocumentRow, RequestAggregate};
use store::webhooks::{NewDelivery, enqueue_delivery};

use crate::{App, Result};

/// The events that an integration can be told of.
pub fn event_types() -> &'static [&'static str] {
    NotificationEvent::WEBHOOKS
}

/// Queues the events of a change for every integration that wants them.
pub(crate) async fn for_effects(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    effects: &[Effect],
    action: &ActionTaken,
) -> Result<Vec<Statement>> {
    let events: Vec<(NotificationEvent, Option<u32>)> = effects
        .iter()
        .filter_map(|effect| match effect {
            // A party that is added later gets the message of a new request, but the request is not new.
            Effect::Notify { event: NotificationEvent::RequestCreated, document }
                if !action.detail["partySeqNo"].is_null() =>
            {
                Some((NotificationEvent::RequestModified, *document))
            }
            Effect::Notify { event, document } => Some((*event, *document)),
            Effect::RejectionUndone { document } => Some((NotificationEvent::StatusChanged, Some(*document))),
            _ => None,
        })
        .filter(|(event, _)| NotificationEvent::WEBHOOKS.contains(&event.name()))
        .collect();
    if events.is_empty() {
        return Ok(Vec::new());
    }
    let permit = access.permit();
    let mut statements = Vec::new();
    for (integration, wanted) in app.store.subscriptions(permit).await? {
        let is_wanted = |event: NotificationEvent| wanted.split(',').any(|name| name.trim() == event.name());
        for (place, (event, document)) in events.iter().enumerate().filter(|(_, (event, _))| is_wanted(*event)) {
            let request = &aggregate.request;
            let new = NewDelivery {
                delivery_id: format!("msg_{}", uuid::Uuid::now_v7().simple()),
                integration_code: integration.clone(),
                event_type: event.name().to_owned(),
                tenant_code: request.tenant_code.clone(),
                txn_ref_no: request.txn_ref_no.clone(),
                request_version: request.version_number,
                place: place as i64,
                body: body(aggregate, *event, *document, &action.now).to_string(),
            };
            statements.push(enqueue_delivery(permit, &new, &action.now));
        }
    }
    Ok(statements)
}

fn body(aggregate: &RequestAggregate, event: NotificationEvent, about: Option<u32>, now: &str) -> Value {
    let request = &aggregate.request;
    let document = |row: &DocumentRow| {
        json!({
            "documentNo": row.number, "partySeqNo": row.party, "documentCode": row.document_code,
            "documentTitle": row.title, "status": row.status.name(),
        })
    };
    json!({
        "type": event.name(),
        "timestamp": now,
        "data": {
            "txnRefNo": request.txn_ref_no,
            "transactionStatus": request.status.name(),
            "versionNumber": request.version_number,
            "tenantCode": request.tenant_code,
            "branchCode": request.branch_code,
            "documentDueDate": request.document_due_date,
            "expiresOn": request.expires_on.to_string(),
            "document": about.and_then(|number| aggregate.document(number)).map(document),
            "documents": aggregate.documents.iter().map(document).collect::<Vec<_>>(),
        },
    })
}
