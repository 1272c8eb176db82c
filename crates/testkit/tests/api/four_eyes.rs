//! With four-eyes on, one administrator can neither weaken the entity nor grant themselves a role.

use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    lowered_values_wait_for_a_second_administrator,
    a_proposal_is_declined_or_withdrawn_and_one_waits_at_a_time,
    a_stale_proposal_is_not_applied,
    switching_four_eyes_off_takes_two,
);

on_sqlite!(
    a_stricter_value_takes_effect_at_once,
    administrators_grant_roles_to_others_only,
    without_four_eyes_one_administrator_is_enough,
);

fn resource(name: &str) -> &'static domain::master_data::Definition {
    domain::master_data::find(name).unwrap()
}

async fn entity(admin: &Client) -> Value {
    admin.operate(resource("master"), "F", &json!({})).await.expect(200).record().clone()
}

/// Saves the entity with these values.
async fn change(admin: &Client, values: Value) -> Answer {
    let mut body = entity(admin).await;
    body.as_object_mut().unwrap().extend(values.as_object().cloned().unwrap());
    admin.operate(resource("master"), "U", &body).await
}

async fn proposals(admin: &Client) -> Vec<Value> {
    admin.get("admin", "admin/master/proposal", "").await.expect(200).content().clone()
}

async fn decide(admin: &Client, action: &str) -> Answer {
    let newest = proposals(admin).await.swap_remove(0);
    let body = json!({ "proposalId": newest["proposalId"], "action": action });
    admin.post("admin", "admin/master/proposal", Some("U"), &body).await
}

/// Two administrators of Northgate Bank.
async fn two(app: &TestApp) -> (Client, Client) {
    (app.log_in("NGB", "ADMIN").await, app.log_in("NGB", "ADMIN2").await)
}

async fn lowered_values_wait_for_a_second_administrator(app: TestApp) {
    let (admin, second) = two(&app).await;
    let before = entity(&admin).await;
    let lowered = json!({
        "verificationLevels": 0, "documentPurgingDays": 365, "recordPurgeDays": 400, "displayName": "Northgate",
    });
    let answer = change(&admin, lowered).await.expect(200);
    assert_eq!(answer.json["status"], "W");
    assert_eq!(answer.fields(), ["documentPurgingDays", "verificationLevels", "recordPurgeDays"]);
    assert_eq!(
        answer.json["data"]["ErrorCodeDTO"][0]["message"],
        "Document Purging Days is waiting for a second administrator"
    );
    // Stricter values are stored, weaker ones wait.
    let after = entity(&admin).await;
    assert_eq!(
        (&after["displayName"], &after["verificationLevels"]),
        (&json!("Northgate"), &before["verificationLevels"])
    );
    assert_eq!((&after["documentPurgingDays"], &after["recordPurgeDays"]), (&json!(1825), &json!(2555)));
    assert_eq!(*answer.record(), after);

    let seen = proposals(&second).await;
    let [one] = seen.as_slice() else { panic!("{seen:?}") };
    assert_eq!((&one["proposedBy"], &one["state"]), (&json!("ADMIN"), &json!("waiting")));
    assert_eq!(one["allowed"], json!(["approve", "decline"]));
    let levels = json!({ "field": "verificationLevels", "old": 2, "new": 0 });
    assert!(one["changes"].as_array().unwrap().contains(&levels), "{one}");
    assert_eq!(proposals(&admin).await[0]["allowed"], json!(["withdraw"]));
    assert_eq!(proposals(&app.log_in("NGB", "VIEWER").await).await[0]["allowed"], json!([]));
    let own = decide(&admin, "approve").await.expect(403);
    assert_eq!(own.error(), "You proposed this change. Another administrator has to approve it.");
    assert_eq!(entity(&admin).await, after);

    let approved = decide(&second, "approve").await.expect(200);
    assert_eq!((&approved.record()["state"], &approved.record()["decidedBy"]), (&json!("approved"), &json!("ADMIN2")));
    let now = entity(&admin).await;
    assert_eq!(
        (&now["verificationLevels"], &now["documentPurgingDays"], &now["recordPurgeDays"]),
        (&json!(0), &json!(365), &json!(400))
    );
    assert_eq!((&now["displayName"], &now["updatedBy"]), (&json!("Northgate"), &json!("ADMIN2")));
    decide(&second, "approve").await.expect(409);

    // Both persons are in the log.
    let key = json!({ "entityCode": "NGB" }).to_string();
    let log = admin.verb(resource("master"), "/history", "", "POST", &[], key.into()).await.expect(200);
    let actions: Vec<(&str, &str)> = log
        .content()
        .iter()
        .filter_map(|entry| Some((entry["action"].as_str()?, entry["actor"].as_str()?)))
        .take(4)
        .collect();
    for expected in [("propose", "ADMIN"), ("approve-proposal", "ADMIN2"), ("U", "ADMIN2"), ("U", "ADMIN")] {
        assert!(actions.contains(&expected), "{expected:?} in {actions:?}");
    }
    let update = log.content().iter().find(|entry| entry["action"] == "U" && entry["actor"] == "ADMIN2").unwrap();
    assert_eq!(update["detail"]["proposedBy"], "ADMIN");
}

async fn a_stricter_value_takes_effect_at_once(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let higher =
        json!({ "verificationLevels": 3, "documentPurgingDays": 0, "recordPurgeRequired": false, "fourEyes": true });
    let answer = change(&admin, higher).await.expect(200);
    assert_eq!((&answer.json["status"], answer.code()), (&json!("S"), "EnTxn0019"));
    assert_eq!((&entity(&admin).await["verificationLevels"], proposals(&admin).await.len()), (&json!(3), 0));
    // "Never" is the longest time: any number of days is stricter.
    let answer = change(&admin, json!({ "documentPurgingDays": 9999 })).await.expect(200);
    assert_eq!((&answer.json["status"], answer.fields()), (&json!("W"), vec!["documentPurgingDays"]));
}

