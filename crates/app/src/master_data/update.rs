use std::borrow::Cow;

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::{Account, Definition, Field, Purpose, Record, ValidationContext, validate};
use domain::message::Message;
use serde_json::{Map, Value, json};
use store::Batch;
use store::master_data::key_text;

use super::account_messages::UpdatedAccount;
use super::four_eyes::{Guard, Operation};
use super::protect::{audited, has_new_password, is_set_by_other, password_set_by_admin, protect, shown};
use super::save::set_password;
use super::user_access::SameCommit;
use super::{access_guard, check_scope, checks, four_eyes, invalidate_caches};
use crate::retention::shortened_by;
use crate::{App, Result};

/// An updated record, and what the caller should know about some of its fields.
pub struct Updated {
    pub record: Value,
    /// Fields that wait for a second person.
    pub waiting: Vec<&'static str>,
    /// The given password was not stored: the user chooses one by a link.
    pub is_password_by_link: bool,
    /// Secrets that were cleared because the place they are sent to changed.
    pub cleared: Vec<&'static str>,
}

/// Replaces a record if its version has not changed.
pub async fn update(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
) -> Result<Value> {
    Ok(update_or_propose(app, permit, definition, body).await?.record)
}

/// Like `update`; changes that need a second person become a proposal, and the rest is stored.
pub async fn update_or_propose(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
) -> Result<Updated> {
    update_with(app, permit, definition, body, SameCommit::default()).await
}

/// A validated update of a record.
struct Valid {
    before: Map<String, Value>,
    record: Record,
    version: i64,
    context: ValidationContext,
}

/// Reads the stored record and validates the new one as a whole.
async fn validated(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
) -> Result<Valid> {
    let scope = permit.scope();
    match check_scope(definition, scope, body) {
        Err(Refusal::Invalid(_)) => return Err(Refusal::NotFound.into()),
        other => other?,
    }
    let context = app.validation_context(scope).await?;
    let record = validate(definition, body, Purpose::Update, &context)?;
    let version = version_in(body)?;
    let before = app.store.find_record(permit, definition, &record.key(definition)).await?;
    let before = before.ok_or(Refusal::NotFound)?.to_map();
    if before.get("versionNumber").and_then(Value::as_i64) != Some(version) {
        return Err(Refusal::Stale.into());
    }
    let record = validate(definition, &with_left_out(definition, body, &before), Purpose::Update, &context)?;
    Ok(Valid { before, record, version, context })
}

/// Like `update_or_propose`, with other changes in the same commit.
pub(super) async fn update_with(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
    mut with: SameCommit,
) -> Result<Updated> {
    let (body, current_password) = without_current_password(definition, body);
    let body = &*body;
    let Valid { before, mut record, version, context } = validated(app, permit, definition, body).await?;
    if let Some(message) = four_eyes::own_role(app, permit, definition).await?(&record) {
        return Err(Refusal::NotYou(message).into());
    }
    let user = record.get(definition, "userId").as_text().unwrap_or_default().to_owned();
    let guard = Guard::load(app, permit, definition, &user, with.proposed_by.as_deref()).await?;
    let is_password_by_link = guard.is_on() && is_set_by_other(definition, permit, &record);
    if is_password_by_link {
        set_password(definition, &mut record, domain::master_data::Value::Null);
    }
    guard.refuse_own_address(app, permit, definition, &before, &record).await?;
    checks::run(app, permit, definition, Some(&before), &record).await?;
    let held = four_eyes::hold_back(&guard, definition, &before, &mut record, &context);
    let mut waiting = held.names(definition);
    waiting.extend(&with.waiting);
    if has_new_password(definition, &record) && user == permit.actor() {
        let typed = (CURRENT_PASSWORD, current_password.as_deref().unwrap_or_default());
        crate::identity::check_password(app, permit, permit.actor(), typed).await?;
    }
    let now = store::audit::stamp(app.clock.now());
    if !held.is_empty() {
        let key = record.key(definition);
        with.propose(four_eyes::propose(app, permit, definition, Operation::Update, &key, held, &now).await?);
    }
    let changes = changes(definition, &before, &record);
    let is_unchanged = changes["changed"].as_object().is_none_or(Map::is_empty) && with.removals.is_empty();
    let account = UpdatedAccount { definition, user, is_password_by_link, before: before.clone() };
    let (record, cleared) = if !waiting.is_empty() && is_unchanged {
        app.store.commit(permit, with.take_batch(permit)).await?;
        invalidate_caches(app, definition, permit.scope());
        (before.into(), Vec::new())
    } else {
        let replacing = Replacing { app, permit, definition, body, guard: &guard, now: &now };
        Box::pin(replacing.run(Valid { before, record, version, context }, changes, &mut with)).await?
    };
    Box::pin(account.tell(app, permit, &record)).await;
    for one in with.told {
        one.send(app, permit).await;
    }
    Ok(Updated { record, waiting, cleared, is_password_by_link })
}

