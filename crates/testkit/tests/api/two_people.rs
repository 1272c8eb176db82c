//! With four-eyes on, one person is not two: neither through a user of their own making nor through another system.

use domain::master_data::Definition;
use ports::Clock;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    one_person_cannot_approve_through_a_user_of_their_own_making,
    a_role_of_administration_or_review_waits_and_is_granted_by_a_second_person,
    secrets_of_a_proposal_are_sealed_and_applied,
    a_session_by_sso_cannot_approve_after_sso_changed,
    a_change_of_roles_at_the_same_time_does_not_slip_past,
);

on_sqlite!(
    an_approver_is_independent_after_thirty_days,
    the_user_form_grants_what_is_harmless_and_proposes_the_rest,
    rows_of_an_import_that_need_a_second_person_wait,
    a_role_that_somebody_holds_gains_administration_by_two_people,
    the_address_of_an_administrator_takes_two_people,
    a_deactivated_administrator_comes_back_by_two_people,
    a_user_who_moved_their_own_address_cannot_approve,
    a_session_by_changed_sso_moves_no_address_and_proposes_nothing,
    a_person_brought_back_is_not_a_second_one,
    texts_that_let_somebody_in_take_two_people,
    rows_that_could_not_be_stored_do_not_wait,
    imported_rows_of_sign_on_mail_servers_and_webhooks_wait,
    an_import_of_sign_on_is_announced_without_four_eyes_too,
    a_deletion_is_decided_by_those_who_may_delete,
    administrators_are_told_of_a_weaker_policy,
    a_screen_with_one_editor_is_a_gap,
    a_password_set_by_another_person_becomes_a_link,
    sign_on_drives_webhooks_and_mail_servers_take_two_people,
    a_proposal_is_decided_on_its_own_screen,
    administrators_are_told,
    a_repeated_save_answers_the_same,
    a_lone_administrator_is_told_and_the_operator_adds_a_second,
);

fn resource(name: &str) -> &'static Definition {
    domain::master_data::find(name).unwrap()
}

async fn found(admin: &Client, name: &str, key: Value) -> Value {
    admin.operate(resource(name), "F", &key).await.expect(200).record().clone()
}

async fn save(admin: &Client, name: &str, record: Value) -> Answer {
    admin.operate(resource(name), "S", &record).await.expect(200)
}

/// Updates the record that the key finds.
async fn change(admin: &Client, name: &str, key: Value, values: Value) -> Answer {
    let mut body = found(admin, name, key).await;
    body.as_object_mut().unwrap().extend(values.as_object().cloned().unwrap());
    admin.operate(resource(name), "U", &body).await
}

#[track_caller]
fn waits(answer: Answer, fields: &[&str]) {
    let answer = answer.expect(200);
    assert_eq!((&answer.json["status"], answer.fields()), (&json!("W"), fields.to_vec()), "{}", answer.json);
    assert_eq!(answer.code(), "waitsForSecond");
}

async fn proposals(admin: &Client) -> Vec<Value> {
    admin.get("admin", "admin/master/proposal", "").await.expect(200).content().clone()
}

async fn decide(admin: &Client, action: &str) -> Answer {
    let newest = proposals(admin).await.swap_remove(0);
    let body = json!({ "proposalId": newest["proposalId"], "action": action });
    admin.post("admin", "admin/master/proposal", Some("U"), &body).await
}

async fn two(app: &TestApp) -> (Client, Client) {
    (app.log_in("NGB", "ADMIN").await, app.log_in("NGB", "ADMIN2").await)
}

/// The body of a new user NEWBIE with these values.
async fn newbie(admin: &Client, values: Value) -> Value {
    let mut body = found(admin, "usermaster", json!({ "userId": "BANKER1" })).await;
    let own = json!({
        "userId": "NEWBIE", "mailId": "newbie@northgate.example", "mobileNumber": "+919840021099",
        "password": "Given@2026",
    });
    for values in [own, values] {
        body.as_object_mut().unwrap().extend(values.as_object().cloned().unwrap());
    }
    body
}

async fn roles_of(app: &TestApp, user: &str) -> Vec<String> {
    let sql =
        format!("SELECT role_code FROM user_role_mapping WHERE entity_code = 'NGB' AND user_id = '{user}' ORDER BY 1");
    app.texts(&sql).await
}

/// Makes a user an administrator as the finding did, past the rules of today, and logs the user in.
async fn made_by(app: &TestApp, by: &str, days_ago: i64) -> Client {
    let admin = app.log_in("NGB", "ADMIN").await;
    let body = newbie(&admin, json!({ "branches": [{ "tenantCode": "RETAIL", "branchCode": "BR101" }] })).await;
    admin.operate(resource("usermaster"), "S", &body).await.expect(200);
    app.choose_first_password("NEWBIE", "Docz@2026").await;
    app.run_sql_directly(
        "INSERT INTO user_role_mapping SELECT country_code, entity_code, 'NEWBIE', role_code, 1, created_on, \
         created_by, updated_on, updated_by \
         FROM user_role_mapping WHERE entity_code = 'NGB' AND user_id = 'ADMIN'",
    )
    .await;
    app.run_sql_directly(&format!("UPDATE access_handover SET by_user = '{by}' WHERE user_id = 'NEWBIE'")).await;
    app.app().invalidate("IN", "NGB", None);
    app.clock.advance_seconds(days_ago * 86_400);
    app.log_in("NGB", "NEWBIE").await
}

