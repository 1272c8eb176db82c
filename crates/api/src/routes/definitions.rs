//! Definitions from which the client builds every master data screen.

use axum::response::Response;
use domain::access::{Action, Actor, BusinessAction};
use domain::master_data::{ALL, Definition, Field, Kind, to_look_up};
use domain::message;
use serde_json::{Value, json};

use super::callers::staff_caller;
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, GET, Permission, get};
use crate::state::Api;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("app", "definition"),
        GET,
        Permission::Staff,
        |api, call, _| Box::pin(serve(api, call)),
        &[get("The definitions of master data that the caller may use", Answers::Other)],
    ),
    Endpoint::new(
        ("app", "setup"),
        GET,
        Permission::Staff,
        |api, call, _| Box::pin(setup(api, call)),
        &[get("The set-up that is missing in the master data the caller may view", Answers::Other)],
    ),
];

pub async fn serve(api: &Api, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let seen = |definition: &&&'static Definition| {
        let opens = definition.screens.iter().any(|screen| actor.may(screen, Action::View));
        opens || to_look_up(&actor, definition, None).is_ok()
    };
    let mut all: Vec<Value> = ALL.iter().filter(seen).map(|definition| describe(definition, &actor)).collect();
    let logs = domain::logs::ALL.iter().filter(|log| log.screens.iter().any(|screen| actor.may(screen, Action::View)));
    let exports = actor.may_act(BusinessAction::Export);
    all.extend(logs.map(|log| describe_log(log, exports)));
    Ok(call.responder(api).content(message::RETRIEVED, &all))
}

/// The set-up that is missing, for those who can view where it belongs.
pub async fn setup(api: &Api, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let gaps = app::setup::gaps(&api.app, &actor).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &gaps))
}

/// A log is described like a read-only resource.
fn describe_log(log: &domain::logs::Log, exports: bool) -> Value {
    let column = |(name, shows): &(&str, domain::logs::ColumnType)| {
        let mut column = json!({ "name": name, "type": shows.name(), "max": 0, "required": false, "key": false,
            "unique": false, "chosen": false, "detail": log.details.contains(name) });
        if let Some(choices) = domain::logs::choices(name) {
            column["options"] = choices.into();
        }
        column
    };
    json!({
        "resource": log.resource,
        "area": "sms",
        "log": true,
        "screens": log.screens,
        "key": [],
        "label": log.columns[0].0,
        "tenantScoped": false,
        "actions": ["access", "view"],
        "exports": exports,
        "filters": log.filters,
        "fields": log.columns.iter().map(column).collect::<Vec<_>>(),
    })
}

fn describe(definition: &'static Definition, actor: &Actor) -> Value {
    let may = |action| definition.screens.iter().any(|screen| actor.may(screen, action));
    let held: Vec<&str> = Action::ALL.into_iter().filter(|action| may(*action)).map(Action::code).collect();
    json!({
        "resource": definition.resource,
        "area": definition.area.name(),
        "screens": definition.screens,
        "key": definition.key().map(|field| field.name).collect::<Vec<_>>(),
        "label": definition.label,
        "tenantScoped": definition.is_tenant_scoped(),
        "actions": held,
        "exports": may(Action::View) && actor.may_act(BusinessAction::Export),
        "imports": may(Action::Edit) && actor.may_act(BusinessAction::Import),
        "fields": definition.fields.iter().map(describe_field).collect::<Vec<_>>(),
    })
}

fn describe_field(field: &Field) -> Value {
    let mut described = json!({
        "name": field.name,
        "type": field.kind.name(),
        "max": field.max,
        "required": field.required,
        "key": field.key,
        "unique": field.unique,
        "chosen": field.is_chosen(),
    });
    match field.kind {
        Kind::Enum(options) => described["options"] = options.into(),
        Kind::Int { min, max } => {
            described["least"] = min.into();
            described["most"] = max.into();
        }
        _ => {}
    }
    if let Some(reference) = field.reference {
        let pairs: Vec<Value> = reference.pairs.iter().map(|(own, key)| json!([own, key])).collect();
        described["reference"] = json!({ "resource": reference.resource, "pairs": pairs });
    }
    described
}
