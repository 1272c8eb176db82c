use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use domain::access::{Actor, Scope};
use parking_lot::RwLock;
use store::places::TenantName;

/// How long a cached session is used without reading it again. Changes by this process take effect at once, those of
/// another node within this time.
const MAX_AGE_MS: i64 = 1000;
/// From this age the next call triggers a refresh in the background, so frequent callers never wait.
const REFRESH_AFTER_MS: i64 = 300;
const MAX_SESSIONS: usize = 20_000;

struct CachedSession {
    actor: Arc<Actor>,
    token_expires: i64,
    read_at_ms: i64,
    /// A refresh is in progress.
    is_refreshing: AtomicBool,
}

/// Cache of recently used sessions, which saves reading four tables per call.
#[derive(Default)]
pub struct Sessions {
    by_token: RwLock<HashMap<String, CachedSession>>,
    /// Counts invalidations: data read before one must not be cached after it.
    invalidations: AtomicU64,
    entities: RwLock<HashMap<(String, String), CachedEntity>>,
}

/// CachedEntity settings that nearly every call needs.
pub struct EntityFacts {
    /// UTC if not set.
    pub time_zone: String,
    /// Active tenants only.
    pub tenants: Vec<TenantName>,
    /// True when sensitive changes need a second person.
    pub four_eyes: bool,
}

struct CachedEntity {
    facts: Arc<EntityFacts>,
    read_at_ms: i64,
    is_refreshing: AtomicBool,
}

impl Sessions {
    /// The cached actor, and whether the caller must trigger a refresh.
    pub fn get(&self, token: &str, now_ms: i64) -> Option<(Arc<Actor>, bool)> {
        let known = self.by_token.read();
        let found = known.get(token).filter(|found| now_ms < found.token_expires * 1000)?;
        Some((found.actor.clone(), needs_refresh(now_ms - found.read_at_ms, &found.is_refreshing)?))
    }

    /// Must be read before loading what is passed to `insert`.
    pub fn version(&self) -> u64 {
        self.invalidations.load(Ordering::SeqCst)
    }

    pub fn insert(&self, token: &str, actor: Arc<Actor>, token_expires: i64, now_ms: i64, version: u64) {
        let mut known = self.by_token.write();
        if self.version() != version {
            return;
        }
        if known.len() >= MAX_SESSIONS {
            known.retain(|_, one| now_ms - one.read_at_ms < MAX_AGE_MS);
        }
        let is_refreshing = AtomicBool::new(false);
        known.insert(token.to_owned(), CachedSession { actor, token_expires, read_at_ms: now_ms, is_refreshing });
    }

    /// Removes the sessions of one user, or of all users of an entity, after a change.
    pub fn invalidate(&self, country: &str, entity: &str, user_id: Option<&str>) {
        let mut known = self.by_token.write();
        self.invalidations.fetch_add(1, Ordering::SeqCst);
        known.retain(|_, one| {
            let actor = &one.actor;
            let is_affected = user_id.is_none_or(|user_id| actor.user_id == user_id);
            !is_affected || actor.scope.entity != entity || actor.scope.country != country
        });
        drop(known);
        if user_id.is_none() {
            self.entities.write().remove(&(country.to_owned(), entity.to_owned()));
        }
    }

    pub fn remove_token(&self, token: &str) {
        let mut known = self.by_token.write();
        self.invalidations.fetch_add(1, Ordering::SeqCst);
        known.remove(token);
    }

    /// As [`Sessions::get`].
    pub fn entity(&self, scope: &Scope, now_ms: i64) -> Option<(Arc<EntityFacts>, bool)> {
        let known = self.entities.read();
        let found = known.get(&(scope.country.clone(), scope.entity.clone()))?;
        Some((found.facts.clone(), needs_refresh(now_ms - found.read_at_ms, &found.is_refreshing)?))
    }

    pub fn insert_entity(&self, scope: &Scope, facts: Arc<EntityFacts>, now_ms: i64, version: u64) {
        let mut known = self.entities.write();
        if self.version() == version {
            let key = (scope.country.clone(), scope.entity.clone());
            known.insert(key, CachedEntity { facts, read_at_ms: now_ms, is_refreshing: AtomicBool::new(false) });
        }
    }
}

/// `None` when too old; otherwise whether the caller must trigger a refresh.
fn needs_refresh(age_ms: i64, is_refreshing: &AtomicBool) -> Option<bool> {
    let is_fresh = (0..MAX_AGE_MS).contains(&age_ms);
    is_fresh.then(|| age_ms >= REFRESH_AFTER_MS && !is_refreshing.swap(true, Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use domain::access::{Debugging, Reach, Side};

    use super::*;

    fn actor() -> Arc<Actor> {
        Arc::new(Actor {
            side: Side::Staff,
            user_id: "ADMIN".into(),
            user_type: String::new(),
            session_id: "s1".into(),
            language: "en".into(),
            entity_type: "Bank".into(),
            scope: Scope { country: "IN".into(), entity: "NGB".into(), tenants: Reach::Every },
            tenant: String::new(),
            branch: String::new(),
            branches: Vec::new(),
            tenants: Vec::new(),
            screens: HashMap::new(),
            step_up_actions: Vec::new(),
            is_stepped_up: false,
            business: Default::default(),
            level: 0,
            role_codes: Vec::new(),
            home_branch: String::new(),
            debugging: Debugging::default(),
        })
    }

    #[test]
    fn one_call_refreshes_an_ageing_entry_and_old_entries_are_ignored() {
        let sessions = Sessions::default();
        let needs_refresh = |now_ms| sessions.get("t", now_ms).map(|(_, needs_refresh)| needs_refresh);
        sessions.insert("t", actor(), 1000, 0, sessions.version());
        assert_eq!(needs_refresh(REFRESH_AFTER_MS - 1), Some(false));
        assert_eq!(needs_refresh(REFRESH_AFTER_MS), Some(true), "the first call triggers the refresh");
        assert_eq!(needs_refresh(REFRESH_AFTER_MS), Some(false), "the others do not");
        assert_eq!(needs_refresh(MAX_AGE_MS), None, "nothing is used past its maximum age");
        sessions.insert("t", actor(), 1000, REFRESH_AFTER_MS, sessions.version());
        assert!(needs_refresh(MAX_AGE_MS).is_some());
    }

    #[test]
    fn an_expired_token_is_not_accepted() {
        let sessions = Sessions::default();
        sessions.insert("t", actor(), 1, 900, sessions.version());
        assert!(sessions.get("t", 999).is_some());
        assert!(sessions.get("t", 1000).is_none());
    }

    #[test]
    fn data_read_before_an_invalidation_is_not_cached() {
        let sessions = Sessions::default();
        let version = sessions.version();
        sessions.invalidate("IN", "NGB", None);
        sessions.insert("t", actor(), 1000, 0, version);
        assert!(sessions.get("t", 1).is_none());
    }
}
