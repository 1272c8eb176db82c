//! One-time codes and links: kept as hashes, counted on every try, good once.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::mail_server::MailServer;
use domain::master_data::Value;
use serde_json::json;

use crate::audit::Entry;
use crate::batch::{Batch, Statement};
use crate::sql::{Sql, scoped};
use crate::{Result, Store};

/// A customer who may log in.
#[derive(Debug, Clone)]
pub struct Customer {
    pub user_id: String,
    pub display_name: String,
    pub language: String,
    pub mail: Option<String>,
    pub mobile: Option<String>,
    pub expiry_date: Option<String>,
    pub status: String,
}

impl Store {
    pub async fn customer(&self, permit: &Permit<Change>, user_id: &str) -> Result<Option<Customer>> {
        Ok(self.customers(permit, "user_id", user_id).await?.pop())
    }

    /// Whoever has this number, if nobody else has.
    pub async fn customer_with_mobile(&self, permit: &Permit<Change>, mobile: &str) -> Result<Option<Customer>> {
        let mut found = self.customers(permit, "mobile_number", mobile).await?;
        Ok(found.pop().filter(|_| found.is_empty()))
    }

    async fn customers(&self, permit: &Permit<Change>, column: &str, value: &str) -> Result<Vec<Customer>> {
        let sql = Sql::new(
            format!(
                "SELECT user_id, first_name, user_language, mail_id, mobile_number, expiry_date, status FROM customer_user WHERE country_code = $1 AND entity_code = $2 AND {column} = $3 LIMIT 2"
            ),
            scoped(permit, &[value]),
        );
        self.rows(permit, &sql, |row| Customer {
            user_id: row.string(0),
            display_name: row.string(1),
            language: row.string(2),
            mail: row.text(3).map(str::to_owned),
            mobile: row.text(4).map(str::to_owned),
            expiry_date: row.text(5).map(str::to_owned),
            status: row.string(6),
        })
        .await
    }

    /// How the entity writes to people: (by mail, by SMS).
    pub async fn entity_channels(&self, permit: &Permit<Change>) -> Result<Option<(bool, bool)>> {
        let sql = Sql::new(
            "SELECT email_notification, sms_notification FROM entity_master WHERE country_code = $1 AND entity_code = $2",
            scoped(permit, &[]),
        );
        self.first(permit, &sql, |row| (row.flag(0).unwrap_or(false), row.flag(1).unwrap_or(false))).await
    }

    pub async fn keep_code(
        &self,
        permit: &Permit<Change>,
        code_ref: &str,
        user_id: &str,
        hash: &str,
        expires_on: &str,
    ) -> Result<()> {
        let mut values = scoped(permit, &[code_ref, user_id, hash]);
        values.push(Value::text(expires_on));
        let insert = Statement::new(
            "INSERT INTO one_time_code (country_code, entity_code, code_ref, user_id, code_hash, tries, expires_on) VALUES ($1, $2, $3, $4, $5, 0, $6)",
            values,
        );
        self.commit_unaudited(permit, vec![insert]).await
    }

    /// Counts a try at a code that is still good, and gives its user and hash.
    pub async fn try_code(
        &self,
        permit: &Permit<Change>,
        code_ref: &str,
        most: i64,
        now: &str,
    ) -> Result<(String, String)> {
        let mut values = scoped(permit, &[code_ref]);
        values.extend([Value::Int(most), Value::text(now)]);
        let count = Statement::new(
            "UPDATE one_time_code SET tries = tries + 1 WHERE country_code = $1 AND entity_code = $2 AND code_ref = $3 AND tries < $4 AND expires_on > $5 AND used_on IS NULL",
            values,
        );
        self.commit_unaudited(permit, vec![count.or_refuse(Refusal::OtpInvalid)]).await?;
        let read = Sql::new(
            "SELECT user_id, code_hash FROM one_time_code WHERE country_code = $1 AND entity_code = $2 AND code_ref = $3",
            scoped(permit, &[code_ref]),
        );
        let found = self.first(permit, &read, |row| (row.string(0), row.string(1))).await?;
        Ok(found.ok_or(Refusal::OtpInvalid)?)
    }

    /// Of many who come with the right code, one uses it.
    pub async fn use_code(&self, permit: &Permit<Change>, code_ref: &str, now: &str) -> Result<()> {
        let mut values = vec![Value::text(now)];
        values.extend(scoped(permit, &[code_ref]));
        let spend = Statement::new(
            "UPDATE one_time_code SET used_on = $1 WHERE country_code = $2 AND entity_code = $3 AND code_ref = $4 AND used_on IS NULL",
            values,
        );
        self.commit_unaudited(permit, vec![spend.or_refuse(Refusal::OtpInvalid)]).await
    }

