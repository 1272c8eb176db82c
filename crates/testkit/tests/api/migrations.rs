//! Schemas are created, kept when filled and refused when newer; and tables match their definitions.

use std::collections::BTreeSet;

use domain::master_data::ALL;
use store::master_data::Table;
use store::{RootKey, SCHEMA_VERSION, Store};
use testkit::{Database, Server, TestApp, on_both_databases};

on_both_databases!(
    a_filled_database_is_migrated_again_without_harm,
    a_newer_database_is_refused,
    a_database_from_before_the_baseline_is_refused_and_left_alone,
    a_database_that_reached_the_baseline_by_earlier_migrations_is_used_as_it_is,
    tables_have_the_columns_of_their_definitions
);

fn root() -> RootKey {
    RootKey::new([42; 32])
}

async fn reopen(app: &TestApp) -> store::Result<Store> {
    match app.database {
        Database::Sqlite => Store::open_sqlite(app.place.as_ref(), root()).await,
        Database::Postgres => Store::open_postgres(&app.place, root()).await,
    }
}

async fn a_filled_database_is_migrated_again_without_harm(app: TestApp) {
    let before = app.count("SELECT count(*) FROM role_screen").await;
    let applied = app.count("SELECT count(*) FROM schema_migration").await;
    let store = reopen(&app).await.unwrap();
    store.ping().await.unwrap();
    assert!(store.root_key_fits().await.unwrap());
    assert_eq!(app.count("SELECT count(*) FROM role_screen").await, before);
    assert_eq!(app.count("SELECT count(*) FROM schema_migration").await, applied);
    assert_eq!(app.count("SELECT max(version) FROM schema_migration").await, SCHEMA_VERSION);
}

async fn a_newer_database_is_refused(app: TestApp) {
    app.run_sql_directly("INSERT INTO schema_migration (version, name, applied_on) VALUES (9999, 'future', '')").await;
    let refused = reopen(&app).await.err().expect("a refusal").to_string();
    assert!(refused.contains("9999") && refused.contains("newer program"), "{refused}");
}

/// Makes the database one that earlier migrations brought to this version.
async fn pretend_version(app: &TestApp, version: i64) {
    app.run_sql_directly("DELETE FROM schema_migration").await;
    for version in [100, version] {
        let sql = format!("INSERT INTO schema_migration (version, name, applied_on) VALUES ({version}, 'earlier', '')");
        app.run_sql_directly(&sql).await;
    }
}

async fn a_database_from_before_the_baseline_is_refused_and_left_alone(app: TestApp) {
    pretend_version(&app, 134).await;
    let before = app.dump().await;
    let refused = reopen(&app).await.err().expect("a refusal").to_string();
    assert!(
        refused.contains("has schema 134") && refused.contains("first install a version with schema 135"),
        "{refused}"
    );
    assert_eq!(app.dump().await, before);
}

/// What migrations have added to the tables of the baseline.
const ADDED_TABLES: [&str; 3] = ["bulk_send_item", "bulk_send", "docrequest_activity"];
const ADDED: &[(&str, &str)] = &[
    ("entity_master", "remarks_message_ta"),
    ("branch", "branch_name_ta"),
    ("authorization_level", "auth_level_desc_ta"),
];

async fn a_database_that_reached_the_baseline_by_earlier_migrations_is_used_as_it_is(app: TestApp) {
    pretend_version(&app, 135).await;
    for (table, column) in ADDED {
        app.run_sql_directly(&format!("ALTER TABLE {table} DROP COLUMN {column}")).await;
    }
    for table in ADDED_TABLES {
        app.run_sql_directly(&format!("DROP TABLE {table}")).await;
    }
    let before = app.count("SELECT count(*) FROM role_screen").await;
    let app = app.with_parts(|_| ()).await;
    assert_eq!(app.count("SELECT count(*) FROM schema_migration WHERE name = 'earlier'").await, 2);
    assert_eq!(app.count("SELECT count(*) FROM schema_migration WHERE version = 135").await, 1);
    assert_eq!(app.count("SELECT max(version) FROM schema_migration").await, SCHEMA_VERSION);
    assert_eq!(app.count("SELECT count(*) FROM role_screen").await, before);
    app.log_in("NGB", "ADMIN").await;
}

