//! What a list is narrowed by.

use domain::master_data::Value;

use super::Search;
use crate::requests::sight::{Forwarders, see};
use crate::sql::{Sql, scoped};

/// How filters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// So that an index can go straight to what they leave.
    Index,
    /// So that no index of theirs is used: the one that has the order is walked, and they are asked of what stands in it. PostgreSQL
    /// thinks then that half of all requests fit; a handful would be put in order without that index.
    Walk,
}

impl By {
    pub(super) fn ask(self, sql: &mut Sql, what: impl FnOnce(&mut Sql)) {
        let (before, after) = match self {
            By::Index => ("", ""),
            By::Walk => ("CASE WHEN ", " THEN TRUE ELSE FALSE END"),
        };
        sql.push(" AND ").push(before);
        what(sql);
        sql.push(after);
    }

    fn compare(self, sql: &mut Sql, (column, with, value): (&str, &str, &str)) {
        self.ask(sql, |sql| {
            sql.push(&format!("r.{column}")).push(with).bind(Value::text(value));
        });
    }
}

impl Search<'_> {
    /// Everything, found by what leaves the fewest. A plan that is kept for all values cannot know whether a status is rare.
    pub(super) fn find(&self, sql: &mut Sql, select: &str) {
        see(sql, self.sight, select, Forwarders::Known(&self.owners));
        let is_by_status = !self.statuses.is_empty() && self.share.is_of_rare_statuses();
        for comparison in self.comparisons() {
            let by = if is_by_status && comparison.0 != "created_on" { By::Walk } else { By::Index };
            by.compare(sql, comparison);
        }
        self.named(sql);
        let is_by_others = self.comparisons().next().is_some() && self.share.is_of_common_statuses();
        self.of_statuses(sql, if is_by_others { By::Walk } else { By::Index });
    }

    /// Everything but the statuses.
    pub(super) fn narrow(&self, sql: &mut Sql, select: &str, by: By) {
        see(sql, self.sight, select, Forwarders::Known(&self.owners));
        self.filter(sql, by);
        self.with_words(sql);
    }

    /// How many there are up to so many, words aside.
    pub(super) fn count_filtered(&self, most: i64) -> Sql {
        let mut sql = Sql::new("SELECT count(*) FROM (", scoped(self.sight.permit(), &[]));
        self.find(&mut sql, "SELECT r.txn_ref_no FROM docrequest r");
        sql.push(" LIMIT ").bind(Value::Int(most)).push(") filtered");
        sql
    }

    /// Is anything asked but for the words?
    pub(super) fn is_filtered(&self) -> bool {
        !self.statuses.is_empty() || self.query.reference.is_some() || self.comparisons().next().is_some()
    }

    /// What stands beside each word as well. What is walked in the order of a column is walked from where that column begins to fit.
    pub(super) fn filter(&self, sql: &mut Sql, by: By) {
        for comparison in self.comparisons() {
            let by = if self.is_in_order_of(comparison.0) { By::Index } else { by };
            by.compare(sql, comparison);
        }
        self.named(sql);
    }

    fn named(&self, sql: &mut Sql) {
        let query = self.query;
        if let Some(reference) = &query.reference {
            sql.and_equals("r.txn_ref_no", Value::text(reference));
        }
        for name in &query.names {
            sql.push(" AND (lower(r.txn_ref_no) LIKE ")
                .bind(Value::Text(format!("{}%", plain(name))))
                .push(" ESCAPE '~'");
            sql.push(" OR ' ' || r.name_sort LIKE ")
                .bind(Value::Text(format!("% {}%", plain(name))))
                .push(" ESCAPE '~')");
        }
    }

    /// No more than what the order itself is narrowed by.
    pub(super) fn within_order(&self, sql: &mut Sql) {
        let within = self.comparisons().filter(|(column, ..)| self.is_in_order_of(column));
        within.for_each(|comparison| By::Index.compare(sql, comparison));
    }

    /// Columns, how they are compared, and with what.
    fn comparisons(&self) -> impl Iterator<Item = (&'static str, &'static str, &str)> {
        let query = self.query;
        let today = query.overdue.then_some(self.today);
        [
            ("created_on", " >= ", query.from.as_deref()),
            ("created_on", " < ", query.to.as_deref()),
            ("branch_code", " = ", query.branch.as_deref()),
            ("owner", " = ", query.owner.as_deref()),
            ("document_due_date", " >= ", query.due_from.as_deref()),
            ("document_due_date", " <= ", query.due_to.as_deref()),
            ("document_due_date", " < ", today),
            ("request_category", " = ", query.category.as_deref()),
            ("customer_type", " = ", query.customer_type.as_deref()),
        ]
        .into_iter()
        .filter_map(|(name, with, value)| value.map(|value| (name, with, value)))
    }

    fn is_in_order_of(&self, name: &str) -> bool {
        self.query.sort.running().strip_prefix("r.") == Some(name)
    }

    pub(super) fn of_statuses(&self, sql: &mut Sql, by: By) {
        let Some((last, rest)) = self.statuses.split_last() else { return };
        by.ask(sql, |sql| {
            sql.push("r.status IN (");
            for status in rest {
                sql.bind(Value::text(status.name())).push(", ");
            }
            sql.bind(Value::text(last.name())).push(")");
        });
    }
}

/// Letters that mean themselves.
fn plain(word: &str) -> String {
    word.chars().flat_map(|letter| [Some('~').filter(|_| "~%_".contains(letter)), Some(letter)]).flatten().collect()
}
