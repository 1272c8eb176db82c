use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::Semaphore;
use zxcvbn::matching::Match;
use zxcvbn::matching::patterns::{DictionaryPattern, MatchPattern};

use crate::{Error, Result};

/// Argon2id in a bounded pool, so that many logins cannot occupy every core.
pub struct Passwords {
    hasher: Argon2<'static>,
    /// Verified when the user does not exist.
    dummy_hash: Arc<OnceLock<String>>,
    pool: Arc<Semaphore>,
    verified_count: AtomicU64,
}

/// KiB of memory and passes over it, for one hash.
const STRONG: (u32, u32) = (19 * 1024, 2);
/// The minimum of argon2, without protection: for tests, which log in thousands of times.
const CHEAP: (u32, u32) = (Params::MIN_M_COST, Params::MIN_T_COST);

/// Concurrent hashes; each takes 19 MiB and about 20 ms of CPU time.
const MAX_CONCURRENT: usize = 2;

fn hash(hasher: &Argon2, password: &str) -> Result<String> {
    let hash: PasswordHash = hasher.hash_password(password.as_bytes()).map_err(Error::internal)?;
    Ok(hash.to_string())
}

impl Passwords {
    pub fn new() -> Passwords {
        Passwords::with_cost(STRONG)
    }

    /// For tests only.
    pub fn cheap() -> Passwords {
        Passwords::with_cost(CHEAP)
    }

    fn with_cost((kibibytes, passes): (u32, u32)) -> Passwords {
        let params = Params::new(kibibytes, passes, 1, None).unwrap_or_default();
        Passwords {
            hasher: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            dummy_hash: Arc::default(),
            pool: Arc::new(Semaphore::new(MAX_CONCURRENT)),
            verified_count: AtomicU64::new(0),
        }
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let permit = self.pool.clone().acquire_owned().await.map_err(Error::internal)?;
        let work = move || {
            let _permit = permit;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(Error::internal)
    }

    pub async fn hash(&self, password: String) -> Result<String> {
        let hasher = self.hasher.clone();
        self.run(move || hash(&hasher, &password)).await?
    }

    /// The number of verified passwords so far, each at the cost of one hash.
    pub fn verified_count(&self) -> u64 {
        self.verified_count.load(Ordering::Relaxed)
    }

    /// Takes equally long whether the user exists or not.
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<bool> {
        self.verified_count.fetch_add(1, Ordering::Relaxed);
        let (hasher, dummy_hash) = (self.hasher.clone(), self.dummy_hash.clone());
        self.run(move || {
            let dummy = || dummy_hash.get_or_init(|| hash(&hasher, "nobody has this one").unwrap_or_default()).clone();
            // The password of a user who has not accepted the invitation is empty.
            let stored = stored.filter(|hash| !hash.is_empty());
            let known = stored.is_some();
            let text = stored.unwrap_or_else(dummy);
            let fits =
                PasswordHash::new(&text).is_ok_and(|hash| hasher.verify_password(password.as_bytes(), &hash).is_ok());
            known && fits
        })
        .await
    }
}

/// Passwords that need fewer guesses are on common lists.
const MIN_GUESSES: u64 = 30_000;
/// Words up to this rank in the list of common passwords are refused even with added digits and signs.
const COMMON_WORDS: usize = 1000;

/// True for common passwords, variations of them ("Welcome@123"), and the user's own name.
pub fn is_common(password: &str, names: &[&str]) -> bool {
    let word: String = password.chars().filter(|letter| letter.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let own = names.iter().any(|name| name.chars().count() >= 3 && name.to_lowercase() == word);
    own || is_common_word(&word) || zxcvbn::zxcvbn(password, names).guesses() < MIN_GUESSES
}

fn is_common_word(word: &str) -> bool {
    let known = zxcvbn::zxcvbn(word, &[]);
    match known.sequence() {
        [Match { pattern: MatchPattern::Dictionary(found), .. }] => {
            // The password dictionary is the default one; its name is not public.
            found.dictionary_name == DictionaryPattern::default().dictionary_name && found.rank <= COMMON_WORDS
        }
        [Match { pattern: MatchPattern::Sequence(_), .. }] => true,
        _ => false,
    }
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Passwords, is_common};

    #[test]
    fn variations_of_common_passwords_are_recognised() {
        for common in ["Password@1", "P@ssw0rd1", "Welcome@123", "Admin@123", "Qwerty@123", "Abc@1234", "Winter@2026"] {
            assert!(is_common(common, &[]), "{common}");
        }
        for good in [
            "Docz@2026",
            "short1@",
            "Other@2026",
            "Strong@2026",
            "Changed#77",
            "kT7#vQm2Lx",
            "7x#92!4k",
            "Bread-42-Lamp",
            "Yaazh!Nilavu7",
        ] {
            assert!(!is_common(good, &[]), "{good}");
        }
        assert!(is_common("Meenakshi@1", &["Meenakshi"]));
    }

    #[tokio::test]
    async fn a_hash_matches_only_its_password() {
        let passwords = Passwords::new();
        let hash = passwords.hash("Docz@2026".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(passwords.verify("Docz@2026".into(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("docz@2026".into(), Some(hash)).await.unwrap());
        for unset in [None, Some(String::new())] {
            assert!(!passwords.verify("nobody has this one".into(), unset.clone()).await.unwrap());
            assert!(!passwords.verify(String::new(), unset).await.unwrap());
        }
    }
}
