//! The settings of the entity.

use serde_json::{Map, Value};

use super::{Edit, Facts, Reason, Waiting, changed_target, is_on_in};

const RETENTION: [&str; 5] =
    ["documentPurgingDays", "rejectDocumentsPurgeDays", "recordPurgeRequired", "recordPurgeDays", "actionLogDays"];

/// Where copies of documents go. An emptied address sends nothing anywhere.
const FILE_SHARE: (&[&str], &[&str]) = (&["fileSharingUrl"], &["fileSharingUser", "fileSharingPassword"]);
const DRIVE: (&[&str], &[&str]) = (&["driveKind", "driveUrl", "driveRegion"], &["driveUser", "driveSecret"]);

/// What is weakened, sign-on by other systems, and where documents go.
pub(crate) fn rule(edit: &Edit, _: &Facts) -> Vec<Waiting> {
    let (Some(before), Some(after)) = (edit.before, edit.after) else { return Vec::new() };
    let reason = |name: &str| if RETENTION.contains(&name) { Reason::Destroys } else { Reason::Weaker };
    let weakened = weakened(before, after);
    let mut waiting: Vec<Waiting> = weakened.into_iter().map(|name| Waiting::new(name, reason(name))).collect();
    if after.get("ssoEnabled") != before.get("ssoEnabled") {
        waiting.push(Waiting::new("ssoEnabled", Reason::SignOn));
    }
    for target in [FILE_SHARE, DRIVE] {
        waiting.extend(changed_target(edit, target, Reason::Target));
    }
    waiting
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
        use super::super::is_on;
        assert!(is_on("Bank", None));
        assert!(!is_on("Education", None) && !is_on("FinInstitute", None));
        assert!(is_on("Education", Some(true)) && !is_on("Bank", Some(false)));
    }

    #[test]
    fn a_shortened_retention_waits_without_four_eyes_too() {
        let before = entity(json!({}));
        let after = entity(json!({ "fourEyes": false, "verificationLevels": 1, "documentPurgingDays": 30 }));
        let edit = Edit { before: Some(&before), after: Some(&after), secrets: &[], actor: "ADMIN" };
        let waiting = rule(&edit, &Facts::new(&[], ""));
        let of = |is_on: bool| -> Vec<&str> {
            waiting.iter().filter(|one| one.reason.needs_second(is_on)).map(|one| one.field).collect()
        };
        assert_eq!(of(true), ["verificationLevels", "documentPurgingDays", "fourEyes"]);
        assert_eq!(of(false), ["documentPurgingDays"]);
    }

    #[test]
    fn a_new_target_waits_with_its_secret_and_a_removed_one_does_not() {
        let names = |before: Value, after: Value, secrets: &[&'static str]| -> Vec<&'static str> {
            let (before, after) = (entity(before), entity(after));
            let edit = Edit { before: Some(&before), after: Some(&after), secrets, actor: "ADMIN" };
            rule(&edit, &Facts::new(&[], "")).into_iter().map(|one| one.field).collect()
        };
        let drive = |url: &str| json!({ "driveUrl": url, "driveUser": url });
        assert_eq!(names(drive("a"), drive("b"), &["driveSecret"]), ["driveUrl", "driveUser", "driveSecret"]);
        assert_eq!(names(json!({ "driveUrl": "a" }), json!({ "driveUrl": null }), &[]), [""; 0]);
        assert_eq!(names(drive("a"), drive("a"), &["driveSecret"]), [""; 0]);
        assert_eq!(names(json!({ "ssoEnabled": false }), json!({ "ssoEnabled": true }), &[]), ["ssoEnabled"]);
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
