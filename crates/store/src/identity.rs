//! Users, their attributes and their sessions.

use domain::access::{Change, Permit};
use domain::master_data::Value;
use domain::{Refusal, Secret};
use serde_json::json;

use crate::audit::Entry;
use crate::batch::Batch;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Insert, Statement, text_row};
use crate::{Result, Row, Store};

/// A staff user, as needed to log in.
#[derive(Debug, Clone)]
pub struct StaffUser {
    pub user_id: String,
    pub password_hash: Secret,
    pub user_type: String,
    pub language: String,
    pub display_name: String,
    pub default_tenant: String,
    pub default_branch: String,
    pub department: String,
    pub expiry_date: String,
    pub status: String,
    /// Somebody else set the password: the user must choose a new one first.
    pub must_change_password: bool,
}

/// The entity settings that matter to its users.
#[derive(Debug, Clone)]
pub struct EntityProfile {
    pub entity_type: String,
    pub display_name: String,
    pub theme: Option<String>,
    pub support_mail: String,
    /// Shown to customers in the portal and at the foot of mails.
    pub remarks_message: Option<String>,
    pub remarks_message_ta: Option<String>,
    pub by_mail: bool,
    pub by_sms: bool,
    pub time_zone: String,
    pub start_date: String,
    pub expiry_date: String,
    pub status: String,
    pub four_eyes: bool,
    pub address_lines_required: bool,
    /// The version of the entity, where it has a logo.
    pub logo_version: Option<i64>,
}

/// What an earlier save with the same idempotency key answered.
#[derive(Debug, Clone)]
pub struct EarlierAnswer {
    pub body_hash: String,
    pub answer: String,
    /// Fields that wait for a second person.
    pub waiting: Vec<String>,
}

/// How an entity's mails look.
#[derive(Debug, Clone, Default)]
pub struct EntityLook {
    pub display_name: String,
    pub support_mail: String,
    pub theme: Option<String>,
    /// A data URL.
    pub logo: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub struct Session {
    pub session_id: String,
    pub user_id: String,
    pub user_type: String,
    pub tenant: String,
    pub branch: String,
    pub ip_address: String,
    pub device: String,
    pub generation: i64,
    pub refreshed_on: String,
    pub ends_on: String,
    pub is_ended: bool,
    /// The session whose device cookie opened this one; `None` for the first one on a device.
    pub first_session_id: Option<String>,
    /// When the user last confirmed their identity in this session.
    pub stepped_up_on: Option<String>,
    /// Another system proved who the user is.
    pub by_sso: bool,
}

/// One of a user's own sessions, as shown to that user.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnSession {
    pub session_id: String,
    pub created_on: String,
    pub refreshed_on: String,
    pub ends_on: String,
    pub ip_address: String,
    pub device: String,
    pub tenant_code: String,
    pub branch_code: String,
}

fn staff_user(row: &dyn Row) -> Result<StaffUser> {
    let row = Record::new(row, "staff_user", "user_id");
    Ok(StaffUser {
        user_id: row.text("user_id")?,
        password_hash: Secret::new(row.text("password")?),
        user_type: row.text("user_type")?,
        language: row.text("user_language")?,
        display_name: row.text("display_name")?,
        default_tenant: row.text("default_tenant_code")?,
        default_branch: row.text("default_branch_code")?,
        department: row.text("default_department_code")?,
        expiry_date: row.text("expiry_date")?,
        status: row.text("status")?,
        must_change_password: row.int::<i64>("password_changes")? > 0,
    })
}

fn entity_profile(row: &dyn Row) -> Result<EntityProfile> {
    let row = Record::new(row, "entity_master", "entity_code");
    Ok(EntityProfile {
        entity_type: row.text("entity_type")?,
        display_name: row.text("display_name")?,
        theme: row.optional_text("css_theme")?,
        time_zone: row.text("utc_time_zone")?,
        start_date: row.text("start_date")?,
        expiry_date: row.text("expiry_date")?,
        status: row.text("status")?,
        support_mail: row.text("support_mail_id_group")?,
        remarks_message: row.optional_text("remarks_message")?,
        remarks_message_ta: row.optional_text("remarks_message_ta")?,
        by_mail: row.flag("email_notification")?,
        by_sms: row.flag("sms_notification")?,
        address_lines_required: row.flag("address_lines_required")?,
        logo_version: row.optional_int("logo_version")?,
        four_eyes: domain::four_eyes::is_on(row.str("entity_type")?, row.optional_flag("four_eyes")?),
    })
}

