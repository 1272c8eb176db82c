//! A save that is sent twice is done once.

use app::context::Idempotency;
use bytes::Bytes;
use domain::Refusal;
use sha2::{Digest, Sha256};

use crate::call::Call;

/// Longest idempotency key.
const LONGEST_KEY: usize = 200;

pub fn idempotency(call: &Call, resource: &str, bytes: &Bytes) -> Result<Option<Idempotency>, Refusal> {
    let Some(key) = call.headers.get("idempotency-key") else { return Ok(None) };
    let key = key.to_str().ok().filter(|key| (1..=LONGEST_KEY).contains(&key.len()));
    let key = key.ok_or(Refusal::BadRequest("the Idempotency-Key is not a short text"))?.to_owned();
    let mut hash = Sha256::new();
    hash.update(resource.as_bytes());
    hash.update([0]);
    hash.update(bytes);
    let body_hash = hex::encode(hash.finalize());
    Ok(Some(Idempotency { key, body_hash }))
}
