//! Permissions: every mapping counts, a change takes effect on the next call, and the access check explains it.

use domain::access::business::{Approve, Review};
use domain::access::{Act, Permit, to_act, to_review};
use serde_json::{Value, json};
use testkit::{Client, TestApp, on_both_databases, on_sqlite};

use super::requests::{Desk, party, request_input};

on_both_databases!(
    a_changed_mapping_takes_effect_on_the_next_call,
    a_revoked_branch_takes_effect_on_the_next_call,
    the_access_check_is_for_user_administrators_and_is_audited,
    an_export_needs_its_action_and_is_audited,
    a_level_in_use_stays_what_it_is,
);

on_sqlite!(
    business_actions_and_levels_come_from_the_roles,
    an_unknown_action_leaves_the_rest_of_its_role,
    the_access_check_names_the_deciding_record,
);

fn resource(name: &str) -> &'static domain::master_data::Definition {
    domain::master_data::find(name).expect("a resource")
}

async fn save(admin: &Client, name: &str, record: Value) {
    admin.operate(resource(name), "S", &record).await.expect(200);
}

async fn delete(admin: &Client, name: &str, key: Value) {
    admin.operate(resource(name), "D", &key).await.expect(200);
}

/// App, screen and action are all needed, and each takes effect on the next call.
async fn a_changed_mapping_takes_effect_on_the_next_call(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let banker = app.log_in("NGB", "BANKER1").await;
    let industry = resource("industrymaster");
    let row = |action: &str| json!({ "roleCode": "BANKER", "screenCode": "SD-ADM-013", "actionCode": action });
    let status = |answer: testkit::Answer| answer.status.as_u16();
    assert_eq!(status(banker.list(industry, "page=0").await), 403);
    save(&admin, "rolescreenmapping", row("access")).await;
    save(&admin, "rolescreenmapping", row("view")).await;
    assert_eq!(status(banker.list(industry, "page=0").await), 403, "the app is missing");
    save(&admin, "roleappmapping", json!({ "roleCode": "BANKER", "appCode": "ADM" })).await;
    assert_eq!(status(banker.list(industry, "page=0").await), 200);
    let new = json!({ "industryCode": "NEW", "industryDesc": "New" });
    assert_eq!(status(banker.operate(industry, "S", &new).await), 403);
    save(&admin, "rolescreenmapping", row("edit")).await;
    assert_eq!(status(banker.operate(industry, "S", &new).await), 200);
    let me = banker.get("sms", "sms/me", "").await.expect(200);
    assert_eq!(me.record()["apps"], json!(["ADM", "BNK"]));
    assert!(me.record()["businessActions"].as_array().unwrap().contains(&json!("approve")));
    delete(&admin, "rolescreenmapping", row("access")).await;
    assert_eq!(status(banker.list(industry, "page=0").await), 403, "no access, no view");
    save(&admin, "rolescreenmapping", row("access")).await;
    assert_eq!(status(banker.list(industry, "page=0").await), 200);
    delete(&admin, "roleappmapping", json!({ "roleCode": "BANKER", "appCode": "ADM" })).await;
    assert_eq!(status(banker.list(industry, "page=0").await), 403);
    delete(&admin, "userrolemapping", json!({ "userId": "BANKER1", "roleCode": "BANKER" })).await;
    let me = banker.get("sms", "sms/me", "").await.expect(200);
    assert_eq!((&me.record()["screens"], &me.record()["businessActions"]), (&json!([]), &json!([])));
}

/// A newer version may have left actions behind that this one does not know.
async fn an_unknown_action_leaves_the_rest_of_its_role(app: TestApp) {
    let me = async || {
        let banker = app.log_in("NGB", "BANKER1").await;
        banker.get("sms", "sms/me", "").await.expect(200).record().clone()
    };
    let before = me().await;
    app.run_sql_directly(
        "UPDATE role_screen SET action_code = 'fly' WHERE country_code = 'IN' AND entity_code = \
                          'NGB' AND role_code = 'BANKER' AND screen_code = 'SD-BNK-001' AND action_code \
                          = 'edit'",
    )
    .await;
    app.run_sql_directly(
        "UPDATE role_action SET action_code = 'fly' WHERE country_code = 'IN' AND entity_code = \
                          'NGB' AND role_code = 'BANKER' AND action_code = 'approve'",
    )
    .await;
    let after = me().await;
    assert_eq!(after["apps"], before["apps"]);
    let actions = |me: &Value| me["businessActions"].as_array().unwrap().len();
    assert_eq!(actions(&after), actions(&before) - 1);
    assert_ne!(after["screens"], before["screens"]);
    assert_eq!(after["screens"].as_array().unwrap().len(), before["screens"].as_array().unwrap().len());
}

