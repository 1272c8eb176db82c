//! One-time codes: stored as hashes, single use, with a counter for every attempt.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;
use serde_json::json;

use crate::audit::Entry;
use crate::batch::Batch;
use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Row, Store};

/// When the last code of a customer may be replaced, and which counters apply.
pub struct CodeWindow<'a> {
    pub subject: &'a str,
    pub now: &'a str,
    /// When the new code expires.
    pub good_until: &'a str,
    /// A code that expires no later than this may be replaced.
    pub replaces_until: &'a str,
    pub hour_until: &'a str,
    pub retry_after_seconds: u64,
}

/// A code to be sent to a customer.
pub struct NewCode<'a> {
    pub code_ref: &'a str,
    pub code_id: &'a str,
    pub user_id: &'a str,
    pub hash: &'a str,
    pub purpose: &'a str,
    pub sent_to: &'a str,
}

/// A code that is being tried; code id and address are empty for codes of the staff.
pub struct TriedCode {
    pub user_id: String,
    pub hash: String,
    pub code_id: String,
    pub purpose: String,
    pub sent_to: String,
}

fn tried_code(row: &dyn Row) -> Result<TriedCode> {
    let row = Record::new(row, "one_time_code", "user_id");
    Ok(TriedCode {
        user_id: row.text("user_id")?,
        hash: row.text("code_hash")?,
        code_id: row.optional_text("code_id")?.unwrap_or_default(),
        purpose: row.optional_text("purpose")?.unwrap_or_default(),
        sent_to: row.optional_text("sent_to")?.unwrap_or_default(),
    })
}

fn insert_code(permit: &Permit<Change>, code: &NewCode<'_>, expires_on: &str) -> Statement {
    let texts = [code.code_ref, code.user_id, code.hash, expires_on, code.code_id, code.purpose, code.sent_to];
    Statement::raw(
        "one_time_code",
        r#"INSERT INTO one_time_code (country_code, entity_code, code_ref, user_id, code_hash, tries,
                expires_on, code_id, purpose, sent_to)
            VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9)"#,
        scoped(permit, &texts),
    )
}

/// Spends a code under all its references; refused when it is spent already.
fn spend(permit: &Permit<Change>, code_id: &str, now: &str) -> [Statement; 2] {
    let ticket = Statement::raw(
        "spent_ticket",
        r#"INSERT INTO spent_ticket (country_code, entity_code, ticket, expires_on)
            VALUES ($1, $2, $3, $4)
            ON CONFLICT DO NOTHING"#,
        scoped(permit, &[code_id, &crate::audit::days_before(now, -1)]),
    );
    let spend = Statement::update(
        "one_time_code",
        [("used_on", Value::text(now))],
        Filter::of(permit).text("code_id", code_id).and("used_on IS NULL"),
    );
    [ticket.or_refuse(Refusal::OtpInvalid), spend]
}

fn handoff_entry(action: &'static str, user_id: &str) -> Entry {
    Entry { action, resource: "session", key: user_id.to_owned(), detail: json!({}) }
}

impl Store {
    pub async fn store_code(
        &self,
        permit: &Permit<Change>,
        code_ref: &str,
        user_id: &str,
        hash: &str,
        purpose: &str,
        expires_on: &str,
    ) -> Result<()> {
        let insert = Statement::raw(
            "one_time_code",
            r#"
INSERT INTO one_time_code (country_code, entity_code, code_ref, user_id, code_hash, tries, expires_on, purpose)
VALUES ($1, $2, $3, $4, $5, 0, $6, $7)"#,
            scoped(permit, &[code_ref, user_id, hash, expires_on, purpose]),
        );
        self.commit_unaudited(permit, vec![insert]).await
    }

