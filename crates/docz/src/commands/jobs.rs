use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, ensure};
use app::clock_guard::{ClockGuard, Confirmed, confirm};
use app::jobs::{ALL, Accepted, Job, Stop, find, run_trusting};
use domain::clock::TOLERANCE;
use integrations::clock::{StillClock, SystemClock};
use integrations::mailbox::Mailbox;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use store::Store;
use store::jobs::JobRow;
use tokio::sync::watch;

use super::clock;
use crate::config::Config;
use crate::locations::Locations;
use crate::{demo_folder, server, wiring};

pub async fn list(place: Locations) -> anyhow::Result<ExitCode> {
    let store = wiring::open_store(&Config::of(place)?).await?;
    let verdict = clock::print(&store).await?;
    let rows = store.job_rows().await?;
    for job in ALL {
        println!("{:<13} {} (every {} s)", job.name, job.about, job.every.as_secs());
        println!("{:<13} {}", "", last_run(&rows, job.name));
        if let Some(wait) = verdict.wait(job.time_use) {
            println!("{:<13} waits: {wait}", "");
        }
        if is_ahead(&rows, job) {
            println!("{:<13} WARN: a wrong clock wrote these times; the job runs all the same", "");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Confirms that this machine's clock is right.
pub async fn accept_clock(place: Locations) -> anyhow::Result<ExitCode> {
    let store = wiring::open_store(&Config::of(place)?).await?;
    let guard = ClockGuard::new(store, Arc::new(SystemClock));
    let (line, code) = match confirm(&guard).await? {
        Ok(Confirmed { known, clock }) => {
            let known = known.map(|known| known.to_string());
            (json!({ "clock": clock.to_string(), "known": known }), ExitCode::SUCCESS)
        }
        Err(error) => (json!({ "error": error }), ExitCode::FAILURE),
    };
    println!("{line}");
    Ok(code)
}

pub async fn run(
    place: Locations,
    name: &str,
    now: Option<jiff::Timestamp>,
    accepted: Accepted,
) -> anyhow::Result<ExitCode> {
    let names = || ALL.iter().map(|job| job.name).collect::<Vec<_>>().join(", ");
    let job = find(name).with_context(|| format!("there is no job {name}; the jobs are {}", names()))?;
    let demo = demo_folder::origin(&place.data);
    let mut config = Config::for_serving(place, None, demo.is_some(), None)?;
    ensure!(demo.is_some() || now.is_none(), "the time can be set only where a demo is served (DOCZ_NOW, --now)");
    if let Some(origin) = &demo {
        config.origin.clone_from(origin);
    }
    let mut app = wiring::open_app(&config).await?.app;
    if demo.is_some() {
        app.messenger = Arc::new(Mailbox::in_folder(demo_folder::mailbox(&config.data)));
    }
    if let Some(now) = now {
        app.clock = Arc::new(StillClock::at(now));
    }
    let (sender, stop) = watch::channel(false);
    tokio::spawn(async move {
        server::stop_signal().await;
        sender.send_replace(true);
    });
    // A time that the operator sets is one that the operator vouches for.
    let accepted = Accepted { clock: accepted.clock || now.is_some(), ..accepted };
    let run = run_trusting(&app, job, &Stop::new(stop), accepted).await?;
    println!("{}", run.to_json());
    Ok(if run.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// For `docz doctor`: the result of each job's last run. False when a job has a time in the future.
pub async fn show(store: &Store) -> anyhow::Result<bool> {
    let rows = store.job_rows().await?;
    for job in ALL {
        let is_bad =
            rows.iter().any(|row| row.name == job.name && row.outcome.as_deref().is_some_and(|how| how != "ok"));
        let (mark, more) = if is_ahead(&rows, job) {
            ("FAIL", "; in the future: a wrong clock wrote it, and the job runs all the same")
        } else if is_bad {
            ("WARN", "")
        } else {
            ("ok", "")
        };
        println!("{mark:<13} job {}: {}{more}", job.name, last_run(&rows, job.name));
    }
    Ok(!ALL.iter().any(|job| is_ahead(&rows, job)))
}

/// The last run is in the future, or the next one later than a period from now. A job that each node runs on its own
/// notes only passes with work, so that its time may stay for long.
fn is_ahead(rows: &[JobRow], job: &Job) -> bool {
    let now = Timestamp::now();
    let period = SignedDuration::try_from(job.every).unwrap_or(SignedDuration::MAX);
    let is_after = |time: Option<&String>, allowed: SignedDuration| {
        let time = time.and_then(|time| time.parse::<Timestamp>().ok());
        time.is_some_and(|time| time.duration_since(now) > allowed.saturating_add(TOLERANCE))
    };
    rows.iter().filter(|row| row.name == job.name && job.is_exclusive).any(|row| {
        is_after(row.ended_on.as_ref(), SignedDuration::ZERO)
            || is_after(Some(&row.started_on), SignedDuration::ZERO)
            || is_after(row.next_due.as_ref(), period)
    })
}

fn last_run(rows: &[JobRow], name: &str) -> String {
    let Some(row) = rows.iter().find(|row| row.name == name) else { return "has not run yet".to_owned() };
    let mut text = match (&row.lease_until, &row.ended_on) {
        (Some(until), _) => format!("running since {} (lease until {until})", row.started_on),
        (None, Some(ended)) => format!("last run {ended}"),
        (None, None) => format!("began {} and did not end", row.started_on),
    };
    if let Some(outcome) = &row.outcome {
        text += &format!(", {outcome}: {} done, {} skipped, {} failed", row.done, row.skipped, row.failed);
    }
    if let Some(detail) = &row.detail {
        text += &format!("; {detail}");
    }
    text
}
