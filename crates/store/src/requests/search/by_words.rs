//! Words are found by how they begin, in an index of their own that holds what walls and filters ask for. The longest leads to requests
//! and the others are asked of those; if too many words begin like it, all are asked of the requests that the filters leave.

use domain::access::Eyes;
use domain::master_data::Value;

use super::filters::By;
use super::{Search, SearchQuery, SortBy};
use crate::requests::sight::{Forwarders, see};
use crate::sql::{Sql, scoped};

/// So many rows of words that begin like the longest are read through. If there are more, a large part of all requests has such a word
/// and it leads nowhere.
pub(super) const MOST_ALIKE: i64 = 32_000;
/// So many of them tell whether there are enough.
const SOME_ALIKE: i64 = 4_000;

impl Search<'_> {
    pub(super) fn has_a_lead(&self) -> bool {
        matches!(self.sight.eyes(), Eyes::Staff { .. }) && !self.query.words.is_empty()
    }

    /// How many rows there are of words that begin like the longest, as far as they would be read through.
    pub(super) fn count_alike(&self) -> Sql {
        let mut sql = Sql::new("SELECT count(*) FROM (", scoped(self.sight.permit(), &[]));
        self.begin_alike(&mut sql, MOST_ALIKE);
        sql.push(") begin_alike");
        sql
    }

    /// The newest of what a word leads to, and nothing else asked of them?
    pub(super) fn is_only_words(&self) -> bool {
        let SearchQuery { from, to, branch, owner, reference, sort, .. } = self.query;
        let is_narrowed = [from, to, branch, owner, reference].into_iter().any(Option::is_some);
        *sort == SortBy::Created && !is_narrowed && self.query.is_plain()
    }

    /// How many have the longest word itself, up to so many: no request has it twice.
    pub(super) fn count_exactly(&self, most: i64) -> Sql {
        let mut sql = Sql::new("SELECT count(*) FROM (", scoped(self.sight.permit(), &[]));
        self.exactly(&mut sql, "SELECT r.txn_ref_no", "", Some(most));
        sql.push(") exactly");
        sql
    }

    /// How many there are up to so many, or if they are too many to be read through, whether there are so many.
    pub(super) fn count_by_words(&self, most: i64) -> Sql {
        let mut sql = Sql::new("SELECT count(*) FROM (", scoped(self.sight.permit(), &[]));
        let alike = if self.is_led { MOST_ALIKE } else { SOME_ALIKE };
        self.led(&mut sql, "SELECT r.txn_ref_no", "", Some(most), alike);
        sql.push(" LIMIT ").bind(Value::Int(most)).push(") counted");
        sql
    }

    /// Does all that the order asks for stand beside words?
    pub(super) fn is_ordered_by_words(&self) -> bool {
        self.is_led && self.query.sort != SortBy::Updated
    }

    /// The page, and beside each of its requests how many there are. The newest stand in order already, and are read up to `most`.
    pub(super) fn page_by_words(&self, offset: i64, size: i64, most: i64) -> Sql {
        let mut sql = Sql::new("SELECT r.txn_ref_no, count(*) OVER () FROM (", scoped(self.sight.permit(), &[]));
        match self.query.sort {
            SortBy::Created => self.led(&mut sql, &self.columns(), &self.query.order(), Some(most), MOST_ALIKE),
            _ => self.led(&mut sql, &self.columns(), "", None, MOST_ALIKE),
        }
        sql.push(") r");
        self.cut(&mut sql, offset, size);
        sql
    }

    /// All that there are, but for their order.
    pub(super) fn gather_by_words(&self, sql: &mut Sql, most: i64) {
        sql.push(&self.select()).push(" WHERE r.country_code = $1 AND r.entity_code = $2 AND r.txn_ref_no IN (");
        self.led(sql, "SELECT r.txn_ref_no", "", Some(most), MOST_ALIKE);
        sql.push(" LIMIT ").bind(Value::Int(most)).push(")");
    }

    /// Every word of the query, asked of requests.
    pub(super) fn with_words(&self, sql: &mut Sql) {
        self.by_length().into_iter().for_each(|word| with_word(sql, word));
    }

    /// The requests with the longest word, as many as are wanted, and those with words that begin like it.
    fn led(&self, sql: &mut Sql, select: &str, order: &str, most: Option<i64>, alike: i64) {
        sql.push("SELECT * FROM (");
        self.exactly(sql, select, order, most);
        sql.push(") exactly UNION SELECT * FROM (").push(select).push(" FROM (");
        self.begin_alike(sql, alike);
        self.narrow_words(sql, ") r");
        sql.push(") alike");
    }

    fn exactly(&self, sql: &mut Sql, select: &str, order: &str, most: Option<i64>) {
        self.narrow_words(sql, &format!("{select} FROM docrequest_word r"));
        sql.and_equals("r.word", Value::text(self.lead()));
        sql.push(order);
        if let Some(most) = most {
            sql.push(" LIMIT ").bind(Value::Int(most));
        }
    }

    /// No more rows than are read through, whatever they are narrowed by afterwards.
    fn begin_alike(&self, sql: &mut Sql, most: i64) {
        let lead = self.lead();
        sql.push("SELECT * FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2");
        if let Eyes::Staff { tenant, .. } = self.sight.eyes() {
            sql.and_equals("w.tenant_code", Value::text(tenant));
        }
        sql.push(" AND w.word > ").bind(Value::text(lead)).push(" AND w.word < ").bind(Value::Text(after(lead)));
        sql.push(" LIMIT ").bind(Value::Int(most));
    }

    fn narrow_words(&self, sql: &mut Sql, select: &str) {
        see(sql, self.sight, select, Forwarders::Known(&self.owners));
        self.filter(sql, By::Index);
        self.of_statuses(sql, By::Index);
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
