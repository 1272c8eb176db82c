//! The checks that a resource declares.

use domain::access::{Change, Permit};
use domain::master_data::{Check, Definition, Record};
use serde_json::{Map, Value};

use super::{forward, levels};
use crate::{App, Result};

/// Runs them before a record is stored. `before`: the stored record, for an update.
pub(super) async fn run(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    before: Option<&Map<String, Value>>,
    record: &Record,
) -> Result<()> {
    for check in definition.checks {
        match (check, before) {
            (Check::ForwardCycle, _) => Box::pin(forward::refuse_cycle(app, permit, definition, record)).await?,
            (Check::RoleLevel, _) => levels::check_role(app, permit, definition, record).await?,
            (Check::LevelInUse, Some(before)) => {
                levels::check_level(app, permit, definition, before, record).await?;
            }
            // A new level is not used yet. `four_eyes::own_role` checks all rows of a file with one query.
            (Check::LevelInUse, None) | (Check::OwnRole, _) => {}
        }
    }
    Ok(())
}
