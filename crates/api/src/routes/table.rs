//! The table of calls: nothing else can be called.

use domain::Refusal;
use domain::logs::Log;
use domain::master_data::Definition;

use super::endpoint::{Endpoint, GET, LIST, Method, Permission};
use super::requests::{figures, holds, job, lists, meeting, record, reminders, wizard};
use super::verb::Verb;
use super::{
    access_check, definitions, deliveries, documents, evidence, identity, live, message_templates, own_account, places,
    proposals, request_files, retention, rule_workbench, sign_on, webhooks,
};
use crate::wire::Address;

/// Calls that are neither master data nor logs, by the file that serves them.
static ENDPOINTS: &[&[Endpoint]] = &[
    identity::ENDPOINTS,
    sign_on::ENDPOINTS,
    own_account::ENDPOINTS,
    access_check::ENDPOINTS,
    places::ENDPOINTS,
    definitions::ENDPOINTS,
    deliveries::ENDPOINTS,
    proposals::ENDPOINTS,
    webhooks::ENDPOINTS,
    message_templates::ENDPOINTS,
    retention::ENDPOINTS,
    rule_workbench::ENDPOINTS,
    record::ENDPOINTS,
    job::ENDPOINTS,
    lists::ENDPOINTS,
    wizard::ENDPOINTS,
    reminders::ENDPOINTS,
    request_files::ENDPOINTS,
    documents::ENDPOINTS,
    evidence::ENDPOINTS,
    meeting::ENDPOINTS,
    figures::ENDPOINTS,
    holds::ENDPOINTS,
    live::ENDPOINTS,
];

pub fn endpoints() -> impl Iterator<Item = &'static Endpoint> {
    ENDPOINTS.iter().copied().flatten()
}

/// What serves a call.
#[derive(Clone, Copy)]
pub enum Route {
    Own(&'static Endpoint),
    MasterData(&'static Definition, Verb),
    Log(&'static Log),
    LogExport(&'static Log),
}

impl Route {
    /// Calls that read many rows; they have their own rate limit.
    pub fn is_search(self) -> bool {
        match self {
            Route::Own(endpoint) => endpoint.is_search,
            Route::MasterData(_, verb) => verb == Verb::Export,
            Route::Log(_) | Route::LogExport(_) => true,
        }
    }

    fn methods(self) -> &'static [Method] {
        match self {
            Route::Own(endpoint) => endpoint.methods,
            Route::MasterData(_, verb) => verb.methods(),
            Route::Log(_) => LIST,
            Route::LogExport(_) => GET,
        }
    }

    /// The resource, without its verb, and the verb.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Route::Own(endpoint) => (endpoint.resource, ""),
            Route::MasterData(definition, verb) => (definition.resource, verb.suffix()),
            Route::Log(log) => (log.resource, ""),
            Route::LogExport(log) => (log.resource, "/export"),
        }
    }

    fn area(self) -> &'static str {
        match self {
            Route::Own(endpoint) => endpoint.area,
            Route::MasterData(definition, _) => definition.area.name(),
            Route::Log(_) | Route::LogExport(_) => "sms",
        }
    }

    fn permission(self) -> Permission {
        match self {
            Route::Own(endpoint) => endpoint.permission,
            Route::MasterData(definition, _) => Permission::Screens(definition.screens),
            Route::Log(log) | Route::LogExport(log) => Permission::Screens(log.screens),
        }
    }
}

fn fits(pattern: &str, resource: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => resource.starts_with(start),
        None => resource == pattern,
    }
}

fn look_up(area: &str, resource: &str) -> Option<Route> {
    let mut own = endpoints().filter(|endpoint| endpoint.area == area);
    if let Some(endpoint) = own.find(|endpoint| fits(endpoint.resource, resource)) {
        return Some(Route::Own(endpoint));
    }
    if area == "sms" {
        if let Some(log) = domain::logs::find(resource) {
            return Some(Route::Log(log));
        }
        if let Some(log) = resource.strip_suffix("/export").and_then(domain::logs::find) {
            return Some(Route::LogExport(log));
        }
    }
    master_data(area, resource)
}

fn master_data(area: &str, resource: &str) -> Option<Route> {
    let find = |name: &str| domain::master_data::find(name).filter(|definition| definition.area.name() == area);
    if let Some(definition) = find(resource) {
        return Some(Route::MasterData(definition, Verb::Operate));
    }
    Verb::SUFFIXED.into_iter().find_map(|verb| {
        let definition =
            find(resource.strip_suffix(verb.suffix())?).filter(|definition| verb.applies_to(definition))?;
        Some(Route::MasterData(definition, verb))
    })
}

fn found(address: &Address) -> Option<Route> {
    let resource = address.resource.as_str();
    look_up(address.area, resource.strip_prefix("app/").unwrap_or(resource))
}

/// The route of a call. A GET reaches only routes that list GET, because it changes nothing.
pub fn route(address: &Address, is_get: bool) -> Result<Route, Refusal> {
    let route = found(address).ok_or(Refusal::BadRequest("unknown resource"))?;
    if is_get && !route.methods().iter().any(|(method, _)| *method == "GET") {
        Err(Refusal::BadRequest("this call is a POST"))
    } else {
        Ok(route)
    }
}

/// True when the route of a call lists this HTTP method. Every route answers a POST, if only with a refusal.
pub fn accepts(address: &Address, method: &str) -> bool {
    matches!(method, "GET" | "POST")
        || found(address).is_some_and(|route| route.methods().iter().any(|(own, _)| *own == method))
}

/// The name of the route for logs and metrics, never a part of the url.
pub fn name(address: &Address) -> &'static str {
    found(address).map_or("none", |route| route.names().0.trim_end_matches("/*"))
}

/// Area, pattern and verb, without anything that the caller sent.
pub fn template(address: &Address) -> String {
    let names = |route: Route| format!("{}/{}{}", address.area, route.names().0, route.names().1);
    found(address).map_or_else(|| "none".to_owned(), names)
}

/// A row of the table.
#[derive(Debug, Clone)]
pub struct Listed {
    pub area: &'static str,
    pub resource: String,
    /// The resource without its verb.
    pub of: &'static str,
    pub verb: &'static str,
    pub methods: &'static [Method],
    pub permission: Permission,
}

impl Listed {
    fn of(route: Route) -> Listed {
        let (of, verb) = route.names();
        let (area, methods, permission) = (route.area(), route.methods(), route.permission());
        Listed { area, resource: format!("{of}{verb}"), of, verb, methods, permission }
    }
}

/// Every route of the product.
pub fn table() -> Vec<Listed> {
    let mut all: Vec<Listed> = endpoints().map(|endpoint| Listed::of(Route::Own(endpoint))).collect();
    for log in domain::logs::ALL {
        all.extend([Route::Log(log), Route::LogExport(log)].map(Listed::of));
    }
    for definition in domain::master_data::ALL {
        let (area, resource) = (definition.area.name(), definition.resource);
        if !endpoints().any(|endpoint| (endpoint.area, endpoint.resource) == (area, resource)) {
            all.push(Listed::of(Route::MasterData(definition, Verb::Operate)));
        }
        let verbs = Verb::SUFFIXED.into_iter().filter(|verb| verb.applies_to(definition));
        all.extend(verbs.map(|verb| Listed::of(Route::MasterData(definition, verb))));
    }
    all
}
