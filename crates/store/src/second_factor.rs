//! Second factors, when they are required, and a user's own sessions.

use domain::access::{Change, Permit};
use domain::master_data::Value;
use domain::{Refusal, Secret};
use serde_json::json;

use crate::audit::Entry;
use crate::batch::Batch;
use crate::row::{Record, int_of, text_of};
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Insert, Statement, text_row};
use crate::{Result, Store};

/// A user's authenticator app, with its secret still sealed.
#[derive(Debug, Clone)]
pub struct Authenticator {
    pub secret: Secret,
    pub last_step: i64,
    pub is_confirmed: bool,
}

/// The second-factor rules of an entity for its staff.
#[derive(Debug, Default, Clone)]
pub struct Policy {
    pub required_roles: Vec<String>,
    /// Roles of administrators that do without.
    pub exempt_roles: Vec<String>,
    /// (resource, action code)
    pub sensitive: Vec<(String, String)>,
}

fn about(user_id: &str, action: &'static str) -> Batch {
    Batch::audited(Entry { action, resource: "secondfactor", key: user_id.to_owned(), detail: json!({}) })
}

/// What was removed and what was added.
fn differences<'a, T: PartialEq>(
    from: &'a [T],
    to: &'a [T],
) -> (impl Iterator<Item = &'a T>, impl Iterator<Item = &'a T>) {
    (from.iter().filter(|one| !to.contains(one)), to.iter().filter(|one| !from.contains(one)))
}

fn forget_codes(permit: &Permit<Change>, user_id: &str) -> Statement {
    Statement::delete("recovery_code", Filter::of(permit).text("user_id", user_id))
}

fn paper<'a>(
    permit: &'a Permit<Change>,
    user_id: &'a str,
    code_hashes: &'a [String],
) -> impl Iterator<Item = Statement> + 'a {
    code_hashes.iter().map(move |hash| {
        Statement::raw(
            "recovery_code",
            "INSERT INTO recovery_code (country_code, entity_code, user_id, code_hash) VALUES ($1, $2, $3, $4)",
            scoped(permit, &[user_id, hash]),
        )
    })
}

fn spend(permit: &Permit<Change>, user_id: &str, step: i64) -> Statement {
    let mut values = vec![Value::Int(step)];
    values.extend(scoped(permit, &[user_id]));
    values.push(Value::Int(step));
    Statement::raw(
        "second_factor",
        r#"UPDATE second_factor
            SET last_step = $1
            WHERE country_code = $2 AND entity_code = $3 AND user_id = $4 AND last_step < $5
                AND confirmed_on IS NOT NULL"#,
        values,
    )
    .or_refuse(Refusal::OtpInvalid)
}

impl Store {
    pub async fn authenticator(&self, permit: &Permit<Change>, user_id: &str) -> Result<Option<Authenticator>> {
        let sql = Sql::new(
            r#"SELECT user_id, secret, last_step, confirmed_on
                FROM second_factor
                WHERE country_code = $1 AND entity_code = $2 AND user_id = $3"#,
            scoped(permit, &[user_id]),
        );
        self.first_decoded(permit, &sql, |row| {
            let row = Record::new(row, "second_factor", "user_id");
            Ok(Authenticator {
                secret: Secret::new(row.text("secret")?),
                last_step: row.int("last_step")?,
                is_confirmed: row.optional_str("confirmed_on")?.is_some(),
            })
        })
        .await
    }

    /// Stores a new secret until its first code confirms it. A confirmed secret is not replaced.
    pub async fn enrol_authenticator(
        &self,
        permit: &Permit<Change>,
        user_id: &str,
        sealed: &str,
        now: &str,
    ) -> Result<()> {
        let keep = Statement::raw(
            "second_factor",
            r#"INSERT INTO second_factor (country_code, entity_code, user_id, secret, last_step, created_on)
                VALUES ($1, $2, $3, $4, 0, $5)
                ON CONFLICT (country_code, entity_code, user_id) DO UPDATE
                SET secret = excluded.secret, created_on = excluded.created_on
                WHERE second_factor.confirmed_on IS NULL"#,
            scoped(permit, &[user_id, sealed, now]),
        );
        self.commit_unaudited(permit, vec![keep.or_refuse(Refusal::Stale)]).await
    }

    /// Confirms the app with its first correct code; from then on the app and the recovery codes are in use.
    pub async fn confirm_authenticator(
        &self,
        permit: &Permit<Change>,
        user_id: &str,
        step: i64,
        now: &str,
        code_hashes: &[String],
    ) -> Result<()> {
        let confirm = Statement::update(
            "second_factor",
            [("confirmed_on", Value::text(now)), ("last_step", Value::Int(step))],
            Filter::of(permit).text("user_id", user_id).and("confirmed_on IS NULL"),
        );
        let batch =
            about(user_id, "factor-on").and(confirm.or_refuse(Refusal::Stale)).and(forget_codes(permit, user_id));
        self.commit(permit, paper(permit, user_id, code_hashes).fold(batch, Batch::and)).await
    }

    /// Replaces the recovery codes, given an unused code of the app.
    pub async fn renew_recovery_codes(
        &self,
        permit: &Permit<Change>,
        user_id: &str,
        step: i64,
        code_hashes: &[String],
    ) -> Result<()> {
        let batch =
            about(user_id, "recovery-renewed").and(spend(permit, user_id, step)).and(forget_codes(permit, user_id));
        self.commit(permit, paper(permit, user_id, code_hashes).fold(batch, Batch::and)).await
    }

    pub async fn remove_authenticator(&self, permit: &Permit<Change>, user_id: &str) -> Result<()> {
        let remove = Statement::delete("second_factor", Filter::of(permit).text("user_id", user_id));
        let batch = about(user_id, "factor-off").and(remove.or_refuse(Refusal::NotFound));
        self.commit(permit, batch.and(forget_codes(permit, user_id))).await
    }

