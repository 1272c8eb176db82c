//! Words are found by how they begin, in an index of their own that holds what walls and filters ask for. The longest leads to requests
//! and the others are asked of those; if too many words begin like it, all are asked of the requests that the filters leave. Two letters
//! that many begin with have indexes of their own, in the orders that people read such a list in.

use domain::access::Eyes;
use domain::master_data::Value;
use domain::request::RequestStatus;

use super::filters::By;
use super::{Search, SearchQuery, SortBy};
use crate::requests::sight::{Forwarders, see};
use crate::sql::{Sql, scoped};
use crate::{Result, Store};

/// So many rows of words that begin like the longest are read through. If there are more, a large part of all requests has such a word
/// and it leads nowhere.
const MOST_ALIKE: i64 = 32_000;
/// So many of them tell whether there are enough.
const SOME_ALIKE: i64 = 4_000;

impl Store {
    /// Does the longest word lead to few enough that those are begun with? Only how a list is found depends on it, not what is found.
    pub(super) async fn is_led(&self, search: &Search<'_>) -> Result<bool> {
        let Eyes::Staff { tenant, .. } = search.sight.eyes() else { return Ok(false) };
        if search.query.words.is_empty() {
            return Ok(false);
        }
        let scope = search.sight.permit().scope();
        let key = [&scope.country, &scope.entity, tenant, search.lead()].map(str::to_owned).into();
        let count = search.count_alike();
        Ok(*self.roughly(|kept| &kept.alike, key, self.number(search, &count)).await? < MOST_ALIKE)
    }
}

