use domain::access::{Eyes, Sight, View};
use domain::master_data::Value;
use domain::request::RequestStatus;

use super::case::Head;
use super::load::{HEAD, head};
use super::sight::seen;
use crate::sql::Sql;
use crate::{Result, Store};

/// Totals are counted up to here; beyond it "more than" is said, so that no list counts a bank's whole past.
const COUNTED: i64 = 10_000;
/// A word finds at most so many requests.
const BY_WORD: i64 = 2_000;

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
        let mut sql = narrowed(sight, HEAD, query, today);
        let direction = if query.ascending { "ASC" } else { "DESC" };
        let column = query.sort.column();
        sql.push(&format!(" ORDER BY {column} {direction}"));
        if query.sort != SortBy::Reference {
            sql.push(&format!(", r.txn_ref_no {direction}"));
        }
        sql.push(" LIMIT ").bind(Value::Int(size)).push(" OFFSET ").bind(Value::Int(offset));
        let heads = self.rows(sight.permit(), &sql, head).await?.into_iter().flatten().collect::<Vec<_>>();
        if (heads.len() as i64) < size && (offset == 0 || !heads.is_empty()) {
            let total = offset + heads.len() as i64;
            return Ok((heads, total));
        }
        let mut count = narrowed(sight, "SELECT count(*) FROM (SELECT 1 FROM docrequest r", query, today);
        count.push(" LIMIT ").bind(Value::Int(COUNTED)).push(") counted");
        let total = self.first(sight.permit(), &count, |row| row.int(0).unwrap_or(0)).await?;
        Ok((heads, total.unwrap_or(0)))
    }
}

fn narrowed(sight: &Sight<View>, select: &str, query: &SearchQuery, today: &str) -> Sql {
    let mut sql = seen(sight, select, today);
    statuses(&mut sql, &query.statuses);
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
        sql.push(" AND r.document_due_date < ").bind(Value::text(today));
        statuses(&mut sql, &[RequestStatus::Requested, RequestStatus::Pending, RequestStatus::Modified]);
    }
    query.words.iter().for_each(|word| found_by(&mut sql, sight, word));
    sql
}

fn statuses(sql: &mut Sql, statuses: &[RequestStatus]) {
    let Some((last, rest)) = statuses.split_last() else { return };
    sql.push(" AND r.status IN (");
    for status in rest {
        sql.bind(Value::text(status.name())).push(", ");
    }
    sql.bind(Value::text(last.name())).push(")");
}

/// Words are found by how they begin, in an index of their own.
fn found_by(sql: &mut Sql, sight: &Sight<View>, word: &str) {
    sql.push(" AND r.txn_ref_no IN (SELECT w.txn_ref_no FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2");
    if let Eyes::Staff { tenant, .. } = sight.eyes() {
        sql.and_equals("w.tenant_code", Value::text(tenant));
    }
    sql.push(" AND w.word >= ").bind(Value::text(word));
    sql.push(" AND w.word < ").bind(Value::Text(format!("{word}\u{10ffff}")));
    sql.push(" LIMIT ").bind(Value::Int(BY_WORD)).push(")");
}