fn session(row: &dyn Row) -> Result<Session> {
    let row = Record::new(row, "session", "user_id");
    Ok(Session {
        session_id: row.text("session_id")?,
        user_id: row.text("user_id")?,
        user_type: row.text("user_type")?,
        tenant: row.text("tenant_code")?,
        branch: row.text("branch_code")?,
        ip_address: row.text("ip_address")?,
        device: row.text("device")?,
        generation: row.int("generation")?,
        refreshed_on: row.text("refreshed_on")?,
        ends_on: row.text("ends_on")?,
        is_ended: row.optional_str("ended_on")?.is_some(),
        first_session_id: row.optional_text("first_session_id")?,
        stepped_up_on: row.optional_text("stepped_up_on")?,
        by_sso: row.flag("by_sso")?,
    })
}

fn own_session(row: &dyn Row) -> Result<OwnSession> {
    let row = Record::new(row, "session", "created_on");
    Ok(OwnSession {
        session_id: row.text("session_id")?,
        created_on: row.text("created_on")?,
        refreshed_on: row.text("refreshed_on")?,
        ends_on: row.text("ends_on")?,
        ip_address: row.text("ip_address")?,
        device: row.text("device")?,
        tenant_code: row.text("tenant_code")?,
        branch_code: row.text("branch_code")?,
    })
}

impl Store {
    pub async fn staff_user(&self, permit: &Permit<Change>, user_id: &str) -> Result<Option<StaffUser>> {
        let sql = Sql::new(
            r#"SELECT user_id, password, user_type, user_language, coalesce(preferred_name, first_name) AS display_name,
                    default_tenant_code, default_branch_code, default_department_code, expiry_date, status,
                    (SELECT count(*) FROM password_change p WHERE p.country_code = staff_user.country_code
                    AND p.entity_code = staff_user.entity_code AND p.user_id = staff_user.user_id) AS password_changes
                FROM staff_user
                WHERE country_code = $1 AND entity_code = $2 AND user_id = $3"#,
            scoped(permit, &[user_id]),
        );
        self.first_decoded(permit, &sql, staff_user).await
    }

    /// The user a typed id refers to: stored spelling, type and tenant. Directories ignore case.
    pub async fn staff_by_any_case(
        &self,
        permit: &Permit<Change>,
        typed: &str,
    ) -> Result<Option<(String, String, String)>> {
        let sql = Sql::new(
            r#"SELECT user_id, user_type, default_tenant_code
                FROM staff_user
                WHERE country_code = $1 AND entity_code = $2 AND lower(user_id) = $3
                ORDER BY CASE WHEN user_id = $4 THEN 0 ELSE 1 END
                LIMIT 1"#,
            scoped(permit, &[&typed.to_ascii_lowercase(), typed]),
        );
        self.first_decoded(permit, &sql, |row| {
            let row = Record::new(row, "staff_user", "user_id");
            Ok((row.text("user_id")?, row.text("user_type")?, row.text("default_tenant_code")?))
        })
        .await
    }

    pub async fn entity_profile(&self, permit: &Permit<Change>) -> Result<Option<EntityProfile>> {
        let sql = Sql::new(
            r#"SELECT entity_code, entity_type, display_name, css_theme, utc_time_zone, start_date, expiry_date, status,
                    support_mail_id_group, remarks_message, remarks_message_ta, email_notification, sms_notification,
                    four_eyes,
                    address_lines_required, CASE WHEN logo <> '' THEN version_number END AS logo_version
                FROM entity_master
                WHERE country_code = $1 AND entity_code = $2"#,
            scoped(permit, &[]),
        );
        self.first_decoded(permit, &sql, entity_profile).await
    }