impl Search<'_> {
    pub(super) fn has_a_lead(&self) -> bool {
        matches!(self.sight.eyes(), Eyes::Staff { .. }) && !self.query.words.is_empty()
    }

    /// How many rows there are of words that begin like the longest, as far as they would be read through.
    fn count_alike(&self) -> Sql {
        let mut sql = Sql::new("SELECT count(*) FROM (", scoped(self.sight.permit(), &[]));
        self.some_alike(&mut sql, "SELECT 1", MOST_ALIKE);
        sql.push(") alike");
        sql
    }

    /// Two letters that are found by themselves, in the order that is wanted?
    pub(super) fn is_by_beginning(&self) -> bool {
        self.has_a_lead() && is_a_beginning(self.lead()) && matches!(self.query.sort, SortBy::Created | SortBy::Name)
    }

    /// Which requests are on the page, in its order. A request may have several words that begin so: they stand side by side.
    pub(super) fn page_by_beginning(&self, offset: i64, size: i64) -> Sql {
        let mut sql = Sql::new("", scoped(self.sight.permit(), &[]));
        self.with_beginning(&mut sql, &self.columns());
        self.cut(&mut sql, offset, size);
        sql
    }

    fn with_beginning(&self, sql: &mut Sql, select: &str) {
        sql.push("SELECT DISTINCT * FROM (");
        self.narrow_words(sql, &format!("{select} FROM docrequest_word r"));
        sql.and_equals("r.beginning", Value::text(self.lead()));
        self.of_statuses(sql, By::Index);
        sql.push(") r");
    }

    /// The newest of what a word leads to, and no more asked of them than which statuses they have?
    pub(super) fn is_only_words(&self) -> bool {
        let SearchQuery { from, to, branch, owner, reference, sort, .. } = self.query;
        let is_narrowed = [from, to, branch, owner, reference].into_iter().any(Option::is_some);
        *sort == SortBy::Created && !is_narrowed && self.query.is_of_any_kind()
    }

    /// How many have the longest word itself, up to so many: no request has it twice.
    pub(super) fn count_exactly(&self, most: i64) -> Sql {
        let mut sql = Sql::new("SELECT count(*) FROM (", scoped(self.sight.permit(), &[]));
        self.exactly(&mut sql, "SELECT r.txn_ref_no");
        sql.push(" LIMIT ").bind(Value::Int(most)).push(") exactly");
        sql
    }

    /// How many there are up to so many, or if they are too many to be read through, whether there are so many.
    pub(super) fn count_by_words(&self, most: i64) -> Sql {
        let select = "SELECT r.txn_ref_no";
        let mut sql = Sql::new("SELECT count(*) FROM (", scoped(self.sight.permit(), &[]));
        if self.is_led && is_a_beginning(self.lead()) {
            self.with_beginning(&mut sql, "SELECT r.created_on, r.txn_ref_no");
            sql.push(" ORDER BY r.created_on, r.txn_ref_no LIMIT ").bind(Value::Int(most)).push(") counted");
            return sql;
        }
        sql.push("SELECT * FROM (");
        self.exactly(&mut sql, select);
        sql.push(" LIMIT ").bind(Value::Int(most)).push(") exactly UNION SELECT * FROM (");
        if self.is_led {
            self.alike(&mut sql, select);
        } else {
            sql.push(select).push(" FROM (");
            self.some_alike(&mut sql, "SELECT *", SOME_ALIKE);
            self.narrow_words(&mut sql, ") r");
            self.of_statuses(&mut sql, By::Index);
        }
        sql.push(") alike");
        sql.push(" LIMIT ").bind(Value::Int(most)).push(") counted");
        sql
    }

    /// Does all that the order asks for stand beside words?
    pub(super) fn is_ordered_by_words(&self) -> bool {
        self.is_led && self.query.sort != SortBy::Updated && !self.is_by_beginning()
    }

    /// The page, and beside each of its requests how many there are. The newest stand in order already, and are read up to `most`.
    pub(super) fn page_by_words(&self, offset: i64, size: i64, most: i64) -> Sql {
        let mut sql =
            Sql::new("SELECT r.txn_ref_no, count(*) OVER () FROM (SELECT * FROM (", scoped(self.sight.permit(), &[]));
        match self.query.sort {
            SortBy::Created => self.newest_exactly(&mut sql, most),
            _ => self.exactly(&mut sql, &self.columns()),
        }
        sql.push(") exactly UNION SELECT * FROM (");
        self.alike(&mut sql, &self.columns());
        sql.push(") alike) r");
        self.cut(&mut sql, offset, size);
        sql
    }

    /// All that there are, but for their order.
    pub(super) fn gather_by_words(&self, sql: &mut Sql, most: i64) {
        let select = "SELECT r.txn_ref_no";
        sql.push(&self.select()).push(" WHERE r.country_code = $1 AND r.entity_code = $2 AND r.txn_ref_no IN (");
        sql.push("SELECT * FROM (");
        self.exactly(sql, select);
        sql.push(") exactly UNION SELECT * FROM (");
        self.alike(sql, select);
        sql.push(") alike LIMIT ").bind(Value::Int(most)).push(")");
    }

    /// Every word of the query, asked of requests.
    pub(super) fn with_words(&self, sql: &mut Sql) {
        self.by_length().into_iter().for_each(|word| with_word(sql, word));
    }

    /// The requests with the longest word itself.
    fn exactly(&self, sql: &mut Sql, select: &str) {
        self.by_status(sql, select, &self.statuses, |sql| {
            sql.and_equals("r.word", Value::text(self.lead()));
        });
    }

    /// The newest of them. A status is a range of its own, in the order that is wanted.
    fn newest_exactly(&self, sql: &mut Sql, most: i64) {
        let statuses = if self.statuses.is_empty() { &RequestStatus::ALL[..] } else { &self.statuses };
        self.by_status(sql, &self.columns(), statuses, |sql| {
            sql.and_equals("r.word", Value::text(self.lead())).push(&self.query.order());
            sql.push(" LIMIT ").bind(Value::Int(most));
        });
    }

    /// The requests with words that begin like the longest; some of them several times.
    fn alike(&self, sql: &mut Sql, select: &str) {
        self.by_status(sql, select, &self.statuses, |sql| begin_like(sql, "r", self.lead()));
    }

    /// One after the other: several at once would be asked of every row with the word, outside of its index.
    fn by_status(&self, sql: &mut Sql, select: &str, statuses: &[RequestStatus], word: impl Fn(&mut Sql)) {
        let select = format!("{select} FROM docrequest_word r");
        if statuses.is_empty() {
            self.narrow_words(sql, &select);
            return word(sql);
        }
        for (at, status) in statuses.iter().enumerate() {
            sql.push(if at > 0 { " UNION ALL " } else { "" }).push("SELECT * FROM (");
            self.narrow_words(sql, &select);
            sql.and_equals("r.status", Value::text(status.name()));
            word(sql);
            sql.push(&format!(") s{at}"));
        }
    }

    /// No more rows than are read through, whatever they are narrowed by afterwards.
    fn some_alike(&self, sql: &mut Sql, select: &str, most: i64) {
        sql.push(select).push(" FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2");
        if let Eyes::Staff { tenant, .. } = self.sight.eyes() {
            sql.and_equals("w.tenant_code", Value::text(tenant));
        }
        begin_like(sql, "w", self.lead());
        sql.push(" LIMIT ").bind(Value::Int(most));
    }

    /// Everything that is asked but for the longest word and the statuses.
    fn narrow_words(&self, sql: &mut Sql, select: &str) {
        see(sql, self.sight, select, Forwarders::Known(&self.owners));
        self.filter(sql, By::Index);
        self.by_length().into_iter().skip(1).for_each(|word| with_word(sql, word));
    }

    fn lead(&self) -> &str {
        self.by_length().first().copied().unwrap_or_default()
    }

    fn by_length(&self) -> Vec<&str> {
        let mut words: Vec<&str> = self.query.words.iter().map(String::as_str).collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
        words
    }
}

/// As the index of beginnings has them.
fn is_a_beginning(word: &str) -> bool {
    word.chars().count() == 2 && !word.starts_with(|letter: char| letter == '+' || letter.is_ascii_digit())
}

/// Longer words that begin with this one.
fn begin_like(sql: &mut Sql, table: &str, word: &str) {
    sql.push(&format!(" AND {table}.word > ")).bind(Value::text(word));
    sql.push(&format!(" AND {table}.word < ")).bind(Value::Text(after(word)));
}

/// Asked of each request by itself: without the limit a database may think it cheaper to gather everything that begins so.
fn with_word(sql: &mut Sql, word: &str) {
    sql.push(" AND EXISTS (SELECT 1 FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2 AND w.txn_ref_no = r.txn_ref_no");
    sql.push(" AND w.word >= ").bind(Value::text(word)).push(" AND w.word < ").bind(Value::Text(after(word)));
    sql.push(" LIMIT 1 OFFSET 0)");
}

/// What no word that begins with this one comes after.
fn after(word: &str) -> String {
    format!("{word}\u{10ffff}")
}
