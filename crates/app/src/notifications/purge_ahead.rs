//! Warns the owners of requests whose documents or records will be destroyed soon.

use domain::access::{Change, RequestAccess};
use domain::request::{NotificationEvent, RequestAction};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use sha2::{Digest, Sha256};
use store::requests::{add_notice, enqueue_message};
use store::retention::{EndingRequest, OwnerWarning};

use super::effects::{notices, request_page, staff_member, staff_message};
use super::message_renderer::MessageRenderer;
use crate::context::{EntityClock, Pass, load, step};
use crate::{App, Result, live};

const EVENT: NotificationEvent = NotificationEvent::PurgeAhead;
/// Days before the last day of keeping.
const AHEAD: [i64; 3] = [30, 7, 1];
/// Requests named in one message.
const NAMED: u32 = 20;

/// Warns 30, 7 and 1 days ahead, once: one mail and one notice for each owner and day of destruction. After a pause of
/// the job, the warnings of the days in between follow.
pub(crate) async fn warn_owners(
    app: &App,
    access: &RequestAccess<Change>,
    at: &EntityClock,
    pass: &mut Pass,
) -> Result<()> {
    let permit = access.permit();
    let mut state = app.store.retention_state(permit).await?;
    let today = at.today.to_string();
    if state.warned_on.as_ref().is_some_and(|warned| *warned >= today) {
        return Ok(());
    }
    let last: Option<Date> = state.warned_on.as_ref().and_then(|day| day.parse().ok());
    let last = last.unwrap_or_else(|| at.today.saturating_sub(1.day()));
    for days in AHEAD {
        // Not earlier than tomorrow: what is over already is destroyed now.
        let from = last.saturating_add((days + 1).days()).max(at.today);
        let to = at.today.saturating_add(days.days());
        for warning in app.store.owners_to_warn(permit, &from.to_string(), &to.to_string()).await? {
            if pass.is_stopping() {
                return Ok(());
            }
            let outcome = warn(app, access, at, &warning).await;
            pass.count(&warning.owner, outcome)?;
        }
    }
    state.warned_on = Some(today);
    app.store.save_retention_state(permit, &state, Vec::new()).await
}

/// The same id when an interrupted pass told the owner before; notices are ordered by the time in it.
fn notice_id(warning: &OwnerWarning, at: &EntityClock) -> String {
    let day = at.start_of_day(at.today).parse::<Timestamp>().unwrap_or_default().as_millisecond();
    let hash = Sha256::digest(format!("{} {}", warning.owner, warning.last_day));
    let random: [u8; 10] = std::array::from_fn(|place| hash[place]);
    uuid::Builder::from_unix_timestamp_millis(u64::try_from(day).unwrap_or(0), &random).into_uuid().to_string()
}

async fn warn(app: &App, access: &RequestAccess<Change>, at: &EntityClock, warning: &OwnerWarning) -> Result<bool> {
    let permit = access.permit();
    let named = app.store.ending_requests(permit, warning, NAMED).await?;
    let Some(first) = named.first() else { return Ok(false) };
    let aggregate = load(app, access, &first.txn_ref_no, at).await?;
    // Nothing happens to the request itself, so there is no entry in its log.
    let action = step(access, None, at, RequestAction::Remind);
    let owner = std::slice::from_ref(&warning.owner);
    let mut told = notices(&aggregate, EVENT, None, &action, owner);
    let tenant = &aggregate.request.tenant_code;
    let mut statements = Vec::new();
    for (user, notice) in &mut told {
        notice.notification_id = notice_id(warning, at);
        statements.push(add_notice(permit, tenant, user, notice));
    }
    if let Some(reader) = staff_member(app, access, &warning.owner).await? {
        let others = warning.requests - 1;
        let with_others = |text: &str| if others > 0 { format!("{text} (+{others})") } else { text.to_owned() };
        let line = |one: &EndingRequest| format!("- {} {}", one.txn_ref_no, one.customer_name);
        let last_day: Option<Date> = warning.last_day.parse().ok();
        let days = last_day.map(|day| (day - at.today).get_days());
        let mut renderer = MessageRenderer::new(app, permit, &aggregate).await?;
        let phrases = renderer.phrases(&reader.language);
        let values = [
            ("txnRefNo", with_others(&first.txn_ref_no)),
            ("customerName", with_others(&first.customer_name)),
            ("documentList", named.iter().map(line).collect::<Vec<_>>().join("\n")),
            ("expiryDate", phrases.stored_day(&warning.last_day)),
            ("days", days.map(|days| days.to_string()).unwrap_or_default()),
            ("inDays", days.map(|days| phrases.in_days(days)).unwrap_or_default()),
            ("link", request_page(app, &first.txn_ref_no)),
        ];
        if let Some(message) = renderer.write_to_staff(permit, &aggregate, &reader, EVENT, None, &values).await? {
            let mut message = staff_message(permit, &aggregate, EVENT, &warning.owner, message);
            message.message_id = format!("purge.{}.{}.{}", warning.last_day, at.today, warning.owner);
            statements.push(enqueue_message(permit, &message, &at.now));
        }
    }
    app.store.commit_unaudited(permit, statements).await?;
    live::push_notices(app, access, told);
    app.live.delivery_signal().notify_one();
    Ok(true)
}
