//! Records the calls of users with debug settings. Values from the caller are never written: claims are compared with
//! the session, and field names appear only if they are known.

use std::sync::atomic::{AtomicU64, Ordering};

use domain::access::{Actor, AppCode, DebugLevel, SCREENS, Side, system};
use domain::clock::TimeUse;
use domain::master_data::ALL;
use serde_json::{Map, Value, json};
use store::audit::{days_before, stamp};
use store::debug_log::{DebugEntry, MAX_DAYS};

use crate::{App, Result};

/// The log is trimmed once per this many entries, so it exceeds its limit by no more.
const TRIM_EVERY: u64 = 200;

/// Names in bodies and queries that belong to no definition.
const COMMON_NAMES: &[&str] = &[
    "langCode",
    "versionNumber",
    "records",
    "countryCode",
    "entityCode",
    "page",
    "size",
    "sort",
    "q",
    "from",
    "to",
    "dryRun",
    "code",
];

/// The facts of a completed call.
pub struct CapturedCall<'a> {
    pub area: &'a str,
    pub route: &'a str,
    pub operation: &'static str,
    pub changes: bool,
    pub status: u16,
    pub duration_ms: i64,
    pub request_id: &'a str,
    /// The code of the refusal and its internal reason.
    pub refusal: Option<(&'static str, Option<&'static str>)>,
    /// The claims of the header JSON, by name.
    pub claims: Vec<(&'static str, Option<&'a str>)>,
    pub body_fields: Vec<String>,
    pub query_names: Vec<String>,
    pub body_bytes: usize,
}

/// Records a call. A failure to write does not affect the call.
pub async fn record_call(app: &App, actor: &Actor, call: &CapturedCall<'_>) {
    let module = module_of(actor, call.area);
    let Some(capture) = actor.debugging.capture(module, call.changes, call.status) else { return };
    let entry = DebugEntry {
        at: stamp(app.clock.now()),
        user_id: actor.user_id.clone(),
        module: module.code(),
        level: capture.level.code(),
        route: call.route.to_owned(),
        operation: call.operation,
        status: call.status,
        duration_ms: call.duration_ms,
        request_id: call.request_id.to_owned(),
        detail: detail(actor, call, capture.level).to_string(),
    };
    if let Some(prefix) = &capture.file {
        to_file(app, actor, prefix, &entry).await;
    }
    if capture.to_table
        && let Err(error) = to_table(app, actor, &entry).await
    {
        tracing::warn!(%error, "a debug entry could not be written");
    }
}

fn module_of(actor: &Actor, area: &str) -> AppCode {
    match (actor.side, area) {
        (Side::Customer, _) => AppCode::Customer,
        (Side::Staff, "sms") => AppCode::Sms,
        (Side::Staff, "transaction") => AppCode::Banker,
        (Side::Staff, _) => AppCode::Admin,
    }
}

async fn to_table(app: &App, actor: &Actor, entry: &DebugEntry) -> Result<()> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let permit = system::identity(&actor.scope.country, &actor.scope.entity, "system:debug");
    app.store.write_debug_entry(&permit, entry).await?;
    let is_due = WRITTEN.fetch_add(1, Ordering::Relaxed).is_multiple_of(TRIM_EVERY);
    // By a wrong clock everything would be old.
    if is_due && app.clock_guard.wait(TimeUse::Destroys).await?.is_none() {
        app.store.trim_debug_log(&permit, &days_before(&entry.at, MAX_DAYS)).await?;
    }
    Ok(())
}

async fn to_file(app: &App, actor: &Actor, prefix: &str, entry: &DebugEntry) {
    let files = app.debug_files.clone();
    let name = format!("{}-{prefix}", actor.scope.entity);
    let line = json!({
        "at": entry.at, "user": entry.user_id, "module": entry.module, "level": entry.level, "route": entry.route,
        "operation": entry.operation, "status": entry.status, "ms": entry.duration_ms, "request": entry.request_id,
        "detail": serde_json::from_str::<Value>(&entry.detail).unwrap_or_default(),
    });
    let written = tokio::task::spawn_blocking(move || files.append(&name, &line.to_string())).await;
    if !matches!(written, Ok(Ok(()))) {
        tracing::warn!("a debug file could not be written");
    }
}

fn detail(actor: &Actor, call: &CapturedCall, level: DebugLevel) -> Value {
    let mut detail = Map::new();
    if let Some((code, why)) = call.refusal {
        detail.insert("refusal".into(), code.into());
        detail.extend(why.map(|why| ("why".to_owned(), why.into())));
    }
    if level >= DebugLevel::Debug {
        let claims = call.claims.iter().filter_map(|(name, claim)| Some((*name, show_claim(actor, name, (*claim)?))));
        detail.insert("header".into(), claims.map(|(name, shown)| (name.to_owned(), Value::from(shown))).collect());
        detail.insert("fields".into(), names(&call.body_fields));
    }
    if level >= DebugLevel::Trace {
        detail.insert("query".into(), names(&call.query_names));
        detail.insert("bodyBytes".into(), call.body_bytes.into());
    }
    Value::Object(detail)
}

/// Shows a claim that matches the session or names a known screen; otherwise only that it differs.
fn show_claim(actor: &Actor, name: &str, claim: &str) -> String {
    let own = match name {
        "userId" => actor.user_id == claim,
        "userType" => actor.user_type == claim,
        "countryCode" => actor.scope.country == claim,
        "entityCode" => actor.scope.entity == claim,
        "tenantCode" => actor.tenants.iter().any(|tenant| tenant == claim),
        "branchCode" => actor.branches.iter().any(|branch| branch.code == claim),
        "screenId" => SCREENS.iter().any(|screen| screen.code == claim),
        _ => return "(hidden)".to_owned(),
    };
    if own { claim.to_owned() } else { "(differs)".to_owned() }
}

/// Lists known names and only counts the others, because a name can contain anything.
fn names(given: &[String]) -> Value {
    let known = |name: &&String| {
        COMMON_NAMES.contains(&name.as_str())
            || ALL.iter().any(|definition| definition.field(name).is_some())
            || domain::logs::ALL.iter().any(|log| log.columns.iter().any(|(column, _)| column == name))
    };
    let mut shown: Vec<String> = given.iter().filter(known).cloned().collect();
    let others = given.len() - shown.len();
    if others > 0 {
        shown.push(format!("(+{others})"));
    }
    shown.into()
}
