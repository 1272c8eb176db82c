//! Links for a first or new password and for the portal: stored as hashes, single use.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;
use serde_json::json;

use crate::audit::Entry;
use crate::batch::Batch;
use crate::row::text_of;
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Store};

impl Store {
    /// `by` tells the audit log why the link was made. An invitation replaces the earlier ones.
    pub async fn store_link(
        &self,
        permit: &Permit<Change>,
        hash: &str,
        user_id: &str,
        expires_on: &str,
        by: &str,
    ) -> Result<()> {
        let insert = Statement::raw(
            "reset_link",
            r#"INSERT INTO reset_link (country_code, entity_code, token_hash, user_id, expires_on)
                VALUES ($1, $2, $3, $4, $5)"#,
            scoped(permit, &[hash, user_id, expires_on]),
        );
        let entry = Entry {
            action: "reset-asked",
            resource: "usermaster",
            key: user_id.to_owned(),
            detail: json!({ "by": by }),
        };
        let others = (by == "invitation").then(|| forget_other_links(permit, user_id, hash));
        self.commit(permit, others.into_iter().fold(Batch::audited(entry).and(insert), Batch::and)).await
    }

    /// The customer a valid link belongs to.
    pub async fn customer_of_link(&self, permit: &Permit<Change>, hash: &str, now: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            r#"SELECT user_id
                FROM customer_link
                WHERE country_code = $1 AND entity_code = $2 AND token_hash = $3 AND expires_on > $4"#,
            scoped(permit, &[hash, now]),
        );
        self.first_decoded(permit, &sql, text_of("customer_link", "user_id")).await
    }

    /// The user a valid link belongs to.
    pub async fn link_owner(&self, permit: &Permit<Change>, hash: &str, now: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            r#"SELECT user_id
                FROM reset_link
                WHERE country_code = $1 AND entity_code = $2 AND token_hash = $3 AND expires_on > $4"#,
            scoped(permit, &[hash, now]),
        );
        self.first_decoded(permit, &sql, text_of("reset_link", "user_id")).await
    }

    /// Sets a password that the user chose while logged in and ends the user's other sessions, in one commit.
    pub async fn change_password(
        &self,
        permit: &Permit<Change>,
        (user_id, session_id): (&str, &str),
        hash: &str,
        now: &str,
    ) -> Result<()> {
        let mut values = vec![Value::text(now)];
        values.extend(scoped(permit, &[user_id, session_id]));
        let end_others = Statement::raw(
            "session",
            r#"UPDATE session
                SET ended_on = $1
                WHERE country_code = $2 AND entity_code = $3 AND user_id = $4 AND session_id <> $5
                AND ended_on IS NULL"#,
            values,
        );
        let entry = Entry {
            action: "password",
            resource: "usermaster",
            key: user_id.to_owned(),
            detail: json!({ "by": "user" }),
        };
        let batch = Batch::audited(entry)
            .and(crate::identity::password_hash(permit, user_id, hash, now).or_refuse(Refusal::NotAuthenticated))
            .and(forget_other_links(permit, user_id, ""))
            .and(crate::identity::chosen_password(permit, user_id))
            .and(end_others);
        self.commit(permit, batch).await
    }

    /// Sets the new password, spends all links of this user and ends all sessions, in one commit.
    pub async fn reset_password(
        &self,
        permit: &Permit<Change>,
        link: &str,
        user_id: &str,
        hash: &str,
        now: &str,
    ) -> Result<()> {
        let spend = Statement::delete("reset_link", Filter::of(permit).text("token_hash", link));
        let user = crate::identity::password_hash(permit, user_id, hash, now);
        let entry = Entry {
            action: "password",
            resource: "usermaster",
            key: user_id.to_owned(),
            detail: json!({ "by": "link" }),
        };
        let batch = Batch::audited(entry)
            .and(spend.or_refuse(Refusal::LinkInvalid))
            .and(forget_other_links(permit, user_id, link))
            .and(user.or_refuse(Refusal::LinkInvalid))
            .and(crate::identity::chosen_password(permit, user_id))
            .and(crate::identity::end_all(permit, user_id, now));
        self.commit(permit, batch).await
    }
}

/// Stores a customer's link.
pub fn keep_customer_link(permit: &Permit<Change>, hash: &str, user_id: &str, expires_on: &str) -> Statement {
    Statement::raw(
        "customer_link",
        r#"INSERT INTO customer_link (country_code, entity_code, token_hash, user_id, expires_on)
            VALUES ($1, $2, $3, $4, $5)"#,
        scoped(permit, &[hash, user_id, expires_on]),
    )
}

/// Ends the user's links except this one.
fn forget_other_links(permit: &Permit<Change>, user_id: &str, hash: &str) -> Statement {
    Statement::raw(
        "reset_link",
        "DELETE FROM reset_link WHERE country_code = $1 AND entity_code = $2 AND user_id = $3 AND token_hash <> $4",
        scoped(permit, &[user_id, hash]),
    )
}
