//! From when to when the requests of a day lie in another order: those made on it by due date, those due on it by day of making. A list
//! of a month begins there, and need not be walked to. Spans are only ever widened: one that is too wide costs time, never a request.

use domain::access::{Change, Permit, View};
use domain::master_data::Value;

use super::case::Head;
use crate::batch::{LANE_MARKER, Statement};
use crate::sql::{Sql, scoped};
use crate::{Result, Store};

/// Which days are asked for, and which order of time is wanted.
const KEPT: [(&str, &str); 8] = [
    (CREATED, UPDATED),
    (CREATED, DUE),
    (CREATED, EXPIRES),
    (CREATED, REFERENCE),
    (DUE, CREATED),
    (DUE, UPDATED),
    (DUE, EXPIRES),
    (DUE, REFERENCE),
];

pub(super) const CREATED: &str = "created_on";
pub(super) const DUE: &str = "document_due_date";
const UPDATED: &str = "updated_on";
const EXPIRES: &str = "expires_on";
const REFERENCE: &str = "txn_ref_no";

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

/// The day of it; of a reference the day that it begins with.
fn day(head: &Head, column: &str) -> String {
    let (text, length) = match column {
        CREATED => (head.created_on.clone(), 10),
        UPDATED => (head.updated_on.clone(), 10),
        DUE => (head.document_due_date.clone(), 10),
        EXPIRES => (head.expires_on.to_string(), 10),
        _ => (head.txn_ref_no.clone(), 7),
    };
    text.chars().take(length).collect()
}

/// What a request adds, if it is new or one of its days is.
pub(super) fn spanned(permit: &Permit<Change>, before: Option<&Head>, head: &Head) -> Option<Statement> {
    let days = |head: &Head| KEPT.map(|(ranged, ordered)| (day(head, ranged), day(head, ordered)));
    let known = before.map(days);
    let fresh =
        days(head).into_iter().enumerate().filter(|(at, days)| known.as_ref().is_none_or(|known| known[*at] != *days));
    let mut sql = Sql::new(
        "INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most) SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), v.column1, v.column2, v.column3, CAST($4 AS BIGINT), v.column4, v.column4 FROM (VALUES ",
        scoped(permit, &[&head.tenant_code]),
    );
    sql.values.push(LANE_MARKER);
    let mut is_first = true;
    for (at, (ranged_day, ordered_day)) in fresh {
        let (ranged, ordered) = KEPT[at];
        sql.push(if is_first { "(" } else { ", (" });
        is_first = false;
        sql.push(&format!("'{ranged}', '{ordered}', ")).bind(Value::Text(ranged_day));
        sql.push(", ").bind(Value::Text(ordered_day)).push(")");
    }
    // A row is touched only to widen it, and every lane has its own: nobody waits for another.
    sql.push(") v WHERE NOT EXISTS (SELECT 1 FROM docrequest_span s WHERE s.country_code = $1 AND s.entity_code = $2 AND s.tenant_code = $3 AND s.ranged_by = v.column1 AND s.ordered_by = v.column2 AND s.day = v.column3 AND s.least <= v.column4 AND s.most >= v.column4) ON CONFLICT (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane) DO UPDATE SET least = CASE WHEN excluded.least < docrequest_span.least THEN excluded.least ELSE docrequest_span.least END, most = CASE WHEN excluded.most > docrequest_span.most THEN excluded.most ELSE docrequest_span.most END");
    (!is_first).then(|| Statement::new(sql.text, sql.values))
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
