//! Users and roles can only be managed by some administrators. They cannot remove their own access, and one of them
//! must remain.

use std::collections::{BTreeMap, BTreeSet};

use super::{Action, AppCode};
use crate::message::Message;
use crate::refusal::Refusal;

/// The screens needed to restore access: User Master, User Role, Role Screen Action and Role App Mapping.
pub const ACCESS_SCREENS: [&str; 4] = ["SD-SMS-002", "SD-SMS-003", "SD-SMS-004", "SD-SMS-007"];
const NEEDED_ACTIONS: [Action; 3] = [Action::Access, Action::View, Action::Edit];

/// Access that a change would check_removal away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Removal {
    App {
        role: String,
        app: String,
    },
    Screen {
        role: String,
        screen: String,
        action: String,
    },
    Role {
        user: String,
        role: String,
    },
    /// The user is removed, inactive or expired.
    User(String),
}

/// The mappings that involve the screens above.
#[derive(Debug, Clone, Default)]
pub struct Mappings {
    /// Roles that may call the app of these screens.
    pub apps: BTreeSet<String>,
    /// (role, screen, action)
    pub screens: Vec<(String, String, Action)>,
    /// Users who can log in, with their roles.
    pub users: BTreeMap<String, Vec<String>>,
}

impl Mappings {
    /// Refuses a removal that takes the actor's own access or the last administrator. True when it changes anybody's
    /// access to these screens.
    pub fn check_removal(&self, actor: &str, removals: &[Removal]) -> Result<bool, Refusal> {
        let after = self.without(removals);
        let is_self = removals.iter().any(|one| matches!(one, Removal::User(user) if user == actor));
        if is_self || after.access_screens_of(actor) != self.access_screens_of(actor) {
            return Err(Refusal::Conflict(Message::plain("ownAccess")));
        }
        if self.has_administrator() && !after.has_administrator() {
            return Err(Refusal::Conflict(Message::plain("lastAdministrator")));
        }
        Ok(self.users.keys().any(|user| self.access_screens_of(user) != after.access_screens_of(user)))
    }

    fn without(&self, removals: &[Removal]) -> Mappings {
        let mut after = self.clone();
        for removal in removals {
            match removal {
                Removal::App { role, app } if app == AppCode::Sms.code() => {
                    after.apps.remove(role);
                }
                Removal::App { .. } => {}
                Removal::Screen { role, screen, action } => {
                    after.screens.retain(|(of, on, what)| (of, on, what.code()) != (role, screen, action.as_str()));
                }
                Removal::Role { user, role } => {
                    if let Some(roles) = after.users.get_mut(user) {
                        roles.retain(|held| held != role);
                    }
                }
                Removal::User(user) => {
                    after.users.remove(user);
                }
            }
        }
        after
    }

    /// The access screens on which this user can grant access.
    fn access_screens_of(&self, user: &str) -> Vec<&'static str> {
        let roles = self.users.get(user).map(Vec::as_slice).unwrap_or_default();
        let roles: Vec<&String> = roles.iter().filter(|role| self.apps.contains(*role)).collect();
        let holds = |screen: &str, action: Action| {
            self.screens.iter().any(|(of, on, what)| roles.contains(&of) && on == screen && *what == action)
        };
        ACCESS_SCREENS.into_iter().filter(|screen| NEEDED_ACTIONS.iter().all(|action| holds(screen, *action))).collect()
    }

    fn has_administrator(&self) -> bool {
        self.users.keys().any(|user| self.access_screens_of(user).len() == ACCESS_SCREENS.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mappings(users: &[(&str, &[&str])]) -> Mappings {
        let all = |role: &str| {
            let role = role.to_owned();
            ACCESS_SCREENS.into_iter().flat_map(move |screen| {
                let role = role.clone();
                NEEDED_ACTIONS.map(move |action| (role.clone(), screen.to_owned(), action))
            })
        };
        let own = |roles: &&[&str]| roles.iter().map(|role| (*role).to_owned()).collect();
        Mappings {
            apps: ["ADMIN", "HELP"].map(str::to_owned).into(),
            screens: all("ADMIN").chain([("HELP".to_owned(), ACCESS_SCREENS[0].to_owned(), Action::View)]).collect(),
            users: users.iter().map(|(user, roles)| ((*user).to_owned(), own(roles))).collect(),
        }
    }

    fn role(user: &str, role: &str) -> Removal {
        Removal::Role { user: user.into(), role: role.into() }
    }

    fn app(role: &str, app: &str) -> Removal {
        Removal::App { role: role.into(), app: app.into() }
    }

    fn outcome_name(outcome: Result<bool, Refusal>) -> &'static str {
        match outcome {
            Ok(true) => "less",
            Ok(false) => "same",
            Err(Refusal::Conflict(message)) => message.key,
            Err(_) => "other",
        }
    }

    #[test]
    fn administrators_cannot_remove_their_own_access() {
        let two = mappings(&[("A", &["ADMIN"]), ("B", &["ADMIN"]), ("C", &["HELP"])]);
        let screen =
            |action: &str| Removal::Screen { role: "ADMIN".into(), screen: "SD-SMS-004".into(), action: action.into() };
        for own in
            [role("A", "ADMIN"), Removal::User("A".into()), app("ADMIN", "SMS"), screen("edit"), screen("access")]
        {
            assert_eq!(outcome_name(two.check_removal("A", std::slice::from_ref(&own))), "ownAccess", "{own:?}");
        }
        assert_eq!(outcome_name(two.check_removal("A", &[role("B", "ADMIN")])), "less");
        assert_eq!(
            outcome_name(two.check_removal("A", &[screen("delete"), app("ADMIN", "BNK"), role("C", "HELP")])),
            "same"
        );
        // A user without these screens cannot remove their own account either.
        assert_eq!(outcome_name(two.check_removal("C", &[Removal::User("C".into())])), "ownAccess");
        // One of two roles that grant the same access can be removed.
        let both = mappings(&[("A", &["ADMIN", "HELP"])]);
        assert_eq!(outcome_name(both.check_removal("A", &[role("A", "HELP")])), "same");
    }

    #[test]
    fn the_last_administrator_cannot_be_removed() {
        let one = mappings(&[("A", &["ADMIN"]), ("C", &["HELP"])]);
        assert_eq!(outcome_name(one.check_removal("C", &[role("A", "ADMIN")])), "lastAdministrator");
        assert_eq!(outcome_name(one.check_removal("C", &[Removal::User("A".into())])), "lastAdministrator");
        assert_eq!(outcome_name(one.check_removal("C", &[app("ADMIN", "SMS")])), "lastAdministrator");
        let none = mappings(&[("C", &["HELP"])]);
        assert_eq!(outcome_name(none.check_removal("X", &[role("C", "HELP")])), "same");
    }
}
