//! Renewals: some accepted documents have to be asked for again after a time.

use domain::Refusal;
use domain::access::{Change, RequestAccess, View};
use domain::message::Message;
use domain::request::{Decision, DocumentStatus, Effect, RequestInput};
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use store::Statement;
use store::requests::{DocumentRow, PersonName, Renewal, RequestAggregate, add_renewal, drop_renewal, not_renewed};

use super::change::{EntityClock, entity_clock, load};
use super::clone::{body_of, of_own_branch};
use super::reference;
use crate::{App, Result};

/// What falls due because documents were accepted, and what does not any more.
pub(super) async fn for_effects(
    app: &App,
    access: &RequestAccess<Change>,
    (before, aggregate): (&RequestAggregate, &RequestAggregate),
    effects: &[Effect],
    at: &EntityClock,
) -> Result<Vec<Statement>> {
    let mut all = Vec::new();
    if (effects.contains(&Effect::Closed) || gave_up(before, aggregate)) && is_lost(app, access, aggregate).await? {
        all.push(not_renewed(access.permit(), &aggregate.request.txn_ref_no));
    }
    for effect in effects {
        if let Effect::DocumentReopened { document } = effect {
            all.push(drop_renewal(access.permit(), &aggregate.request.txn_ref_no, *document));
        }
        if let Effect::DocumentAccepted { document } = effect {
            all.extend(falls_due(app, access, aggregate, *document, at.today).await?);
        }
    }
    Ok(all)
}

/// What was accepted on a day has to be asked for again, if it is of such a kind.
pub(crate) async fn falls_due(
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

/// Is something not asked for any more that was asked for before?
fn gave_up(before: &RequestAggregate, after: &RequestAggregate) -> bool {
    let is_asked = |row: &DocumentRow| row.status != DocumentStatus::NotRequired;
    before.documents.iter().any(|was| is_asked(was) && !after.document(was.number).is_some_and(is_asked))
}

/// Does it not bring again any more what it was made to bring again? One that is closed has to have brought it.
async fn is_lost(app: &App, access: &RequestAccess<Change>, aggregate: &RequestAggregate) -> Result<bool> {
    let is_closed = match aggregate.request.decision {
        None => false,
        Some(Decision::Approved) => true,
        Some(Decision::Declined | Decision::Cancelled) => return Ok(true),
    };
    let Some((code, owner)) = app.store.renewed_by(access.permit(), &aggregate.request.txn_ref_no).await? else {
        return Ok(false);
    };
    let brings = |row: &DocumentRow| match row.status {
        DocumentStatus::NotRequired => false,
        status => !is_closed || status == DocumentStatus::Accepted,
    };
    let is_his = |row: &DocumentRow| aggregate.party(row.party).is_some_and(|party| is_same(&party.person(), &owner));
    Ok(!aggregate.documents.iter().any(|row| row.document_code == code && brings(row) && is_his(row)))
}

/// Addresses change and names are mended: one of them is enough to know somebody again.
fn is_same(one: &PersonName, other: &PersonName) -> bool {
    let has = |given: &Option<String>, known: &Option<String>| given.is_some() && given == known;
    has(&one.mail, &other.mail) || has(&one.mobile, &other.mobile) || one.name == other.name
}

/// May this input renew this document? It has to ask the same party for the same kind.
pub(super) fn check_renewal(
    renewed: &RequestAggregate,
    document: u32,
    input: &RequestInput,
) -> std::result::Result<(), Refusal> {
    let no = |field: &str| Refusal::field(field, Message::about("selectValid", "docrequest", "document"));
    let is_due = |row: &&DocumentRow| row.status == DocumentStatus::Accepted && row.compliance_applicable.is_some();
    let row = renewed.document(document).filter(is_due).ok_or_else(|| no("renews.documentNo"))?;
    let owner = renewed.party(row.party).ok_or_else(|| no("renews.documentNo"))?.person();
    let asks = input.parties.iter().any(|party| {
        let person = PersonName {
            mail: party.email_address.clone(),
            mobile: party.mobile_number.clone(),
            name: format!("{} {}", party.first_name, party.last_name),
        };
        let has = party.documents.iter().any(|asked| asked.document_code == row.document_code);
        has && is_same(&person, &owner)
    });
    if asks { Ok(()) } else { Err(no("renews")) }
}

/// Renewals of which the banker should know by now, the nearest first.
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

/// The body of a new request for what is to be renewed. It is ticked off when that is saved.
pub async fn renewal_of(app: &App, access: &RequestAccess<Change>, body: &Map<String, Value>) -> Result<Value> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, reference(body)?, &at).await?;
    let number = body.get("documentNo").and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
    let row = number.and_then(|number| aggregate.document(number)).ok_or(Refusal::NotFound)?;
    let mut made = of_own_branch(access, body_of(&aggregate, |document| document == row.number));
    made["renews"] = json!({ "txnRefNo": aggregate.request.txn_ref_no, "documentNo": row.number });
    Ok(made)
}
