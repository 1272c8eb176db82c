//! Remarks between banker and party.

use domain::access::{Change, Permit};
use domain::master_data::Value;

use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Result, Row, Store};

#[derive(Debug, Clone)]
pub struct Remark {
    pub remark_id: String,
    pub document: u32,
    /// The party it is about or from; 0 means all parties.
    pub party: u32,
    pub by: String,
    pub by_name: String,
    pub at: String,
    pub text: String,
}

pub fn add_remark(permit: &Permit<Change>, tenant: &str, txn_ref_no: &str, remark: &Remark) -> Statement {
    let mut values = scoped(permit, &[tenant, txn_ref_no, &remark.remark_id]);
    values.extend([
        Value::Int(remark.document.into()),
        Value::Int(remark.party.into()),
        Value::text(&remark.by),
        Value::text(&remark.by_name),
        Value::text(&remark.at),
        Value::text(&remark.text),
    ]);
    Statement::raw(
        "docrequest_remark",
        r#"INSERT INTO docrequest_remark (country_code, entity_code, tenant_code, txn_ref_no, remark_id, document_no,
                party_seq_no, written_by, written_by_name, written_on, remark)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"#,
        values,
    )
}

fn remark(row: &dyn Row) -> Result<Remark> {
    let row = Record::new(row, "docrequest_remark", "remark_id");
    Ok(Remark {
        remark_id: row.text("remark_id")?,
        document: row.int("document_no")?,
        party: row.int("party_seq_no")?,
        by: row.text("written_by")?,
        by_name: row.text("written_by_name")?,
        at: row.text("written_on")?,
        text: row.text("remark")?,
    })
}

impl Store {
    /// The remarks of a request, oldest first. The caller has checked access to it.
    pub async fn remarks<Kind>(&self, permit: &Permit<Kind>, txn_ref_no: &str) -> Result<Vec<Remark>> {
        let sql = Sql::new(
            r#"SELECT remark_id, document_no, party_seq_no, written_by, written_by_name, written_on, remark
                FROM docrequest_remark
                WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3
                ORDER BY remark_id
                LIMIT 1000"#,
            scoped(permit, &[txn_ref_no]),
        );
        self.decoded(permit, &sql, remark).await
    }
}
