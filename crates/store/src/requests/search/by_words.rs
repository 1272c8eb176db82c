//! Words are found by how they begin, in an index of their own that holds what walls, filters and most orders ask for. The rarest word
//! leads: if few have it, those are gathered. If many have all that is asked, they are met soon on a walk in the order that is wanted. By
//! name they lie together, and are walked to by how the word begins.

use domain::access::Eyes;
use domain::master_data::Value;
use domain::request::RequestStatus;

use super::filters::By;
use super::{Search, SortBy};
use crate::requests::sight::{Forwarders, see};
use crate::requests::words::{beginning, is_a_beginning};
use crate::sql::{Sql, scoped};
use crate::{Result, Store};

/// So many rows of words that begin like the one that leads are read through. If there are more, a large part of all requests has such a
/// word and it leads nowhere.
const MOST_ALIKE: i64 = 32_000;
/// So few are gathered without asking whether a walk would be quicker.
const FEW_ALIKE: i64 = 2_000;
/// So many rows hold, as a rule, as many requests as are counted: a request may have several words that begin alike.
const SOME_ALIKE: i64 = 4_000;
/// More beginnings of one letter than any alphabet makes common.
const MOST_BEGINNINGS: i64 = 64;

/// The word that the fewest have, and how many rows begin like it, roughly and up to [`MOST_ALIKE`].
pub(super) struct Lead {
    word: String,
    alike: i64,
}

impl Store {
    /// Only how a list is found depends on it, not what is found.
    pub(super) async fn lead(&self, search: &Search<'_>) -> Result<Option<Lead>> {
        let Eyes::Staff { tenant, .. } = search.sight.eyes() else { return Ok(None) };
        let scope = search.sight.permit().scope();
        let mut lead: Option<Lead> = None;
        for word in search.by_length() {
            let key = [&scope.country, &scope.entity, tenant, word].map(str::to_owned).into();
            let count = search.count_alike(word);
            let alike = *self.roughly(|kept| &kept.alike, key, self.number(search, &count)).await?;
            if lead.as_ref().is_none_or(|lead| alike < lead.alike) {
                lead = Some(Lead { word: word.to_owned(), alike });
            }
            if alike < FEW_ALIKE {
                break;
            }
        }
        Ok(lead)
    }

    /// What is to be walked if a list is wanted by name: the beginnings of the word that leads. Numbers have none, nearly all begin alike.
    pub(super) async fn beginnings(&self, search: &Search<'_>) -> Result<Vec<String>> {
        let Some(Lead { word, .. }) = search.lead.as_ref().filter(|lead| is_of_letters(&lead.word)) else {
            return Ok(Vec::new());
        };
        if search.query.sort != SortBy::Name {
            return Ok(Vec::new());
        }
        if word.chars().nth(1).is_some() {
            return Ok(vec![beginning(word)]);
        }
        let found = self.rows(search.sight.permit(), &search.beginnings_of(word), |row| row.string(0)).await?;
        Ok(if found.len() < MOST_BEGINNINGS as usize { found } else { Vec::new() })
    }
}

