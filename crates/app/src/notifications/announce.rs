//! Tells administrators of proposals, of changed sign-on and of a weaker policy for second factors: by a notice in the
//! same commit, and by mail after it.

use domain::access::{Change, Permit};
use domain::master_data::{ADMIN_SCREENS, Definition};
use domain::request::NotificationEvent;
use ports::Channel;
use store::Batch;
use store::requests::{Notice, add_notice};

use crate::live::push_notices_to;
use crate::wording::Locale;
use crate::{App, Result};

/// Where administrators decide on proposals.
const PAGE: &str = "/auth/settings/proposals";

/// Who is told what.
pub(crate) struct Announcement {
    event: NotificationEvent,
    definition: &'static Definition,
    /// User id, tenant and notice.
    notices: Vec<(String, String, Notice)>,
}

/// Of a proposal: those who may decide on it.
pub(crate) async fn waiting(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    key: &str,
    now: &str,
) -> Result<Announcement> {
    announcement(app, permit, definition, (NotificationEvent::ProposalWaiting, definition.screens, key), now).await
}

/// Of changed single sign-on: all administrators.
pub(crate) async fn sign_on_changed(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    key: &str,
    now: &str,
) -> Result<Announcement> {
    announcement(app, permit, definition, (NotificationEvent::SignOnChanged, ADMIN_SCREENS.as_slice(), key), now).await
}

/// Of a role that needs no second factor any more: all administrators.
pub(crate) async fn second_factor_weakened(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    roles: &str,
    now: &str,
) -> Result<Announcement> {
    let what = (NotificationEvent::SecondFactorWeakened, ADMIN_SCREENS.as_slice(), roles);
    announcement(app, permit, definition, what, now).await
}

async fn announcement(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    (event, screens, key): (NotificationEvent, &[&str], &str),
    now: &str,
) -> Result<Announcement> {
    let today = app.validation_context(permit.scope()).await?.today.to_string();
    let mut users = Vec::new();
    for screen in screens {
        users.extend(app.store.editors_of(permit, screen, &today).await?);
    }
    users.sort();
    users.dedup();
    users.retain(|(user, _)| user != permit.actor());
    let notice = || Notice {
        notification_id: uuid::Uuid::now_v7().to_string(),
        at: now.to_owned(),
        event: event.name().to_owned(),
        txn_ref_no: String::new(),
        customer_name: String::new(),
        document_title: Some(key.replace('|', " \u{b7} ")).filter(|key| !key.is_empty()),
        actor: permit.actor().to_owned(),
        is_read: false,
    };
    let notices = users.into_iter().map(|(user, tenant)| (user, tenant, notice())).collect();
    Ok(Announcement { event, definition, notices })
}

impl Announcement {
    /// The notices, to be committed with their cause.
    pub fn batch(&self, permit: &Permit<Change>) -> Batch {
        let add = |(user, tenant, notice): &(String, String, Notice)| add_notice(permit, tenant, user, notice);
        self.notices.iter().map(add).fold(Batch::default(), Batch::and)
    }

    /// Informs open pages and sends the mails. A failure does not affect the change.
    pub async fn send(self, app: &App, permit: &Permit<Change>) {
        for (user, _, _) in &self.notices {
            if let Err(error) = Box::pin(self.mail(app, permit, user)).await {
                tracing::warn!(%error, "an administrator could not be told of a change");
            }
        }
        let notices = self.notices.into_iter().map(|(user, _, notice)| (user, notice)).collect();
        push_notices_to(app, permit.scope(), notices);
    }

    async fn mail(&self, app: &App, permit: &Permit<Change>, user: &str) -> Result<()> {
        let Some((mail, name, language)) = app.store.staff_address(permit, user).await? else { return Ok(()) };
        let one = format!("resource.{}.one", self.definition.resource);
        let what = app.wording.text(Locale::of(&language, ""), &one).unwrap_or_default();
        let link = format!("{}{PAGE}", app.settings.origin);
        let by = app.store.staff_user(permit, permit.actor()).await?;
        let by = by.map_or_else(|| permit.actor().to_owned(), |by| format!("{} ({})", by.display_name, by.user_id));
        let values = [("userName", name.as_str()), ("by", &by), ("what", &what), ("link", &link)];
        let to = (Channel::Mail, mail.as_str());
        super::messages::send(app, permit, self.event.name(), &language, to, &values).await
    }
}
