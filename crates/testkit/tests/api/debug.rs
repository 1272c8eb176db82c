//! Debugging at run time: switched without a restart, limited in size, and without any value that a caller sent.

use std::sync::Arc;

use integrations::debug_folder::DebugMemory;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    user_debug_is_switched_on_and_off_at_run_time,
    debug_configuration_records_an_app_and_writes_files,
    the_log_is_bounded_in_size_and_age,
    without_the_action_log_no_change_is_captured,
);

on_sqlite!(levels_choose_what_is_written, a_customer_can_be_debugged_too,);

fn resource(name: &str) -> &'static domain::master_data::Definition {
    domain::master_data::find(name).expect("a resource")
}

/// Sets a record of a switch, new or not.
async fn switch(admin: &Client, name: &str, key: Value, values: Value) {
    let definition = resource(name);
    let found = admin.operate(definition, "F", &key).await;
    let (operation, mut record) = if found.status == 200 { ("U", found.record().clone()) } else { ("S", key) };
    for (field, value) in values.as_object().unwrap() {
        record[field] = value.clone();
    }
    admin.operate(definition, operation, &record).await.expect(200);
}

async fn watch(admin: &Client, user: &str, on: bool, level: &str) {
    switch(admin, "userdebug", json!({ "userId": user }), json!({ "debugEnabled": on, "debugLevel": level })).await;
}

async fn log(admin: &Client, query: &str) -> Answer {
    admin.get("sms", "sms/userdebuglogs", query).await.expect(200)
}

fn detail(entry: &Value) -> Value {
    serde_json::from_str(entry["debugMessage"].as_str().unwrap()).unwrap()
}

async fn user_debug_is_switched_on_and_off_at_run_time(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let mut viewer = app.log_in("NGB", "VIEWER").await;
    viewer.claims.insert("screenId".into(), "SD-ADM-013".into());
    viewer.claims.insert("authorization".into(), "canary-token".into());
    let industry = resource("industrymaster");
    viewer.list(industry, "page=0").await.expect(200);
    assert_eq!(log(&admin, "").await.total(), 0, "nobody asked for it");
    watch(&admin, "VIEWER", true, "debug").await;
    let body = json!({ "industryCode": "canary-code", "industryDesc": "canary-desc", "canary-name": 1 });
    let refused = viewer.operate(industry, "S", &body).await.expect(403);
    let written = log(&admin, "userId=VIEWER").await;
    assert_eq!(written.total(), 1);
    let entry = &written.content()[0];
    let told = ["moduleCode", "route", "operation", "status", "debugLevel"].map(|name| entry[name].as_str().unwrap());
    assert_eq!(told, ["ADM", "admin/industrymaster", "S", "403", "debug"]);
    assert_eq!(entry["requestId"].as_str(), refused.headers["x-request-id"].to_str().ok());
    assert!(entry["durationMs"].is_i64());
    let detail = detail(entry);
    assert_eq!((&detail["refusal"], &detail["why"]), (&json!("notAllowed"), &json!("the role lacks the action")));
    assert_eq!(detail["fields"], json!(["industryCode", "industryDesc", "(+1)"]));
    assert_eq!(detail["header"]["userId"], "VIEWER");
    assert_eq!(
        (&detail["header"]["screenId"], &detail["header"]["authorization"]),
        (&json!("SD-ADM-013"), &json!("(hidden)"))
    );
    assert!(!entry.to_string().contains("canary"));
    // A wrong claim is reported without its value.
    viewer.claims.insert("userId".into(), "canary-user".into());
    viewer.list(industry, "page=0").await.expect(403);
    let entry = log(&admin, "").await.content()[0].clone();
    assert_eq!(self::detail(&entry)["header"]["userId"], "(differs)");
    viewer.claims.insert("userId".into(), "VIEWER".into());
    watch(&admin, "VIEWER", false, "debug").await;
    viewer.list(industry, "page=0").await.expect(200);
    assert_eq!(log(&admin, "").await.total(), 2);
    // The change is audited, and the debug log needs its permission.
    assert_eq!(admin.get("sms", "sms/useractionlog", "resource=userdebug").await.expect(200).total(), 2);
    app.log_in("NGB", "BANKER1").await.get("sms", "sms/userdebuglogs", "").await.expect(403);
    assert_eq!(log(&app.log_in("KALVI", "ADMIN").await, "").await.total(), 0);
}

async fn levels_choose_what_is_written(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let viewer = app.log_in("NGB", "VIEWER").await;
    let industry = resource("industrymaster");
    let mut before = 0;
    for (level, good, refused) in [("error", 0, 0), ("warn", 0, 1), ("info", 1, 1), ("debug", 1, 1), ("trace", 1, 1)] {
        watch(&admin, "VIEWER", true, level).await;
        viewer.list(industry, "page=0&size=5").await.expect(200);
        assert_eq!(log(&admin, "").await.total() - before, good, "{level}");
        viewer.operate(industry, "D", &json!({ "industryCode": "X" })).await.expect(403);
        let after = log(&admin, "").await;
        assert_eq!(after.total() - before, good + refused, "{level}");
        before = after.total();
        let newest = after.content().first().map(detail).unwrap_or_default();
        assert_eq!(newest.get("fields").is_some(), matches!(level, "debug" | "trace"), "{level}");
        assert_eq!(newest.get("bodyBytes").is_some(), level == "trace", "{level}");
    }
    assert_eq!(log(&admin, "status=403").await.total(), 4);
    assert_eq!(log(&admin, "route=admin/industrymaster&moduleCode=ADM").await.total(), before);
}