    /// A code of the app is valid once: the same or an older one is refused.
    pub async fn spend_step(&self, permit: &Permit<Change>, user_id: &str, step: i64) -> Result<()> {
        self.commit_unaudited(permit, vec![spend(permit, user_id, step)]).await
    }

    pub async fn spend_recovery_code(&self, permit: &Permit<Change>, user_id: &str, hash: &str) -> Result<()> {
        let spend =
            Statement::delete("recovery_code", Filter::of(permit).text("user_id", user_id).text("code_hash", hash));
        self.commit(permit, about(user_id, "recovery-code").and(spend.or_refuse(Refusal::OtpInvalid))).await
    }

    pub async fn recovery_codes_left(&self, permit: &Permit<Change>, user_id: &str) -> Result<i64> {
        let sql = Sql::new(
            "SELECT count(*) AS n FROM recovery_code WHERE country_code = $1 AND entity_code = $2 AND user_id = $3",
            scoped(permit, &[user_id]),
        );
        Ok(self.first_decoded(permit, &sql, int_of("recovery_code", "n")).await?.unwrap_or(0))
    }

    /// True when one of the user's roles requires a second factor by the entity's choice.
    pub async fn needs_second_factor(&self, permit: &Permit<Change>, user_id: &str) -> Result<bool> {
        let sql = Sql::new(
            r#"SELECT 1
                FROM user_role_mapping r
                JOIN second_factor_role f ON f.country_code = r.country_code AND f.entity_code = r.entity_code
                    AND f.role_code = r.role_code
                WHERE r.country_code = $1 AND r.entity_code = $2 AND r.user_id = $3
                LIMIT 1"#,
            scoped(permit, &[user_id]),
        );
        Ok(self.first(permit, &sql, |_| ()).await?.is_some())
    }

    pub async fn second_factor_policy<Kind>(&self, permit: &Permit<Kind>) -> Result<Policy> {
        let required =
            "SELECT role_code FROM second_factor_role WHERE country_code = $1 AND entity_code = $2 ORDER BY role_code";
        let required = Sql::new(required, scoped(permit, &[]));
        Ok(Policy {
            required_roles: self.decoded(permit, &required, text_of("second_factor_role", "role_code")).await?,
            exempt_roles: self.exempt_roles(permit).await?,
            sensitive: self.sensitive_actions(permit).await?,
        })
    }

    pub async fn exempt_roles<Kind>(&self, permit: &Permit<Kind>) -> Result<Vec<String>> {
        let sql = r#"SELECT role_code FROM second_factor_exempt_role
                     WHERE country_code = $1 AND entity_code = $2 ORDER BY role_code"#;
        self.decoded(permit, &Sql::new(sql, scoped(permit, &[])), text_of("second_factor_exempt_role", "role_code"))
            .await
    }

    pub async fn sensitive_actions<Kind>(&self, permit: &Permit<Kind>) -> Result<Vec<(String, String)>> {
        let sql = r#"SELECT resource, action
            FROM sensitive_action
            WHERE country_code = $1 AND entity_code = $2
            ORDER BY resource, action"#;
        self.decoded(permit, &Sql::new(sql, scoped(permit, &[])), |row| {
            let row = Record::new(row, "sensitive_action", "resource");
            Ok((row.text("resource")?, row.text("action")?))
        })
        .await
    }

    /// Writes only the differences, because one statement must not remove and add the same row.
    pub async fn change_policy(&self, permit: &Permit<Change>, from: &Policy, to: &Policy, with: Batch) -> Result<()> {
        let remove = |table, key: &[(&'static str, &str)]| {
            let filter = key.iter().fold(Filter::of(permit), |filter, (column, text)| filter.text(column, text));
            Statement::delete(table, filter)
        };
        let add =
            |table, key: &[(&'static str, &str)]| Statement::from(Insert::of_columns(table, [text_row(permit, key)]));
        let mut statements = Vec::new();
        let roles = [
            ("second_factor_role", &from.required_roles, &to.required_roles),
            ("second_factor_exempt_role", &from.exempt_roles, &to.exempt_roles),
        ];
        for (table, from, to) in roles {
            let (gone, new) = differences(from, to);
            statements.extend(gone.map(|role| remove(table, &[("role_code", role)])));
            statements.extend(new.map(|role| add(table, &[("role_code", role)])));
        }
        fn key((resource, action): &(String, String)) -> [(&'static str, &str); 2] {
            [("resource", resource), ("action", action)]
        }
        let (gone, new) = differences(&from.sensitive, &to.sensitive);
        statements.extend(gone.map(|one| remove("sensitive_action", &key(one))));
        statements.extend(new.map(|one| add("sensitive_action", &key(one))));
        let detail = json!({
            "requiredRoles": to.required_roles, "exemptRoles": to.exempt_roles, "sensitive": to.sensitive,
        });
        let entry = Entry { action: "U", resource: "secondfactor", key: "policy".to_owned(), detail };
        let batch = Batch { statements, entries: vec![entry] };
        self.commit(permit, batch.join(with)).await
    }

    /// Records that the user has just confirmed their identity.
    pub async fn step_up(&self, permit: &Permit<Change>, session_id: &str, user_id: &str, now: &str) -> Result<()> {
        let mark = Statement::update(
            "session",
            [("stepped_up_on", Value::text(now))],
            Filter::of(permit).text("session_id", session_id).text("user_id", user_id).and("ended_on IS NULL"),
        );
        self.commit(permit, about(user_id, "step-up").and(mark.or_refuse(Refusal::NotAuthenticated))).await
    }
}