async fn one_person_cannot_approve_through_a_user_of_their_own_making(app: TestApp) {
    let second = made_by(&app, "ADMIN", 0).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    waits(change(&admin, "master", json!({}), json!({ "verificationLevels": 0 })).await, &["verificationLevels"]);
    let refused = decide(&second, "approve").await.expect(403);
    assert_eq!(refused.code(), "approverTooClose");
    assert!(refused.error().starts_with("ADMIN gave you access"), "{}", refused.error());
    assert_eq!(found(&admin, "master", json!({})).await["verificationLevels"], 2);
    // Declining makes nothing weaker; a person who is independent approves.
    let other = app.log_in("NGB", "ADMIN2").await;
    decide(&other, "approve").await.expect(200);
    assert_eq!(found(&admin, "master", json!({})).await["verificationLevels"], 0);
    // Nor the other way round: the user proposes, and the person who made that user approves.
    waits(
        change(&second, "master", json!({}), json!({ "rejectDocumentsPurgeDays": 30 })).await,
        &["rejectDocumentsPurgeDays"],
    );
    let refused = decide(&admin, "approve").await.expect(403);
    assert_eq!(refused.code(), "approverGaveAccess");
    assert!(refused.error().starts_with("You gave NEWBIE access"), "{}", refused.error());
    decide(&other, "approve").await.expect(200);
}

async fn an_approver_is_independent_after_thirty_days(app: TestApp) {
    let second = made_by(&app, "ADMIN", 31).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    waits(change(&admin, "master", json!({}), json!({ "verificationLevels": 0 })).await, &["verificationLevels"]);
    decide(&second, "approve").await.expect(200);
    // A new reset starts the time again.
    change(&admin, "usermaster", json!({ "userId": "NEWBIE" }), json!({ "mailId": "x@northgate.example" })).await;
    let other = app.log_in("NGB", "ADMIN2").await;
    decide(&other, "approve").await.expect(200);
    let admin = app.log_in("NGB", "ADMIN").await;
    waits(
        change(&admin, "master", json!({}), json!({ "rejectDocumentsPurgeDays": 30 })).await,
        &["rejectDocumentsPurgeDays"],
    );
    assert_eq!(decide(&second, "approve").await.expect(403).code(), "approverTooClose");
}

async fn a_role_of_administration_or_review_waits_and_is_granted_by_a_second_person(app: TestApp) {
    let (admin, second) = two(&app).await;
    for role in ["ADMIN", "CHECKER2"] {
        waits(save(&admin, "userrolemapping", json!({ "userId": "VIEWER", "roleCode": role })).await, &["roleCode"]);
        assert_eq!(roles_of(&app, "VIEWER").await, ["VIEWER"]);
        decide(&admin, "withdraw").await.expect(200);
    }
    // A harmless role and the removal of any role take effect at once.
    assert_eq!(
        save(&admin, "userrolemapping", json!({ "userId": "VIEWER", "roleCode": "BANKER" })).await.json["status"],
        "S"
    );
    admin
        .operate(resource("userrolemapping"), "D", &json!({ "userId": "VIEWER", "roleCode": "BANKER" }))
        .await
        .expect(200);
    waits(save(&admin, "userrolemapping", json!({ "userId": "VIEWER", "roleCode": "CHECKER1" })).await, &["roleCode"]);
    let twice = json!({ "userId": "VIEWER", "roleCode": "CHECKER1" });
    let again = admin.operate(resource("userrolemapping"), "S", &twice).await.expect(409);
    assert_eq!(again.code(), "proposalWaiting");
    let shown = proposals(&second).await.swap_remove(0);
    assert_eq!((&shown["resource"], &shown["operation"]), (&json!("userrolemapping"), &json!("S")));
    assert_eq!(shown["key"], json!({ "userId": "VIEWER", "roleCode": "CHECKER1" }));
    decide(&second, "approve").await.expect(200);
    assert_eq!(roles_of(&app, "VIEWER").await, ["CHECKER1", "VIEWER"]);
    // Both persons are in the log, and a role that is held or a user that does not exist is refused at once.
    let key = json!({ "userId": "VIEWER", "roleCode": "CHECKER1" }).to_string();
    let log = admin.verb(resource("userrolemapping"), "/history", "", "POST", &[], key.into()).await.expect(200);
    let saved = log.content().iter().find(|entry| entry["action"] == "S").unwrap().clone();
    assert_eq!((&saved["actor"], &saved["detail"]["proposedBy"]), (&json!("ADMIN2"), &json!("ADMIN")));
    let roles = resource("userrolemapping");
    admin.operate(roles, "S", &json!({ "userId": "VIEWER", "roleCode": "CHECKER1" })).await.expect(409);
    admin.operate(roles, "S", &json!({ "userId": "NOBODY", "roleCode": "CHECKER1" })).await.expect(422);
}

