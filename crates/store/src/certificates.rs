//! Destruction certificates: the run that one is about, what the run destroyed, and the certificate's own texts.

use std::collections::HashMap;

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;
use serde::Serialize;

use crate::batch::Statement;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// A run of the purge, as its certificate names it.
#[derive(Debug, Clone)]
pub struct CertifiedRun {
    pub run_id: String,
    pub started_on: String,
    pub ended_on: Option<String>,
    pub kept: i64,
    pub certificate_id: Option<String>,
    pub certificate: Option<String>,
}

/// Something that a run destroyed.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DestroyedItem {
    pub item_no: i64,
    pub kind: String,
    pub txn_ref_no: String,
    pub document_no: Option<i64>,
    pub version_no: Option<i64>,
    pub title: String,
    /// Of each file, separated by spaces.
    pub sha256: String,
    pub purged_on: String,
}

fn run(row: &dyn Row) -> Result<CertifiedRun> {
    let row = Record::new(row, "purge_run", "run_id");
    Ok(CertifiedRun {
        run_id: row.text("run_id")?,
        started_on: row.text("started_on")?,
        ended_on: row.optional_text("ended_on")?,
        kept: row.int("kept")?,
        certificate_id: row.optional_text("certificate_id")?,
        certificate: row.optional_text("certificate")?,
    })
}

fn item(row: &dyn Row) -> Result<DestroyedItem> {
    let row = Record::new(row, "purge_item", "item_no");
    Ok(DestroyedItem {
        item_no: row.int("item_no")?,
        kind: row.text("kind")?,
        txn_ref_no: row.text("txn_ref_no")?,
        document_no: row.optional_int("document_no")?,
        version_no: row.optional_int("version_no")?,
        title: row.text("title")?,
        sha256: row.text("sha256")?,
        purged_on: row.text("purged_on")?,
    })
}

/// Stores the certificate of a run, once.
pub fn store_certificate(permit: &Permit<Change>, run_id: &str, certificate_id: &str, certificate: &str) -> Statement {
    let mut values = vec![Value::text(certificate_id), Value::text(certificate)];
    values.extend(scoped(permit, &[run_id]));
    Statement::new(
        "UPDATE purge_run SET certificate_id = $1, certificate = $2 WHERE country_code = $3 AND entity_code = $4 AND run_id = $5 AND certificate_id IS NULL",
        values,
    )
    .or_refuse(Refusal::Stale)
}

impl Store {
    pub async fn certified_run<Kind>(&self, permit: &Permit<Kind>, run_id: &str) -> Result<Option<CertifiedRun>> {
        let sql = Sql::new(
            "SELECT run_id, started_on, ended_on, kept, certificate_id, certificate FROM purge_run WHERE country_code = $1 AND entity_code = $2 AND run_id = $3",
            scoped(permit, &[run_id]),
        );
        self.first_decoded(permit, &sql, run).await
    }

    pub async fn run_of_certificate<Kind>(
        &self,
        permit: &Permit<Kind>,
        certificate_id: &str,
    ) -> Result<Option<CertifiedRun>> {
        let sql = Sql::new(
            "SELECT run_id, started_on, ended_on, kept, certificate_id, certificate FROM purge_run WHERE country_code = $1 AND entity_code = $2 AND certificate_id = $3",
            scoped(permit, &[certificate_id]),
        );
        self.first_decoded(permit, &sql, run).await
    }

    /// The next items of a run after a number, in order.
    pub async fn destroyed_items<Kind>(
        &self,
        permit: &Permit<Kind>,
        run_id: &str,
        after: i64,
        limit: i64,
    ) -> Result<Vec<DestroyedItem>> {
        let mut values = scoped(permit, &[run_id]);
        values.extend([Value::Int(after), Value::Int(limit)]);
        let sql = Sql::new(
            "SELECT item_no, kind, txn_ref_no, document_no, version_no, title, sha256, purged_on FROM purge_item WHERE country_code = $1 AND entity_code = $2 AND run_id = $3 AND item_no > $4 ORDER BY item_no LIMIT $5",
            values,
        );
        self.decoded(permit, &sql, item).await
    }

    /// The files of a request that were destroyed, and when. The caller has checked access to the request.
    pub async fn purged_files<Kind>(&self, permit: &Permit<Kind>, txn_ref_no: &str) -> Result<HashMap<String, String>> {
        let sql = Sql::new(
            "SELECT file_id, purged_on FROM docrequest_file WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND purged_on IS NOT NULL",
            scoped(permit, &[txn_ref_no]),
        );
        let purged = |row: &dyn Row| {
            let row = Record::new(row, "docrequest_file", "file_id");
            Ok((row.text("file_id")?, row.text("purged_on")?))
        };
        Ok(self.decoded(permit, &sql, purged).await?.into_iter().collect())
    }
}
