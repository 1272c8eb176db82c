//! Renewals: some accepted documents have to be asked for again after a time.

use domain::Refusal;
use domain::access::{Change, Sight, View};
use domain::message::Message;
use domain::request::{Decision, DocumentStatus, Effect, Wish};
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use store::Statement;
use store::requests::{Case, DocumentRow, Person, Renewal, add_renewal, drop_renewal, not_renewed};

use super::change::{Situation, load, situation};
use super::clone::{body_of, of_own_branch};
use super::reference;
use crate::{App, Result};

/// What falls due because documents were accepted, and what does not any more.
pub(super) async fn of_effects(
    app: &App,
    sight: &Sight<Change>,
    (before, case): (&Case, &Case),
    effects: &[Effect],
    at: &Situation,
) -> Result<Vec<Statement>> {
    let mut all = Vec::new();
    if (effects.contains(&Effect::Closed) || gave_up(before, case)) && is_lost(app, sight, case).await? {
        all.push(not_renewed(sight.permit(), &case.head.txn_ref_no));
    }
    for effect in effects {
        if let Effect::DocumentReopened { document } = effect {
            all.push(drop_renewal(sight.permit(), &case.head.txn_ref_no, *document));
        }
        if let Effect::DocumentAccepted { document } = effect {
            all.extend(falls_due(app, sight, case, *document, at.today).await?);
        }
    }
    Ok(all)
}

/// What was accepted on a day has to be asked for again, if it is of such a kind.
pub(crate) async fn falls_due(
    app: &App,
    sight: &Sight<Change>,
    case: &Case,
    document: u32,
    day: Date,
) -> Result<Option<Statement>> {
    let Some(row) = case.document(document) else { return Ok(None) };
    let Some(code) = &row.compliance_applicable else { return Ok(None) };
    let Some((days, reminder)) = app.store.compliance(sight.permit(), code).await? else { return Ok(None) };
    let due = day.saturating_add(days.days());
    let renewal = Renewal {
        txn_ref_no: case.head.txn_ref_no.clone(),
        document,
        compliance: code.clone(),
        title: row.title.clone(),
        customer_name: case.head.customer.customer_name.clone(),
        due_on: due.to_string(),
        remind_on: due.saturating_sub(reminder.days()).to_string(),
        renewed_by: None,
    };
    Ok(Some(add_renewal(sight.permit(), &case.head.tenant_code, &case.head.branch_code, &renewal)))
}

/// Is something not asked for any more that was asked for before?
fn gave_up(before: &Case, after: &Case) -> bool {
    let is_asked = |row: &DocumentRow| row.status != DocumentStatus::NotRequired;
    before.documents.iter().any(|was| is_asked(was) && !after.document(was.number).is_some_and(is_asked))
}

/// Does it not bring again any more what it was made to bring again? One that is closed has to have brought it.
async fn is_lost(app: &App, sight: &Sight<Change>, case: &Case) -> Result<bool> {
    let is_closed = match case.head.decision {
        None => false,
        Some(Decision::Approved) => true,
        Some(Decision::Declined | Decision::Cancelled) => return Ok(true),
    };
    let Some((code, owner)) = app.store.renewed_by(sight.permit(), &case.head.txn_ref_no).await? else {
        return Ok(false);
    };
    let brings = |row: &DocumentRow| match row.status {
        DocumentStatus::NotRequired => false,
        status => !is_closed || status == DocumentStatus::Accepted,
    };
    let is_his = |row: &DocumentRow| case.party(row.party).is_some_and(|party| is_same(&party.person(), &owner));
    Ok(!case.documents.iter().any(|row| row.document_code == code && brings(row) && is_his(row)))
}

/// Addresses change and names are mended: one of them is enough to know somebody again.
fn is_same(one: &Person, other: &Person) -> bool {
    let has = |given: &Option<String>, known: &Option<String>| given.is_some() && given == known;
    has(&one.mail, &other.mail) || has(&one.mobile, &other.mobile) || one.name == other.name
}

/// May this wish renew this document? It has to ask the same party for the same kind.
pub(super) fn check_renewal(renewed: &Case, document: u32, wish: &Wish) -> std::result::Result<(), Refusal> {
    let no = |field: &str| Refusal::field(field, Message::about("selectValid", "docrequest", "document"));
    let is_due = |row: &&DocumentRow| row.status == DocumentStatus::Accepted && row.compliance_applicable.is_some();
    let row = renewed.document(document).filter(is_due).ok_or_else(|| no("renews.documentNo"))?;
    let owner = renewed.party(row.party).ok_or_else(|| no("renews.documentNo"))?.person();
    let asks = wish.parties.iter().any(|party| {
        let person = Person {
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
pub async fn renewals(app: &App, sight: &Sight<View>, page: i64, size: i64) -> Result<Vec<Value>> {
    let today = situation(app, sight).await?.today.to_string();
    let found = app.store.renewals(sight, &today, &today, page * size, size).await?;
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
pub async fn renewal_of(app: &App, sight: &Sight<Change>, body: &Map<String, Value>) -> Result<Value> {
    let at = situation(app, sight).await?;
    let case = load(app, sight, reference(body)?, &at).await?;
    let number = body.get("documentNo").and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
    let row = number.and_then(|number| case.document(number)).ok_or(Refusal::NotFound)?;
    let mut made = of_own_branch(sight, body_of(&case, |document| document == row.number));
    made["renews"] = json!({ "txnRefNo": case.head.txn_ref_no, "documentNo": row.number });
    Ok(made)
}