async fn the_user_form_grants_what_is_harmless_and_proposes_the_rest(app: TestApp) {
    let (admin, second) = two(&app).await;
    let body = newbie(&admin, json!({ "roles": ["BANKER", "ADMIN"], "branches": [] })).await;
    let saved = admin.operate(resource("usermaster"), "S", &body).await.expect(200);
    assert_eq!((&saved.json["status"], saved.fields()), (&json!("W"), vec!["roles", "password"]));
    assert_eq!(saved.record()["userId"], "NEWBIE");
    assert_eq!(roles_of(&app, "NEWBIE").await, ["BANKER"]);
    decide(&second, "approve").await.expect(200);
    assert_eq!(roles_of(&app, "NEWBIE").await, ["ADMIN", "BANKER"]);
    let update =
        change(&admin, "usermaster", json!({ "userId": "VIEWER" }), json!({ "roles": ["VIEWER", "CHECKER2"] }));
    waits(update.await, &["roles"]);
    assert_eq!(roles_of(&app, "VIEWER").await, ["VIEWER"]);
}

async fn rows_of_an_import_that_need_a_second_person_wait(app: TestApp) {
    let (admin, second) = two(&app).await;
    let import = async |name: &str, csv: &str| {
        let headers = [("content-type", "text/csv")];
        admin.verb(resource(name), "/import", "", "POST", &headers, csv.to_owned().into()).await
    };
    for (name, csv) in [
        ("userrolemapping", "userId,roleCode\nVIEWER,BANKER\nVIEWER,ADMIN\n"),
        ("rolescreenmapping", "roleCode,screenCode,actionCode\nVIEWER,SD-SMS-002,close\nVIEWER,SD-SMS-002,edit\n"),
        ("roleactionmapping", "roleCode,actionCode\nVIEWER,send\nVIEWER,review\n"),
    ] {
        let done = import(name, csv).await.expect(200);
        let data = &done.json["data"];
        assert_eq!((&done.json["status"], &data["imported"]), (&json!("W"), &json!(1)), "{}", done.json);
        assert_eq!(data["waiting"], json!([3]), "{name}");
    }
    assert_eq!(roles_of(&app, "VIEWER").await, ["BANKER", "VIEWER"]);
    decide(&second, "approve").await.expect(200);
    decide(&second, "approve").await.expect(200);
    decide(&second, "approve").await.expect(200);
    assert_eq!(roles_of(&app, "VIEWER").await, ["ADMIN", "BANKER", "VIEWER"]);
    let users = "userId,password,firstName,lastName,userLanguage,defaultDepartmentCode,defaultBranchCode,\
        defaultTenantCode,mailId,mobileNumber,userType,expiryDate,status\n\
        IMPORTED,Given#2026y,New,User,en,IT,BR101,RETAIL,imported@northgate.example,+919840077001,B,\
        2036-12-31,Active\n";
    import("usermaster", users).await.expect(200);
    let hash = app.texts("SELECT password FROM staff_user WHERE user_id = 'IMPORTED'").await;
    assert_eq!(hash, [""], "the user chooses a password by the link");
    app.choose_first_password("IMPORTED", "Docz@2026").await;
    app.log_in("NGB", "IMPORTED").await;
}

async fn a_role_that_somebody_holds_gains_administration_by_two_people(app: TestApp) {
    let (admin, second) = two(&app).await;
    let screen =
        |role: &str, action: &str| json!({ "roleCode": role, "screenCode": "SD-SMS-002", "actionCode": action });
    waits(save(&admin, "rolescreenmapping", screen("VIEWER", "edit")).await, &["actionCode"]);
    waits(
        save(&admin, "roleactionmapping", json!({ "roleCode": "BANKER", "actionCode": "review" })).await,
        &["actionCode"],
    );
    // The app is what is missing here.
    assert_eq!(save(&admin, "rolescreenmapping", screen("BANKER", "edit")).await.json["status"], "S");
    waits(save(&admin, "roleappmapping", json!({ "roleCode": "BANKER", "appCode": "SMS" })).await, &["appCode"]);
    let level =
        change(&admin, "roledefinition", json!({ "roleCode": "CHECKER1" }), json!({ "authLevelCode": "CHECKER2" }));
    waits(level.await, &["authLevelCode"]);
    let number = change(&admin, "authlevel", json!({ "authLevelCode": "CHECKER1" }), json!({ "levelNo": 5 }));
    waits(number.await, &["levelNo"]);
    assert_eq!(proposals(&second).await.iter().filter(|one| one["state"] == "waiting").count(), 5);
    // Nobody holds CLERK.
    for (name, record) in [
        ("roleappmapping", json!({ "roleCode": "CLERK", "appCode": "SMS" })),
        ("rolescreenmapping", screen("CLERK", "edit")),
        ("roleactionmapping", json!({ "roleCode": "CLERK", "actionCode": "review" })),
    ] {
        assert_eq!(save(&admin, name, record).await.json["status"], "S", "{name}");
    }
    waits(save(&admin, "userrolemapping", json!({ "userId": "VIEWER", "roleCode": "CLERK" })).await, &["roleCode"]);
}

