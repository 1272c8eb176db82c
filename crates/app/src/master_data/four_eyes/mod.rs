//! Changes that one person may not make alone where the entity requires four eyes.

mod decide;
mod propose;

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::four_eyes::{CLOSE_DAYS, Edit, Facts, FourEyes, Handover, Reason, Waiting, is_recent};
use domain::master_data::{Check, Definition, Draft, Record, ValidationContext, Value as Stored};
use domain::message::Message;
use jiff::SignedDuration;
use serde_json::{Map, Value, json};
use store::Statement;
use store::audit::stamp;
use store::four_eyes::{handed_over, sso_changed};

pub(super) use crate::notifications::announce::{Announcement, sign_on_changed, waiting};
pub use decide::{decide_proposal, proposal_right};
pub use propose::proposals;
pub(super) use propose::{Operation, Proposed, proposal_batch, propose};

use super::protect::shown;
use crate::{App, Result};

/// Administrators cannot grant a role to themselves; another administrator must.
pub(super) async fn own_role(
    app: &App,
    permit: &Permit<Change>,
    definition: &Definition,
) -> Result<impl Fn(&Record) -> Option<Message>> {
    let is_guarded = definition.checks.contains(&Check::OwnRole)
        && permit.actor_kind() == "staff"
        && app.entity_facts(permit.scope()).await?.four_eyes;
    let actor = permit.actor().to_owned();
    let user = definition.stored().position(|field| field.name == "userId");
    Ok(move |record: &Record| {
        let is_own = user.and_then(|at| record.values.get(at)).and_then(Stored::as_text) == Some(actor.as_str());
        (is_guarded && is_own).then(|| Message::plain("ownRole"))
    })
}

/// The rules of a resource with the facts they need, for one change or for all rows of a file.
pub(super) struct Guard {
    rules: Option<(&'static FourEyes, Facts)>,
    /// The version of access before the facts were read.
    version: i64,
    is_on: bool,
    /// Who makes the change: for an approved one the person who proposed it.
    by: String,
    is_approved: bool,
}

impl Guard {
    /// `proposed_by` is given when a second person approves the change. Commands and jobs have no second person.
    pub async fn load(
        app: &App,
        permit: &Permit<Change>,
        definition: &'static Definition,
        user: &str,
        proposed_by: Option<&str>,
    ) -> Result<Guard> {
        let by = proposed_by.unwrap_or(permit.actor()).to_owned();
        let mut guard = Guard { rules: None, version: 0, is_on: false, by, is_approved: proposed_by.is_some() };
        if let Some(rules) = definition.four_eyes.as_ref().filter(|_| permit.actor_kind() == "staff") {
            let today = app.validation_context(permit.scope()).await?.today.to_string();
            guard.version = app.store.access_version(permit).await?;
            guard.rules = Some((rules, app.store.four_eyes_facts(permit, user, &today).await?));
            guard.is_on = app.entity_facts(permit.scope()).await?.four_eyes;
        }
        Ok(guard)
    }

    /// True where a second person is required.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    fn all_waiting(&self, edit: &Edit) -> Vec<Waiting> {
        self.rules.as_ref().map_or_else(Vec::new, |(rules, facts)| (rules.waits)(edit, facts))
    }

    /// The fields that wait for a second person; none when that person approves.
    fn waiting(&self, edit: &Edit) -> Vec<&'static str> {
        let mut waiting = self.all_waiting(edit);
        waiting.retain(|one| !self.is_approved && one.reason.needs_second(self.is_on));
        waiting.into_iter().map(|one| one.field).collect()
    }

    /// The fields for which a new record waits as a whole.
    pub fn waits_to_save(&self, definition: &'static Definition, record: &Record) -> Vec<&'static str> {
        let (after, secrets) = (shown(definition, record), secrets_in(definition, record));
        self.waiting(&Edit { before: None, after: Some(&after), secrets: &secrets, actor: &self.by })
    }

    /// The fields for which a deletion waits.
    pub fn waits_to_delete(&self, record: &Map<String, Value>) -> Vec<&'static str> {
        self.waiting(&Edit { before: Some(record), after: None, secrets: &[], actor: &self.by })
    }

    /// What is recorded with a change that takes effect: who gave access to whom, and that sign-on changed.
    pub fn applied(
        &self,
        permit: &Permit<Change>,
        definition: &'static Definition,
        before: Option<&Map<String, Value>>,
        record: &Record,
        now: &str,
    ) -> Applied {
        let (after, secrets) = (shown(definition, record), secrets_in(definition, record));
        self.applied_edit(permit, &Edit { before, after: Some(&after), secrets: &secrets, actor: &self.by }, now)
    }

    /// Refuses that a session of a recently changed sign-on moves the addresses of its own user: links for a new
    /// password would go there.
    pub async fn refuse_own_address(
        &self,
        app: &App,
        permit: &Permit<Change>,
        definition: &'static Definition,
        before: &Map<String, Value>,
        record: &Record,
    ) -> Result<()> {
        let Some((rules, facts)) = &self.rules else { return Ok(()) };
        let (after, secrets) = (shown(definition, record), secrets_in(definition, record));
        let edit = Edit { before: Some(before), after: Some(&after), secrets: &secrets, actor: &self.by };
        let is_own = (rules.hands_over)(&edit, facts).is_some_and(|handover| handover.user == permit.actor());
        if is_own && is_by_changed_sso(app, permit).await? {
            return Err(Refusal::NotYou(Message::plain("ownAddressBySso")).into());
        }
        Ok(())
    }

    pub fn applied_delete(&self, permit: &Permit<Change>, record: &Map<String, Value>, now: &str) -> Applied {
        self.applied_edit(permit, &Edit { before: Some(record), after: None, secrets: &[], actor: &self.by }, now)
    }

    fn applied_edit(&self, permit: &Permit<Change>, edit: &Edit, now: &str) -> Applied {
        let Some((rules, facts)) = &self.rules else { return Applied::default() };
        // A second person vouches for an address that somebody changes for themselves.
        let is_vouched = |handover: &Handover| self.is_approved && handover.user == self.by;
        let handover = (rules.hands_over)(edit, facts).filter(|handover| !is_vouched(handover));
        let mut statements: Vec<Statement> =
            handover.iter().map(|handover| handed_over(permit, handover, &self.by, now)).collect();
        let is_sign_on = self.all_waiting(edit).iter().any(|one| one.reason == Reason::SignOn);
        if is_sign_on {
            statements.push(sso_changed(permit, now));
        }
        let after = Some(self.version).filter(|_| self.is_on && (rules.needs_roles)(edit));
        Applied { statements, is_sign_on, after }
    }
}

