//! Legal holds: set and lifted by staff with a right of its own, and shown with the request.

use domain::Refusal;
use domain::access::{Change, RequestAccess, View, Viewer};
use domain::message::Message;
use domain::request::RequestAction;
use domain::request::bodies::{self, MOST_RECORDS};
use domain::request::read::BodyReader;
use serde_json::{Map, Value, json};
use store::audit::Entry;
use store::requests::{ActionTaken, LegalHold, RequestAggregate, lift_hold as lifted, set_hold};
use store::{Batch, Error};

use crate::context::{EntityClock, entity_clock, load, reference, step};
use crate::{App, Result, live};

/// What a hold is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HoldTarget {
    Request(String),
    /// All requests with this customer reference, also future ones.
    Customer(String),
}

impl HoldTarget {
    /// Exactly one of the two must be given.
    pub fn new(txn_ref_no: Option<&str>, customer: Option<&str>) -> std::result::Result<HoldTarget, Refusal> {
        let given = |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        match (given(txn_ref_no), given(customer)) {
            (Some(txn_ref_no), None) => Ok(HoldTarget::Request(txn_ref_no)),
            (None, Some(customer)) => Ok(HoldTarget::Customer(customer)),
            _ => Err(Refusal::field("txnRefNo", Message::plain("holdTarget"))),
        }
    }
}

/// The body of a call that sets or lifts holds.
pub struct HoldInput {
    pub targets: Vec<HoldTarget>,
    pub reason: String,
    /// Several requests were named, each of which succeeds or fails on its own.
    pub is_bulk: bool,
}

pub fn read_hold(body: &Map<String, Value>) -> std::result::Result<HoldInput, Refusal> {
    let mut reader = BodyReader::new(body, &bodies::HOLD);
    reader.only_declared();
    let (txn_ref_no, customer) = (reader.text("txnRefNo"), reader.text("customerReference"));
    let reason = reader.required_text("reason");
    let reason = reader.into_result(reason)?;
    let Some(records) = body.get("records") else {
        let target = HoldTarget::new(txn_ref_no.as_deref(), customer.as_deref())?;
        return Ok(HoldInput { targets: vec![target], reason, is_bulk: false });
    };
    let records = records.as_array().map(Vec::as_slice).unwrap_or_default();
    if records.is_empty() {
        return Err(Refusal::NothingSelected);
    }
    if txn_ref_no.is_some() || customer.is_some() {
        return Err(Refusal::field("txnRefNo", Message::plain("holdTarget")));
    }
    if records.len() > MOST_RECORDS {
        return Err(Refusal::field("records", Message::plain("tooMany").with("max", MOST_RECORDS)));
    }
    let none = || Refusal::field("records", Message::plain("EnTxn0001"));
    let named = |record: &Value| reference(record.as_object().ok_or_else(none)?).map(str::to_owned);
    let mut named = records.iter().map(named).collect::<std::result::Result<Vec<_>, Refusal>>()?;
    named.sort();
    named.dedup();
    Ok(HoldInput { targets: named.into_iter().map(HoldTarget::Request).collect(), reason, is_bulk: true })
}

/// The holds on a target, active ones first.
pub async fn holds(app: &App, access: &RequestAccess<View>, target: &HoldTarget) -> Result<Vec<Value>> {
    let at = entity_clock(app, access).await?;
    let found = match target {
        HoldTarget::Request(txn_ref_no) => {
            held_request(app, access, txn_ref_no, &at).await?;
            app.store.holds_on_request(access.permit(), txn_ref_no).await?
        }
        HoldTarget::Customer(customer) => {
            let mut found = Vec::new();
            for tenant in tenants_of(app, access, customer, &at).await? {
                found.extend(app.store.holds_on_customer(access.permit(), &tenant, customer).await?);
            }
            found
        }
    };
    Ok(found.iter().map(|hold| json!(hold)).collect())
}

/// Adds the active holds to a request that staff see.
pub(super) async fn add_holds<Kind>(app: &App, access: &RequestAccess<Kind>, shown: &mut Value) -> Result<()> {
    if matches!(access.viewer(), Viewer::Party { .. }) {
        return Ok(());
    }
    let text = |name: &str| shown[name].as_str().unwrap_or_default();
    let place = (text("tenantCode"), text("txnRefNo"), text("customerReference"));
    let found = app.store.active_holds(access.permit(), place).await?;
    shown["legalHolds"] = json!(found);
    Ok(())
}

/// Sets a hold.
pub async fn set_one(app: &App, access: &RequestAccess<Change>, target: &HoldTarget, reason: &str) -> Result<Value> {
    let at = entity_clock(app, access).await?;
    let new = |txn_ref_no: Option<&str>, customer: Option<&str>| LegalHold {
        hold_id: uuid::Uuid::now_v7().to_string(),
        txn_ref_no: txn_ref_no.map(str::to_owned),
        customer_reference: customer.map(str::to_owned),
        reason: reason.to_owned(),
        set_by: access.permit().actor().to_owned(),
        set_on: at.now.clone(),
        lifted_by: None,
        lifted_on: None,
    };
    match target {
        HoldTarget::Request(txn_ref_no) => {
            let aggregate = held_request(app, access, txn_ref_no, &at).await?;
            let hold = new(Some(txn_ref_no), None);
            let entry = entry_of(access, &aggregate, &at, RequestAction::Hold, reason);
            let statement = set_hold(access.permit(), &aggregate.request.tenant_code, &hold);
            app.store.commit(access.permit(), Batch::audited(entry).and(statement)).await?;
            publish_on_request(app, access, &aggregate).await;
            Ok(json!(hold))
        }
        HoldTarget::Customer(customer) => {
            let mut batch = Batch::default();
            let mut set = None;
            let tenants = tenants_of(app, access, customer, &at).await?;
            for tenant in &tenants {
                if active_on_customer(app, access, tenant, customer).await?.is_some() {
                    continue;
                }
                let hold = new(None, Some(customer));
                let entry = customer_entry(RequestAction::Hold, tenant, customer, reason);
                batch = batch.join(Batch::audited(entry).and(set_hold(access.permit(), tenant, &hold)));
                set = Some(hold);
            }
            let set = set.ok_or(Refusal::Conflict(Message::plain("holdExists")))?;
            app.store.commit(access.permit(), batch).await?;
            publish_on_customer(app, access, &tenants, customer).await;
            Ok(json!(set))
        }
    }
}

