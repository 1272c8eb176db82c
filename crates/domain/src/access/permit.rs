use std::marker::PhantomData;

use super::business::{Export, Import, Review};
use super::{Action, Actor, Business, Origin, Scope, ScreenSet, Side};
use crate::refusal::Refusal;

/// Kinds of permit: to read, and to read and change.
#[derive(Debug, Clone, Copy)]
pub struct View;
#[derive(Debug, Clone, Copy)]
pub struct Change;

/// A business action, such as `Permit<Act<Approve>>`, required by the use case of that action.
#[derive(Debug, Clone, Copy)]
pub struct Act<A>(PhantomData<A>);

/// Proof that access was checked. Only this module creates one, and the store opens no transaction without one.
#[derive(Debug, Clone)]
pub struct Permit<Kind> {
    scope: Scope,
    actor: String,
    origin: Origin,
    /// The session of a member of the staff; empty for others.
    session_id: String,
    kind: PhantomData<Kind>,
}

impl<Kind> Permit<Kind> {
    pub(super) fn new(scope: Scope, actor: &str) -> Permit<Kind> {
        Permit {
            scope,
            actor: actor.to_owned(),
            origin: Origin::default(),
            session_id: String::new(),
            kind: PhantomData,
        }
    }

    /// A permit of a member of the staff, who acts on this screen.
    pub(super) fn of(actor: &Actor, screen: &str) -> Permit<Kind> {
        let permit = Permit::new(actor.scope.clone(), &actor.user_id).with_origin(actor.origin(screen));
        Permit { session_id: actor.session_id.clone(), ..permit }
    }

    pub fn with_origin(self, origin: Origin) -> Permit<Kind> {
        Permit { origin, ..self }
    }

    fn into_kind<Other>(self) -> Permit<Other> {
        let Permit { scope, actor, origin, session_id, .. } = self;
        Permit { scope, actor, origin, session_id, kind: PhantomData }
    }

    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The acting user, for the audit entry.
    pub fn actor(&self) -> &str {
        &self.actor
    }

    /// For the audit entry.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The session in which a member of the staff acts; empty for others.
    pub fn session_id(&self) -> &str {
        &self.session_id
    }

    /// `system`, `customer` or `staff`.
    pub fn actor_kind(&self) -> &'static str {
        match self.actor.split_once(':') {
            Some(("system", _)) => "system",
            Some(("customer", _)) => "customer",
            _ => "staff",
        }
    }
}

impl From<Permit<Change>> for Permit<View> {
    fn from(permit: Permit<Change>) -> Permit<View> {
        permit.into_kind()
    }
}

/// An export writes to the audit log. No other business action becomes a permit to change records.
impl From<Permit<Act<Export>>> for Permit<Change> {
    fn from(permit: Permit<Act<Export>>) -> Permit<Change> {
        permit.into_kind()
    }
}

/// An export reads the list it exports.
impl From<Permit<Act<Export>>> for Permit<View> {
    fn from(permit: Permit<Act<Export>>) -> Permit<View> {
        permit.into_kind()
    }
}

/// The screen named in the header JSON. It is checked, never trusted.
pub type Claim<'a> = Option<&'a str>;

/// What has records, and screens that grant access to them: a master table or a log.
pub trait Resource {
    /// Its name in the API.
    fn name(&self) -> &'static str;
    fn screens(&self) -> &'static [&'static str];
}

/// Checks that the actor may read records of this resource.
pub fn to_view(actor: &Actor, resource: &impl Resource, claim: Claim) -> Result<Permit<View>, Refusal> {
    let screen = check(actor, resource.screens(), claim, Action::View)?;
    Ok(Permit::of(actor, screen))
}

/// Checks that the actor may see what a screen without a definition shows.
pub fn to_view_screen(actor: &Actor, screen: &'static str, claim: Claim) -> Result<Permit<View>, Refusal> {
    Ok(Permit::of(actor, check(actor, &[screen], claim, Action::View)?))
}

/// Checks that the actor may do this on one of these screens. It is a permit to read only.
pub fn to_view_any(actor: &Actor, screens: &[&str], claim: Claim, action: Action) -> Result<Permit<View>, Refusal> {
    Ok(Permit::of(actor, check(actor, screens, claim, action)?))
}

