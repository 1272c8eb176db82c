use domain::access::Side;
use ed25519_dalek::SigningKey;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use store::Keys;

use crate::{Error, Result};

/// How long a token is good for.
pub const TOKEN_SECONDS: i64 = 900;
const KEY_ID: &str = "1";

/// What a token says. It only points at a session row; that row decides.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Claims {
    pub sub: String,
    pub country: String,
    pub entity: String,
    pub sid: String,
    pub generation: i64,
    pub aud: String,
    pub iat: i64,
    pub exp: i64,
}

impl Claims {
    pub fn side(&self) -> Side {
        if self.aud == audience(Side::Customer) { Side::Customer } else { Side::Staff }
    }
}

fn audience(side: Side) -> &'static str {
    match side {
        Side::Staff => "docz-staff",
        Side::Customer => "docz-customer",
    }
}

/// Ed25519 signatures with a key derived from the root key.
pub struct Tokens {
    signing: EncodingKey,
    checking: DecodingKey,
}

/// What stands before a raw Ed25519 seed in PKCS #8.
const PKCS8: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

impl Tokens {
    pub fn new(keys: &Keys) -> Tokens {
        let seed = keys.derive("token-signing|1");
        let public = SigningKey::from_bytes(&seed).verifying_key();
        let signing = EncodingKey::from_ed_der(&[&PKCS8[..], &*seed].concat());
        Tokens { signing, checking: DecodingKey::from_ed_der(public.as_bytes()) }
    }

    /// A token for this generation of a session, not beyond the session's own end.
    pub fn issue(
        &self,
        scope: (&str, &str),
        user: &str,
        session: (&str, i64),
        now: i64,
        ends: i64,
        side: Side,
    ) -> Result<String> {
        let claims = Claims {
            sub: user.to_owned(),
            country: scope.0.to_owned(),
            entity: scope.1.to_owned(),
            sid: session.0.to_owned(),
            generation: session.1,
            aud: audience(side).to_owned(),
            iat: now,
            exp: (now + TOKEN_SECONDS).min(ends),
        };
        let header = Header { kid: Some(KEY_ID.to_owned()), ..Header::new(Algorithm::EdDSA) };
        encode(&header, &claims, &self.signing).map_err(Error::internal)
    }

    /// The claims of a token that we signed and that is still good at `now`.
    pub fn check(&self, token: &str, now: i64) -> Option<Claims> {
        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.set_audience(&[audience(Side::Staff), audience(Side::Customer)]);
        // The clock is ours to read, not the library's.
        validation.validate_exp = false;
        let claims = decode::<Claims>(token, &self.checking, &validation).ok()?.claims;
        (claims.exp > now && claims.iat <= now + 5).then_some(claims)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::RootKey;

    fn tokens(root: u8) -> Tokens {
        Tokens::new(&Keys::new(RootKey::new([root; 32])))
    }

    #[test]
    fn a_token_is_good_for_its_time_and_its_key_only() {
        let ours = tokens(1);
        let token = ours.issue(("IN", "NGB"), "ADMIN", ("s1", 1), 1000, 999_999, Side::Staff).unwrap();
        let claims = ours.check(&token, 1000).unwrap();
        assert_eq!((claims.sub.as_str(), claims.generation, claims.exp), ("ADMIN", 1, 1900));
        assert!(ours.check(&token, 1900).is_none());
        assert!(tokens(2).check(&token, 1000).is_none());
        let cut = &token[..token.len() - 2];
        assert!(ours.check(cut, 1000).is_none());
        // Base64 of {"alg":"none"} in place of the header.
        let none = format!("eyJhbGciOiJub25lIn0.{}.", token.split('.').nth(1).unwrap());
        assert!(ours.check(&none, 1000).is_none());
    }

    #[test]
    fn a_token_ends_with_its_session() {
        let token = tokens(1).issue(("IN", "NGB"), "ADMIN", ("s1", 1), 1000, 1100, Side::Staff).unwrap();
        assert_eq!(tokens(1).check(&token, 1000).unwrap().exp, 1100);
    }
}
