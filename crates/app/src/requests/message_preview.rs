//! The messages of a request before it is sent.

use domain::access::{Actor, Change, RequestAccess};
use domain::request::NotificationEvent;
use serde_json::{Map, Value, json};
use store::requests::RequestAggregate;

use super::compose;
use super::create::{Maker, NewRequest, build_request};
use super::update::edited;
use crate::context::{entity_clock, load, reference};
use crate::notifications::message_renderer::MessageRenderer;
use crate::notifications::portal_link::with_sample_link;
use crate::notifications::recipients;
use crate::{App, Result};

/// The messages as they would go out, for a preview before sending.
pub async fn preview(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<Vec<Value>> {
    let (aggregate, was_sent) = unsaved(app, actor, access, body).await?;
    let event = if was_sent { NotificationEvent::RequestModified } else { NotificationEvent::RequestCreated };
    let permit = access.permit();
    let (entity, number) = (&permit.scope().entity, Some(aggregate.request.txn_ref_no.as_str()));
    let mut renderer = MessageRenderer::new(app, permit, &aggregate).await?;
    let mut shown = Vec::new();
    for party in recipients(&aggregate, event, None) {
        for message in renderer.write(permit, &aggregate, party, event, &[], None).await? {
            shown.push(json!({
                "partySeqNo": party.seq_no, "partyName": party.full_name(), "channel": message.channel.name(),
                "to": message.to, "language": party.lang_code, "subject": message.subject,
                "text": with_sample_link(app, entity, number, &message.text),
            }));
        }
    }
    Ok(shown)
}

/// The request as it would be after saving this body, and whether it was sent before. Nothing is written.
pub(super) async fn unsaved(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<(RequestAggregate, bool)> {
    let at = entity_clock(app, access).await?;
    let is_stored = body.get("txnRefNo").and_then(Value::as_str).is_some_and(|number| !number.is_empty());
    if is_stored && body.len() == 1 {
        let aggregate = load(app, access, reference(body)?, &at).await?;
        let is_sent = aggregate.request.is_sent;
        return Ok((aggregate, is_sent));
    }
    if is_stored {
        return edited(app, access, body).await;
    }
    let policy = app.store.policy(access.permit(), at.today).await?;
    let (input, kinds) = compose::read(app, access, body, &policy, None).await?;
    let new = NewRequest { input: &input, kinds: &kinds, policy: &policy };
    // Nothing is stored, so it has no number yet.
    let number = format!("{}{}\u{2026}", policy.prefix, at.today.strftime("%y%m%d"));
    Ok((build_request(app, &Maker::of(actor, access), access, &new, &at, number).await?.0, false))
}
