use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use api::Api;
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use crate::cli::Place;
use crate::config::Config;
use crate::{server, wiring};

pub async fn run(
    place: Place,
    listen: Option<String>,
    demo: bool,
    captcha: Option<String>,
) -> anyhow::Result<ExitCode> {
    start_log();
    crate::panics::install();
    let config = Config::for_serving(place, listen, demo, captcha)?;
    let wiring::Opened { mut app, mailbox } = wiring::open_app(&config).await?;
    app.previews = Arc::new(wiring::open_previews(&config)?);
    if config.demo && app::demo::fill(&app).await.context("the demo data could not be loaded")? {
        app::seed::fill(&app).await.context("the demo requests could not be made")?;
        tracing::info!("the demo entities were made");
    }
    let recorder = PrometheusBuilder::new().install_recorder().context("metrics cannot be recorded")?;
    let upkeep = recorder.clone();
    let api = Api::new(app, &config.rates, config.proxies.clone(), Box::new(move || recorder.render()));
    let listener =
        TcpListener::bind(&config.listen).await.with_context(|| format!("{} cannot be listened on", config.listen))?;
    greet(&config, listener.local_addr()?);
    let mut router = api::router(api.clone());
    if let Some(mailbox) = mailbox {
        router = router.merge(crate::mailbox_page::router(mailbox));
    }
    let router = crate::web::router(router);
    let chores = tokio::spawn(chores(api.clone(), move || upkeep.run_upkeep()));
    let letters = tokio::spawn(deliver(api.clone()));
    let pause = Duration::from_secs(if config.demo { 3 } else { 60 });
    let expiry = tokio::spawn(expire(api.clone(), pause));
    let relay = tokio::spawn(relay(api.clone()));
    server::serve(listener, api.clone(), router, server::stop_signal()).await;
    chores.abort();
    letters.abort();
    expiry.abort();
    relay.abort();
    api.app.store.write_checkpoints().await.context("the last audit checkpoint could not be written")?;
    Ok(ExitCode::SUCCESS)
}

/// People read lines, machines read JSON. Secrets are in neither: see `api::edge`.
fn start_log() {
    let filter = EnvFilter::try_from_env("DOCZ_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        log.with_target(false).init();
    } else {
        log.json().init();
    }
}

/// Written in one go, and not missed by anyone who stopped listening.
fn greet(config: &Config, address: std::net::SocketAddr) {
    let mut text = format!("Docz is ready at http://{address}\n");
    if config.demo {
        text.push_str(&format!(
            "\n  Northgate Bank (NGB)     ADMIN  BANKER1  BANKER2  CHECKER1  CHECKER2  VIEWER
  Kalvi Overseas (KALVI)   the same
  Password of all          {}
  Customers                meena@example.com  arjun@example.com  lakshmi@example.com
                           at http://{address}/provider/login
  Their one-time codes     http://{address}/demo/mailbox
  API                      http://{address}/api/docs\n\n",
            app::demo::PASSWORD
        ));
    }
    let mut out = std::io::stdout();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Drafts are kept for thirty days, notices for ninety.
async fn forget(api: &Api, now: jiff::Timestamp) {
    let days = |days: i64| store::audit::stamp(now - jiff::SignedDuration::from_hours(24 * days));
    let gone = async {
        api.app.store.drop_old_drafts(&days(30)).await?;
        api.app.store.drop_old_notices(&days(90)).await
    };
    if let Err(error) = gone.await {
        tracing::warn!(%error, "old drafts and notices could not be removed");
    }
}

/// Messages go out as soon as there are any.
async fn deliver(api: Arc<Api>) {
    loop {
        if let Err(error) = app::requests::deliver::deliver(&api.app).await {
            tracing::warn!(%error, "messages could not be delivered");
        }
        app::requests::deliver::wait(&api.app).await;
    }
}

/// Nodes that share a database hear of each other's changes.
async fn relay(api: Arc<Api>) {
    app::requests::live::relay(&api.app).await;
}

/// Requests run out with the entity's own day.
async fn expire(api: Arc<Api>, pause: Duration) {
    loop {
        if let Err(error) = app::requests::expire_all(&api.app).await {
            tracing::warn!(%error, "requests could not be ended");
        }
        tokio::time::sleep(pause).await;
    }
}

/// What has to be done now and then.
async fn chores(api: Arc<Api>, upkeep: impl Fn()) {
    let mut minutes = 0u64;
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        minutes += 1;
        upkeep();
        api.limits.sweep();
        let now = api.app.clock.now();
        let day_ago = now - jiff::SignedDuration::from_hours(24);
        if let Err(error) = api.app.store.sweep(&store::audit::stamp(now), &store::audit::stamp(day_ago)).await {
            tracing::warn!(%error, "sweeping failed");
        }
        if minutes.is_multiple_of(60) {
            forget(&api, now).await;
            if let Err(error) = api.app.store.write_checkpoints().await {
                tracing::warn!(%error, "an audit checkpoint could not be written");
            }
            // It may have to wait for the writer, which no call shall have to do behind it.
            let own = api.clone();
            if let Ok(Err(error)) = tokio::task::spawn_blocking(move || own.app.store.refresh_statistics()).await {
                tracing::warn!(%error, "statistics could not be renewed");
            }
            if let Err(error) = api.app.files.drop_unfinished(day_ago).await {
                tracing::warn!(%error, "unfinished files could not be dropped");
            }
        }
        if minutes % (24 * 60) == 10 {
            match app::documents::sweep(&api.app, day_ago).await {
                Ok(0) => {}
                Ok(swept) => tracing::info!(swept, "files that no record names were removed"),
                Err(error) => tracing::warn!(%error, "files that no record names could not be removed"),
            }
        }
    }
}
