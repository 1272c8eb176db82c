//! The state of a login at a provider, carried encrypted by the browser; nothing is stored.

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use store::Keys;

use crate::{Error, Result};

/// No `Debug`, because it is secret.
#[derive(Serialize, Deserialize, Clone, PartialEq)]
pub struct Ticket {
    pub country: String,
    pub entity: String,
    pub tenant: Option<String>,
    pub app_code: String,
    pub state: String,
    pub nonce: String,
    pub verifier: String,
    pub redirect: String,
    pub expires: i64,
}

pub struct Tickets {
    cipher: Aes256Gcm,
}

impl Tickets {
    pub fn new(keys: &Keys) -> Tickets {
        Tickets { cipher: Aes256Gcm::new((&*keys.derive("sign-on|1")).into()) }
    }

    pub(super) fn seal(&self, ticket: &Ticket) -> Result<String> {
        let mut nonce = [0; 12];
        getrandom::fill(&mut nonce).map_err(Error::internal)?;
        let plain = serde_json::to_vec(ticket).map_err(Error::internal)?;
        let sealed = self.cipher.encrypt(&Nonce::from(nonce), plain.as_slice()).map_err(Error::internal)?;
        Ok(URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat()))
    }

    /// `None` unless we encrypted it and it has not expired.
    pub(super) fn open(&self, text: &str, now: i64) -> Option<Ticket> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(12)?;
        let nonce: [u8; 12] = nonce.try_into().ok()?;
        let plain = self.cipher.decrypt(&Nonce::from(nonce), sealed).ok()?;
        let ticket: Ticket = serde_json::from_slice(&plain).ok()?;
        (ticket.expires > now).then_some(ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::RootKey;

    #[test]
    fn forged_and_expired_tickets_are_refused() {
        let tickets = |root| Tickets::new(&Keys::new(RootKey::new([root; 32])));
        let text = || "x".to_owned();
        let ticket = Ticket {
            country: text(),
            entity: text(),
            tenant: None,
            app_code: text(),
            state: text(),
            nonce: text(),
            verifier: "canary-verifier".into(),
            redirect: text(),
            expires: 100,
        };
        let sealed = tickets(1).seal(&ticket).unwrap();
        assert!(tickets(1).open(&sealed, 99).is_some_and(|opened| opened == ticket));
        assert!(tickets(1).open(&sealed, 100).is_none() && tickets(2).open(&sealed, 99).is_none());
        assert!(tickets(1).open(&sealed[..sealed.len() - 1], 99).is_none() && tickets(1).open("", 0).is_none());
    }
}