    /// Stores and counts a customer's code in one commit. Refused while the last code may not be replaced yet, or when
    /// a limit is reached. Without a code only the counters change, so an unknown id takes the same path.
    pub async fn begin_code(
        &self,
        permit: &Permit<Change>,
        window: &CodeWindow<'_>,
        limits: &[(String, i64)],
        code: Option<&NewCode<'_>>,
    ) -> Result<()> {
        let refusal = Refusal::TooManyTries { retry_after_seconds: window.retry_after_seconds };
        let subject = self.keys.fingerprint(window.subject);
        let open = Statement::raw(
            "login_try",
            r#"INSERT INTO login_try (country_code, entity_code, subject, tries, until)
                VALUES ($1, $2, $3, 1, $4)
                ON CONFLICT (country_code, entity_code, subject) DO UPDATE
                SET until = excluded.until
                WHERE login_try.until <= $5"#,
            scoped(permit, &[&subject, window.good_until, window.replaces_until]),
        );
        let count =
            limits.iter().map(|limit| self.count_try(permit, limit, window.now, window.hour_until, refusal.clone()));
        let mut statements = vec![open.or_refuse(refusal.clone())];
        statements.extend(count);
        if let Some(code) = code {
            statements.push(insert_code(permit, code, window.good_until));
        }
        self.commit_unaudited(permit, statements).await
    }