    pub async fn keep_link(&self, permit: &Permit<Change>, hash: &str, user_id: &str, expires_on: &str) -> Result<()> {
        let insert = Statement::new(
            "INSERT INTO reset_link (country_code, entity_code, token_hash, user_id, expires_on) VALUES ($1, $2, $3, $4, $5)",
            scoped(permit, &[hash, user_id, expires_on]),
        );
        let entry = Entry { action: "reset-asked", resource: "usermaster", key: user_id.to_owned(), detail: json!({}) };
        self.commit(permit, Batch::audited(entry).and(insert)).await
    }

    pub async fn keep_customer_link(
        &self,
        permit: &Permit<Change>,
        hash: &str,
        user_id: &str,
        expires_on: &str,
    ) -> Result<()> {
        let insert = Statement::new(
            "INSERT INTO customer_link (country_code, entity_code, token_hash, user_id, expires_on) VALUES ($1, $2, $3, $4, $5)",
            scoped(permit, &[hash, user_id, expires_on]),
        );
        self.commit_unaudited(permit, vec![insert]).await
    }

    /// Which customer a link names, while it is good.
    pub async fn customer_of_link(&self, permit: &Permit<Change>, hash: &str, now: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            "SELECT user_id FROM customer_link WHERE country_code = $1 AND entity_code = $2 AND token_hash = $3 AND expires_on > $4",
            scoped(permit, &[hash, now]),
        );
        self.first(permit, &sql, |row| row.string(0)).await
    }

    /// Whose link this is, while it is good.
    pub async fn link_owner(&self, permit: &Permit<Change>, hash: &str, now: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            "SELECT user_id FROM reset_link WHERE country_code = $1 AND entity_code = $2 AND token_hash = $3 AND expires_on > $4",
            scoped(permit, &[hash, now]),
        );
        self.first(permit, &sql, |row| row.string(0)).await
    }

    /// Sets the new password and spends the link (and every other of this user) in one commit; all sessions end.
    pub async fn reset_password(
        &self,
        permit: &Permit<Change>,
        link: &str,
        user_id: &str,
        hash: &str,
        now: &str,
    ) -> Result<()> {
        let spend = Statement::new(
            "DELETE FROM reset_link WHERE country_code = $1 AND entity_code = $2 AND token_hash = $3",
            scoped(permit, &[link]),
        );
        let mut values = vec![Value::text(hash), Value::text(now)];
        values.extend(scoped(permit, &[user_id]));
        let user = Statement::new(
            "UPDATE staff_user SET password = $1, updated_on = $2, version_number = version_number + 1 WHERE country_code = $3 AND entity_code = $4 AND user_id = $5",
            values,
        );
        let entry = Entry {
            action: "password",
            resource: "usermaster",
            key: user_id.to_owned(),
            detail: json!({ "by": "link" }),
        };
        let batch = Batch::audited(entry)
            .and(spend.or_refuse(Refusal::LinkInvalid))
            .and(user.or_refuse(Refusal::LinkInvalid))
            .and(crate::identity::end_all(permit, user_id, now));
        self.commit(permit, batch).await
    }

    /// The mail address of a member of the staff, with his name and language.
    pub async fn staff_address(
        &self,
        permit: &Permit<Change>,
        user_id: &str,
    ) -> Result<Option<(String, String, String)>> {
        let sql = Sql::new(
            "SELECT mail_id, coalesce(preferred_name, first_name), user_language FROM staff_user WHERE country_code = $1 AND entity_code = $2 AND user_id = $3 AND status = 'Active'",
            scoped(permit, &[user_id]),
        );
        self.first(permit, &sql, |row| (row.string(0), row.string(1), row.string(2))).await
    }

    /// The entity's mail server, its password opened.
    pub async fn mail_server(&self, permit: &Permit<Change>) -> Result<Option<MailServer>> {
        let sql = Sql::new(
            "SELECT host, port, security, user_name, password, from_address, from_name FROM email_configuration WHERE country_code = $1 AND entity_code = $2",
            scoped(permit, &[]),
        );
        let text = |row: &dyn crate::Cells, at| row.text(at).map(str::to_owned);
        let found = self
            .first(permit, &sql, |row| MailServer {
                host: row.string(0),
                port: row.int(1).and_then(|port| u16::try_from(port).ok()).unwrap_or(25),
                security: row.string(2),
                user_name: text(row, 3),
                password: text(row, 4),
                from_address: row.string(5),
                from_name: text(row, 6),
            })
            .await?;
        let Some(mut server) = found else { return Ok(None) };
        if let Some(sealed) = server.password.take() {
            server.password = Some(self.unseal(permit.scope(), "emailconfig.password", &sealed).await?);
        }
        Ok(Some(server))
    }
}
