//! Renewals: accepted documents that expire and have to be requested again.

use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess, View};
use domain::master_data::Value;
use domain::message::Message;

use super::access::visible_requests;
use super::aggregate::PartyRow;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Result, Row, Store};

/// An accepted document that has to be requested again.
#[derive(Debug, Clone)]
pub struct Renewal {
    pub txn_ref_no: String,
    pub document: u32,
    pub compliance: String,
    pub title: String,
    pub customer_name: String,
    pub due_on: String,
    pub remind_on: String,
    pub renewed_by: Option<String>,
}

/// What identifies a person across requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonName {
    pub mail: Option<String>,
    pub mobile: Option<String>,
    /// First and last name.
    pub name: String,
}

impl PartyRow {
    pub fn person(&self) -> PersonName {
        PersonName {
            mail: self.email_address.clone(),
            mobile: self.mobile_number.clone(),
            name: format!("{} {}", self.first_name, self.last_name),
        }
    }
}

pub fn add_renewal(permit: &Permit<Change>, tenant: &str, branch: &str, renewal: &Renewal) -> Statement {
    let mut values = scoped(permit, &[tenant, branch, &renewal.txn_ref_no]);
    values.push(Value::Int(renewal.document.into()));
    values.extend(
        [&renewal.compliance, &renewal.title, &renewal.customer_name, &renewal.due_on, &renewal.remind_on]
            .map(Value::text),
    );
    Statement::raw(
        "docrequest_renewal",
        r#"INSERT INTO docrequest_renewal (country_code, entity_code, tenant_code, branch_code, txn_ref_no, document_no,
                compliance_applicable, document_title, customer_name, due_on, remind_on)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (country_code, entity_code, txn_ref_no, document_no) DO UPDATE
            SET due_on = excluded.due_on, remind_on = excluded.remind_on, renewed_by = NULL, renewed_on = NULL,
                told_on = NULL"#,
        values,
    )
}

pub fn drop_renewal(permit: &Permit<Change>, txn_ref_no: &str, document: u32) -> Statement {
    let mut values = scoped(permit, &[txn_ref_no]);
    values.push(Value::Int(document.into()));
    Statement::raw(
        "docrequest_renewal",
        r#"DELETE FROM docrequest_renewal
            WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND document_no = $4"#,
        values,
    )
}

/// The request that was to renew a document is not created after all.
pub fn not_renewed(permit: &Permit<Change>, by: &str) -> Statement {
    Statement::raw(
        "docrequest_renewal",
        r#"UPDATE docrequest_renewal
            SET renewed_by = NULL, renewed_on = NULL, told_on = NULL
            WHERE country_code = $1 AND entity_code = $2 AND renewed_by = $3"#,
        scoped(permit, &[by]),
    )
}

pub fn renewed(permit: &Permit<Change>, txn_ref_no: &str, document: u32, by: &str, now: &str) -> Statement {
    let mut values = vec![Value::text(by), Value::text(now)];
    values.extend(scoped(permit, &[txn_ref_no]));
    values.push(Value::Int(document.into()));
    Statement::raw(
        "docrequest_renewal",
        r#"UPDATE docrequest_renewal
            SET renewed_by = $1, renewed_on = $2
            WHERE country_code = $3 AND entity_code = $4 AND txn_ref_no = $5 AND document_no = $6
            AND renewed_by IS NULL"#,
        values,
    )
    .or_refuse(Refusal::Conflict(Message::plain("alreadyRenewed")))
}

fn renewal(row: &dyn Row) -> Result<Renewal> {
    let row = Record::new(row, "docrequest_renewal", "txn_ref_no");
    Ok(Renewal {
        txn_ref_no: row.text("txn_ref_no")?,
        document: row.int("document_no")?,
        compliance: row.text("compliance_applicable")?,
        title: row.text("document_title")?,
        customer_name: row.text("customer_name")?,
        due_on: row.text("due_on")?,
        remind_on: row.text("remind_on")?,
        renewed_by: row.optional_text("renewed_by")?,
    })
}

/// The bankers were told of a renewal. Refused if another node was faster.
pub fn told_of_renewal(permit: &Permit<Change>, renewal: &Renewal, now: &str) -> Statement {
    let mut values = vec![Value::text(now)];
    values.extend(scoped(permit, &[&renewal.txn_ref_no]));
    values.push(Value::Int(renewal.document.into()));
    Statement::raw(
        "docrequest_renewal",
        r#"UPDATE docrequest_renewal
            SET told_on = $1
            WHERE country_code = $2 AND entity_code = $3 AND txn_ref_no = $4 AND document_no = $5 AND told_on IS NULL
                AND renewed_by IS NULL"#,
        values,
    )
    .or_refuse(Refusal::Stale)
}

