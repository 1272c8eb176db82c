//! Walks along one shard and collects what is wrong with it.

use std::iter::Peekable;
use std::ops::AddAssign;
use std::vec::IntoIter;

use domain::access::Scope;

use super::checkpoints::Checkpoint;
use super::heads::Head;
use super::{ChainTip, HashedRow, SEALED_ACTION, open_detail};
use crate::keys::{self, EntityKey};

pub(super) const TEXTS: [&str; 10] =
    ["at", "actor", "actor_kind", "action", "resource", "record_key", "detail", "detail_hash", "prev", "mac"];

/// A stored row, with its texts in the order of [`TEXTS`].
pub(super) struct Stored {
    pub seq: i64,
    pub text: [String; 10],
}

#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Seen {
    pub entries: u64,
    pub checkpoints: i64,
    /// Entries that tell of heads sealed after an upgrade.
    pub sealings: u64,
}

impl AddAssign for Seen {
    fn add_assign(&mut self, other: Seen) {
        self.entries += other.entries;
        self.checkpoints += other.checkpoints;
        self.sealings += other.sealings;
    }
}

pub(super) struct Walk<'a> {
    scope: &'a Scope,
    key: &'a EntityKey,
    shard: i64,
    head: Option<&'a Head>,
    checkpoints: Peekable<IntoIter<Checkpoint>>,
    pub tip: ChainTip,
    seen: Seen,
    faults: Vec<String>,
}

impl<'a> Walk<'a> {
    pub fn new(
        scope: &'a Scope,
        key: &'a EntityKey,
        shard: i64,
        head: Option<&'a Head>,
        checkpoints: Vec<Checkpoint>,
    ) -> Walk<'a> {
        let seen = Seen { checkpoints: checkpoints.len() as i64, ..Seen::default() };
        let (tip, faults) = (ChainTip::start(), Vec::new());
        let mut walk =
            Walk { scope, key, shard, head, checkpoints: Vec::new().into_iter().peekable(), tip, seen, faults };
        walk.check_order(&checkpoints);
        walk.checkpoints = checkpoints.into_iter().peekable();
        walk
    }

    fn name(&self) -> String {
        format!("{}/{} shard {}", self.scope.country, self.scope.entity, self.shard)
    }

    fn fault_at(&mut self, seq: i64, what: &str) {
        let fault = format!("{} entry {seq}: {what}", self.name());
        self.faults.push(fault);
    }

    fn check_order(&mut self, checkpoints: &[Checkpoint]) {
        let mut before: Option<&str> = None;
        for checkpoint in checkpoints {
            if !checkpoint.follows(before) {
                self.fault_at(checkpoint.seq, "the checkpoint before this one is missing");
            }
            before = Some(&checkpoint.seal);
        }
    }

    pub fn step(&mut self, row: &Stored) {
        if let Some(fault) = check(self.key, self.scope, self.shard, &self.tip, row) {
            self.fault_at(row.seq, fault);
        }
        let mac = &row.text[9];
        while let Some(checkpoint) = self.checkpoints.next_if(|checkpoint| checkpoint.seq <= row.seq) {
            if checkpoint.seq != row.seq || !checkpoint.is_genuine(self.key, self.scope, self.shard, mac) {
                self.fault_at(checkpoint.seq, "differs from its checkpoint");
            }
        }
        if self.head.is_some_and(|head| head.tip.seq == row.seq && head.tip.mac != *mac) {
            self.fault_at(row.seq, "differs from the head of its shard");
        }
        self.seen.entries += 1;
        self.seen.sealings += u64::from(row.text[3] == SEALED_ACTION);
        self.tip = ChainTip { seq: row.seq, mac: mac.clone() };
    }

    /// What was found, with the head as it is after the walk.
    pub fn end(mut self, after: Option<&Head>) -> (Vec<String>, Seen) {
        let (last, name) = (self.tip.seq, self.name());
        match (self.head, after) {
            (Some(head), Some(after)) => {
                if !head.is_genuine(self.key, self.scope) {
                    self.faults.push(format!("{name}: its head was changed"));
                }
                if head.tip.seq > last {
                    self.faults.push(format!("{name}: the entries {} to {} are missing", last + 1, head.tip.seq));
                }
                if after.tip.seq < last {
                    self.faults.push(format!("{name}: its head ends at {}, its entries at {last}", after.tip.seq));
                }
            }
            // A shard that was opened during the walk.
            (None, Some(_)) => {}
            (_, None) => self.faults.push(format!("{name}: its head is missing")),
        }
        let missing: Vec<i64> = self.checkpoints.by_ref().map(|checkpoint| checkpoint.seq).collect();
        for seq in missing {
            self.fault_at(seq, "is missing, a checkpoint knows it");
        }
        (self.faults, self.seen)
    }
}

/// What is wrong with a row, given the previous one.
fn check(key: &EntityKey, scope: &Scope, shard: i64, tip: &ChainTip, stored: &Stored) -> Option<&'static str> {
    let [at, actor, actor_kind, action, resource, record_key, detail, detail_hash, prev, mac] = &stored.text;
    let row = HashedRow {
        scope,
        shard,
        seq: stored.seq,
        at,
        actor,
        actor_kind,
        action,
        resource,
        record_key,
        detail_hash,
        prev,
    };
    if stored.seq != tip.seq + 1 {
        return Some("entries before it are missing");
    }
    if *prev != tip.mac {
        return Some("does not follow the entry before it");
    }
    if row.mac(key) != *mac {
        return Some("was changed");
    }
    // An erased detail keeps its hash; a stored one must match it.
    match (detail.is_empty(), open_detail(key, detail)) {
        (true, _) => None,
        (false, Some((salt, text))) if keys::salted_hash(&salt, text.as_bytes()) == *detail_hash => None,
        _ => Some("has a changed detail"),
    }
}
