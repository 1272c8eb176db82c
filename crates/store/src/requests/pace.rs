//! How long requests take, and since when documents wait for a review: of a number of rows that does not grow.

use std::sync::Arc;

use domain::access::{Permit, View};
use domain::master_data::Value;
use domain::request::Decision;

use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// A closed request and when its stages ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    pub created_on: String,
    pub sent_on: Option<String>,
    /// The last submission.
    pub received_on: Option<String>,
    pub closed_on: String,
    pub is_approved: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Pace {
    /// The newest ones first.
    pub closed: Vec<Closed>,
    /// When the waiting documents were submitted, in the order of the queue.
    pub waiting: Vec<String>,
}

impl Pace {
    /// Most requests and most documents that are looked at.
    pub const MOST: usize = 1_000;
}

/// The newest closed requests of the tenant, of which those of the branches count: their number is the limit of the
/// work.
const CLOSED: &str = r#"SELECT q.created_on, q.sent_on, q.closed_on, q.decision,
        (SELECT max(v.uploaded_on) FROM docrequest_version v
            WHERE v.country_code = q.country_code AND v.entity_code = q.entity_code
                AND v.txn_ref_no = q.txn_ref_no) AS received_on
    FROM (SELECT country_code, entity_code, txn_ref_no, branch_code, created_on, sent_on, closed_on, decision
        FROM docrequest
        WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3 AND closed_on >= $4
        ORDER BY closed_on DESC, txn_ref_no DESC LIMIT 2000) q
    WHERE q.branch_code IN (''"#;
const WAITING: &str = r#"SELECT uploaded_on FROM docrequest_waiting
    WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3 AND branch_code IN (''"#;

fn closed(row: &dyn Row) -> Result<Closed> {
    let row = Record::new(row, "docrequest", "closed_on");
    Ok(Closed {
        created_on: row.text("created_on")?,
        sent_on: row.optional_text("sent_on")?,
        received_on: row.optional_text("received_on")?,
        closed_on: row.text("closed_on")?,
        is_approved: row.optional_text("decision")?.as_deref() == Some(Decision::Approved.name()),
    })
}

impl Store {
    /// The requests of a tenant's branches closed since a timestamp, and their documents that wait for a review.
    pub async fn pace(
        &self,
        permit: &Permit<View>,
        tenant: &str,
        branches: &[String],
        since: &str,
    ) -> Result<Arc<Pace>> {
        let scope = permit.scope();
        let place = [&scope.country, &scope.entity, tenant, since].map(str::to_owned);
        let key = place.into_iter().chain(branches.iter().cloned()).collect();
        let read = |store: Store| {
            let (permit, branches) = (permit.clone(), branches.to_vec());
            let [tenant, since] = [tenant, since].map(str::to_owned);
            async move { store.read_pace(&permit, &tenant, &branches, &since).await }
        };
        self.cached(|caches| &caches.pace, key, read).await
    }

    async fn read_pace(&self, permit: &Permit<View>, tenant: &str, branches: &[String], since: &str) -> Result<Pace> {
        let of_branches = |text: &'static str, place: &[&str], order: &str| {
            let mut sql = Sql::new(text, scoped(permit, place));
            for branch in branches {
                sql.push(", ").bind(Value::text(branch));
            }
            sql.push(&format!(") ORDER BY {order} LIMIT {}", Pace::MOST));
            sql
        };
        let ended = of_branches(CLOSED, &[tenant, since], "q.closed_on DESC");
        let waiting = of_branches(WAITING, &[tenant], "due_on, txn_ref_no, document_no");
        Ok(Pace {
            closed: self.decoded(permit, &ended, closed).await?,
            waiting: self.decoded(permit, &waiting, text_of("docrequest_waiting", "uploaded_on")).await?,
        })
    }
}