    pub async fn entity_look(&self, permit: &Permit<Change>) -> Result<Option<EntityLook>> {
        let sql = Sql::new(
            r#"SELECT entity_code, display_name, support_mail_id_group, css_theme, logo
                FROM entity_master
                WHERE country_code = $1 AND entity_code = $2"#,
            scoped(permit, &[]),
        );
        let look = |row: &dyn Row| {
            let row = Record::new(row, "entity_master", "entity_code");
            Ok(EntityLook {
                display_name: row.text("display_name")?,
                support_mail: row.text("support_mail_id_group")?,
                theme: row.optional_text("css_theme")?,
                logo: row.optional_text("logo")?,
            })
        };
        self.first_decoded(permit, &sql, look).await
    }

    pub async fn session(&self, permit: &Permit<Change>, session_id: &str) -> Result<Option<Session>> {
        let sql = Sql::new(
            r#"SELECT session_id, user_id, user_type, tenant_code, branch_code, ip_address, device, generation,
                    refreshed_on, ends_on, ended_on, first_session_id, stepped_up_on, by_sso
                FROM session
                WHERE country_code = $1 AND entity_code = $2 AND session_id = $3"#,
            scoped(permit, &[session_id]),
        );
        self.first_decoded(permit, &sql, session).await
    }

    /// Opens a session. Only the newest of the user's other sessions stay open.
    pub async fn start_session(&self, permit: &Permit<Change>, session: &Session, beside: i64) -> Result<()> {
        let now = &session.refreshed_on;
        let mut row = text_row(
            permit,
            &[
                ("session_id", &session.session_id),
                ("user_id", &session.user_id),
                ("user_type", &session.user_type),
                ("tenant_code", &session.tenant),
                ("branch_code", &session.branch),
                ("ip_address", &session.ip_address),
                ("device", &session.device),
                ("created_on", now),
                ("refreshed_on", now),
                ("ends_on", &session.ends_on),
            ],
        );
        row.extend([
            ("generation", Value::Int(session.generation)),
            ("first_session_id", session.first_session_id.as_deref().map_or(Value::Null, Value::text)),
            ("by_sso", Value::Bool(session.by_sso)),
        ]);
        let insert = Insert::of_columns("session", [row]).into();
        let detail = json!({ "tenantCode": session.tenant, "branchCode": session.branch });
        let entry = Entry { action: "login", resource: "session", key: session.user_id.clone(), detail };
        let mut values = vec![Value::text(now)];
        values.extend(scoped(permit, &[&session.user_id, &session.session_id, now]));
        values.push(Value::Int(beside));
        let end_oldest = Statement::raw(
            "session",
            r#"UPDATE session
                SET ended_on = $1
                WHERE country_code = $2 AND entity_code = $3 AND user_id = $4 AND session_id <> $5 AND ended_on IS NULL
                    AND session_id NOT IN (SELECT newest.session_id FROM session newest WHERE newest.country_code = $2
                    AND newest.entity_code = $3 AND newest.user_id = $4 AND newest.ended_on IS NULL
                    AND newest.session_id <> $5 AND newest.ends_on > $6 ORDER BY newest.created_on DESC,
                    newest.session_id DESC LIMIT $7)"#,
            values,
        );
        self.commit(permit, Batch::audited(entry).and(insert).and(end_oldest)).await
    }

    /// Moves a session to its next generation. Of several callers with the same token one succeeds.
    pub async fn refresh_session(&self, permit: &Permit<Change>, session: &Session, now: &str) -> Result<()> {
        let mut values = vec![Value::text(now)];
        values.extend(scoped(permit, &[&session.session_id]));
        values.push(Value::Int(session.generation));
        let update = Statement::raw(
            "session",
            r#"UPDATE session
                SET generation = generation + 1, refreshed_on = $1
                WHERE country_code = $2 AND entity_code = $3 AND session_id = $4 AND generation = $5
                    AND ended_on IS NULL"#,
            values,
        );
        self.commit_unaudited(permit, vec![update.or_refuse(Refusal::NotAuthenticated)]).await
    }

