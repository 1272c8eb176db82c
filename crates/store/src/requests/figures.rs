//! The dashboard figures, read from counters that each change updates.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::access::{Permit, RequestAccess, View, Viewer};
use domain::master_data::Value;

use super::count::{DAY_METRICS, DUE, ENDS};
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// Requests of one month.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Month {
    pub requests: i64,
    pub accepted: i64,
    pub rejected: i64,
}

/// The sum of the figures of some branches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    pub customers: i64,
    pub requested: i64,
    pub accepted: i64,
    pub rejected: i64,
    pub not_required: i64,
    /// Of running requests.
    pub to_come: i64,
    pub in_review: i64,
    pub by_status: BTreeMap<String, i64>,
    pub months: BTreeMap<String, Month>,
    /// Running requests whose documents are due, and those that expire, on the given day.
    pub due: i64,
    pub ending: i64,
}

impl Figures {
    pub fn pending(&self) -> i64 {
        self.to_come + self.in_review
    }

    fn add(&mut self, metric: &str, period: &str, n: i64) {
        match metric {
            DUE => self.due += n,
            ENDS => self.ending += n,
            "customers" => self.customers += n,
            "requested" => self.requested += n,
            "accepted" => self.accepted += n,
            "rejected" => self.rejected += n,
            "notrequired" => self.not_required += n,
            "tocome" => self.to_come += n,
            "inreview" => self.in_review += n,
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

impl Store {
    /// Figures of a tenant over the given branches. `since` is the first month to include, `day` the day of `due` and
    /// `ends`.
    pub async fn figures(
        &self,
        permit: &Permit<View>,
        tenant: &str,
        branches: &[String],
        since: &str,
        day: &str,
    ) -> Result<Arc<Figures>> {
        let scope = permit.scope();
        let place = [&scope.country, &scope.entity, tenant, since, day].map(str::to_owned);
        let key = place.into_iter().chain(branches.iter().cloned()).collect();
        let read = |store: Store| {
            let (permit, branches) = (permit.clone(), branches.to_vec());
            let [tenant, since, day] = [tenant, since, day].map(str::to_owned);
            async move { store.read_figures(&permit, &tenant, &branches, &since, &day).await }
        };
        self.cached(|caches| &caches.figures, key, read).await
    }

    async fn read_figures(
        &self,
        permit: &Permit<View>,
        tenant: &str,
        branches: &[String],
        since: &str,
        day: &str,
    ) -> Result<Figures> {
        const SUM: &str = r#"SELECT metric, period, CAST(sum(n) AS BIGINT) AS total
            FROM docrequest_count
            WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3"#;
        let mut sql = Sql::new(
            format!("{SUM} AND metric < '{DAY_METRICS}' AND (period = '' OR period >= $4) AND branch_code IN (''"),
            scoped(permit, &[tenant, since]),
        );
        let first = sql.values.len() + 1;
        for branch in branches {
            sql.push(", ").bind(Value::text(branch));
        }
        let own: String = (first..first + branches.len()).map(|at| format!(", ${at}")).collect();
        sql.push(") GROUP BY metric, period");
        for metric in [DUE, ENDS] {
            sql.push(&format!(" UNION ALL {SUM} AND metric = '{metric}' AND period = ")).bind(Value::text(day));
            sql.push(&format!(" AND branch_code IN (''{own}) GROUP BY metric, period"));
        }
        let mut figures = Figures::default();
        let sum = |row: &dyn Row| {
            let row = Record::new(row, "docrequest_count", "metric");
            Ok((row.text("metric")?, row.text("period")?, row.int("total")?))
        };
        for (metric, period, total) in self.decoded(permit, &sql, sum).await? {
            figures.add(&metric, &period, total);
        }
        Ok(figures)
    }
}

/// A staff member's tenant and branches; nobody else has a dashboard.
pub fn dashboard_scope(access: &RequestAccess<View>) -> Option<(&str, &[String])> {
    match access.viewer() {
        Viewer::Staff { tenant, branches, .. } => Some((tenant, branches)),
        _ => None,
    }
}
