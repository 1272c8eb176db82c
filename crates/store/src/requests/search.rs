use std::collections::HashMap;

use domain::access::{Eyes, Sight, View};
use domain::master_data::Value;
use domain::request::RequestStatus;

use super::case::Head;
use super::load::{HEAD, head};
use super::sight::{see, seen};
use crate::sql::{Sql, scoped};
use crate::{Cells, Result, Store};

/// Totals are counted up to here, or to the end of the page and one more; beyond it "more than" is said, so that no list counts a
/// bank's whole past.
const COUNTED: i64 = 1_000;
/// A word finds at most so many requests, and those that begin with it as many.
const BY_WORD: i64 = 1_000;
/// Something is still expected of the customer.
const OWING: [RequestStatus; 3] = [RequestStatus::Requested, RequestStatus::Pending, RequestStatus::Modified];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SortBy {
    #[default]
    Created,
    Updated,
    Due,
    Expires,
    Name,
    Reference,
    Status,
}

impl SortBy {
    pub const NAMES: &[(&str, SortBy)] = &[
        ("createdOn", SortBy::Created),
        ("updatedOn", SortBy::Updated),
        ("documentDueDate", SortBy::Due),
        ("expiresOn", SortBy::Expires),
        ("customerName", SortBy::Name),
        ("txnRefNo", SortBy::Reference),
        ("transactionStatus", SortBy::Status),
        ("latestActionOn", SortBy::Updated),
    ];

    fn column(self) -> &'static str {
        match self {
            SortBy::Created => "r.created_on",
            SortBy::Updated => "r.updated_on",
            SortBy::Due => "r.document_due_date",
            SortBy::Expires => "r.expires_on",
            SortBy::Name => "r.name_sort",
            SortBy::Reference => "r.txn_ref_no",
            SortBy::Status => "r.status",
        }
    }
}

/// What a list of requests shall show.
#[derive(Debug, Clone, Default)]
pub struct SearchQuery {
    pub statuses: Vec<RequestStatus>,
    pub from: Option<String>,
    pub to: Option<String>,
    pub due_from: Option<String>,
    pub due_to: Option<String>,
    pub branch: Option<String>,
    pub category: Option<String>,
    pub customer_type: Option<String>,
    pub owner: Option<String>,
    /// Still owed by the customer on a later day than it was due.
    pub overdue: bool,
    pub words: Vec<String>,
    pub sort: SortBy,
    pub ascending: bool,
}

impl SearchQuery {
    /// The statuses that are asked for, each once; none when all are welcome, `None` when no request can have them.
    fn asked(&self) -> Option<Vec<RequestStatus>> {
        if self.statuses.is_empty() && !self.overdue {
            return Some(Vec::new());
        }
        let possible: &[RequestStatus] = if self.overdue { &OWING } else { &RequestStatus::ALL };
        let is_asked = |status: &RequestStatus| self.statuses.is_empty() || self.statuses.contains(status);
        Some(possible.iter().copied().filter(is_asked).collect::<Vec<_>>()).filter(|asked| !asked.is_empty())
    }

    fn order(&self) -> String {
        let direction = if self.ascending { "ASC" } else { "DESC" };
        let column = self.sort.column();
        match self.sort {
            SortBy::Reference => format!(" ORDER BY {column} {direction}"),
            _ => format!(" ORDER BY {column} {direction}, r.txn_ref_no {direction}"),
        }
    }
}

/// One question about requests: who asks, what for, and on which day.
struct Search<'a> {
    sight: &'a Sight<View>,
    query: &'a SearchQuery,
    statuses: Vec<RequestStatus>,
    today: &'a str,
}