    /// A user's open sessions, newest first.
    pub async fn open_sessions(&self, permit: &Permit<Change>, user_id: &str, now: &str) -> Result<Vec<OwnSession>> {
        let sql = Sql::new(
            r#"SELECT session_id, created_on, refreshed_on, ends_on, ip_address, device, tenant_code, branch_code
                FROM session
                WHERE country_code = $1 AND entity_code = $2 AND user_id = $3 AND ended_on IS NULL AND ends_on > $4
                ORDER BY created_on DESC, session_id DESC
                LIMIT 50"#,
            scoped(permit, &[user_id, now]),
        );
        self.decoded(permit, &sql, own_session).await
    }

    /// Stores where a login came from, as far as it is known.
    pub async fn place_session(
        &self,
        permit: &Permit<Change>,
        session_id: &str,
        zone: Option<&str>,
        place: Option<&str>,
    ) -> Result<()> {
        let text = |part: Option<&str>| part.map_or(Value::Null, Value::text);
        let update = Statement::update(
            "session",
            [("time_zone", text(zone)), ("place", text(place))],
            Filter::of(permit).text("session_id", session_id),
        );
        self.commit_unaudited(permit, vec![update]).await
    }

    /// City, state and country of a branch.
    pub async fn branch_place(&self, permit: &Permit<Change>, tenant: &str, branch: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            r#"SELECT branch_code, city, state, country_code
                FROM branch
                WHERE country_code = $1 AND entity_code = $2 AND tenant_code = $3 AND branch_code = $4"#,
            scoped(permit, &[tenant, branch]),
        );
        let place = |row: &dyn Row| {
            let row = Record::new(row, "branch", "branch_code");
            let parts = [row.optional_str("city")?, row.optional_str("state")?, Some(row.str("country_code")?)];
            Ok(parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
        };
        self.first_decoded(permit, &sql, place).await
    }

    pub async fn end_session(&self, permit: &Permit<Change>, session_id: &str, user_id: &str, now: &str) -> Result<()> {
        let end = end_one(permit, session_id, user_id, now).or_refuse(Refusal::NotFound);
        self.commit(permit, Batch::audited(logged_out(user_id)).and(end)).await
    }

    /// Ends a session and all others of the same device.
    pub async fn end_device_sessions(
        &self,
        permit: &Permit<Change>,
        session_id: &str,
        user_id: &str,
        now: &str,
    ) -> Result<()> {
        let mut values = vec![Value::text(now)];
        values.extend(scoped(permit, &[user_id, session_id]));
        let others = Statement::raw(
            "session",
            r#"UPDATE session SET ended_on = $1
               WHERE country_code = $2 AND entity_code = $3 AND user_id = $4 AND session_id <> $5 AND ended_on IS NULL
               AND coalesce(first_session_id, session_id) = (
                   SELECT coalesce(own.first_session_id, own.session_id) FROM session own
                   WHERE own.country_code = $2 AND own.entity_code = $3 AND own.session_id = $5
               )"#,
            values,
        );
        let end = end_one(permit, session_id, user_id, now).or_refuse(Refusal::NotFound);
        self.commit(permit, Batch::audited(logged_out(user_id)).and(end).and(others)).await
    }

    /// Ends a session of which an old token was used again.
    pub async fn end_replayed_session(&self, permit: &Permit<Change>, session: &Session, now: &str) -> Result<()> {
        let detail = json!({ "what": "a replaced token was used again" });
        let entry = Entry { action: "token-replay", resource: "session", key: session.user_id.clone(), detail };
        let end = end_one(permit, &session.session_id, &session.user_id, now).or_refuse(Refusal::NotAuthenticated);
        self.commit(permit, Batch::audited(entry).and(end)).await
    }

    /// Counts an attempt before the password is checked, so concurrent attempts cannot exceed the limit. Only keyed
    /// hashes of the typed values are stored.
    pub async fn count_login_try(
        &self,
        permit: &Permit<Change>,
        subjects: &[(String, i64)],
        now: &str,
        until: &str,
        refusal: Refusal,
    ) -> Result<()> {
        let count = |limit| self.count_try(permit, limit, now, until, refusal.clone());
        self.commit_unaudited(permit, subjects.iter().map(count).collect()).await
    }

