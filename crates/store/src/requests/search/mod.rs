//! Lists of requests: which are on a page is found in an index, and only those are read.

mod by_words;
mod filters;
mod ranges;

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{Sight, View};
use domain::master_data::Value;
use domain::request::RequestStatus;

use super::case::Head;
use super::load::{HEAD, head};
use super::share::Share;
use super::sight::seen;
use crate::sql::Sql;
use crate::{Result, Store};

/// Totals are counted up to here, or to the end of the page and one more; beyond it "more than" is said, so that no list counts a
/// bank's whole past.
const COUNTED: i64 = 1_000;
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
    pub reference: Option<String>,
    /// Still owed by the customer on a later day than it was due.
    pub overdue: bool,
    pub words: Vec<String>,
    /// The same, asked only of the reference and of the customer's name: the few requests of one party need no index.
    pub names: Vec<String>,
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

    /// Words aside, is it narrowed by no more than the index of branches holds?
    fn is_plain(&self) -> bool {
        self.statuses.is_empty() && self.is_of_any_kind()
    }

    /// Nothing asked of what kind of request it is, nor of when it is due?
    fn is_of_any_kind(&self) -> bool {
        let Self { due_from, due_to, category, customer_type, overdue, .. } = self;
        !overdue && [due_from, due_to, category, customer_type].into_iter().all(Option::is_none)
    }

    /// Is there an index that goes straight to what the filters leave, and has it in the order that is wanted?
    fn is_in_order(&self) -> bool {
        let Self { from, to, due_from, due_to, branch, category, customer_type, owner, overdue, .. } = self;
        let none = |filters: &[&Option<String>]| filters.iter().all(|filter| filter.is_none());
        let is_by_due = *overdue || !none(&[due_from, due_to]);
        let is_by_kind = !none(&[branch, category, customer_type, owner]);
        match self.sort {
            SortBy::Created => !is_by_due,
            SortBy::Due => !is_by_kind && none(&[from, to]),
            SortBy::Updated | SortBy::Status => !is_by_due && !is_by_kind && none(&[from, to]),
            _ => !is_by_due && !is_by_kind && none(&[from, to]) && self.statuses.is_empty(),
        }
    }

    fn order(&self) -> String {
        let direction = if self.ascending { "ASC" } else { "DESC" };
        let column = self.sort.column();
        match self.sort {
            SortBy::Reference => format!(" ORDER BY {column} {direction}"),
            SortBy::Status => {
                format!(" ORDER BY {column} {direction}, r.created_on {direction}, r.txn_ref_no {direction}")
            }
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
    share: Share,
    /// Those who forward to him.
    owners: Arc<Vec<String>>,
    /// Does the longest word lead to few enough that those are begun with?
    is_led: bool,
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
        let share = self.share(sight).await?;
        let owners = self.forwarding_to(sight, today).await?;
        let mut search = Search { sight, query, statuses, today, share, owners, is_led: false };
        let most = COUNTED.max(offset + size + 1);
        let (keys, total) = self.found(&mut search, offset, size, most).await?;
        Ok((self.page_heads(&search, &keys, size).await?, total))
    }

    /// Which requests are on the page, and how many there are up to so many.
    async fn found(&self, search: &mut Search<'_>, offset: i64, size: i64, most: i64) -> Result<(Vec<String>, i64)> {
        let permit = search.sight.permit();
        search.is_led = self.is_led(search).await?;
        if search.is_ordered_by_words() {
            // Of a word and nothing else many are counted, and the newest read, without reading all that were counted.
            let is_many =
                search.is_only_words() && self.up_to(search, &search.count_exactly(most), most).await? == most;
            let page = search.page_by_words(offset, size, if is_many { offset + size } else { most });
            let found = self.rows(permit, &page, |row| (row.string(0), row.int(1).unwrap_or(0))).await?;
            if let Some((_, all)) = found.first() {
                let total = if is_many { most } else { (*all).min(most) };
                return Ok((found.into_iter().map(|(key, _)| key).collect(), total));
            }
            if offset == 0 {
                return Ok((Vec::new(), 0));
            }
        }
        let total = self.counted(search, most).await?;
        if total <= offset {
            return Ok((Vec::new(), total));
        }
        let is_by_beginning = search.is_by_beginning() && (search.is_led || total == most);
        let page = match is_by_beginning {
            true => search.page_by_beginning(offset, size),
            false => search.page(offset, size, (total < most).then_some(most)),
        };
        Ok((self.rows(permit, &page, |row| row.string(0)).await?, total))
    }

    /// How many there are, up to so many. What is smaller is begun with: the words, or what the filters leave.
    async fn counted(&self, search: &Search<'_>, most: i64) -> Result<i64> {
        if search.has_a_lead() {
            let found = self.up_to(search, &search.count_by_words(most), most).await?;
            if found == most || search.is_led {
                return Ok(found);
            }
        }
        self.up_to(search, &search.count(most), most).await
    }

    /// As [`Store::number`], of what is counted up to so many. That there are more is believed for a while: much has to happen before it
    /// is no longer true, and whoever turns pages or hears of a change would count the same again.
    async fn up_to(&self, search: &Search<'_>, sql: &Sql, most: i64) -> Result<i64> {
        let key = sql.key();
        if self.kept.many.get(&key).is_some() {
            return Ok(most);
        }
        let found = self.number(search, sql).await?;
        if found == most {
            self.kept.many.keep(key, &Arc::new(()));
        }
        Ok(found)
    }

    async fn number(&self, search: &Search<'_>, sql: &Sql) -> Result<i64> {
        Ok(self.first(search.sight.permit(), sql, |row| row.int(0).unwrap_or(0)).await?.unwrap_or(0))
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