/// The stored record, and the secrets that were cleared because the place they are sent to changed.
type Replaced = (Value, Vec<&'static str>);

/// The update of a record itself.
struct Replacing<'a> {
    app: &'a App,
    permit: &'a Permit<Change>,
    definition: &'static Definition,
    body: &'a Map<String, Value>,
    guard: &'a Guard,
    now: &'a str,
}

impl Replacing<'_> {
    async fn run(&self, valid: Valid, mut changes: Value, with: &mut SameCommit) -> Result<Replaced> {
        let Self { app, permit, definition, body, guard, now } = *self;
        let Valid { before, record, version, context } = valid;
        let new_password = has_new_password(definition, &record);
        let (next, today) = (shown(definition, &record), context.today.to_string());
        (definition.before_update)(&next, &today)?;
        let mut removals = std::mem::take(&mut with.removals);
        removals.extend(access_guard::removal_by_update(definition, &next, &today));
        with.depend_on(access_guard::guard(app, permit, &removals).await?);
        let applied = guard.applied(permit, definition, Some(&before), &record, now);
        let mut record = protect(app, permit, definition, record).await?;
        let moved = clear_moved_secrets(definition, &before, &mut record);
        let mut cleared = clear_secrets(definition, body, &before, &mut record);
        cleared.extend(&moved);
        for name in &cleared {
            changes["changed"][name] = json!("(cleared)");
        }
        if let Some(proposed_by) = &with.proposed_by {
            changes["proposedBy"] = json!(proposed_by);
        }
        let (scope, actor) = (permit.scope(), permit.actor());
        let mut batch = store::master_data::update(definition, scope, actor, &record, version, now, changes);
        if definition.sets_retention {
            batch.statements.extend(shortened_by(app, permit, &before, &next, now).await?);
        }
        let locked_out = access_guard::locked_out(definition, &before, &next, &today);
        let user = record.get(definition, "userId").as_text().filter(|_| new_password).map(str::to_owned);
        if let Some(user) = locked_out.or(user) {
            batch = batch.and(store::identity::end_all(permit, &user, now));
        }
        if applied.is_sign_on {
            let key = key_text(&record.key(definition));
            with.tell(four_eyes::sign_on_changed(app, permit, definition, &key, now).await?, permit);
        }
        let given = password_set_by_admin(definition, permit, &record);
        batch = given.into_iter().chain(applied.statements).fold(batch, Batch::and);
        with.depend_on(applied.after);
        app.store.commit(permit, batch.join(with.take_batch(permit))).await?;
        invalidate_caches(app, definition, scope);
        let mut stored = updated_record(definition, before, &record, version + 1, actor, now);
        for name in cleared {
            stored[format!("{name}Set")] = false.into();
        }
        Ok((stored, moved))
    }
}

/// Administrators who change their own password must send the current one; it is not a field of the record.
const CURRENT_PASSWORD: &str = "currentPassword";

fn without_current_password<'a>(
    definition: &'static Definition,
    body: &'a Map<String, Value>,
) -> (Cow<'a, Map<String, Value>>, Option<String>) {
    if definition.account != Some(Account::Staff) || !body.contains_key(CURRENT_PASSWORD) {
        return (Cow::Borrowed(body), None);
    }
    let mut rest = body.clone();
    let typed = rest.remove(CURRENT_PASSWORD);
    (Cow::Owned(rest), typed.as_ref().and_then(Value::as_str).map(str::to_owned))
}

