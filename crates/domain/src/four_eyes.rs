//! Four-eyes: changes that one person may not make alone where the entity requires a second.

use serde_json::{Map, Value};

/// On by default for banks, off for other entities.
pub fn is_on(entity_type: &str, setting: Option<bool>) -> bool {
    setting.unwrap_or(entity_type == "Bank")
}

/// The same, read from a record of the Entity Master.
pub fn is_on_in(record: &Map<String, Value>) -> bool {
    let entity_type = record.get("entityType").and_then(Value::as_str).unwrap_or_default();
    is_on(entity_type, record.get("fourEyes").and_then(Value::as_bool))
}

const RETENTION: [&str; 5] =
    ["documentPurgingDays", "rejectDocumentsPurgeDays", "recordPurgeRequired", "recordPurgeDays", "actionLogDays"];

/// Fields of the Entity Master that wait for a second person: all that this change weakens, and without four-eyes a
/// shortened retention only, because what is destroyed does not come back.
pub fn held_back(before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<&'static str> {
    let mut names = weakened(before, after);
    names.retain(|name| is_on_in(before) || RETENTION.contains(name));
    names
}

/// Fields of the Entity Master that this change weakens.
fn weakened(before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<&'static str> {
    let levels = |record: &Map<String, Value>| record.get("verificationLevels").and_then(Value::as_i64).unwrap_or(0);
    let mut names = Vec::new();
    if levels(after) < levels(before) {
        names.push("verificationLevels");
    }
    for name in ["documentPurgingDays", "rejectDocumentsPurgeDays", "actionLogDays"] {
        if kept_days(after, name) < kept_days(before, name) {
            names.push(name);
        }
    }
    if kept_record_days(after) < kept_record_days(before) {
        names.extend(["recordPurgeRequired", "recordPurgeDays"]);
    }
    if is_on_in(before) && !is_on_in(after) {
        names.extend(["entityType", "fourEyes"]);
    }
    names.retain(|name| after.get(*name) != before.get(*name));
    names
}

/// Days of retention; 0 or missing means forever.
fn kept_days(record: &Map<String, Value>, name: &str) -> i64 {
    record.get(name).and_then(Value::as_i64).filter(|days| *days > 0).unwrap_or(i64::MAX)
}

fn kept_record_days(record: &Map<String, Value>) -> i64 {
    match record.get("recordPurgeRequired").and_then(Value::as_bool) {
        Some(true) => kept_days(record, "recordPurgeDays"),
        _ => i64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entity(changes: Value) -> Map<String, Value> {
        let mut record = json!({
            "entityType": "Bank", "fourEyes": null, "verificationLevels": 2, "documentPurgingDays": 1825,
            "rejectDocumentsPurgeDays": 365, "recordPurgeRequired": true, "recordPurgeDays": 2555,
        });
        for (name, value) in changes.as_object().into_iter().flatten() {
            record[name] = value.clone();
        }
        record.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn it_is_on_for_banks_by_default() {
        assert!(is_on("Bank", None));
        assert!(!is_on("Education", None) && !is_on("FinInstitute", None));
        assert!(is_on("Education", Some(true)) && !is_on("Bank", Some(false)));
    }

    #[test]
    fn a_shortened_retention_waits_without_four_eyes_too() {
        let before = entity(json!({ "fourEyes": false }));
        let after = entity(json!({ "fourEyes": false, "verificationLevels": 1, "documentPurgingDays": 30 }));
        assert_eq!(held_back(&before, &after), ["documentPurgingDays"]);
        assert_eq!(held_back(&entity(json!({})), &after), ["verificationLevels", "documentPurgingDays", "fourEyes"]);
    }

    #[test]
    fn lowered_settings_wait_and_raised_ones_do_not() {
        let of = |before: Value, after: Value| weakened(&entity(before), &entity(after));
        let now = |after: Value| of(json!({}), after);
        assert!(now(json!({})).is_empty());
        assert_eq!(now(json!({ "verificationLevels": 1 })), ["verificationLevels"]);
        assert_eq!(now(json!({ "documentPurgingDays": 1824 })), ["documentPurgingDays"]);
        assert_eq!(now(json!({ "rejectDocumentsPurgeDays": 30 })), ["rejectDocumentsPurgeDays"]);
        assert_eq!(now(json!({ "recordPurgeDays": 2554 })), ["recordPurgeDays"]);
        assert_eq!(now(json!({ "actionLogDays": 2555 })), ["actionLogDays"]);
        assert_eq!(now(json!({ "fourEyes": false })), ["fourEyes"]);
        assert_eq!(now(json!({ "entityType": "Education" })), ["entityType"]);
        assert_eq!(now(json!({ "entityType": "Education", "fourEyes": true })), [""; 0]);
        let higher = json!({
            "verificationLevels": 3, "documentPurgingDays": 0, "rejectDocumentsPurgeDays": 366, "recordPurgeDays": 0,
            "fourEyes": true,
        });
        assert!(now(higher).is_empty());
        assert!(now(json!({ "recordPurgeRequired": false, "recordPurgeDays": null })).is_empty());
        // "Never" is the longest retention.
        assert_eq!(
            of(json!({ "documentPurgingDays": 0 }), json!({ "documentPurgingDays": 9999 })),
            ["documentPurgingDays"]
        );
        assert_eq!(of(json!({ "recordPurgeRequired": false }), json!({})), ["recordPurgeRequired"]);
        assert_eq!(of(json!({ "recordPurgeRequired": false }), json!({ "recordPurgeDays": 0 })), [""; 0]);
    }
}
