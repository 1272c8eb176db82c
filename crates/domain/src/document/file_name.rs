//! File names from uploads: displayed, stored and sent back, never used as a path.

/// The maximum number of characters in a name.
pub const MAX_LENGTH: usize = 200;
const DEFAULT_NAME: &str = "file";

/// Removes folders, control characters and direction marks (which disguise the real name), and replaces characters that
/// file systems refuse.
pub fn clean(raw: &str) -> String {
    let last = raw.rsplit(['/', '\\']).next().unwrap_or_default();
    let cleaned: String =
        last.chars().filter(|one| !is_invisible(*one)).map(|one| if is_forbidden(one) { '_' } else { one }).collect();
    let cleaned = cleaned.trim_matches(|one: char| one.is_whitespace() || one == '.');
    if cleaned.is_empty() { DEFAULT_NAME.to_owned() } else { shorten(cleaned) }
}

/// The part after the last dot, if there is a part before it.
pub fn extension(name: &str) -> Option<&str> {
    let (stem, extension) = name.rsplit_once('.')?;
    (!stem.is_empty() && !extension.is_empty()).then_some(extension)
}

/// `Content-Disposition` of a download (RFC 6266): an ASCII name for old clients, the exact one for all others.
pub fn attachment(name: &str) -> String {
    let name = clean(name);
    let plain: String = name.chars().map(|one| if one.is_ascii() && one != '%' { one } else { '_' }).collect();
    let mut exact = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            exact.push(char::from(byte));
        } else {
            exact.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{exact}")
}

/// Cuts the middle, because the extension says what the file is.
fn shorten(name: &str) -> String {
    let length = name.chars().count();
    if length <= MAX_LENGTH {
        return name.to_owned();
    }
    let tail = extension(name)
        .filter(|extension| extension.chars().count() <= 10)
        .map_or(0, |extension| extension.chars().count() + 1);
    name.chars().take(MAX_LENGTH - tail).chain(name.chars().skip(length - tail)).collect()
}

/// Joiners (U+200C, U+200D) stay: Indian scripts need them.
fn is_invisible(one: char) -> bool {
    one.is_control()
        || matches!(one, '\u{061C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}')
        || matches!(one, '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFD}' | '\u{E0000}'..='\u{E007F}')
}

fn is_forbidden(one: char) -> bool {
    "\"<>:|?*;".contains(one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_lose_paths_and_misleading_characters() {
        let table = [
            ("passport.pdf", "passport.pdf"),
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\me\\pan.png", "pan.png"),
            ("a\r\nSet-Cookie: x=1.pdf", "aSet-Cookie_ x=1.pdf"),
            ("invoice\u{202E}fdp.exe", "invoicefdp.exe"),
            ("  ..hidden.pdf. ", "hidden.pdf"),
            ("..", "file"),
            ("", "file"),
            ("\0\u{200B}", "file"),
            ("a\"b<c>.png", "a_b_c_.png"),
            ("ஆதார் அட்டை.pdf", "ஆதார் அட்டை.pdf"),
            ("क्\u{200D}ष.jpg", "क्\u{200D}ष.jpg"),
        ];
        for (raw, clean_name) in table {
            assert_eq!(clean(raw), clean_name, "{raw:?}");
        }
    }

    #[test]
    fn a_long_name_keeps_its_ending() {
        let name = clean(&format!("{}.pdf", "அ".repeat(500)));
        assert_eq!(name.chars().count(), MAX_LENGTH);
        assert!(name.ends_with("அ.pdf"));
        assert_eq!(clean(&format!("a.{}", "b".repeat(400))).chars().count(), MAX_LENGTH);
    }

    #[test]
    fn a_download_is_named_for_old_and_new_clients() {
        assert_eq!(
            attachment("pan card.pdf"),
            "attachment; filename=\"pan card.pdf\"; filename*=UTF-8''pan%20card.pdf"
        );
        assert_eq!(
            attachment("பான்.pdf"),
            "attachment; filename=\"____.pdf\"; filename*=UTF-8''%E0%AE%AA%E0%AE%BE%E0%AE%A9%E0%AF%8D.pdf"
        );
        assert_eq!(attachment("a%41\".pdf"), "attachment; filename=\"a_41_.pdf\"; filename*=UTF-8''a%2541_.pdf");
    }

    proptest! {
        #[test]
        fn no_name_breaks_a_header_or_leaves_a_folder(raw in "\\PC*|(?s).{0,300}|[./\\\\a\"\r\n]{0,40}") {
            let name = clean(&raw);
            prop_assert!(!name.is_empty() && name.chars().count() <= MAX_LENGTH);
            prop_assert!(!name.contains(['/', '\\', '"', '\r', '\n', '\0']) && !name.starts_with('.'));
            prop_assert_eq!(&clean(&name), &name);
            let header = attachment(&raw);
            prop_assert!(header.bytes().all(|byte| (0x20..0x7F).contains(&byte)));
            prop_assert_eq!(header.matches('"').count(), 2);
        }
    }
}