async fn a_revoked_branch_takes_effect_on_the_next_call(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let mut banker = app.log_in("NGB", "BANKER1").await;
    assert_eq!(banker.auth["branchCode"], "BR101");
    banker.claims.insert("branchCode".into(), "BR101".into());
    banker.get("sms", "sms/me", "").await.expect(200);
    let key = json!({ "userId": "BANKER1", "tenantCode": "RETAIL", "branchCode": "BR101" });
    let mut grant = admin.operate(resource("userbranchaccess"), "F", &key).await.expect(200).record().clone();
    grant["accessAllowed"] = false.into();
    admin.operate(resource("userbranchaccess"), "U", &grant).await.expect(200);
    banker.get("sms", "sms/me", "").await.expect(403);
    // A new login does not claim a branch that is not granted.
    let again = app.log_in("NGB", "BANKER1").await;
    assert_eq!(again.auth["branchCode"], "");
    again.get("sms", "sms/me", "").await.expect(200);
    grant["accessAllowed"] = true.into();
    grant["versionNumber"] = 2.into();
    admin.operate(resource("userbranchaccess"), "U", &grant).await.expect(200);
    banker.get("sms", "sms/me", "").await.expect(200);
}

async fn business_actions_and_levels_come_from_the_roles(app: TestApp) {
    let who = async |user: &str| {
        let client = app.log_in("NGB", user).await;
        app::identity::authenticate(app.app(), client.token.as_deref().unwrap()).await.unwrap()
    };
    let screens = &["SD-BNK-002"];
    let (one, two, viewer) = (who("CHECKER1").await, who("CHECKER2").await, who("VIEWER").await);
    assert_eq!((one.level, two.level, viewer.level), (1, 2, 0));
    let approve = |actor| to_act::<Approve>(actor, screens, None).map(drop);
    assert!(approve(&two).is_ok());
    assert!(approve(&one).is_err() && approve(&viewer).is_err());
    let review = |actor, level| to_review(actor, screens, None, level);
    let permit: Permit<Act<Review>> = review(&one, 1).unwrap();
    assert_eq!(permit.actor(), "CHECKER1");
    assert!(review(&one, 2).is_err() && review(&two, 2).is_ok() && review(&viewer, 1).is_err());
    // Neither another screen's claim nor a screen of another role helps.
    assert!(to_act::<Approve>(&two, screens, Some("SD-ADM-001")).is_err());
    assert!(to_act::<Approve>(&two, &["SD-ADM-001"], None).is_err());
    let admin = app.log_in("NGB", "ADMIN").await;
    let key = json!({ "roleCode": "CHECKER1" });
    let mut role = admin.operate(resource("roledefinition"), "F", &key).await.expect(200).record().clone();
    role["authLevelCode"] = Value::Null;
    admin.operate(resource("roledefinition"), "U", &role).await.expect(200);
    delete(&admin, "roleactionmapping", json!({ "roleCode": "CHECKER2", "actionCode": "approve" })).await;
    assert!(review(&*who("CHECKER1").await, 1).is_err());
    assert!(approve(&*who("CHECKER2").await).is_err());
}

