//! The part of the audit log about one request, and a checkpoint of the whole log, as a file.

use std::collections::HashMap;

use domain::access::Scope;
use serde::{Deserialize, Serialize};
use store::audit::{ChainEntry, ShardTip};

pub const TYPE: &str = "docz.audit-part";

/// Where every shard of the entity's audit log ended at a moment.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Checkpoint {
    pub at: String,
    pub tips: Vec<ShardTip>,
}

/// The content of `audit.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditPart {
    pub r#type: String,
    pub version: u32,
    pub country_code: String,
    pub entity_code: String,
    pub txn_ref_no: String,
    pub entries: Vec<ChainEntry>,
    pub checkpoint: Checkpoint,
}

impl AuditPart {
    pub fn new(scope: &Scope, txn_ref_no: &str, entries: Vec<ChainEntry>, checkpoint: Checkpoint) -> AuditPart {
        AuditPart {
            r#type: TYPE.to_owned(),
            version: 1,
            country_code: scope.country.clone(),
            entity_code: scope.entity.clone(),
            txn_ref_no: txn_ref_no.to_owned(),
            entries,
            checkpoint,
        }
    }

    /// What does not fit together. The keyed hashes themselves can only be checked with the database.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut before: HashMap<i64, &ChainEntry> = HashMap::new();
        let tips: HashMap<i64, &ShardTip> = self.checkpoint.tips.iter().map(|tip| (tip.shard, tip)).collect();
        for entry in &self.entries {
            let mut fault = |what: &str| {
                faults.push(format!("audit.json: the entry {} of shard {} {what}", entry.seq, entry.shard));
            };
            if !entry.has_true_detail() {
                fault("has a changed detail");
            }
            if let Some(last) = before.insert(entry.shard, entry) {
                if last.seq >= entry.seq {
                    fault("is out of order");
                } else if last.seq + 1 == entry.seq && last.mac != entry.prev {
                    fault("does not follow the entry before it");
                }
            }
            match tips.get(&entry.shard) {
                None => fault("is in a shard that the checkpoint does not know"),
                Some(tip) if tip.seq < entry.seq => fault("is younger than the checkpoint"),
                Some(tip) if tip.seq == entry.seq && tip.mac != entry.mac => fault("differs from the checkpoint"),
                Some(_) => {}
            }
        }
        faults
    }
}
