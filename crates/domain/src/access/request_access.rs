use super::business::{Export, LegalHold};
use super::permit::{check, check_all};
use super::{
    Action, Actor, Business, BusinessAction, Change, Claim, Permit, Reach, RequestScreen, Scope, ScreenSet, Side, View,
    system,
};
use crate::refusal::Refusal;

/// Who looks at requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Viewer {
    /// A member of the staff: requests of these branches of one tenant, their own among them, and those forwarded to
    /// them.
    Staff { user_id: String, tenant: String, branches: Vec<String> },
    /// A party or an authorised party: sent requests that name this login.
    Party { user_id: String },
    /// A job of the product.
    All,
}

impl Viewer {
    pub fn side(&self) -> Side {
        match self {
            Viewer::Party { .. } => Side::Customer,
            Viewer::Staff { .. } | Viewer::All => Side::Staff,
        }
    }
}

/// Proof that requests may be read or changed, and which ones. The store returns no others.
#[derive(Debug, Clone)]
pub struct RequestAccess<Kind> {
    permit: Permit<Kind>,
    viewer: Viewer,
}

impl<Kind> RequestAccess<Kind> {
    pub fn permit(&self) -> &Permit<Kind> {
        &self.permit
    }

    pub fn viewer(&self) -> &Viewer {
        &self.viewer
    }
}

impl From<RequestAccess<Change>> for RequestAccess<View> {
    fn from(access: RequestAccess<Change>) -> RequestAccess<View> {
        RequestAccess { permit: access.permit.into(), viewer: access.viewer }
    }
}

impl RequestAccess<Change> {
    /// For jobs such as expiry, and for demo data.
    pub fn system(country: &str, entity: &str) -> RequestAccess<Change> {
        RequestAccess { permit: system::requests(country, entity), viewer: Viewer::All }
    }
}

fn viewer(actor: &Actor, tenant: &str) -> Viewer {
    match actor.side {
        Side::Customer => Viewer::Party { user_id: actor.user_id.clone() },
        Side::Staff => {
            let branches = actor.branches.iter().filter(|branch| branch.tenant == tenant);
            Viewer::Staff {
                user_id: actor.user_id.clone(),
                tenant: tenant.to_owned(),
                branches: branches.map(|branch| branch.code.clone()).collect(),
            }
        }
    }
}

/// A customer belongs to no tenant: customers see the requests that name them, in every tenant.
fn access<Kind>(actor: &Actor, tenant: &str, screen: &str) -> RequestAccess<Kind> {
    let permit = match actor.side {
        Side::Staff => Permit::of(actor, screen),
        Side::Customer => {
            let scope = Scope { tenants: Reach::Every, ..actor.scope.clone() };
            Permit::new(scope, &format!("customer:{}", actor.user_id)).with_origin(actor.origin(screen))
        }
    };
    RequestAccess { permit, viewer: viewer(actor, tenant) }
}

const PROVIDER: &str = RequestScreen::Provider.name();

/// The screen that grants the action. A customer has one screen and needs no role for it.
fn check_side(actor: &Actor, screens: ScreenSet, claim: Claim, action: Action) -> Result<&'static str, Refusal> {
    match actor.side {
        Side::Staff => check(actor, &screens.codes(), claim, action),
        Side::Customer if screens.find(claim.unwrap_or(PROVIDER)) == Some(RequestScreen::Provider) => Ok(PROVIDER),
        Side::Customer => Err(Refusal::NotAllowed("staff only")),
    }
}

/// The actor may see requests from one of these screens.
pub fn to_see_requests(
    actor: &Actor,
    tenant: &str,
    screens: ScreenSet,
    claim: Claim,
) -> Result<RequestAccess<View>, Refusal> {
    let screen = check_side(actor, screens, claim, Action::View)?;
    Ok(access(actor, tenant, screen))
}

/// The screen of an entity's message deliveries.
const ALL_DELIVERIES: &[&str] = &["SD-ADM-030"];

/// The actor may see the deliveries of all messages of the entity, whosever requests they are about.
pub fn to_see_all_deliveries(actor: &Actor, claim: Claim) -> Result<RequestAccess<View>, Refusal> {
    all_deliveries(actor, claim, Action::View)
}

