//! Whose documents and records will be destroyed soon.

use domain::access::Permit;
use domain::master_data::Value;

use crate::requests::HELD;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// An owner's requests of which documents or the record are kept until one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnerWarning {
    pub owner: String,
    pub last_day: String,
    pub requests: i64,
}

/// One of these requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndingRequest {
    pub txn_ref_no: String,
    pub customer_name: String,
}

/// The requests that lose versions or their record on a day that fits the condition, and that no hold keeps.
fn ending(day: &str) -> String {
    let scope = "r.country_code = $1 AND r.entity_code = $2";
    format!(
        "(SELECT r.owner, r.txn_ref_no, r.customer_name, v.purge_after AS last_day FROM docrequest_version v \
            JOIN docrequest r ON r.country_code = v.country_code AND r.entity_code = v.entity_code \
            AND r.txn_ref_no = v.txn_ref_no WHERE v.country_code = $1 AND v.entity_code = $2 AND {scope} \
            AND v.purge_after IS NOT NULL AND v.purged_on IS NULL AND v.purge_after {day} AND NOT {HELD} \
            UNION ALL SELECT r.owner, r.txn_ref_no, r.customer_name, r.record_purge_after FROM docrequest r \
            WHERE {scope} AND r.record_purge_after IS NOT NULL AND r.record_purge_after {day} AND NOT {HELD}) AS ending"
    )
}

impl Store {
    /// The owners of what is kept until a day between two (`YYYY-MM-DD`, both included).
    pub async fn owners_to_warn<K>(&self, permit: &Permit<K>, from: &str, to: &str) -> Result<Vec<OwnerWarning>> {
        let text = format!(
            r#"SELECT owner, last_day, count(DISTINCT txn_ref_no) AS requests
                FROM {}
                GROUP BY owner, last_day
                ORDER BY last_day, owner"#,
            ending("BETWEEN $3 AND $4")
        );
        let warning = |row: &dyn Row| {
            let row = Record::new(row, "docrequest", "owner");
            Ok(OwnerWarning {
                owner: row.text("owner")?,
                last_day: row.text("last_day")?,
                requests: row.int("requests")?,
            })
        };
        self.decoded(permit, &Sql::new(text, scoped(permit, &[from, to])), warning).await
    }

    /// The first requests of a warning.
    pub async fn ending_requests<K>(
        &self,
        permit: &Permit<K>,
        warning: &OwnerWarning,
        most: u32,
    ) -> Result<Vec<EndingRequest>> {
        let text = format!(
            "SELECT DISTINCT txn_ref_no, customer_name FROM {} WHERE owner = $4 ORDER BY txn_ref_no LIMIT ",
            ending("= $3")
        );
        let mut sql = Sql::new(text, scoped(permit, &[&warning.last_day, &warning.owner]));
        sql.bind(Value::Int(most.into()));
        let request = |row: &dyn Row| {
            let row = Record::new(row, "docrequest", "txn_ref_no");
            Ok(EndingRequest { txn_ref_no: row.text("txn_ref_no")?, customer_name: row.text("customer_name")? })
        };
        self.decoded(permit, &sql, request).await
    }
}
