use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use domain::access::{Actor, Scope};
use parking_lot::RwLock;
use store::places::TenantName;

/// How long what was read of a session may be believed without asking again. Changes made by this process bite at
/// once; those of another node within this time.
const BELIEVED_MS: i64 = 1000;
/// From this age on the next call has it read again, aside: nobody who calls all the time ever waits for it.
const AGEING_MS: i64 = 300;
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
    /// Some things take two people.
    pub four_eyes: bool,
}

struct Entity {
    facts: Arc<EntityFacts>,
    read_at_ms: i64,
    is_renewed: AtomicBool,
}

impl Sessions {
    /// Beside it, whether whoever asks has to have it read again.
    pub fn get(&self, token: &str, now_ms: i64) -> Option<(Arc<Actor>, bool)> {
        let known = self.by_token.read();
        let found = known.get(token).filter(|found| now_ms < found.token_expires * 1000)?;
        Some((found.actor.clone(), renews(now_ms - found.read_at_ms, &found.is_renewed)?))
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

    /// As [`Sessions::get`].
    pub fn entity(&self, scope: &Scope, now_ms: i64) -> Option<(Arc<EntityFacts>, bool)> {
        let known = self.entities.read();
        let found = known.get(&(scope.country.clone(), scope.entity.clone()))?;
        Some((found.facts.clone(), renews(now_ms - found.read_at_ms, &found.is_renewed)?))
    }

    pub fn keep_entity(&self, scope: &Scope, facts: Arc<EntityFacts>, now_ms: i64, moment: u64) {
        let mut known = self.entities.write();
        if self.moment() == moment {
            let key = (scope.country.clone(), scope.entity.clone());
            known.insert(key, Entity { facts, read_at_ms: now_ms, is_renewed: AtomicBool::new(false) });
        }
    }
}

/// Nothing once it is too old; then whether it ages and nobody reads it again yet.
fn renews(age_ms: i64, is_renewed: &AtomicBool) -> Option<bool> {
    let is_believed = (0..BELIEVED_MS).contains(&age_ms);
    is_believed.then(|| age_ms >= AGEING_MS && !is_renewed.swap(true, Ordering::Relaxed))
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
            debugging: Debugging::default(),
        })
    }

    #[test]
    fn one_call_renews_what_ages_and_nobody_believes_it_for_too_long() {
        let sessions = Sessions::default();
        let renews = |now_ms| sessions.get("t", now_ms).map(|(_, renews)| renews);
        sessions.keep("t", actor(), 1000, 0, sessions.moment());
        assert_eq!(renews(AGEING_MS - 1), Some(false));
        assert_eq!(renews(AGEING_MS), Some(true), "the first one has it read again");
        assert_eq!(renews(AGEING_MS), Some(false), "the others go on");
        assert_eq!(renews(BELIEVED_MS), None, "but not for longer than it is believed");
        sessions.keep("t", actor(), 1000, AGEING_MS, sessions.moment());
        assert!(renews(BELIEVED_MS).is_some());
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