async fn the_address_of_an_administrator_takes_two_people(app: TestApp) {
    let (admin, second) = two(&app).await;
    let key = json!({ "userId": "ADMIN2" });
    let moved = json!({ "mailId": "evil@northgate.example", "mobileNumber": "+919840029999", "designation": "Clerk" });
    waits(change(&admin, "usermaster", key.clone(), moved).await, &["mailId", "mobileNumber"]);
    let now = found(&admin, "usermaster", key.clone()).await;
    assert_eq!((&now["mailId"], &now["designation"]), (&json!("admin2@northgate.example"), &json!("Clerk")));
    decide(&second, "decline").await.expect(200);
    // So does that of a reviewer, active or not: reviews need another person.
    let reviewer = json!({ "userId": "CHECKER2" });
    waits(
        change(&admin, "usermaster", reviewer.clone(), json!({ "mailId": "evil@northgate.example" })).await,
        &["mailId"],
    );
    decide(&admin, "withdraw").await.expect(200);
    change(&admin, "usermaster", reviewer.clone(), json!({ "status": "InActive" })).await.expect(200);
    waits(change(&admin, "usermaster", reviewer, json!({ "status": "Active" })).await, &["status"]);
    // The address of other users does not wait; the former one is told.
    let other = json!({ "mailId": "viewer2@northgate.example" });
    let other = change(&admin, "usermaster", json!({ "userId": "VIEWER" }), other).await.expect(200);
    assert_eq!(other.json["status"], "S");
    let told = app.letters_to("viewer@northgate.example");
    assert!(told.iter().any(|letter| letter.subject.contains("changed")), "{told:?}");
}

async fn a_user_who_moved_their_own_address_cannot_approve(app: TestApp) {
    let (admin, second) = two(&app).await;
    waits(change(&admin, "master", json!({}), json!({ "verificationLevels": 0 })).await, &["verificationLevels"]);
    let moved = json!({ "mailId": "admin2b@northgate.example" });
    let own = change(&second, "usermaster", json!({ "userId": "ADMIN2" }), moved).await.expect(200);
    assert_eq!(own.json["status"], "S");
    let told = app.letters_to("admin2@northgate.example");
    assert!(told.iter().any(|letter| letter.subject.contains("changed")), "{told:?}");
    let refused = decide(&second, "approve").await.expect(403);
    assert_eq!(refused.code(), "approverMoved");
    let text = refused.json.to_string();
    let day = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    assert!(day.iter().any(|month| text.contains(&format!(" {month} 20"))), "{text}");
    // Proposing is still possible, and so is approving after 30 days.
    decide(&second, "decline").await.expect(200);
    waits(
        change(&second, "master", json!({}), json!({ "rejectDocumentsPurgeDays": 30 })).await,
        &["rejectDocumentsPurgeDays"],
    );
    decide(&admin, "approve").await.expect(200);
    app.clock.advance_seconds(31 * 86_400);
    let (admin, second) = two(&app).await;
    waits(change(&admin, "master", json!({}), json!({ "verificationLevels": 0 })).await, &["verificationLevels"]);
    decide(&second, "approve").await.expect(200);
}

/// Makes the sessions of ADMIN2 look as if another system opened them.
async fn by_sso(app: &TestApp) {
    app.run_sql_directly("UPDATE session SET by_sso = true WHERE user_id = 'ADMIN2'").await;
}

async fn a_session_by_changed_sso_moves_no_address_and_proposes_nothing(app: TestApp) {
    // Without four-eyes one person changes SSO; what destroys needs a second one all the same.
    app.without_four_eyes().await;
    let (admin, second) = two(&app).await;
    by_sso(&app).await;
    let own = json!({ "userId": "ADMIN2" });
    change(&second, "usermaster", own.clone(), json!({ "mobileNumber": "+919840029998" })).await.expect(200);
    let sso = json!({ "issuerPath": "/realms/evil" });
    change(&admin, "ssoconfiguration", json!({ "appCode": "BNK" }), sso).await.expect(200);
    let moved = json!({ "mailId": "evil@northgate.example" });
    let refused = change(&second, "usermaster", own.clone(), moved.clone()).await.expect(403);
    assert_eq!(refused.code(), "ownAddressBySso");
    change(&second, "usermaster", own.clone(), json!({ "designation": "Clerk" })).await.expect(200);
    let shorter = json!({ "documentPurgingDays": 30 });
    waits(change(&second, "master", json!({}), shorter.clone()).await, &["documentPurgingDays"]);
    assert_eq!(decide(&admin, "approve").await.expect(403).code(), "proposedByChangedSso");
    decide(&admin, "decline").await.expect(200);
    let second = app.log_in("NGB", "ADMIN2").await;
    waits(change(&second, "master", json!({}), shorter).await, &["documentPurgingDays"]);
    decide(&admin, "approve").await.expect(200);
    by_sso(&app).await;
    app.clock.advance_seconds(31 * 86_400);
    let second = app.log_in("NGB", "ADMIN2").await;
    by_sso(&app).await;
    change(&second, "usermaster", own, moved).await.expect(200);
}

