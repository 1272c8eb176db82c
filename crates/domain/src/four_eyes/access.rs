//! Users, roles and what roles may do.

use serde_json::{Map, Value};

use super::{Edit, Facts, Handover, Reason, Waiting};
use crate::access::{Action, AppCode, BusinessAction, Role};

fn waiting(field: &'static str, reason: Reason) -> Vec<Waiting> {
    vec![Waiting::new(field, reason)]
}

/// User Role Mapping: roles that carry administration or review.
pub(crate) fn grant(edit: &Edit, facts: &Facts) -> Vec<Waiting> {
    if edit.is_save() && facts.is_sensitive(edit.text("roleCode")) {
        waiting("roleCode", Reason::Access)
    } else {
        Vec::new()
    }
}

pub(crate) fn hands_over_role(edit: &Edit, _: &Facts) -> Option<Handover> {
    edit.is_save().then(|| Handover { user: edit.text("userId").to_owned(), what: "role" })
}

/// Whether a mapping adds administration or review to a role that somebody holds.
fn gain(edit: &Edit, facts: &Facts, field: &'static str, add: impl FnOnce(&mut Role)) -> Vec<Waiting> {
    let Some(role) = facts.roles.get(edit.text("roleCode")).filter(|_| edit.is_save()) else { return Vec::new() };
    let mut after = role.clone();
    add(&mut after);
    if facts.is_gain(&after) { waiting(field, Reason::Access) } else { Vec::new() }
}

/// Role Screen Action Mapping.
pub(crate) fn screen(edit: &Edit, facts: &Facts) -> Vec<Waiting> {
    gain(edit, facts, "actionCode", |role| {
        if let Some(action) = Action::parse(edit.text("actionCode")) {
            role.screens.entry(edit.text("screenCode").to_owned()).or_default().insert(action);
        }
    })
}

/// Role Action Mapping.
pub(crate) fn business(edit: &Edit, facts: &Facts) -> Vec<Waiting> {
    gain(edit, facts, "actionCode", |role| role.business.extend(BusinessAction::parse(edit.text("actionCode"))))
}

/// Role App Mapping.
pub(crate) fn app(edit: &Edit, facts: &Facts) -> Vec<Waiting> {
    gain(edit, facts, "appCode", |role| role.apps.extend(AppCode::parse(edit.text("appCode"))))
}

/// User Role Master: a higher level of a role that somebody holds.
pub(crate) fn role(edit: &Edit, facts: &Facts) -> Vec<Waiting> {
    let level = facts.levels.get(edit.text("authLevelCode")).copied().unwrap_or(0);
    let role = facts.roles.get(edit.text("roleCode")).filter(|_| edit.changes("authLevelCode"));
    if role.is_some_and(|role| facts.is_gain(&Role { level, ..role.clone() })) {
        waiting("authLevelCode", Reason::Access)
    } else {
        Vec::new()
    }
}

/// Authorization Level: a higher number for roles that somebody holds.
pub(crate) fn level(edit: &Edit, facts: &Facts) -> Vec<Waiting> {
    let number =
        |record: Option<&Map<String, Value>>| record.and_then(|one| one.get("levelNo")).and_then(Value::as_i64);
    let is_raised = edit.changes("levelNo") && number(edit.after) > number(edit.before);
    let code = edit.text("authLevelCode");
    let is_held = facts.role_levels.iter().any(|(role, level)| level == code && facts.held.contains(role));
    if is_raised && is_held { waiting("levelNo", Reason::Access) } else { Vec::new() }
}

/// Where codes and links go.
const ADDRESSES: [&str; 2] = ["mailId", "mobileNumber"];

/// What decides whether a user may log in.
const OPENING: [&str; 2] = ["status", "expiryDate"];

/// True when a user who could not log in now may.
fn is_brought_back(edit: &Edit, facts: &Facts) -> bool {
    let is_open = |record: &Map<String, Value>| {
        let text = |name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default();
        text("status") == "Active" && text("expiryDate") >= facts.today.as_str()
    };
    edit.before.is_some_and(|before| !is_open(before)) && edit.after.is_some_and(is_open)
}

