//! What each request adds to the dashboard figures. A change writes the difference.

use std::collections::BTreeMap;

use domain::access::Scope;
use domain::master_data::Value;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::aggregate::RequestRow;
use crate::statement::{Bind, Insert, Statement};

/// (metric, period) → count
pub type Tally = BTreeMap<(&'static str, String), i64>;

pub(super) const STATUS: [(&str, &str); 8] = [
    ("New", "status:New"),
    ("Requested", "status:Requested"),
    ("Pending", "status:Pending"),
    ("Waiting", "status:Waiting"),
    ("Modified", "status:Modified"),
    ("Accepted", "status:Accepted"),
    ("Rejected", "status:Rejected"),
    ("Expired", "status:Expired"),
];

/// Running requests per day. The prefix sorts these metrics last, so that a range scan of the others skips them.
pub(super) const DAY_METRICS: &str = "~";
pub(super) const DUE: &str = "~due";
pub(super) const ENDS: &str = "~ends";

/// What one request adds to the figures. Documents count once requested; months are in the entity's time zone.
fn tally(request: &RequestRow, zone: &TimeZone) -> Tally {
    let mut tally = Tally::new();
    let status =
        STATUS.iter().find(|(name, _)| *name == request.status.name()).map_or("status:New", |(_, metric)| metric);
    tally.insert((status, String::new()), 1);
    tally.insert(("requests", month(&request.created_on, zone)), 1);
    if request.is_sent {
        tally.insert(("requested", String::new()), request.requested);
        tally.insert(("accepted", String::new()), request.accepted);
        tally.insert(("rejected", String::new()), request.rejected);
        tally.insert(("notrequired", String::new()), request.not_required);
    }
    if request.is_running() {
        tally.insert(("tocome", String::new()), request.pending() - request.in_review);
        tally.insert(("inreview", String::new()), request.in_review);
        tally.insert((DUE, request.document_due_date.clone()), 1);
        tally.insert((ENDS, request.expires_on.to_string()), 1);
    }
    if let Some(closed) = &request.closed_on {
        let metric = match request.decision {
            Some(domain::request::Decision::Approved) => "approvals",
            _ => "declines",
        };
        tally.insert((metric, month(closed, zone)), 1);
    }
    tally
}

fn month(stamp: &str, zone: &TimeZone) -> String {
    let day = stamp.parse::<Timestamp>().map(|moment| moment.to_zoned(zone.clone()).date());
    day.map_or_else(|_| stamp.chars().take(7).collect(), |day| day.strftime("%Y-%m").to_string())
}

/// The change in figures, one statement per branch; empty when nothing changed.
pub(super) fn count_change(
    scope: &Scope,
    before: Option<&RequestRow>,
    after: Option<&RequestRow>,
    zone: &TimeZone,
) -> Vec<Statement> {
    let mut places: BTreeMap<(&str, &str), Tally> = BTreeMap::new();
    for (request, sign) in before.map(|request| (request, -1)).into_iter().chain(after.map(|request| (request, 1))) {
        let place = places.entry((&request.tenant_code, &request.branch_code)).or_default();
        for (key, n) in tally(request, zone) {
            *place.entry(key).or_default() += sign * n;
        }
    }
    let statement = |((tenant, branch), mut difference): ((&str, &str), Tally)| {
        difference.retain(|_, n| *n != 0);
        add(scope, tenant, branch, &difference)
    };
    places.into_iter().filter_map(statement).collect()
}

/// Takes a request out of the figures.
pub(crate) fn uncount(scope: &Scope, request: &RequestRow, zone: &TimeZone) -> Vec<Statement> {
    count_change(scope, Some(request), None, zone)
}

/// Takes a customer out of the figures.
pub(crate) fn uncount_customer(scope: &Scope, tenant: &str) -> Option<Statement> {
    add(scope, tenant, "", &[(("customers", String::new()), -1)].into())
}

const COLUMNS: [&str; 8] =
    ["country_code", "entity_code", "tenant_code", "branch_code", "metric", "period", "shard", "n"];
const ADD: &str = r#"(country_code, entity_code, tenant_code, metric, period, branch_code, shard) DO UPDATE
    SET n = docrequest_count.n + excluded.n"#;

pub(super) fn add(scope: &Scope, tenant: &str, branch: &str, difference: &Tally) -> Option<Statement> {
    if difference.is_empty() {
        return None;
    }
    let row = |((metric, period), n): (&(&str, String), &i64)| {
        let key = [&scope.country, &scope.entity, tenant, branch, *metric, period].map(Value::text);
        key.map(Bind::Value).into_iter().chain([Bind::Shard, Value::Int(*n).into()]).collect()
    };
    let insert = Insert {
        table: "docrequest_count",
        columns: COLUMNS.to_vec(),
        rows: difference.iter().map(row).collect(),
        conflict: Some(ADD.into()),
    };
    Some(insert.into())
}
