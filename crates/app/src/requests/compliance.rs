//! Renewals: some accepted documents must be requested again after a time.

use domain::Refusal;
use domain::access::{Change, RequestAccess, View};
use domain::message::Message;
use domain::request::{Decision, DocumentStatus, Effect, RequestInput};
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use store::Statement;
use store::requests::{DocumentRow, PersonName, Renewal, RequestAggregate, add_renewal, drop_renewal, not_renewed};

use super::clone::{body_of, of_own_branch};
use crate::context::{EntityClock, entity_clock, load, reference};
use crate::{App, Result};

/// Creates renewals for accepted documents and removes those that no longer apply.
pub(super) async fn for_effects(
    app: &App,
    access: &RequestAccess<Change>,
    (before, aggregate): (&RequestAggregate, &RequestAggregate),
    effects: &[Effect],
    at: &EntityClock,
) -> Result<Vec<Statement>> {
    let mut all = Vec::new();
    if (effects.contains(&Effect::Closed) || dropped_document(before, aggregate))
        && lost_renewal(app, access, aggregate).await?
    {
        all.push(not_renewed(access.permit(), &aggregate.request.txn_ref_no));
    }
    for effect in effects {
        if let Effect::DocumentReopened { document } = effect {
            all.push(drop_renewal(access.permit(), &aggregate.request.txn_ref_no, *document));
        }
        if let Effect::DocumentAccepted { document } = effect {
            all.extend(renewal_for(app, access, aggregate, *document, at.today).await?);
        }
    }
    Ok(all)
}

/// The renewal of a document accepted on this day, if its kind requires one.
pub(crate) async fn renewal_for(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    document: u32,
    day: Date,
) -> Result<Option<Statement>> {
    let Some(row) = aggregate.document(document) else { return Ok(None) };
    let Some(code) = &row.compliance_applicable else { return Ok(None) };
    let Some((days, reminder)) = app.store.compliance(access.permit(), code).await? else { return Ok(None) };
    let due = day.saturating_add(days.days());
    let renewal = Renewal {
        txn_ref_no: aggregate.request.txn_ref_no.clone(),
        document,
        compliance: code.clone(),
        title: row.title.clone(),
        customer_name: aggregate.request.customer.customer_name.clone(),
        due_on: due.to_string(),
        remind_on: due.saturating_sub(reminder.days()).to_string(),
        renewed_by: None,
    };
    Ok(Some(add_renewal(access.permit(), &aggregate.request.tenant_code, &aggregate.request.branch_code, &renewal)))
}

/// True when a requested document is no longer requested.
fn dropped_document(before: &RequestAggregate, after: &RequestAggregate) -> bool {
    let is_requested = |row: &DocumentRow| row.status != DocumentStatus::NotRequired;
    before.documents.iter().any(|was| is_requested(was) && !after.document(was.number).is_some_and(is_requested))
}

/// True when the request no longer obtains the document it was created to renew. A closed request must have obtained
/// it.
async fn lost_renewal(app: &App, access: &RequestAccess<Change>, aggregate: &RequestAggregate) -> Result<bool> {
    let is_closed = match aggregate.request.decision {
        None => false,
        Some(Decision::Approved) => true,
        Some(Decision::Declined | Decision::Cancelled) => return Ok(true),
    };
    let Some((code, owner)) = app.store.renewed_by(access.permit(), &aggregate.request.txn_ref_no).await? else {
        return Ok(false);
    };
    let obtains = |row: &DocumentRow| match row.status {
        DocumentStatus::NotRequired => false,
        status => !is_closed || status == DocumentStatus::Accepted,
    };
    let is_owner = |row: &DocumentRow| aggregate.party(row.party).is_some_and(|party| is_same(&party.person(), &owner));
    Ok(!aggregate.documents.iter().any(|row| row.document_code == code && obtains(row) && is_owner(row)))
}

/// Matches by mail, mobile or name, because addresses change and names are corrected.
fn is_same(one: &PersonName, other: &PersonName) -> bool {
    let has = |given: &Option<String>, known: &Option<String>| given.is_some() && given == known;
    has(&one.mail, &other.mail) || has(&one.mobile, &other.mobile) || one.name == other.name
}

/// A renewal must request the same kind of document from the same party.
pub(super) fn check_renewal(
    renewed: &RequestAggregate,
    document: u32,
    input: &RequestInput,
) -> std::result::Result<(), Refusal> {
    let invalid = |field: &str| Refusal::field(field, Message::about("selectValid", "docrequest", "document"));
    let is_due = |row: &&DocumentRow| row.status == DocumentStatus::Accepted && row.compliance_applicable.is_some();
    let row = renewed.document(document).filter(is_due).ok_or_else(|| invalid("renews.documentNo"))?;
    let owner = renewed.party(row.party).ok_or_else(|| invalid("renews.documentNo"))?.person();
    let is_requested = input.parties.iter().any(|party| {
        let person = PersonName {
            mail: party.email_address.clone(),
            mobile: party.mobile_number.clone(),
            name: format!("{} {}", party.first_name, party.last_name),
        };
        let has = party.documents.iter().any(|asked| asked.document_code == row.document_code);
        has && is_same(&person, &owner)
    });
    if is_requested { Ok(()) } else { Err(invalid("renews")) }
}

/// Renewals whose reminder date has passed, the nearest first.
pub async fn renewals(app: &App, access: &RequestAccess<View>, page: i64, size: i64) -> Result<Vec<Value>> {
    let today = entity_clock(app, access).await?.today.to_string();
    let found = app.store.renewals(access, &today, &today, page * size, size).await?;
    let shown = found.iter().map(|one| {
        json!({
            "txnRefNo": one.txn_ref_no, "documentNo": one.document, "documentTitle": one.title,
            "customerName": one.customer_name, "complianceApplicable": one.compliance, "dueOn": one.due_on,
            "remindOn": one.remind_on, "renewedBy": one.renewed_by,
        })
    });
    Ok(shown.collect())
}

/// The body for a request that renews a document. Saving it completes the renewal.
pub async fn renewal_of(app: &App, access: &RequestAccess<Change>, body: &Map<String, Value>) -> Result<Value> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, reference(body)?, &at).await?;
    let number = body.get("documentNo").and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
    let row = number.and_then(|number| aggregate.document(number)).ok_or(Refusal::NotFound)?;
    let mut made = of_own_branch(access, body_of(&aggregate, |document| document == row.number));
    made["renews"] = json!({ "txnRefNo": aggregate.request.txn_ref_no, "documentNo": row.number });
    Ok(made)
}
