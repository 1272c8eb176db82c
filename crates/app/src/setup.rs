//! The set-up that an entity still lacks, for the home page of those who can complete it.

use domain::access::{Actor, Permit, View, to_view};
use domain::clock::{TimeUse, Wait};
use serde_json::{Value, json};

use crate::{App, Result};

/// How many records are named; the others are counted.
const NAMED: usize = 5;

/// The resources of which nobody could approve what their only editor proposes, where four-eyes is on.
async fn with_one_editor(app: &App, permit: &Permit<View>) -> Result<Vec<&'static str>> {
    let facts = app.entity_facts(permit.scope()).await?;
    let today = app.clock.today(&facts.time_zone).to_string();
    let mut alone = Vec::new();
    for definition in domain::master_data::ALL.iter().filter(|one| facts.four_eyes && one.four_eyes.is_some()) {
        let mut editors = Vec::new();
        for screen in definition.screens {
            editors.extend(app.store.editors_of(permit, screen, &today).await?);
        }
        editors.sort();
        editors.dedup();
        if editors.len() == 1 {
            alone.push(definition.resource);
        }
    }
    Ok(alone)
}

/// The gaps in the masters that the caller may view.
pub async fn gaps(app: &App, actor: &Actor) -> Result<Vec<Value>> {
    let permit =
        |resource: &str| -> Option<Permit<View>> { to_view(actor, domain::master_data::find(resource)?, None).ok() };
    let mut gaps = Vec::new();
    if let Some(permit) = permit("emailconfig")
        && !app.store.has_mail_server(&permit).await?
    {
        gaps.push(json!({ "gap": "mailServer", "resource": "emailconfig", "count": 1, "codes": [] }));
    }
    if let Some(permit) = permit("master") {
        gaps.extend(clock(app));
        let count = app.store.shares_without_address(&permit).await?;
        if count > 0 {
            gaps.push(json!({ "gap": "fileSharing", "resource": "master", "count": count, "codes": [] }));
        }
    }
    if let Some(permit) = permit("usermaster") {
        let alone = with_one_editor(app, &permit).await?;
        if !alone.is_empty() {
            let count = alone.len();
            gaps.push(
                json!({ "gap": "secondAdministrator", "resource": "usermaster", "count": count, "codes": alone }),
            );
        }
    }
    let mut add = |gap: &str, resource: &str, mut codes: Vec<String>| {
        let count = codes.len();
        codes.truncate(NAMED);
        if count > 0 {
            gaps.push(json!({ "gap": gap, "resource": resource, "count": count, "codes": codes }));
        }
    };
    if let Some(permit) = permit("rolescreenmapping") {
        add("roles", "rolescreenmapping", app.store.roles_without_screens(&permit).await?);
    }
    if let Some(permit) = permit("userbranchaccess") {
        add("users", "userbranchaccess", app.store.users_without_branches(&permit).await?);
    }
    Ok(gaps)
}

/// The jobs that wait because of the clock, with its time and the one that it was compared with.
fn clock(app: &App) -> Option<Value> {
    let verdict = app.clock_guard.latest()?;
    let (cause, clock, known) = match verdict.wait(TimeUse::Destroys)? {
        Wait::Doubt(doubt) => (doubt.cause.code(), doubt.clock, doubt.known),
        Wait::SecondNight { clock, until } => ("night", clock, until),
    };
    Some(json!({
        "gap": "clock", "resource": "master", "count": 1, "codes": [], "cause": cause,
        "clock": clock.to_string(), "known": known.to_string(),
    }))
}
