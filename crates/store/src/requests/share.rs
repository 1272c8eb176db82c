//! How much of a tenant somebody sees, roughly: whoever sees little of it is better served by ranges of what he sees.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{Eyes, Sight, View};
use domain::request::RequestStatus;

use super::count::STATUS;
use crate::sql::{Sql, scoped};
use crate::{Result, Store};

/// More ranges than this are no gain.
const MOST_BRANCHES: usize = 32;
/// To find a request through a range of what somebody sees costs as much as to walk past so many in an index.
const DEAR: i64 = 10;

/// A status is rare if less than one request in so many has it.
const RARE: i64 = 8;

/// Requests of each branch of a tenant, by status.
pub(super) type Branches = HashMap<String, HashMap<String, i64>>;

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Share {
    seen: i64,
    all: i64,
    /// Of all, those with a status that is asked for.
    asked: i64,
}

impl Share {
    /// Is it dearer to walk on until so many were met that he sees than to read what he sees? `enough` is where that reading may stop.
    pub fn is_small(self, wanted: i64, enough: Option<i64>) -> bool {
        let walked = wanted.saturating_mul(self.all) / self.seen.max(1);
        walked.min(self.all) > enough.unwrap_or(self.seen).saturating_mul(DEAR)
    }

    /// Have so few the statuses that are asked for that whatever else is asked is asked of those?
    pub fn is_of_rare_statuses(self) -> bool {
        self.asked.saturating_mul(RARE) < self.all
    }

    /// Have so many them that something else is begun with?
    pub fn is_of_common_statuses(self) -> bool {
        self.all > 0 && !self.is_of_rare_statuses()
    }
}

impl Store {
    /// Of the branches of a member of the staff; of everybody else nothing is known, and nothing is small.
    pub(super) async fn share(&self, sight: &Sight<View>, statuses: &[RequestStatus]) -> Result<Share> {
        match sight.eyes() {
            Eyes::Staff { tenant, branches, .. } if branches.len() <= MOST_BRANCHES => {
                let sizes = self.branch_sizes(sight, tenant).await?;
                let seen = branches.iter().filter_map(|branch| sizes.get(branch)).flat_map(HashMap::values).sum();
                let is_asked =
                    |metric: &str| statuses.iter().any(|status| metric.strip_prefix("status:") == Some(status.name()));
                let asked = sizes.values().flatten().filter(|(metric, _)| is_asked(metric)).map(|(_, n)| n).sum();
                Ok(Share { seen, all: sizes.values().flat_map(HashMap::values).sum(), asked })
            }
            _ => Ok(Share::default()),
        }
    }

    async fn branch_sizes(&self, sight: &Sight<View>, tenant: &str) -> Result<Arc<Branches>> {
        let scope = sight.permit().scope();
        let key = [&scope.country, &scope.entity, tenant].map(str::to_owned).into();
        let metrics = STATUS.map(|(_, metric)| format!("'{metric}'")).join(", ");
        let sql = Sql::new(
            format!(
                "SELECT branch_code, metric, CAST(sum(n) AS BIGINT) FROM docrequest_count WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3 AND metric IN ({metrics}) AND period = '' GROUP BY branch_code, metric"
            ),
            scoped(sight.permit(), &[tenant]),
        );
        let read = async {
            let mut sizes = Branches::new();
            let rows = self.rows(sight.permit(), &sql, |row| (row.string(0), row.string(1), row.int(2).unwrap_or(0)));
            for (branch, metric, n) in rows.await? {
                sizes.entry(branch).or_default().insert(metric, n);
            }
            Ok(sizes)
        };
        self.roughly(|kept| &kept.branches, key, read).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(seen: i64, all: i64) -> Share {
        Share { seen, all, asked: 0 }
    }

    #[test]
    fn a_status_is_rare_if_few_have_it() {
        assert!(Share { seen: 9, all: 100, asked: 12 }.is_of_rare_statuses());
        assert!(!Share { seen: 9, all: 100, asked: 13 }.is_of_rare_statuses());
        assert!(Share { seen: 9, all: 100, asked: 13 }.is_of_common_statuses());
        let unknown = Share::default();
        assert!(!unknown.is_of_rare_statuses() && !unknown.is_of_common_statuses());
    }

    #[test]
    fn whoever_sees_much_is_served_by_a_walk() {
        let most = share(50_000, 100_000);
        assert!(!most.is_small(25, Some(25)) && !most.is_small(1_000, Some(1_000)) && !most.is_small(25, None));
    }

    #[test]
    fn whoever_sees_little_is_served_by_what_he_sees() {
        let few = share(15, 100_000);
        assert!(few.is_small(25, Some(25)) && few.is_small(1_000, Some(1_000)) && few.is_small(25, None));
        let none = share(0, 100_000);
        assert!(none.is_small(25, None));
    }

    #[test]
    fn reading_everything_he_sees_must_not_cost_more_than_the_walk() {
        let some = share(5_000, 100_000);
        assert!(some.is_small(25, Some(25)), "the newest of each branch");
        assert!(!some.is_small(25, None), "all of each branch");
    }

    #[test]
    fn a_small_tenant_is_walked() {
        assert!(!share(1, 9).is_small(25, Some(25)));
        assert!(!Share::default().is_small(25, None));
    }
}