    /// The attempts of a subject and when they are forgotten.
    pub async fn login_tries(
        &self,
        permit: &Permit<Change>,
        subject: &str,
        now: &str,
    ) -> Result<Option<(i64, String)>> {
        let sql = Sql::new(
            r#"SELECT subject, tries, until
                FROM login_try
                WHERE country_code = $1 AND entity_code = $2 AND subject = $3 AND until >= $4"#,
            scoped(permit, &[&self.keys.fingerprint(subject), now]),
        );
        self.first_decoded(permit, &sql, |row| {
            let row = Record::new(row, "login_try", "subject");
            Ok((row.int("tries")?, row.text("until")?))
        })
        .await
    }

    /// Counts one attempt of a subject, or refuses it when the limit is reached.
    pub(crate) fn count_try(
        &self,
        permit: &Permit<Change>,
        (subject, most): &(String, i64),
        now: &str,
        until: &str,
        refusal: Refusal,
    ) -> Statement {
        let mut values = scoped(permit, &[&self.keys.fingerprint(subject), until, now]);
        values.push(Value::Int(*most));
        Statement::raw(
            "login_try",
            r#"INSERT INTO login_try (country_code, entity_code, subject, tries, until)
                VALUES ($1, $2, $3, 1, $4)
                ON CONFLICT (country_code, entity_code, subject) DO UPDATE
                SET tries = CASE WHEN login_try.until < $5 THEN 1 ELSE login_try.tries + 1 END, until = excluded.until
                WHERE login_try.until < $5 OR login_try.tries < $6"#,
            values,
        )
        .or_refuse(refusal)
    }

    pub(crate) fn clear_try(&self, permit: &Permit<Change>, subject: &str) -> Statement {
        Statement::delete("login_try", Filter::of(permit).text("subject", &self.keys.fingerprint(subject)))
    }

    /// Takes back one counted attempt, which was never answered.
    pub async fn give_back_login_try(&self, permit: &Permit<Change>, subjects: &[(String, i64)]) -> Result<()> {
        let give_back = |(subject, _): &(String, i64)| {
            Statement::raw(
                "login_try",
                r#"UPDATE login_try SET tries = tries - 1
                   WHERE country_code = $1 AND entity_code = $2 AND subject = $3 AND tries > 0"#,
                scoped(permit, &[&self.keys.fingerprint(subject)]),
            )
        };
        self.commit_unaudited(permit, subjects.iter().map(give_back).collect()).await
    }

    /// Called after a correct password.
    pub async fn clear_login_tries(&self, permit: &Permit<Change>, subjects: &[(String, i64)]) -> Result<()> {
        let clear = |(subject, _): &(String, i64)| self.clear_try(permit, subject);
        self.commit_unaudited(permit, subjects.iter().map(clear).collect()).await
    }

    /// Marks a ticket as used; a second use is refused.
    pub async fn spend_ticket(&self, permit: &Permit<Change>, ticket: &str, expires_on: &str) -> Result<()> {
        let insert = Statement::raw(
            "spent_ticket",
            r#"INSERT INTO spent_ticket (country_code, entity_code, ticket, expires_on)
                VALUES ($1, $2, $3, $4)
                ON CONFLICT DO NOTHING"#,
            scoped(permit, &[ticket, expires_on]),
        );
        self.commit_unaudited(permit, vec![insert.or_refuse(Refusal::CaptchaFailed)]).await
    }

    /// Sets another user's password hash. All sessions of the user end, and the next login must change the password.
    pub async fn set_password(&self, permit: &Permit<Change>, user_id: &str, hash: &str, now: &str) -> Result<()> {
        let user = password_hash(permit, user_id, hash, now);
        let entry = Entry { action: "password", resource: "usermaster", key: user_id.to_owned(), detail: json!({}) };
        let batch = Batch::audited(entry)
            .and(user.or_refuse(Refusal::NotFound))
            .and(given_password(permit, user_id))
            .and(end_all(permit, user_id, now));
        self.commit(permit, batch).await
    }

