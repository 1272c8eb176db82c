use domain::access::{Actor, Sight, View};
use serde_json::Value;

use super::change::{load, situation};
use super::view::{Reader, view};
use crate::{App, Result};

/// A request as this reader sees it.
pub async fn find(app: &App, actor: &Actor, sight: &Sight<View>, txn_ref_no: &str) -> Result<Value> {
    let at = situation(app, sight).await?;
    let case = load(app, sight, txn_ref_no, &at).await?;
    Ok(view(&Reader { actor, sight, today: at.today }, &case))
}
