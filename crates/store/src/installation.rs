//! The id of the installation, and what it does with files that no record names.

use domain::access::system;
use serde_json::json;

use crate::audit::{Entry, now};
use crate::batch::Batch;
use crate::row::text_of;
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Error, Result, Store};

/// Names in one audit entry.
const NAMES_AT_ONCE: usize = 500;

impl Store {
    /// The id of the installation, unless the database is older than the ids.
    pub async fn installation_id(&self) -> Result<Option<String>> {
        let permit = system::housekeeping();
        let sql = Sql::new(
            "SELECT installation_id FROM installation WHERE country_code = $1 AND entity_code = $2",
            scoped(&permit, &[]),
        );
        self.first_decoded(&permit, &sql, text_of("installation", "installation_id")).await
    }

    /// Stores the id unless another process has stored one; returns the one that is stored.
    pub async fn keep_installation_id(&self, id: &str) -> Result<String> {
        if let Some(stored) = self.installation_id().await? {
            return Ok(stored);
        }
        let permit = system::housekeeping();
        let insert = Statement::raw(
            "installation",
            r#"INSERT INTO installation (country_code, entity_code, installation_id, created_on)
               VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"#,
            scoped(&permit, &[id, &now()]),
        );
        self.commit_unaudited(&permit, vec![insert]).await?;
        self.installation_id().await?.ok_or_else(|| Error::internal("the installation's id could not be stored"))
    }

    /// Records what happens to stored files that belong to no entity, because no record names them.
    pub async fn note_files(&self, action: &'static str, place: &str, storage_ids: &[String]) -> Result<()> {
        for some in storage_ids.chunks(NAMES_AT_ONCE) {
            let entry = Entry { action, resource: "file", key: place.to_owned(), detail: json!({ "files": some }) };
            self.commit(&system::housekeeping(), Batch::audited(entry)).await?;
        }
        Ok(())
    }
}
