//! Countries and their states, embedded as data (ISO 3166-1 and 3166-2, state codes without the country).

const COUNTRIES: &str = include_str!("countries.csv");
const STATES: &str = include_str!("states.csv");

fn rows(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().skip(1).filter(|line| !line.is_empty())
}

fn unquote(name: &str) -> String {
    match name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => name.to_owned(),
    }
}

/// Code and name of every country.
pub fn countries() -> impl Iterator<Item = (&'static str, String)> {
    rows(COUNTRIES).filter_map(|line| line.split_once(',')).map(|(code, name)| (code, unquote(name)))
}

/// Code and name of the states of a country.
pub fn states(country: &str) -> impl Iterator<Item = (&'static str, String)> {
    let of_country = move |line: &'static str| line.split_once(',').filter(|(code, _)| *code == country);
    rows(STATES)
        .filter_map(of_country)
        .filter_map(|(_, rest)| rest.split_once(','))
        .map(|(code, name)| (code, unquote(name)))
}

pub fn is_country(code: &str) -> bool {
    countries().any(|(known, _)| known == code)
}

/// Any code is valid for a country without embedded states.
pub fn is_state(country: &str, code: &str) -> bool {
    let mut known = states(country).peekable();
    known.peek().is_none() || known.any(|(state, _)| state == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_countries_and_the_states_of_india_are_embedded() {
        assert!(countries().count() >= 249);
        assert!(is_country("IN") && !is_country("XX"));
        assert_eq!(states("IN").count(), 36);
        assert!(is_state("IN", "TN") && !is_state("IN", "CA") && is_state("US", "CA"));
        assert!(states("US").count() >= 50 && states("CN").count() >= 31);
    }
}
