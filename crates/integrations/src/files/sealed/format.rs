//! The format of an encrypted file: a header, then chunks of 64 KiB under AES-256-GCM.
//!
//! `DZ01 | algorithm (1 byte) | key id (8) | salt (16) | chunk | chunk | …`
//!
//! The key is derived from the file's own key and the salt. The nonce of a chunk is its number and whether it is the
//! last; the header and the owner of the file are authenticated with each chunk. So a chunk that is changed, moved,
//! dropped, added or taken from another file cannot be opened.

use ports::FileContext;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};

pub const CHUNK: usize = 64 * 1024;
pub const TAG: usize = 16;
pub const HEADER: usize = MAGIC.len() + 1 + KEY_ID + SALT;

const MAGIC: &[u8; 4] = b"DZ01";
const AES_256_GCM_64K: u8 = 1;
const KEY_ID: usize = 8;
const SALT: usize = 16;
const SEALED_CHUNK: u64 = (CHUNK + TAG) as u64;

/// Encrypts and decrypts the chunks of one file.
pub struct FileCipher {
    header: [u8; HEADER],
    key: LessSafeKey,
    /// The header and the owner, authenticated with each chunk.
    aad: Vec<u8>,
}

struct KeyId;

impl KeyType for KeyId {
    fn len(&self) -> usize {
        KEY_ID
    }
}

impl FileCipher {
    pub fn new(file_key: &[u8; 32], salt: [u8; SALT], context: &FileContext) -> FileCipher {
        let derived = Salt::new(HKDF_SHA256, &salt).extract(file_key);
        let key = derived.expand(&[b"docz file"], &AES_256_GCM).expect("the length is allowed");
        let mut key_id = [0; KEY_ID];
        let id = derived.expand(&[b"docz file key id"], KeyId).expect("the length is allowed");
        id.fill(&mut key_id).expect("the length is the same");
        let mut header = [0; HEADER];
        header[..4].copy_from_slice(MAGIC);
        header[4] = AES_256_GCM_64K;
        header[5..5 + KEY_ID].copy_from_slice(&key_id);
        header[5 + KEY_ID..].copy_from_slice(&salt);
        FileCipher { header, key: LessSafeKey::new(UnboundKey::from(key)), aad: aad(&header, context) }
    }

    /// `None`: this is not the header of a file with this key.
    pub fn of_header(header: &[u8], file_key: &[u8; 32], context: &FileContext) -> Option<FileCipher> {
        let salt = header.get(5 + KEY_ID..HEADER)?.try_into().ok()?;
        let cipher = FileCipher::new(file_key, salt, context);
        (cipher.header == header).then_some(cipher)
    }

    pub fn header(&self) -> &[u8] {
        &self.header
    }

    /// Encrypts a chunk in place and returns its tag.
    pub fn seal(&self, number: u64, is_last: bool, chunk: &mut [u8]) -> [u8; TAG] {
        let sealed = self.key.seal_in_place_separate_tag(nonce(number, is_last), Aad::from(&self.aad), chunk);
        let mut tag = [0; TAG];
        tag.copy_from_slice(sealed.expect("a chunk can be encrypted").as_ref());
        tag
    }

    /// Decrypts a chunk in place; its tag remains behind it. `None`: it is not this chunk of this file.
    pub fn open(&self, number: u64, is_last: bool, chunk: &mut [u8]) -> Option<usize> {
        let plain = self.key.open_in_place(nonce(number, is_last), Aad::from(&self.aad), chunk);
        plain.ok().map(|plain| plain.len())
    }
}

/// Each part is preceded by its length.
fn aad(header: &[u8; HEADER], context: &FileContext) -> Vec<u8> {
    let FileContext { country, entity, txn_ref_no, document, file_id } = context;
    let document = document.to_string();
    let mut aad = header.to_vec();
    for part in [country, entity, txn_ref_no, &document, file_id] {
        aad.extend((part.len() as u64).to_be_bytes());
        aad.extend(part.as_bytes());
    }
    aad
}

/// An 11-byte counter and the flag of the last chunk. A key encrypts one file, so no nonce is used twice.
fn nonce(number: u64, is_last: bool) -> Nonce {
    let mut bytes = [0; NONCE_LEN];
    bytes[3..11].copy_from_slice(&number.to_be_bytes());
    bytes[11] = u8::from(is_last);
    Nonce::assume_unique_for_key(bytes)
}

/// The sizes of an encrypted file. All chunks but the last are full; only an empty file has an empty chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    pub stored: u64,
    pub plain: u64,
    pub chunks: u64,
}

impl Layout {
    pub fn of_plain(plain: u64) -> Layout {
        let chunks = plain.div_ceil(CHUNK as u64).max(1);
        Layout { stored: HEADER as u64 + plain + chunks * TAG as u64, plain, chunks }
    }

    /// `None`: no encrypted file has this size.
    pub fn of_stored(stored: u64) -> Option<Layout> {
        let sealed = stored.checked_sub(HEADER as u64)?;
        let chunks = sealed.div_ceil(SEALED_CHUNK);
        let plain = sealed.checked_sub(chunks * TAG as u64)?;
        Some(Layout::of_plain(plain)).filter(|layout| layout.stored == stored)
    }

    pub fn is_last(&self, chunk: u64) -> bool {
        chunk + 1 == self.chunks
    }

    /// Where a chunk begins in the store.
    pub fn offset(&self, chunk: u64) -> u64 {
        (HEADER as u64 + chunk * SEALED_CHUNK).min(self.stored)
    }

    pub fn sealed_length(&self, chunk: u64) -> usize {
        (self.offset(chunk + 1) - self.offset(chunk)) as usize
    }
}