impl Store {
    /// Renewals that the bankers have to be told of. An unreadable one is its own error.
    pub async fn untold_renewals(&self, permit: &Permit<Change>, today: &str) -> Result<Vec<Result<Renewal>>> {
        let sql = Sql::new(
            r#"SELECT txn_ref_no, document_no, compliance_applicable, document_title, customer_name, due_on, remind_on,
                    renewed_by
                FROM docrequest_renewal
                WHERE country_code = $1 AND entity_code = $2 AND remind_on <= $3 AND told_on IS NULL
                    AND renewed_by IS NULL
                ORDER BY remind_on"#,
            scoped(permit, &[today]),
        );
        self.rows(permit, &sql, renewal).await
    }

    /// How many days a document of this compliance is valid, and how many days before expiry the banker is reminded.
    pub async fn compliance<Kind>(&self, permit: &Permit<Kind>, code: &str) -> Result<Option<(i64, i64)>> {
        let sql = Sql::new(
            r#"SELECT compliance_applicable, compliance_days, compliance_reminder_days
                FROM compliance
                WHERE country_code = $1 AND entity_code = $2 AND compliance_applicable = $3"#,
            scoped(permit, &[code]),
        );
        let days = |row: &dyn Row| {
            let row = Record::new(row, "compliance", "compliance_applicable");
            Ok((row.int("compliance_days")?, row.int("compliance_reminder_days")?))
        };
        self.first_decoded(permit, &sql, days).await
    }

    /// The document type that a request renews, and the person it belongs to.
    pub async fn renewed_by(&self, permit: &Permit<Change>, by: &str) -> Result<Option<(String, PersonName)>> {
        let sql = Sql::new(
            r#"SELECT n.txn_ref_no, d.document_code, p.email_address, p.mobile_number, p.first_name, p.last_name
                FROM docrequest_renewal n
                JOIN docrequest_document d ON d.country_code = n.country_code AND d.entity_code = n.entity_code
                    AND d.txn_ref_no = n.txn_ref_no AND d.document_no = n.document_no
                JOIN docrequest_party p ON p.country_code = d.country_code AND p.entity_code = d.entity_code
                    AND p.txn_ref_no = d.txn_ref_no AND p.party_seq_no = d.party_seq_no
                WHERE n.country_code = $1 AND n.entity_code = $2 AND n.renewed_by = $3"#,
            scoped(permit, &[by]),
        );
        let renewed = |row: &dyn Row| {
            let row = Record::new(row, "docrequest_renewal", "txn_ref_no");
            let person = PersonName {
                mail: row.optional_text("email_address")?,
                mobile: row.optional_text("mobile_number")?,
                name: format!("{} {}", row.str("first_name")?, row.str("last_name")?),
            };
            Ok((row.text("document_code")?, person))
        };
        self.first_decoded(permit, &sql, renewed).await
    }

    /// Renewals due up to a day, nearest first, and whether there are more.
    pub async fn renewals(
        &self,
        access: &RequestAccess<View>,
        today: &str,
        until: &str,
        offset: i64,
        size: i64,
    ) -> Result<Vec<Renewal>> {
        let mut sql = visible_requests(
            access,
            r#"SELECT n.txn_ref_no, n.document_no, n.compliance_applicable, n.document_title, n.customer_name, n.due_on,
                    n.remind_on, n.renewed_by
                FROM docrequest_renewal n
                JOIN docrequest r ON r.country_code = n.country_code AND r.entity_code = n.entity_code
                    AND r.txn_ref_no = n.txn_ref_no"#,
            today,
        );
        if let domain::access::Viewer::Staff { tenant, .. } = access.viewer() {
            sql.and_equals("n.tenant_code", Value::text(tenant));
        }
        sql.push(" AND n.country_code = $1 AND n.entity_code = $2 AND n.remind_on <= ").bind(Value::text(until));
        sql.push(" ORDER BY n.due_on, n.txn_ref_no, n.document_no LIMIT ").bind(Value::Int(size));
        sql.push(" OFFSET ").bind(Value::Int(offset));
        self.decoded(access.permit(), &sql, renewal).await
    }
}
