//! Bulk requests for measurements: spread over tenants, months and statuses, without files.

use domain::Refusal;
use domain::access::{Change, RequestAccess, system};
use domain::request::{Event, RequestAction, RequestInput, RequestPolicy, apply, read_request};
use jiff::ToSpan;
use serde_json::{Map, Value, json};
use store::requests::{ActionTaken, created};

use super::people::{BANK, PEOPLE, PLACES};
use crate::context::{EntityClock, entity_clock, refusal};
use crate::requests::{Maker, NewRequest, build_request, kinds_of};
use crate::{App, Result, demo};

/// The number of requests per commit.
const BATCH_SIZE: u64 = 1_000;
const ENTITY: &str = "NGB";
/// The number of days over which requests are spread.
const DAYS: u64 = 360;

/// Adds `count` requests to Northgate Bank over `tenants` tenants and reports `progress`. The oldest are written first,
/// as in a real bank, because the physical order affects read performance.
pub async fn fill_bulk(app: &App, count: u64, tenants: u32, progress: impl Fn(u64)) -> Result<()> {
    let access = RequestAccess::system(demo::COUNTRY, ENTITY);
    let branches = branches(app, tenants).await?;
    let now = entity_clock(app, &access).await?;
    let policy = app.store.policy(access.permit(), now.today).await?;
    let mut done = 0;
    while done < count {
        let until = (done + BATCH_SIZE).min(count);
        let mut batch = store::Batch::default();
        for at in done..until {
            let age = DAYS - 1 - at * DAYS / count;
            batch = batch.join(create_one(app, &access, &branches, &policy, &now, (at, age)).await?);
        }
        app.store.commit(access.permit(), batch.gathered()).await?;
        done = until;
        progress(done);
    }
    Ok(())
}

/// Creates the additional tenants and branches; the demo's own come first.
async fn branches(app: &App, tenants: u32) -> Result<Vec<(String, String)>> {
    let mut branches = vec![("RETAIL".to_owned(), "BR101".to_owned()), ("SME".to_owned(), "BR109".to_owned())];
    let permit = system::seed(demo::COUNTRY, ENTITY);
    for at in 3..=tenants {
        let (tenant, branch) = (format!("T{at:02}"), format!("BT{at:02}"));
        save(
            app,
            &permit,
            "tenancymaintenance",
            json!({ "tenantCode": tenant, "tenantName": format!("Region {at}"), "status": "Active" }),
        )
        .await?;
        save(
            app,
            &permit,
            "branchmaster",
            json!({ "branchCode": branch,
            "branchName": format!("Branch of region {at}"), "tenantCode": tenant, "status": "Active" }),
        )
        .await?;
        for user in ["BANKER1", "CHECKER1", "VIEWER"] {
            let access = json!({ "userId": user, "tenantCode": tenant, "branchCode": branch, "accessAllowed": true });
            save(app, &permit, "userbranchaccess", access).await?;
        }
        branches.push((tenant, branch));
    }
    branches.truncate(tenants.max(1) as usize);
    Ok(branches)
}

/// Saves a record unless it exists.
async fn save(app: &App, permit: &domain::access::Permit<Change>, resource: &str, body: Value) -> Result<()> {
    let Some(definition) = domain::master_data::find(resource) else { return Ok(()) };
    let body = body.as_object().cloned().unwrap_or_default();
    match crate::master_data::save(app, permit, definition, &body, None).await {
        Ok(_) | Err(store::Error::Refused(Refusal::Duplicate(_) | Refusal::DuplicatePair(..))) => Ok(()),
        Err(error) => Err(error),
    }
}

