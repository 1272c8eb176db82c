//! Where in the order that is wanted those lie that are looked for. Time runs through most of what is asked and ordered by, so that what
//! was made in a month, or is due in it, lies close together in every order of time.

use domain::access::Eyes;
use domain::master_data::Value;

use super::{Search, SortBy};
use crate::requests::spans::{CREATED, DUE, Days, Span};
use crate::sql::{Sql, scoped};
use crate::{Result, Store};

impl Store {
    pub(super) async fn span_of(&self, search: &Search<'_>) -> Result<Option<Span>> {
        let Eyes::Staff { tenant, .. } = search.sight.eyes() else { return Ok(None) };
        let query = search.query;
        let Some(ordered) = query.sort.running().strip_prefix("r.").filter(|_| query.sort != SortBy::Name) else {
            return Ok(None);
        };
        let oldest = self.oldest(search, tenant).await?;
        let from = query.from.as_deref().max(oldest.as_deref());
        let due_to = query.due_to.as_deref().or(query.overdue.then_some(search.today));
        let asked: [Days; 2] = [(CREATED, from, query.to.as_deref()), (DUE, query.due_from.as_deref(), due_to)];
        let mut found: Option<Span> = None;
        for (name, from, to) in asked {
            if name == ordered || (from.is_none() && to.is_none()) {
                continue;
            }
            let span = self.span(search.sight.permit(), tenant, (name, from, to), ordered).await?;
            found = match (found, span) {
                (Some(one), Some(other)) => Some(one.and(other)),
                (one, other) => one.or(other),
            };
        }
        Ok(found)
    }

    /// When the first was made that has one of the statuses. Asked where it helps: those with a status stand in every order of time but
    /// for references.
    async fn oldest(&self, search: &Search<'_>, tenant: &str) -> Result<Option<String>> {
        if search.query.sort != SortBy::Reference || search.statuses.is_empty() {
            return Ok(None);
        }
        let sql = search.oldest(tenant);
        Ok(self.first(search.sight.permit(), &sql, |row| row.text(0).map(str::to_owned)).await?.flatten())
    }
}

impl Search<'_> {
    fn oldest(&self, tenant: &str) -> Sql {
        let mut sql = Sql::new("SELECT min(o.created_on) FROM (", scoped(self.sight.permit(), &[tenant]));
        for (at, status) in self.statuses.iter().enumerate() {
            sql.push(if at > 0 { " UNION ALL " } else { "" });
            sql.push("SELECT * FROM (SELECT r.created_on FROM docrequest r WHERE r.country_code = $1 AND r.entity_code = $2 AND r.tenant_code = $3");
            sql.and_equals("r.status", Value::text(status.name()));
            sql.push(&format!(" ORDER BY r.created_on LIMIT 1) s{at}"));
        }
        sql.push(") o");
        sql
    }
}
