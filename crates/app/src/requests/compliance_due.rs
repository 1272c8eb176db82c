//! Tells bankers that accepted documents have to be requested again.

use domain::Refusal;
use domain::access::{Change, RequestAccess, system};
use domain::request::{NotificationEvent, RequestAction};
use jiff::civil::Date;
use store::Error;
use store::requests::{Renewal, add_notice, enqueue_message, told_of_renewal};

use crate::context::{Pass, entity_clock, load, step};
use crate::live::responsible_staff;
use crate::notifications::effects::{notices, staff_member, staff_message};
use crate::notifications::message_renderer::MessageRenderer;
use crate::notifications::phrases::Phrases;
use crate::{App, Result, live};

const EVENT: NotificationEvent = NotificationEvent::ComplianceDue;
/// The page that lists renewals.
const DASHBOARD: &str = "/requestor/dashboard";

/// Tells the responsible staff of each renewal whose reminder day has come, once, by mail and notice.
pub async fn tell_of_renewals(app: &App, pass: &mut Pass) -> Result<()> {
    for (country, entity) in app.store.all_entities(&system::public_names()).await? {
        let access = RequestAccess::system(&country, &entity);
        let due = match due_renewals(app, &access).await {
            Ok(due) => due,
            Err(error) => {
                pass.count(&format!("{country}/{entity}"), Err(error))?;
                continue;
            }
        };
        for renewal in due {
            if pass.is_stopping() {
                return Ok(());
            }
            let (key, outcome) = match renewal {
                Ok(renewal) => {
                    let key = format!("{country}/{entity}/{}/{}", renewal.txn_ref_no, renewal.document);
                    (key, tell(app, &access, &renewal).await)
                }
                Err(error) => (format!("{country}/{entity}"), Err(error)),
            };
            pass.count(&key, outcome)?;
        }
    }
    Ok(())
}

async fn due_renewals(app: &App, access: &RequestAccess<Change>) -> Result<Vec<Result<Renewal>>> {
    let today = entity_clock(app, access).await?.today.to_string();
    app.store.untold_renewals(access.permit(), &today).await
}

async fn tell(app: &App, access: &RequestAccess<Change>, renewal: &Renewal) -> Result<bool> {
    let permit = access.permit();
    let at = entity_clock(app, access).await?;
    let aggregate = match load(app, access, &renewal.txn_ref_no, &at).await {
        Err(Error::Refused(Refusal::NotFound)) => return Ok(false),
        other => other?,
    };
    // Nothing happens to the request itself, so there is no entry in its log.
    let action = step(access, None, &at, RequestAction::Remind);
    let staff = responsible_staff(app, access, &aggregate.request).await?;
    let about = aggregate.document(renewal.document);
    let told = notices(&aggregate, EVENT, about, &action, &staff);
    let days = renewal.due_on.parse::<Date>().ok().map(|due| (due - at.today).get_days());
    let values = |phrases: Phrases<'_>| {
        [
            ("documentTitle", renewal.title.clone()),
            ("dueDate", phrases.stored_day(&renewal.due_on)),
            ("days", days.map(|days| days.to_string()).unwrap_or_default()),
            ("inDays", days.map(|days| phrases.in_days(days)).unwrap_or_default()),
            ("link", format!("{}{DASHBOARD}", app.settings.origin)),
        ]
    };
    let mut renderer = MessageRenderer::new(app, permit, &aggregate).await?;
    let mut statements = vec![told_of_renewal(permit, renewal, &at.now)];
    for user in &staff {
        let Some(reader) = staff_member(app, access, user).await? else { continue };
        let values = values(renderer.phrases(&reader.language));
        let written = renderer.write_to_staff(permit, &aggregate, &reader, EVENT, None, &values).await?;
        if let Some(message) = written {
            let mut message = staff_message(permit, &aggregate, EVENT, user, message);
            message.message_id =
                format!("{}.renewal.{}.{}.{user}", renewal.txn_ref_no, renewal.document, renewal.due_on);
            statements.push(enqueue_message(permit, &message, &at.now));
        }
    }
    let tenant = &aggregate.request.tenant_code;
    statements.extend(told.iter().map(|(user, notice)| add_notice(permit, tenant, user, notice)));
    match app.store.commit_unaudited(permit, statements).await {
        Ok(()) => {}
        Err(Error::Refused(Refusal::Stale)) => return Ok(false),
        Err(error) => return Err(error),
    }
    live::push_notices(app, access, told);
    app.live.delivery_signal().notify_one();
    Ok(true)
}
