//! Master data: list, find, save, update, delete, look up, export, import, history. The tables are in `domain`.
//!
//! - `save`, `update`, `delete`: one record; `user_access`: a user with roles and branches in one commit.
//! - `access_guard`, `levels`, `forward`, `protect`: rules that need the database, or the caller.
//! - `four_eyes`: changes that wait for a second person; `rule_workbench`: drafts of rules, tried on documents.
//! - `own_profile`: the record that customers keep themselves.

mod access_guard;
mod account_messages;
mod checks;
mod delete;
mod export;
mod find;
mod forward;
mod four_eyes;
mod import;
mod levels;
mod list;
mod own_profile;
mod pictures;
mod protect;
mod rule_workbench;
mod save;
mod update;
mod user_access;

pub use delete::{Deleted, delete};
pub(crate) use export::cell;
pub use export::{CsvPages, export_header, note_export};
pub use find::{find, history, look_up};
pub use four_eyes::{decide_proposal, proposal_right, proposals};
pub use import::{Import, LIMIT_BYTES as IMPORT_LIMIT_BYTES, import};
pub use list::{ListRequest, all_pages, list, read_list_request};
pub use own_profile::{own_profile, update_profile};
pub use rule_workbench::{
    Trials, WorkbenchDocuments, open_workbench, publish_rule, rule_code, rule_details, try_rule, try_text,
};
pub(crate) use save::save_with_batch;
pub use save::{Saved, save};
pub use update::{Updated, update, update_or_propose};
pub use user_access::{save_user, update_user};

use domain::Refusal;
use domain::access::Scope;
use domain::master_data::Definition;
use domain::message::Message;
use serde_json::{Map, Value};

use crate::App;

/// A change of access or of labels takes effect on the next call.
fn invalidate_caches(app: &App, definition: &Definition, scope: &Scope) {
    if definition.translated().next().is_some() {
        app.label_cache.forget(scope);
    }
    if definition.is_access {
        app.invalidate(&scope.country, &scope.entity, None);
    }
}

/// Country and entity in a body must be the caller's own, and a tenant must be within the caller's scope.
fn check_scope(definition: &Definition, scope: &Scope, body: &Map<String, Value>) -> Result<(), Refusal> {
    let differs = |name: &str, own: &str| match body.get(name) {
        None | Some(Value::Null) => false,
        Some(value) => value.as_str() != Some(own),
    };
    if differs("countryCode", &scope.country) || differs("entityCode", &scope.entity) {
        return Err(Refusal::NotAllowed("the body names another entity"));
    }
    let tenant = body.get("tenantCode").and_then(Value::as_str).map(str::trim);
    if definition.is_tenant_scoped() && tenant.is_some_and(|tenant| !scope.tenants.includes(tenant)) {
        return Err(Refusal::field("tenantCode", Message::about("selectValid", definition.resource, "tenantCode")));
    }
    Ok(())
}
