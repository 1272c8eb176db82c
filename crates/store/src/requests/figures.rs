//! The dashboard's figures, as they were kept with each change.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::access::{Eyes, Permit, Sight, View};
use domain::master_data::Value;
use parking_lot::Mutex;

use super::count::{DUE, ENDS, OF_DAYS};
use crate::batch::Statement;
use crate::sql::{Sql, scoped};
use crate::{Result, Store};

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
    /// Running requests whose documents are due, and those that end, on the day that was asked for.
    pub due: i64,
    pub ending: i64,
}

impl Figures {
    pub fn pending(&self) -> i64 {
        self.requested - self.accepted - self.rejected - self.not_required
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

/// How long figures are believed that nobody of this process has changed; another node's changes show within this time.
const BELIEVED: Duration = Duration::from_secs(1);
const MOST_KEPT: usize = 10_000;

type Key = Vec<String>;

struct Known {
    figures: Arc<Figures>,
    read: Instant,
    /// How many changes there had been.
    changes: u64,
}

/// Figures that were read a moment ago.
#[derive(Default)]
pub(crate) struct KeptFigures {
    /// Counts the changes of this process.
    changes: AtomicU64,
    by_key: Mutex<HashMap<Key, Known>>,
}

impl KeptFigures {
    /// To be told of everything that was written.
    pub fn forget(&self, is_counted: bool) {
        if is_counted {
            self.changes.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn get(&self, key: &Key) -> Option<Arc<Figures>> {
        let changes = self.changes.load(Ordering::SeqCst);
        let kept = self.by_key.lock();
        let known = kept.get(key).filter(|known| known.changes == changes && known.read.elapsed() < BELIEVED)?;
        Some(known.figures.clone())
    }

    fn keep(&self, key: Key, changes: u64, figures: &Arc<Figures>) {
        let mut kept = self.by_key.lock();
        if kept.len() >= MOST_KEPT {
            kept.retain(|_, known| known.read.elapsed() < BELIEVED);
        }
        kept.insert(key, Known { figures: figures.clone(), read: Instant::now(), changes });
    }
}

/// Does it change figures?
pub(crate) fn is_counting(statement: &Statement) -> bool {
    statement.sql.text.starts_with("INSERT INTO docrequest_count")
}

impl Store {
    /// Figures of a tenant over the given branches; `since` is the first month that is wanted, `day` the one whose dates are.
    pub async fn figures<Kind>(
        &self,
        permit: &Permit<Kind>,
        tenant: &str,
        branches: &[String],
        since: &str,
        day: &str,
    ) -> Result<Arc<Figures>> {
        let scope = permit.scope();
        let place = [&scope.country, &scope.entity, tenant, since, day].map(str::to_owned);
        let key: Key = place.into_iter().chain(branches.iter().cloned()).collect();
        if let Some(figures) = self.kept.figures.get(&key) {
            return Ok(figures);
        }
        let changes = self.kept.figures.changes.load(Ordering::SeqCst);
        let figures = Arc::new(self.read_figures(permit, tenant, branches, since, day).await?);
        self.kept.figures.keep(key, changes, &figures);
        Ok(figures)
    }

    async fn read_figures<Kind>(
        &self,
        permit: &Permit<Kind>,
        tenant: &str,
        branches: &[String],
        since: &str,
        day: &str,
    ) -> Result<Figures> {
        const SUM: &str = "SELECT metric, period, CAST(sum(n) AS BIGINT) FROM docrequest_count WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3";
        let mut sql = Sql::new(
            format!("{SUM} AND metric < '{OF_DAYS}' AND (period = '' OR period >= $4) AND branch_code IN (''"),
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
        self.visit(permit, &sql, &mut |row| {
            figures.add(row.text(0).unwrap_or(""), row.text(1).unwrap_or(""), row.int(2).unwrap_or(0));
        })
        .await?;
        Ok(figures)
    }
}

/// The branches and the tenant of a member of the staff; nobody else has a dashboard.
pub fn desk(sight: &Sight<View>) -> Option<(&str, &[String])> {
    match sight.eyes() {
        Eyes::Staff { tenant, branches, .. } => Some((tenant, branches)),
        _ => None,
    }
}
