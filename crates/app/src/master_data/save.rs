use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::{Account, Definition, Purpose, Record, validate};
use serde_json::{Map, Value, json};
use store::identity::remember;
use store::master_data::key_text;
use store::{Batch, Error, ImportRow, RowFault};

use super::four_eyes::{Announcement, Guard, Held, Operation};
use super::protect::{audited, is_set_by_other, password_set_by_admin, protect, shown};
use super::user_access::{LISTS, SameCommit};
use super::{check_scope, checks, four_eyes, invalidate_caches};
use crate::context::Idempotency;
use crate::{App, Result};

/// The answer to a save.
pub struct Saved {
    /// The stored record, or the proposed one, as JSON text.
    pub json: String,
    /// What waits for a second person.
    pub waiting: Vec<&'static str>,
    /// The given password was not stored: the user chooses one by a link.
    pub is_password_by_link: bool,
}

/// Saves a new record.
pub async fn save(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
    repeat: Option<Idempotency>,
) -> Result<Saved> {
    save_with(app, permit, definition, body, repeat, SameCommit::default()).await
}

/// Like `save`, with these statements in the same commit.
pub(crate) async fn save_with_batch(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
    batch: Batch,
) -> Result<()> {
    save_with(app, permit, definition, body, None, SameCommit { batch, ..SameCommit::default() }).await.map(drop)
}

/// Like `save`, with other changes in the same commit.
pub(super) async fn save_with(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
    repeat: Option<Idempotency>,
    with: SameCommit,
) -> Result<Saved> {
    if let Some(repeat) = &repeat
        && let Some(answer) = Box::pin(earlier_response(app, permit, definition, repeat)).await?
    {
        return Ok(answer);
    }
    let scope = permit.scope();
    check_scope(definition, scope, body)?;
    let purpose = if with.is_invited { Purpose::Invite } else { Purpose::Save };
    let record = validate(definition, body, purpose, &app.validation_context(scope).await?)?;
    if let Some(message) = four_eyes::own_role(app, permit, definition).await?(&record) {
        return Err(Refusal::NotYou(message).into());
    }
    checks::run(app, permit, definition, None, &record).await?;
    let guard = Box::pin(Guard::load(app, permit, definition, "", with.proposed_by.as_deref())).await?;
    let now = store::audit::stamp(app.clock.now());
    let waiting = guard.waits_to_save(definition, &record);
    let change = if waiting.is_empty() {
        Box::pin(insertion(app, permit, definition, record, &guard, with, &now)).await?
    } else {
        Box::pin(proposal(app, permit, definition, &record, (waiting, &now))).await?
    };
    let answer = change.answer;
    let batch = match &repeat {
        Some(repeat) => {
            let answered = remember(permit, &repeat.key, &repeat.body_hash, &answer.json, &notes_of(&answer));
            Batch::default().and(answered).join(change.batch)
        }
        None => change.batch,
    };
    match (app.store.commit(permit, batch).await, &repeat) {
        (Ok(()), _) => {}
        // A concurrent call with the same key committed first; return its response.
        (Err(Error::Refused(Refusal::IdempotencyMismatch)), Some(repeat)) => {
            return Box::pin(earlier_response(app, permit, definition, repeat))
                .await?
                .ok_or_else(|| Refusal::IdempotencyMismatch.into());
        }
        (Err(error), _) => return Err(error),
    }
    invalidate_caches(app, definition, scope);
    Box::pin(follow_up(app, permit, definition, &change.key, change.invited, change.told)).await;
    Ok(answer)
}

/// What a save commits, what it answers, and what follows.
struct SavedChange {
    batch: Batch,
    answer: Saved,
    key: Vec<domain::master_data::Value>,
    /// The user to be invited.
    invited: Option<String>,
    told: Vec<Announcement>,
}

/// The record itself.
async fn insertion(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    record: Record,
    guard: &Guard,
    mut with: SameCommit,
    now: &str,
) -> Result<SavedChange> {
    let applied = guard.applied(permit, definition, None, &record, now);
    let is_password_by_link = guard.is_on() && is_set_by_other(definition, permit, &record);
    let is_stored_as_is = definition.stored().all(|field| !field.kind.is_secret() && !field.kind.is_heavy());
    let mut record = if is_stored_as_is { record } else { protect(app, permit, definition, record).await? };
    if is_password_by_link {
        set_password(definition, &mut record, domain::master_data::Value::Null);
        with.is_invited = true;
    }
    let visible = shown(definition, &record);
    if with.is_invited {
        // A user without a password cannot log in; the invitation sets one.
        set_password(definition, &mut record, domain::master_data::Value::text(""));
    }
    let answer = Saved {
        json: stored_view(permit, &visible, 1, now),
        waiting: std::mem::take(&mut with.waiting),
        is_password_by_link,
    };
    let mut detail = json!({ "record": audited(definition, visible) });
    if let Some(proposed_by) = &with.proposed_by {
        detail["proposedBy"] = json!(proposed_by);
    }
    let key = record.key(definition);
    let insert = store::master_data::insert(definition, permit.scope(), permit.actor(), &record, now, detail);
    let given = password_set_by_admin(definition, permit, &record);
    with.depend_on(applied.after);
    let mut batch = given.into_iter().chain(applied.statements).fold(insert, Batch::and).join(with.take_batch(permit));
    if applied.is_sign_on {
        let told = four_eyes::sign_on_changed(app, permit, definition, &key_text(&key), now).await?;
        batch = batch.join(told.batch(permit));
        with.told.push(told);
    }
    let user = record.get(definition, "userId").as_text().filter(|_| with.is_invited).map(str::to_owned);
    Ok(SavedChange { batch, answer, key, invited: user, told: with.told })
}

