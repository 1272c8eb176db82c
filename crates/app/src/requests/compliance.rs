//! Renewals: some accepted documents have to be asked for again after a time.

use domain::Refusal;
use domain::access::{Change, Sight, View};
use domain::request::{Decision, Effect};
use jiff::ToSpan;
use serde_json::{Map, Value, json};
use store::Statement;
use store::requests::{Case, Renewal, add_renewal, drop_renewal, not_renewed};

use super::change::{Situation, load, situation};
use super::clone::body_of;
use super::reference;
use crate::{App, Result};

/// What falls due because documents were accepted, and what does not any more.
pub(super) async fn of_effects(
    app: &App,
    sight: &Sight<Change>,
    case: &Case,
    effects: &[Effect],
    at: &Situation,
) -> Result<Vec<Statement>> {
    let mut all = Vec::new();
    for effect in effects {
        if let Effect::DocumentReopened { document } = effect {
            all.push(drop_renewal(sight.permit(), &case.head.txn_ref_no, *document));
        }
        if *effect == Effect::Closed && case.head.decision != Some(Decision::Approved) {
            // It renews nothing any more.
            all.push(not_renewed(sight.permit(), &case.head.txn_ref_no));
        }
        let Effect::DocumentAccepted { document } = effect else { continue };
        let Some(row) = case.document(*document) else { continue };
        let Some(code) = &row.compliance_applicable else { continue };
        let Some((days, reminder)) = app.store.compliance(sight.permit(), code).await? else { continue };
        let due = at.today.saturating_add(days.days());
        let renewal = Renewal {
            txn_ref_no: case.head.txn_ref_no.clone(),
            document: *document,
            compliance: code.clone(),
            title: row.title.clone(),
            customer_name: case.head.customer.customer_name.clone(),
            due_on: due.to_string(),
            remind_on: due.saturating_sub(reminder.days()).to_string(),
            renewed_by: None,
        };
        all.push(add_renewal(sight.permit(), &case.head.tenant_code, &case.head.branch_code, &renewal));
    }
    Ok(all)
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
    let mut made = body_of(&case, |document| document == row.number);
    made["renews"] = json!({ "txnRefNo": case.head.txn_ref_no, "documentNo": row.number });
    Ok(made)
}
