use std::collections::{BTreeSet, HashMap};

use super::{Action, Actions, AppCode, BusinessAction};

/// The mappings of one role.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Role {
    pub code: String,
    pub apps: BTreeSet<AppCode>,
    pub screens: HashMap<String, Actions>,
    pub business: BTreeSet<BusinessAction>,
    /// The number of the role's Authorization Level; 0 without one.
    pub level: i64,
}

impl Role {
    /// True when the role is mapped to the screen's app. Without that mapping its actions on the screen have no effect.
    pub fn may_call(&self, screen: &str) -> bool {
        AppCode::of_screen(screen).is_some_and(|app| self.apps.contains(&app))
    }

    /// True for a role that changes master data, users or roles.
    pub fn is_administrative(&self) -> bool {
        let is_administration =
            |screen: &str| matches!(AppCode::of_screen(screen), Some(AppCode::Admin | AppCode::Sms));
        let changes = |held: Actions| held.has(Action::Edit) || held.has(Action::Delete);
        self.screens.iter().any(|(screen, held)| is_administration(screen) && self.may_call(screen) && changes(*held))
    }

    pub fn holds(&self, screen: &str, action: Action) -> bool {
        self.screens.get(screen).is_some_and(|held| held.has(action))
    }
}

/// All roles of a user combined. A screen counts only where the same role may call its app.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Powers {
    pub screens: HashMap<String, Actions>,
    pub business: BTreeSet<BusinessAction>,
    pub level: i64,
}

impl Powers {
    pub fn of(roles: &[Role]) -> Powers {
        let mut powers = Powers::default();
        for role in roles {
            for (screen, actions) in role.screens.iter().filter(|(screen, _)| role.may_call(screen)) {
                powers.screens.entry(screen.clone()).or_default().join(*actions);
            }
            powers.business.extend(&role.business);
            powers.level = powers.level.max(role.level);
        }
        powers
    }
}
