//! Signed files. The last line of a signed file is the signature of everything before it, so it can be checked without
//! a database, and needs no rules for rewriting JSON.

use std::io::{self, Read, Seek, SeekFrom};

use ed25519_dalek::{Signature, VerifyingKey};
use serde::Serialize;
use sha2::{Digest, Sha256};
use store::Signer;

use crate::{Error, Result};

/// Signed together with the hash of the file, so that the signature fits nothing else.
const PURPOSE: &[u8] = b"docz signed file 1\n";
const KEY_DIGITS: usize = 64;
const SIGNATURE_DIGITS: usize = 128;
const PARTS: [&str; 4] =
    ["\"signature\":{\"algorithm\":\"Ed25519\",\"publicKey\":\"", "\",\"fingerprint\":\"", "\",\"value\":\"", "\"}}\n"];
/// The length of the last line.
pub const LINE: usize =
    PARTS[0].len() + PARTS[1].len() + PARTS[2].len() + PARTS[3].len() + 2 * KEY_DIGITS + SIGNATURE_DIGITS;

fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    Some(bytes)
}

/// What an auditor compares: the SHA-256 of the public key.
pub fn fingerprint(public_key: &[u8; 32]) -> String {
    hex::encode(Sha256::digest(public_key))
}

fn line_of(public_key: &[u8; 32], signature: &[u8; 64]) -> String {
    let [start, print, value, end] = PARTS;
    format!(
        "{start}{}{print}{}{value}{}{end}",
        hex::encode(public_key),
        fingerprint(public_key),
        hex::encode(signature)
    )
}

/// The last line of a file with this hash.
pub fn sign(signer: &Signer, before: Sha256) -> String {
    line_of(&signer.public_key(), &signer.sign(&[PURPOSE, &before.finalize()].concat()))
}

/// A JSON object as a signed file: its own members, then the signature.
pub fn sign_json(signer: &Signer, object: &impl Serialize) -> Result<Vec<u8>> {
    let text = serde_json::to_string(object).map_err(Error::internal)?;
    let open = text.strip_suffix('}').ok_or_else(|| Error::internal("only an object is signed"))?;
    let mut signed = format!("{open},\n");
    let line = sign(signer, Sha256::new_with_prefix(&signed));
    signed.push_str(&line);
    Ok(signed.into_bytes())
}

/// The fingerprint in a last line.
pub fn fingerprint_in(line: &str) -> &str {
    let at = PARTS[0].len() + KEY_DIGITS + PARTS[1].len();
    line.get(at..at + KEY_DIGITS).unwrap_or_default()
}

/// The signature of a file, and whether it fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seal {
    pub fingerprint: String,
    pub is_good: bool,
}

impl Seal {
    /// Reads the last line of a file whose other bytes have this hash; `None` when it is not a signature.
    fn read(line: &[u8], before: Sha256) -> Option<Seal> {
        let text = std::str::from_utf8(line).ok()?;
        let digits = |at: usize, length: usize| text.get(at..at + length);
        let key_at = PARTS[0].len();
        let value_at = key_at + KEY_DIGITS + PARTS[1].len() + KEY_DIGITS + PARTS[2].len();
        let public_key: [u8; 32] = unhex(digits(key_at, KEY_DIGITS)?)?;
        let signature: [u8; 64] = unhex(digits(value_at, SIGNATURE_DIGITS)?)?;
        // One signature is written in one way only.
        if line_of(&public_key, &signature) != text {
            return None;
        }
        let message = [PURPOSE, &before.finalize()].concat();
        let key = VerifyingKey::from_bytes(&public_key).ok();
        let is_good = key.is_some_and(|key| key.verify_strict(&message, &Signature::from_bytes(&signature)).is_ok());
        Some(Seal { fingerprint: fingerprint(&public_key), is_good })
    }

    /// The seal of a file; `None` when its last line is not a signature.
    pub fn of(file: &mut (impl Read + Seek)) -> io::Result<Option<Seal>> {
        let size = file.seek(SeekFrom::End(0))?;
        let Some(length) = size.checked_sub(LINE as u64) else { return Ok(None) };
        file.seek(SeekFrom::Start(0))?;
        let mut before = Sha256::new();
        io::copy(&mut file.by_ref().take(length), &mut HashWriter(&mut before))?;
        let mut line = vec![0; LINE];
        file.read_exact(&mut line)?;
        Ok(Seal::read(&line, before))
    }
}

/// Hashes what is written to it.
pub struct HashWriter<'a>(pub &'a mut Sha256);

impl io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
