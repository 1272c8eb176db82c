//! Tenant scope, enforced by the store and again by row security of PostgreSQL.

use serde_json::json;
use testkit::{Database, TestApp, on_both_databases};

on_both_databases!(a_tenant_out_of_reach_does_not_exist);

async fn a_tenant_out_of_reach_does_not_exist(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let branch = domain::master_data::find("branchmaster").unwrap();
    let mapping = domain::master_data::find("rolescreenmapping").unwrap();
    for action in ["access", "view", "edit", "delete"] {
        admin
            .operate(mapping, "S", &json!({ "roleCode": "BANKER", "screenCode": "SD-ADM-001", "actionCode": action }))
            .await
            .expect(200);
    }
    let apps = domain::master_data::find("roleappmapping").unwrap();
    admin.operate(apps, "S", &json!({ "roleCode": "BANKER", "appCode": "ADM" })).await.expect(200);
    // BANKER1 has access to RETAIL only; the administrator has access to all tenants.
    let banker = app.log_in("NGB", "BANKER1").await;
    let seen = banker.list(branch, "page=0&size=50").await.expect(200);
    assert!(seen.content().iter().all(|one| one["tenantCode"] == "RETAIL"));
    assert_eq!((seen.total(), seen.content().len()), (8, 8));
    let theirs = json!({ "branchCode": "BR109", "tenantCode": "SME" });
    let hidden = banker.operate(branch, "F", &theirs).await.expect(404);
    let made_up =
        banker.operate(branch, "F", &json!({ "branchCode": "BR999", "tenantCode": "RETAIL" })).await.expect(404);
    assert_eq!(hidden.bytes, made_up.bytes);
    banker.operate(branch, "D", &theirs).await.expect(404);
    let record = admin.operate(branch, "F", &theirs).await.expect(200).record().clone();
    banker.operate(branch, "U", &record).await.expect(404);
    let new = json!({ "branchCode": "NEW", "branchName": "New", "tenantCode": "SME", "status": "Active" });
    assert_eq!(banker.operate(branch, "S", &new).await.expect(422).fields(), ["tenantCode"]);
    banker.verb(branch, "/history", "", "POST", &[], theirs.to_string().into()).await.expect(404);
    let csv = banker.verb(branch, "/export", "", "GET", &[], "".into()).await.expect(200);
    assert!(!String::from_utf8_lossy(&csv.bytes).contains("SME"));
    assert_eq!(admin.list(branch, "page=0").await.expect(200).total(), 12);
}

/// Past the store: SQL as the application's own role, with the scope of one entity.
#[tokio::test(flavor = "multi_thread")]
async fn postgres_itself_keeps_entities_apart() {
    let app = TestApp::start(Database::Postgres).await;
    let (client, connection) = tokio_postgres::connect(&app.place, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute("SET ROLE docz_app").await.unwrap();
    let count = |sql: &'static str| {
        let client = &client;
        async move { client.query_one(sql, &[]).await.unwrap().get::<_, i64>(0) }
    };
    // Without a scope no row is visible.
    assert_eq!(count("SELECT count(*) FROM branch").await, 0);
    client
        .batch_execute("SET docz.country = 'IN'; SET docz.entity = 'NGB'; SET docz.tenants = ',RETAIL,'")
        .await
        .unwrap();
    assert_eq!(count("SELECT count(*) FROM branch").await, 8);
    assert_eq!(count("SELECT count(*) FROM branch WHERE entity_code = 'KALVI'").await, 0);
    assert_eq!(count("SELECT count(*) FROM branch WHERE tenant_code = 'SME'").await, 0);
    assert_eq!(client.execute("DELETE FROM industry WHERE entity_code = 'KALVI'", &[]).await.unwrap(), 0);
    let foreign = "INSERT INTO industry VALUES ('IN', 'KALVI', 'X', 'x', 1, '', '', '', '')";
    let refused = client.execute(foreign, &[]).await.unwrap_err();
    assert!(refused.as_db_error().unwrap().message().contains("row-level security"));
    let moved =
        client.execute("UPDATE industry SET entity_code = 'KALVI' WHERE entity_code = 'NGB'", &[]).await.unwrap_err();
    assert!(moved.as_db_error().unwrap().message().contains("row-level security"));
    // The log can be written and read, never changed.
    for sql in [
        "UPDATE audit_log SET actor = 'x'",
        "DELETE FROM audit_log",
        "DROP TABLE branch",
        "ALTER TABLE branch DISABLE ROW LEVEL SECURITY",
    ] {
        assert!(client.execute(sql, &[]).await.is_err(), "{sql}");
    }
    // Every table with rows of an entity has row security.
    let open = "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON \
                a.attrelid = c.oid AND a.attname = 'entity_code' WHERE n.nspname = 'public' AND c.relkind = 'r' AND \
                NOT (c.relrowsecurity AND c.relforcerowsecurity)";
    assert_eq!(count(open).await, 0);
}
