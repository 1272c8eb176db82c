use super::business::Export;
use super::permit::{check, check_all};
use super::{Action, Actor, Business, BusinessAction, Change, Claim, Permit, Reach, Scope, Side, View, system};
use crate::refusal::Refusal;

/// Whose viewer look at requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Viewer {
    /// A member of the staff: requests of these branches of one tenant, their own among them, and those forwarded to them.
    Staff { user_id: String, tenant: String, branches: Vec<String> },
    /// A party or an authorised party: sent requests that name this login.
    Party { user_id: String },
    /// A job of our own.
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

/// Proof that requests may be read or changed, and which of them. The store shows nothing else.
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
    /// For what we do by ourselves: a request runs out, demo data.
    pub fn system(country: &str, entity: &str) -> RequestAccess<Change> {
        RequestAccess { permit: system::requests(country, entity), viewer: Viewer::All }
    }
}

/// The only screen of customers.
const PROVIDER: &str = "SD-CUS-001";

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

/// A customer belongs to no tenant: which requests name him decides what he sees, whatever tenant asked.
fn looked<Kind>(actor: &Actor, tenant: &str) -> RequestAccess<Kind> {
    let permit = match actor.side {
        Side::Staff => Permit::new(actor.scope.clone(), &actor.user_id),
        Side::Customer => {
            let scope = Scope { tenants: Reach::Every, ..actor.scope.clone() };
            Permit::new(scope, &format!("customer:{}", actor.user_id))
        }
    };
    RequestAccess { permit, viewer: viewer(actor, tenant) }
}

/// A customer has one screen and needs no role for it.
fn check_side(actor: &Actor, screens: &[&str], claim: Claim, action: Action) -> Result<(), Refusal> {
    match actor.side {
        Side::Staff => check(actor, screens, claim, action),
        Side::Customer if claim.is_none_or(|claimed| claimed == PROVIDER) && screens.contains(&PROVIDER) => Ok(()),
        Side::Customer => Err(Refusal::NotAllowed("a customer called the staff's side")),
    }
}

/// May this actor see requests from one of these screens?
pub fn to_see_requests(
    actor: &Actor,
    tenant: &str,
    screens: &[&str],
    claim: Claim,
) -> Result<RequestAccess<View>, Refusal> {
    check_side(actor, screens, claim, Action::View)?;
    Ok(looked(actor, tenant))
}

/// What concerns a caller of either side, on whatever screen he is: his notices, what changes, the chart of his branches.
/// It takes no role, and shows no more than his branches or his own requests.
pub fn to_hear_of_requests(actor: &Actor, tenant: &str) -> RequestAccess<View> {
    looked(actor, tenant)
}

/// May this actor change requests from one of these screens?
pub fn to_change_requests(
    actor: &Actor,
    tenant: &str,
    screens: &[&str],
    claim: Claim,
    action: Action,
) -> Result<RequestAccess<Change>, Refusal> {
    check_side(actor, screens, claim, action)?;
    Ok(looked(actor, tenant))
}

/// May this actor do this business action on requests from one of these screens? It takes `edit` on the screen besides.
pub fn to_act_on_requests<A: Business>(
    actor: &Actor,
    tenant: &str,
    screens: &[&str],
    claim: Claim,
) -> Result<RequestAccess<Change>, Refusal> {
    act(actor, tenant, screens, claim, (&[Action::Edit], A::ACTION))
}

/// May this actor cancel, decline or approve requests from one of these screens? It takes `close` on the screen as well.
pub fn to_close_requests<A: Business>(
    actor: &Actor,
    tenant: &str,
    screens: &[&str],
    claim: Claim,
) -> Result<RequestAccess<Change>, Refusal> {
    act(actor, tenant, screens, claim, (&[Action::Edit, Action::Close], A::ACTION))
}

/// May this actor take a list of requests out as a file? That changes nothing, so `view` is enough on the screen.
pub fn to_export_requests(
    actor: &Actor,
    tenant: &str,
    screens: &[&str],
    claim: Claim,
) -> Result<RequestAccess<Change>, Refusal> {
    act(actor, tenant, screens, claim, (&[Action::View], Export::ACTION))
}

fn act(
    actor: &Actor,
    tenant: &str,
    screens: &[&str],
    claim: Claim,
    (actions, business): (&[Action], BusinessAction),
) -> Result<RequestAccess<Change>, Refusal> {
    check_all(actor, screens, claim, actions)?;
    match actor.may_act(business) {
        true => Ok(looked(actor, tenant)),
        false => Err(Refusal::NotAllowed("the role lacks the business action")),
    }
}
