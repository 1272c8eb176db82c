//! Administrators cannot remove their own access, and one administrator always remains, even when two act at once.

use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    administrators_cannot_remove_the_app_of_their_own_role,
    administrators_cannot_remove_the_screens_of_their_own_role,
    administrators_cannot_remove_their_own_role,
    administrators_cannot_delete_or_deactivate_themselves,
    administrators_cannot_close_their_own_entity,
    the_last_administrator_cannot_be_removed,
    two_administrators_cannot_remove_each_other_at_once,
);

on_sqlite!(the_refusal_is_explained_in_both_languages,);

fn resource(name: &str) -> &'static domain::master_data::Definition {
    domain::master_data::find(name).expect("a resource")
}

async fn delete(client: &Client, name: &str, key: Value) -> Answer {
    client.operate(resource(name), "D", &key).await
}

async fn save(client: &Client, name: &str, record: Value) {
    client.operate(resource(name), "S", &record).await.expect(200);
}

fn is_own(answer: &Answer) {
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "ownAccess"), "{}", answer.json);
}

/// ADMIN still has the access of before.
async fn works_on(admin: &Client) {
    for screen in ["usermaster", "userrolemapping", "rolescreenmapping", "roleappmapping"] {
        admin.list(resource(screen), "page=0&size=1").await.expect(200);
    }
}

async fn administrators_cannot_remove_the_app_of_their_own_role(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    is_own(&delete(&admin, "roleappmapping", json!({ "roleCode": "ADMIN", "appCode": "SMS" })).await);
    let both = json!({ "records": [
        { "roleCode": "ADMIN", "appCode": "ADM" }, { "roleCode": "ADMIN", "appCode": "SMS" },
    ] });
    is_own(&delete(&admin, "roleappmapping", both).await);
    works_on(&admin).await;
    // Other apps of the own role, and this app of another role, can be removed.
    delete(&admin, "roleappmapping", json!({ "roleCode": "ADMIN", "appCode": "ADM" })).await.expect(200);
    delete(&admin, "roleappmapping", json!({ "roleCode": "VIEWER", "appCode": "SMS" })).await.expect(200);
    works_on(&admin).await;
}

async fn administrators_cannot_remove_the_screens_of_their_own_role(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let row = |screen: &str, action: &str| json!({ "roleCode": "ADMIN", "screenCode": screen, "actionCode": action });
    for screen in domain::access::access_admins::ACCESS_SCREENS {
        for action in ["access", "view", "edit"] {
            is_own(&delete(&admin, "rolescreenmapping", row(screen, action)).await);
        }
    }
    works_on(&admin).await;
    delete(&admin, "rolescreenmapping", row("SD-SMS-004", "copy")).await.expect(200);
    delete(&admin, "rolescreenmapping", row("SD-ADM-013", "access")).await.expect(200);
    // Access that another role grants as well can be removed from one of them.
    save(&admin, "roledefinition", json!({ "roleCode": "SECOND", "roleDesc": "Second" })).await;
    save(&admin, "roleappmapping", json!({ "roleCode": "SECOND", "appCode": "SMS" })).await;
    for action in ["access", "view", "edit"] {
        let mapping = json!({ "roleCode": "SECOND", "screenCode": "SD-SMS-007", "actionCode": action });
        save(&admin, "rolescreenmapping", mapping).await;
    }
    is_own(&delete(&admin, "rolescreenmapping", row("SD-SMS-007", "edit")).await);
    save(&admin, "userrolemapping", json!({ "userId": "ADMIN", "roleCode": "SECOND" })).await;
    delete(&admin, "rolescreenmapping", row("SD-SMS-007", "edit")).await.expect(200);
    works_on(&admin).await;
    is_own(&delete(&admin, "userrolemapping", json!({ "userId": "ADMIN", "roleCode": "SECOND" })).await);
}

