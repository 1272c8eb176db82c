//! How much of a tenant somebody sees, roughly: whoever sees little of it is better served by ranges of what he sees.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{Eyes, Sight, View};

use super::count::STATUS;
use crate::sql::{Sql, scoped};
use crate::{Result, Store};

/// More ranges than this are no gain.
const MOST_BRANCHES: usize = 32;
/// To find a request through a range of what somebody sees costs as much as to walk past so many in an index.
const DEAR: i64 = 10;

/// Requests of each branch of a tenant.
pub(super) type Branches = HashMap<String, i64>;

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Share {
    seen: i64,
    all: i64,
}

impl Share {
    /// Is it dearer to walk on until so many were met that he sees than to read what he sees? `enough` is where that reading may stop.
    pub fn is_small(self, wanted: i64, enough: Option<i64>) -> bool {
        let walked = wanted.saturating_mul(self.all) / self.seen.max(1);
        walked.min(self.all) > enough.unwrap_or(self.seen).saturating_mul(DEAR)
    }
}

impl Store {
    /// Of the branches of a member of the staff; of everybody else nothing is known, and nothing is small.
    pub(super) async fn share(&self, sight: &Sight<View>) -> Result<Share> {
        match sight.eyes() {
            Eyes::Staff { tenant, branches, .. } if branches.len() <= MOST_BRANCHES => {
                let sizes = self.branch_sizes(sight, tenant).await?;
                let seen = branches.iter().filter_map(|branch| sizes.get(branch)).sum();
                Ok(Share { seen, all: sizes.values().sum() })
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
                "SELECT branch_code, CAST(sum(n) AS BIGINT) FROM docrequest_count WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3 AND metric IN ({metrics}) AND period = '' GROUP BY branch_code"
            ),
            scoped(sight.permit(), &[tenant]),
        );
        let read = async {
            let rows = self.rows(sight.permit(), &sql, |row| (row.string(0), row.int(1).unwrap_or(0))).await?;
            Ok(rows.into_iter().collect())
        };
        self.roughly(|kept| &kept.branches, key, read).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_sees_much_is_served_by_a_walk() {
        let most = Share { seen: 50_000, all: 100_000 };
        assert!(!most.is_small(25, Some(25)) && !most.is_small(1_000, Some(1_000)) && !most.is_small(25, None));
    }

    #[test]
    fn whoever_sees_little_is_served_by_what_he_sees() {
        let few = Share { seen: 15, all: 100_000 };
        assert!(few.is_small(25, Some(25)) && few.is_small(1_000, Some(1_000)) && few.is_small(25, None));
        let none = Share { seen: 0, all: 100_000 };
        assert!(none.is_small(25, None));
    }

    #[test]
    fn reading_everything_he_sees_must_not_cost_more_than_the_walk() {
        let some = Share { seen: 5_000, all: 100_000 };
        assert!(some.is_small(25, Some(25)), "the newest of each branch");
        assert!(!some.is_small(25, None), "all of each branch");
    }

    #[test]
    fn a_small_tenant_is_walked() {
        assert!(!Share { seen: 1, all: 9 }.is_small(25, Some(25)));
        assert!(!Share::default().is_small(25, None));
    }
}
