use std::collections::{BTreeSet, HashMap};

use super::{Action, Actions, AppCode, BusinessAction, Debugging};

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

/// The walls around everything a caller reads or writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    pub country: String,
    pub entity: String,
    pub tenants: Reach,
}

/// Which side of the product a session belongs to. Customers reach provider calls and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Staff,
    Customer,
}

/// Someone who is logged in, as the session row and the role tables say; never as a header says.
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
    /// The active tenants among which he may switch.
    pub tenants: Vec<String>,
    /// What he may do on screens of apps that his roles may call.
    pub screens: HashMap<String, Actions>,
    /// What the entity wants confirmed once more: resource and action.
    pub asks_again: Vec<(String, Action)>,
    /// Whether that was confirmed a moment ago.
    pub is_stepped_up: bool,
    pub business: BTreeSet<BusinessAction>,
    /// Up to which level he may review; 0 is none.
    pub level: i64,
    /// What is written down about his calls, when somebody asked for it.
    pub debugging: Debugging,
}

impl Actor {
    pub fn may(&self, screen: &str, action: Action) -> bool {
        self.screens.get(screen).is_some_and(|held| held.has(Action::Access) && held.has(action))
    }

    pub fn may_all(&self, screen: &str, actions: &[Action]) -> bool {
        actions.iter().all(|action| self.may(screen, *action))
    }

    /// Has he to prove again who he is before this?
    pub fn must_step_up(&self, resource: &str, action: Action) -> bool {
        !self.is_stepped_up && self.asks_again.iter().any(|(marked, what)| marked == resource && *what == action)
    }

    pub fn may_act(&self, action: BusinessAction) -> bool {
        self.business.contains(&action)
    }

    /// The apps in which he has anything to do.
    pub fn apps(&self) -> BTreeSet<AppCode> {
        self.screens.keys().filter_map(|screen| AppCode::of_screen(screen)).collect()
    }

    /// Only branches that are granted; the one he logged in to is no exception, so that a grant taken back bites.
    pub fn may_enter_branch(&self, tenant: &str, branch: &str) -> bool {
        self.branches.iter().any(|known| known.tenant == tenant && known.code == branch)
    }
}