async fn administrators_cannot_remove_their_own_role(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    is_own(&delete(&admin, "userrolemapping", json!({ "userId": "ADMIN", "roleCode": "ADMIN" })).await);
    delete(&admin, "userrolemapping", json!({ "userId": "VIEWER", "roleCode": "VIEWER" })).await.expect(200);
    // A role in use cannot be removed at all.
    delete(&admin, "roledefinition", json!({ "roleCode": "ADMIN" })).await.expect(409);
    works_on(&admin).await;
}

async fn user(admin: &Client, id: &str) -> Value {
    admin.operate(resource("usermaster"), "F", &json!({ "userId": id })).await.expect(200).record().clone()
}

async fn administrators_cannot_delete_or_deactivate_themselves(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let mut own = user(&admin, "ADMIN").await;
    own["status"] = "InActive".into();
    is_own(&admin.operate(resource("usermaster"), "U", &own).await);
    is_own(&delete(&admin, "usermaster", json!({ "userId": "ADMIN" })).await);
    own["status"] = "Active".into();
    own["designation"] = "Keeper".into();
    admin.operate(resource("usermaster"), "U", &own).await.expect(200);
    // The same holds for an administrator of users only.
    for (name, record) in [
        ("roledefinition", json!({ "roleCode": "HELP", "roleDesc": "Help" })),
        ("roleappmapping", json!({ "roleCode": "HELP", "appCode": "SMS" })),
        ("userrolemapping", json!({ "userId": "VIEWER", "roleCode": "HELP" })),
    ] {
        save(&admin, name, record).await;
    }
    for action in ["access", "view", "edit"] {
        let mapping = json!({ "roleCode": "HELP", "screenCode": "SD-SMS-002", "actionCode": action });
        save(&admin, "rolescreenmapping", mapping).await;
    }
    let viewer = app.log_in("NGB", "VIEWER").await;
    let mut own = user(&viewer, "VIEWER").await;
    own["status"] = "InActive".into();
    is_own(&viewer.operate(resource("usermaster"), "U", &own).await);
    viewer.get("sms", "sms/me", "").await.expect(200);
    // Another administrator can do it.
    admin.operate(resource("usermaster"), "U", &own).await.expect(200);
    viewer.get("sms", "sms/me", "").await.expect(401);
}

async fn administrators_cannot_close_their_own_entity(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let entity = resource("master");
    let record = admin.operate(entity, "F", &json!({})).await.expect(200).record().clone();
    for (field, value) in [("status", "InActive"), ("startDate", "2030-01-01")] {
        let mut shut = record.clone();
        shut[field] = value.into();
        shut["expiryDate"] = "2040-01-01".into();
        let refused = admin.operate(entity, "U", &shut).await.expect(409);
        assert_eq!(refused.code(), "ownEntity", "{field}");
    }
    let mut over = record.clone();
    over["startDate"] = "2020-01-01".into();
    over["expiryDate"] = "2026-11-14".into();
    assert_eq!(admin.operate(entity, "U", &over).await.expect(409).code(), "ownEntity");
    works_on(&admin).await;
}

/// Leaves ADMIN as the only administrator.
async fn only_one(app: &TestApp) {
    app.run_sql_directly("DELETE FROM user_role_mapping WHERE entity_code = 'NGB' AND user_id = 'ADMIN2'").await;
}

/// A user who may change users and is not an administrator.
async fn helper(app: &TestApp, admin: &Client) -> Client {
    save(admin, "roledefinition", json!({ "roleCode": "HELP", "roleDesc": "Help" })).await;
    save(admin, "roleappmapping", json!({ "roleCode": "HELP", "appCode": "SMS" })).await;
    for screen in ["SD-SMS-002", "SD-SMS-003", "SD-SMS-007"] {
        for action in ["access", "view", "edit", "delete"] {
            let mapping = json!({ "roleCode": "HELP", "screenCode": screen, "actionCode": action });
            save(admin, "rolescreenmapping", mapping).await;
        }
    }
    save(admin, "userrolemapping", json!({ "userId": "CHECKER2", "roleCode": "HELP" })).await;
    app.log_in("NGB", "CHECKER2").await
}

