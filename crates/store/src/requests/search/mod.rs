//! Lists of requests (docs/search.md). A list without a text is one query in index order. A text drives the query when
//! few requests match it, and is checked row by row when many do.

mod query;
mod words;

use std::collections::HashMap;

use domain::access::{RequestAccess, View, Viewer};
use domain::master_data::Value;
use domain::request::RequestStatus;

pub use self::query::{Having, SearchQuery, SortBy};
pub(super) use self::words::search_words;
use super::access::{push_visible_requests, visible_requests};
use super::aggregate::RequestRow;
use super::holds::HELD;
use super::load::{request, select_request};
use crate::row::{int_of, text_of};
use crate::sql::{Sql, scoped};
use crate::{Dialect, Result, Store};

/// Totals are exact up to here (or to the end of the page); larger ones are reported as "more than".
const COUNTED: i64 = 1_000;
/// A text drives the query when at most this many requests match it.
const FEW_MATCHES: i64 = 2_000;
/// How many of the newest matches are sorted when a common text meets an order without an index.
const NEWEST: i64 = 5_000;

/// A row of a list. A damaged one is shown as such and does not hide the others.
#[derive(Debug, Clone)]
pub enum ListRow {
    Request(Box<RequestRow>),
    Unreadable { txn_ref_no: String },
}

impl ListRow {
    pub fn txn_ref_no(&self) -> &str {
        match self {
            ListRow::Request(request) => &request.txn_ref_no,
            ListRow::Unreadable { txn_ref_no } => txn_ref_no,
        }
    }
}

/// One page of a list.
#[derive(Debug, Clone, Default)]
pub struct RequestPage {
    pub rows: Vec<ListRow>,
    /// Up to the counting limit.
    pub total: i64,
    /// Only the newest matches of the text were searched.
    pub is_newest_only: bool,
}

/// The role of the text filter in a query.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Text {
    Absent,
    /// The word index finds the rows.
    Drives,
    /// As `Drives`, but only the newest matches.
    DrivesNewest,
    /// Checked on the rows that an ordinary index finds.
    Filters,
}

struct Search<'a> {
    dialect: Dialect,
    access: &'a RequestAccess<View>,
    query: &'a SearchQuery,
    statuses: Vec<RequestStatus>,
    today: &'a str,
    /// In the query language of the database.
    text: Option<String>,
}

impl Store {
    /// A page of the requests the caller may see. `today` decides what is overdue and which forwards are in force.
    pub async fn search_requests(
        &self,
        access: &RequestAccess<View>,
        query: &SearchQuery,
        today: &str,
        offset: i64,
        size: i64,
    ) -> Result<RequestPage> {
        let Some(search) = self.searched(access, query, today) else { return Ok(RequestPage::default()) };
        let role = self.text_role(&search).await?;
        let keys = self
            .decoded(access.permit(), &search.page(role, offset, size), text_of("docrequest", "txn_ref_no"))
            .await?;
        let total = self.total(&search, role, offset, size, keys.len() as i64).await?;
        Ok(RequestPage {
            rows: self.page_rows(&search, &keys, size).await?,
            total,
            is_newest_only: role == Text::DrivesNewest,
        })
    }

    /// The references of the requests that match, in the order of the query.
    pub async fn matching_requests(
        &self,
        access: &RequestAccess<View>,
        query: &SearchQuery,
        today: &str,
        most: i64,
    ) -> Result<Vec<String>> {
        let Some(search) = self.searched(access, query, today) else { return Ok(Vec::new()) };
        let role = self.text_role(&search).await?;
        let sql = search.page(role, 0, most);
        self.decoded(access.permit(), &sql, text_of("docrequest", "txn_ref_no")).await
    }