async fn a_proposal_is_declined_or_withdrawn_and_one_waits_at_a_time(app: TestApp) {
    let (admin, second) = two(&app).await;
    let before = entity(&admin).await;
    change(&admin, json!({ "verificationLevels": 1 })).await.expect(200);
    assert_eq!(entity(&admin).await, before, "nothing was stored, so nothing has another version");
    let refused = change(&admin, json!({ "rejectDocumentsPurgeDays": 30, "displayName": "X" })).await.expect(409);
    assert_eq!(refused.code(), "proposalWaiting");
    assert_eq!(entity(&admin).await, before, "refused as a whole");
    change(&admin, json!({ "displayName": "Northgate" })).await.expect(200);
    assert_eq!(decide(&second, "withdraw").await.status, 403);
    assert_eq!(decide(&second, "decline").await.expect(200).record()["state"], "declined");
    change(&second, json!({ "verificationLevels": 0 })).await.expect(200);
    assert_eq!(decide(&second, "withdraw").await.expect(200).record()["state"], "withdrawn");
    assert_eq!(entity(&admin).await["verificationLevels"], before["verificationLevels"]);
    decide(&admin, "approve").await.expect(409);
    let nobody = json!({ "proposalId": "none", "action": "approve" });
    admin.post("admin", "admin/master/proposal", Some("U"), &nobody).await.expect(404);
    let elsewhere = app.log_in("KALVI", "ADMIN").await;
    assert!(proposals(&elsewhere).await.is_empty());
    let theirs = json!({ "proposalId": proposals(&admin).await[0]["proposalId"], "action": "approve" });
    elsewhere.post("admin", "admin/master/proposal", Some("U"), &theirs).await.expect(404);
}

async fn a_stale_proposal_is_not_applied(app: TestApp) {
    let (admin, second) = two(&app).await;
    change(&admin, json!({ "verificationLevels": 1 })).await.expect(200);
    change(&admin, json!({ "verificationLevels": 4 })).await.expect(200);
    assert_eq!(decide(&second, "approve").await.expect(409).code(), "stale");
    assert_eq!(entity(&admin).await["verificationLevels"], 4);
    assert_eq!(proposals(&second).await[0]["state"], "waiting");
    decide(&second, "decline").await.expect(200);
}

async fn switching_four_eyes_off_takes_two(app: TestApp) {
    let (admin, second) = two(&app).await;
    for off in [json!({ "fourEyes": false }), json!({ "entityType": "Education" })] {
        assert_eq!(change(&admin, off).await.expect(200).json["status"], "W");
        decide(&admin, "withdraw").await.expect(200);
    }
    change(&admin, json!({ "fourEyes": false })).await.expect(200);
    let own = json!({ "userId": "ADMIN", "roleCode": "BANKER" });
    admin.operate(resource("userrolemapping"), "S", &own).await.expect(403);
    decide(&second, "approve").await.expect(200);
    assert_eq!(entity(&admin).await["fourEyes"], false);
    admin.operate(resource("userrolemapping"), "S", &own).await.expect(200);
    assert_eq!(change(&admin, json!({ "verificationLevels": 0 })).await.expect(200).json["status"], "S");
    // One administrator is enough to switch it on again.
    assert_eq!(change(&admin, json!({ "fourEyes": null })).await.expect(200).json["status"], "S");
    assert_eq!(change(&admin, json!({ "rejectDocumentsPurgeDays": 30 })).await.expect(200).json["status"], "W");
}

async fn administrators_grant_roles_to_others_only(app: TestApp) {
    let (admin, second) = two(&app).await;
    let roles = resource("userrolemapping");
    let own = json!({ "userId": "ADMIN", "roleCode": "BANKER" });
    let refused = admin.operate(roles, "S", &own).await.expect(403);
    assert_eq!(refused.error(), "You can't give yourself a role. Ask another administrator.");
    let rows = "userId,roleCode\nADMIN,BANKER\nVIEWER,BANKER\n";
    let import =
        admin.verb(roles, "/import", "", "POST", &[("content-type", "text/csv")], rows.into()).await.expect(422);
    assert_eq!(import.json["data"]["faults"][0]["line"], 2);
    admin.operate(roles, "F", &json!({ "userId": "VIEWER", "roleCode": "BANKER" })).await.expect(404);
    admin.operate(roles, "S", &json!({ "userId": "VIEWER", "roleCode": "BANKER" })).await.expect(200);
    second.operate(roles, "S", &own).await.expect(200);
    admin.operate(roles, "F", &own).await.expect(200);
}

async fn without_four_eyes_one_administrator_is_enough(app: TestApp) {
    let admin = app.log_in("KALVI", "ADMIN").await;
    let answer = change(&admin, json!({ "verificationLevels": 0 })).await.expect(200);
    assert_eq!(answer.json["status"], "S");
    // What is destroyed does not come back, so a shorter retention takes two people everywhere.
    let answer = change(&admin, json!({ "documentPurgingDays": 30 })).await.expect(200);
    assert_eq!((&answer.json["status"], answer.fields()), (&json!("W"), vec!["documentPurgingDays"]));
    let own = json!({ "userId": "ADMIN", "roleCode": "VIEWER" });
    admin.operate(resource("userrolemapping"), "S", &own).await.expect(200);
}
