//! The password rules of the specification: 7 to 19 characters, a letter, a digit and a special character.

use crate::message::Message;

pub const MIN_LENGTH: usize = 7;
pub const MAX_LENGTH: usize = 19;

pub fn check(password: &str) -> Result<(), Message> {
    let length = password.chars().count();
    let has = |wanted: fn(char) -> bool| password.chars().any(wanted);
    let is_special = |character: char| !character.is_alphanumeric() && !character.is_whitespace();
    if length < MIN_LENGTH {
        Err(Message::plain("passwordShort"))
    } else if length > MAX_LENGTH {
        Err(Message::plain("passwordLong"))
    } else if !has(char::is_alphabetic) {
        Err(Message::plain("passwordNoLetter"))
    } else if !has(|c| c.is_ascii_digit()) || !has(is_special) || has(char::is_control) {
        Err(Message::plain("passwordWeak"))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn each_rule_has_its_own_message() {
        let result = |password: &str| check(password).map_err(|message| message.key);
        assert_eq!(result("Docz@2026"), Ok(()));
        assert_eq!(result("a1@45678901234567890"), Err("passwordLong"));
        assert_eq!(result("a1@456"), Err("passwordShort"));
        assert_eq!(result("1234567@"), Err("passwordNoLetter"));
        assert_eq!(result("abcdefg@"), Err("passwordWeak"));
        assert_eq!(result("abcdefg1"), Err("passwordWeak"));
    }
}