/// The actor may resend and dismiss all messages of the entity.
pub fn to_change_all_deliveries(actor: &Actor, claim: Claim) -> Result<RequestAccess<Change>, Refusal> {
    all_deliveries(actor, claim, Action::Edit)
}

fn all_deliveries<Kind>(actor: &Actor, claim: Claim, action: Action) -> Result<RequestAccess<Kind>, Refusal> {
    let screen = check(actor, ALL_DELIVERIES, claim, action)?;
    Ok(RequestAccess { permit: Permit::of(actor, screen), viewer: Viewer::All })
}

/// The screen of the purge calendar, which covers all requests of the entity.
pub const PURGE_CALENDAR: &str = "SD-ADM-029";

/// The actor may see the legal holds on requests: those of the caller on a request's screens, all on the calendar.
pub fn to_see_holds(actor: &Actor, tenant: &str, claim: Claim) -> Result<RequestAccess<View>, Refusal> {
    Ok(holds(actor, tenant, check(actor, &hold_screens(), claim, Action::View)?))
}

/// The actor may set and lift legal holds. `view` on the screen is enough, because a hold does not change the request.
pub fn to_hold_requests(actor: &Actor, tenant: &str, claim: Claim) -> Result<RequestAccess<Change>, Refusal> {
    let screen = check(actor, &hold_screens(), claim, Action::View)?;
    if actor.may_act(LegalHold::ACTION) {
        Ok(holds(actor, tenant, screen))
    } else {
        Err(Refusal::NotAllowed("the role lacks the business action"))
    }
}

fn hold_screens() -> Vec<&'static str> {
    ScreenSet::BRANCH_EDITORS.codes().into_iter().chain([PURGE_CALENDAR]).collect()
}

fn holds<Kind>(actor: &Actor, tenant: &str, screen: &str) -> RequestAccess<Kind> {
    match screen {
        PURGE_CALENDAR => RequestAccess { permit: Permit::of(actor, screen), viewer: Viewer::All },
        _ => access(actor, tenant, screen),
    }
}

/// Notices, live events and the monthly chart, for callers of either side on any screen. It takes no role, and covers
/// only the caller's branches or own requests.
pub fn to_hear_of_requests(actor: &Actor, tenant: &str) -> RequestAccess<View> {
    access(actor, tenant, "")
}

/// The actor may change requests from one of these screens.
pub fn to_change_requests(
    actor: &Actor,
    tenant: &str,
    screens: ScreenSet,
    claim: Claim,
    action: Action,
) -> Result<RequestAccess<Change>, Refusal> {
    let screen = check_side(actor, screens, claim, action)?;
    Ok(access(actor, tenant, screen))
}

/// The actor may do this business action from one of these screens, which also takes `edit` on the screen.
pub fn to_act_on_requests<A: Business>(
    actor: &Actor,
    tenant: &str,
    screens: ScreenSet,
    claim: Claim,
) -> Result<RequestAccess<Change>, Refusal> {
    act(actor, tenant, screens, claim, (&[Action::Edit], A::ACTION))
}

/// The actor may cancel, decline or approve requests from one of these screens, which also takes `close` on the screen.
pub fn to_close_requests<A: Business>(
    actor: &Actor,
    tenant: &str,
    screens: ScreenSet,
    claim: Claim,
) -> Result<RequestAccess<Change>, Refusal> {
    act(actor, tenant, screens, claim, (&[Action::Edit, Action::Close], A::ACTION))
}

/// The actor may export a list of requests. `view` on the screen is enough, because an export changes nothing.
pub fn to_export_requests(
    actor: &Actor,
    tenant: &str,
    screens: ScreenSet,
    claim: Claim,
) -> Result<RequestAccess<Change>, Refusal> {
    act(actor, tenant, screens, claim, (&[Action::View], Export::ACTION))
}

fn act(
    actor: &Actor,
    tenant: &str,
    screens: ScreenSet,
    claim: Claim,
    (actions, business): (&[Action], BusinessAction),
) -> Result<RequestAccess<Change>, Refusal> {
    let screen = check_all(actor, &screens.codes(), claim, actions)?;
    if actor.may_act(business) {
        Ok(access(actor, tenant, screen))
    } else {
        Err(Refusal::NotAllowed("the role lacks the business action"))
    }
}
