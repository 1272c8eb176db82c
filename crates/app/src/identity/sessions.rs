use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use domain::access::{Actor, Scope};
use parking_lot::RwLock;
use store::places::TenantName;

/// How long what was read of a session may be believed without asking again. Changes made by this process bite at
/// once; those of another node within this time.
const BELIEVED_MS: i64 = 1000;
/// From this age on the next call reads it again while the others go on: when many call at once, one of them reads.
const AGEING_MS: i64 = 700;
const MOST: usize = 20_000;

struct Known {
    actor: Arc<Actor>,
    token_expires: i64,
    read_at_ms: i64,
    /// Somebody is reading it again.
    is_renewed: AtomicBool,
}

/// Sessions that called a moment ago, so that a call need not read four tables.
#[derive(Default)]
pub struct Sessions {
    by_token: RwLock<HashMap<String, Known>>,
    /// Counts what was forgotten: whatever was read before that may not be kept after it.
    forgotten: AtomicU64,
    entities: RwLock<HashMap<(String, String), Entity>>,
}

/// What nearly every call needs of an entity.
pub struct EntityFacts {
    /// UTC until it has one.
    pub time_zone: String,
    /// Active ones.
    pub tenants: Vec<TenantName>,
}

struct Entity {
    facts: Arc<EntityFacts>,
    read_at_ms: i64,
    is_renewed: AtomicBool,
}

impl Sessions {
    pub fn get(&self, token: &str, now_ms: i64) -> Option<Arc<Actor>> {
        let known = self.by_token.read();
        let found = known.get(token)?;
        let is_valid = now_ms < found.token_expires * 1000;
        (is_believed(now_ms - found.read_at_ms, &found.is_renewed) && is_valid).then(|| found.actor.clone())
    }

    /// To be asked before reading what shall be kept.
    pub fn moment(&self) -> u64 {
        self.forgotten.load(Ordering::SeqCst)
    }

    pub fn keep(&self, token: &str, actor: Arc<Actor>, token_expires: i64, now_ms: i64, moment: u64) {
        let mut known = self.by_token.write();
        if self.moment() != moment {
            return;
        }
        if known.len() >= MOST {
            known.retain(|_, one| now_ms - one.read_at_ms < BELIEVED_MS);
        }
        let is_renewed = AtomicBool::new(false);
        known.insert(token.to_owned(), Known { actor, token_expires, read_at_ms: now_ms, is_renewed });
    }

    /// Something about one user's sessions changed, or about the users of an entity: they are not believed any longer.
    pub fn forget(&self, country: &str, entity: &str, user_id: Option<&str>) {
        let mut known = self.by_token.write();
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        known.retain(|_, one| {
            let actor = &one.actor;
            let is_meant = user_id.is_none_or(|user_id| actor.user_id == user_id);
            !is_meant || actor.scope.entity != entity || actor.scope.country != country
        });
        drop(known);
        if user_id.is_none() {
            self.entities.write().remove(&(country.to_owned(), entity.to_owned()));
        }
    }

    pub fn forget_token(&self, token: &str) {
        let mut known = self.by_token.write();
        self.forgotten.fetch_add(1, Ordering::SeqCst);
        known.remove(token);
    }

    pub fn entity(&self, scope: &Scope, now_ms: i64) -> Option<Arc<EntityFacts>> {
        let known = self.entities.read();
        let found = known.get(&(scope.country.clone(), scope.entity.clone()))?;
        is_believed(now_ms - found.read_at_ms, &found.is_renewed).then(|| found.facts.clone())
    }

    pub fn keep_entity(&self, scope: &Scope, facts: Arc<EntityFacts>, now_ms: i64, moment: u64) {
        let mut known = self.entities.write();
        if self.moment() == moment {
            let key = (scope.country.clone(), scope.entity.clone());
            known.insert(key, Entity { facts, read_at_ms: now_ms, is_renewed: AtomicBool::new(false) });
        }
    }
}

/// Not too old, and nobody has to read it again just now.
fn is_believed(age_ms: i64, is_renewed: &AtomicBool) -> bool {
    let renews = age_ms >= AGEING_MS && !is_renewed.swap(true, Ordering::Relaxed);
    (0..BELIEVED_MS).contains(&age_ms) && !renews
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
            asks_again: Vec::new(),
            is_stepped_up: false,
            business: Default::default(),
            level: 0,
            debugging: Debugging::default(),
        })
    }

    #[test]
    fn one_call_renews_what_ages_and_nobody_believes_it_for_too_long() {
        let sessions = Sessions::default();
        sessions.keep("t", actor(), 1000, 0, sessions.moment());
        assert!(sessions.get("t", AGEING_MS - 1).is_some());
        assert!(sessions.get("t", AGEING_MS).is_none(), "the first one reads it again");
        assert!(sessions.get("t", AGEING_MS).is_some(), "the others go on");
        assert!(sessions.get("t", BELIEVED_MS).is_none(), "but not for longer than it is believed");
        sessions.keep("t", actor(), 1000, AGEING_MS, sessions.moment());
        assert!(sessions.get("t", BELIEVED_MS).is_some());
    }

    #[test]
    fn a_token_that_has_run_out_is_not_believed() {
        let sessions = Sessions::default();
        sessions.keep("t", actor(), 1, 900, sessions.moment());
        assert!(sessions.get("t", 999).is_some());
        assert!(sessions.get("t", 1000).is_none());
    }

    #[test]
    fn what_was_forgotten_meanwhile_is_not_kept() {
        let sessions = Sessions::default();
        let moment = sessions.moment();
        sessions.forget("IN", "NGB", None);
        sessions.keep("t", actor(), 1000, 0, moment);
        assert!(sessions.get("t", 1).is_none());
    }
}
