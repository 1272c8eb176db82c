//! What an auditor takes away: the evidence pack of a request, and the certificate of a purge run.

use std::sync::Arc;

use app::evidence::{self, CertificateFormat};
use axum::response::Response;
use domain::Refusal;
use domain::access::{BusinessAction, PURGE_CALENDAR, ScreenSet, to_export_requests, to_view_screen};

use super::callers::{refuse, staff_caller};
use super::request_call::{claim, parameter, requested_reference, tenant, to_see};
use super::request_files::file;
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, GET, Permission, get, view};
use crate::state::Api;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("admin", "retention/certificate"),
        GET,
        Permission::Screens(&[PURGE_CALENDAR]),
        |api, call, _| Box::pin(certificate(api, call)),
        &[get(
            "The destruction certificate in certificateId, as signed JSON or, with format=pdf, for \
                people",
            Answers::File(&["application/json", "application/pdf"]),
        )],
    )
    .search(),
    Endpoint::new(
        ("transaction", "document/evidence"),
        GET,
        Permission::Rules(&[view(ScreenSet::STAFF).with(BusinessAction::Export)]),
        |api, call, _| Box::pin(pack(api, call)),
        &[get(
            "The evidence pack of the request in txnRefNo: documents, decisions, messages, timeline \
                and audit entries as a signed zip",
            Answers::File(&["application/zip"]),
        )],
    )
    .search(),
];

pub async fn pack(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let see = to_see(api, call, &actor, ScreenSet::READERS).await?;
    let taken = match to_export_requests(&actor, tenant(call, &actor), ScreenSet::READERS, claim(call)) {
        Ok(taken) => taken,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let txn_ref_no = requested_reference(call)?;
    let found = evidence::pack(&api.app, (&actor, call.locale), (&see, &taken), &txn_ref_no).await?;
    file(found, "application/zip", &format!("{txn_ref_no}-evidence.zip"))
}

pub async fn certificate(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let permit = match to_view_screen(&actor, PURGE_CALENDAR, claim(call)) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let id = parameter(call, "certificateId").unwrap_or_default();
    let format = parameter(call, "format").unwrap_or_else(|| "json".to_owned());
    let format = CertificateFormat::parse(&format).ok_or(Refusal::BadRequest("the format is json or pdf"))?;
    let found = evidence::certificate(&api.app, &permit, &id, format, call.locale).await?;
    file(found, format.content_type(), &format!("{id}.{}", format.extension()))
}
