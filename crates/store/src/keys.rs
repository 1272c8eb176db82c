//! Root key → entity key → sealed data. Labels separate the uses.

use std::collections::HashMap;
use std::sync::Arc;

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use domain::access::Scope;
use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use parking_lot::RwLock;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

type Key = Zeroizing<[u8; 32]>;

/// The label of an entity's wrapped keys tells whether its audit heads are sealed. Heads are sealed for an existing log
/// once, after an upgrade: deleting them does not bring back the old label.
const WITH_HEADS: &str = "entity-key.heads";
const WITHOUT_HEADS: &str = "entity-key";

/// The key that protects all entity keys. Losing it means losing the data.
#[derive(Clone)]
pub struct RootKey(Key);

impl RootKey {
    pub fn new(bytes: [u8; 32]) -> RootKey {
        RootKey(Zeroizing::new(bytes))
    }

    /// Generates a random key.
    pub fn generate() -> RootKey {
        RootKey::new(random())
    }

    pub fn to_hex(&self) -> Zeroizing<String> {
        Zeroizing::new(hex::encode(*self.0))
    }

    pub fn from_hex(text: &str) -> Option<RootKey> {
        Zeroizing::new(hex::decode(text.trim()).ok()?).as_slice().try_into().ok().map(RootKey::new)
    }
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // The kernel's generator does not fail once the machine is up; continuing without it would be worse.
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// Derives a key from another under a label.
pub fn derive(from: &[u8; 32], label: &str) -> Zeroizing<[u8; 32]> {
    let mut key = Zeroizing::new([0; 32]);
    Hkdf::<Sha256>::new(None, from).expand(label.as_bytes(), &mut *key).expect("32 bytes can be derived");
    key
}

/// Derived keys, each under its own label.
pub struct Keys {
    root: RootKey,
    /// By country, then by entity, so a lookup copies neither.
    entities: RwLock<HashMap<String, HashMap<String, EntityKey>>>,
}

impl Keys {
    pub fn new(root: RootKey) -> Keys {
        Keys { root, entities: RwLock::default() }
    }

    /// A key for one purpose, the same after every start.
    pub fn derive(&self, label: &str) -> Zeroizing<[u8; 32]> {
        derive(&self.root.0, label)
    }

    /// A keyed hash in place of a text that is counted but not stored, such as a typed user id.
    pub(crate) fn fingerprint(&self, text: &str) -> String {
        hex::encode(*self.derive(&format!("counted|{text}")))
    }

    fn wrapping(&self, scope: &Scope) -> EntityKey {
        EntityKey::new(self.derive(&format!("wrap|{}|{}", scope.country, scope.entity)), Zeroizing::new([0; 32]))
    }

    pub(crate) fn cached(&self, scope: &Scope) -> Option<EntityKey> {
        self.entities.read().get(&scope.country)?.get(&scope.entity).cloned()
    }

    /// New wrapped keys for an entity: one for its data, one for its audit chain.
    pub(crate) fn wrap_new(&self, scope: &Scope) -> String {
        self.wrapping(scope).seal(WITH_HEADS, &*Zeroizing::new(random::<64>()))
    }

    /// The same keys, wrapped under another root.
    pub(crate) fn rewrap(&self, scope: &Scope, wrapped: &str, next: &Keys) -> Option<String> {
        let (label, plain) = self.open(scope, wrapped)?;
        Some(next.wrapping(scope).seal(label, &plain))
    }

    /// The same keys, marked as those of an entity whose audit heads are sealed.
    pub(crate) fn mark_heads(&self, scope: &Scope, wrapped: &str) -> Option<String> {
        Some(self.wrapping(scope).seal(WITH_HEADS, &self.open(scope, wrapped)?.1))
    }