async fn debug_configuration_records_an_app_and_writes_files(app: TestApp) {
    let files = Arc::new(DebugMemory::default());
    let writes = files.clone();
    let app = app.with_parts(|parts| parts.debug_files = writes).await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let viewer = app.log_in("NGB", "VIEWER").await;
    let industry = resource("industrymaster");
    let set = async |values: Value| switch(&admin, "debugconfiguration", json!({ "moduleCode": "ADM" }), values).await;
    let on = json!({ "debugEnabled": true, "debugLevel": "info", "filePrefix": "adm", "debugMode": "Both",
        "actionLogEnabled": false });
    set(on).await;
    viewer.list(industry, "page=0").await.expect(200);
    viewer.get("sms", "sms/me", "").await.expect(200);
    let seen = log(&admin, "userId=VIEWER").await;
    assert_eq!(
        (seen.total(), seen.content()[0]["route"].as_str()),
        (1, Some("admin/industrymaster")),
        "only the app ADM"
    );
    let lines = files.lines();
    assert!(lines.iter().all(|(name, _)| name == "NGB-adm"), "{lines:?}");
    assert!(lines.iter().any(|(_, line)| line.contains("\"user\":\"VIEWER\"")));
    // Without the action log, calls that change something are left out; with it, they are there.
    let save = json!({ "industryCode": "X", "industryDesc": "X" });
    viewer.operate(industry, "S", &save).await.expect(403);
    assert_eq!(log(&admin, "userId=VIEWER").await.total(), 1);
    set(json!({ "actionLogEnabled": true, "debugMode": "File" })).await;
    let before = files.lines().len();
    viewer.operate(industry, "S", &save).await.expect(403);
    assert_eq!(log(&admin, "userId=VIEWER").await.total(), 1, "to the file alone");
    assert_eq!(files.lines().len(), before + 1);
    set(json!({ "debugEnabled": false })).await;
    let before = files.lines().len();
    viewer.list(industry, "page=0").await.expect(200);
    assert_eq!(files.lines().len(), before);
}

async fn without_the_action_log_no_change_is_captured(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let viewer = app.log_in("NGB", "VIEWER").await;
    let industry = resource("industrymaster");
    watch(&admin, "VIEWER", true, "info").await;
    for debug in [true, false] {
        let values = json!({ "debugEnabled": debug, "debugMode": "Table", "actionLogEnabled": false });
        switch(&admin, "debugconfiguration", json!({ "moduleCode": "ADM" }), values).await;
        let before = log(&admin, "userId=VIEWER").await.total();
        viewer.operate(industry, "D", &json!({ "industryCode": "X" })).await.expect(403);
        assert_eq!(log(&admin, "userId=VIEWER").await.total(), before, "the app's setting also binds User Debug");
        viewer.list(industry, "page=0").await.expect(200);
        assert_eq!(log(&admin, "userId=VIEWER").await.total(), before + 1, "a read is captured");
    }
    // The audit log is not concerned.
    let audited = admin.get("sms", "sms/useractionlog", "userId=VIEWER&actionPerformed=refused").await.expect(200);
    assert_eq!(audited.total(), 2);
}

async fn a_customer_can_be_debugged_too(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let values = json!({ "debugEnabled": true, "debugLevel": "debug", "debugMode": "Table", "actionLogEnabled": true });
    switch(&admin, "debugconfiguration", json!({ "moduleCode": "CUS" }), values).await;
    let customer = app.log_in_customer("meena@example.com").await;
    customer.operate(resource("customerusermaster"), "F", &json!({})).await.expect(200);
    let seen = log(&admin, "moduleCode=CUS").await;
    assert_eq!((seen.total(), seen.content()[0]["userId"].as_str()), (1, Some("meena@example.com")));
}

async fn the_log_is_bounded_in_size_and_age(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let viewer = app.log_in("NGB", "VIEWER").await;
    watch(&admin, "VIEWER", true, "info").await;
    viewer.list(resource("industrymaster"), "page=0").await.expect(200);
    // The clock of tests stands at this morning: one entry of today, one of eight days ago, and far too many of
    // yesterday.
    let copies = match app.database {
        testkit::Database::Sqlite => "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10300)",
        testkit::Database::Postgres => "WITH n(i) AS (SELECT generate_series(1, 10300))",
    };
    let columns = "user_id, module_code, debug_level, route, operation, status, duration_ms, request_id, detail";
    let insert = "INSERT INTO user_debug_log (country_code, entity_code, entry_id, at,";
    app.run_sql_directly(&format!(
        "{insert} {columns}) SELECT country_code, entity_code, 'old', '2026-11-07T00:00:00.000Z', {columns} FROM \
         user_debug_log;
         CREATE TABLE one AS SELECT * FROM user_debug_log WHERE entry_id <> 'old';
         {insert} {columns}) {copies} SELECT country_code, entity_code, 'many' || i, '2026-11-14T00:00:00.000Z', \
         {columns} FROM one, n;
         DROP TABLE one;"
    ))
    .await;
    assert_eq!(app.count("SELECT count(*) FROM user_debug_log").await, 10_302);
    let permit = domain::access::system::identity("IN", "NGB", "system:debug");
    app.app().store.trim_debug_log(&permit, "2026-11-08T06:00:00.000Z").await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM user_debug_log").await, 10_000);
    assert_eq!(app.count("SELECT count(*) FROM user_debug_log WHERE entry_id = 'old'").await, 0);
    assert_eq!(
        app.count("SELECT count(*) FROM user_debug_log WHERE entry_id NOT LIKE 'many%'").await,
        1,
        "the newest stay"
    );
    // The periodic job removes old entries.
    app.app().store.sweep_logs(&permit, "2026-11-30T00:00:00.000Z").await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM user_debug_log").await, 0);
}
