//! The roles of the schema. A dump carries neither roles nor owners, so a restore creates the roles first and gives the
//! search view back to its owner afterwards.

use std::time::Duration;

use tokio_postgres::Client;

use super::open::{connect, read_url};
use crate::Result;

const ROLES: [&str; 2] = ["docz_app", "docz_finder"];

/// An owner of a view needs CREATE on its schema while it becomes the owner.
const OWN_SEARCH: &str = "GRANT CREATE ON SCHEMA public TO docz_finder; \
    ALTER VIEW docrequest_search OWNER TO docz_finder; REVOKE CREATE ON SCHEMA public FROM docz_finder";

pub(super) async fn create(client: &Client) -> Result<()> {
    for role in ROLES {
        client
            .batch_execute(&format!(
                "SET client_min_messages = warning; DO $$ BEGIN
                    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '{role}') THEN
                        CREATE ROLE {role} NOLOGIN NOBYPASSRLS;
                    END IF;
                EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
                END $$;
                DO $$ BEGIN EXECUTE format('GRANT {role} TO %I', current_user); END $$"
            ))
            .await?;
    }
    Ok(())
}

/// Prepares an empty database for `pg_restore`.
pub async fn before_restore(url: &str, timeout: Duration) -> Result<()> {
    create(&connect(&read_url(url, timeout)?).await?.0).await
}

/// Restores the owner of the search view, which `pg_restore --no-owner` gives to the restoring user.
pub async fn after_restore(url: &str, timeout: Duration) -> Result<()> {
    let (client, _) = connect(&read_url(url, timeout)?).await?;
    Ok(client.batch_execute(OWN_SEARCH).await?)
}