impl Store {
    /// A page of requests, and how many there are as far as they are counted.
    pub async fn search_requests(
        &self,
        sight: &Sight<View>,
        query: &SearchQuery,
        today: &str,
        offset: i64,
        size: i64,
    ) -> Result<(Vec<Head>, i64)> {
        let Some(statuses) = query.asked() else { return Ok((Vec::new(), 0)) };
        let search = Search { sight, query, statuses, today };
        let (keys, counted) = self.page_keys(&search, offset, size).await?;
        let heads = self.page_heads(&search, &keys, size).await?;
        let found = offset + keys.len() as i64;
        let total = match counted {
            Some(total) => total,
            None if (keys.len() as i64) < size && (offset == 0 || !keys.is_empty()) => found,
            None => {
                let count = search.count(COUNTED.max(offset + size + 1));
                self.first(sight.permit(), &count, |row| row.int(0).unwrap_or(0)).await?.unwrap_or(0)
            }
        };
        Ok((heads, total))
    }

    /// Which requests are on the page, in its order. What words find is looked at as a whole before it is put in order, so it is counted on
    /// the way.
    async fn page_keys(&self, search: &Search<'_>, offset: i64, size: i64) -> Result<(Vec<String>, Option<i64>)> {
        let permit = search.sight.permit();
        if search.query.words.is_empty() {
            let keys = self.rows(permit, &search.page(offset, size), |row| row.string(0)).await?;
            return Ok((keys, None));
        }
        let read = |row: &dyn Cells| (row.string(0), row.int(1).unwrap_or(0));
        let found = self.rows(permit, &search.by_words(offset, size), read).await?;
        let total = match found.first() {
            Some((_, total)) => *total,
            None if offset > 0 => self.first(permit, &search.by_words(0, 1), read).await?.map_or(0, |(_, total)| total),
            None => 0,
        };
        Ok((found.into_iter().map(|(key, _)| key).collect(), Some(total)))
    }

    /// The requests of a page. The last key fills the places up, so that there is one statement for each size of a page.
    async fn page_heads(&self, search: &Search<'_>, keys: &[String], size: i64) -> Result<Vec<Head>> {
        let Some(last) = keys.last() else { return Ok(Vec::new()) };
        let mut sql = seen(search.sight, HEAD, search.today);
        sql.push(" AND r.txn_ref_no IN (");
        for at in 0..(size as usize).max(keys.len()) {
            sql.push(if at > 0 { ", " } else { "" }).bind(Value::text(keys.get(at).unwrap_or(last)));
        }
        sql.push(")");
        let rows = self.rows(search.sight.permit(), &sql, head).await?;
        let mut found: HashMap<String, Head> =
            rows.into_iter().flatten().map(|head| (head.txn_ref_no.clone(), head)).collect();
        Ok(keys.iter().filter_map(|key| found.remove(key)).collect())
    }
}