/// Checks that the actor may act on what a screen without a definition shows. It is no way to change master data, which
/// may need a step-up.
pub fn to_edit_screen(actor: &Actor, screen: &'static str, claim: Claim) -> Result<Permit<Change>, Refusal> {
    Ok(Permit::of(actor, check(actor, &[screen], claim, Action::Edit)?))
}

/// Checks that the actor may save (`Edit`) or delete (`Delete`) records of this resource. It is the only way to a
/// permit that changes master data, so no call can skip the step-up.
pub fn to_change(
    actor: &Actor,
    resource: &impl Resource,
    claim: Claim,
    action: Action,
) -> Result<Permit<Change>, Refusal> {
    let screen = check(actor, resource.screens(), claim, action)?;
    if actor.must_step_up(resource.name(), action) { Err(Refusal::StepUp) } else { Ok(Permit::of(actor, screen)) }
}

/// Checks that the actor may do this business action on one of these screens. The role needs both the screen and the
/// action.
pub fn to_act<A: Business>(actor: &Actor, screens: &[&str], claim: Claim) -> Result<Permit<Act<A>>, Refusal> {
    let screen = check(actor, screens, claim, Action::View)?;
    if actor.may_act(A::ACTION) {
        Ok(Permit::of(actor, screen))
    } else {
        Err(Refusal::NotAllowed("the role lacks the business action"))
    }
}

/// Checks that the actor may review at this level: the action, and a sufficient authorization level.
pub fn to_review(actor: &Actor, screens: &[&str], claim: Claim, level: i64) -> Result<Permit<Act<Review>>, Refusal> {
    let permit = to_act(actor, screens, claim)?;
    if actor.level >= level {
        Ok(permit)
    } else {
        Err(Refusal::NotAllowed("the role's authorization level is too low"))
    }
}

/// Checks that the actor may export the records of these screens.
pub fn to_export(actor: &Actor, screens: &[&str], claim: Claim) -> Result<Permit<Act<Export>>, Refusal> {
    to_act(actor, screens, claim)
}

/// Checks that the actor may import a file of records. An import needs the same permission as saving one record.
pub fn to_import(actor: &Actor, resource: &impl Resource, claim: Claim) -> Result<Permit<Change>, Refusal> {
    to_act::<Import>(actor, resource.screens(), claim)?;
    to_change(actor, resource, claim, Action::Edit)
}

/// Who may see the keys and names of a resource, besides those whose screens refer to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookUp {
    Nobody,
    /// Requests refer to it.
    Requests,
    /// Requests refer to it, also where customers see them.
    Customers,
}

/// Checks that the actor may see the keys and names of a resource because one of these screens refers to it.
pub fn to_look_up(
    actor: &Actor,
    look_up: LookUp,
    screens: impl Iterator<Item = &'static str>,
    claim: Claim,
) -> Result<Permit<View>, Refusal> {
    if actor.side == Side::Customer {
        let is_open = look_up == LookUp::Customers;
        return if is_open { Ok(Permit::of(actor, "")) } else { Err(Refusal::NotAllowed("staff only")) };
    }
    let of_requests = if look_up == LookUp::Nobody { Vec::new() } else { ScreenSet::STAFF.codes() };
    let mut open = screens.chain(of_requests).filter(|screen| claim.is_none_or(|claimed| claimed == *screen));
    match open.find(|screen| actor.may(screen, Action::View)) {
        Some(screen) => Ok(Permit::of(actor, screen)),
        None => Err(Refusal::NotAllowed("no screen of the caller refers to this resource")),
    }
}

/// The screen that grants this action.
pub(super) fn check<'a>(actor: &Actor, owners: &[&'a str], claim: Claim, action: Action) -> Result<&'a str, Refusal> {
    check_all(actor, owners, claim, &[action])
}

/// The first of the screens that grants all of these actions.
pub(super) fn check_all<'a>(
    actor: &Actor,
    owners: &[&'a str],
    claim: Claim,
    actions: &[Action],
) -> Result<&'a str, Refusal> {
    if let Some(claimed) = claim
        && !owners.contains(&claimed)
    {
        return Err(Refusal::NotAllowed("the screen does not own the resource"));
    }
    let mut screens = owners.iter().filter(|screen| claim.is_none_or(|claimed| claimed == **screen));
    let granting = screens.find(|screen| actor.may_all(screen, actions));
    granting.copied().ok_or(Refusal::NotAllowed("the role lacks the action"))
}
