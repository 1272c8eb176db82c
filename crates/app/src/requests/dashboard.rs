use domain::Refusal;
use domain::access::{Actor, Sight, View};
use domain::request::RequestStatus;
use jiff::{ToSpan, civil::Date};
use serde_json::{Value, json};
use store::requests::{Figures, desk};

use super::change::situation;
use crate::{App, Result};

/// How many months the line shows.
const MONTHS: i32 = 12;

fn months(today: Date) -> Vec<String> {
    let first = today.first_of_month();
    let month = |back: i32| first.saturating_sub(back.months()).strftime("%Y-%m").to_string();
    (0..MONTHS).rev().map(month).collect()
}

fn monthly_view(figures: &Figures, today: Date) -> Vec<Value> {
    let months = months(today).into_iter().map(|month| {
        let found = figures.months.get(&month).cloned().unwrap_or_default();
        json!({ "month": month, "requests": found.requests, "accepted": found.accepted, "rejected": found.rejected })
    });
    months.collect()
}

/// The figures of one tenant over the branches that the caller may enter, and what falls on today.
pub async fn dashboard(app: &App, actor: &Actor, sight: &Sight<View>) -> Result<Value> {
    let today = situation(app, sight).await?.today;
    let day = today.to_string();
    let (tenant, branches) = desk(sight).ok_or(Refusal::NotAllowed("a dashboard is for the staff"))?;
    let since = months(today).first().cloned().unwrap_or_default();
    let figures = app.store.figures(sight.permit(), tenant, Some(branches), &since).await?;
    let due = app.store.falling_on(sight, false, &day).await?;
    let ending = app.store.falling_on(sight, true, &day).await?;
    let scope = sight.permit().scope();
    let (from, to) = day_bounds(app, sight, today).await?;
    let meetings = app.store.meetings_between(sight, &day, &from, &to).await?;
    let mut schedule = Vec::new();
    for meeting in &meetings {
        schedule.push(json!({ "kind": "meeting", "at": meeting.starts_at, "txnRefNo": meeting.txn_ref_no, "customerName": null, "subject": meeting.subject }));
    }
    for (kind, found) in [("due", &due), ("expiry", &ending)] {
        for one in found {
            schedule.push(json!({ "kind": kind, "at": day, "txnRefNo": one.txn_ref_no, "customerName": one.customer_name, "subject": null }));
        }
    }
    let names = app.store.tenant_names(&domain::access::system::public_names(), &scope.country, &scope.entity).await?;
    let names = names.into_iter().filter(|name| actor.tenants.contains(&name.tenant_code));
    let by_status = RequestStatus::ALL.map(|status| {
        json!({ "status": status.name(), "requests": figures.by_status.get(status.name()).copied().unwrap_or(0) })
    });
    Ok(json!({
        "tenantCode": tenant,
        "tenants": names.map(|name| json!({ "tenantCode": name.tenant_code, "tenantName": name.tenant_name })).collect::<Vec<_>>(),
        "totalCustomers": figures.customers, "scheduleToday": schedule.len(), "todaysSchedule": schedule,
        "meetingsToday": meetings.len(), "totalRequested": figures.requested, "totalAccepted": figures.accepted,
        "totalPending": figures.pending(), "totalRejected": figures.rejected,
        "totalNotRequired": figures.not_required, "byStatus": by_status, "monthly": monthly_view(&figures, today),
    }))
}

/// Requests of the last twelve months, for the landing page.
pub async fn monthly(app: &App, sight: &Sight<View>) -> Result<Vec<Value>> {
    let today = situation(app, sight).await?.today;
    let (tenant, branches) = desk(sight).ok_or(Refusal::NotAllowed("a dashboard is for the staff"))?;
    let since = months(today).first().cloned().unwrap_or_default();
    let figures = app.store.figures(sight.permit(), tenant, Some(branches), &since).await?;
    Ok(monthly_view(&figures, today))
}

/// When the entity's day begins and ends, as stamps.
async fn day_bounds(app: &App, sight: &Sight<View>, today: Date) -> Result<(String, String)> {
    let zone = app.time_zone(sight.permit().scope()).await?;
    let zone = jiff::tz::TimeZone::get(&zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let begin = |day: Date| {
        let at = day.to_zoned(zone.clone()).map(|at| at.timestamp());
        store::audit::stamp(at.unwrap_or(jiff::Timestamp::UNIX_EPOCH))
    };
    Ok((begin(today), begin(today.saturating_add(1.days()))))
}
