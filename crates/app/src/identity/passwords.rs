use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::Semaphore;
use zxcvbn::matching::Match;
use zxcvbn::matching::patterns::{DictionaryPattern, MatchPattern};

use crate::{Error, Result};

/// argon2id in a bounded pool, so that a storm of logins cannot take every core.
pub struct Passwords {
    hasher: Argon2<'static>,
    /// Verified in place of a user who does not exist.
    nobody: Arc<OnceLock<String>>,
    pool: Arc<Semaphore>,
    looked_at: AtomicU64,
}

/// KiB of memory and passes over it, for one hash.
const STRONG: (u32, u32) = (19 * 1024, 2);
/// The least that argon2 takes. Protects nothing: for tests, which log in thousands of times.
const CHEAP: (u32, u32) = (Params::MIN_M_COST, Params::MIN_T_COST);

/// At once; each takes 19 MiB and some 20 ms of a core.
const AT_ONCE: usize = 2;

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
            nobody: Arc::default(),
            pool: Arc::new(Semaphore::new(AT_ONCE)),
            looked_at: AtomicU64::new(0),
        }
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let turn = self.pool.clone().acquire_owned().await.map_err(Error::internal)?;
        let work = move || {
            let _turn = turn;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(Error::internal)
    }

    pub async fn hash(&self, password: String) -> Result<String> {
        let hasher = self.hasher.clone();
        self.run(move || hash(&hasher, &password)).await?
    }

    /// How many passwords were looked at so far, each at the price of a hash.
    pub fn looked_at(&self) -> u64 {
        self.looked_at.load(Ordering::Relaxed)
    }

    /// Takes the same work whether the user exists or not.
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<bool> {
        self.looked_at.fetch_add(1, Ordering::Relaxed);
        let (hasher, nobody) = (self.hasher.clone(), self.nobody.clone());
        self.run(move || {
            let nobody = || nobody.get_or_init(|| hash(&hasher, "nobody has this one").unwrap_or_default()).clone();
            let known = stored.is_some();
            let text = stored.unwrap_or_else(nobody);
            let fits =
                PasswordHash::new(&text).is_ok_and(|hash| hasher.verify_password(password.as_bytes(), &hash).is_ok());
            known && fits
        })
        .await
    }
}

/// A password that falls within so many guesses stands on everybody's list.
const FEW_GUESSES: u64 = 30_000;
/// So far down the list of common passwords a word may not be used with mere signs and digits added.
const COMMON_WORDS: usize = 1000;

/// Is it one of the common ones, one of those with something added ("Welcome@123"), or the user's own name?
pub fn is_common(password: &str, names: &[&str]) -> bool {
    let word: String = password.chars().filter(|letter| letter.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let own = names.iter().any(|name| name.chars().count() >= 3 && name.to_lowercase() == word);
    own || is_common_word(&word) || zxcvbn::zxcvbn(password, names).guesses() < FEW_GUESSES
}

fn is_common_word(word: &str) -> bool {
    let known = zxcvbn::zxcvbn(word, &[]);
    match known.sequence() {
        [Match { pattern: MatchPattern::Dictionary(found), .. }] => {
            // The list of passwords is the default one; its name is not public.
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
    fn common_passwords_are_known_in_disguise() {
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
    async fn a_hash_fits_its_password_only() {
        let passwords = Passwords::new();
        let hash = passwords.hash("Docz@2026".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(passwords.verify("Docz@2026".into(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("docz@2026".into(), Some(hash)).await.unwrap());
        assert!(!passwords.verify("nobody has this one".into(), None).await.unwrap());
    }
}