pub async fn columns(app: &TestApp, table: &str) -> BTreeSet<String> {
    match app.database {
        Database::Sqlite => {
            let connection = rusqlite::Connection::open(&app.place).unwrap();
            let mut statement = connection.prepare("SELECT name FROM pragma_table_info(?1)").unwrap();
            statement.query_map([table], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
        }
        Database::Postgres => {
            let (client, connection) = tokio_postgres::connect(&app.place, tokio_postgres::NoTls).await.unwrap();
            tokio::spawn(connection);
            let sql = "SELECT column_name::text FROM information_schema.columns WHERE table_name = $1";
            client.query(sql, &[&table]).await.unwrap().iter().map(|row| row.get(0)).collect()
        }
    }
}

async fn tables_have_the_columns_of_their_definitions(app: TestApp) {
    let common =
        ["country_code", "entity_code", "version_number", "created_on", "created_by", "updated_on", "updated_by"];
    for definition in ALL {
        let expected: BTreeSet<String> =
            definition.stored().map(|field| Table::column(field.name)).chain(common.map(str::to_owned)).collect();
        assert_eq!(columns(&app, definition.table).await, expected, "{}", definition.table);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_starting_at_once_migrate_once() {
    let server = Server::shared();
    let url = server.url(&server.create(None).await);
    let (one, two) = tokio::join!(Store::open_postgres(&url, root()), Store::open_postgres(&url, root()));
    one.unwrap().ping().await.unwrap();
    two.unwrap().ping().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_sqlite_file_becomes_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_sqlite(&folder.path().join("new.sqlite"), root()).await.unwrap();
    store.ping().await.unwrap();
    let other = Store::open_sqlite(&folder.path().join("new.sqlite"), RootKey::new([1; 32])).await.unwrap();
    assert!(other.root_key_fits().await.unwrap(), "no entity yet, so any key fits");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_sqlite_database_and_its_copy_are_private_to_their_owner() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_sqlite(&folder.path().join("new.sqlite"), root()).await.unwrap();
    store.ping().await.unwrap();
    store.copy_to(&folder.path().join("copy.sqlite")).unwrap();
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder.path()).unwrap().flatten() {
        let mode = entry.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{:?} {mode:o}", entry.path());
        names.push(entry.file_name().into_string().unwrap());
    }
    for name in ["new.sqlite", "new.sqlite-wal", "new.sqlite-shm", "new.shard0", "copy.sqlite"] {
        assert!(names.iter().any(|found| found == name), "{name} in {names:?}");
    }
}

/// A login that is only a member of the application's role.
async fn plain_login(owner: &str) -> String {
    let (client, connection) = tokio_postgres::connect(owner, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let create =
        "DO $$ BEGIN CREATE ROLE docz_serve LOGIN IN ROLE docz_app; EXCEPTION WHEN duplicate_object THEN NULL; END $$";
    client.batch_execute(create).await.unwrap();
    owner.replace("user=docz ", "user=docz_serve ")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_without_the_schema_serves_and_can_change_no_table() {
    let app = TestApp::start(Database::Postgres).await;
    let (owner, plain) = (app.place.clone(), plain_login(&app.place).await);
    let serving = TestApp { place: plain.clone(), ..app }.with_parts(|_| ()).await;
    let rights = serving.app().store.login_rights().await.unwrap().unwrap();
    assert!(!rights.owns_schema && !rights.is_unrestricted);
    let industry = domain::master_data::find("industrymaster").unwrap();
    let body = serde_json::json!({ "industryCode": "PLAIN", "industryDesc": "Saved by a plain login" });
    serving.log_in("NGB", "ADMIN").await.operate(industry, "S", &body).await.expect(200);
    let (client, connection) = tokio_postgres::connect(&plain, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    for refused in [
        "ALTER TABLE audit_log DISABLE ROW LEVEL SECURITY",
        "ALTER TABLE docrequest NO FORCE ROW LEVEL SECURITY",
        "DROP POLICY docrequest_scope ON docrequest",
        "DROP TABLE audit_log",
        "DELETE FROM audit_log",
        "DELETE FROM audit_head",
        "UPDATE audit_log SET actor = 'X'",
        "CREATE TABLE own (n INT)",
        "INSERT INTO schema_migration (version, name, applied_on) VALUES (9999, 'x', '')",
        "SET ROLE docz",
    ] {
        assert!(client.batch_execute(refused).await.is_err(), "{refused}");
    }
    // Without a scope no row is visible, and a scope shows its entity only.
    let count = |sql: &'static str| async { client.query_one(sql, &[]).await.unwrap().get::<_, i64>(0) };
    assert_eq!(count("SELECT count(*) FROM staff_user").await, 0);
    client
        .batch_execute("SELECT set_config('docz.country', 'IN', false), set_config('docz.entity', 'NGB', false)")
        .await
        .unwrap();
    assert!(count("SELECT count(*) FROM staff_user").await > 0);
    assert_eq!(count("SELECT count(*) FROM staff_user WHERE entity_code <> 'NGB'").await, 0);
    TestApp { place: owner.clone(), ..serving }
        .run_sql_directly("DELETE FROM schema_migration WHERE version = (SELECT max(version) FROM schema_migration)")
        .await;
    let refused = Store::open_postgres(&plain, root()).await.err().expect("a refusal").to_string();
    assert!(refused.contains("docz migrate --database-url") && !refused.contains("host="), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_database_needs_its_owner() {
    let server = Server::shared();
    let owner = server.url(&server.create(None).await);
    Store::open_postgres(&owner, root()).await.unwrap();
    let plain = plain_login(&owner).await;
    let empty = server.url(&server.create(None).await).replace("user=docz ", "user=docz_serve ");
    let refused = Store::open_postgres(&empty, root()).await.err().expect("a refusal").to_string();
    assert!(refused.contains("docz migrate --database-url"), "{refused}");
    Store::open_postgres(&plain, root()).await.unwrap().ping().await.unwrap();
}