/// User Master: addresses of somebody else who administers or reviews, and bringing such a user back.
pub(crate) fn user(edit: &Edit, facts: &Facts) -> Vec<Waiting> {
    if edit.text("userId") == edit.actor || !facts.is_own_sensitive() {
        return Vec::new();
    }
    let changed = |names: &[&'static str], reason: Reason| -> Vec<Waiting> {
        names.iter().filter(|name| edit.changes(name)).map(|name| Waiting::new(name, reason)).collect()
    };
    let mut all = changed(&ADDRESSES, Reason::Address);
    if is_brought_back(edit, facts) {
        all.extend(changed(&OPENING, Reason::Access));
    }
    all
}

/// Whether the roles of the user count for a change of User Master.
pub(crate) fn user_needs_roles(edit: &Edit) -> bool {
    ADDRESSES.iter().chain(&OPENING).any(|name| edit.changes(name))
}

/// Users hand access to themselves when they move their own address: a thief of the session could.
pub(crate) fn hands_over_user(edit: &Edit, facts: &Facts) -> Option<Handover> {
    let user = edit.text("userId");
    let is_own = user == edit.actor;
    let is_moved = ADDRESSES.iter().any(|name| edit.changes(name));
    let is_let_in = is_brought_back(edit, facts) || edit.secrets.contains(&"password");
    let is_reset = is_moved || (!is_own && is_let_in);
    let is_created = edit.is_save() && !is_own;
    let is_reset = !edit.is_save() && edit.after.is_some() && is_reset;
    let what = if is_created { Some("created") } else { is_reset.then_some("reset") };
    what.map(|what| Handover { user: user.to_owned(), what })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// ADMIN edits users, CHECKER reviews, VIEWER has the app and HELP the screen without the app. Nobody holds SPARE.
    fn facts(own: &[&str]) -> Facts {
        let mut facts = Facts::new(&crate::master_data::ADMIN_SCREENS, "2026-05-01");
        let edit = |role: &mut Role| role.screens.entry("SD-SMS-002".into()).or_default().insert(Action::Edit);
        for code in ["ADMIN", "CHECKER", "VIEWER", "HELP", "SPARE"] {
            let mut role = Role { code: code.into(), ..Role::default() };
            match code {
                "ADMIN" | "HELP" => edit(&mut role),
                "CHECKER" => _ = role.business.insert(BusinessAction::Review),
                _ => {}
            }
            if ["ADMIN", "VIEWER", "SPARE"].contains(&code) {
                role.apps.insert(AppCode::Sms);
            }
            if code != "SPARE" {
                facts.held.insert(code.into());
            }
            facts.roles.insert(code.into(), role);
        }
        facts.levels.extend([("L1".to_owned(), 1), ("L2".to_owned(), 2)]);
        facts.own_roles = own.iter().map(|code| (*code).to_owned()).collect();
        facts
    }

    type Rule = fn(&Edit, &Facts) -> Vec<Waiting>;

    fn waits(rule: Rule, facts: &Facts, before: Value, after: Value) -> Vec<&'static str> {
        let (before, after) = (before.as_object().cloned(), after.as_object().cloned());
        let edit = Edit { before: before.as_ref(), after: after.as_ref(), secrets: &[], actor: "ADMIN1" };
        rule(&edit, facts).into_iter().map(|one| one.field).collect()
    }

    #[test]
    fn grants_of_administration_and_review_wait() {
        let of = |role: &str| waits(grant, &facts(&[]), Value::Null, json!({ "userId": "U", "roleCode": role }));
        assert_eq!((of("ADMIN"), of("CHECKER")), (vec!["roleCode"], vec!["roleCode"]));
        assert!(of("VIEWER").is_empty() && of("HELP").is_empty() && of("UNKNOWN").is_empty());
        let removed = waits(grant, &facts(&[]), json!({ "userId": "U", "roleCode": "ADMIN" }), Value::Null);
        assert!(removed.is_empty());
    }

    #[test]
    fn a_role_that_somebody_holds_gains_nothing_alone() {
        let saved = |rule: Rule, record: Value| waits(rule, &facts(&[]), Value::Null, record);
        let row =
            |role: &str, action: &str| json!({ "roleCode": role, "screenCode": "SD-SMS-002", "actionCode": action });
        assert_eq!(saved(screen, row("VIEWER", "edit")), ["actionCode"]);
        for harmless in [row("VIEWER", "view"), row("SPARE", "edit"), row("ADMIN", "edit")] {
            assert!(saved(screen, harmless.clone()).is_empty(), "{harmless}");
        }
        assert_eq!(saved(app, json!({ "roleCode": "HELP", "appCode": "SMS" })), ["appCode"]);
        assert!(saved(app, json!({ "roleCode": "HELP", "appCode": "BNK" })).is_empty());
        assert_eq!(saved(business, json!({ "roleCode": "VIEWER", "actionCode": "review" })), ["actionCode"]);
        assert!(saved(business, json!({ "roleCode": "VIEWER", "actionCode": "export" })).is_empty());
        let leveled = |role: &str, level: &str| {
            let before = json!({ "roleCode": role, "authLevelCode": null });
            waits(super::role, &facts(&[]), before, json!({ "roleCode": role, "authLevelCode": level }))
        };
        assert_eq!(leveled("CHECKER", "L1"), ["authLevelCode"]);
        assert!(leveled("SPARE", "L2").is_empty());
    }

    #[test]
    fn the_own_address_is_handed_over_to_oneself() {
        let of = |user: &str, field: &str, old: &str, new: &str| {
            let record = |value: &str| {
                let mut record = json!({ "userId": user, "status": "Active", "expiryDate": "2030-01-01" });
                record[field] = value.into();
                record.as_object().cloned().unwrap()
            };
            let (before, after) = (record(old), record(new));
            let edit = Edit { before: Some(&before), after: Some(&after), secrets: &[], actor: "ADMIN1" };
            hands_over_user(&edit, &facts(&[])).map(|one| (one.user, one.what))
        };
        assert_eq!(of("ADMIN1", "mailId", "a", "b"), Some(("ADMIN1".to_owned(), "reset")));
        assert_eq!(of("U", "mailId", "a", "b"), Some(("U".to_owned(), "reset")));
        assert_eq!(of("U", "status", "InActive", "Active"), Some(("U".to_owned(), "reset")));
        assert_eq!(of("U", "expiryDate", "2026-04-30", "2031-01-01"), Some(("U".to_owned(), "reset")));
        assert_eq!(of("U", "expiryDate", "2030-01-01", "2031-01-01"), None);
        assert_eq!((of("ADMIN1", "designation", "a", "b"), of("U", "designation", "a", "b")), (None, None));
    }

    #[test]
    fn the_address_of_an_administrator_or_reviewer_waits_and_so_does_the_return() {
        let user = |values: Value| {
            let mut record = json!({
                "userId": "U", "mailId": "a@b.example", "mobileNumber": "1", "status": "Active",
                "expiryDate": "2030-01-01",
            });
            record.as_object_mut().unwrap().extend(values.as_object().cloned().unwrap());
            record
        };
        let of = |own: &[&str], before: Value, after: Value| waits(super::user, &facts(own), user(before), user(after));
        assert_eq!(of(&["ADMIN"], json!({}), json!({ "mailId": "x@b.example" })), ["mailId"]);
        assert_eq!(of(&["CHECKER"], json!({}), json!({ "mailId": "x@b.example" })), ["mailId"]);
        assert_eq!(of(&["CHECKER"], json!({ "status": "InActive" }), json!({})), ["status"]);
        assert!(of(&["VIEWER", "HELP"], json!({}), json!({ "mailId": "x@b.example" })).is_empty());
        let own = json!({ "userId": "ADMIN1" });
        assert!(of(&["ADMIN"], own, json!({ "userId": "ADMIN1", "mobileNumber": "2" })).is_empty());
        assert_eq!(of(&["ADMIN"], json!({ "status": "InActive" }), json!({})), ["status"]);
        assert_eq!(of(&["ADMIN"], json!({ "expiryDate": "2026-04-30" }), json!({})), ["expiryDate"]);
        assert!(of(&["ADMIN"], json!({}), json!({ "status": "InActive" })).is_empty());
    }
}