impl Search<'_> {
    fn cut(&self, sql: &mut Sql, offset: i64, size: i64) {
        sql.push(&self.query.order());
        sql.push(" LIMIT ").bind(Value::Int(size)).push(" OFFSET ").bind(Value::Int(offset));
    }

    /// Some statuses are as many ranges of an index, each in the order that is wanted and no longer than the page needs; the list is
    /// what they merge to. One range over all of them would be walked past everything that is long over.
    fn page(&self, offset: i64, size: i64) -> Sql {
        let mut sql = Sql::new("", scoped(self.sight.permit(), &[]));
        let order = self.query.order();
        let select = match self.query.sort {
            SortBy::Reference => "SELECT r.txn_ref_no FROM docrequest r".to_owned(),
            sort => format!("SELECT r.txn_ref_no, {} FROM docrequest r", sort.column()),
        };
        let is_ranged = matches!(self.query.sort, SortBy::Created | SortBy::Updated | SortBy::Due);
        if is_ranged && !self.statuses.is_empty() {
            sql.push("SELECT * FROM (");
            for (at, status) in self.statuses.iter().enumerate() {
                sql.push(if at > 0 { " UNION ALL " } else { "" }).push("SELECT * FROM (");
                self.narrow(&mut sql, &select);
                sql.and_equals("r.status", Value::text(status.name())).push(&order);
                sql.push(" LIMIT ").bind(Value::Int(offset + size)).push(&format!(") s{at}"));
            }
            sql.push(") r");
        } else {
            self.narrow(&mut sql, &select);
            self.of_statuses(&mut sql);
        }
        self.cut(&mut sql, offset, size);
        sql
    }

    fn by_words(&self, offset: i64, size: i64) -> Sql {
        let mut sql = Sql::new("", scoped(self.sight.permit(), &[]));
        self.narrow(&mut sql, "SELECT r.txn_ref_no, count(*) OVER () FROM docrequest r");
        self.of_statuses(&mut sql);
        self.cut(&mut sql, offset, size);
        sql
    }

    fn count(&self, most: i64) -> Sql {
        let mut sql = Sql::new("SELECT count(*) FROM (", scoped(self.sight.permit(), &[]));
        self.narrow(&mut sql, "SELECT 1 FROM docrequest r");
        self.of_statuses(&mut sql);
        sql.push(" LIMIT ").bind(Value::Int(most)).push(") counted");
        sql
    }

    /// Everything but the statuses.
    fn narrow(&self, sql: &mut Sql, select: &str) {
        let query = self.query;
        see(sql, self.sight, select, self.today);
        let mut compare = |column: &str, operator: &str, value: &Option<String>| {
            if let Some(value) = value {
                sql.push(" AND ").push(column).push(operator).bind(Value::text(value));
            }
        };
        compare("r.created_on", " >= ", &query.from);
        compare("r.created_on", " < ", &query.to);
        compare("r.document_due_date", " >= ", &query.due_from);
        compare("r.document_due_date", " <= ", &query.due_to);
        compare("r.branch_code", " = ", &query.branch);
        compare("r.request_category", " = ", &query.category);
        compare("r.customer_type", " = ", &query.customer_type);
        compare("r.owner", " = ", &query.owner);
        if query.overdue {
            sql.push(" AND r.document_due_date < ").bind(Value::text(self.today));
        }
        self.with_words(sql);
    }

    fn of_statuses(&self, sql: &mut Sql) {
        let Some((last, rest)) = self.statuses.split_last() else { return };
        sql.push(" AND r.status IN (");
        for status in rest {
            sql.bind(Value::text(status.name())).push(", ");
        }
        sql.bind(Value::text(last.name())).push(")");
    }

    /// Words are found by how they begin, in an index of their own: the longest leads to requests, the others are asked of those.
    fn with_words(&self, sql: &mut Sql) {
        let mut words: Vec<&String> = self.query.words.iter().collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
        for (at, word) in words.into_iter().enumerate() {
            match self.sight.eyes() {
                Eyes::Staff { tenant, .. } if at == 0 => {
                    led_by(sql, tenant, word);
                }
                _ => {
                    sql.push(" AND EXISTS (SELECT 1 FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2 AND w.txn_ref_no = r.txn_ref_no");
                    begins(sql, word);
                    sql.push(")");
                }
            }
        }
    }
}

const OF_WORD: &str =
    "SELECT * FROM (SELECT w.txn_ref_no FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2";

/// The newest requests with this very word, and as many with words that begin like it: two ranges that are not walked to their ends.
fn led_by(sql: &mut Sql, tenant: &str, word: &str) {
    sql.push(" AND r.txn_ref_no IN (").push(OF_WORD).and_equals("w.tenant_code", Value::text(tenant));
    sql.and_equals("w.word", Value::text(word)).push(" ORDER BY w.txn_ref_no DESC LIMIT ");
    sql.bind(Value::Int(BY_WORD)).push(") exactly UNION ALL ").push(OF_WORD);
    sql.and_equals("w.tenant_code", Value::text(tenant));
    sql.push(" AND w.word > ").bind(Value::text(word));
    sql.push(" AND w.word < ")
        .bind(Value::Text(after(word)))
        .push(" LIMIT ")
        .bind(Value::Int(BY_WORD))
        .push(") like_it)");
}

/// What no word that begins with this one comes after.
fn after(word: &str) -> String {
    format!("{word}\u{10ffff}")
}

fn begins(sql: &mut Sql, word: &str) {
    sql.push(" AND w.word >= ").bind(Value::text(word));
    sql.push(" AND w.word < ").bind(Value::Text(after(word)));
}
