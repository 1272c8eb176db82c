use std::sync::Arc;

use domain::Refusal;
use domain::access::{Actor, RequestAccess, View};
use domain::request::RequestStatus;
use jiff::{ToSpan, civil::Date};
use serde_json::{Value, json};
use store::requests::{Day, Figures, Schedule, Scheduled, dashboard_scope};

use crate::context::entity_clock;
use crate::{App, Result};

/// The number of months in the chart.
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

/// The figures of one tenant over the caller's branches, and today's schedule.
pub async fn dashboard(app: &App, actor: &Actor, access: &RequestAccess<View>) -> Result<Value> {
    let (tenant, figures, today) = figures(app, access).await?;
    let schedule = app.store.schedule(access, &day_of(app, access, today).await?).await?;
    let facts = app.entity_facts(access.permit().scope()).await?;
    let names = facts.tenants.iter().filter(|name| actor.tenants.contains(&name.tenant_code));
    let by_status = RequestStatus::ALL.map(|status| {
        json!({ "status": status.name(), "requests": figures.by_status.get(status.name()).copied().unwrap_or(0) })
    });
    let in_all = |named: &[Scheduled], kept: i64| match named.len() {
        Schedule::MOST => kept.max(Schedule::MOST as i64),
        all => all as i64,
    };
    let in_all = in_all(&schedule.due, figures.due) + in_all(&schedule.ending, figures.ending);
    Ok(json!({
        "tenantCode": tenant,
        "tenants": names.map(|name| json!({ "tenantCode": name.tenant_code,
        "tenantName": name.tenant_name })).collect::<Vec<_>>(),
        "totalCustomers": figures.customers, "scheduleToday": schedule.meetings_in_all + in_all,
        "todaysSchedule": schedule_view(&schedule, today),
        "meetingsToday": schedule.meetings_in_all, "totalRequested": figures.requested,
        "totalAccepted": figures.accepted,
        "totalPending": figures.pending(), "totalRejected": figures.rejected,
        "totalNotRequired": figures.not_required, "totalInReview": figures.in_review, "byStatus": by_status,
        "monthly": monthly_view(&figures, today),
    }))
}

/// Requests of the last twelve months, for the landing page.
pub async fn monthly(app: &App, access: &RequestAccess<View>) -> Result<Vec<Value>> {
    let (_, figures, today) = figures(app, access).await?;
    Ok(monthly_view(&figures, today))
}

async fn figures<'a>(app: &App, access: &'a RequestAccess<View>) -> Result<(&'a str, Arc<Figures>, Date)> {
    let today = entity_clock(app, access).await?.today;
    let (tenant, branches) = dashboard_scope(access).ok_or(Refusal::NotAllowed("a dashboard is for the staff"))?;
    let since = months(today).first().cloned().unwrap_or_default();
    let figures = app.store.figures(access.permit(), tenant, branches, &since, &today.to_string()).await?;
    Ok((tenant, figures, today))
}

/// Meetings first, then due dates, then expiries.
fn schedule_view(schedule: &Schedule, today: Date) -> Vec<Value> {
    let kinds = [("meeting", &schedule.meetings), ("due", &schedule.due), ("expiry", &schedule.ending)];
    let all = kinds.into_iter().flat_map(|(kind, all)| all.iter().map(move |one| (kind, one)));
    let view = |(kind, one): (&str, &Scheduled)| {
        let at = one.at.clone().unwrap_or_else(|| today.to_string());
        json!({ "kind": kind, "at": at, "txnRefNo": one.txn_ref_no, "customerName": one.customer_name,
            "subject": one.subject })
    };
    all.map(view).collect()
}

/// The entity's day with its start and end.
async fn day_of(app: &App, access: &RequestAccess<View>, today: Date) -> Result<Day> {
    let facts = app.entity_facts(access.permit().scope()).await?;
    let zone = jiff::tz::TimeZone::get(&facts.time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let begin = |day: Date| {
        let at = day.to_zoned(zone.clone()).map(|at| at.timestamp());
        store::audit::stamp(at.unwrap_or(jiff::Timestamp::UNIX_EPOCH))
    };
    Ok(Day { date: today.to_string(), from: begin(today), to: begin(today.saturating_add(1.days())) })
}
