//! Creates and hashes one-time secrets: codes of six digits, links of 256 bits.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use store::Keys;
use zeroize::Zeroizing;

use crate::{Error, Result};

pub struct Codes {
    key: Zeroizing<[u8; 32]>,
}

impl Codes {
    pub fn new(keys: &Keys) -> Codes {
        Codes { key: keys.derive("one-time|1") }
    }

    /// Six digits, uniformly distributed.
    pub fn digits(&self) -> Result<String> {
        loop {
            let mut bytes = [0; 4];
            getrandom::fill(&mut bytes).map_err(Error::internal)?;
            let number = u32::from_be_bytes(bytes);
            // Values in the incomplete last range would favour small codes.
            if number < u32::MAX - u32::MAX % 1_000_000 {
                return Ok(format!("{:06}", number % 1_000_000));
            }
        }
    }

    /// An unguessable reference or link.
    pub fn secret(&self) -> Result<String> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(Error::internal)?;
        Ok(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The hash stored instead of the secret.
    pub fn hash(&self, label: &str, text: &str) -> String {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&*self.key).expect("any length is a key");
        mac.update(label.as_bytes());
        mac.update(&[0]);
        mac.update(text.as_bytes());
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }
}
