//! Signatures of Standard Webhooks: HMAC-SHA256 over id, time and body.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The header `webhook-signature`: one signature per secret, separated by spaces.
pub(super) fn signatures(secrets: &[String], id: &str, timestamp: i64, body: &str) -> String {
    let signed = |secret: &String| {
        // A key of any length is valid.
        let mut mac = Hmac::<Sha256>::new_from_slice(&key(secret)).ok()?;
        mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
        Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
    };
    secrets.iter().filter_map(signed).collect::<Vec<_>>().join(" ")
}

/// The key in a secret, as the libraries of Standard Webhooks read it: base64, with or without `whsec_`. A secret that
/// is not base64 is the key itself.
fn key(secret: &str) -> Vec<u8> {
    let encoded = secret.strip_prefix("whsec_").unwrap_or(secret);
    STANDARD.decode(encoded).unwrap_or_else(|_| secret.as_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the standard's reference libraries.
    #[test]
    fn the_published_example_has_the_published_signature() {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned();
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let signature = signatures(std::slice::from_ref(&secret), id, 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn each_secret_signs_and_need_not_be_base64() {
        let secrets = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "not base64!"].map(str::to_owned);
        let header = signatures(&secrets, "msg_1", 1, "{}");
        let signatures: Vec<&str> = header.split(' ').collect();
        assert_eq!(signatures.len(), 2);
        assert!(signatures.iter().all(|signature| signature.starts_with("v1,")) && signatures[0] != signatures[1]);
    }
}