/// A proposal of the record, which is tried before: nobody should approve what cannot be stored.
async fn proposal(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    record: &Record,
    (waiting, now): (Vec<&'static str>, &str),
) -> Result<SavedChange> {
    if let Some(fault) = try_rows(app, permit, definition, &[(1, record)], now).await?.into_iter().next() {
        return Err(fault.refusal.into());
    }
    let key = record.key(definition);
    let held = Held::of_save(definition, record);
    let proposed = four_eyes::propose(app, permit, definition, Operation::Save, &key, held, now).await?;
    let answer =
        Saved { json: stored_view(permit, &shown(definition, record), 0, now), waiting, is_password_by_link: false };
    Ok(SavedChange { batch: proposed.batch, answer, key: Vec::new(), invited: None, told: vec![proposed.told] })
}

/// The faults of records that would not be stored.
pub(super) async fn try_rows(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    rows: &[(u64, &Record)],
    now: &str,
) -> Result<Vec<RowFault>> {
    let trial = |(line, record): &(u64, &Record)| {
        let mut trial = (*record).clone();
        for (field, value) in definition.stored().zip(&mut trial.values).filter(|(field, _)| field.kind.is_secret()) {
            *value = domain::master_data::Value::text(field.name);
        }
        let insert = store::master_data::insert(definition, permit.scope(), permit.actor(), &trial, now, json!({}));
        Ok(ImportRow { line: *line, change: Ok(insert) })
    };
    let rows: Vec<_> = rows.iter().map(trial).collect();
    Ok(app.store.import(permit, Box::new(rows.into_iter()), true).await?.faults)
}

/// Messages after the commit. A failure does not affect the record.
async fn follow_up(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    key: &[domain::master_data::Value],
    invited: Option<String>,
    told: Vec<Announcement>,
) {
    if definition.account == Some(Account::Customer) {
        notify_customer(app, permit, key).await;
    }
    if let Some(user_id) = invited
        && let Err(error) = Box::pin(crate::identity::invite(app, permit, &user_id)).await
    {
        tracing::warn!(%error, "a new user could not be invited");
    }
    for one in told {
        one.send(app, permit).await;
    }
}

/// Stored among the waiting fields of a repeated answer: a password never waits.
const PASSWORD_BY_LINK: &str = "password";

fn notes_of(answer: &Saved) -> Vec<&'static str> {
    let by_link = answer.is_password_by_link.then_some(PASSWORD_BY_LINK);
    answer.waiting.iter().copied().chain(by_link).collect()
}

async fn earlier_response(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    repeat: &Idempotency,
) -> Result<Option<Saved>> {
    let Some(earlier) = app.store.idempotent_answer(permit, &repeat.key).await? else { return Ok(None) };
    if earlier.body_hash != repeat.body_hash {
        return Err(Refusal::IdempotencyMismatch.into());
    }
    let is_noted = |name: &&'static str| earlier.waiting.iter().any(|noted| noted == name);
    let names = definition.stored().map(|field| field.name).chain(LISTS.iter().map(|(name, ..)| *name));
    let (by_link, waiting): (Vec<_>, Vec<_>) = names.filter(is_noted).partition(|name| *name == PASSWORD_BY_LINK);
    Ok(Some(Saved { json: earlier.answer, waiting, is_password_by_link: !by_link.is_empty() }))
}

/// Sends a message to a new customer. A failure does not affect the record.
async fn notify_customer(app: &App, permit: &Permit<Change>, key: &[domain::master_data::Value]) {
    let Some(user_id) = key.first().and_then(|value| value.as_text()) else { return };
    if let Err(error) = Box::pin(crate::identity::welcome_customer(app, permit, user_id)).await {
        tracing::warn!(%error, "a new customer could not be notified");
    }
}

pub(super) fn set_password(definition: &'static Definition, record: &mut Record, value: domain::master_data::Value) {
    if let Some(at) = definition.stored().position(|field| field.name == "password") {
        record.values[at] = value;
    }
}

fn stored_view(permit: &Permit<Change>, visible: &Map<String, Value>, version: i64, now: &str) -> String {
    let (scope, actor) = (permit.scope(), permit.actor());
    let stored = Stored {
        country_code: &scope.country,
        entity_code: &scope.entity,
        fields: visible,
        version_number: version,
        created_on: now,
        created_by: actor,
        updated_on: now,
        updated_by: actor,
    };
    serde_json::to_string(&stored).unwrap_or_default()
}

/// A record as a list would show it.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Stored<'a> {
    country_code: &'a str,
    entity_code: &'a str,
    #[serde(flatten)]
    fields: &'a Map<String, Value>,
    version_number: i64,
    created_on: &'a str,
    created_by: &'a str,
    updated_on: &'a str,
    updated_by: &'a str,
}
