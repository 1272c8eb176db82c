use domain::access::{Actor, RequestAccess, View};
use serde_json::Value;

use super::shares;
use super::view::{RequestView, view};
use crate::context::{entity_clock, load};
use crate::{App, Result};

/// A request as this caller sees it.
pub async fn find(app: &App, actor: &Actor, access: &RequestAccess<View>, txn_ref_no: &str) -> Result<Value> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, txn_ref_no, &at).await?;
    describe(app, access, view(&RequestView { actor, access, at: &at }, &aggregate)).await
}

/// Adds the descriptions of codes that a caller cannot look up.
pub(crate) async fn describe<Kind>(app: &App, access: &RequestAccess<Kind>, mut shown: Value) -> Result<Value> {
    let text = |shown: &Value, name: &str| shown[name].as_str().unwrap_or_default().to_owned();
    let category = text(&shown, "requestCategory");
    let wanted = [
        ("requestCategoryDesc", "categorydefinition", vec![category.clone()], "categoryDesc"),
        (
            "requestSubCategoryDesc",
            "subcategorydefinition",
            vec![category, text(&shown, "requestSubCategory")],
            "subCategoryDesc",
        ),
        ("requestPurposeDesc", "requestpurposedefinition", vec![text(&shown, "requestPurpose")], "requestPurposeDesc"),
        ("branchName", "branchmaster", vec![text(&shown, "branchCode"), text(&shown, "tenantCode")], "branchName"),
    ];
    for (name, resource, key, field) in wanted {
        let Some(definition) = domain::master_data::find(resource) else { continue };
        let key: Vec<_> = key.iter().map(domain::master_data::Value::text).collect();
        let found = app.store.find_record(access.permit(), definition, &key).await?;
        shown[name] = found.and_then(|found| found.to_map().get(field).cloned()).unwrap_or_default();
    }
    shares::add_shares(app, access, &mut shown).await?;
    super::hold::add_holds(app, access, &mut shown).await?;
    Ok(shown)
}
