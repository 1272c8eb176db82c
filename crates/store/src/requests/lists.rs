//! The dashboard: figures that were kept with each change, and what is due today.

use std::collections::BTreeMap;

use domain::access::{Change, Eyes, Permit, Sight, View};
use domain::master_data::Value;

use super::sight::seen;
use crate::sql::{Sql, scoped};
use crate::{Cells, Result, Store};

/// Requests of one month.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Month {
    pub requests: i64,
    pub accepted: i64,
    pub rejected: i64,
}

/// What the figures of some branches add up to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    pub customers: i64,
    pub requested: i64,
    pub accepted: i64,
    pub rejected: i64,
    pub not_required: i64,
    pub by_status: BTreeMap<String, i64>,
    pub months: BTreeMap<String, Month>,
}

impl Figures {
    pub fn pending(&self) -> i64 {
        self.requested - self.accepted - self.rejected - self.not_required
    }

    fn add(&mut self, metric: &str, period: &str, n: i64) {
        match metric {
            "customers" => self.customers += n,
            "requested" => self.requested += n,
            "accepted" => self.accepted += n,
            "rejected" => self.rejected += n,
            "notrequired" => self.not_required += n,
            "requests" => self.months.entry(period.to_owned()).or_default().requests += n,
            "approvals" => self.months.entry(period.to_owned()).or_default().accepted += n,
            "declines" => self.months.entry(period.to_owned()).or_default().rejected += n,
            _ => {
                if let Some(status) = metric.strip_prefix("status:") {
                    *self.by_status.entry(status.to_owned()).or_default() += n;
                }
            }
        }
    }
}

/// Something that falls on a day.
#[derive(Debug, Clone)]
pub struct Scheduled {
    pub txn_ref_no: String,
    pub customer_name: String,
}

impl Store {
    /// Figures of a tenant, over the given branches; `since` is the first month that is wanted.
    pub async fn figures<Kind>(
        &self,
        permit: &Permit<Kind>,
        tenant: &str,
        branches: Option<&[String]>,
        since: &str,
    ) -> Result<Figures> {
        let mut sql = Sql::new(
            "SELECT metric, period, CAST(sum(n) AS BIGINT) FROM docrequest_count WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3 AND (period = '' OR period >= $4)",
            scoped(permit, &[tenant, since]),
        );
        if let Some(branches) = branches {
            sql.push(" AND branch_code IN (''");
            for branch in branches {
                sql.push(", ").bind(Value::text(branch));
            }
            sql.push(")");
        }
        sql.push(" GROUP BY metric, period");
        let mut figures = Figures::default();
        self.visit(permit, &sql, &mut |row| {
            figures.add(row.text(0).unwrap_or(""), row.text(1).unwrap_or(""), row.int(2).unwrap_or(0));
        })
        .await?;
        Ok(figures)
    }

    /// Open requests whose documents are due (`document_due_date`) or that end (`expires_on`) on this day.
    pub async fn falling_on(&self, sight: &Sight<View>, expiry: bool, today: &str) -> Result<Vec<Scheduled>> {
        let column = if expiry { "r.expires_on" } else { "r.document_due_date" };
        let mut sql = seen(sight, "SELECT r.txn_ref_no, r.customer_name FROM docrequest r", today);
        // In no order: one by reference would tempt the database to walk all references until it has met a hundred of this day.
        sql.and_equals(column, Value::text(today)).push(" AND r.open_until IS NOT NULL LIMIT 100");
        let read = |row: &dyn Cells| Scheduled { txn_ref_no: row.string(0), customer_name: row.string(1) };
        let mut found = self.rows(sight.permit(), &sql, read).await?;
        found.sort_by(|one, other| one.txn_ref_no.cmp(&other.txn_ref_no));
        Ok(found)
    }

    /// Requests of one entity that ran out before this day, some at a time.
    pub async fn run_out(&self, permit: &Permit<Change>, today: &str, most: i64) -> Result<Vec<String>> {
        let mut values = scoped(permit, &[today]);
        values.push(Value::Int(most));
        let sql = Sql::new(
            "SELECT txn_ref_no FROM docrequest WHERE country_code = $1 AND entity_code = $2 AND open_until < $3 ORDER BY open_until LIMIT $4",
            values,
        );
        self.rows(permit, &sql, |row| row.string(0)).await
    }
}

/// The branches and the tenant of a member of the staff; nobody else has a dashboard.
pub fn desk(sight: &Sight<View>) -> Option<(&str, &[String])> {
    match sight.eyes() {
        Eyes::Staff { tenant, branches, .. } => Some((tenant, branches)),
        _ => None,
    }
}