impl Search<'_> {
    /// Are those begun with that have the word?
    pub(super) fn is_led(&self) -> bool {
        self.lead.as_ref().is_some_and(|lead| lead.alike < MOST_ALIKE)
    }

    /// Are they gathered whatever else is asked? So few that nothing can be quicker; or numbers and references, which lie close together
    /// in every order that has to do with time.
    pub(super) fn is_led_to_few(&self) -> bool {
        self.lead.as_ref().is_some_and(|lead| lead.alike < FEW_ALIKE || !beginning(&lead.word).chars().all(is_a_letter))
    }

    fn count_alike(&self, word: &str) -> Sql {
        let mut sql = Sql::new("SELECT count(*) FROM (", scoped(self.sight.permit(), &[]));
        self.some_alike(&mut sql, "SELECT 1", word, MOST_ALIKE);
        sql.push(") alike");
        sql
    }

    /// Up to so many, of as many rows as usually tell. If they do not, there may be more.
    pub(super) fn count_by_words(&self, most: i64) -> Sql {
        let select = "SELECT r.txn_ref_no";
        let mut sql = Sql::new("SELECT count(*) FROM (SELECT DISTINCT * FROM (", scoped(self.sight.permit(), &[]));
        if self.is_led() {
            sql.push("SELECT * FROM (");
            self.alike(&mut sql, select);
            sql.push(") led LIMIT ").bind(Value::Int(SOME_ALIKE.max(most * 4)));
        } else {
            sql.push(select).push(" FROM (");
            self.some_alike(&mut sql, "SELECT *", self.leading(), SOME_ALIKE);
            self.narrow_words(&mut sql, ") r");
            self.of_statuses(&mut sql, By::Index);
        }
        sql.push(") alike LIMIT ").bind(Value::Int(most)).push(") counted");
        sql
    }

    /// The page, and beside each of its requests how many there are. The latest change, which changes with every step, is not kept beside
    /// words.
    pub(super) fn page_by_words(&self, offset: i64, size: i64) -> Sql {
        let mut sql = Sql::new("SELECT r.txn_ref_no, count(*) OVER () FROM (", scoped(self.sight.permit(), &[]));
        if self.query.sort == SortBy::Updated {
            sql.push(&self.select()).push(" WHERE r.country_code = $1 AND r.entity_code = $2 AND r.txn_ref_no IN (");
            self.alike(&mut sql, "SELECT r.txn_ref_no");
            sql.push(")");
        } else {
            sql.push("SELECT DISTINCT * FROM (");
            self.alike(&mut sql, &self.columns());
            sql.push(") alike");
        }
        sql.push(") r");
        self.cut(&mut sql, offset, size);
        sql
    }

    /// The page by name. A request may have several words that begin so: within a beginning they stand side by side.
    pub(super) fn page_by_beginnings(&self, beginnings: &[String], offset: i64, size: i64) -> Sql {
        let mut sql = Sql::new("", scoped(self.sight.permit(), &[]));
        self.merge(&mut sql, " UNION ", beginnings, offset + size, |search, sql, _, beginning| {
            sql.push("SELECT DISTINCT * FROM (");
            search.narrow_words(sql, &format!("{} FROM docrequest_word r", search.columns()));
            sql.and_equals("r.beginning", Value::text(beginning));
            search.of_statuses(sql, By::Index);
            if !is_a_beginning(search.leading()) {
                begin_like(sql, "coalesce(r.word, '')", search.leading());
            }
            sql.push(") r");
        });
        self.cut(&mut sql, offset, size);
        sql
    }

    /// From one beginning to the next, each found by itself.
    fn beginnings_of(&self, letter: &str) -> Sql {
        let mut sql = Sql::new("WITH RECURSIVE b (beginning) AS (SELECT (", scoped(self.sight.permit(), &[]));
        self.next_beginning(&mut sql, " AND w.beginning >= ");
        sql.bind(Value::text(letter)).push(" ORDER BY w.beginning LIMIT 1) UNION ALL SELECT (");
        self.next_beginning(
            &mut sql,
            " AND w.beginning > b.beginning ORDER BY w.beginning LIMIT 1) FROM b WHERE b.beginning < ",
        );
        sql.bind(Value::Text(after(letter))).push(") SELECT beginning FROM b WHERE beginning < ");
        sql.bind(Value::Text(after(letter))).push(" LIMIT ").bind(Value::Int(MOST_BEGINNINGS));
        sql
    }

    fn next_beginning(&self, sql: &mut Sql, rest: &str) {
        sql.push("SELECT w.beginning FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2");
        if let Eyes::Staff { tenant, .. } = self.sight.eyes() {
            sql.and_equals("w.tenant_code", Value::text(tenant));
        }
        sql.push(rest);
    }

    /// Every word of the query, asked of requests.
    pub(super) fn with_words(&self, sql: &mut Sql) {
        self.by_length().into_iter().for_each(|word| with_word(sql, word));
    }

    /// The rows of words that begin like the one that leads; of some requests several. One status after the other: several at once would
    /// be asked of every row with the word, outside of its index.
    fn alike(&self, sql: &mut Sql, select: &str) {
        let select = format!("{select} FROM docrequest_word r");
        let of_status = |sql: &mut Sql, status: Option<&RequestStatus>| {
            self.narrow_words(sql, &select);
            status.map(|status| sql.and_equals("r.status", Value::text(status.name())));
            begin_like(sql, "r.word", self.leading());
        };
        match &self.statuses[..] {
            [] => of_status(sql, None),
            statuses => statuses.iter().enumerate().for_each(|(at, status)| {
                sql.push(if at > 0 { " UNION ALL " } else { "" });
                of_status(sql, Some(status));
            }),
        }
    }

    /// No more rows than are read through, whatever they are narrowed by afterwards.
    fn some_alike(&self, sql: &mut Sql, select: &str, word: &str, most: i64) {
        sql.push(select).push(" FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2");
        if let Eyes::Staff { tenant, .. } = self.sight.eyes() {
            sql.and_equals("w.tenant_code", Value::text(tenant));
        }
        begin_like(sql, "w.word", word);
        sql.push(" LIMIT ").bind(Value::Int(most));
    }

    /// Everything that is asked but for the word that leads and the statuses.
    fn narrow_words(&self, sql: &mut Sql, select: &str) {
        see(sql, self.sight, select, Forwarders::Known(&self.owners));
        self.filter(sql, By::Index);
        self.by_length().into_iter().filter(|word| *word != self.leading()).for_each(|word| with_word(sql, word));
    }

    fn leading(&self) -> &str {
        self.lead.as_ref().map_or("", |lead| &lead.word)
    }

    fn by_length(&self) -> Vec<&str> {
        let mut words: Vec<&str> = self.query.words.iter().map(String::as_str).collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
        words
    }
}

/// As the index of beginnings has them.
fn is_of_letters(word: &str) -> bool {
    !word.starts_with(|letter: char| letter == '+' || letter.is_ascii_digit())
}

/// Signs above and below the letters of other scripts count as letters.
fn is_a_letter(sign: char) -> bool {
    sign.is_ascii_alphabetic() || !sign.is_ascii()
}

fn begin_like(sql: &mut Sql, column: &str, word: &str) {
    sql.push(&format!(" AND {column} >= ")).bind(Value::text(word));
    sql.push(&format!(" AND {column} < ")).bind(Value::Text(after(word)));
}

/// Asked of the beginnings first, which stand beside each request and each word. Then of each request by itself: without the limit a
/// database may think it cheaper to gather everything that begins so.
fn with_word(sql: &mut Sql, word: &str) {
    let beginning = beginning(word);
    let is_plain = !beginning.contains(['%', '_', '\\']);
    if is_plain {
        By::Walk.ask(sql, |sql| {
            sql.push("r.beginnings LIKE ").bind(Value::Text(format!("% {beginning}%"))).push(" OR r.beginnings = ''");
        });
    }
    sql.push(if is_plain && is_a_beginning(word) { " AND (r.beginnings <> '' OR " } else { " AND (" });
    sql.push("EXISTS (SELECT 1 FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2 AND w.txn_ref_no = r.txn_ref_no");
    begin_like(sql, "w.word", word);
    sql.push(" LIMIT 1 OFFSET 0))");
}

/// What no word that begins with this one comes after.
fn after(word: &str) -> String {
    format!("{word}\u{10ffff}")
}
