//! Finds the route of a call and runs it.

use std::future::ready;
use std::sync::Arc;

use axum::body::Body;

use super::endpoint::{Answer, Endpoint};
use super::table::{Route, route};
use super::{body, labels, logs, master_data};
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
    match route {
        Route::Own(endpoint) if endpoint.has_labels => Box::pin(labelled(api, call, body, endpoint)),
        Route::Own(endpoint) => (endpoint.handler)(api, call, body),
        Route::Log(log) => Box::pin(logs::serve(api, call, body, log)),
        Route::LogExport(log) => Box::pin(logs::export(api, call, log)),
        Route::MasterData(definition, verb) => Box::pin(master_data::serve(api, call, body, definition, verb)),
    }
}

async fn labelled(
    api: &Arc<Api>,
    call: &mut Call,
    body: Body,
    endpoint: &Endpoint,
) -> store::Result<axum::response::Response> {
    let response = (endpoint.handler)(api, call, body).await?;
    labels::of_request(api, call, response).await
}
