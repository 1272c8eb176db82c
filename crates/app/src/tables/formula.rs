//! Cells that a spreadsheet would run.

/// Puts an apostrophe before a cell that a spreadsheet would run as a formula, and before one that already has one;
/// `rearm` removes it.
pub(crate) fn disarm(text: &str) -> String {
    if is_formula(text.trim_start_matches('\'')) { format!("'{text}") } else { text.to_owned() }
}

/// Reverses `disarm`.
pub(crate) fn rearm(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest.trim_start_matches('\''))).unwrap_or(cell)
}

/// Spreadsheets skip leading blanks, and some treat full-width and small forms of a sign like the sign itself.
fn is_formula(text: &str) -> bool {
    let shown = text.trim_start_matches(|one: char| one.is_whitespace() || is_invisible(one));
    let mut characters = shown.chars();
    match characters.next() {
        Some('=' | '@' | '＝' | '＋' | '－' | '＠' | '﹦' | '﹢' | '﹣' | '﹫' | '−') => true,
        Some('+' | '-') => !characters.all(|character| character.is_ascii_digit() || ". ()".contains(character)),
        _ => text.starts_with(['\t', '\r', '\n']),
    }
}

fn is_invisible(one: char) -> bool {
    one.is_control() || matches!(one, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::{disarm, rearm};

    #[test]
    fn formulas_are_disarmed_and_mobile_numbers_are_not() {
        assert_eq!(disarm("=1+1"), "'=1+1");
        assert_eq!(disarm("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
        assert_eq!(disarm("+919840012345"), "+919840012345");
        assert_eq!(disarm("plain"), "plain");
    }

    #[test]
    fn look_alikes_of_signs_are_disarmed_and_import_restores_the_original() {
        let hostile = [
            "＝1+1",
            "＋1+1",
            "－1+1",
            "＠SUM(A1)",
            "﹦1+1",
            "﹢1",
            "﹣1",
            "﹫A1",
            "−1+1",
            "\tx",
            "\r=1",
            "\n=1",
            " =1+1",
            "\u{A0}=1",
            "\u{3000}＝1",
            "\u{FEFF}=1",
            "\u{200B}@A1",
            "'=1+1",
            "''=1+1",
            "'＝1",
        ];
        for text in hostile {
            let cell = disarm(text);
            assert_eq!(cell, format!("'{text}"));
            assert_eq!(rearm(&cell), text);
        }
        for plain in ["a=b", "மீனா = 1", "'quoted'", "O'Brien", "+91 98400 (12345)", "-12.50", "", "'", "２０２６"]
        {
            assert_eq!(disarm(plain), plain);
            assert_eq!(rearm(plain), plain);
        }
    }
}
