//! Login outcomes, as recorded in the login log.

use crate::refusal::Refusal;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Success,
    WrongPassword,
    UnknownUser,
    /// Too many attempts: nothing more is checked or recorded until the lock ends.
    Locked,
    WrongCode,
    UserInactive,
    UserExpired,
    EntityInactive,
    EntityExpired,
    /// The identity provider refused, or it confirmed a person we do not know.
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

    /// The outcome to record for a refusal; `None` when the refusal says nothing about the user.
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

/// How an unknown user id is recorded. People sometimes type their password into this field, so only the first
/// characters are stored.
pub fn masked(typed: &str) -> String {
    let plain: Vec<char> = typed.chars().filter(|one| !one.is_control()).collect();
    let shown = if plain.len() > 4 { 2 } else { 0 };
    plain[..shown].iter().collect::<String>() + "•••"
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn an_unknown_id_is_masked() {
        assert_eq!((masked("BANKR1").as_str(), masked("abcd").as_str(), masked("").as_str()), ("BA•••", "•••", "•••"));
        assert_eq!(masked("\u{202e}\n\u{0}Canary@Pw"), "\u{202e}C•••");
    }
}
