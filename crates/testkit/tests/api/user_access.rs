//! A user is saved with roles and branches in one call.

use domain::master_data::Definition;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

use super::requests::request_input;

on_both_databases!(
    a_user_saved_with_roles_and_branches_can_work,
    a_user_without_branches_logs_in_and_sees_no_request,
    an_update_changes_the_listed_roles_and_branches_only,
    all_of_it_is_saved_or_nothing,
);

on_sqlite!(
    roles_and_branches_need_the_permission_of_their_own_screens,
    administrators_cannot_add_a_role_to_themselves,
    administrators_cannot_leave_out_their_own_role,
    an_unknown_branch_is_refused,
    a_list_that_is_not_one_is_refused,
);

fn resource(name: &str) -> &'static Definition {
    domain::master_data::find(name).unwrap()
}

async fn user(admin: &Client, id: &str) -> Value {
    admin.operate(resource("usermaster"), "F", &json!({ "userId": id })).await.expect(200).record().clone()
}

/// The body of a new user NEWBIE with these values.
async fn new_user(admin: &Client, values: Value) -> Value {
    let mut body = user(admin, "BANKER1").await;
    let own = json!({
        "userId": "NEWBIE", "mailId": "newbie@northgate.example", "mobileNumber": "+919840021099",
        "password": "Given@2026",
    });
    for values in [own, values] {
        body.as_object_mut().unwrap().extend(values.as_object().cloned().unwrap());
    }
    body
}

async fn save(admin: &Client, body: &Value) -> Answer {
    admin.operate(resource("usermaster"), "S", body).await
}

async fn update(admin: &Client, id: &str, values: Value) -> Answer {
    let mut body = user(admin, id).await;
    body.as_object_mut().unwrap().extend(values.as_object().cloned().unwrap());
    admin.operate(resource("usermaster"), "U", &body).await
}

/// The stored values of one column of a user's mappings.
async fn mapped(admin: &Client, name: &str, column: &str) -> Vec<Value> {
    let rows = admin.list(resource(name), "userId=NEWBIE&sort=updatedOn").await.expect(200);
    let allowed = rows.content().iter().filter(|row| row["accessAllowed"] != false);
    let mut values: Vec<Value> = allowed.map(|row| row[column].clone()).collect();
    values.sort_by_key(Value::to_string);
    values
}

fn branch(code: &str) -> Value {
    json!({ "tenantCode": "RETAIL", "branchCode": code })
}

async fn a_user_saved_with_roles_and_branches_can_work(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let lists = json!({ "roles": ["BANKER", "CHECKER1", "BANKER"], "branches": [branch("BR101"), branch("BR102")] });
    let body = new_user(&admin, lists).await;
    let saved = save(&admin, &body).await.expect(200);
    assert_eq!(saved.record()["userId"], "NEWBIE");
    assert_eq!(mapped(&admin, "userrolemapping", "roleCode").await, ["BANKER", "CHECKER1"]);
    assert_eq!(mapped(&admin, "userbranchaccess", "branchCode").await, ["BR101", "BR102"]);
    for (name, key) in [
        ("usermaster", json!({ "userId": "NEWBIE" })),
        ("userrolemapping", json!({ "userId": "NEWBIE", "roleCode": "CHECKER1" })),
        ("userbranchaccess", json!({ "userId": "NEWBIE", "tenantCode": "RETAIL", "branchCode": "BR102" })),
    ] {
        let body = axum::body::Body::from(key.to_string());
        let history = admin.verb(resource(name), "/history", "", "POST", &[], body).await.expect(200);
        assert_eq!(history.content().len(), 1, "{name}: {}", history.json);
    }

    let newbie = Client::choose_password(app.router.clone(), "NGB", "NEWBIE", "Given@2026", "Bread-42-Lamp").await;
    assert_eq!(newbie.auth["branches"].as_array().unwrap().len(), 2);
    newbie.get("banker", "transaction/docrequest/search", "page=0&size=1").await.expect(200);
}

async fn a_user_without_branches_logs_in_and_sees_no_request(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    save(&admin, &new_user(&admin, json!({ "roles": ["BANKER"], "branches": [] })).await).await.expect(200);
    let newbie = Client::choose_password(app.router.clone(), "NGB", "NEWBIE", "Given@2026", "Bread-42-Lamp").await;
    assert_eq!(newbie.auth["branches"], json!([]));
    let found = newbie.get("banker", "transaction/docrequest/search", "page=0&size=5").await.expect(200);
    assert_eq!(found.total(), 0, "{}", found.json);
    let refused = newbie.post("banker", "transaction/docrequest", Some("S"), &request_input()).await.expect(422);
    assert_eq!(refused.fields(), ["branchCode"], "{}", refused.json);
}