async fn a_person_brought_back_is_not_a_second_one(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    for status in ["InActive", "Active"] {
        change(&admin, "usermaster", json!({ "userId": "ADMIN2" }), json!({ "status": status })).await.expect(200);
    }
    let shorter = json!({ "documentPurgingDays": 30 });
    waits(change(&admin, "master", json!({}), shorter).await, &["documentPurgingDays"]);
    let second = app.log_in("NGB", "ADMIN2").await;
    assert_eq!(decide(&second, "approve").await.expect(403).code(), "approverTooClose");
}

async fn a_change_of_roles_at_the_same_time_does_not_slip_past(app: TestApp) {
    let (admin, second) = two(&app).await;
    let both = json!({ "roleCode": "CLERK", "appCode": "SMS" });
    assert_eq!(save(&admin, "roleappmapping", both).await.json["status"], "S");
    let grant = json!({ "userId": "VIEWER", "roleCode": "CLERK" });
    let right = json!({ "roleCode": "CLERK", "screenCode": "SD-SMS-002", "actionCode": "edit" });
    for _ in 0..8 {
        let granting = admin.operate(resource("userrolemapping"), "S", &grant);
        let adding = second.operate(resource("rolescreenmapping"), "S", &right);
        let (granted, added) = tokio::join!(granting, adding);
        let is_done = |answer: &Answer| answer.status == 200 && answer.json["status"] == "S";
        assert!(!(is_done(&granted) && is_done(&added)), "{} {}", granted.json, added.json);
        assert!(is_done(&granted) || is_done(&added), "one of them goes on: {} {}", granted.json, added.json);
        for (name, key) in [("userrolemapping", &grant), ("rolescreenmapping", &right)] {
            let found = admin.operate(resource(name), "F", key).await;
            if found.status == 200 {
                admin.operate(resource(name), "D", key).await.expect(200);
            }
        }
        app.run_sql_directly("UPDATE entity_proposal SET state = 'withdrawn' WHERE state = 'waiting'").await;
    }
}

async fn texts_that_let_somebody_in_take_two_people(app: TestApp) {
    let (admin, second) = two(&app).await;
    let templates = resource("smstemplate");
    let template = |event: &str, text: &str| {
        json!({
            "templateType": "Email", "templateFor": event, "langCode": "en", "subject": "Hello", "messageFormat": text,
        })
    };
    let save = async |event: &str, text: &str| {
        let body = template(event, text);
        let found = admin.operate(templates, "F", &body).await;
        if found.status != 200 {
            return admin.operate(templates, "S", &body).await;
        }
        let mut record = found.record().clone();
        record["messageFormat"] = text.into();
        admin.operate(templates, "U", &record).await
    };
    for event in ["PasswordReset", "OtpCode", "AccountCreated"] {
        let evil = save(event, "https://evil.example/?{{ link }}{{ otp }}").await.expect(200);
        assert_eq!(evil.json["status"], "W", "{event}");
    }
    assert_eq!(save("RequestCreated", "Dear {{ partyName }}").await.expect(200).json["status"], "S");
    decide(&second, "approve").await.expect(200);
}

/// Imports this table.
async fn import(admin: &Client, name: &str, csv: &str) -> Answer {
    let headers = [("content-type", "text/csv")];
    admin.verb(resource(name), "/import", "", "POST", &headers, csv.to_owned().into()).await
}

async fn rows_that_could_not_be_stored_do_not_wait(app: TestApp) {
    let (admin, _) = two(&app).await;
    let refused =
        import(&admin, "userrolemapping", "userId,roleCode\nVIEWER,ADMIN\nNOBODY,ADMIN\nADMIN2,ADMIN\n").await;
    let faults = refused.json["data"]["faults"].as_array().cloned().unwrap_or_default();
    let lines: Vec<i64> = faults.iter().filter_map(|fault| fault["line"].as_i64()).collect();
    assert_eq!(lines, [3, 4], "{}", refused.json);
    assert!(proposals(&admin).await.is_empty());
}

const HOOK: &str = "integrationCode,externalSystemCode,eventTypes,endpointUrl,signingSecret,status\n\
    NEWHOOK,CRM,RequestCreated,https://hook.example/,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw,Active\n";
const SIGN_ON: &str = "appCode,protocol,hostName,portNumber,dnName,cnName,security,issuerPath,ssoOnly\n\
    SMS,OIDC,login.example,443,docz,sub,Tls,/realms/evil,false\n";

