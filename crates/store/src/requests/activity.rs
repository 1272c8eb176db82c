//! What parties did before they submitted anything.

use domain::access::{Change, Permit};
use domain::master_data::Value;

use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Result, Row, Store};

/// What a party did.
#[derive(Debug, Clone)]
pub struct PartyActivity {
    pub party: u32,
    pub link_opened_on: Option<String>,
    pub failed: Option<FailedUpload>,
}

/// An upload that was refused. Nothing of the file is kept.
#[derive(Debug, Clone)]
pub struct FailedUpload {
    pub on: String,
    pub document: u32,
    pub cause: String,
}

/// `select` of the sent requests of a person whose link was not opened yet. Country, entity and user are the values
/// from `first` on.
fn unopened(select: &str, end: &str, first: usize) -> String {
    let [country, entity, user] = [first, first + 1, first + 2];
    format!(
        r#"{select} FROM docrequest_party p
            JOIN docrequest r ON r.country_code = p.country_code AND r.entity_code = p.entity_code
                AND r.txn_ref_no = p.txn_ref_no
            WHERE p.country_code = ${country} AND p.entity_code = ${entity} AND p.user_id = ${user} AND r.is_sent
                AND NOT EXISTS (SELECT 1 FROM docrequest_activity a WHERE a.country_code = p.country_code
                    AND a.entity_code = p.entity_code AND a.txn_ref_no = p.txn_ref_no
                    AND a.party_seq_no = p.party_seq_no AND a.link_opened_on IS NOT NULL)
            {end}"#
    )
}

impl Store {
    /// Notes that a person opened a link, for the sent requests where it is the first time.
    pub async fn note_opened_link(&self, permit: &Permit<Change>, user_id: &str, now: &str) -> Result<()> {
        // Mostly there is nothing to write.
        let sql = Sql::new(unopened("SELECT 1", "LIMIT 1", 1), scoped(permit, &[user_id]));
        if self.first(permit, &sql, |_| ()).await?.is_none() {
            return Ok(());
        }
        let text = unopened(
            r#"INSERT INTO docrequest_activity (country_code, entity_code, tenant_code, txn_ref_no, party_seq_no,
                   link_opened_on)
               SELECT p.country_code, p.entity_code, p.tenant_code, p.txn_ref_no, p.party_seq_no, CAST($1 AS TEXT)"#,
            r#"ON CONFLICT (country_code, entity_code, txn_ref_no, party_seq_no) DO UPDATE
               SET link_opened_on = excluded.link_opened_on"#,
            2,
        );
        let mut values = vec![Value::text(now)];
        values.extend(scoped(permit, &[user_id]));
        let note = Statement::raw("docrequest_activity", text, values);
        self.commit_unaudited(permit, vec![note]).await
    }

    /// Notes the newest failed upload of a person to a request. Nothing is noted of anybody else.
    pub async fn note_failed_upload(
        &self,
        permit: &Permit<Change>,
        (txn_ref_no, user_id): (&str, &str),
        failed: &FailedUpload,
    ) -> Result<()> {
        let mut values = scoped(permit, &[&failed.on]);
        values.push(Value::Int(failed.document.into()));
        values.extend([failed.cause.as_str(), txn_ref_no, user_id].map(Value::text));
        let note = Statement::raw(
            "docrequest_activity",
            r#"INSERT INTO docrequest_activity (country_code, entity_code, tenant_code, txn_ref_no, party_seq_no,
                   failed_on, failed_document_no, failed_cause)
               SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), p.tenant_code, p.txn_ref_no, p.party_seq_no,
                   CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS TEXT)
               FROM docrequest_party p
               WHERE p.country_code = $1 AND p.entity_code = $2 AND p.txn_ref_no = $6 AND p.user_id = $7
               ON CONFLICT (country_code, entity_code, txn_ref_no, party_seq_no) DO UPDATE
               SET failed_on = excluded.failed_on, failed_document_no = excluded.failed_document_no,
                   failed_cause = excluded.failed_cause"#,
            values,
        );
        self.commit_unaudited(permit, vec![note]).await
    }

    /// What the parties of a request did.
    pub async fn party_activity<Kind>(&self, permit: &Permit<Kind>, txn_ref_no: &str) -> Result<Vec<PartyActivity>> {
        let sql = Sql::new(
            r#"SELECT txn_ref_no, party_seq_no, link_opened_on, failed_on, failed_document_no, failed_cause
                FROM docrequest_activity
                WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3"#,
            scoped(permit, &[txn_ref_no]),
        );
        self.decoded(permit, &sql, activity).await
    }
}

fn activity(row: &dyn Row) -> Result<PartyActivity> {
    let row = Record::new(row, "docrequest_activity", "txn_ref_no");
    let failed = match row.optional_text("failed_on")? {
        Some(on) => {
            Some(FailedUpload { on, document: row.int("failed_document_no")?, cause: row.text("failed_cause")? })
        }
        None => None,
    };
    Ok(PartyActivity { party: row.int("party_seq_no")?, link_opened_on: row.optional_text("link_opened_on")?, failed })
}
