//! From when to when the requests of a day lie in another order: those made on it by due date, those due on it by day of making. A list
//! of a month begins there, and need not be walked to. The database keeps spans by itself whenever a request is written, and only ever
//! widens them: one that is too wide costs time, never a request.

use domain::access::{Permit, View};
use domain::master_data::Value;

use crate::sql::{Sql, scoped};
use crate::{Result, Store};

pub(super) const CREATED: &str = "created_on";
pub(super) const DUE: &str = "document_due_date";

/// Behind everything that begins with the day.
const END: char = '\u{10ffff}';

/// A column, and the first and the last day that are asked for.
pub(super) type Days<'a> = (&'static str, Option<&'a str>, Option<&'a str>);

/// The first and the last of an order that can be among them.
#[derive(Debug, Clone)]
pub(super) struct Span {
    pub least: String,
    /// None is as late as this.
    pub end: String,
}

impl Span {
    /// Where both are.
    pub fn and(self, other: Span) -> Span {
        Span { least: self.least.max(other.least), end: self.end.min(other.end) }
    }
}

impl Store {
    /// Where those lie in an order whose day is between these two; nothing if there is nothing to tell.
    pub(super) async fn span(
        &self,
        permit: &Permit<View>,
        tenant: &str,
        (ranged, from, to): Days<'_>,
        ordered: &str,
    ) -> Result<Option<Span>> {
        let mut sql = Sql::new(
            "SELECT min(s.least), max(s.most) FROM docrequest_span s WHERE s.country_code = $1 AND s.entity_code = $2 AND s.tenant_code = $3",
            scoped(permit, &[tenant]),
        );
        sql.and_equals("s.ranged_by", Value::text(ranged)).and_equals("s.ordered_by", Value::text(ordered));
        for (with, moment) in [(" AND s.day >= ", from), (" AND s.day <= ", to)] {
            if let Some(moment) = moment {
                sql.push(with).bind(Value::Text(moment.chars().take(10).collect()));
            }
        }
        let read = |least: &str, most: &str| Span { least: least.to_owned(), end: format!("{most}{END}") };
        Ok(self.first(permit, &sql, |row| Some(read(row.text(0)?, row.text(1)?))).await?.flatten())
    }
}
