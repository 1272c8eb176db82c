//! The part of every query that says which requests somebody sees.

use domain::access::{Eyes, Sight};
use domain::master_data::Value;

use crate::sql::{Sql, scoped};

/// `… WHERE country, entity` and the walls of this sight. `today` decides which forwards are in force.
pub(super) fn seen<Kind>(sight: &Sight<Kind>, select: &str, today: &str) -> Sql {
    let mut sql = Sql::new("", scoped(sight.permit(), &[]));
    see(&mut sql, sight, select, today);
    sql
}

/// The same as a part of a statement whose first two values are country and entity.
pub(super) fn see<Kind>(sql: &mut Sql, sight: &Sight<Kind>, select: &str, today: &str) {
    sql.push(select).push(" WHERE r.country_code = $1 AND r.entity_code = $2");
    match sight.eyes() {
        Eyes::All => {}
        Eyes::Party { user_id } => {
            sql.push(" AND r.is_sent = ").bind(Value::Bool(true));
            sql.push(" AND r.txn_ref_no IN (SELECT p.txn_ref_no FROM docrequest_party p WHERE p.country_code = $1 AND p.entity_code = $2 AND p.user_id = ");
            sql.bind(Value::text(user_id)).push(")");
        }
        Eyes::Staff { user_id, tenant, branches } => {
            sql.and_equals("r.tenant_code", Value::text(tenant)).push(" AND (");
            if !branches.is_empty() {
                sql.push("r.branch_code IN (");
                for (at, branch) in branches.iter().enumerate() {
                    sql.push(if at > 0 { ", " } else { "" }).bind(Value::text(branch));
                }
                sql.push(") OR ");
            }
            sql.push("r.owner = ").bind(Value::text(user_id));
            let me = format!("${}", sql.values.len());
            sql.push(&format!(" OR r.forwarded_to = {me} OR "));
            forwarded(sql, &me, today);
            sql.push(")");
        }
    }
}

/// `r.owner IN (those who forward to me today)`
fn forwarded(sql: &mut Sql, me: &str, today: &str) {
    sql.push(&format!("r.owner IN (SELECT f.from_user_id FROM request_forward f WHERE f.country_code = $1 AND f.entity_code = $2 AND f.to_user_id = {me} AND coalesce(f.start_date, '') <= "));
    sql.bind(Value::text(today));
    let day = format!("${}", sql.values.len());
    sql.push(&format!(" AND coalesce(f.expiry_date, '9999') >= {day})"));
}
