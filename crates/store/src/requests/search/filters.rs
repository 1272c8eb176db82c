//! What a list is narrowed by.

use domain::master_data::Value;

use super::Search;
use crate::requests::sight::{Forwarders, see};
use crate::sql::Sql;

/// How filters are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// So that an index can go straight to what they leave.
    Index,
    /// So that no index of theirs is used: the one that has the order is walked, and they are asked of what stands in it.
    Walk,
}

impl By {
    fn column(self, name: &str) -> String {
        match self {
            By::Index => format!("r.{name}"),
            By::Walk => format!("coalesce(r.{name}, '')"),
        }
    }
}

impl Search<'_> {
    /// Everything but the statuses.
    pub(super) fn narrow(&self, sql: &mut Sql, select: &str, by: By) {
        see(sql, self.sight, select, Forwarders::Known(&self.owners));
        self.filter(sql, by);
        self.with_words(sql);
    }

    /// What stands beside each word as well.
    pub(super) fn filter(&self, sql: &mut Sql, by: By) {
        let query = self.query;
        compare(sql, by, "created_on", " >= ", &query.from);
        compare(sql, by, "created_on", " < ", &query.to);
        compare(sql, by, "branch_code", " = ", &query.branch);
        compare(sql, by, "owner", " = ", &query.owner);
        compare(sql, By::Index, "txn_ref_no", " = ", &query.reference);
        compare(sql, by, "document_due_date", " >= ", &query.due_from);
        compare(sql, by, "document_due_date", " <= ", &query.due_to);
        compare(sql, by, "request_category", " = ", &query.category);
        compare(sql, by, "customer_type", " = ", &query.customer_type);
        for name in &query.names {
            sql.push(" AND (lower(r.txn_ref_no) LIKE ")
                .bind(Value::Text(format!("{}%", plain(name))))
                .push(" ESCAPE '~'");
            sql.push(" OR ' ' || r.name_sort LIKE ")
                .bind(Value::Text(format!("% {}%", plain(name))))
                .push(" ESCAPE '~')");
        }
        if query.overdue {
            compare(sql, by, "document_due_date", " < ", &Some(self.today.to_owned()));
        }
    }

    pub(super) fn of_statuses(&self, sql: &mut Sql, by: By) {
        let Some((last, rest)) = self.statuses.split_last() else { return };
        sql.push(" AND ").push(&by.column("status")).push(" IN (");
        for status in rest {
            sql.bind(Value::text(status.name())).push(", ");
        }
        sql.bind(Value::text(last.name())).push(")");
    }
}

/// Letters that mean themselves.
fn plain(word: &str) -> String {
    word.chars().flat_map(|letter| [Some('~').filter(|_| "~%_".contains(letter)), Some(letter)]).flatten().collect()
}

fn compare(sql: &mut Sql, by: By, column: &str, with: &str, value: &Option<String>) {
    if let Some(value) = value {
        sql.push(" AND ").push(&by.column(column)).push(with).bind(Value::text(value));
    }
}