    /// `None` when no request can match.
    fn searched<'a>(
        &self,
        access: &'a RequestAccess<View>,
        query: &'a SearchQuery,
        today: &'a str,
    ) -> Option<Search<'a>> {
        let statuses = query.wanted_statuses()?;
        let text = match access.viewer() {
            Viewer::Staff { tenant, .. } => {
                let mark = words::tenant_mark(access.permit().scope(), tenant);
                words::text_query(self.dialect(), &mark, &query.words)
            }
            _ => None,
        };
        Some(Search { dialect: self.dialect(), access, query, statuses, today, text })
    }

    /// Few matches are collected and sorted. Many are met soon in index order; without an index only the newest are
    /// sorted.
    async fn text_role(&self, search: &Search<'_>) -> Result<Text> {
        let Some(sql) = search.count_matches() else { return Ok(Text::Absent) };
        Ok(match self.number(search, &sql).await? {
            few if few <= FEW_MATCHES => Text::Drives,
            _ if search.query.sort.is_indexed() => Text::Filters,
            many if many <= NEWEST => Text::Drives,
            _ => Text::DrivesNewest,
        })
    }

    /// Runs a count only when the page does not already tell the total.
    async fn total(&self, search: &Search<'_>, role: Text, offset: i64, size: i64, found: i64) -> Result<i64> {
        if found < size && (found > 0 || offset == 0) {
            return Ok(offset + found);
        }
        // Counting needs no order, so the word index finds the rows faster.
        let role = if role == Text::Filters { Text::Drives } else { role };
        self.number(search, &search.count(role, COUNTED.max(offset + size + 1))).await
    }

    async fn number(&self, search: &Search<'_>, sql: &Sql) -> Result<i64> {
        Ok(self.first_decoded(search.access.permit(), sql, int_of("docrequest", "n")).await?.unwrap_or(0))
    }

    /// The rows of a page in its order. Padded with the last key: one prepared statement per page size.
    async fn page_rows(&self, search: &Search<'_>, keys: &[String], size: i64) -> Result<Vec<ListRow>> {
        let Some(last) = keys.last() else { return Ok(Vec::new()) };
        let mut sql = visible_requests(search.access, &select_request(""), search.today);
        sql.push(" AND r.txn_ref_no IN (");
        for at in 0..(size as usize).max(keys.len()) {
            sql.push(if at > 0 { ", " } else { "" }).bind(Value::text(keys.get(at).unwrap_or(last)));
        }
        sql.push(")");
        let key = text_of("docrequest", "txn_ref_no");
        let rows = self.decoded(search.access.permit(), &sql, |row| Ok((key(row)?, request(row)))).await?;
        let mut found: HashMap<String, Result<RequestRow>> = rows.into_iter().collect();
        let row = |key: &String| {
            Some(match found.remove(key)? {
                Ok(request) => ListRow::Request(Box::new(request)),
                Err(error) => {
                    error.report();
                    ListRow::Unreadable { txn_ref_no: key.clone() }
                }
            })
        };
        Ok(keys.iter().filter_map(row).collect())
    }
}

