//! Drafts of forms, and saved views.

use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess, View};
use domain::master_data::Value;
use domain::message::Message;

use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Store};

/// A saved list view of a user.
#[derive(Debug, Clone, serde::Serialize)]
pub struct SavedView {
    pub name: String,
    pub query: String,
}

const MOST_VIEWS: i64 = 50;

impl Store {
    /// A user's draft on a screen: its body and when it was saved.
    pub async fn draft(
        &self,
        access: &RequestAccess<Change>,
        user: &str,
        screen: &str,
    ) -> Result<Option<(String, String)>> {
        let sql = Sql::new(
            r#"SELECT user_id, body, updated_on
                FROM docrequest_draft
                WHERE country_code = $1 AND entity_code = $2 AND user_id = $3 AND screen_code = $4"#,
            scoped(access.permit(), &[user, screen]),
        );
        self.first_decoded(access.permit(), &sql, |row| {
            let row = Record::new(row, "docrequest_draft", "user_id");
            Ok((row.text("body")?, row.text("updated_on")?))
        })
        .await
    }

    pub async fn store_draft(
        &self,
        access: &RequestAccess<Change>,
        user: &str,
        screen: &str,
        body: &str,
        now: &str,
    ) -> Result<()> {
        let keep = Statement::raw(
            "docrequest_draft",
            r#"INSERT INTO docrequest_draft (country_code, entity_code, user_id, screen_code, body, updated_on)
                VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (country_code, entity_code, user_id, screen_code) DO UPDATE
                SET body = excluded.body, updated_on = excluded.updated_on"#,
            scoped(access.permit(), &[user, screen, body, now]),
        );
        self.commit_unaudited(access.permit(), vec![keep]).await
    }

    pub async fn drop_draft(&self, access: &RequestAccess<Change>, user: &str, screen: &str) -> Result<()> {
        let gone = drop_draft(access.permit(), user, screen).or_refuse(Refusal::NotFound);
        self.commit_unaudited(access.permit(), vec![gone]).await
    }

    /// Removes abandoned drafts.
    pub async fn drop_old_drafts(&self, before: &str) -> Result<()> {
        let gone = Statement::raw(
            "docrequest_draft",
            "DELETE FROM docrequest_draft WHERE updated_on < $1",
            vec![Value::text(before)],
        );
        self.commit_unaudited(&domain::access::system::housekeeping(), vec![gone]).await
    }

    pub async fn saved_views(&self, access: &RequestAccess<View>, user: &str) -> Result<Vec<SavedView>> {
        let mut values = scoped(access.permit(), &[user]);
        values.push(Value::Int(MOST_VIEWS));
        let sql = Sql::new(
            r#"SELECT name, query
                FROM docrequest_view
                WHERE country_code = $1 AND entity_code = $2 AND user_id = $3
                ORDER BY name
                LIMIT $4"#,
            values,
        );
        self.decoded(access.permit(), &sql, |row| {
            let row = Record::new(row, "docrequest_view", "name");
            Ok(SavedView { name: row.text("name")?, query: row.text("query")? })
        })
        .await
    }

    pub async fn save_view(&self, permit: &Permit<Change>, user: &str, view: &SavedView) -> Result<()> {
        let mut values = scoped(permit, &[user, &view.name, &view.query]);
        values.push(Value::Int(MOST_VIEWS));
        let full = Refusal::field("name", Message::plain("tooMany").with("max", MOST_VIEWS));
        let keep = Statement::raw(
            "docrequest_view",
            r#"INSERT INTO docrequest_view (country_code, entity_code, user_id, name, query) SELECT CAST($1 AS TEXT),
                    CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT)
                WHERE (SELECT count(*) FROM docrequest_view v WHERE v.country_code = $1 AND v.entity_code = $2
                    AND v.user_id = $3 AND v.name <> $4) < $6
                ON CONFLICT (country_code, entity_code, user_id, name) DO UPDATE
                SET query = excluded.query"#,
            values,
        );
        self.commit_unaudited(permit, vec![keep.or_refuse(full)]).await
    }

    pub async fn drop_view(&self, permit: &Permit<Change>, user: &str, name: &str) -> Result<()> {
        let gone = Statement::delete("docrequest_view", Filter::of(permit).text("user_id", user).text("name", name));
        self.commit_unaudited(permit, vec![gone.or_refuse(Refusal::NotFound)]).await
    }
}

/// A submitted request needs no draft any more.
pub fn drop_draft(permit: &Permit<Change>, user: &str, screen: &str) -> Statement {
    Statement::delete("docrequest_draft", Filter::of(permit).text("user_id", user).text("screen_code", screen))
}