    fn open(&self, scope: &Scope, wrapped: &str) -> Option<(&'static str, Zeroizing<Vec<u8>>)> {
        let wrapping = self.wrapping(scope);
        let open = |label| Some((label, Zeroizing::new(wrapping.open(label, wrapped)?)));
        open(WITH_HEADS).or_else(|| open(WITHOUT_HEADS))
    }

    /// The keys, and whether the entity's audit heads are sealed.
    pub(crate) fn unwrap(&self, scope: &Scope, wrapped: &str) -> Option<(EntityKey, bool)> {
        let (label, plain) = self.open(scope, wrapped)?;
        let (data, audit) = plain.split_at_checked(32)?;
        let half = |bytes: &[u8]| bytes.try_into().ok().map(Zeroizing::new);
        Some((EntityKey::new(half(data)?, half(audit)?), label == WITH_HEADS))
    }

    pub(crate) fn cache(&self, scope: &Scope, key: EntityKey) {
        self.entities.write().entry(scope.country.clone()).or_default().insert(scope.entity.clone(), key);
    }

    /// Seals what concerns all entities.
    pub(crate) fn of_installation(&self) -> EntityKey {
        EntityKey::new(Zeroizing::new([0; 32]), self.derive("audit-register"))
    }
}

/// The data cipher and audit key of an entity, initialised once because every change uses them.
#[derive(Clone)]
pub struct EntityKey(Arc<Prepared>);

struct Prepared {
    data: Aes256Gcm,
    audit: Hmac<Sha256>,
    /// The audit key itself, from which the signing key is derived.
    audit_key: Key,
}

impl EntityKey {
    fn new(data: Key, audit_key: Key) -> EntityKey {
        let audit = <Hmac<Sha256> as KeyInit>::new_from_slice(&*audit_key).expect("any length is a key");
        EntityKey(Arc::new(Prepared { data: Aes256Gcm::new((&*data).into()), audit, audit_key }))
    }

    /// The seed of the entity's signing key. A new root key does not change it.
    pub(crate) fn signing_seed(&self) -> Zeroizing<[u8; 32]> {
        derive(&self.0.audit_key, "signing")
    }

    /// For batches that seal and audit nothing.
    pub(crate) fn none() -> EntityKey {
        EntityKey::new(Zeroizing::new([0; 32]), Zeroizing::new([0; 32]))
    }

    pub fn seal(&self, label: &str, plain: &[u8]) -> String {
        self.seal_with(random(), label, plain)
    }

    /// A nonce must be used for one text only.
    pub(crate) fn seal_with(&self, nonce: [u8; 12], label: &str, plain: &[u8]) -> String {
        let payload = Payload { msg: plain, aad: label.as_bytes() };
        let sealed = self.0.data.encrypt(&Nonce::from(nonce), payload).expect("small texts can be sealed");
        BASE64.encode([&nonce[..], &sealed].concat())
    }

    pub fn open(&self, label: &str, sealed: &str) -> Option<Vec<u8>> {
        let bytes = BASE64.decode(sealed).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(12)?;
        let nonce: [u8; 12] = nonce.try_into().ok()?;
        self.0.data.decrypt(&Nonce::from(nonce), Payload { msg: sealed, aad: label.as_bytes() }).ok()
    }

    /// Keyed hash of several parts, each prefixed with its length.
    pub(crate) fn mac(&self, parts: &[&[u8]]) -> String {
        let mut mac = self.0.audit.clone();
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        hex::encode(mac.finalize().into_bytes())
    }
}

pub(crate) fn salted_hash(salt: &[u8], text: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(salt);
    hash.update(text);
    hex::encode(hash.finalize())
}

/// Both from one system call.
pub(crate) fn salt_and_nonce() -> ([u8; 16], [u8; 12]) {
    let bytes: [u8; 28] = random();
    let (mut salt, mut nonce) = ([0; 16], [0; 12]);
    salt.copy_from_slice(&bytes[..16]);
    nonce.copy_from_slice(&bytes[16..]);
    (salt, nonce)
}
