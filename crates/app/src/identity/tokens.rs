use std::sync::Arc;

use domain::access::Side;
use ed25519_dalek::SigningKey;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use store::Keys;
use zeroize::Zeroizing;

use crate::{Error, Result};

/// The lifetime of a token.
pub const TOKEN_SECONDS: i64 = 900;
/// How long a signing key is used.
const KEY_SECONDS: i64 = 30 * 24 * 3600;
/// The tolerated clock difference between nodes.
const SKEW_SECONDS: i64 = 5;

/// The content of a token. It only refers to a session row, and that row decides.
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

/// Ed25519 signatures. Each key is used for thirty days and derived from the root key and its number, so every node
/// knows every key, and a token with the wrong key for its time is refused.
pub struct Tokens {
    root: Zeroizing<[u8; 32]>,
    /// The keys in use: at most the current one and its neighbour.
    pairs: Mutex<Vec<(i64, Arc<Pair>)>>,
}

struct Pair {
    signing: EncodingKey,
    checking: DecodingKey,
}

/// The PKCS #8 prefix of a raw Ed25519 seed.
const PKCS8: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

fn key_number(at: i64) -> i64 {
    at.div_euclid(KEY_SECONDS)
}

impl Pair {
    fn new(seed: &[u8; 32]) -> Pair {
        let public = SigningKey::from_bytes(seed).verifying_key();
        let signing = EncodingKey::from_ed_der(&[&PKCS8[..], seed].concat());
        Pair { signing, checking: DecodingKey::from_ed_der(public.as_bytes()) }
    }
}

impl Tokens {
    pub fn new(keys: &Keys) -> Tokens {
        Tokens { root: keys.derive("token-signing"), pairs: Mutex::default() }
    }

    fn pair(&self, number: i64) -> Arc<Pair> {
        let mut pairs = self.pairs.lock();
        if let Some((_, pair)) = pairs.iter().find(|(known, _)| *known == number) {
            return pair.clone();
        }
        let pair = Arc::new(Pair::new(&store::derive(&self.root, &format!("token-signing|{number}"))));
        pairs.push((number, pair.clone()));
        if pairs.len() > 2 {
            pairs.remove(0);
        }
        pair
    }

