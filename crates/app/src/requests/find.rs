use domain::access::{Actor, Sight, View};
use serde_json::Value;

use super::change::{load, situation};
use super::view::{Reader, view};
use crate::{App, Result};

/// A request as this reader sees it.
pub async fn find(app: &App, actor: &Actor, sight: &Sight<View>, txn_ref_no: &str) -> Result<Value> {
    let at = situation(app, sight).await?;
    let case = load(app, sight, txn_ref_no, &at).await?;
    describe(app, sight, view(&Reader { actor, sight, today: at.today }, &case)).await
}

/// The words of the codes that a reader cannot look up himself.
pub(crate) async fn describe<Kind>(app: &App, sight: &Sight<Kind>, mut shown: Value) -> Result<Value> {
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
        let found = app.store.find_record(sight.permit(), definition, &key).await?;
        shown[name] = found.and_then(|found| found.to_map().get(field).cloned()).unwrap_or_default();
    }
    Ok(shown)
}