#[derive(Default)]
pub(super) struct Applied {
    pub statements: Vec<Statement>,
    /// Single sign-on changed, of which all administrators are told.
    pub is_sign_on: bool,
    /// The change depends on roles as they were at this version of access: no other such change may come first.
    pub after: Option<i64>,
}

/// True for a session that another system opened, when that was changed lately: it may be anybody's.
pub(super) async fn is_by_changed_sso(app: &App, permit: &Permit<Change>) -> Result<bool> {
    let since = stamp(app.clock.now() - SignedDuration::from_hours(24 * CLOSE_DAYS));
    if !app.store.sso_changed_on(permit).await?.is_some_and(|time| is_recent(&time, &since)) {
        return Ok(false);
    }
    let session = app.store.session(permit, permit.session_id()).await?;
    Ok(session.is_none_or(|session| session.by_sso))
}

/// The secrets that a record sets.
fn secrets_in(definition: &'static Definition, record: &Record) -> Vec<&'static str> {
    let set = definition.stored().zip(&record.values);
    let set =
        set.filter(|(field, value)| field.kind.is_secret() && value.as_text().is_some_and(|text| !text.is_empty()));
    set.map(|(field, _)| field.name).collect()
}

/// What an update holds back for a second person.
#[derive(Default)]
pub(crate) struct Held {
    /// `{ name: [old, new] }`
    pub fields: Map<String, Value>,
    /// Secrets in plain text; they are sealed with the proposal.
    pub secrets: Vec<(&'static str, String)>,
}

impl Held {
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.secrets.is_empty()
    }

    pub fn names(&self, definition: &'static Definition) -> Vec<&'static str> {
        let is_held = |name: &str| self.fields.contains_key(name) || self.secrets.iter().any(|(held, _)| *held == name);
        definition.stored().map(|field| field.name).filter(|name| is_held(name)).collect()
    }
}

/// Takes what needs a second person out of an updated record.
pub(super) fn hold_back(
    guard: &Guard,
    definition: &'static Definition,
    before: &Map<String, Value>,
    record: &mut Record,
    context: &ValidationContext,
) -> Held {
    let (after, secrets) = (shown(definition, record), secrets_in(definition, record));
    let edit = Edit { before: Some(before), after: Some(&after), secrets: &secrets, actor: &guard.by };
    let names = guard.waiting(&edit);
    let mut held = Held::default();
    if names.is_empty() {
        return held;
    }
    for (field, value) in definition.stored().zip(&mut record.values).filter(|(field, _)| names.contains(&field.name)) {
        take_out(&mut held, (field.name, field.kind.is_secret()), before, value);
    }
    // This combination of old and new values has not been validated yet; if it is not valid, all of it waits.
    let draft = Draft { definition, record, today: context.today, is_new: false };
    if (definition.rules)(&draft).is_empty() {
        return held;
    }
    for (field, value) in definition.stored().zip(&mut record.values) {
        let is_changed = field.kind.is_secret() || before.get(field.name) != Some(&value.to_json());
        if !field.key && !field.kind.is_heavy() && is_changed {
            take_out(&mut held, (field.name, field.kind.is_secret()), before, value);
        }
    }
    held
}

fn take_out(held: &mut Held, (name, is_secret): (&'static str, bool), before: &Map<String, Value>, value: &mut Stored) {
    if is_secret {
        // An omitted secret stays as it is.
        if let Stored::Text(plain) = std::mem::replace(value, Stored::Null) {
            held.secrets.push((name, plain));
        }
        return;
    }
    let old = before.get(name).cloned().unwrap_or(Value::Null);
    held.fields.insert(name.to_owned(), json!([old, value.to_json()]));
    *value = stored(&old);
}

fn stored(value: &Value) -> Stored {
    match value {
        Value::Bool(flag) => Stored::Bool(*flag),
        Value::Number(number) => number.as_i64().map_or(Stored::Null, Stored::Int),
        Value::String(text) => Stored::text(text),
        _ => Stored::Null,
    }
}