/// Roles and parties refer to their level.
async fn a_level_in_use_stays_what_it_is(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let (levels, roles) = (resource("authlevel"), resource("roledefinition"));
    let level = async |code: &str, operation: &str, changes: Value| {
        let found = admin.operate(levels, "F", &json!({ "authLevelCode": code })).await.expect(200);
        let mut record = found.record().clone();
        record.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        admin.operate(levels, operation, &record).await
    };
    let refused = level("CHECKER1", "D", json!({})).await.expect(409);
    assert_eq!(refused.error(), "Can't delete! This data is already used.");
    assert_eq!(level("CHECKER1", "U", json!({ "appliesTo": "Party" })).await.expect(422).fields(), ["appliesTo"]);
    level("CHECKER1", "U", json!({ "levelNo": 2 })).await.expect(200);
    let helper = |level: u8| {
        let mut helper = party("Ravi", "ravi@example.com", "+919841030099", &[]);
        let more = json!({ "relationship": "SPOUSE", "authPartySeqNo": 1, "authLevel": level });
        helper.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let mut body = request_input();
        body["parties"][0]["authorizeOtherPty"] = json!(true);
        body["parties"].as_array_mut().unwrap().push(helper);
        body
    };
    let banker = Desk::staff(&app, "BANKER1").await;
    banker.save(&helper(2)).await.expect(200);
    let refused = level("L2", "D", json!({})).await.expect(409);
    assert_eq!(refused.error(), "Can't delete! This data is already used in requests.");
    assert_eq!(level("L2", "U", json!({ "appliesTo": "Role" })).await.expect(422).fields(), ["appliesTo"]);
    assert_eq!(level("L2", "U", json!({ "levelNo": 1 })).await.expect(422).fields(), ["levelNo"]);
    assert_eq!(level("L1", "U", json!({ "levelNo": 4 })).await.expect(422).fields(), ["levelNo"], "parties have three");
    level("L2", "U", json!({ "authLevelDesc": "May bring documents" })).await.expect(200);
    // A level that nobody uses can go, and is then no longer to be had.
    level("L3", "D", json!({})).await.expect(200);
    assert_eq!(banker.save(&helper(3)).await.expect(422).fields(), ["parties[1].authLevel"]);
    let offered = banker.client.get("admin", "admin/authlevel/options", "").await.expect(200);
    let offered: Vec<_> = offered.content().iter().map(|one| (&one["levelNo"], &one["appliesTo"])).collect();
    assert!(offered.contains(&(&json!(2), &json!("Party"))), "{offered:?}");
    // A role has a level for roles.
    let found = admin.operate(roles, "F", &json!({ "roleCode": "BANKER" })).await.expect(200);
    let mut role = found.record().clone();
    for wrong in ["L1", "NONE"] {
        role["authLevelCode"] = json!(wrong);
        assert_eq!(admin.operate(roles, "U", &role).await.expect(422).fields(), ["authLevelCode"], "{wrong}");
    }
    role["authLevelCode"] = json!("CHECKER2");
    admin.operate(roles, "U", &role).await.expect(200);
    let actor = app::identity::authenticate(app.app(), banker.client.token.as_deref().unwrap()).await.unwrap();
    assert_eq!(actor.level, 2);
}

async fn why(client: &Client, question: Value) -> Value {
    client.post("sms", "sms/usermaster/why", None, &question).await.expect(200).record().clone()
}

fn decides(answer: &Value) -> (&str, &str, &Value) {
    let steps = answer["steps"].as_array().unwrap();
    let step = steps.iter().find(|step| step["passed"] == false).expect("a no");
    (step["step"].as_str().unwrap(), step["reason"].as_str().unwrap(), &step["records"])
}

