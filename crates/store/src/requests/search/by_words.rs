//! Words are found by how they begin, in an index of their own that holds what walls ask for. The longest leads to requests, the others
//! are asked of those.

use domain::access::Eyes;
use domain::master_data::Value;

use super::filters::By;
use super::{Search, SortBy};
use crate::requests::sight::see;
use crate::sql::{Sql, scoped};

/// So many requests at most are found by words that only begin alike, and so many by a word when more is asked than its index holds.
const MOST: i64 = 1_000;

impl Search<'_> {
    /// Can the index of words give the page alone? It is in the order of making.
    pub(super) fn is_by_words(&self) -> bool {
        let is_staff = matches!(self.sight.eyes(), Eyes::Staff { .. });
        is_staff && !self.query.words.is_empty() && self.query.sort == SortBy::Created && self.query.is_plain()
    }

    pub(super) fn page_by_words(&self, sql: &mut Sql, most: i64) {
        sql.push("SELECT r.txn_ref_no FROM (");
        self.led(sql, "SELECT r.txn_ref_no, r.created_on", &self.query.order(), most);
        sql.push(") r");
    }

    pub(super) fn gather_by_words(&self, sql: &mut Sql, most: i64) {
        self.led(sql, "SELECT r.txn_ref_no", "", most);
    }

    /// How many have the longest word itself: no request has it twice.
    pub(super) fn count_of_word(&self, most: i64) -> Sql {
        let mut sql = Sql::new("SELECT count(*) FROM (", scoped(self.sight.permit(), &[]));
        self.exactly(&mut sql, "SELECT r.txn_ref_no FROM docrequest_word r", "", most);
        sql.push(") counted");
        sql
    }

    /// Every word of the query, asked of requests.
    pub(super) fn with_words(&self, sql: &mut Sql) {
        let mut others = self.by_length();
        if matches!(self.sight.eyes(), Eyes::Staff { .. }) && !others.is_empty() {
            others.remove(0);
            sql.push(" AND r.txn_ref_no IN (");
            self.led(sql, "SELECT r.txn_ref_no", " ORDER BY r.created_on DESC", MOST);
            sql.push(")");
        }
        with_others(sql, &others);
    }

    /// The newest requests with the longest word, and some with words that begin like it: two ranges that are not walked to their ends.
    fn led(&self, sql: &mut Sql, select: &str, order: &str, most: i64) {
        let words = self.by_length();
        let Some((lead, others)) = words.split_first() else { return };
        let select = format!("{select} FROM docrequest_word r");
        sql.push("SELECT * FROM (");
        self.exactly(sql, &select, order, most);
        sql.push(") exactly UNION SELECT * FROM (");
        self.of_words(sql, &select, others);
        sql.push(" AND r.word > ").bind(Value::text(*lead)).push(" AND r.word < ").bind(Value::Text(after(lead)));
        sql.push(" LIMIT ").bind(Value::Int(MOST)).push(") like_it");
    }

    fn exactly(&self, sql: &mut Sql, select: &str, order: &str, most: i64) {
        let words = self.by_length();
        let Some((lead, others)) = words.split_first() else { return };
        self.of_words(sql, select, others);
        sql.and_equals("r.word", Value::text(*lead)).push(order).push(" LIMIT ").bind(Value::Int(most));
    }

    fn of_words(&self, sql: &mut Sql, select: &str, others: &[&String]) {
        see(sql, self.sight, select, self.today);
        self.filter_by_making(sql, By::Index);
        with_others(sql, others);
    }

    fn by_length(&self) -> Vec<&String> {
        let mut words: Vec<&String> = self.query.words.iter().collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
        words
    }
}

fn with_others(sql: &mut Sql, words: &[&String]) {
    for word in words {
        sql.push(" AND EXISTS (SELECT 1 FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2 AND w.txn_ref_no = r.txn_ref_no");
        sql.push(" AND w.word >= ").bind(Value::text(*word)).push(" AND w.word < ").bind(Value::Text(after(word)));
        sql.push(")");
    }
}

/// What no word that begins with this one comes after.
fn after(word: &str) -> String {
    format!("{word}\u{10ffff}")
}
