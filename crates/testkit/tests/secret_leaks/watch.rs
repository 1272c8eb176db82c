//! What is looked for, and where it was heard.

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

/// What no log, row or answer may hold. The real ones (tokens, codes, links) join them as they are made.
pub struct Watch {
    pub canaries: Vec<String>,
    pub answers: Vec<String>,
}

impl Watch {
    pub fn new() -> Watch {
        let canaries = [PASSWORD, NEXT_PASSWORD, OTP, TOKEN, CAPTCHA, LINK, SECRET].map(str::to_owned);
        Watch { canaries: canaries.into(), answers: Vec::new() }
    }

    /// Keeps the body, and every header but the one that is made to carry a token.
    pub fn heard(&mut self, what: &str, answer: &Answer) {
        let headers: Vec<String> = answer
            .headers
            .iter()
            .filter(|(name, _)| *name != "authorization")
            .map(|(name, value)| format!("{name}: {value:?}"))
            .collect();
        self.answers.push(format!("{what} {} {}", headers.join(" "), String::from_utf8_lossy(&answer.bytes)));
    }

    /// Every place where one of them stands.
    pub fn hits<'a>(&self, texts: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
        let net = Net::of(&self.canaries);
        texts.flat_map(|(place, text)| net.catch(place, text)).collect()
    }
}

/// How a canary may look: plain, in percent-encoding, and in base 64.
fn forms(canary: &str) -> [String; 4] {
    [
        canary.to_owned(),
        utf8_percent_encode(canary, NON_ALPHANUMERIC).to_string(),
        STANDARD_NO_PAD.encode(canary),
        URL_SAFE_NO_PAD.encode(canary),
    ]
}

/// All forms of all canaries, looked for in one walk through a text.
struct Net {
    /// By their first two bytes.
    forms: HashMap<[u8; 2], Vec<String>>,
    starts: Box<[[bool; 256]; 256]>,
    /// Codes are short, so they count only as a word.
    codes: HashSet<String>,
}

impl Net {
    fn of(canaries: &[String]) -> Net {
        let (codes, long): (Vec<&String>, Vec<&String>) = canaries.iter().partition(|canary| canary.len() == 6);
        let starts = Box::new([[false; 256]; 256]);
        let mut net = Net { forms: HashMap::new(), starts, codes: codes.into_iter().cloned().collect() };
        for form in long.into_iter().flat_map(|canary| forms(canary)) {
            let bytes = form.as_bytes();
            net.starts[usize::from(bytes[0])][usize::from(bytes[1])] = true;
            let known = net.forms.entry([bytes[0], bytes[1]]).or_default();
            if !known.contains(&form) {
                known.push(form);
            }
        }
        net
    }

    fn catch(&self, place: &str, text: &str) -> Vec<String> {
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

/// A code of six digits is any of a million, and so is a postal code: one that stands somewhere already proves nothing.
pub async fn is_new(app: &TestApp, code: &str) -> bool {
    let stands = |row: &String| row.split(|one: char| !one.is_ascii_alphanumeric()).any(|word| word == code);
    !app.dump().await.iter().any(stands)
}

#[test]
fn the_net_catches_every_form() {
    let watch = Watch { canaries: vec![SECRET.to_owned(), "123456".to_owned()], answers: Vec::new() };
    let encoded = forms(SECRET);
    let texts = ["nothing 1234567 a123456", "x 123456.", &format!("x{SECRET}"), &encoded[1], &encoded[2], ""];
    let hits: Vec<usize> = texts.iter().map(|text| watch.hits([("here", *text)].into_iter()).len()).collect();
    assert_eq!(hits, [0, 1, 1, 1, 1, 0]);
}
