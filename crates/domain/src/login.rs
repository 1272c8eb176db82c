//! How a login ends, as the log of logins tells it.

use crate::refusal::Refusal;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Success,
    WrongPassword,
    UnknownUser,
    /// Too many tries: from here on nothing more is looked at, or written down, until the time is over.
    Locked,
    WrongCode,
    UserInactive,
    UserExpired,
    EntityInactive,
    EntityExpired,
    /// Somebody else did not vouch for him, or for nobody we know.
    SignOnRefused,
}

impl Outcome {
    pub const ALL: [Outcome; 10] = [
        Outcome::Success,
        Outcome::WrongPassword,
        Outcome::UnknownUser,
        Outcome::Locked,
        Outcome::WrongCode,
        Outcome::UserInactive,
        Outcome::UserExpired,
        Outcome::EntityInactive,
        Outcome::EntityExpired,
        Outcome::SignOnRefused,
    ];

    pub fn code(self) -> &'static str {
        match self {
            Outcome::Success => "success",
            Outcome::WrongPassword => "wrongPassword",
            Outcome::UnknownUser => "unknownUser",
            Outcome::Locked => "locked",
            Outcome::WrongCode => "wrongCode",
            Outcome::UserInactive => "userInactive",
            Outcome::UserExpired => "userExpired",
            Outcome::EntityInactive => "entityInactive",
            Outcome::EntityExpired => "entityExpired",
            Outcome::SignOnRefused => "signOnRefused",
        }
    }

    /// What a refusal means for the log; nothing where it says nothing about who came.
    pub fn of(refusal: &Refusal) -> Option<Outcome> {
        match refusal {
            Refusal::LoginFailed => Some(Outcome::WrongPassword),
            Refusal::TooManyTries { .. } => Some(Outcome::Locked),
            Refusal::OtpInvalid => Some(Outcome::WrongCode),
            Refusal::UserInactive => Some(Outcome::UserInactive),
            Refusal::UserExpired => Some(Outcome::UserExpired),
            Refusal::EntityInactive => Some(Outcome::EntityInactive),
            Refusal::EntityExpired => Some(Outcome::EntityExpired),
            Refusal::SignOnFailed | Refusal::SignOnUnknown => Some(Outcome::SignOnRefused),
            _ => None,
        }
    }
}

/// How somebody whom we do not know is written down. People type a password where their id belongs, so no more than the
/// beginning of it is kept.
pub fn masked(typed: &str) -> String {
    let plain: Vec<char> = typed.chars().filter(|one| !one.is_control()).collect();
    let shown = if plain.len() > 4 { 2 } else { 0 };
    plain[..shown].iter().collect::<String>() + "•••"
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn what_a_stranger_typed_is_hardly_shown() {
        assert_eq!((masked("BANKR1").as_str(), masked("abcd").as_str(), masked("").as_str()), ("BA•••", "•••", "•••"));
        assert_eq!(masked("\u{202e}\n\u{0}Canary@Pw"), "\u{202e}C•••");
    }
}