/// The body with the stored values of the optional fields that it leaves out. `null` clears a field.
fn with_left_out(
    definition: &Definition,
    body: &Map<String, Value>,
    before: &Map<String, Value>,
) -> Map<String, Value> {
    let mut whole = body.clone();
    for field in definition.stored().filter(|field| !field.required && !field.kind.is_secret()) {
        if let (false, Some(stored)) = (body.contains_key(field.name), before.get(field.name)) {
            whole.insert(field.name.to_owned(), stored.clone());
        }
    }
    whole
}

/// Clears the stored secrets whose target the record changes, unless it brings a new one: they were meant for another
/// place. Returns their names.
pub(super) fn clear_moved_secrets(
    definition: &'static Definition,
    before: &Map<String, Value>,
    record: &mut Record,
) -> Vec<&'static str> {
    let is_set = |name: &str| before.get(&format!("{name}Set")).and_then(Value::as_bool) == Some(true);
    let has_moved = |name: &&str| before.get(*name) != Some(&record.get(definition, name).to_json());
    let is_moved = |field: &&Field| is_set(field.name) && field.target.iter().any(has_moved);
    let moved: Vec<&'static str> = definition.stored().filter(is_moved).map(|field| field.name).collect();
    let mut cleared = Vec::new();
    for (field, value) in definition.stored().zip(&mut record.values) {
        if moved.contains(&field.name) && *value == domain::master_data::Value::Null {
            *value = domain::master_data::Value::text("");
            cleared.push(field.name);
        }
    }
    cleared
}

/// Clears the optional secrets of which the body says `…Set: false`; an omitted secret stays. Returns their names.
fn clear_secrets(
    definition: &'static Definition,
    body: &Map<String, Value>,
    before: &Map<String, Value>,
    record: &mut Record,
) -> Vec<&'static str> {
    let is_set = |map: &Map<String, Value>, name: &str| map.get(&format!("{name}Set")).and_then(Value::as_bool);
    let mut cleared = Vec::new();
    for (field, value) in definition.stored().zip(&mut record.values) {
        let is_optional = field.kind == domain::master_data::Kind::Secret && !field.required;
        let is_omitted = *value == domain::master_data::Value::Null;
        if is_optional
            && is_omitted
            && is_set(body, field.name) == Some(false)
            && is_set(before, field.name) == Some(true)
        {
            *value = domain::master_data::Value::text("");
            cleared.push(field.name);
        }
    }
    cleared
}

fn version_in(body: &Map<String, Value>) -> Result<i64, Refusal> {
    let missing = || Refusal::field("versionNumber", Message::about("enter", "common", "versionNumber"));
    body.get("versionNumber").and_then(Value::as_i64).ok_or_else(missing)
}

/// The changes for the audit log: each changed field with old and new value; for a secret only that it changed.
pub(super) fn changes(definition: &'static Definition, before: &Map<String, Value>, record: &Record) -> Value {
    let old = audited(definition, before.clone());
    let new = audited(definition, shown(definition, record));
    let mut changed = Map::new();
    for field in definition.stored() {
        if field.kind.is_secret() {
            if *record.get(definition, field.name) != domain::master_data::Value::Null {
                changed.insert(field.name.to_owned(), json!("(changed)"));
            }
        } else if before.get(field.name) != Some(&record.get(definition, field.name).to_json()) {
            changed.insert(field.name.to_owned(), json!([old.get(field.name), new.get(field.name)]));
        }
    }
    json!({ "changed": changed })
}

fn updated_record(
    definition: &'static Definition,
    mut map: Map<String, Value>,
    record: &Record,
    version: i64,
    actor: &str,
    now: &str,
) -> Value {
    for (name, value) in shown(definition, record) {
        let is_unchanged =
            name.ends_with("Set") && value == Value::Bool(false) && map.get(&name) == Some(&Value::Bool(true));
        if !is_unchanged {
            map.insert(name, value);
        }
    }
    map.insert("versionNumber".into(), version.into());
    map.insert("updatedOn".into(), now.into());
    map.insert("updatedBy".into(), actor.into());
    map.into()
}
