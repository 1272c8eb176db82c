//! Destruction certificates: the run that one is about, and the certificate's own texts.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;

use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
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

/// Stores the certificate of a run, once.
pub fn store_certificate(permit: &Permit<Change>, run_id: &str, certificate_id: &str, certificate: &str) -> Statement {
    Statement::update(
        "purge_run",
        [("certificate_id", Value::text(certificate_id)), ("certificate", Value::text(certificate))],
        Filter::of(permit).text("run_id", run_id).and("certificate_id IS NULL"),
    )
    .or_refuse(Refusal::Stale)
}

impl Store {
    pub async fn certified_run<Kind>(&self, permit: &Permit<Kind>, run_id: &str) -> Result<Option<CertifiedRun>> {
        let sql = Sql::new(
            r#"SELECT run_id, started_on, ended_on, kept, certificate_id, certificate
                FROM purge_run
                WHERE country_code = $1 AND entity_code = $2 AND run_id = $3"#,
            scoped(permit, &[run_id]),
        );
        self.first_decoded(permit, &sql, run).await
    }

    /// Ended runs without a certificate, oldest first. A refused run destroyed nothing and gets none.
    pub async fn uncertified_runs<Kind>(&self, permit: &Permit<Kind>) -> Result<Vec<String>> {
        let sql = Sql::new(
            r#"SELECT run_id
                FROM purge_run
                WHERE country_code = $1 AND entity_code = $2 AND ended_on IS NOT NULL AND refused IS NULL
                    AND certificate_id IS NULL
                ORDER BY started_on, run_id"#,
            scoped(permit, &[]),
        );
        self.decoded(permit, &sql, text_of("purge_run", "run_id")).await
    }

    pub async fn run_of_certificate<Kind>(
        &self,
        permit: &Permit<Kind>,
        certificate_id: &str,
    ) -> Result<Option<CertifiedRun>> {
        let sql = Sql::new(
            r#"SELECT run_id, started_on, ended_on, kept, certificate_id, certificate
                FROM purge_run
                WHERE country_code = $1 AND entity_code = $2 AND certificate_id = $3"#,
            scoped(permit, &[certificate_id]),
        );
        self.first_decoded(permit, &sql, run).await
    }
}
