//! The condition of every query that limits it to the requests a caller may see.

use domain::access::{Permit, RequestAccess, Viewer};
use domain::master_data::Value;

use crate::row::text_of;
use crate::sql::{Sql, scoped};
use crate::{Result, Store};

/// Closed requests are not forwarded to the owner's stand-in.
pub(super) const OPEN: &str = "r.status NOT IN ('Accepted', 'Rejected')";

/// `select … WHERE` the requests the caller may see. `today` decides which forwards are in force.
pub(super) fn visible_requests<Kind>(access: &RequestAccess<Kind>, select: &str, today: &str) -> Sql {
    let mut sql = Sql::new("", scoped(access.permit(), &[]));
    push_visible_requests(&mut sql, access, select, today);
    sql
}

/// The same inside a statement whose first two values are country and entity.
pub(super) fn push_visible_requests<Kind>(sql: &mut Sql, access: &RequestAccess<Kind>, select: &str, today: &str) {
    push_visible(sql, access, select, today, OPEN);
}

/// The same for rows `r` of any table that has the columns of access; `open` is their condition of being open.
pub(super) fn push_visible<Kind>(sql: &mut Sql, access: &RequestAccess<Kind>, select: &str, today: &str, open: &str) {
    sql.push(select).push(" WHERE r.country_code = $1 AND r.entity_code = $2");
    match access.viewer() {
        Viewer::All => {}
        Viewer::Party { user_id } => {
            sql.push(" AND r.is_sent = ").bind(Value::Bool(true));
            sql.push(
                " AND r.txn_ref_no IN (SELECT p.txn_ref_no FROM docrequest_party p WHERE p.country_code = $1 \
                AND p.entity_code = $2 AND p.user_id = ",
            );
            sql.bind(Value::text(user_id)).push(")");
        }
        Viewer::Staff { user_id, tenant, branches } => {
            sql.and_equals("r.tenant_code", Value::text(tenant)).push(" AND (r.branch_code IN (''");
            for branch in branches {
                sql.push(", ").bind(Value::text(branch));
            }
            // Owning a request grants no access: losing a branch also hides the user's own requests in it.
            sql.push(") OR r.forwarded_to = ").bind(Value::text(user_id));
            sql.push(&format!(" OR ({open} AND r.owner IN ("));
            forwarding(sql, user_id, today);
            sql.push(")))");
        }
    }
}

impl Store {
    /// The user to whom an owner forwards all requests today.
    pub async fn stand_in<Kind>(&self, permit: &Permit<Kind>, owner: &str, today: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            r#"SELECT to_user_id
                FROM request_forward
                WHERE country_code = $1 AND entity_code = $2 AND from_user_id = $3 AND coalesce(start_date, '') <= $4
                    AND coalesce(expiry_date, '9999') >= $5"#,
            scoped(permit, &[owner, today, today]),
        );
        self.first_decoded(permit, &sql, text_of("request_forward", "to_user_id")).await
    }
}

/// `SELECT …`: the users who forward to this one today.
pub(super) fn forwarding(sql: &mut Sql, me: &str, today: &str) {
    sql.push(
        r#"SELECT f.from_user_id
        FROM request_forward f
        WHERE f.country_code = $1 AND f.entity_code = $2 AND f.to_user_id = "#,
    );
    sql.bind(Value::text(me)).push(" AND coalesce(f.start_date, '') <= ").bind(Value::text(today));
    let day = format!("${}", sql.values.len());
    sql.push(&format!(" AND coalesce(f.expiry_date, '9999') >= {day}"));
}
