//! The words a request is found by. Both databases store them in `docrequest.search`; each word begins with a mark of
//! its tenant, so that a posting list belongs to one tenant.

use domain::access::Scope;
use sha2::{Digest, Sha256};

use crate::Dialect;
use crate::requests::aggregate::RequestAggregate;

/// Longer words are cut, both when stored and when searched.
const LONGEST: usize = 60;

/// Four characters. Two tenants may share a mark: every query checks the tenant of the rows it finds.
pub(super) fn tenant_mark(scope: &Scope, tenant: &str) -> String {
    let hash = Sha256::digest(format!("{}/{}/{tenant}", scope.country, scope.entity));
    hash.iter().take(4).map(|byte| char::from(b"abcdefghijklmnopqrstuvwxyz234567"[usize::from(byte % 32)])).collect()
}

/// Lower case without quotation marks and control characters, which have a meaning in the query languages.
fn normalise(word: &str) -> String {
    let plain = |character: char| match character {
        '\'' => Some('\u{2019}'),
        '"' => Some('\u{201d}'),
        other => Some(other).filter(|character| !character.is_control()),
    };
    let word: String = word.chars().flat_map(char::to_lowercase).filter_map(plain).take(LONGEST).collect();
    // A telephone number is stored without its plus sign.
    match word.strip_prefix('+') {
        Some(number) if number.starts_with(|digit: char| digit.is_ascii_digit()) => number.to_owned(),
        _ => word,
    }
}

/// The value of `docrequest.search`.
pub(in crate::requests) fn search_words(scope: &Scope, aggregate: &RequestAggregate) -> String {
    let mark = tenant_mark(scope, &aggregate.request.tenant_code);
    let words = words(aggregate).into_iter().map(|word| format!("{mark}{word}"));
    words.collect::<Vec<_>>().join(" ")
}

/// Names, numbers and addresses of the customer and the parties.
fn words(aggregate: &RequestAggregate) -> Vec<String> {
    let (request, customer) = (&aggregate.request, &aggregate.request.customer);
    let mut texts = vec![
        customer.customer_name.clone(),
        customer.customer_reference.clone(),
        customer.email_address.clone(),
        request.txn_ref_no.clone(),
    ];
    texts.extend(request.user_reference.clone());
    for party in &aggregate.parties {
        texts.push(party.full_name());
        texts.extend(party.email_address.clone());
    }
    for mobile in aggregate.parties.iter().flat_map(|party| &party.mobile_number).chain([&customer.primary_mobile]) {
        texts.push(mobile.clone());
        // The number without the country code.
        let from = mobile.len().saturating_sub(10);
        texts.extend(mobile.get(from..).map(str::to_owned));
    }
    let mut words: Vec<String> = texts.iter().flat_map(|text| text.split_whitespace()).map(normalise).collect();
    words.retain(|word| !word.is_empty());
    words.sort_unstable();
    words.dedup();
    words
}

/// The query for FTS5 (`MATCH`) or PostgreSQL (`@@`): every word as a prefix. `None` if no word is left.
pub(super) fn text_query(dialect: Dialect, mark: &str, typed: &[String]) -> Option<String> {
    let words = typed.iter().map(|word| normalise(word)).filter(|word| !word.is_empty());
    let terms: Vec<String> = match dialect {
        Dialect::Sqlite => words.map(|word| format!("\"{mark}{word}\" *")).collect(),
        // Inside quotes only the backslash has a special meaning.
        Dialect::Postgres => words.map(|word| format!("'{mark}{}':*", word.replace('\\', "\\\\"))).collect(),
    };
    let and = if dialect == Dialect::Sqlite { " " } else { " & " };
    (!terms.is_empty()).then(|| terms.join(and))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(dialect: Dialect, typed: &str) -> String {
        text_query(dialect, "abcd", &[typed.to_owned()]).unwrap_or_default()
    }

    #[test]
    fn a_word_never_leaves_its_quotes() {
        assert_eq!(query(Dialect::Postgres, r"\|3/meera|z"), r"'abcd\\|3/meera|z':*");
        assert_eq!(query(Dialect::Postgres, "o'brien"), "'abcdo\u{2019}brien':*");
        assert_eq!(query(Dialect::Sqlite, "a\"b"), "\"abcda\u{201d}b\" *");
        assert_eq!(query(Dialect::Sqlite, "\u{0}\u{7}"), "");
    }

    #[test]
    fn words_are_stored_as_they_are_searched() {
        assert_eq!(normalise("+919841030001"), "919841030001");
        assert_eq!(normalise("MEENA"), "meena");
        assert_eq!(normalise("+x"), "+x");
        assert_eq!(normalise("\u{0bae}\u{0bc0}\u{0ba9}\u{0bbe}"), "\u{0bae}\u{0bc0}\u{0ba9}\u{0bbe}");
    }

    #[test]
    fn a_mark_is_the_tenants_own() {
        let scope = Scope { country: "IN".into(), entity: "NGB".into(), tenants: domain::access::Reach::Every };
        assert_eq!(tenant_mark(&scope, "RETAIL").len(), 4);
        assert_ne!(tenant_mark(&scope, "RETAIL"), tenant_mark(&scope, "SME"));
    }
}