/// Sets holds on several requests. Each succeeds or fails on its own.
pub async fn set_several(
    app: &App,
    access: &RequestAccess<Change>,
    input: &HoldInput,
) -> Vec<std::result::Result<Value, (String, Error)>> {
    let mut done = Vec::with_capacity(input.targets.len());
    for target in &input.targets {
        let (HoldTarget::Request(name) | HoldTarget::Customer(name)) = target;
        let outcome = set_one(app, access, target, &input.reason).await;
        done.push(outcome.map_err(|error| (name.clone(), error)));
    }
    done
}

/// Lifts the active hold on a target.
pub async fn lift_hold(app: &App, access: &RequestAccess<Change>, target: &HoldTarget, reason: &str) -> Result<()> {
    let at = entity_clock(app, access).await?;
    let missing = || Refusal::Conflict(Message::plain("holdMissing"));
    match target {
        HoldTarget::Request(txn_ref_no) => {
            let aggregate = held_request(app, access, txn_ref_no, &at).await?;
            let all = app.store.holds_on_request(access.permit(), txn_ref_no).await?;
            let hold = all.into_iter().find(|hold| hold.lifted_on.is_none()).ok_or_else(missing)?;
            let entry = entry_of(access, &aggregate, &at, RequestAction::LiftHold, reason);
            let statement = lifted(access.permit(), &hold.hold_id, &at.now);
            app.store.commit(access.permit(), Batch::audited(entry).and(statement)).await?;
            publish_on_request(app, access, &aggregate).await;
        }
        HoldTarget::Customer(customer) => {
            let mut batch = Batch::default();
            let tenants = tenants_of(app, access, customer, &at).await?;
            for tenant in &tenants {
                if let Some(hold) = active_on_customer(app, access, tenant, customer).await? {
                    let entry = customer_entry(RequestAction::LiftHold, tenant, customer, reason);
                    let statement = lifted(access.permit(), &hold.hold_id, &at.now);
                    batch = batch.join(Batch::audited(entry).and(statement));
                }
            }
            if batch.statements.is_empty() {
                return Err(missing().into());
            }
            app.store.commit(access.permit(), batch).await?;
            publish_on_customer(app, access, &tenants, customer).await;
        }
    }
    Ok(())
}

/// A hold does not change the version of a request, so that nobody's edit becomes stale: the event has none.
async fn publish_on_request(app: &App, access: &RequestAccess<Change>, aggregate: &RequestAggregate) {
    let request = &aggregate.request;
    let staff = live::staff_to_inform(app, access, request).await;
    let place = (request.tenant_code.clone(), vec![request.branch_code.clone()], staff);
    live::publish_to_staff(app, access, place, json!({ "txnRefNo": request.txn_ref_no }));
}

async fn publish_on_customer(app: &App, access: &RequestAccess<Change>, tenants: &[String], customer: &str) {
    for tenant in tenants {
        match app.store.places_of_customer(access.permit(), tenant, customer).await {
            Ok((branches, staff)) => {
                let body = json!({ "customerReference": customer });
                live::publish_to_staff(app, access, (tenant.clone(), branches, staff), body);
            }
            // The hold is in force; open pages show it after their next load.
            Err(error) => tracing::warn!(%error, "open pages could not be notified of a hold"),
        }
    }
}

async fn active_on_customer(
    app: &App,
    access: &RequestAccess<Change>,
    tenant: &str,
    customer: &str,
) -> Result<Option<LegalHold>> {
    let all = app.store.holds_on_customer(access.permit(), tenant, customer).await?;
    Ok(all.into_iter().find(|hold| hold.lifted_on.is_none()))
}

/// The request in the audit log, and so in its timeline.
fn entry_of(
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    at: &EntityClock,
    action: RequestAction,
    reason: &str,
) -> Entry {
    let taken = ActionTaken { reason: Some(reason.to_owned()), ..step(access, Some(aggregate), at, action) };
    taken.entry(aggregate, None)
}

fn customer_entry(action: RequestAction, tenant: &str, customer: &str, reason: &str) -> Entry {
    let detail = json!({ "tenantCode": tenant, "reason": reason });
    Entry { action: action.name(), resource: "legalhold", key: customer.to_owned(), detail }
}

/// A request of a tenant that the caller reaches. The calendar shows all requests of the entity, but not of other
/// tenants.
async fn held_request<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    txn_ref_no: &str,
    at: &EntityClock,
) -> Result<RequestAggregate> {
    let found = load(app, access, txn_ref_no, at).await?;
    if access.permit().scope().tenants.includes(&found.request.tenant_code) {
        Ok(found)
    } else {
        Err(Refusal::NotFound.into())
    }
}

/// The tenants in which the caller sees requests of the customer; none means that there is no such customer.
async fn tenants_of<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    customer: &str,
    at: &EntityClock,
) -> Result<Vec<String>> {
    let mut found = app.store.tenants_of_customer(access, customer, &at.today.to_string()).await?;
    found.retain(|tenant| access.permit().scope().tenants.includes(tenant));
    if found.is_empty() { Err(Refusal::NotFound.into()) } else { Ok(found) }
}