async fn the_last_administrator_cannot_be_removed(app: TestApp) {
    app.without_four_eyes().await;
    only_one(&app).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let helper = helper(&app, &admin).await;
    let mut only = user(&admin, "ADMIN").await;
    only["status"] = "InActive".into();
    let tries = [
        helper.operate(resource("usermaster"), "U", &only).await,
        delete(&helper, "userrolemapping", json!({ "userId": "ADMIN", "roleCode": "ADMIN" })).await,
        delete(&helper, "roleappmapping", json!({ "roleCode": "ADMIN", "appCode": "SMS" })).await,
    ];
    for refused in tries {
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "lastAdministrator"), "{}", refused.json);
    }
    works_on(&admin).await;
    // With a second administrator the first can be removed; an expired one does not count.
    save(&admin, "userrolemapping", json!({ "userId": "BANKER2", "roleCode": "ADMIN" })).await;
    app.run_sql_directly(
        "UPDATE staff_user SET expiry_date = '2026-11-14' WHERE entity_code = 'NGB' AND user_id = 'BANKER2'",
    )
    .await;
    let removal = json!({ "userId": "ADMIN", "roleCode": "ADMIN" });
    delete(&helper, "userrolemapping", removal.clone()).await.expect(409);
    app.run_sql_directly(
        "UPDATE staff_user SET expiry_date = '2036-11-14' WHERE entity_code = 'NGB' AND user_id = 'BANKER2'",
    )
    .await;
    delete(&helper, "userrolemapping", removal).await.expect(200);
    admin.list(resource("usermaster"), "page=0").await.expect(403);
    works_on(&app.log_in("NGB", "BANKER2").await).await;
}

async fn two_administrators_cannot_remove_each_other_at_once(app: TestApp) {
    app.without_four_eyes().await;
    only_one(&app).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    save(&admin, "userrolemapping", json!({ "userId": "BANKER2", "roleCode": "ADMIN" })).await;
    let other = app.log_in("NGB", "BANKER2").await;
    for _ in 0..5 {
        let mine = delete(&admin, "userrolemapping", json!({ "userId": "BANKER2", "roleCode": "ADMIN" }));
        let theirs = delete(&other, "userrolemapping", json!({ "userId": "ADMIN", "roleCode": "ADMIN" }));
        let (mine, theirs) = tokio::join!(mine, theirs);
        let done = [&mine, &theirs].iter().filter(|answer| answer.status == 200).count();
        assert!(done <= 1, "{} {}", mine.json, theirs.json);
        let admins = "SELECT count(*) FROM user_role_mapping WHERE entity_code = 'NGB' AND role_code = 'ADMIN'";
        assert!(app.count(admins).await >= 1);
        for user in ["ADMIN", "BANKER2"] {
            let has = format!("{admins} AND user_id = '{user}'");
            if app.count(&has).await == 0 {
                let survivor = if user == "ADMIN" { &other } else { &admin };
                save(survivor, "userrolemapping", json!({ "userId": user, "roleCode": "ADMIN" })).await;
            }
        }
    }
}

async fn the_refusal_is_explained_in_both_languages(app: TestApp) {
    let mut admin = app.log_in("NGB", "ADMIN").await;
    let key = json!({ "roleCode": "ADMIN", "appCode": "SMS" });
    let english = delete(&admin, "roleappmapping", key.clone()).await.expect(409);
    assert_eq!(english.error(), "You can't remove your own access. Ask another administrator.");
    admin.language = Some("ta");
    let tamil = delete(&admin, "roleappmapping", key).await.expect(409);
    assert!(tamil.error().contains("நிர்வாகி"), "{}", tamil.error());
}
