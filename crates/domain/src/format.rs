//! Format checks for mail addresses, mobile numbers, URLs and similar texts; no look-ups.

use std::net::IpAddr;
use std::sync::LazyLock;

use regex::Regex;

pub fn is_code(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.@+-".contains(&byte))
}

/// Printable text: line breaks and tabs are allowed, other control characters are not.
pub fn is_text(text: &str) -> bool {
    text.chars().all(|character| !character.is_control() || matches!(character, '\n' | '\r' | '\t'))
}

/// A person's name that is safe in a mail: one line, no markup, and nothing that a mail client turns into a link.
pub fn is_person_name(text: &str) -> bool {
    let is_markup = |one: char| one.is_control() || "<>{}[]@\\`|".contains(one);
    // Direction marks can hide the real text.
    let is_direction_mark = |one: char| matches!(one, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let is_address = |word: &str| word.contains("//") || word.contains(":/") || is_dotted(word);
    !text.chars().any(|one| is_markup(one) || is_direction_mark(one)) && !text.split_whitespace().any(is_address)
}

/// A name that a customer chose: besides, nothing but letters and marks of any script, spaces and `'.-`. No digits, so
/// that it carries no number to call.
pub fn is_customer_name(text: &str) -> bool {
    // Some scripts of India join letters with an invisible joiner after a mark.
    static LETTERS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^(?:[\p{L} .'\u{2019}-]|\p{M}[\u{200C}\u{200D}]?)*$").expect("a pattern"));
    is_person_name(text) && LETTERS.is_match(text)
}

/// True for `host.example`, false for initials (`K.R.Meena`).
fn is_dotted(word: &str) -> bool {
    let is_letter = |one: char| one.is_alphanumeric() || one == '-';
    let labels: Vec<&str> = word.split('.').map(|label| label.trim_matches(|one: char| !is_letter(one))).collect();
    let is_ending = |label: &str| label.chars().filter(char::is_ascii_alphabetic).count() > 1;
    labels.windows(2).any(|pair| pair[0].chars().count() > 1 && is_ending(pair[1]))
}

pub fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.rsplit_once('@') else { return false };
    let local_ok = !local.is_empty()
        && local.len() <= 64
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && local.chars().all(|c| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c));
    local_ok && host.contains('.') && is_host(host)
}

pub fn is_host(text: &str) -> bool {
    !text.is_empty() && text.len() <= 253 && text.split('.').all(is_host_label)
}

fn is_host_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// E.164 with or without the plus: 7 to 15 digits.
pub fn is_mobile(text: &str) -> bool {
    let digits = text.strip_prefix('+').unwrap_or(text);
    (7..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A customer's user id: a mail address or a mobile number.
pub fn is_address(text: &str) -> bool {
    is_email(text) || is_mobile(text)
}

/// True when both are the same number, with or without country code. Two numbers with a country code must be identical.
pub fn is_same_mobile(one: &str, other: &str) -> bool {
    const OWN: usize = 10;
    if one.starts_with('+') && other.starts_with('+') {
        return one == other;
    }
    let digits = |text: &'_ str| text.trim_start_matches(['+', '0']).to_owned();
    let (one, other) = (digits(one), digits(other));
    let is_own = |whole: &str, own: &str| own.len() >= OWN && whole.ends_with(own);
    one == other || is_own(&one, &other) || is_own(&other, &one)
}

/// `https`, or `http` to the local machine.
pub fn is_url(text: &str) -> bool {
    let (rest, local_only) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
        (Some(rest), _) => (rest, false),
        (_, Some(rest)) => (rest, true),
        _ => return false,
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or("");
    let (host, port) = authority.rsplit_once(':').unwrap_or((authority, "443"));
    let printable = text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte));
    printable
        && is_host(host)
        && port.parse::<u16>().is_ok()
        && (!local_only || matches!(host, "localhost" | "127.0.0.1"))
}

pub fn is_ip(text: &str) -> bool {
    text.parse::<IpAddr>().is_ok()
}

pub fn is_time_zone(text: &str) -> bool {
    jiff::tz::TimeZone::get(text).is_ok()
}

pub const IMAGE_LIMIT: usize = 2 * 1024 * 1024;

/// The reason for refusing an image in a `data:` URL.
#[derive(Debug, PartialEq, Eq)]
pub enum ImageFault {
    NotAnImage,
    TooLarge,
}

/// The declared type must be supported and match the first bytes.
pub fn image(text: &str) -> Result<(), ImageFault> {
    let parts = text.strip_prefix("data:image/").and_then(|rest| rest.split_once(";base64,"));
    let Some((declared, data)) = parts else { return Err(ImageFault::NotAnImage) };
    if data.len() / 4 * 3 > IMAGE_LIMIT {
        return Err(ImageFault::TooLarge);
    }
    let magic: &[&str] = match declared {
        "png" => &["iVBORw0KGgo"],
        "jpg" | "jpeg" => &["/9j/"],
        "bmp" => &["Qk"],
        "gif" => &["R0lGOD"],
        "tiff" => &["SUkqA", "TU0AK"],
        "webp" => &["UklGR"],
        _ => return Err(ImageFault::NotAnImage),
    };
    let is_base64 = data.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
    if is_base64 && magic.iter().any(|start| data.starts_with(start)) { Ok(()) } else { Err(ImageFault::NotAnImage) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_are_distinguished_from_links_and_markup() {
        let tamil = "கா. மீனா";
        for name in ["Meena", "K.R.Meena", "A.P.J. Abdul Kalam", "Dr. Rao", "O'Brien-Smith", "Kumar S/O Raman", tamil] {
            assert!(is_person_name(name), "{name}");
        }
        let links = ["evil.example", "see www.evil.in", "https://x", "http:/x", "a@b.in", "(pay.at/now)", "Won!bit.ly"];
        let markup = ["<b>Meena", "Meena>", "{{link}}", "[here](x)", "a\nb", "a\u{7}b", "evil\u{202E}moc"];
        for text in links.into_iter().chain(markup) {
            assert!(!is_person_name(text), "{text}");
        }
    }

    #[test]
    fn a_name_chosen_by_a_customer_has_letters_only() {
        let (tamil, sinhala, hindi) = ("கா. மீனாட்சி", "ශ්\u{200D}රී", "मीना");
        for name in ["Meena", "K.R.Meena", "O'Brien-Smith", "D\u{2019}Souza", "José", tamil, sinhala, hindi] {
            assert!(is_customer_name(name), "{name}");
        }
        let refused =
            ["Call +91 99999 99999", "evil\u{2024}example/pay", "evil.example", "Ravi S/O Raman", "Ravi2", "\u{0BE7}"];
        for name in refused.into_iter().chain(["a\u{200D}b", "Ravi_K", "Ravi & Co", "\u{FF11}", "a\tb", "🙂"]) {
            assert!(!is_customer_name(name), "{name}");
        }
    }

    #[test]
    fn malformed_mail_addresses_are_refused() {
        for good in ["a@b.in", "first.last+tag@mail.example.com", &format!("{}@example.com", "x".repeat(64))] {
            assert!(is_email(good), "{good}");
        }
        for bad in
            ["", "a", "a@b", "@b.in", "a@.in", "a b@c.in", "a@b..in", ".a@b.in", "a@-b.in", "a@b.in\r\nBcc:x@y.in"]
        {
            assert!(!is_email(bad), "{bad}");
        }
    }

    #[test]
    fn a_number_is_the_same_with_and_without_its_country_code() {
        for (one, other) in
            [("+919841030001", "9841030001"), ("09841030001", "+919841030001"), ("919841030001", "00919841030001")]
        {
            assert!(is_same_mobile(one, other) && is_same_mobile(other, one), "{one} {other}");
        }
        for (one, other) in
            [("+919841030001", "+19841030001"), ("9841030001", "9841030002"), ("91234567", "+6591234567")]
        {
            assert!(!is_same_mobile(one, other) && !is_same_mobile(other, one), "{one} {other}");
        }
    }

    #[test]
    fn plain_http_is_only_for_the_local_machine() {
        assert!(is_url("https://hooks.example.com/in?x=1"));
        assert!(is_url("http://localhost:8080/in"));
        for bad in [
            "http://hooks.example.com",
            "ftp://a.b",
            "https://",
            "https://a b.c",
            "javascript:alert(1)",
            "https://u@h:99999",
        ] {
            assert!(!is_url(bad), "{bad}");
        }
    }

    #[test]
    fn an_image_must_start_with_the_signature_of_its_type() {
        assert_eq!(image("data:image/png;base64,iVBORw0KGgoAAAA="), Ok(()));
        assert_eq!(image("data:image/png;base64,PHN2Zz4="), Err(ImageFault::NotAnImage));
        assert_eq!(image("data:image/svg+xml;base64,PHN2Zz4="), Err(ImageFault::NotAnImage));
        assert_eq!(
            image(&format!("data:image/png;base64,iVBORw0KGgo{}", "A".repeat(3_000_000))),
            Err(ImageFault::TooLarge)
        );
    }
}
