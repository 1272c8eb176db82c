//! Migrates the schema, and says what the login of a connection may do.

use tokio_postgres::{Client, Config};

use super::open::{LOCKS, connect};
use super::roles;
use crate::migrate::SCHEMA_VERSION;
use crate::{Error, Result, audit, migrate};

const VERSION: &str = "SELECT coalesce(max(version), 0) FROM schema_migration";

/// The owner of the ledger owns the schema. In an empty database it is the login that may create tables.
const OWNS_SCHEMA: &str = r#"
    SELECT coalesce(
        (SELECT pg_has_role(session_user, relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('schema_migration')),
        has_schema_privilege('public', 'CREATE')
    )
"#;

const CAN_READ_VERSION: &str = r#"
    SELECT coalesce(has_table_privilege(to_regclass('schema_migration')::oid, 'SELECT'), false)
"#;

/// What the login of this connection may do besides serving.
pub(crate) const LOGIN: &str = r#"
    SELECT r.rolsuper AS is_superuser, r.rolbypassrls AS bypasses_rls,
        (SELECT pg_has_role(session_user, relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('schema_migration'))
            AS owns_schema
    FROM pg_roles r WHERE r.rolname = session_user
"#;

/// Row-level security applies to the owner too.
pub(crate) const EVERY_ROW: &str = r#"SELECT set_config('docz.country', '', false), set_config('docz.country_last',
        chr(1114111), false), set_config('docz.entity', '', false), set_config('docz.entity_last', chr(1114111), false),
        set_config('docz.tenants', '*', false)"#;

/// A login that does not own the schema can use a current one, and change nothing.
pub(super) async fn migrate(config: &Config) -> Result<()> {
    let (client, _) = connect(config).await?;
    if client.query_one(OWNS_SCHEMA, &[]).await?.get(0) {
        return migrate_as_owner(client).await;
    }
    let version = if client.query_one(CAN_READ_VERSION, &[]).await?.get(0) {
        client.query_one(VERSION, &[]).await?.get(0)
    } else {
        0
    };
    if migrate::pending(version)?.is_empty() {
        return Ok(());
    }
    Err(Error::Unavailable(format!(
        "this program needs schema {SCHEMA_VERSION}, the database has another one, and this login does not own it: \
         stop all nodes and run docz migrate --database-url with the url of the owner"
    )))
}

/// Under a lock, so that two nodes starting at once migrate once.
async fn migrate_as_owner(mut client: Client) -> Result<()> {
    client.execute("SELECT pg_advisory_lock($1, -1)", &[&LOCKS]).await?;
    roles::create(&client).await?;
    client.batch_execute(&format!("SET client_min_messages = warning; {EVERY_ROW}; {}", migrate::LEDGER)).await?;
    let current: i64 = client.query_one(VERSION, &[]).await?.get(0);
    for migration in migrate::pending(current)? {
        let transaction = client.transaction().await?;
        transaction.batch_execute(migration.postgres).await?;
        let insert = "INSERT INTO schema_migration (version, name, applied_on) VALUES ($1, $2, $3)";
        transaction.execute(insert, &[&migration.version, &migration.name, &audit::now()]).await?;
        transaction.commit().await?;
    }
    Ok(())
}