async fn an_update_changes_the_listed_roles_and_branches_only(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let lists = json!({ "roles": ["BANKER"], "branches": [branch("BR101"), branch("BR102")] });
    save(&admin, &new_user(&admin, lists).await).await.expect(200);

    update(&admin, "NEWBIE", json!({ "designation": "Clerk" })).await.expect(200);
    assert_eq!(mapped(&admin, "userrolemapping", "roleCode").await, ["BANKER"]);
    assert_eq!(mapped(&admin, "userbranchaccess", "branchCode").await, ["BR101", "BR102"]);

    update(&admin, "NEWBIE", json!({ "roles": ["CHECKER1"] })).await.expect(200);
    assert_eq!(mapped(&admin, "userrolemapping", "roleCode").await, ["CHECKER1"]);
    assert_eq!(mapped(&admin, "userbranchaccess", "branchCode").await, ["BR101", "BR102"]);

    update(&admin, "NEWBIE", json!({ "branches": [branch("BR101")] })).await.expect(200);
    assert_eq!(mapped(&admin, "userbranchaccess", "branchCode").await, ["BR101"]);
    update(&admin, "NEWBIE", json!({ "branches": [branch("BR102")], "roles": [] })).await.expect(200);
    assert_eq!(mapped(&admin, "userbranchaccess", "branchCode").await, ["BR102"]);
    assert!(mapped(&admin, "userrolemapping", "roleCode").await.is_empty());

    // A user without roles and branches can be deleted.
    let key = json!({ "userId": "NEWBIE" });
    admin.operate(resource("usermaster"), "D", &key).await.expect(409);
    update(&admin, "NEWBIE", json!({ "branches": [] })).await.expect(200);
    admin.operate(resource("usermaster"), "D", &key).await.expect(200);
}

async fn all_of_it_is_saved_or_nothing(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let body = new_user(&admin, json!({ "roles": ["BANKER", "NOSUCH"], "branches": [branch("BR101")] })).await;
    let refused = save(&admin, &body).await.expect(422);
    assert_eq!((refused.fields(), refused.error()), (vec!["roles"], "Please Select Valid Roles"));
    admin.operate(resource("usermaster"), "F", &json!({ "userId": "NEWBIE" })).await.expect(404);
    assert_eq!(app.count("SELECT count(*) FROM user_role_mapping WHERE user_id = 'NEWBIE'").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM user_branch WHERE user_id = 'NEWBIE'").await, 0);
}

/// A user who may change users, and nothing else.
async fn clerk(app: &TestApp, admin: &Client) -> Client {
    let grants = [
        ("roledefinition", json!({ "roleCode": "HELPER", "roleDesc": "Clerk" })),
        ("roleappmapping", json!({ "roleCode": "HELPER", "appCode": "SMS" })),
        ("userrolemapping", json!({ "userId": "VIEWER", "roleCode": "HELPER" })),
    ];
    for (name, record) in grants {
        admin.operate(resource(name), "S", &record).await.expect(200);
    }
    for action in ["access", "view", "edit"] {
        let mapping = json!({ "roleCode": "HELPER", "screenCode": "SD-SMS-002", "actionCode": action });
        admin.operate(resource("rolescreenmapping"), "S", &mapping).await.expect(200);
    }
    app.log_in("NGB", "VIEWER").await
}

async fn roles_and_branches_need_the_permission_of_their_own_screens(app: TestApp) {
    app.without_four_eyes().await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let clerk = clerk(&app, &admin).await;
    let plain = new_user(&admin, json!({})).await;
    for lists in [json!({ "roles": ["BANKER"] }), json!({ "branches": [branch("BR101")] })] {
        let mut body = plain.clone();
        body.as_object_mut().unwrap().extend(lists.as_object().cloned().unwrap());
        save(&clerk, &body).await.expect(403);
    }
    save(&clerk, &plain).await.expect(200);
    update(&clerk, "NEWBIE", json!({ "roles": ["ADMIN"] })).await.expect(403);
    assert!(mapped(&admin, "userrolemapping", "roleCode").await.is_empty());
    // A list that changes nothing needs no permission.
    update(&clerk, "NEWBIE", json!({ "roles": [], "branches": [] })).await.expect(200);
}

async fn administrators_cannot_add_a_role_to_themselves(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let refused = update(&admin, "ADMIN", json!({ "roles": ["ADMIN", "BANKER"] })).await;
    assert_eq!(refused.code(), "ownRole", "{}", refused.json);
    assert_eq!(
        app.count("SELECT count(*) FROM user_role_mapping WHERE entity_code = 'NGB' AND user_id = 'ADMIN'").await,
        1
    );
}

async fn administrators_cannot_leave_out_their_own_role(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let refused = update(&admin, "ADMIN", json!({ "roles": [] })).await.expect(409);
    assert_eq!(refused.code(), "ownAccess");
    admin.list(resource("usermaster"), "page=0").await.expect(200);
}

async fn an_unknown_branch_is_refused(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    // BR201 belongs to the other entity.
    for unknown in [branch("BR201"), json!({ "tenantCode": "NOSUCH", "branchCode": "BR101" })] {
        let refused = save(&admin, &new_user(&admin, json!({ "branches": [unknown] })).await).await.expect(422);
        assert_eq!((refused.fields(), refused.error()), (vec!["branches"], "Please Select Valid Branches"));
    }
    admin.operate(resource("usermaster"), "F", &json!({ "userId": "NEWBIE" })).await.expect(404);
}

async fn a_list_that_is_not_one_is_refused(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    for lists in [json!({ "roles": "BANKER" }), json!({ "roles": [7] })] {
        let refused = save(&admin, &new_user(&admin, lists).await).await.expect(422);
        assert_eq!((refused.fields(), refused.error()), (vec!["roles"], "Please Select Valid Roles"));
    }
}