    /// The response of an earlier save with this key.
    pub async fn idempotent_answer(&self, permit: &Permit<Change>, key: &str) -> Result<Option<EarlierAnswer>> {
        let sql = Sql::new(
            r#"SELECT user_id, body_hash, answer, waiting
                FROM idempotency
                WHERE country_code = $1 AND entity_code = $2 AND user_id = $3 AND idempotency_key = $4"#,
            scoped(permit, &[permit.actor(), key]),
        );
        self.first_decoded(permit, &sql, |row| {
            let row = Record::new(row, "idempotency", "user_id");
            let waiting = row.text("waiting")?;
            Ok(EarlierAnswer {
                body_hash: row.text("body_hash")?,
                answer: row.text("answer")?,
                waiting: waiting.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            })
        })
        .await
    }

    /// Removes expired rows.
    pub async fn sweep(&self, now: &str, day_ago: &str) -> Result<()> {
        let permit = domain::access::system::housekeeping();
        let tickets =
            Statement::raw("spent_ticket", "DELETE FROM spent_ticket WHERE expires_on < $1", vec![Value::text(now)]);
        let answers =
            Statement::raw("idempotency", "DELETE FROM idempotency WHERE at < $1", vec![Value::text(day_ago)]);
        let tries = Statement::raw("login_try", "DELETE FROM login_try WHERE until < $1", vec![Value::text(now)]);
        let codes = Statement::raw(
            "one_time_code",
            "DELETE FROM one_time_code WHERE expires_on < $1",
            vec![Value::text(day_ago)],
        );
        let links =
            Statement::raw("reset_link", "DELETE FROM reset_link WHERE expires_on < $1", vec![Value::text(now)]);
        let portal =
            Statement::raw("customer_link", "DELETE FROM customer_link WHERE expires_on < $1", vec![Value::text(now)]);
        self.commit_unaudited(&permit, vec![tickets, answers, tries, codes, links, portal]).await
    }
}

/// Replaces a user's password hash.
pub(crate) fn password_hash(permit: &Permit<Change>, user_id: &str, hash: &str, now: &str) -> Statement {
    let mut values = vec![Value::text(hash), Value::text(now)];
    values.extend(scoped(permit, &[user_id]));
    Statement::raw(
        "staff_user",
        r#"UPDATE staff_user
            SET password = $1, updated_on = $2, version_number = version_number + 1
            WHERE country_code = $3 AND entity_code = $4 AND user_id = $5"#,
        values,
    )
}

/// Marks a password set by somebody else, which the next login must change.
pub fn given_password(permit: &Permit<Change>, user_id: &str) -> Statement {
    Statement::raw(
        "password_change",
        "INSERT INTO password_change (country_code, entity_code, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        scoped(permit, &[user_id]),
    )
}

/// Marks a password chosen by the user.
pub fn chosen_password(permit: &Permit<Change>, user_id: &str) -> Statement {
    Statement::delete("password_change", Filter::of(permit).text("user_id", user_id))
}

fn logged_out(user_id: &str) -> Entry {
    Entry { action: "logout", resource: "session", key: user_id.to_owned(), detail: json!({}) }
}

fn end_one(permit: &Permit<Change>, session_id: &str, user_id: &str, now: &str) -> Statement {
    Statement::update(
        "session",
        [("ended_on", Value::text(now))],
        Filter::of(permit).text("session_id", session_id).text("user_id", user_id).and("ended_on IS NULL"),
    )
}

/// Ends all sessions of a user.
pub fn end_all(permit: &Permit<Change>, user_id: &str, now: &str) -> Statement {
    Statement::update(
        "session",
        [("ended_on", Value::text(now))],
        Filter::of(permit).text("user_id", user_id).and("ended_on IS NULL"),
    )
}

/// Stores the response of a save in the same commit, with the fields that wait for a second person.
pub fn remember(permit: &Permit<Change>, key: &str, body_hash: &str, answer: &str, waiting: &[&str]) -> Statement {
    let now = crate::audit::now();
    let row = text_row(
        permit,
        &[
            ("user_id", permit.actor()),
            ("idempotency_key", key),
            ("body_hash", body_hash),
            ("answer", answer),
            ("at", &now),
            ("waiting", &waiting.join(",")),
        ],
    );
    Statement::from(Insert::of_columns("idempotency", [row]).on_conflict("DO NOTHING"))
        .or_refuse(Refusal::IdempotencyMismatch)
}
