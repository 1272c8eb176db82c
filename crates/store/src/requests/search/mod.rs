//! Lists of requests: which are on a page is found in an index, and only those are read.

mod by_words;
mod filters;
mod query;
mod ranges;
mod turns;
mod within;

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{Sight, View};
use domain::master_data::Value;
use domain::request::RequestStatus;

use self::by_words::Lead;
pub use self::query::{SearchQuery, SortBy};
pub(crate) use self::turns::Turns;
use super::case::Head;
use super::load::{HEAD, head};
use super::share::Share;
use super::sight::seen;
use super::spans::Span;
use crate::sql::Sql;
use crate::{Result, Store};

/// Totals are counted up to here, or to the end of the page and one more; beyond it "more than" is said, so that no list counts a
/// bank's whole past.
const COUNTED: i64 = 1_000;
/// What the filters leave is looked through for words if there are no more than so many.
const FEW_LEFT: i64 = 500;
/// A walk is given up after so many requests, and so many more for each that is wanted.
const FAR: i64 = 3_000;
const FAR_EACH: i64 = 40;

/// One question about requests: who asks, what for, and on which day.
struct Search<'a> {
    sight: &'a Sight<View>,
    query: &'a SearchQuery,
    statuses: Vec<RequestStatus>,
    today: &'a str,
    share: Share,
    /// Those who forward to him.
    owners: Arc<Vec<String>>,
    /// The word that is begun with.
    lead: Option<Lead>,
    /// Where in the order what is looked for can lie, if that is known.
    span: Option<Span>,
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
        let _turn = self.turns.take().await?;
        let share = self.share(sight, &statuses).await?;
        let owners = self.forwarding_to(sight, today).await?;
        let mut search = Search { sight, query, statuses, today, share, owners, lead: None, span: None };
        let most = COUNTED.max(offset + size + 1);
        let (keys, total) = self.found(&mut search, offset, size, most).await?;
        Ok((self.page_heads(&search, &keys, size).await?, total))
    }

    /// Which requests are on the page, and how many there are up to so many.
    async fn found(&self, search: &mut Search<'_>, offset: i64, size: i64, most: i64) -> Result<(Vec<String>, i64)> {
        search.lead = self.lead(search).await?;
        if search.is_led() && search.is_filtered() && self.are_few_left(search).await? {
            search.lead = None;
        }
        if search.is_led() && !self.has_many(search, most).await? {
            return self.gathered(search, offset, size, most).await;
        }
        let total = if search.is_led() { most } else { self.counted(search, most).await? };
        if total <= offset {
            return Ok((Vec::new(), total));
        }
        if total < most {
            return Ok((self.references(search, &search.page_of_all(offset, size, true)).await?, total));
        }
        let beginnings = self.beginnings(search).await?;
        if !beginnings.is_empty() {
            return Ok((self.references(search, &search.page_by_beginnings(&beginnings, offset, size)).await?, total));
        }
        search.span = self.span_of(search).await?;
        if let Some(found) = self.walked(search, offset, size).await? {
            return Ok((found, total));
        }
        // The latest change does not stand beside words.
        let is_beside = search.query.sort != SortBy::Updated || !search.is_filtered();
        if search.is_led() && is_beside {
            return self.gathered(search, offset, size, most).await;
        }
        Ok((self.references(search, &search.page_of_all(offset, size, false)).await?, total))
    }

    /// The page out of an index that has the order. Nothing if what is looked for lies elsewhere, so that to gather all of it is cheaper;
    /// that is believed for a while.
    async fn walked(&self, search: &Search<'_>, offset: i64, size: i64) -> Result<Option<Vec<String>>> {
        if search.query.sort == SortBy::Status && search.query.is_by_due() && search.span.is_none() {
            return Ok(None);
        }
        let edge = self.edge(search, offset + size).await?;
        let walk = search.page_of_walk(offset, size, edge.as_deref());
        if self.kept.far.get(&walk.key()).is_some() {
            return Ok(None);
        }
        let found = self.references(search, &walk).await?;
        if edge.is_some() && (found.len() as i64) < size {
            self.kept.far.keep(walk.key(), &Arc::default());
            return Ok(None);
        }
        Ok(Some(found))
    }

    /// Where a walk is given up. There is no such place if too much would have to be gathered instead, nor if the order begins with
    /// something that many have in common.
    async fn edge(&self, search: &Search<'_>, wanted: i64) -> Result<Option<String>> {
        let is_scattered = search.lead.is_some() && !search.is_led() && !search.is_filtered();
        if is_scattered || search.query.sort == SortBy::Status || !search.may_stray() {
            return Ok(None);
        }
        let far = (FAR + FAR_EACH * wanted).unsigned_abs().next_power_of_two() as i64;
        let ranges = search.ranges_of_statuses().iter().copied().map(Some);
        let mut edges = Vec::new();
        for range in if ranges.len() > 0 { ranges.collect() } else { vec![None] } {
            let Some(sql) = search.edge(far, range) else { return Ok(None) };
            let read = async { self.first(search.sight.permit(), &sql, |row| row.string(0)).await };
            edges.extend((*self.roughly(|kept| &kept.edges, sql.key(), read).await?).clone());
        }
        // What lies beyond the nearest of them may be missing.
        Ok(if search.query.ascending { edges.into_iter().min() } else { edges.into_iter().max() })
    }

    async fn references(&self, search: &Search<'_>, page: &Sql) -> Result<Vec<String>> {
        self.rows(search.sight.permit(), page, |row| row.string(0)).await
    }

    /// What the words lead to, counted and put in order.
    async fn gathered(&self, search: &Search<'_>, offset: i64, size: i64, most: i64) -> Result<(Vec<String>, i64)> {
        let read = async |offset, size| {
            let page = search.page_by_words(offset, size);
            self.rows(search.sight.permit(), &page, |row| (row.string(0), row.int(1).unwrap_or(0))).await
        };
        let found = read(offset, size).await?;
        let total = match found.first() {
            Some((_, all)) => *all,
            None if offset == 0 => 0,
            // The page lies behind the last one.
            None => read(0, 1).await?.first().map_or(0, |(_, all)| *all),
        };
        Ok((found.into_iter().map(|(key, _)| key).collect(), total.min(most)))
    }

    /// Do the filters leave fewer than the words would? That they leave many is believed for a while.
    async fn are_few_left(&self, search: &Search<'_>) -> Result<bool> {
        let is_asked = !search.is_led_to_few() && !search.share.is_small(FEW_LEFT, None);
        Ok(is_asked && self.up_to(search, &search.count_filtered(FEW_LEFT), FEW_LEFT).await? < FEW_LEFT)
    }

    /// Do the words lead to so many? Believed for a while either way: if not, what there is is gathered and counted.
    async fn has_many(&self, search: &Search<'_>, most: i64) -> Result<bool> {
        if search.is_led_to_few() {
            return Ok(false);
        }
        let count = search.count_by_words(most);
        let read = async { Ok(self.number(search, &count).await? == most) };
        Ok(*self.roughly(|kept| &kept.many, count.key(), read).await?)
    }

    /// How many there are, up to so many: of some that have the words, or else of what the filters leave.
    async fn counted(&self, search: &Search<'_>, most: i64) -> Result<i64> {
        if search.lead.is_some() && self.up_to(search, &search.count_by_words(most), most).await? == most {
            return Ok(most);
        }
        self.up_to(search, &search.count(most), most).await
    }

    /// As [`Store::number`], of what is counted up to so many. That there are more is believed for a while: much has to happen before it
    /// is no longer true, and whoever turns pages or hears of a change would count the same again.
    async fn up_to(&self, search: &Search<'_>, sql: &Sql, most: i64) -> Result<i64> {
        let key = sql.key();
        if self.kept.many.get(&key).is_some_and(|are_many| *are_many) {
            return Ok(most);
        }
        let found = self.number(search, sql).await?;
        if found == most {
            self.kept.many.keep(key, &Arc::new(true));
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
