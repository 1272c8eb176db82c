//! Which ranges of which indexes hold a page.

use domain::access::Eyes;
use domain::master_data::Value;
use domain::request::RequestStatus;

use super::filters::By;
use super::{COUNTED, Search, SortBy};
use crate::requests::sight::{Part, parts, see_part};
use crate::sql::{Sql, scoped};

/// True of every request, and asked where a whole index that happens to hold everything looks cheaper than a few requests of one that
/// does not.
const IN_NO_INDEX: &str = " AND r.version_number > 0";

impl Search<'_> {
    pub(super) fn cut(&self, sql: &mut Sql, offset: i64, size: i64) {
        sql.push(&self.query.order());
        sql.push(" LIMIT ").bind(Value::Int(size)).push(" OFFSET ").bind(Value::Int(offset));
    }

    /// Which requests are on the page, in its order: all there are, put in order. Few are found by what is asked of them, wherever they
    /// are; many had better all stand in one index.
    pub(super) fn page_of_all(&self, offset: i64, size: i64, are_few: bool) -> Sql {
        let mut sql = Sql::new("SELECT * FROM (", scoped(self.sight.permit(), &[]));
        self.gather(&mut sql, if are_few { IN_NO_INDEX } else { "" });
        sql.push(") r");
        self.cut(&mut sql, offset, size);
        sql
    }

    /// The same out of an index that has the order. It is walked up to the edge, if there is one.
    pub(super) fn page_of_walk(&self, offset: i64, size: i64, edge: Option<&str>) -> Sql {
        let mut sql = Sql::new("", scoped(self.sight.permit(), &[]));
        let by = if self.query.is_in_order() { By::Index } else { By::Walk };
        let statuses = self.ranges_of_statuses();
        if let Some(parts) = self.parts_of_newest(offset + size) {
            self.merge(&mut sql, " UNION ", &parts, offset + size, Search::of_part);
        } else if statuses.is_empty() {
            self.narrow(&mut sql, &self.select(), by);
            self.of_statuses(&mut sql, by);
            self.up_to_edge(&mut sql, edge);
        } else {
            self.merge(&mut sql, " UNION ALL ", statuses, offset + size, |search, sql, select, status| {
                search.narrow(sql, select, by);
                sql.and_equals("r.status", Value::text(status.name()));
                search.up_to_edge(sql, edge);
            });
        }
        self.cut(&mut sql, offset, size);
        sql
    }

    /// Statuses that are ranges of an index with the order that is wanted.
    pub(super) fn ranges_of_statuses(&self) -> &[RequestStatus] {
        match self.query.sort {
            SortBy::Status if self.statuses.is_empty() => &RequestStatus::ALL,
            SortBy::Created | SortBy::Updated | SortBy::Due | SortBy::Expires | SortBy::Status => &self.statuses,
            SortBy::Name | SortBy::Reference => &[],
        }
    }

    /// From where something can fit, up to the edge.
    fn up_to_edge(&self, sql: &mut Sql, edge: Option<&str>) {
        self.within_span(sql);
        if let Some(edge) = edge {
            let direction = if self.query.ascending { " <= " } else { " >= " };
            sql.push(" AND ").push(self.query.sort.column()).push(direction).bind(Value::text(edge));
        }
    }

    fn within_span(&self, sql: &mut Sql) {
        if let Some(span) = &self.span {
            let column = self.query.sort.running();
            sql.push(&format!(" AND {column} >= ")).bind(Value::text(&span.least));
            sql.push(&format!(" AND {column} < ")).bind(Value::text(&span.end));
        }
    }

    /// May a walk go past much that is not asked for?
    pub(super) fn may_stray(&self) -> bool {
        !self.query.is_in_order() || !self.query.words.is_empty()
    }

    /// What stands so far from where a walk begins, or the walk of one status.
    pub(super) fn edge(&self, far: i64, status: Option<RequestStatus>) -> Option<Sql> {
        let Eyes::Staff { tenant, .. } = self.sight.eyes() else { return None };
        let column = self.query.sort.column();
        let mut sql = Sql::new(
            format!(
                "SELECT {column} FROM docrequest r WHERE r.country_code = $1 AND r.entity_code = $2 AND r.tenant_code = $3"
            ),
            scoped(self.sight.permit(), &[tenant]),
        );
        if let Some(status) = status {
            sql.and_equals("r.status", Value::text(status.name()));
        }
        self.within_order(&mut sql);
        self.within_span(&mut sql);
        self.cut(&mut sql, far, 1);
        Some(sql)
    }

    pub(super) fn select(&self) -> String {
        format!("{} FROM docrequest r", self.columns())
    }

    /// The key, and what it is put in order by.
    pub(super) fn columns(&self) -> String {
        match self.query.sort {
            SortBy::Reference => "SELECT r.txn_ref_no".to_owned(),
            SortBy::Status => "SELECT r.txn_ref_no, r.status, r.created_on".to_owned(),
            sort => format!("SELECT r.txn_ref_no, {}", sort.column()),
        }
    }

    /// Some statuses, or some branches, are as many ranges of an index, each in the order that is wanted and no longer than the page
    /// needs; the list is what they merge to. One range over all of them would be walked past everything else. A request may stand in
    /// several ranges of what somebody sees.
    pub(super) fn merge<T>(
        &self,
        sql: &mut Sql,
        union: &str,
        ranges: &[T],
        most: i64,
        range: impl Fn(&Self, &mut Sql, &str, &T),
    ) {
        let (select, order) = (self.select(), self.query.order());
        sql.push("SELECT * FROM (");
        for (at, one) in ranges.iter().enumerate() {
            sql.push(if at > 0 { union } else { "" }).push("SELECT * FROM (");
            range(self, sql, &select, one);
            sql.push(&order).push(" LIMIT ").bind(Value::Int(most)).push(&format!(") s{at}"));
        }
        sql.push(") r");
    }

    pub(super) fn count(&self, most: i64) -> Sql {
        let mut sql = Sql::new("SELECT count(*) FROM (", scoped(self.sight.permit(), &[]));
        if let Some(parts) = self.parts_of_all() {
            self.gather_parts(&mut sql, &parts, most);
        } else {
            self.find(&mut sql, "SELECT r.txn_ref_no FROM docrequest r");
            self.with_words(&mut sql);
        }
        sql.push(" LIMIT ").bind(Value::Int(most)).push(") counted");
        sql
    }

    /// In no order. The limit, which is never reached, keeps a database from walking an index that has the order.
    fn gather(&self, sql: &mut Sql, rest: &str) {
        let select = self.select();
        if let Some(parts) = self.parts_of_all() {
            sql.push(&select).push(" WHERE r.country_code = $1 AND r.entity_code = $2 AND r.txn_ref_no IN (");
            self.gather_parts(sql, &parts, i64::MAX);
            sql.push(")");
        } else {
            self.find(sql, &select);
            self.with_words(sql);
            sql.push(rest);
        }
        sql.push(" LIMIT ").bind(Value::Int(i64::MAX));
    }

    fn gather_parts(&self, sql: &mut Sql, parts: &[Part], most: i64) {
        for (at, part) in parts.iter().enumerate() {
            sql.push(if at > 0 { " UNION " } else { "" }).push("SELECT * FROM (");
            self.of_part(sql, "SELECT r.txn_ref_no FROM docrequest r", part);
            // An order that the part's own index has: no other is as cheap then.
            sql.push(" ORDER BY r.created_on DESC, r.txn_ref_no DESC LIMIT ").bind(Value::Int(most));
            sql.push(&format!(") s{at}"));
        }
    }

    /// The parts of what somebody sees, if that is quicker than to walk past what he does not see until so many were met.
    fn parts_if(&self, wanted: i64, may_stop: bool) -> Option<Vec<Part<'_>>> {
        let is_small = !self.is_led() && self.share.is_small(wanted, may_stop.then_some(wanted));
        is_small.then(|| parts(self.sight, &self.owners))
    }

    /// Do the indexes of the parts hold all that is asked?
    fn is_in_parts_alone(&self) -> bool {
        self.query.words.is_empty() && self.query.is_plain()
    }

    fn parts_of_all(&self) -> Option<Vec<Part<'_>>> {
        self.parts_if(COUNTED, self.is_in_parts_alone())
    }

    /// Each part has an index in the order of making, and only in that one.
    fn parts_of_newest(&self, wanted: i64) -> Option<Vec<Part<'_>>> {
        self.parts_if(wanted, true).filter(|_| self.query.sort == SortBy::Created)
    }

    /// Found by what he sees, whatever else is asked of it.
    fn of_part(&self, sql: &mut Sql, select: &str, part: &Part) {
        see_part(sql, self.sight, select, part);
        if !self.is_in_parts_alone() {
            sql.push(IN_NO_INDEX);
        }
        self.filter(sql, By::Walk);
        self.with_words(sql);
        self.of_statuses(sql, By::Walk);
    }
}