impl Search<'_> {
    /// The references of a page.
    fn page(&self, role: Text, offset: i64, size: i64) -> Sql {
        let own = self.query.sort.columns().iter().filter(|name| **name != "txn_ref_no");
        let select = own.fold("SELECT r.txn_ref_no".to_owned(), |select, name| format!("{select}, r.{name}"));
        let order = self.query.order();
        let mut sql = Sql::new("", scoped(self.access.permit(), &[]));
        let is_by_status = !self.statuses.is_empty() && self.query.sort == SortBy::Due;
        if is_by_status && matches!(role, Text::Absent | Text::Filters) {
            // Each status is an index range in this order; `IN` over several would need a sort.
            sql.push("SELECT * FROM (");
            for (at, status) in self.statuses.iter().enumerate() {
                sql.push(if at > 0 { " UNION ALL " } else { "" }).push("SELECT * FROM (");
                self.select(&mut sql, &select, role, std::slice::from_ref(status));
                sql.push(&order).push(" LIMIT ").bind(Value::Int(offset + size)).push(&format!(") s{at}"));
            }
            sql.push(") r");
        } else {
            self.select(&mut sql, &select, role, &self.statuses);
        }
        sql.push(&order).push(" LIMIT ").bind(Value::Int(size)).push(" OFFSET ").bind(Value::Int(offset));
        sql
    }

    fn count(&self, role: Text, most: i64) -> Sql {
        let mut sql = Sql::new("SELECT count(*) AS n FROM (", scoped(self.access.permit(), &[]));
        self.select(&mut sql, "SELECT 1", role, &self.statuses);
        sql.push(" LIMIT ").bind(Value::Int(most)).push(") counted");
        sql
    }

    /// How many requests of the tenant match the text, up to the limit that matters.
    fn count_matches(&self) -> Option<Sql> {
        let mut sql = Sql::new("SELECT count(*) AS n FROM (SELECT 1 FROM docrequest_search s WHERE ", Vec::new());
        self.matches(&mut sql, self.text.as_deref()?, "s");
        sql.push(" LIMIT ").bind(Value::Int(NEWEST + 1)).push(") matched");
        Some(sql)
    }

    /// `select` of the requests the caller may see, limited by text and filters.
    fn select(&self, sql: &mut Sql, select: &str, role: Text, statuses: &[RequestStatus]) {
        match (self.dialect, self.text.as_deref()) {
            (Dialect::Postgres, Some(text)) if matches!(role, Text::Drives | Text::DrivesNewest) => {
                sql.push(select).push(" FROM (SELECT * FROM docrequest_search s WHERE ");
                self.matches(sql, text, "s");
                // A sub-select even without a limit: it is planned by itself, so only the text finds the rows.
                match role {
                    Text::DrivesNewest => sql.push(" ORDER BY s.created_on DESC LIMIT ").bind(Value::Int(NEWEST)),
                    _ => sql.push(" OFFSET 0"),
                };
                push_visible_requests(sql, self.access, ") r", self.today);
            }
            (Dialect::Postgres, text) => {
                push_visible_requests(sql, self.access, &format!("{select} FROM docrequest r"), self.today);
                if let Some(text) = text {
                    sql.push(" AND ");
                    self.matches(sql, text, "r");
                }
            }
            (Dialect::Sqlite, text) => {
                let index = self.index().map_or(String::new(), |index| format!(" INDEXED BY {index}"));
                push_visible_requests(sql, self.access, &format!("{select} FROM docrequest r{index}"), self.today);
                if let Some(text) = text {
                    // A unary plus stops SQLite from using an index for the comparison.
                    sql.push(if role == Text::Filters { " AND +r.row_no" } else { " AND r.row_no" });
                    sql.push(" IN (SELECT s.rowid FROM docrequest_search s WHERE ");
                    self.matches(sql, text, "s");
                    if role == Text::DrivesNewest {
                        sql.push(" ORDER BY s.rowid DESC LIMIT ").bind(Value::Int(NEWEST));
                    }
                    sql.push(")");
                }
            }
        }
        self.filter(sql, statuses);
    }

    /// The index of a filter that few requests pass. SQLite has to be told: it would rather follow the order of the
    /// list through all requests than sort a few.
    fn index(&self) -> Option<&'static str> {
        let is_by_closing = self.query.closed_from.is_some() || self.query.closed_to.is_some();
        let having = self.query.having.and_then(|having| having.index());
        let purge = self.query.purge.as_ref().map(|_| "docrequest_by_owner_purge");
        having.or(purge).or(is_by_closing.then_some("docrequest_by_closed"))
    }

    fn matches(&self, sql: &mut Sql, text: &str, alias: &str) {
        match self.dialect {
            Dialect::Sqlite => sql.push("docrequest_search MATCH ").bind(Value::text(text)),
            Dialect::Postgres => {
                sql.push(alias).push(".search @@ CAST(").bind(Value::text(text)).push("::TEXT AS TSQUERY)")
            }
        };
    }

    fn filter(&self, sql: &mut Sql, statuses: &[RequestStatus]) {
        let query = self.query;
        let comparisons = [
            ("r.created_on >= ", query.from.as_deref()),
            ("r.created_on < ", query.to.as_deref()),
            ("r.closed_on >= ", query.closed_from.as_deref()),
            ("r.closed_on < ", query.closed_to.as_deref()),
            ("r.document_due_date >= ", query.due_from.as_deref()),
            ("r.document_due_date <= ", query.due_to.as_deref()),
            ("r.document_due_date < ", query.overdue.then_some(self.today)),
            ("r.branch_code = ", query.branch.as_deref()),
            ("r.owner = ", query.owner.as_deref()),
            ("r.request_category = ", query.category.as_deref()),
            ("r.customer_type = ", query.customer_type.as_deref()),
            ("r.txn_ref_no = ", query.reference.as_deref()),
        ];
        for (comparison, value) in comparisons {
            if let Some(value) = value {
                sql.push(" AND ").push(comparison).bind(Value::text(value));
            }
        }
        if let Some(having) = query.having {
            sql.push(" AND ").push(having.condition());
        }
        if let Some((first, last)) = &query.purge {
            sql.push(" AND r.purge_after IS NOT NULL AND r.purged_on IS NULL AND r.purge_after >= ");
            sql.bind(Value::text(first)).push(" AND r.purge_after <= ").bind(Value::text(last));
            sql.push(" AND NOT ").push(HELD);
        }
        for name in &query.names {
            let name = escape_like(name);
            sql.push(" AND (lower(r.txn_ref_no) LIKE ").bind(Value::Text(format!("{name}%"))).push(" ESCAPE '~'");
            sql.push(" OR ' ' || r.name_sort LIKE ").bind(Value::Text(format!("% {name}%"))).push(" ESCAPE '~')");
        }
        match statuses {
            [] => {}
            [status] => _ = sql.and_equals("r.status", Value::text(status.name())),
            _ => {
                sql.push(" AND r.status IN (");
                for (at, status) in statuses.iter().enumerate() {
                    sql.push(if at > 0 { ", " } else { "" }).bind(Value::text(status.name()));
                }
                sql.push(")");
            }
        }
    }
}

fn escape_like(word: &str) -> String {
    let escaped = |letter: char| [Some('~').filter(|_| "~%_".contains(letter)), Some(letter)];
    word.chars().flat_map(escaped).flatten().collect()
}
