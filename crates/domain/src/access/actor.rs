use std::collections::{BTreeSet, HashMap};

use super::{Action, Actions, AppCode, BusinessAction, Debugging, ScreenSet};

/// A branch a user may enter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    pub tenant: String,
    pub code: String,
}

/// Which tenants of the entity a caller may reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    Every,
    Only(Vec<String>),
}

impl Reach {
    pub fn includes(&self, tenant: &str) -> bool {
        match self {
            Reach::Every => true,
            Reach::Only(tenants) => tenants.iter().any(|known| known == tenant),
        }
    }
}

/// The country, entity and tenants that limit everything a caller reads or writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    pub country: String,
    pub entity: String,
    pub tenants: Reach,
}

impl Scope {
    /// `IN/NGB`: the entity as the operator writes it.
    pub fn path(&self) -> String {
        format!("{}/{}", self.country, self.entity)
    }
}

/// What the log shows as the role of customers, who have no role.
const CUSTOMER_ROLE: &str = "CUSTOMER";

/// Which side of the product a session belongs to. Customers reach provider calls and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Staff,
    Customer,
}

/// A logged-in user, read from the session row and the role tables, never from request headers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    pub side: Side,
    pub user_id: String,
    pub user_type: String,
    pub session_id: String,
    pub language: String,
    pub entity_type: String,
    pub scope: Scope,
    pub tenant: String,
    pub branch: String,
    pub branches: Vec<Branch>,
    /// The active tenants the user may switch between.
    pub tenants: Vec<String>,
    /// Actions per screen, limited to apps that the user's roles may call.
    pub screens: HashMap<String, Actions>,
    /// Resource and action pairs for which the entity requires a step-up.
    pub step_up_actions: Vec<(String, Action)>,
    /// True shortly after a successful step-up.
    pub is_stepped_up: bool,
    pub business: BTreeSet<BusinessAction>,
    /// The highest level at which the user may review; 0 means none.
    pub level: i64,
    /// The user's roles, in order; customers have none.
    pub role_codes: Vec<String>,
    /// The user's default branch; empty for customers.
    pub home_branch: String,
    /// The debug capture that is switched on for this user's calls.
    pub debugging: Debugging,
}

/// In what capacity somebody acted, as the audit log keeps it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// Separated by commas.
    pub role_codes: String,
    pub home_branch: String,
    pub screen: String,
}

impl Actor {
    /// The capacity in which the user acts on this screen; empty for actions without one.
    pub fn origin(&self, screen: &str) -> Origin {
        let role_codes = match self.side {
            Side::Staff => self.role_codes.join(","),
            Side::Customer => CUSTOMER_ROLE.to_owned(),
        };
        Origin { role_codes, home_branch: self.home_branch.clone(), screen: screen.to_owned() }
    }

    pub fn may(&self, screen: &str, action: Action) -> bool {
        self.screens.get(screen).is_some_and(|held| held.has(Action::Access) && held.has(action))
    }

    pub fn may_all(&self, screen: &str, actions: &[Action]) -> bool {
        actions.iter().all(|action| self.may(screen, *action))
    }

    /// True when the user must confirm their identity again before this action.
    pub fn must_step_up(&self, resource: &str, action: Action) -> bool {
        !self.is_stepped_up && self.step_up_actions.iter().any(|(marked, what)| marked == resource && *what == action)
    }

    pub fn may_act(&self, action: BusinessAction) -> bool {
        self.business.contains(&action)
    }

    /// True when the user may review documents. The rules of the request decide about each document and level.
    pub fn can_review(&self) -> bool {
        self.may_act(BusinessAction::Review) && ScreenSet::REVIEWS.permits(self, &[Action::Edit])
    }

    /// The apps in which the user holds at least one screen.
    pub fn apps(&self) -> BTreeSet<AppCode> {
        self.screens.keys().filter_map(|screen| AppCode::of_screen(screen)).collect()
    }

    /// The login branch counts only while it is still granted, so a revoked grant takes effect at once.
    pub fn may_enter_branch(&self, tenant: &str, branch: &str) -> bool {
        self.branches.iter().any(|known| known.tenant == tenant && known.code == branch)
    }
}
