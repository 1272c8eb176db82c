//! Finds the route of a call and runs it.

use std::future::ready;
use std::sync::Arc;

use axum::body::Body;

use super::endpoint::Answer;
use super::table::{Route, route};
use super::{body, logs, master_data};
use crate::call::Call;
use crate::state::Api;
use crate::wire::text;

pub fn dispatch<'a>(api: &'a Arc<Api>, call: &'a mut Call, body: Body) -> Answer<'a> {
    let checked = text::check_pairs(&body::query(&call.query)).and_then(|()| route(&call.address, call.is_get));
    let route = match checked {
        Ok(route) => route,
        Err(refusal) => return Box::pin(ready(Err(refusal.into()))),
    };
    call.is_search = route.is_search();
    call.has_labels = matches!(&route, Route::Own(endpoint) if endpoint.has_labels);
    match route {
        Route::Own(endpoint) => (endpoint.handler)(api, call, body),
        Route::Log(log) => Box::pin(logs::serve(api, call, body, log)),
        Route::LogExport(log) => Box::pin(logs::export(api, call, log)),
        Route::MasterData(definition, verb) => Box::pin(master_data::serve(api, call, body, definition, verb)),
    }
}
