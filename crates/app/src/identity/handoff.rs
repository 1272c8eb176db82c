//! A customer goes on with a session on another device: a code on the screen of the first opens a session on the
//! second.

use domain::Refusal;
use domain::access::{Actor, Change, Permit, Side, system};
use domain::message::Message;
use jiff::SignedDuration;
use store::audit::stamp;
use store::codes::{NewCode, TriedCode};

use super::customer_log_in::{AN_HOUR, GOOD_FOR};
use super::customer_session::{CustomerSession, Place, open_beside};
use super::failed_login::CallOrigin;
use crate::{App, Result};

/// References of these codes begin with this.
pub(super) const HANDOFF_REF: &str = "phone-";
/// Before the id of the session that asked for the code.
pub(super) const HANDOFF_PURPOSE: &str = "handoff ";
const HANDOFFS_AN_HOUR: i64 = 20;

/// The address that the other device opens. Its fragment is a secret.
pub struct Handoff {
    pub address: String,
    /// In seconds.
    pub expires_in: i64,
}

/// Creates a code for the caller's session, and the address that carries it: of a request, if one is named.
pub async fn begin_handoff(app: &App, actor: &Actor, txn_ref_no: Option<&str>) -> Result<Handoff> {
    if actor.side != Side::Customer {
        return Err(Refusal::NotAllowed("customers only").into());
    }
    let is_reference = |text: &&str| text.len() <= 32 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let page = match txn_ref_no {
        None => "requests".to_owned(),
        Some(number) if is_reference(&number) => format!("requests/{number}"),
        Some(_) => return Err(Refusal::field("txnRefNo", Message::plain("badRequest")).into()),
    };
    let entity = &actor.scope.entity;
    let permit = system::customer(&actor.scope.country, entity, &actor.user_id).with_origin(actor.origin(""));
    let now = app.clock.now();
    let [good_until, hour_until] = [GOOD_FOR, AN_HOUR].map(|seconds| stamp(now + SignedDuration::from_secs(seconds)));
    let limits = [(format!("handoff {}", actor.user_id), HANDOFFS_AN_HOUR)];
    let refusal = Refusal::TooManyTries { retry_after_seconds: AN_HOUR as u64 };
    app.store.count_login_try(&permit, &limits, &stamp(now), &hour_until, refusal).await?;
    // Codes are compared without dashes.
    let (secret, code_id) = (app.codes.secret()?.replace('-', ""), app.codes.secret()?);
    let code_ref = format!("{HANDOFF_REF}{}.{entity}", app.codes.secret()?);
    let code = NewCode {
        code_ref: &code_ref,
        code_id: &code_id,
        user_id: &actor.user_id,
        hash: &app.codes.hash(&code_id, &secret),
        purpose: &format!("{HANDOFF_PURPOSE}{}", actor.session_id),
        sent_to: "",
    };
    app.store.begin_handoff(&permit, &code, &good_until, &stamp(now)).await?;
    // The entity is in the query for the look of the page; the code is in the fragment, which no server receives.
    let address = format!("{}/provider/{page}?entity={entity}#link={code_ref}~{secret}", app.settings.origin);
    Ok(Handoff { address, expires_in: GOOD_FOR })
}

/// Opens the other device's session, if the one that asked for it is still open.
pub(super) async fn end_handoff(
    app: &App,
    permit: &Permit<Change>,
    tried: &TriedCode,
    session_id: &str,
    from: &CallOrigin,
) -> Result<CustomerSession> {
    app.store.use_handoff(permit, tried, &stamp(app.clock.now())).await?;
    let opened = open_beside(app, permit, &tried.user_id, (session_id, Place::OtherDevice), from).await?;
    Ok(opened.ok_or(Refusal::OtpInvalid)?)
}
