//! A database as it is, before anything is created or migrated in it.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, params_from_iter};
use tokio_postgres::Client;
use tokio_postgres::types::ToSql;

use crate::postgres::{EVERY_ROW, connect, read_url};
use crate::{Error, Result};

const FIRST_ENTITY: &str = "SELECT entity_code FROM entity_master LIMIT 1";
const INSTALLATION: &str = "SELECT installation_id FROM installation LIMIT 1";
/// The files of documents whose bytes were purged have no name.
const FIRST_FILE: &str = "SELECT storage_id FROM docrequest_file WHERE storage_id > '' LIMIT 1";
const FILE: &str = "SELECT storage_id FROM docrequest_file WHERE storage_id";

enum Reader {
    /// There is no file, or an empty one.
    None,
    Sqlite(Connection),
    Postgres(Client),
}

pub struct Look {
    reader: Reader,
    /// A program of ours has created its tables.
    pub has_schema: bool,
    pub has_entities: bool,
    pub names_files: bool,
    pub installation_id: Option<String>,
}

impl Look {
    /// A missing file is not created.
    pub async fn at_sqlite(file: &Path) -> Result<Look> {
        let is_empty = match std::fs::metadata(file) {
            Ok(found) => found.len() == 0,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
            Err(error) => return Err(Error::Unavailable(error.to_string())),
        };
        if is_empty {
            return Look::with(Reader::None).await;
        }
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "query_only", true)?;
        Look::with(Reader::Sqlite(connection)).await
    }

    pub async fn at_postgres(url: &str, timeout: Duration) -> Result<Look> {
        let (client, _) = connect(&read_url(url, timeout)?).await?;
        client.batch_execute(EVERY_ROW).await?;
        Look::with(Reader::Postgres(client)).await
    }

    async fn with(reader: Reader) -> Result<Look> {
        let has_entities = reader.first("entity_master", FIRST_ENTITY).await?.is_some();
        let installation_id = reader.first("installation", INSTALLATION).await?;
        let names_files = reader.first("docrequest_file", FIRST_FILE).await?.is_some();
        let has_schema = reader.has("schema_migration").await?;
        Ok(Look { reader, has_schema, has_entities, names_files, installation_id })
    }

    /// Nothing was ever created in it.
    pub fn is_new(&self) -> bool {
        !self.has_entities && self.installation_id.is_none()
    }

    /// True when one of these stored files is a file of a document.
    pub async fn names_any(&self, storage_ids: &[String]) -> Result<bool> {
        Ok(match &self.reader {
            _ if !self.has_entities || storage_ids.is_empty() => false,
            Reader::None => false,
            Reader::Sqlite(connection) => {
                let places = vec!["?"; storage_ids.len()].join(", ");
                let mut query = connection.prepare(&format!("{FILE} IN ({places}) LIMIT 1"))?;
                query.exists(params_from_iter(storage_ids))?
            }
            Reader::Postgres(client) => {
                client.query_opt(&format!("{FILE} = ANY($1) LIMIT 1"), &[&storage_ids]).await?.is_some()
            }
        })
    }
}

impl Reader {
    /// The text in the first row, if the table exists.
    async fn first(&self, table: &str, sql: &str) -> Result<Option<String>> {
        if !self.has(table).await? {
            return Ok(None);
        }
        Ok(match self {
            Reader::None => None,
            Reader::Sqlite(connection) => {
                let mut query = connection.prepare(sql)?;
                query.query([])?.next()?.map(|row| row.get(0)).transpose()?
            }
            Reader::Postgres(client) => client.query_opt(sql, &[]).await?.map(|row| row.get(0)),
        })
    }

    async fn has(&self, table: &str) -> Result<bool> {
        Ok(match self {
            Reader::None => false,
            Reader::Sqlite(connection) => connection.table_exists(None, table)?,
            Reader::Postgres(client) => {
                let values: &[&(dyn ToSql + Sync)] = &[&table];
                client.query_one("SELECT to_regclass($1) IS NOT NULL", values).await?.get(0)
            }
        })
    }
}