    /// When the last code of a window expires.
    pub async fn code_good_until(&self, permit: &Permit<Change>, subject: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            "SELECT until FROM login_try WHERE country_code = $1 AND entity_code = $2 AND subject = $3",
            scoped(permit, &[&self.keys.fingerprint(subject)]),
        );
        self.first_decoded(permit, &sql, text_of("login_try", "until")).await
    }

    /// The newest unused code of this user.
    pub async fn valid_code(
        &self,
        permit: &Permit<Change>,
        user_id: &str,
        purpose: &str,
        now: &str,
    ) -> Result<Option<String>> {
        let sql = Sql::new(
            r#"SELECT code_id
                FROM one_time_code
                WHERE country_code = $1 AND entity_code = $2 AND user_id = $3 AND purpose = $4 AND used_on IS NULL
                    AND expires_on > $5
                ORDER BY expires_on DESC
                LIMIT 1"#,
            scoped(permit, &[user_id, purpose, now]),
        );
        self.first_decoded(permit, &sql, text_of("one_time_code", "code_id")).await
    }

    /// Adds another reference to the newest unused code of this user.
    pub async fn share_code(
        &self,
        permit: &Permit<Change>,
        (code_ref, user_id, purpose): (&str, &str, &str),
        now: &str,
    ) -> Result<()> {
        // In the order of the text, by which SQLite numbers them.
        let mut values = vec![Value::text(code_ref)];
        values.extend(scoped(permit, &[user_id, purpose, now]));
        let share = Statement::raw(
            "one_time_code",
            r#"INSERT INTO one_time_code (country_code, entity_code, code_ref, user_id, code_hash, tries, expires_on,
                    code_id, purpose, sent_to)
                    SELECT country_code, entity_code, $1, user_id, code_hash, 0, expires_on,
                    code_id, purpose, sent_to
                FROM one_time_code
                WHERE country_code = $2 AND entity_code = $3 AND user_id = $4 AND purpose = $5 AND used_on IS NULL
                    AND expires_on > $6
                ORDER BY expires_on DESC
                LIMIT 1"#,
            values,
        );
        self.commit_unaudited(permit, vec![share]).await
    }

    /// Counts an attempt at a valid code and returns the code.
    pub async fn try_code(&self, permit: &Permit<Change>, code_ref: &str, most: i64, now: &str) -> Result<TriedCode> {
        let mut values = scoped(permit, &[code_ref]);
        values.extend([Value::Int(most), Value::text(now)]);
        let count = Statement::raw(
            "one_time_code",
            r#"UPDATE one_time_code
                SET tries = tries + 1
                WHERE country_code = $1 AND entity_code = $2 AND code_ref = $3 AND tries < $4 AND expires_on > $5
                    AND used_on IS NULL"#,
            values,
        );
        self.commit_unaudited(permit, vec![count.or_refuse(Refusal::OtpInvalid)]).await?;
        let read = Sql::new(
            r#"SELECT user_id, code_hash, code_id, purpose, sent_to
                FROM one_time_code
                WHERE country_code = $1 AND entity_code = $2 AND code_ref = $3"#,
            scoped(permit, &[code_ref]),
        );
        Ok(self.first_decoded(permit, &read, tried_code).await?.ok_or(Refusal::OtpInvalid)?)
    }

    /// Spends a customer's code under all its references and reopens its windows. Of several callers with the right
    /// code one succeeds.
    pub async fn use_shared_code(
        &self,
        permit: &Permit<Change>,
        code_id: &str,
        windows: &[String],
        now: &str,
    ) -> Result<()> {
        let mut statements = Vec::from(spend(permit, code_id, now));
        statements.extend(windows.iter().map(|subject| self.clear_try(permit, subject)));
        self.commit_unaudited(permit, statements).await
    }

    /// Stores a code that opens a session on another device. It replaces the one that the same session asked for
    /// before.
    pub async fn begin_handoff(
        &self,
        permit: &Permit<Change>,
        code: &NewCode<'_>,
        expires_on: &str,
        now: &str,
    ) -> Result<()> {
        let replace = Statement::update(
            "one_time_code",
            [("used_on", Value::text(now))],
            Filter::of(permit).text("user_id", code.user_id).text("purpose", code.purpose).and("used_on IS NULL"),
        );
        let entry = handoff_entry("handoff-created", code.user_id);
        self.commit(permit, Batch::audited(entry).and(replace).and(insert_code(permit, code, expires_on))).await
    }

    /// Spends such a code. Of several callers one succeeds.
    pub async fn use_handoff(&self, permit: &Permit<Change>, code: &TriedCode, now: &str) -> Result<()> {
        let batch = Batch::audited(handoff_entry("handoff-used", &code.user_id));
        self.commit(permit, spend(permit, &code.code_id, now).into_iter().fold(batch, Batch::and)).await
    }

    /// Records that the customer receives mail or SMS at this address. It replaces a former address.
    pub async fn verify_address(
        &self,
        permit: &Permit<Change>,
        user_id: &str,
        address: &str,
        former: Option<&str>,
        now: &str,
    ) -> Result<()> {
        let known = Sql::new(
            r#"SELECT 1
                FROM verified_address
                WHERE country_code = $1 AND entity_code = $2 AND user_id = $3 AND address = $4"#,
            scoped(permit, &[user_id, address]),
        );
        if former.is_none() && self.first(permit, &known, |_| ()).await?.is_some() {
            return Ok(());
        }
        let entry = Entry {
            action: "address-verified",
            resource: "customerusermaster",
            key: user_id.to_owned(),
            detail: json!({}),
        };
        let keep = Statement::raw(
            "verified_address",
            r#"INSERT INTO verified_address (country_code, entity_code, user_id, address, verified_on)
                VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (country_code, entity_code, user_id, address) DO UPDATE
                SET verified_on = excluded.verified_on"#,
            scoped(permit, &[user_id, address, now]),
        );
        let drop = former.map(|former| {
            Statement::delete("verified_address", Filter::of(permit).text("user_id", user_id).text("address", former))
        });
        self.commit(permit, drop.into_iter().fold(Batch::audited(entry).and(keep), Batch::and)).await
    }

    /// Of several callers with the right code one succeeds.
    pub async fn use_code(&self, permit: &Permit<Change>, code_ref: &str, now: &str) -> Result<()> {
        let spend = Statement::update(
            "one_time_code",
            [("used_on", Value::text(now))],
            Filter::of(permit).text("code_ref", code_ref).and("used_on IS NULL"),
        );
        self.commit_unaudited(permit, vec![spend.or_refuse(Refusal::OtpInvalid)]).await
    }
}
