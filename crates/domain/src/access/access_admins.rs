//! Who keeps users and roles. Nobody of them may lock himself out, and one of them must be left.

use std::collections::{BTreeMap, BTreeSet};

use super::{Action, AppCode};
use crate::message::Message;
use crate::refusal::Refusal;

/// What it takes to give access back: User Master, User Role, Role Screen Action and Role App Mapping.
pub const KEEPING: [&str; 4] = ["SD-SMS-002", "SD-SMS-003", "SD-SMS-004", "SD-SMS-007"];
const NEEDED: [Action; 3] = [Action::Access, Action::View, Action::Edit];

/// Access that a change would take away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
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
    /// The user himself: removed, inactive or expired.
    User(String),
}

/// What the mappings say of the screens above.
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
    /// May this be taken away by this user? Says whether it changes anything for anybody who keeps users and roles.
    pub fn take(&self, actor: &str, taken: &[Taken]) -> Result<bool, Refusal> {
        let after = self.without(taken);
        let is_himself = taken.iter().any(|one| matches!(one, Taken::User(user) if user == actor));
        if is_himself || after.kept_by(actor) != self.kept_by(actor) {
            return Err(Refusal::Conflict(Message::plain("ownAccess")));
        }
        if self.has_keeper() && !after.has_keeper() {
            return Err(Refusal::Conflict(Message::plain("lastAdministrator")));
        }
        Ok(self.users.keys().any(|user| self.kept_by(user) != after.kept_by(user)))
    }

    fn without(&self, taken: &[Taken]) -> Mappings {
        let mut after = self.clone();
        for one in taken {
            match one {
                Taken::App { role, app } if app == AppCode::Sms.code() => {
                    after.apps.remove(role);
                }
                Taken::App { .. } => {}
                Taken::Screen { role, screen, action } => {
                    after.screens.retain(|(of, on, what)| (of, on, what.code()) != (role, screen, action.as_str()));
                }
                Taken::Role { user, role } => {
                    if let Some(roles) = after.users.get_mut(user) {
                        roles.retain(|held| held != role);
                    }
                }
                Taken::User(user) => {
                    after.users.remove(user);
                }
            }
        }
        after
    }

    /// The screens of access that a user can use to give some back.
    fn kept_by(&self, user: &str) -> Vec<&'static str> {
        let roles = self.users.get(user).map(Vec::as_slice).unwrap_or_default();
        let roles: Vec<&String> = roles.iter().filter(|role| self.apps.contains(*role)).collect();
        let holds = |screen: &str, action: Action| {
            self.screens.iter().any(|(of, on, what)| roles.contains(&of) && on == screen && *what == action)
        };
        KEEPING.into_iter().filter(|screen| NEEDED.iter().all(|action| holds(screen, *action))).collect()
    }

    fn has_keeper(&self) -> bool {
        self.users.keys().any(|user| self.kept_by(user).len() == KEEPING.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mappings(users: &[(&str, &[&str])]) -> Mappings {
        let all = |role: &str| {
            let role = role.to_owned();
            KEEPING.into_iter().flat_map(move |screen| {
                let role = role.clone();
                NEEDED.map(move |action| (role.clone(), screen.to_owned(), action))
            })
        };
        let own = |roles: &&[&str]| roles.iter().map(|role| (*role).to_owned()).collect();
        Mappings {
            apps: ["ADMIN", "HELP"].map(str::to_owned).into(),
            screens: all("ADMIN").chain([("HELP".to_owned(), KEEPING[0].to_owned(), Action::View)]).collect(),
            users: users.iter().map(|(user, roles)| ((*user).to_owned(), own(roles))).collect(),
        }
    }

    fn role(user: &str, role: &str) -> Taken {
        Taken::Role { user: user.into(), role: role.into() }
    }

    fn app(role: &str, app: &str) -> Taken {
        Taken::App { role: role.into(), app: app.into() }
    }

    fn told(outcome: Result<bool, Refusal>) -> &'static str {
        match outcome {
            Ok(true) => "less",
            Ok(false) => "same",
            Err(Refusal::Conflict(message)) => message.key,
            Err(_) => "other",
        }
    }

    #[test]
    fn nobody_takes_away_his_own() {
        let two = mappings(&[("A", &["ADMIN"]), ("B", &["ADMIN"]), ("C", &["HELP"])]);
        let screen =
            |action: &str| Taken::Screen { role: "ADMIN".into(), screen: "SD-SMS-004".into(), action: action.into() };
        for own in [role("A", "ADMIN"), Taken::User("A".into()), app("ADMIN", "SMS"), screen("edit"), screen("access")]
        {
            assert_eq!(told(two.take("A", std::slice::from_ref(&own))), "ownAccess", "{own:?}");
        }
        assert_eq!(told(two.take("A", &[role("B", "ADMIN")])), "less");
        assert_eq!(told(two.take("A", &[screen("delete"), app("ADMIN", "BNK"), role("C", "HELP")])), "same");
        // Who keeps nothing may still not shut himself out.
        assert_eq!(told(two.take("C", &[Taken::User("C".into())])), "ownAccess");
        // Held by two roles, one of them may go.
        let both = mappings(&[("A", &["ADMIN", "HELP"])]);
        assert_eq!(told(both.take("A", &[role("A", "HELP")])), "same");
    }

    #[test]
    fn one_administrator_is_left() {
        let one = mappings(&[("A", &["ADMIN"]), ("C", &["HELP"])]);
        assert_eq!(told(one.take("C", &[role("A", "ADMIN")])), "lastAdministrator");
        assert_eq!(told(one.take("C", &[Taken::User("A".into())])), "lastAdministrator");
        assert_eq!(told(one.take("C", &[app("ADMIN", "SMS")])), "lastAdministrator");
        let none = mappings(&[("C", &["HELP"])]);
        assert_eq!(told(none.take("X", &[role("C", "HELP")])), "same");
    }
}
