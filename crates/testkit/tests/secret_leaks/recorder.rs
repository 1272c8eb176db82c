//! The secrets to search for, and the answers to search in.

use std::collections::{HashMap, HashSet};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use testkit::{Answer, TestApp};

pub const PASSWORD: &str = "Canary@Pw77310";
pub const NEXT_PASSWORD: &str = "Canary@Nx55120";
pub const OTP: &str = "canary-otp-883120";
pub const TOKEN: &str = "canary-token-409182";
pub const CAPTCHA: &str = "canary-captcha-5512";
pub const LINK: &str = "canary-link-771904";
pub const SECRET: &str = "canary-secret-630571";

/// Collects what no log, row or answer may hold: the planted secrets, and tokens, codes and links as they are made.
pub struct Recorder {
    pub secrets: Vec<String>,
    pub answers: Vec<String>,
}

impl Recorder {
    pub fn new() -> Recorder {
        let secrets = [PASSWORD, NEXT_PASSWORD, OTP, TOKEN, CAPTCHA, LINK, SECRET].map(str::to_owned);
        Recorder { secrets: secrets.into(), answers: Vec::new() }
    }

    /// Keeps the body and every header except the one that carries the token.
    pub fn record(&mut self, what: &str, answer: &Answer) {
        let headers: Vec<String> = answer
            .headers
            .iter()
            .filter(|(name, _)| *name != "authorization")
            .map(|(name, value)| format!("{name}: {value:?}"))
            .collect();
        self.answers.push(format!("{what} {} {}", headers.join(" "), String::from_utf8_lossy(&answer.bytes)));
    }

    /// Every place where a secret was found.
    pub fn leaks<'a>(&self, texts: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
        let finder = SecretFinder::new(&self.secrets);
        texts.flat_map(|(place, text)| finder.find_in(place, text)).collect()
    }
}

/// The forms a secret may take: plain, percent-encoded and base 64.
fn forms(canary: &str) -> [String; 4] {
    [
        canary.to_owned(),
        utf8_percent_encode(canary, NON_ALPHANUMERIC).to_string(),
        STANDARD_NO_PAD.encode(canary),
        URL_SAFE_NO_PAD.encode(canary),
    ]
}

/// Finds all forms of all secrets in one pass over a text.
struct SecretFinder {
    /// Keyed by their first two bytes.
    forms: HashMap<[u8; 2], Vec<String>>,
    starts: Box<[[bool; 256]; 256]>,
    /// Codes are short, so they are found only as whole words.
    codes: HashSet<String>,
}

impl SecretFinder {
    fn new(secrets: &[String]) -> SecretFinder {
        let (codes, long): (Vec<&String>, Vec<&String>) = secrets.iter().partition(|canary| canary.len() == 6);
        let starts = Box::new([[false; 256]; 256]);
        let mut finder = SecretFinder { forms: HashMap::new(), starts, codes: codes.into_iter().cloned().collect() };
        for form in long.into_iter().flat_map(|canary| forms(canary)) {
            let bytes = form.as_bytes();
            finder.starts[usize::from(bytes[0])][usize::from(bytes[1])] = true;
            let known = finder.forms.entry([bytes[0], bytes[1]]).or_default();
            if !known.contains(&form) {
                known.push(form);
            }
        }
        finder
    }

    fn find_in(&self, place: &str, text: &str) -> Vec<String> {
        let bytes = text.as_bytes();
        let mut found = HashSet::new();
        for at in 1..bytes.len() {
            if self.starts[usize::from(bytes[at - 1])][usize::from(bytes[at])] {
                let here = &self.forms[&[bytes[at - 1], bytes[at]]];
                found.extend(here.iter().filter(|form| bytes[at - 1..].starts_with(form.as_bytes())));
            }
        }
        let words = text.split(|one: char| !one.is_ascii_alphanumeric());
        found.extend(words.filter_map(|word| self.codes.get(word)));
        found.into_iter().map(|form| format!("{form} in {place}: {:.300}", around(text, form))).collect()
    }
}

fn around(text: &str, canary: &str) -> String {
    let at = text.find(canary).unwrap_or(0);
    text[..at]
        .chars()
        .rev()
        .take(150)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .chain(text[at..].chars().take(60))
        .collect()
}

/// True when a code is nowhere in the database: six digits may be a postal code as well.
pub async fn is_unused(app: &TestApp, code: &str) -> bool {
    let stands = |row: &String| row.split(|one: char| !one.is_ascii_alphanumeric()).any(|word| word == code);
    !app.dump().await.iter().any(stands)
}

#[test]
fn every_form_of_a_secret_is_found() {
    let recorder = Recorder { secrets: vec![SECRET.to_owned(), "123456".to_owned()], answers: Vec::new() };
    let encoded = forms(SECRET);
    let texts = ["nothing 1234567 a123456", "x 123456.", &format!("x{SECRET}"), &encoded[1], &encoded[2], ""];
    let leaks: Vec<usize> = texts.iter().map(|text| recorder.leaks([("here", *text)].into_iter()).len()).collect();
    assert_eq!(leaks, [0, 1, 1, 1, 1, 0]);
}
