//! One entry per call: its address, who may make it, what it takes and answers, and what serves it. The router, the API
//! description and the permission matrix of the tests read these entries.

use std::pin::Pin;
use std::sync::Arc;

use axum::body::Body as HttpBody;
use axum::response::Response;
use domain::access::{Action, BusinessAction, ScreenSet};
use domain::request::body::Body;

use crate::call::Call;
use crate::state::Api;

pub type Answer<'a> = Pin<Box<dyn Future<Output = store::Result<Response>> + Send + 'a>>;
/// Boxed per call: one future for all calls would be as large as the largest.
pub type Handler = for<'a> fn(&'a Arc<Api>, &'a mut Call, HttpBody) -> Answer<'a>;

/// An HTTP method with an operation.
pub type Method = (&'static str, Option<&'static str>);

pub const GET: &[Method] = &[("GET", None)];
pub const POST: &[Method] = &[("POST", None)];
pub const FIND: &[Method] = &[("POST", Some("F"))];
pub const SAVE: &[Method] = &[("POST", Some("S"))];
pub const UPDATE: &[Method] = &[("POST", Some("U"))];
pub const LIST: &[Method] = &[("GET", None), ("GET", Some("FA")), ("POST", Some("FA"))];

pub struct Endpoint {
    pub area: &'static str,
    /// The path after the area. `/*` at the end matches any rest.
    pub resource: &'static str,
    pub methods: &'static [Method],
    pub permission: Permission,
    pub handler: Handler,
    /// What each HTTP method does.
    pub about: &'static [About],
    /// It reads many rows and also counts against the limit of searches.
    pub is_search: bool,
    /// Titles in the answer are translated into the caller's language.
    pub has_labels: bool,
}

impl Endpoint {
    pub const fn new(
        (area, resource): (&'static str, &'static str),
        methods: &'static [Method],
        permission: Permission,
        handler: Handler,
        about: &'static [About],
    ) -> Endpoint {
        Endpoint { area, resource, methods, permission, handler, about, is_search: false, has_labels: false }
    }

    pub const fn search(self) -> Endpoint {
        Endpoint { is_search: true, ..self }
    }

    pub const fn labelled(self) -> Endpoint {
        Endpoint { has_labels: true, ..self }
    }
}

/// Who may make a call.
#[derive(Debug, Clone, Copy)]
pub enum Permission {
    Everybody,
    /// A caller with the operator's secret, which no session carries.
    Operator,
    /// Any session, of staff or customers.
    Session,
    /// Any member of the staff.
    Staff,
    /// Staff with the action that the operation needs on one of these screens.
    Screens(&'static [&'static str]),
    /// Names for everybody; with a token and an operation like `Screens`.
    NamesOrScreens(&'static [&'static str]),
    /// The first rule of the operation.
    Rules(&'static [Rule]),
}

/// What an operation needs. Customers have only the screen of the portal.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// A method without an operation is `-`; empty for every operation.
    pub operations: &'static [&'static str],
    pub screens: ScreenSet,
    /// Screens besides those of requests.
    pub others: &'static [&'static str],
    pub action: Action,
    pub business: Option<BusinessAction>,
}

/// To view one of these screens.
pub const fn view(screens: ScreenSet) -> Rule {
    Rule { operations: &[], screens, others: &[], action: Action::View, business: None }
}

/// To edit one of these screens.
pub const fn edit(screens: ScreenSet) -> Rule {
    Rule { action: Action::Edit, ..view(screens) }
}

impl Rule {
    pub const fn only(self, operations: &'static [&'static str]) -> Rule {
        Rule { operations, ..self }
    }

    pub const fn or(self, others: &'static [&'static str]) -> Rule {
        Rule { others, ..self }
    }

    pub const fn by(self, action: Action) -> Rule {
        Rule { action, ..self }
    }

    pub const fn with(self, business: BusinessAction) -> Rule {
        Rule { business: Some(business), ..self }
    }
}

/// What one HTTP method of a call does, for the API description.
pub struct About {
    pub method: &'static str,
    pub summary: &'static str,
    pub takes: Takes,
    pub answers: Answers,
    /// Statuses that other calls do not have, with what they mean.
    pub also: &'static [(&'static str, &'static str)],
}

impl About {
    pub const fn also(self, statuses: &'static [(&'static str, &'static str)]) -> About {
        About { also: statuses, ..self }
    }
}

/// What a call takes: the body of each operation of a POST, or the query of a GET.
pub enum Takes {
    Nothing,
    /// Texts without a declaration of their own.
    Texts(&'static [&'static str]),
    Bodies(&'static [(&'static str, &'static Body)]),
}

/// What `data` of an answer holds; several bodies are alternatives.
pub enum Answers {
    Record(&'static [&'static Body]),
    Content(&'static [&'static Body]),
    /// A file of one of these media types.
    File(&'static [&'static str]),
    /// Nothing, or a record without a declaration.
    Other,
}

/// The media types of tables, as the caller asks for them.
pub const TABLE: Answers =
    Answers::File(&["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"]);

pub const fn about(method: &'static str, summary: &'static str, takes: Takes, answers: Answers) -> About {
    About { method, summary, takes, answers, also: &[] }
}

pub const fn get(summary: &'static str, answers: Answers) -> About {
    about("get", summary, Takes::Nothing, answers)
}

/// A POST with texts in its body.
pub const fn post(summary: &'static str, texts: &'static [&'static str]) -> About {
    about("post", summary, Takes::Texts(texts), Answers::Other)
}
