use std::collections::{BTreeMap, BTreeSet};

use crate::access::{Action, BusinessAction, Role};

/// What the rules need to know about roles and about the user whom a change concerns.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The administrators' screens.
    pub screens: &'static [&'static str],
    /// All roles of the entity: their apps, the screens that they edit, review and level.
    pub roles: BTreeMap<String, Role>,
    /// The Authorization Levels: code and number.
    pub levels: BTreeMap<String, i64>,
    /// The level code of each role that has one.
    pub role_levels: BTreeMap<String, String>,
    /// Roles that somebody holds.
    pub held: BTreeSet<String>,
    /// The roles of the user whom the change concerns.
    pub own_roles: Vec<String>,
    pub today: String,
}

impl Facts {
    pub fn new(screens: &'static [&'static str], today: &str) -> Facts {
        Facts {
            screens,
            roles: BTreeMap::new(),
            levels: BTreeMap::new(),
            role_levels: BTreeMap::new(),
            held: BTreeSet::new(),
            own_roles: Vec::new(),
            today: today.to_owned(),
        }
    }

    /// The administrators' screens that this role may edit. `access` may come from another role, so it does not count.
    pub(super) fn administered<'a>(&self, role: &'a Role) -> impl Iterator<Item = &'static str> + use<'a> {
        self.screens.iter().copied().filter(|screen| role.may_call(screen) && role.holds(screen, Action::Edit))
    }

    /// True when the role carries administration or review.
    pub fn is_sensitive(&self, code: &str) -> bool {
        self.roles.get(code).is_some_and(|role| {
            role.level > 0
                || role.business.contains(&BusinessAction::Review)
                || self.administered(role).next().is_some()
        })
    }

    /// True when the user whom the change concerns administers or reviews.
    pub fn is_own_sensitive(&self) -> bool {
        self.own_roles.iter().any(|code| self.is_sensitive(code))
    }

    /// True when somebody holds the role and `after` carries administration or review that it does not carry yet.
    pub(super) fn is_gain(&self, after: &Role) -> bool {
        let (Some(before), true) = (self.roles.get(&after.code), self.held.contains(&after.code)) else { return false };
        let review = BusinessAction::Review;
        let known: Vec<&str> = self.administered(before).collect();
        after.level > before.level
            || (after.business.contains(&review) && !before.business.contains(&review))
            || self.administered(after).any(|screen| !known.contains(&screen))
    }
}
