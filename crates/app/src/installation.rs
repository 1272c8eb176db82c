//! The document store belongs to one database: both name the same installation.

use std::sync::Arc;

use ports::FilePlace;
use store::Store;

use crate::files::file_fault;
use crate::{App, Error, Result};

/// Compares the ids of the database and of each place of documents. Work that removes files calls this first, because a
/// store can be exchanged under a running server.
pub async fn check(app: &App) -> Result<()> {
    check_places(&app.store, &app.places).await
}

pub async fn check_places(store: &Store, places: &[Arc<dyn FilePlace>]) -> Result<()> {
    let id = store.installation_id().await?;
    for place in places {
        let owner = place.owner().await.map_err(file_fault)?;
        if id.is_none() || owner != id {
            let found = describe(("the database", id.as_deref()), (&place.name(), owner.as_deref()));
            return Err(Error::Unavailable(format!(
                "{found}. Nothing was changed: start the server again with the database and the documents that belong \
                 together"
            )));
        }
    }
    Ok(())
}

/// Names both ids and where each was found.
pub fn describe(database: (&str, Option<&str>), place: (&str, Option<&str>)) -> String {
    let id = |id: Option<&str>| id.map_or_else(|| "no installation".to_owned(), |id| format!("installation {id}"));
    format!("{} has {}, and the {} has {}", database.0, id(database.1), place.0, id(place.1))
}