async fn imported_rows_of_sign_on_mail_servers_and_webhooks_wait(app: TestApp) {
    let (admin, second) = two(&app).await;
    let mail = admin.list(resource("emailconfig"), "").await.expect(200).content()[0].clone();
    app.run_sql_directly("DELETE FROM email_configuration WHERE entity_code = 'NGB'").await;
    let names: Vec<&str> = resource("emailconfig").stored().map(|field| field.name).collect();
    let cell = |name: &&str| {
        mail.get(*name)
            .filter(|value| !value.is_null())
            .map_or(String::new(), |value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    let mail = format!("{}\n{}\n", names.join(","), names.iter().map(cell).collect::<Vec<_>>().join(","));
    for (name, csv) in [("ssoconfiguration", SIGN_ON), ("emailconfig", mail.as_str()), ("integrationmaster", HOOK)] {
        let done = import(&admin, name, csv).await.expect(200);
        assert_eq!((&done.json["status"], &done.json["data"]["waiting"]), (&json!("W"), &json!([2])), "{}", done.json);
        decide(&second, "approve").await.expect(200);
    }
    let hook = found(&admin, "integrationmaster", json!({ "integrationCode": "NEWHOOK" })).await;
    assert_eq!(hook["signingSecretSet"], true);
}

async fn an_import_of_sign_on_is_announced_without_four_eyes_too(app: TestApp) {
    app.without_four_eyes().await;
    let (admin, second) = two(&app).await;
    let done = import(&admin, "ssoconfiguration", SIGN_ON).await.expect(200);
    assert_eq!(done.json["data"]["imported"], 1, "{}", done.json);
    let bell = second.get("banker", "transaction/notification", "").await.expect(200);
    assert_eq!(bell.content()[0]["event"], "SignOnChanged", "{}", bell.json);
    assert_eq!(app.count("SELECT count(*) FROM access_guard WHERE sso_changed_on IS NOT NULL").await, 1);
}

async fn a_deletion_is_decided_by_those_who_may_delete(app: TestApp) {
    let (admin, second) = two(&app).await;
    waits(admin.operate(resource("ssoconfiguration"), "D", &json!({ "appCode": "BNK" })).await, &["appCode"]);
    let delete =
        "DELETE FROM role_screen WHERE entity_code = 'NGB' AND screen_code = 'SD-SMS-008' AND action_code = 'delete'";
    app.run_sql_directly(delete).await;
    app.app().invalidate("IN", "NGB", None);
    assert_eq!(proposals(&second).await[0]["allowed"], json!([]));
    decide(&second, "approve").await.expect(403);
}

async fn administrators_are_told_of_a_weaker_policy(app: TestApp) {
    let (admin, second) = two(&app).await;
    let policy = async |body: Value| admin.post("sms", "sms/secondfactor/policy", Some("U"), &body).await;
    policy(json!({ "requiredRoles": ["CHECKER1"] })).await.expect(200);
    let events = async || {
        let bell = second.get("banker", "transaction/notification", "").await.expect(200);
        bell.content().iter().map(|notice| notice["event"].clone()).collect::<Vec<_>>()
    };
    assert!(events().await.is_empty(), "a stricter policy is no news");
    let now = store::audit::stamp(app.clock.now());
    app.run_sql_directly(&format!("UPDATE session SET stepped_up_on = '{now}' WHERE user_id = 'ADMIN'")).await;
    app.app().invalidate("IN", "NGB", None);
    policy(json!({})).await.expect(200);
    assert_eq!(events().await, ["SecondFactorWeakened"]);
}

async fn a_screen_with_one_editor_is_a_gap(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let alone = async || {
        let found = admin.get("app", "app/setup", "").await.expect(200);
        let gap = found.content().iter().find(|gap| gap["gap"] == "secondAdministrator").cloned();
        gap.map(|gap| gap["codes"].clone())
    };
    assert_eq!(alone().await, None);
    app.run_sql_directly(
        "INSERT INTO role_definition (country_code, entity_code, role_code, role_desc, version_number, created_on, \
         created_by, updated_on, updated_by) \
         SELECT country_code, entity_code, 'OTHER', role_desc, version_number, created_on, created_by, updated_on, \
         updated_by FROM role_definition WHERE entity_code = 'NGB' AND role_code = 'ADMIN'",
    )
    .await;
    for (table, columns) in [("role_app", "app_code"), ("role_screen", "screen_code, action_code")] {
        app.run_sql_directly(&format!(
            "INSERT INTO {table} (country_code, entity_code, role_code, {columns}, version_number, created_on, \
             created_by, updated_on, updated_by) \
             SELECT country_code, entity_code, 'OTHER', {columns}, version_number, created_on, created_by, \
             updated_on, updated_by FROM {table} WHERE entity_code = 'NGB' AND role_code = 'ADMIN'"
        ))
        .await;
    }
    app.run_sql_directly("DELETE FROM role_screen WHERE role_code = 'OTHER' AND screen_code = 'SD-SMS-008'").await;
    app.run_sql_directly(
        "UPDATE user_role_mapping SET role_code = 'OTHER' WHERE entity_code = 'NGB' AND user_id = 'ADMIN2' AND \
         role_code = 'ADMIN'",
    )
    .await;
    assert_eq!(alone().await, Some(json!(["ssoconfiguration"])));
}

async fn a_deactivated_administrator_comes_back_by_two_people(app: TestApp) {
    let (admin, _) = two(&app).await;
    let key = json!({ "userId": "ADMIN2" });
    let off = change(&admin, "usermaster", key.clone(), json!({ "status": "InActive" })).await.expect(200);
    assert_eq!(off.json["status"], "S");
    waits(change(&admin, "usermaster", key.clone(), json!({ "status": "Active" })).await, &["status"]);
    assert_eq!(found(&admin, "usermaster", key).await["status"], "InActive");
}

async fn a_password_set_by_another_person_becomes_a_link(app: TestApp) {
    let (admin, _) = two(&app).await;
    let saved = admin.operate(resource("usermaster"), "S", &newbie(&admin, json!({})).await).await.expect(200);
    assert_eq!((&saved.json["status"], saved.code()), (&json!("S"), "EnTxn0021"));
    assert_eq!(saved.json["data"]["ErrorCodeDTO"][1]["code"], "passwordByLink");
    assert_eq!(saved.record()["passwordSet"], false);
    let body = json!({ "entityCode": "NGB", "userId": "NEWBIE", "password": "Given@2026" });
    app.anonymous().post("sms", "sms/usermasterlogin", None, &body).await.expect(422);
    app.choose_first_password("NEWBIE", "Docz@2026").await;
    app.log_in("NGB", "NEWBIE").await;
    // A reset sends a link to the user's own address, and the password stays until it is used.
    let viewer = app.log_in("NGB", "VIEWER").await;
    for user in ["VIEWER", "ADMIN2"] {
        let reset = change(&admin, "usermaster", json!({ "userId": user }), json!({ "password": "Given@2026" })).await;
        assert_eq!(reset.json["data"]["ErrorCodeDTO"][1]["code"], "passwordByLink", "{}", reset.json);
        let letters = app.letters_to(&format!("{}@northgate.example", user.to_lowercase()));
        assert!(letters[0].text.contains("/auth/reset#"), "{letters:?}");
    }
    viewer.get("sms", "sms/me", "").await.expect(200);
    app.log_in("NGB", "ADMIN2").await;
}

async fn sign_on_drives_webhooks_and_mail_servers_take_two_people(app: TestApp) {
    let (admin, second) = two(&app).await;
    let sso = json!({ "appCode": "BNK" });
    waits(admin.operate(resource("ssoconfiguration"), "D", &sso).await, &["appCode"]);
    decide(&admin, "withdraw").await.expect(200);
    waits(
        change(&admin, "ssoconfiguration", sso.clone(), json!({ "issuerPath": "/realms/evil" })).await,
        &["issuerPath"],
    );
    waits(change(&admin, "master", json!({}), json!({ "ssoEnabled": true })).await, &["ssoEnabled"]);
    decide(&admin, "withdraw").await.expect(200);
    let drive = json!({ "driveKind": "S3", "driveUrl": "https://drive.example/x", "driveSecret": "drive-canary-1" });
    waits(change(&admin, "master", json!({}), drive).await, &["driveKind", "driveUrl", "driveSecret"]);
    let mut hook = found(&admin, "integrationmaster", json!({ "integrationCode": "LOSFEED" })).await;
    hook["endpointUrl"] = json!("https://evil.example/");
    waits(admin.operate(resource("integrationmaster"), "U", &hook).await, &["endpointUrl"]);
    let mail = admin.list(resource("emailconfig"), "").await.expect(200).content()[0].clone();
    let mut moved = mail.clone();
    moved["host"] = json!("evil.example");
    waits(admin.operate(resource("emailconfig"), "U", &moved).await, &["host"]);
    assert_eq!(proposals(&second).await.iter().filter(|one| one["state"] == "waiting").count(), 4);
    let shown = json!(proposals(&second).await).to_string();
    assert!(!shown.contains("drive-canary-1"));
}

async fn secrets_of_a_proposal_are_sealed_and_applied(app: TestApp) {
    let (admin, second) = two(&app).await;
    let record = json!({
        "integrationCode": "NEWHOOK", "externalSystemCode": "CRM", "eventTypes": "RequestCreated",
        "signingSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "endpointUrl": "https://hook.example/",
        "status": "Active",
    });
    waits(save(&admin, "integrationmaster", record).await, &["endpointUrl"]);
    admin.operate(resource("integrationmaster"), "F", &json!({ "integrationCode": "NEWHOOK" })).await.expect(404);
    let stored = app.texts("SELECT secrets FROM entity_proposal").await;
    assert!(stored[0].contains("signingSecret") && !stored[0].contains("whsec"), "{stored:?}");
    let shown = proposals(&second).await.swap_remove(0);
    assert!(shown["changes"].as_array().unwrap().contains(&json!({ "field": "signingSecret", "isSecret": true })));
    decide(&second, "approve").await.expect(200);
    let hook = found(&admin, "integrationmaster", json!({ "integrationCode": "NEWHOOK" })).await;
    assert_eq!((&hook["signingSecretSet"], &hook["endpointUrl"]), (&json!(true), &json!("https://hook.example/")));
    assert_eq!(app.texts("SELECT secrets FROM entity_proposal").await, ["{}"], "no longer needed");
}

async fn a_session_by_sso_cannot_approve_after_sso_changed(app: TestApp) {
    let (admin, second) = two(&app).await;
    let sso = json!({ "appCode": "BNK" });
    waits(
        change(&admin, "ssoconfiguration", sso.clone(), json!({ "issuerPath": "/realms/evil" })).await,
        &["issuerPath"],
    );
    decide(&second, "approve").await.expect(200);
    waits(change(&admin, "master", json!({}), json!({ "verificationLevels": 0 })).await, &["verificationLevels"]);
    app.run_sql_directly("UPDATE session SET by_sso = true WHERE user_id = 'ADMIN2'").await;
    let refused = decide(&second, "approve").await.expect(403);
    assert_eq!(refused.code(), "approverBySso");
    let by_password = app.log_in("NGB", "ADMIN2").await;
    decide(&by_password, "approve").await.expect(200);
}

async fn a_proposal_is_decided_on_its_own_screen(app: TestApp) {
    let (admin, _) = two(&app).await;
    // A user who edits integrations and views the rest.
    for (name, record) in [
        ("roledefinition", json!({ "roleCode": "HOOKS", "roleDesc": "Integrations" })),
        ("roleappmapping", json!({ "roleCode": "HOOKS", "appCode": "ADM" })),
    ] {
        save(&admin, name, record).await;
    }
    for action in ["access", "view", "edit"] {
        save(
            &admin,
            "rolescreenmapping",
            json!({ "roleCode": "HOOKS", "screenCode": "SD-ADM-014", "actionCode": action }),
        )
        .await;
    }
    waits(save(&admin, "userrolemapping", json!({ "userId": "VIEWER", "roleCode": "HOOKS" })).await, &["roleCode"]);
    let viewer = app.log_in("NGB", "VIEWER").await;
    assert_eq!(proposals(&viewer).await[0]["allowed"], json!([]));
    decide(&viewer, "approve").await.expect(403);
    decide(&viewer, "decline").await.expect(403);
    app.log_in("NGB", "BANKER1").await.get("admin", "admin/master/proposal", "").await.expect(403);
}

async fn administrators_are_told(app: TestApp) {
    let (admin, second) = two(&app).await;
    waits(save(&admin, "userrolemapping", json!({ "userId": "VIEWER", "roleCode": "ADMIN" })).await, &["roleCode"]);
    let bell = second.get("banker", "transaction/notification", "").await.expect(200);
    assert_eq!(bell.content()[0]["event"], "ProposalWaiting", "{}", bell.json);
    let letters = app.letters_to("admin2@northgate.example");
    assert!(
        letters.iter().any(|letter| letter.text.contains("Ramya (ADMIN) proposed a change: User Role")),
        "{letters:?}"
    );
    let own = admin.get("banker", "transaction/notification", "").await.expect(200);
    assert!(own.content().iter().all(|notice| notice["event"] != "ProposalWaiting"));
    let sso = json!({ "issuerPath": "/realms/other" });
    waits(change(&admin, "ssoconfiguration", json!({ "appCode": "BNK" }), sso).await, &["issuerPath"]);
    decide(&second, "approve").await.expect(200);
    let bell = admin.get("banker", "transaction/notification", "").await.expect(200);
    assert_eq!(bell.content()[0]["event"], "SignOnChanged", "{}", bell.json);
}

async fn a_repeated_save_answers_the_same(app: TestApp) {
    let (admin, _) = two(&app).await;
    let body = json!({ "userId": "VIEWER", "roleCode": "ADMIN" }).to_string();
    let call = async || {
        let path = format!("/api/sms/v1/docz/banking/sms/userrolemapping@{}", admin.header_json(Some("S")));
        let headers = [("idempotency-key", "once"), ("content-type", "application/json")];
        admin.send("POST", &path, &headers, body.clone().into()).await.expect(200)
    };
    let (first, again) = (call().await, call().await);
    assert_eq!(first.json, again.json);
    assert_eq!((&again.json["status"], again.fields()), (&json!("W"), vec!["roleCode"]));
    assert_eq!(proposals(&admin).await.len(), 1);
}

async fn a_lone_administrator_is_told_and_the_operator_adds_a_second(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let gaps = async |client: &Client| -> Vec<Value> {
        let found = client.get("app", "app/setup", "").await.expect(200);
        found.content().iter().map(|gap| gap["gap"].clone()).collect()
    };
    let gap = json!("secondAdministrator");
    assert!(!gaps(&admin).await.contains(&gap));
    let off = json!({ "status": "InActive" });
    change(&admin, "usermaster", json!({ "userId": "ADMIN2" }), off).await.expect(200);
    assert!(gaps(&admin).await.contains(&gap));
    let new = app::administrators::NewAdministrator {
        country: "IN".into(),
        entity: "NGB".into(),
        user: "THIRD".into(),
        mail: "third@northgate.example".into(),
        mobile: "+919840021098".into(),
        like: "ADMIN".into(),
        password: "Given@2026".into(),
    };
    app::administrators::create_administrator(app.app(), &new).await.unwrap();
    assert!(!gaps(&admin).await.contains(&gap));
    let third = Client::choose_password(app.router.clone(), "NGB", "THIRD", "Given@2026", "Docz@2026").await;
    waits(change(&admin, "master", json!({}), json!({ "verificationLevels": 0 })).await, &["verificationLevels"]);
    decide(&third, "approve").await.expect(200);
    let made = app.texts("SELECT created_by FROM staff_user WHERE user_id = 'THIRD'").await;
    assert_eq!(made, ["system:operator"]);
}
