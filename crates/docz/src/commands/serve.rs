use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use api::Api;
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::config::Config;
use crate::locations::Locations;
use crate::server::Entrance;
use crate::tls::{self, Tls};
use crate::{data_lock, installation, server, wiring};

/// How often a place of documents that did not answer at the start is asked again.
const CLAIM_AGAIN: Duration = Duration::from_secs(60);

/// Starts the log, which reports what is wrong with the settings.
pub fn configure(
    place: Locations,
    listen: Option<String>,
    demo: bool,
    captcha: Option<String>,
) -> anyhow::Result<Config> {
    crate::log::start()?;
    crate::panics::install();
    crate::network::raise_open_files();
    Config::for_serving(place, listen, demo, captcha)
}

pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let _lock = data_lock::take(&config, "serve")?;
    // Bound before anything is changed, because a port in use is a common mistake.
    let listener = bind("listen", &config.listen).await?;
    let tls = config.tls.clone().map(Tls::open).transpose()?;
    let redirect = match config.tls.as_ref().and_then(|tls| tls.redirect.as_deref()) {
        Some(address) => Some(bind("tls.redirect", address).await?),
        None => None,
    };
    let wiring::Opened { mut app, mailbox, is_complete } = wiring::open_app(&config).await?;
    // Before anything is written, because a wrong clock would write its own time.
    app.clock_guard.judge().await?;
    crate::demo_folder::mark(&config)?;
    app.previews = Arc::new(wiring::open_previews(&config)?);
    if config.demo && app::demo::fill(&app).await.context("the demo data could not be loaded")? {
        app::seed::fill(&app).await.context("the demo requests could not be created")?;
        tracing::info!("created the demo entities");
    }
    wiring::check_domains(&config, &app.store).await?;
    let recorder = PrometheusBuilder::new().install_recorder().context("metrics cannot be recorded")?;
    let upkeep = recorder.clone();
    let network = &config.network;
    let render = Box::new(move || recorder.render());
    let api = Api::exposing(app, &network.rates, config.proxies.clone(), render, network.exposed.clone());
    if let Some(address) = &network.metrics_listen {
        serve_metrics(&api, address).await?;
    }
    print_ready(&config, listener.local_addr()?);
    let mut pages = crate::web::router(api.clone());
    if let Some(mailbox) = mailbox {
        pages = pages.merge(crate::mailbox_page::router(mailbox));
    }
    let router = api::router(api.clone()).merge(api::with_security_headers(pages));
    let upkeep = tokio::spawn(run_upkeep(api.clone(), move || upkeep.run_upkeep()));
    let relay = tokio::spawn(relay(api.clone()));
    let jobs = app::jobs::Scheduler::start(&api.app);
    let limits = tokio::spawn(api::share_limits(api.clone()));
    let claiming = async {
        if !is_complete {
            installation::claim_later(&config, &api.app.store, &api.app.places, CLAIM_AGAIN).await;
        }
        std::future::pending::<()>().await
    };
    let redirecting = redirect.map(|listener| send_to_https(listener, &api, &config));
    let entrance = Entrance { listener, tls: tls.as_ref().map(Tls::settings).transpose()? };
    let following = tls.map(|tls| tokio::spawn(tls.follow()));
    let serving = server::serve(entrance, api.clone(), router, network.server.clone(), server::stop_signal());
    tokio::select! {
        () = serving => {}
        () = claiming => {}
    }
    jobs.stop().await;
    let tasks = [Some(upkeep), Some(relay), Some(limits), redirecting, following];
    tasks.iter().flatten().for_each(JoinHandle::abort);
    api.app.store.write_checkpoints().await.context("the last audit checkpoint could not be written")?;
    Ok(ExitCode::SUCCESS)
}

async fn bind(setting: &str, address: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| format!("{setting}: {address} is not available"))
}

fn send_to_https(listener: TcpListener, api: &Arc<Api>, config: &Config) -> JoinHandle<()> {
    let own_hosts = config.domains.iter().map(|(host, ..)| host.clone()).collect();
    let router = tls::redirects(&config.origin, own_hosts);
    // The header is for https; over http browsers ignore it.
    let settings = server::Settings { hsts: false, ..config.network.server.clone() };
    tokio::spawn(server::serve(listener, api.clone(), router, settings, server::stop_signal()))
}

/// Serves metrics on a separate address until the process ends.
async fn serve_metrics(api: &Arc<Api>, address: &str) -> anyhow::Result<()> {
    let listener = bind("metrics.listen", address).await?;
    let router = api::routes::system::metrics_router(api.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(())
}

/// Written at once; a closed standard output is not an error.
fn print_ready(config: &Config, address: std::net::SocketAddr) {
    let base = format!("{}://{address}", if config.tls.is_some() { "https" } else { "http" });
    let mut text = format!("Docz is ready at {base}\n");
    if config.demo {
        text.push_str(&format!(
            "\n  Northgate Bank (NGB)     ADMIN  ADMIN2  BANKER1  BANKER2  CHECKER1  CHECKER2  VIEWER  AUDITOR
  Kalvi Overseas (KALVI)   the same
  Password of all          {}
  Customers                meena@example.com  arjun@example.com  lakshmi@example.com
                           at {base}/provider/login
  Their one-time codes     {base}/demo/mailbox
  API                      {base}/api/docs\n\n",
            app::demo::PASSWORD
        ));
    }
    let mut out = std::io::stdout();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

async fn relay(api: Arc<Api>) {
    app::live::relay(&api.app).await;
}

/// Housekeeping of this process's memory.
async fn run_upkeep(api: Arc<Api>, upkeep: impl Fn()) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        upkeep();
        api.limits.sweep();
    }
}
