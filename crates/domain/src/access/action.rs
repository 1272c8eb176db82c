/// The six permissions that a role can hold on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    Access,
    View,
    Edit,
    Delete,
    Copy,
    Close,
}

impl Action {
    pub const ALL: [Action; 6] =
        [Action::Access, Action::View, Action::Edit, Action::Delete, Action::Copy, Action::Close];
    /// The codes as `rolescreenmapping.actionCode` spells them, in the order of [`Action::ALL`].
    pub const CODES: [&str; 6] = ["access", "view", "edit", "delete", "copy", "close"];

    pub fn code(self) -> &'static str {
        Action::CODES[self as usize]
    }

    pub fn parse(code: &str) -> Option<Action> {
        Action::ALL.into_iter().find(|action| action.code() == code)
    }
}

/// A set of actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Actions(u8);

impl Actions {
    pub fn insert(&mut self, action: Action) {
        self.0 |= 1 << action as u8;
    }

    pub fn join(&mut self, other: Actions) {
        self.0 |= other.0;
    }

    pub fn has(self, action: Action) -> bool {
        self.0 & (1 << action as u8) != 0
    }

    pub fn codes(self) -> Vec<&'static str> {
        Action::ALL.into_iter().filter(|action| self.has(*action)).map(Action::code).collect()
    }
}