    /// Issues a token for this generation of a session. It ends with the session at the latest.
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
        let number = key_number(now);
        let header = Header { kid: Some(number.to_string()), ..Header::new(Algorithm::EdDSA) };
        encode(&header, &claims, &self.pair(number).signing).map_err(Error::internal)
    }

    /// The claims of a token with a valid signature that has not expired at `now`.
    pub fn check(&self, token: &str, now: i64) -> Option<Claims> {
        let number: i64 = decode_header(token).ok()?.kid?.parse().ok()?;
        // Only keys of tokens that can still be valid, so that nobody can make us derive arbitrary keys.
        let oldest = key_number(now - TOKEN_SECONDS - SKEW_SECONDS);
        if !(oldest..=key_number(now + SKEW_SECONDS)).contains(&number) {
            return None;
        }
        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.set_audience(&[audience(Side::Staff), audience(Side::Customer)]);
        // Expiry is checked below against our own clock.
        validation.validate_exp = false;
        let claims = decode::<Claims>(token, &self.pair(number).checking, &validation).ok()?.claims;
        let in_time = claims.exp > now && claims.iat <= now + SKEW_SECONDS && key_number(claims.iat) == number;
        in_time.then_some(claims)
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
    fn a_token_is_valid_only_in_its_time_and_with_its_key() {
        let ours = tokens(1);
        let token = ours.issue(("IN", "NGB"), "ADMIN", ("s1", 1), 1000, 999_999, Side::Staff).unwrap();
        let claims = ours.check(&token, 1000).unwrap();
        assert_eq!((claims.sub.as_str(), claims.generation, claims.exp), ("ADMIN", 1, 1900));
        assert!(ours.check(&token, 1900).is_none());
        assert!(tokens(2).check(&token, 1000).is_none());
        let cut = &token[..token.len() - 2];
        assert!(ours.check(cut, 1000).is_none());
        // Base64 of {"alg":"none"} instead of the header.
        let none = format!("eyJhbGciOiJub25lIn0.{}.", token.split('.').nth(1).unwrap());
        assert!(ours.check(&none, 1000).is_none());
    }

    #[test]
    fn a_token_ends_with_its_session() {
        let token = tokens(1).issue(("IN", "NGB"), "ADMIN", ("s1", 1), 1000, 1100, Side::Staff).unwrap();
        assert_eq!(tokens(1).check(&token, 1000).unwrap().exp, 1100);
    }

    #[test]
    fn keys_rotate_and_a_token_outlives_the_rotation() {
        let ours = tokens(1);
        let kid = |token: &str| decode_header(token).unwrap().kid.unwrap();
        let before = ours.issue(("IN", "NGB"), "ADMIN", ("s1", 1), KEY_SECONDS - 10, i64::MAX, Side::Staff).unwrap();
        let after = ours.issue(("IN", "NGB"), "ADMIN", ("s1", 2), KEY_SECONDS + 10, i64::MAX, Side::Staff).unwrap();
        assert_eq!((kid(&before).as_str(), kid(&after).as_str()), ("0", "1"));
        assert!(ours.check(&before, KEY_SECONDS + 10).is_some());
        assert!(ours.check(&after, KEY_SECONDS + 10).is_some());
        assert!(ours.check(&before, KEY_SECONDS + TOKEN_SECONDS).is_none());
    }

    #[test]
    fn a_key_of_another_time_is_refused() {
        let ours = tokens(1);
        let now = 10 * KEY_SECONDS;
        let claims = Claims {
            sub: "ADMIN".into(),
            country: "IN".into(),
            entity: "NGB".into(),
            sid: "s1".into(),
            generation: 1,
            aud: audience(Side::Staff).into(),
            iat: now,
            exp: now + 100,
        };
        // A leaked old key, combined with today's number or its own.
        for kid in ["3", "10", "", "-1", "99999999999999999999"] {
            let header = Header { kid: Some(kid.to_owned()), ..Header::new(Algorithm::EdDSA) };
            let token = encode(&header, &claims, &ours.pair(3).signing).unwrap();
            assert!(ours.check(&token, now).is_none(), "{kid}");
        }
    }

    fn claims(now: i64, aud: &str) -> Claims {
        Claims {
            sub: "ADMIN".into(),
            country: "IN".into(),
            entity: "NGB".into(),
            sid: "s1".into(),
            generation: 1,
            aud: aud.into(),
            iat: now,
            exp: now + 100,
        }
    }

    #[test]
    fn a_token_for_another_audience_is_refused() {
        let ours = tokens(1);
        let header = Header { kid: Some("0".into()), ..Header::new(Algorithm::EdDSA) };
        let signed = |aud: &str| encode(&header, &claims(1000, aud), &ours.pair(0).signing).unwrap();
        assert!(ours.check(&signed(audience(Side::Staff)), 1000).is_some());
        assert_eq!(ours.check(&signed(audience(Side::Customer)), 1000).unwrap().side(), Side::Customer);
        for other in ["docz-other", "", "docz-staff,docz-customer"] {
            assert!(ours.check(&signed(other), 1000).is_none(), "{other}");
        }
        // Issued in the future, or without a key number.
        let early = encode(&header, &claims(1000 + SKEW_SECONDS + 1, "docz-staff"), &ours.pair(0).signing).unwrap();
        assert!(ours.check(&early, 1000).is_none());
        let nameless = Header::new(Algorithm::EdDSA);
        let nameless = encode(&nameless, &claims(1000, "docz-staff"), &ours.pair(0).signing).unwrap();
        assert!(ours.check(&nameless, 1000).is_none());
    }

    #[test]
    fn only_our_algorithm_is_accepted() {
        let ours = tokens(1);
        let seed = store::derive(&ours.root, "token-signing|0");
        let public = SigningKey::from_bytes(&seed).verifying_key();
        // The public key, used as if it were a shared secret.
        for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
            let header = Header { kid: Some("0".into()), ..Header::new(algorithm) };
            let key = EncodingKey::from_secret(public.as_bytes());
            let forged = encode(&header, &claims(1000, "docz-staff"), &key).unwrap();
            assert!(ours.check(&forged, 1000).is_none(), "{algorithm:?}");
        }
        // A valid signature under a replaced header.
        let good = ours.issue(("IN", "NGB"), "ADMIN", ("s1", 1), 1000, 9999, Side::Staff).unwrap();
        let rest = good.split_once('.').unwrap().1;
        use base64::Engine;
        for header in [r#"{"alg":"none","kid":"0"}"#, r#"{"alg":"HS256","kid":"0"}"#, r#"{"alg":"EdDSA","kid":"1"}"#] {
            let head = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(header);
            assert!(ours.check(&format!("{head}.{rest}"), 1000).is_none(), "{header}");
        }
    }
}
