//! Words are found by how they begin, in an index of their own that holds what walls, filters and most orders ask for. The rarest word
//! leads: if few have it, those are gathered. If many have all that is asked, they are met soon on a walk in the order that is wanted. By
//! name they lie together, and are walked to by how the word begins.

use std::sync::Arc;

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
/// In so many ranges of its index a word is looked for, one for each spelling and status.
const MOST_RANGES: usize = 16;
/// So few rows are sooner read than their spellings looked up.
const HANDFUL: i64 = 200;

/// The word that the fewest have, and how many rows begin like it, roughly and up to [`MOST_ALIKE`].
pub(super) struct Lead {
    word: String,
    alike: i64,
    /// All words that begin like it, if they and the statuses are few.
    spellings: Vec<String>,
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
                lead = Some(Lead { word: word.to_owned(), alike, spellings: Vec::new() });
            }
            if alike < FEW_ALIKE {
                break;
            }
        }
        if let Some(lead) = lead.as_mut().filter(|lead| (HANDFUL..MOST_ALIKE).contains(&lead.alike)) {
            lead.spellings = self.spellings(search, &lead.word).await?;
        }
        Ok(lead)
    }

    /// How a word goes on, if in few ways: with each of them its index leads straight to a status, and within it to a day. That they are
    /// many is believed for a while.
    async fn spellings(&self, search: &Search<'_>, word: &str) -> Result<Vec<String>> {
        let Some(most) = MOST_RANGES.checked_div(search.ranged_statuses().len()) else { return Ok(Vec::new()) };
        let sql = search.each_that_begins("word", word, most as i64 + 1);
        let key = sql.key();
        if self.kept.many.get(&key).is_some() {
            return Ok(Vec::new());
        }
        let found = self.rows(search.sight.permit(), &sql, |row| row.string(0)).await?;
        if found.len() > most {
            self.kept.many.keep(key, &Arc::new(true));
            return Ok(Vec::new());
        }
        Ok(found)
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
        let sql = search.each_that_begins("beginning", word, MOST_BEGINNINGS);
        let found = self.rows(search.sight.permit(), &sql, |row| row.string(0)).await?;
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
            sql.push(&self.select()).push(" WHERE r.country_code = $1 AND r.entity_code = $2");
            self.of_tenant(&mut sql, "r.tenant_code");
            sql.push(" AND r.txn_ref_no IN (");
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

    /// The words that begin so, or their beginnings: each once, and each found by itself.
    fn each_that_begins(&self, column: &str, begin: &str, most: i64) -> Sql {
        let mut sql = Sql::new("WITH RECURSIVE b (one) AS (SELECT (", scoped(self.sight.permit(), &[]));
        let next = |sql: &mut Sql| {
            sql.push(&format!(
                "SELECT w.{column} FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2"
            ));
            self.of_tenant(sql, "w.tenant_code");
            sql.push(&format!(" AND w.{column}"));
        };
        next(&mut sql);
        sql.push(" >= ").bind(Value::text(begin));
        sql.push(&format!(" ORDER BY w.{column} LIMIT 1) UNION ALL SELECT ("));
        next(&mut sql);
        sql.push(&format!(" > b.one ORDER BY w.{column} LIMIT 1) FROM b WHERE b.one < "));
        sql.bind(Value::Text(after(begin))).push(") SELECT one FROM b WHERE one < ");
        sql.bind(Value::Text(after(begin))).push(" LIMIT ").bind(Value::Int(most));
        sql
    }

    /// The statuses that the rows of a word are looked for by. Days stand behind the status there.
    fn ranged_statuses(&self) -> &[RequestStatus] {
        let is_by_day = self.query.from.is_some() || self.query.to.is_some();
        if self.statuses.is_empty() && is_by_day { &RequestStatus::ALL } else { &self.statuses }
    }

    /// Every word of the query, asked of requests.
    pub(super) fn with_words(&self, sql: &mut Sql) {
        self.by_length().into_iter().for_each(|word| with_word(sql, word));
    }

    /// The rows of words that begin like the one that leads; of some requests several. One status and one spelling after the other:
    /// several at once would be asked of every row with the word, outside of its index.
    fn alike(&self, sql: &mut Sql, select: &str) {
        let select = format!("{select} FROM docrequest_word r");
        let spellings = self.lead.as_ref().map_or(&[][..], |lead| &lead.spellings);
        let spelt: Vec<_> = if spellings.is_empty() { vec![None] } else { spellings.iter().map(Some).collect() };
        let statuses = if spellings.is_empty() { &self.statuses } else { self.ranged_statuses() };
        let statuses: Vec<_> = if statuses.is_empty() { vec![None] } else { statuses.iter().map(Some).collect() };
        let ranges = statuses.iter().flat_map(|status| spelt.iter().map(move |word| (status, word)));
        for (at, (status, word)) in ranges.enumerate() {
            sql.push(if at > 0 { " UNION ALL " } else { "" });
            self.narrow_words(sql, &select);
            status.map(|status| sql.and_equals("r.status", Value::text(status.name())));
            match word {
                Some(word) => _ = sql.and_equals("r.word", Value::text(*word)),
                None => begin_like(sql, "r.word", self.leading()),
            }
        }
    }

    /// No more rows than are read through, whatever they are narrowed by afterwards.
    fn some_alike(&self, sql: &mut Sql, select: &str, word: &str, most: i64) {
        sql.push(select).push(" FROM docrequest_word w WHERE w.country_code = $1 AND w.entity_code = $2");
        self.of_tenant(sql, "w.tenant_code");
        begin_like(sql, "w.word", word);
        sql.push(" LIMIT ").bind(Value::Int(most));
    }

    fn of_tenant(&self, sql: &mut Sql, column: &str) {
        if let Eyes::Staff { tenant, .. } = self.sight.eyes() {
            sql.and_equals(column, Value::text(tenant));
        }
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
