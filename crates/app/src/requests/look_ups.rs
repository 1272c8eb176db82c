use std::collections::HashSet;

use domain::access::{Change, RequestAccess, Viewer};
use serde_json::{Map, Value, json};

use crate::context::entity_clock;
use crate::{App, Result};

const MAX_CUSTOMERS: i64 = 10;

fn text<'a>(body: &'a Map<String, Value>, name: &str) -> &'a str {
    body.get(name).and_then(Value::as_str).unwrap_or_default().trim()
}

/// The documents that such a request usually needs, from the template mapping.
pub async fn propose(app: &App, access: &RequestAccess<Change>, body: &Map<String, Value>) -> Result<Vec<Value>> {
    let found = app.store.proposed(
        access.permit(),
        text(body, "customerType"),
        text(body, "requestCategory"),
        text(body, "requestSubCategory"),
        text(body, "customerCategory"),
    );
    let mut seen = HashSet::new();
    let found = found.await?.into_iter().filter(|one| seen.insert(one.kind.code.clone())).collect::<Vec<_>>();
    let shown = found.into_iter().map(|one| {
        json!({
            "documentCode": one.kind.code, "documentTitle": one.kind.title, "documentCategory": one.kind.category,
            "documentTypes": one.kind.types, "maxSizeMb": one.kind.max_size_mb, "maxFiles": one.kind.max_files,
            "templateCode": one.template_code, "mandatory": one.mandatory, "instructions": one.instructions,
            "instructionsShown": one.instructions,
        })
    });
    Ok(shown.collect())
}

/// Customers of earlier requests whose name or mail address starts with the text.
pub async fn customers(app: &App, access: &RequestAccess<Change>, start: &str) -> Result<Vec<Value>> {
    let Viewer::Staff { tenant, .. } = access.viewer() else { return Ok(Vec::new()) };
    let start: String = start.trim().chars().take(100).collect();
    if start.is_empty() {
        return Ok(Vec::new());
    }
    let today = entity_clock(app, access).await?.today.to_string();
    let found = app.store.earlier_customers(access, tenant, &start, &today, MAX_CUSTOMERS).await?;
    Ok(found.iter().map(|customer| json!(customer)).collect())
}