fn body(at: u64) -> Map<String, Value> {
    let pick = |step: u64, of: usize| (at.wrapping_mul(step) >> 3) as usize % of;
    let (customer_type, category, sub, purpose, industry) = BANK[pick(7, BANK.len())];
    let (first, last) = PEOPLE[pick(11, PEOPLE.len())];
    let (address1, address2, address3, city) = PLACES[pick(13, PLACES.len())];
    let mail = format!("customer{}@example.com", at % 5_000);
    let mobile = format!("+9170{:08}", at % 5_000);
    let body = json!({
        "customerName": format!("{first} {last} {}", at % 5_000), "customerType": customer_type,
        "customerIndicator": "EXISTING", "customerIndustry": industry, "requestCategory": category,
        "requestSubCategory": sub, "requestPurpose": purpose, "primaryMobile": mobile, "address1": address1,
        "address2": address2, "address3": address3, "city": city, "state": "TN", "postalCode": "600001",
        "customerCountry": "IN", "emailAddress": mail, "customerReference": format!("S-{at}"),
        "parties": [{
            "firstName": first, "lastName": last, "emailAddress": mail, "mobileNumber": mobile,
            "documents": [{ "documentCode": "PAN" }, { "documentCode": "AADHAAR" }],
        }],
    });
    body.as_object().cloned().unwrap_or_default()
}

/// A tenth belongs to the first tenant, the rest is spread evenly over the others.
fn branch_of(branches: &[(String, String)], at: u64) -> &(String, String) {
    let spread = at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    match (spread % 10, branches.len()) {
        (0, _) | (_, 1) => &branches[0],
        (_, all) => &branches[1 + (spread / 10) as usize % (all - 1)],
    }
}

async fn create_one(
    app: &App,
    access: &RequestAccess<Change>,
    branches: &[(String, String)],
    policy: &RequestPolicy,
    now: &EntityClock,
    (at, age): (u64, u64),
) -> Result<store::Batch> {
    let (tenant, branch) = branch_of(branches, at);
    let day = now.today.saturating_sub((age as i64).days());
    let seconds = at % 36_000;
    let stamp =
        format!("{day}T{:02}:{:02}:{:02}.{:03}Z", 4 + seconds / 3600, seconds / 60 % 60, seconds % 60, at % 1000);
    let when = EntityClock { today: day, now: stamp, zone: now.zone.clone(), four_eyes: now.four_eyes };
    let policy = RequestPolicy { today: day, ..policy.clone() };
    let input: RequestInput = read_request(&body(at), &policy, None)?;
    let kinds = kinds_of(app, access, &input.parties).await?;
    let maker = Maker { user_id: "BANKER1".into(), tenant: tenant.clone(), branch: branch.clone() };
    let number = app.numbers.next(&app.store, access.permit(), policy.prefix, when.today).await?;
    let (mut aggregate, logins) = build_request(
        app,
        &maker,
        access,
        &NewRequest { input: &input, kinds: &kinds, policy: &policy },
        &when,
        number,
    )
    .await?;
    // Logins are not needed to measure lists.
    drop(logins);
    let step = |action: RequestAction| ActionTaken {
        action,
        actor: maker.user_id.clone(),
        for_user: None,
        now: when.now.clone(),
        zone: when.zone.clone(),
        document: None,
        reason: (action == RequestAction::Decline).then(|| "Withdrawn.".to_owned()),
        reason_code: None,
        remark: None,
        detail: Value::Null,
    };
    let mut last = step(RequestAction::Create);
    let mut act = |event: Event, action: RequestAction, today| -> Result<()> {
        last = step(action);
        let (next, _) = apply(&aggregate.state(), &event, today).map_err(refusal)?;
        aggregate.apply_outcome(&next, &last);
        Ok(())
    };
    if !at.is_multiple_of(10) {
        act(Event::Send, RequestAction::Send, day)?;
        match (age, at % 10) {
            (31.., 1..=2) => act(Event::Decline { has_reason: true }, RequestAction::Decline, day)?,
            (31.., _) => act(Event::Expire, RequestAction::Expire, policy.today.saturating_add(31.days()))?,
            _ => {}
        }
    }
    Ok(created(access, &mut aggregate, &last))
}
