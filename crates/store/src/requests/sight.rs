//! The part of every query that says which requests somebody sees.

use std::sync::Arc;

use domain::access::{Eyes, Permit, Sight};
use domain::master_data::Value;

use crate::sql::{Sql, scoped};
use crate::{Result, Store};

/// Who forwards everything to somebody: those of a day, or those that were looked up already.
#[derive(Debug, Clone, Copy)]
pub(super) enum Forwarders<'a> {
    On(&'a str),
    Known(&'a [String]),
}

const FEW_BRANCHES: usize = 8;
/// What is closed is nobody's work any more, and does not go to whoever stands in.
const OPEN: &str = "r.status NOT IN ('Accepted', 'Rejected')";

/// `… WHERE country, entity` and the walls of this sight. `today` decides which forwards are in force.
pub(super) fn seen<Kind>(sight: &Sight<Kind>, select: &str, today: &str) -> Sql {
    let mut sql = Sql::new("", scoped(sight.permit(), &[]));
    see(&mut sql, sight, select, Forwarders::On(today));
    sql
}

/// The same as a part of a statement whose first two values are country and entity.
pub(super) fn see<Kind>(sql: &mut Sql, sight: &Sight<Kind>, select: &str, forwarders: Forwarders) {
    sql.push(select).push(" WHERE r.country_code = $1 AND r.entity_code = $2");
    match sight.eyes() {
        Eyes::All => {}
        Eyes::Party { user_id } => {
            sql.push(" AND r.is_sent = ").bind(Value::Bool(true));
            sql.push(" AND r.txn_ref_no IN (SELECT p.txn_ref_no FROM docrequest_party p WHERE p.country_code = $1 AND p.entity_code = $2 AND p.user_id = ");
            sql.bind(Value::text(user_id)).push(")");
        }
        Eyes::Staff { user_id, tenant, branches } => {
            // No index can be asked this: one for each branch, put together, looks cheaper to PostgreSQL than any order at times.
            sql.and_equals("r.tenant_code", Value::text(tenant)).push(" AND CASE WHEN ");
            of_branches(sql, branches);
            // Not its owner: a branch that is taken back takes their own requests along.
            sql.push("r.forwarded_to = ").bind(Value::text(user_id));
            match forwarders {
                Forwarders::On(today) => {
                    sql.push(&format!(" OR ({OPEN} AND r.owner IN ("));
                    forwarding(sql, user_id, today);
                    sql.push("))");
                }
                // Nobody, mostly: then no more is asked than stands in every index.
                Forwarders::Known([]) => {}
                Forwarders::Known(owners) => {
                    sql.push(&format!(" OR ({OPEN} AND r.owner IN ("));
                    for (at, owner) in owners.iter().enumerate() {
                        sql.push(if at > 0 { ", " } else { "" }).bind(Value::text(owner));
                    }
                    sql.push("))");
                }
            }
            sql.push(" THEN TRUE ELSE FALSE END");
        }
    }
}

/// `… OR `. PostgreSQL makes an array of a list of values anew for each request that it asks, which costs more than to compare with a few.
fn of_branches(sql: &mut Sql, branches: &[String]) {
    if branches.len() <= FEW_BRANCHES {
        return branches.iter().for_each(|branch| {
            sql.push("r.branch_code = ").bind(Value::text(branch)).push(" OR ");
        });
    }
    sql.push("r.branch_code IN (");
    for (at, branch) in branches.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" }).bind(Value::text(branch));
    }
    sql.push(") OR ");
}

/// A part of what a member of the staff sees. The parts are all of it, and they overlap.
pub(super) enum Part<'a> {
    Branch(&'a str),
    Forwarded(&'a str),
    Forwarder(&'a str),
}

/// `owners` are those who forward everything to him.
pub(super) fn parts<'a, Kind>(sight: &'a Sight<Kind>, owners: &'a [String]) -> Vec<Part<'a>> {
    let Eyes::Staff { user_id, branches, .. } = sight.eyes() else { return Vec::new() };
    let branches = branches.iter().map(|branch| Part::Branch(branch));
    let owners = owners.iter().map(|owner| Part::Forwarder(owner));
    branches.chain([Part::Forwarded(user_id)]).chain(owners).collect()
}

/// As [`see`], of one part.
pub(super) fn see_part<Kind>(sql: &mut Sql, sight: &Sight<Kind>, select: &str, part: &Part) {
    sql.push(select).push(" WHERE r.country_code = $1 AND r.entity_code = $2");
    if let Eyes::Staff { tenant, .. } = sight.eyes() {
        sql.and_equals("r.tenant_code", Value::text(tenant));
    }
    match part {
        Part::Branch(branch) => sql.and_equals("r.branch_code", Value::text(*branch)),
        Part::Forwarded(user_id) => sql.and_equals("r.forwarded_to", Value::text(*user_id)),
        Part::Forwarder(user_id) => sql.and_equals("r.owner", Value::text(*user_id)).push(" AND ").push(OPEN),
    };
}

impl Store {
    /// Those who forward everything to somebody on this day.
    pub(super) async fn forwarding_to<Kind>(&self, sight: &Sight<Kind>, today: &str) -> Result<Arc<Vec<String>>>
    where
        Kind: Clone + Send + Sync + 'static,
    {
        let Eyes::Staff { user_id, .. } = sight.eyes() else { return Ok(Arc::default()) };
        let scope = sight.permit().scope();
        let key = [&scope.country, &scope.entity, user_id, today].map(str::to_owned).into();
        let read = |store: Store| {
            let permit = sight.permit().clone();
            let mut sql = Sql::new("", scoped(&permit, &[]));
            forwarding(&mut sql, user_id, today);
            async move { store.rows(&permit, &sql, |row| row.string(0)).await }
        };
        self.lately(|kept| &kept.forwarders, key, read).await
    }
}

impl Store {
    /// Whom somebody forwards everything to on this day.
    pub async fn stand_in<Kind>(&self, permit: &Permit<Kind>, owner: &str, today: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            "SELECT to_user_id FROM request_forward WHERE country_code = $1 AND entity_code = $2 AND from_user_id = $3 AND coalesce(start_date, '') <= $4 AND coalesce(expiry_date, '9999') >= $5",
            scoped(permit, &[owner, today, today]),
        );
        self.first(permit, &sql, |row| row.string(0)).await
    }
}

/// `SELECT …`: those who forward to me today.
fn forwarding(sql: &mut Sql, me: &str, today: &str) {
    sql.push("SELECT f.from_user_id FROM request_forward f WHERE f.country_code = $1 AND f.entity_code = $2 AND f.to_user_id = ");
    sql.bind(Value::text(me)).push(" AND coalesce(f.start_date, '') <= ").bind(Value::text(today));
    let day = format!("${}", sql.values.len());
    sql.push(&format!(" AND coalesce(f.expiry_date, '9999') >= {day}"));
}
