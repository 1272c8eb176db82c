//! Legal holds: what is held is not purged. A hold is on a request, or on all requests of a customer in a tenant.

use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess};
use domain::master_data::Value;
use domain::message::Message;

use super::access::visible_requests;
use super::rows::text;
use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Row, Store};

/// True for a request `r` under an active hold.
pub(crate) const HELD: &str = "(EXISTS (SELECT 1 FROM legal_hold h \
        WHERE h.country_code = r.country_code AND h.entity_code = r.entity_code AND h.txn_ref_no = r.txn_ref_no \
            AND h.txn_ref_no IS NOT NULL AND h.lifted_on IS NULL) \
    OR EXISTS (SELECT 1 FROM legal_hold h \
        WHERE h.country_code = r.country_code AND h.entity_code = r.entity_code AND h.tenant_code = r.tenant_code \
            AND h.customer_reference = r.customer_reference AND h.customer_reference IS NOT NULL \
            AND h.lifted_on IS NULL))";

/// Holds of one target that are read at most, the newest first.
const MOST: i64 = 200;

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LegalHold {
    pub hold_id: String,
    /// Either the request or the customer is set.
    pub txn_ref_no: Option<String>,
    pub customer_reference: Option<String>,
    pub reason: String,
    pub set_by: String,
    pub set_on: String,
    pub lifted_by: Option<String>,
    pub lifted_on: Option<String>,
}

fn hold(row: &dyn Row) -> Result<LegalHold> {
    let row = Record::new(row, "legal_hold", "hold_id");
    Ok(LegalHold {
        hold_id: row.text("hold_id")?,
        txn_ref_no: row.optional_text("txn_ref_no")?,
        customer_reference: row.optional_text("customer_reference")?,
        reason: row.text("reason")?,
        set_by: row.text("set_by")?,
        set_on: row.text("set_on")?,
        lifted_by: row.optional_text("lifted_by")?,
        lifted_on: row.optional_text("lifted_on")?,
    })
}

/// Adds a hold. An active one on the same target refuses it.
pub fn set_hold(permit: &Permit<Change>, tenant: &str, hold: &LegalHold) -> Statement {
    let mut values = scoped(permit, &[tenant, &hold.hold_id]);
    values.extend([
        text(&hold.txn_ref_no),
        text(&hold.customer_reference),
        Value::text(&hold.reason),
        Value::text(&hold.set_by),
        Value::text(&hold.set_on),
    ]);
    Statement::raw(
        "legal_hold",
        r#"INSERT INTO legal_hold (country_code, entity_code, tenant_code, hold_id, txn_ref_no, customer_reference,
                reason, set_by, set_on)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT DO NOTHING"#,
        values,
    )
    .or_refuse(Refusal::Conflict(Message::plain("holdExists")))
}

/// Lifts an active hold.
pub fn lift_hold(permit: &Permit<Change>, hold_id: &str, now: &str) -> Statement {
    Statement::update(
        "legal_hold",
        [("lifted_by", Value::text(permit.actor())), ("lifted_on", Value::text(now))],
        Filter::of(permit).text("hold_id", hold_id).and("lifted_on IS NULL"),
    )
    .or_refuse(Refusal::Conflict(Message::plain("holdMissing")))
}

const COLUMNS: &str =
    "SELECT hold_id, txn_ref_no, customer_reference, reason, set_by, set_on, lifted_by, lifted_on FROM legal_hold";

impl Store {
    /// The active holds that keep a request: its own, and those on its customer. The caller has checked access to it.
    pub async fn active_holds<Kind>(
        &self,
        permit: &Permit<Kind>,
        (tenant, txn_ref_no, customer): (&str, &str, &str),
    ) -> Result<Vec<LegalHold>> {
        let sql = Sql::new(
            format!(
                "{COLUMNS} WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 \
                    AND lifted_on IS NULL UNION ALL {COLUMNS} WHERE country_code = $1 AND entity_code = $2 \
                    AND tenant_code = $4 AND customer_reference = $5 AND lifted_on IS NULL"
            ),
            scoped(permit, &[txn_ref_no, tenant, customer]),
        );
        self.decoded(permit, &sql, hold).await
    }

    /// The holds on a request itself, active ones first. The caller has checked access to it.
    pub async fn holds_on_request<Kind>(&self, permit: &Permit<Kind>, txn_ref_no: &str) -> Result<Vec<LegalHold>> {
        let sql = Sql::new(
            format!(
                "{COLUMNS} WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 \
                    ORDER BY CASE WHEN lifted_on IS NULL THEN 0 ELSE 1 END, set_on DESC, hold_id LIMIT {MOST}"
            ),
            scoped(permit, &[txn_ref_no]),
        );
        self.decoded(permit, &sql, hold).await
    }

    /// The holds on a customer of a tenant, active ones first. The caller has checked access.
    pub async fn holds_on_customer<Kind>(
        &self,
        permit: &Permit<Kind>,
        tenant: &str,
        customer: &str,
    ) -> Result<Vec<LegalHold>> {
        let sql = Sql::new(
            format!(
                "{COLUMNS} WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3 \
                    AND customer_reference = $4 ORDER BY CASE WHEN lifted_on IS NULL THEN 0 ELSE 1 END, set_on DESC, \
                    hold_id LIMIT {MOST}"
            ),
            scoped(permit, &[tenant, customer]),
        );
        self.decoded(permit, &sql, hold).await
    }

    /// The tenants in which the caller sees requests of this customer.
    pub async fn tenants_of_customer<Kind>(
        &self,
        access: &RequestAccess<Kind>,
        customer: &str,
        today: &str,
    ) -> Result<Vec<String>> {
        let mut sql = visible_requests(access, "SELECT DISTINCT r.tenant_code FROM docrequest r", today);
        sql.and_equals("r.customer_reference", Value::text(customer));
        self.decoded(access.permit(), &sql, text_of("docrequest", "tenant_code")).await
    }

    /// The branches with requests of this customer, and the staff those were forwarded to.
    pub async fn places_of_customer<Kind>(
        &self,
        permit: &Permit<Kind>,
        tenant: &str,
        customer: &str,
    ) -> Result<(Vec<String>, Vec<String>)> {
        let sql = Sql::new(
            r#"SELECT DISTINCT branch_code, forwarded_to
                FROM docrequest
                WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3 AND customer_reference = $4"#,
            scoped(permit, &[tenant, customer]),
        );
        let place = |row: &dyn Row| {
            let row = Record::new(row, "docrequest", "branch_code");
            Ok((row.text("branch_code")?, row.optional_text("forwarded_to")?))
        };
        let (mut branches, staff): (Vec<_>, Vec<_>) = self.decoded(permit, &sql, place).await?.into_iter().unzip();
        branches.dedup();
        Ok((branches, staff.into_iter().flatten().collect()))
    }
}
