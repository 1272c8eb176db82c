//! When parties are reminded and told of changes: two dates of a request that every write keeps up, and the requests
//! whose date has come.

use std::collections::HashSet;

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;
use domain::request::{Reminder, ReminderHistory, RequestAction, first_reminder_day, reminders};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, Zoned};

use super::action::ActionTaken;
use super::aggregate::{PartyRow, RequestAggregate};
use super::load::push_list;
use crate::audit::stamp;
use crate::row::text_of;
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Store};

/// Changes within this time are told in one message.
const CHANGES_TOGETHER: SignedDuration = SignedDuration::from_mins(15);

impl RequestAggregate {
    /// The reminders of a party from a day on, if nothing changes until then.
    pub fn reminders_of(&self, party: &PartyRow, from: Date) -> Vec<Reminder> {
        let Some(asked_on) = party.asked_on else { return Vec::new() };
        let history = ReminderHistory {
            owner: party.auth_party_seq_no.unwrap_or(party.seq_no),
            asked_on,
            reminded_on: &party.reminded_on,
            skipped_on: &party.skipped_on,
        };
        reminders(&self.state(), &self.request.notification, &history, from)
    }

    /// The first day from a day on on which some party is reminded.
    pub fn next_reminder(&self, from: Date) -> Option<Date> {
        self.parties.iter().filter_map(|party| Some(self.reminders_of(party, from).first()?.on)).min()
    }
}

/// Sets the dates of the next reminder and of the message about changes.
pub(super) fn plan_notifications(aggregate: &mut RequestAggregate, step: &ActionTaken) {
    let now: Timestamp = step.now.parse().unwrap_or_default();
    let local: Zoned = now.to_zoned(step.zone.clone());
    if aggregate.request.is_sent {
        aggregate.parties.iter_mut().for_each(|party| party.asked_on = party.asked_on.or(Some(local.date())));
    }
    aggregate.remind_on = aggregate.next_reminder(first_reminder_day(&local, aggregate.remind_on));
    let is_change = matches!(
        step.action,
        RequestAction::Edit | RequestAction::AddParty | RequestAction::AddDocument | RequestAction::RemoveDocument
    );
    let request = &mut aggregate.request;
    let later = stamp(now + CHANGES_TOGETHER);
    request.notify_on = match request.notify_on.take() {
        _ if !request.is_modified => None,
        Some(known) if !is_change => Some(known),
        _ => Some(later),
    };
}

/// Stores the next reminder of a changed request.
pub(super) fn set_reminder(
    permit: &Permit<Change>,
    before: Option<Date>,
    aggregate: &RequestAggregate,
) -> Option<Statement> {
    let request = &aggregate.request;
    match aggregate.remind_on {
        same if same == before => None,
        Some(next) => Some(Statement::raw(
            "docrequest_reminder",
            r#"INSERT INTO docrequest_reminder (country_code, entity_code, tenant_code, txn_ref_no, remind_on)
                VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (country_code, entity_code, txn_ref_no) DO UPDATE
                SET remind_on = excluded.remind_on"#,
            scoped(permit, &[&request.tenant_code, &request.txn_ref_no, &next.to_string()]),
        )),
        None => {
            Some(Statement::delete("docrequest_reminder", Filter::of(permit).text("txn_ref_no", &request.txn_ref_no)))
        }
    }
}

/// Claims the reminder that is due and stores the next one, refused as stale if it or the request changed.
pub(super) fn move_reminder(permit: &Permit<Change>, before: &RequestAggregate, next: Option<Date>) -> Statement {
    let request = &before.request;
    let due = before.remind_on.map(|day| day.to_string()).unwrap_or_default();
    let mut sql = match next {
        Some(next) => Sql::new(
            "UPDATE docrequest_reminder AS m SET remind_on = $1 WHERE m.country_code = $2 AND m.entity_code = $3",
            std::iter::once(Value::Text(next.to_string())).chain(scoped(permit, &[])).collect(),
        ),
        None => Sql::new(
            "DELETE FROM docrequest_reminder AS m WHERE m.country_code = $1 AND m.entity_code = $2",
            scoped(permit, &[]),
        ),
    };
    sql.and_equals("m.txn_ref_no", Value::text(&request.txn_ref_no)).and_equals("m.remind_on", Value::Text(due));
    sql.push(
        " AND EXISTS (SELECT 1 FROM docrequest r WHERE r.country_code = m.country_code \
        AND r.entity_code = m.entity_code AND r.txn_ref_no = m.txn_ref_no",
    );
    sql.and_equals("r.version_number", Value::Int(request.version_number)).push(")");
    Statement::raw_sql("docrequest_reminder", sql).or_refuse(Refusal::Stale)
}

/// Leaves the message about changes to the staff.
pub fn stop_notification(permit: &Permit<Change>, txn_ref_no: &str) -> Statement {
    Statement::raw(
        "docrequest",
        "UPDATE docrequest SET notify_on = NULL WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3",
        scoped(permit, &[txn_ref_no]),
    )
}

impl Store {
    /// Requests of one entity with a reminder planned for this day or earlier.
    pub async fn requests_to_remind(&self, permit: &Permit<Change>, today: &str) -> Result<Vec<String>> {
        let sql = Sql::new(
            r#"SELECT txn_ref_no
                FROM docrequest_reminder
                WHERE country_code = $1 AND entity_code = $2 AND remind_on <= $3
                ORDER BY remind_on"#,
            scoped(permit, &[today]),
        );
        self.decoded(permit, &sql, text_of("docrequest_reminder", "txn_ref_no")).await
    }

    /// Requests of one entity whose parties are to be told of changes.
    pub async fn requests_to_notify(&self, permit: &Permit<Change>, now: &str) -> Result<Vec<String>> {
        let sql = Sql::new(
            r#"SELECT txn_ref_no
                FROM docrequest
                WHERE country_code = $1 AND entity_code = $2 AND notify_on <= $3
                ORDER BY notify_on"#,
            scoped(permit, &[now]),
        );
        self.decoded(permit, &sql, text_of("docrequest", "txn_ref_no")).await
    }

    /// Moves the next reminder when nobody is reminded now. The request itself does not change.
    pub async fn postpone_reminder(
        &self,
        permit: &Permit<Change>,
        aggregate: &RequestAggregate,
        next: Option<Date>,
    ) -> Result<()> {
        self.commit_unaudited(permit, vec![move_reminder(permit, aggregate, next)]).await
    }

    /// The logins of parties of some requests that cannot log in: inactive, expired or deleted.
    pub async fn inactive_parties(
        &self,
        permit: &Permit<Change>,
        references: &[String],
        today: &str,
    ) -> Result<HashSet<String>> {
        let mut sql = Sql::new(
            r#"SELECT p.user_id
                FROM docrequest_party p
                LEFT JOIN customer_user u ON u.country_code = p.country_code AND u.entity_code = p.entity_code
                    AND u.user_id = p.user_id
                WHERE p.country_code = $1 AND p.entity_code = $2 AND (u.user_id IS NULL OR u.status <> 'Active'
                    OR coalesce(u.expiry_date, '9999') < $3) AND p.txn_ref_no IN "#,
            scoped(permit, &[today]),
        );
        push_list(&mut sql, references);
        Ok(self.decoded(permit, &sql, text_of("docrequest_party", "user_id")).await?.into_iter().collect())
    }
}
