//! The table of routes: nothing else can be called.

use domain::Refusal;
use domain::logs::Log;
use domain::master_data::Definition;

use super::documents::Documents;
use super::requests::Requests;
use crate::wire::Address;

/// Calls of a resource besides its five operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Operate,
    Options,
    Export,
    Import,
    History,
    /// `smsscreendefinition/find` of the spec.
    Find,
}

const VERBS: &[(&str, Verb)] = &[
    ("/options", Verb::Options),
    ("/export", Verb::Export),
    ("/import", Verb::Import),
    ("/history", Verb::History),
    ("/find", Verb::Find),
];

impl Verb {
    /// Only screens have a `find` of their own.
    fn suits(self, definition: &Definition) -> bool {
        self != Verb::Find || definition.resource == "smsscreendefinition"
    }

    fn asked(self) -> &'static [Method] {
        match self {
            Verb::Operate => OPERATIONS,
            Verb::Options | Verb::Export => GET,
            Verb::Import | Verb::History | Verb::Find => POST,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Route {
    Captcha,
    CaptchaAudio,
    LogIn,
    SignOnChoices,
    BeginSignOn,
    FinishSignOn,
    TestSignOn,
    CustomerLogIn,
    ForgetPassword,
    ResetPassword,
    ChangePassword,
    Invite,
    Refresh,
    LogOut,
    Me,
    Why,
    Sessions,
    SecondFactor,
    SecondFactorPolicy,
    RecoveryCodes,
    StepUp,
    Countries,
    States,
    Entities,
    Tenants,
    Domain,
    Proposals,
    AllDeliveries,
    TestMail,
    Bounce,
    SmsReport,
    WebhookDeliveries,
    PausedIntegrations,
    MessagePreview,
    MessageDefault,
    RuleWorkbench,
    RuleSamples,
    RetentionDays,
    RetentionItems,
    RetentionExport,
    PurgeRuns,
    Definitions,
    Setup,
    MasterData(&'static Definition, Verb),
    Log(&'static Log),
    LogExport(&'static Log),
    Requests(Requests),
    Documents(Documents),
    Live,
    RequestExport,
    RequestImport,
    Archive,
    Evidence,
    Certificate,
}

impl Route {
    /// Calls that read many rows; they have their own rate limit.
    pub(super) fn is_search(self) -> bool {
        match self {
            Route::Log(_) | Route::LogExport(_) | Route::RequestExport | Route::Archive => true,
            Route::Evidence | Route::Certificate => true,
            Route::WebhookDeliveries | Route::RetentionExport | Route::RuleWorkbench => true,
            Route::MasterData(_, Verb::Export) => true,
            Route::Requests(what) => matches!(what, Requests::Search | Requests::Customer),
            _ => false,
        }
    }
}

/// An HTTP method with an operation.
pub type Method = (&'static str, Option<&'static str>);

const GET: &[Method] = &[("GET", None)];
const POST: &[Method] = &[("POST", None)];
const LIST: &[Method] = &[("GET", None), ("GET", Some("FA")), ("POST", Some("FA"))];
const OPERATIONS: &[Method] = &[
    ("GET", None),
    ("GET", Some("FA")),
    ("POST", Some("FA")),
    ("POST", Some("F")),
    ("POST", Some("S")),
    ("POST", Some("U")),
    ("POST", Some("D")),
];

/// Calls that are neither master data nor logs: area, resource, methods, route. `/*` at the end matches any rest.
const OWN: &[(&str, &str, &[Method], Route)] = &[
    ("sms", "captcha", GET, Route::Captcha),
    ("sms", "captcha/audio", POST, Route::CaptchaAudio),
    ("sms", "usermasterlogin", POST, Route::LogIn),
    ("app", "sso", POST, Route::SignOnChoices),
    ("sms", "sso/begin", POST, Route::BeginSignOn),
    ("sms", "sso/finish", POST, Route::FinishSignOn),
    ("sms", "customerusermasterLogin", POST, Route::CustomerLogIn),
    ("sms", "usermaster/forgetpassword", POST, Route::ForgetPassword),
    ("sms", "usermaster/resetpassword", &[("POST", None), ("POST", Some("F"))], Route::ResetPassword),
    ("sms", "usermaster/changepassword", &[("POST", Some("U"))], Route::ChangePassword),
    ("sms", "usermaster/invite", &[("POST", Some("U"))], Route::Invite),
    ("sms", "usermaster/why", POST, Route::Why),
    ("sms", "usermasterlogout", POST, Route::LogOut),
    ("sms", "me", GET, Route::Me),
    ("sms", "session", &[("GET", None), ("POST", Some("FA")), ("POST", Some("D"))], Route::Sessions),
    (
        "sms",
        "secondfactor",
        &[("GET", None), ("POST", Some("F")), ("POST", Some("S")), ("POST", Some("U")), ("POST", Some("D"))],
        Route::SecondFactor,
    ),
    (
        "sms",
        "secondfactor/policy",
        &[("GET", None), ("POST", Some("F")), ("POST", Some("U"))],
        Route::SecondFactorPolicy,
    ),
    ("sms", "secondfactor/recovery", &[("POST", Some("U"))], Route::RecoveryCodes),
    ("sms", "ssoconfiguration/test", &[("POST", Some("U"))], Route::TestSignOn),
    ("sms", "stepup", &[("POST", Some("S")), ("POST", Some("U"))], Route::StepUp),
    ("sms", "refreshtokenjwt", POST, Route::Refresh),
    ("sms", "refreshtokenjwt/*", POST, Route::Refresh),
    ("app", "code/countryList", GET, Route::Countries),
    ("app", "code/stateList", GET, Route::States),
    ("app", "entity/entityList", GET, Route::Entities),
    ("app", "tenancymaintenance", &[("GET", None), ("POST", None)], Route::Tenants),
    ("app", "mapping/domain", POST, Route::Domain),
    ("app", "definition", GET, Route::Definitions),
    ("app", "setup", GET, Route::Setup),
    ("app", "mail/bounce", &[("POST", None), ("POST", Some("S"))], Route::Bounce),
    ("app", "sms/report", &[("POST", None), ("POST", Some("S"))], Route::SmsReport),
    ("admin", "delivery", &[("GET", None), ("POST", Some("U"))], Route::AllDeliveries),
    ("admin", "retention/certificate", GET, Route::Certificate),
    ("admin", "emailconfig/test", &[("POST", Some("S"))], Route::TestMail),
    ("admin", "master/proposal", &[("GET", None), ("POST", Some("U"))], Route::Proposals),
    (
        "admin",
        "webhookdelivery",
        &[("GET", None), ("GET", Some("FA")), ("POST", Some("FA")), ("POST", Some("F")), ("POST", Some("U"))],
        Route::WebhookDeliveries,
    ),
    ("admin", "webhookdelivery/paused", GET, Route::PausedIntegrations),
    ("admin", "smstemplate/preview", FIND, Route::MessagePreview),
    ("admin", "smstemplate/default", FIND, Route::MessageDefault),
    ("admin", "retention", GET, Route::RetentionDays),
    ("admin", "retention/item", GET, Route::RetentionItems),
    ("admin", "retention/item/export", GET, Route::RetentionExport),
    ("admin", "retention/run", GET, Route::PurgeRuns),
    ("admin", "ruleworkbench", &[("GET", None), ("POST", Some("F")), ("POST", Some("U"))], Route::RuleWorkbench),
    ("admin", "ruleworkbench/sample", &[("GET", None), ("POST", Some("S")), ("POST", Some("D"))], Route::RuleSamples),
];

const FIND: &[Method] = &[("POST", Some("F"))];
const UPDATE: &[Method] = &[("POST", Some("U"))];

/// Calls of area `transaction`.
const TRANSACTION: &[(&str, &[Method], Route)] = &[
    (
        "docrequest",
        &[("POST", Some("F")), ("POST", Some("S")), ("POST", Some("U")), ("POST", Some("D"))],
        Route::Requests(Requests::Record),
    ),
    ("docrequest/search", LIST, Route::Requests(Requests::Search)),
    (
        "docrequest/draft",
        &[("POST", Some("F")), ("POST", Some("S")), ("POST", Some("U")), ("POST", Some("D"))],
        Route::Requests(Requests::Draft),
    ),
    (
        "docrequest/view",
        &[("GET", None), ("POST", Some("S")), ("POST", Some("D"))],
        Route::Requests(Requests::SavedView),
    ),
    ("docrequest/propose", FIND, Route::Requests(Requests::Propose)),
    ("docrequest/customer", GET, Route::Requests(Requests::Customer)),
    ("docrequest/messages", FIND, Route::Requests(Requests::Messages)),
    (
        "docrequest/reminders",
        &[("GET", None), ("POST", Some("F")), ("POST", Some("U"))],
        Route::Requests(Requests::Reminders),
    ),
    ("docrequest/sent", GET, Route::Requests(Requests::Sent)),
    ("delivery", &[("GET", None), ("POST", Some("U"))], Route::Requests(Requests::Delivery)),
    ("docrequest/timeline", GET, Route::Requests(Requests::Timeline)),
    ("docrequest/clone", FIND, Route::Requests(Requests::Clone)),
    ("docrequest/export", GET, Route::RequestExport),
    ("docrequest/import", &[("POST", Some("S"))], Route::RequestImport),
    ("docrequest/action", UPDATE, Route::Requests(Requests::Action)),
    ("document", LIST, Route::Documents(Documents::List)),
    (
        "document/upload",
        &[
            ("POST", Some("S")),
            ("POST", Some("D")),
            ("OPTIONS", None),
            ("HEAD", None),
            ("PATCH", None),
            ("DELETE", None),
        ],
        Route::Documents(Documents::Upload),
    ),
    ("document/submit", UPDATE, Route::Documents(Documents::Submit)),
    ("document/content", GET, Route::Documents(Documents::Content)),
    ("document/preview", GET, Route::Documents(Documents::Preview)),
    ("document/original", FIND, Route::Documents(Documents::Original)),
    ("document/archive", GET, Route::Archive),
    ("document/evidence", GET, Route::Evidence),
    ("document/review", UPDATE, Route::Documents(Documents::Review)),
    ("document/queue", GET, Route::Documents(Documents::Queue)),
    ("document/remark", &[("GET", None), ("POST", Some("S"))], Route::Documents(Documents::Remark)),
    (
        "meeting",
        &[
            ("GET", None),
            ("POST", Some("FA")),
            ("POST", Some("F")),
            ("POST", Some("S")),
            ("POST", Some("U")),
            ("POST", Some("D")),
        ],
        Route::Requests(Requests::Meeting),
    ),
    (
        "notification",
        &[("GET", None), ("POST", Some("FA")), ("POST", Some("U"))],
        Route::Requests(Requests::Notification),
    ),
    ("notification/stream", GET, Route::Live),
    ("compliance", &[("GET", None), ("POST", Some("S"))], Route::Requests(Requests::Compliance)),
    ("hold", &[("GET", None), ("POST", Some("S")), ("POST", Some("D"))], Route::Requests(Requests::Hold)),
    ("dashboard", GET, Route::Requests(Requests::Dashboard)),
    ("dashboard/monthly", GET, Route::Requests(Requests::Monthly)),
];

fn fits(pattern: &str, resource: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => resource.starts_with(start),
        None => resource == pattern,
    }
}

/// A pattern without its verb, the verb, its methods and its route.
struct Found {
    of: &'static str,
    verb: &'static str,
    asked: &'static [Method],
    route: Route,
}

fn look_up(area: &str, resource: &str) -> Option<Found> {
    let own = OWN.iter().find(|(of, pattern, ..)| *of == area && fits(pattern, resource));
    if let Some((_, of, asked, route)) = own {
        return Some(Found { of, verb: "", asked, route: *route });
    }
    if area == "transaction" {
        let (of, asked, route) = TRANSACTION.iter().find(|(of, ..)| *of == resource)?;
        return Some(Found { of, verb: "", asked, route: *route });
    }
    if area == "sms" {
        if let Some(log) = domain::logs::find(resource) {
            return Some(Found { of: log.resource, verb: "", asked: LIST, route: Route::Log(log) });
        }
        if let Some(log) = resource.strip_suffix("/export").and_then(domain::logs::find) {
            return Some(Found { of: log.resource, verb: "/export", asked: GET, route: Route::LogExport(log) });
        }
    }
    master_data(area, resource)
}

fn master_data(area: &str, resource: &str) -> Option<Found> {
    let find = |name: &str| domain::master_data::find(name).filter(|definition| definition.area.name() == area);
    if let Some(definition) = find(resource) {
        let route = Route::MasterData(definition, Verb::Operate);
        return Some(Found { of: definition.resource, verb: "", asked: OPERATIONS, route });
    }
    VERBS.iter().find_map(|(suffix, verb)| {
        let definition = find(resource.strip_suffix(suffix)?).filter(|definition| verb.suits(definition))?;
        let route = Route::MasterData(definition, *verb);
        Some(Found { of: definition.resource, verb: suffix, asked: verb.asked(), route })
    })
}

fn found(address: &Address) -> Option<Found> {
    let resource = address.resource.as_str();
    look_up(address.area, resource.strip_prefix("app/").unwrap_or(resource))
}

/// The route of a call. A GET reaches only routes that list GET, because it changes nothing.
pub(super) fn route(address: &Address, is_get: bool) -> Result<Route, Refusal> {
    let found = found(address).ok_or(Refusal::BadRequest("unknown resource"))?;
    if is_get && !found.asked.iter().any(|(method, _)| *method == "GET") {
        Err(Refusal::BadRequest("this call is a POST"))
    } else {
        Ok(found.route)
    }
}

/// True when the route of a call lists this HTTP method. Every route answers a POST, if only with a refusal.
pub fn accepts(address: &Address, method: &str) -> bool {
    matches!(method, "GET" | "POST")
        || found(address).is_some_and(|found| found.asked.iter().any(|(own, _)| *own == method))
}

/// The name of the route for logs and metrics, never a part of the url.
pub fn name(address: &Address) -> &'static str {
    found(address).map_or("none", |found| found.of.trim_end_matches("/*"))
}

/// Area, pattern and verb, without anything that the caller sent.
pub fn template(address: &Address) -> String {
    found(address).map_or_else(|| "none".to_owned(), |found| format!("{}/{}{}", address.area, found.of, found.verb))
}

/// A row of the table.
#[derive(Debug, Clone)]
pub struct Listed {
    pub area: &'static str,
    pub resource: String,
    /// The resource without its verb.
    pub of: &'static str,
    pub verb: &'static str,
    pub asked: &'static [Method],
}

/// Every route of the product.
pub fn table() -> Vec<Listed> {
    let listed = |area, of: &'static str, verb: &'static str, asked| Listed {
        area,
        resource: format!("{of}{verb}"),
        of,
        verb,
        asked,
    };
    let mut all: Vec<Listed> = OWN.iter().map(|(area, of, asked, _)| listed(area, of, "", asked)).collect();
    all.extend(TRANSACTION.iter().map(|(of, asked, _)| listed("transaction", of, "", asked)));
    for log in domain::logs::ALL {
        all.push(listed("sms", log.resource, "", LIST));
        all.push(listed("sms", log.resource, "/export", GET));
    }
    for definition in domain::master_data::ALL {
        all.push(listed(definition.area.name(), definition.resource, "", OPERATIONS));
        for (suffix, verb) in VERBS.iter().filter(|(_, verb)| verb.suits(definition)) {
            all.push(listed(definition.area.name(), definition.resource, suffix, verb.asked()));
        }
    }
    all
}