async fn the_access_check_names_the_deciding_record(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let screen =
        |user: &str, screen: &str, action: &str| json!({ "userId": user, "screenCode": screen, "actionCode": action });
    let yes = why(&admin, screen("VIEWER", "SD-ADM-001", "view")).await;
    assert_eq!((&yes["allowed"], &yes["decides"]), (&json!(true), &Value::Null));
    let names: Vec<&str> = yes["steps"].as_array().unwrap().iter().map(|step| step["step"].as_str().unwrap()).collect();
    assert_eq!(names, ["user", "entity", "role", "app", "screen", "action"]);
    let no = why(&admin, screen("VIEWER", "SD-ADM-001", "edit")).await;
    let missing = json!([{ "resource": "rolescreenmapping", "key": ["VIEWER", "SD-ADM-001", "edit"] }]);
    assert_eq!(decides(&no), ("action", "actionNotHeld", &missing));
    let no = why(&admin, screen("BANKER1", "SD-ADM-001", "view")).await;
    assert_eq!(
        decides(&no),
        ("app", "appNotMapped", &json!([{ "resource": "roleappmapping", "key": ["BANKER", "ADM"] }]))
    );
    let no = why(&admin, json!({ "userId": "BANKER1", "businessAction": "purge" })).await;
    assert_eq!(decides(&no).0, "business");
    assert_eq!(why(&admin, json!({ "userId": "BANKER1", "businessAction": "approve" })).await["allowed"], true);
    assert_eq!(decides(&why(&admin, json!({ "userId": "CHECKER1", "level": 2 })).await).1, "levelTooLow");
    assert_eq!(why(&admin, json!({ "userId": "CHECKER2", "level": 2 })).await["allowed"], true);
    let branch = json!({ "userId": "BANKER1", "tenantCode": "SME", "branchCode": "BR109" });
    assert_eq!(decides(&why(&admin, branch).await).1, "branchNotListed");
    assert_eq!(decides(&why(&admin, json!({ "userId": "NOBODY" })).await).1, "userUnknown");
    let mut user =
        admin.operate(resource("usermaster"), "F", &json!({ "userId": "VIEWER" })).await.expect(200).record().clone();
    user["status"] = "InActive".into();
    admin.operate(resource("usermaster"), "U", &user).await.expect(200);
    assert_eq!(decides(&why(&admin, screen("VIEWER", "SD-ADM-001", "view")).await).1, "userInactive");
    // The check stays within the entity: the user of the same name elsewhere is another user.
    let other = app.log_in("KALVI", "ADMIN").await;
    assert_eq!(why(&other, screen("VIEWER", "SD-ADM-001", "view")).await["allowed"], true);
    for (wrong, field) in [
        (json!({}), "userId"),
        (json!({ "userId": "VIEWER", "screenCode": "SD-XXX-001" }), "screenCode"),
        (json!({ "userId": "VIEWER", "screenCode": "SD-ADM-001", "actionCode": "fly" }), "actionCode"),
        (json!({ "userId": "VIEWER", "businessAction": "fly" }), "businessAction"),
        (json!({ "userId": "VIEWER", "level": 0 }), "level"),
        (json!({ "userId": "VIEWER", "branchCode": "BR101" }), "tenantCode"),
    ] {
        let refused = admin.post("sms", "sms/usermaster/why", None, &wrong).await.expect(422);
        assert_eq!(refused.fields(), [field], "{wrong}");
        assert!(!refused.error().contains("{{"), "{}", refused.error());
    }
}

async fn the_access_check_is_for_user_administrators_and_is_audited(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let question = json!({ "userId": "CHECKER1", "screenCode": "SD-BNK-002", "actionCode": "view" });
    app.log_in("NGB", "BANKER1").await.post("sms", "sms/usermaster/why", None, &question).await.expect(403);
    why(&admin, question).await;
    let log = admin.get("sms", "sms/useractionlog", "actionPerformed=access-check").await.expect(200);
    assert_eq!((log.total(), log.content()[0]["recordKey"].as_str()), (1, Some("CHECKER1")));
}

async fn an_export_needs_its_action_and_is_audited(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let industry = resource("industrymaster");
    app.log_in("NGB", "VIEWER").await.verb(industry, "/export", "", "GET", &[], "".into()).await.expect(403);
    admin.verb(industry, "/export", "q=bank", "GET", &[], "".into()).await.expect(200);
    let log = admin.get("sms", "sms/useractionlog", "actionPerformed=export").await.expect(200);
    assert_eq!((log.total(), log.content()[0]["resource"].as_str()), (1, Some("industrymaster")));
    delete(&admin, "roleactionmapping", json!({ "roleCode": "ADMIN", "actionCode": "export" })).await;
    admin.verb(industry, "/export", "", "GET", &[], "".into()).await.expect(403);
    let definitions = admin.get("app", "app/definition", "").await.expect(200);
    let seen = definitions.content().iter().find(|one| one["resource"] == "industrymaster").unwrap().clone();
    assert_eq!((&seen["exports"], &seen["imports"]), (&json!(false), &json!(true)));
    delete(&admin, "roleactionmapping", json!({ "roleCode": "ADMIN", "actionCode": "import" })).await;
    admin.verb(industry, "/import", "", "POST", &[], "industryCode,industryDesc\n".into()).await.expect(403);
}
