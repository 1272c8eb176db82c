use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, ensure};
use app::jobs::{ALL, Accepted, Stop, find, run_trusting};
use integrations::clock::StillClock;
use integrations::mailbox::Mailbox;
use store::Store;
use store::jobs::JobRow;
use tokio::sync::watch;

use crate::cli::Place;
use crate::config::Config;
use crate::{demo_folder, server, wiring};

pub async fn list(place: Place) -> anyhow::Result<ExitCode> {
    let store = wiring::open_store(&Config::of(place)?).await?;
    let rows = store.job_rows().await?;
    for job in ALL {
        println!("{:<13} {} (every {} s)", job.name, job.about, job.every.as_secs());
        println!("{:<13} {}", "", last_run(&rows, job.name));
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn run(
    place: Place,
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

/// For `docz doctor`: the result of each job's last run.
pub async fn show(store: &Store) -> anyhow::Result<()> {
    let rows = store.job_rows().await?;
    for job in ALL {
        let is_bad =
            rows.iter().any(|row| row.name == job.name && row.outcome.as_deref().is_some_and(|how| how != "ok"));
        println!("{:<13} job {}: {}", if is_bad { "WARN" } else { "ok" }, job.name, last_run(&rows, job.name));
    }
    Ok(())
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
