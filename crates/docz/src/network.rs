//! Settings of limits, connections, database pool and public pages: `[limits]`, `[database]`, `[metrics]`, `hsts` and
//! `api_docs` of `docz.toml`.

use std::num::NonZeroU32;
use std::time::Duration;

use anyhow::{Context, bail};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde::Deserialize;

use crate::server;

/// Higher rates limit nothing, and buckets cannot represent much more.
const HIGHEST_RATE: u32 = 1_000_000;
/// Each connection holds one of 1,024 audit shards, and other nodes need some.
const MOST_POSTGRES_CONNECTIONS: u32 = 1000;
/// Unless configured higher.
const USUAL_CONNECTIONS: u64 = 10_000;
const USUAL_PER_ADDRESS: u64 = 1_000;
const HSTS_OFF: &str = "browsers are not told to use HTTPS only: the origin is not https, or hsts = false";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsFile {
    user_per_second: Option<NonZeroU32>,
    search_per_second: Option<NonZeroU32>,
    address_per_second: Option<NonZeroU32>,
    streams_per_user: Option<NonZeroU32>,
    connections: Option<NonZeroU32>,
    connections_per_address: Option<NonZeroU32>,
    first_request_seconds: Option<NonZeroU32>,
    idle_seconds: Option<NonZeroU32>,
    body_bytes_per_second: Option<NonZeroU32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseFile {
    connections: Option<NonZeroU32>,
    sqlite_readers: Option<NonZeroU32>,
    timeout_seconds: Option<NonZeroU32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MetricsFile {
    /// Name of the environment variable with the token that opens `/metrics`.
    token_env: Option<String>,
    /// A separate address for `/metrics`, where no token is needed.
    listen: Option<String>,
}

/// The network settings of the file.
#[derive(Debug, Default)]
pub struct NetworkFile {
    pub login_per_minute: Option<NonZeroU32>,
    pub public_per_minute: Option<NonZeroU32>,
    pub limits: LimitsFile,
    pub database: DatabaseFile,
    pub metrics: MetricsFile,
    pub hsts: Option<bool>,
    pub api_docs: Option<bool>,
}

/// The effective network settings.
pub struct Network {
    pub rates: api::Rates,
    pub server: server::Settings,
    pub pool: store::Pool,
    pub exposed: api::Exposed,
    pub metrics_listen: Option<String>,
}

impl Network {
    pub fn of(file: NetworkFile, demo: bool, origin: &str) -> anyhow::Result<Network> {
        let is_https = origin.starts_with("https://");
        if file.hsts == Some(true) && !is_https {
            bail!("hsts = true needs an origin that begins with https://");
        }
        let metrics_token = match &file.metrics.token_env {
            None => None,
            Some(name) => Some(
                std::env::var(name)
                    .ok()
                    .filter(|token| token.len() >= 16)
                    .with_context(|| format!("metrics.token_env: {name} must hold at least 16 characters"))?,
            ),
        };
        Ok(Network {
            rates: rates(&file, demo)?,
            server: connections(&file.limits, demo, file.hsts.unwrap_or(is_https))?,
            pool: pool(&file.database)?,
            exposed: api::Exposed { metrics_token, api_docs: file.api_docs.unwrap_or(demo) },
            metrics_listen: file.metrics.listen,
        })
    }

    /// One line each, for `docz doctor`.
    pub fn describe(&self) -> [String; 5] {
        let (rates, server, pool) = (&self.rates, &self.server, &self.pool);
        [
            format!(
                "limits        {} calls and {} searches a second, {} streams a user; {} calls a second, {} logins and \
                 {} other calls without a token a minute an address",
                rates.user, rates.search, rates.streams, rates.address, rates.login, rates.public
            ),
            format!(
                "connections   {} in all, {} an address; first request within {} s, idle {} s, bodies at {} bytes \
                 a second",
                server.connections,
                server.per_address,
                server.first_request.as_secs(),
                server.idle.as_secs(),
                server.body_bytes_per_second
            ),
            format!(
                "pool          {} PostgreSQL connections, {} SQLite readers, {} s for an answer",
                pool.postgres_connections,
                pool.sqlite_readers,
                pool.timeout.as_secs()
            ),
            format!("https         {}", if server.hsts { "browsers are told to use HTTPS only" } else { HSTS_OFF }),
            format!("metrics       {}", self.metrics_readers()),
        ]
    }

    fn metrics_readers(&self) -> String {
        match (&self.exposed.metrics_token, &self.metrics_listen) {
            (token, Some(address)) => {
                format!("at {address}{}", if token.is_some() { ", and at /metrics with the token" } else { "" })
            }
            (Some(_), None) => "at /metrics with the token".to_owned(),
            (None, None) => "closed: set metrics.token_env or metrics.listen".to_owned(),
        }
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Omits the token.
        formatter
            .debug_struct("Network")
            .field("rates", &self.rates)
            .field("server", &self.server)
            .finish_non_exhaustive()
    }
}

fn rates(file: &NetworkFile, demo: bool) -> anyhow::Result<api::Rates> {
    // New users and browser journeys log in repeatedly from one machine as a few users.
    let usual = if demo { api::Rates::HIGH } else { api::Rates::default() };
    let limits = &file.limits;
    let rate = |name: &str, given: Option<NonZeroU32>, usual: NonZeroU32| match given.unwrap_or(usual) {
        rate if rate.get() > HIGHEST_RATE => bail!("{name} must be at most {HIGHEST_RATE}"),
        rate => Ok(rate),
    };
    Ok(api::Rates {
        login: rate("login_per_minute", file.login_per_minute, usual.login)?,
        public: rate("public_per_minute", file.public_per_minute, usual.public)?,
        user: rate("limits.user_per_second", limits.user_per_second, usual.user)?,
        search: rate("limits.search_per_second", limits.search_per_second, usual.search)?,
        address: rate("limits.address_per_second", limits.address_per_second, usual.address)?,
        streams: rate("limits.streams_per_user", limits.streams_per_user, usual.streams)?,
    })
}

/// A connection needs a file handle, and some calls need one more: connections get three quarters.
fn connections(limits: &LimitsFile, demo: bool, hsts: bool) -> anyhow::Result<server::Settings> {
    let most = open_files() / 4 * 3;
    let connections = limits.connections.map_or(most.min(USUAL_CONNECTIONS), |number| number.get().into());
    if connections > most {
        bail!("limits.connections = {connections} needs more open files than the system allows: {most} are available");
    }
    // A demo is used from one machine.
    let usual_per_address = if demo { connections } else { (connections / 4).clamp(1, USUAL_PER_ADDRESS) };
    let per_address = limits.connections_per_address.map_or(usual_per_address, |number| number.get().into());
    let seconds =
        |given: Option<NonZeroU32>, usual| Duration::from_secs(given.map_or(usual, |number| number.get().into()));
    Ok(server::Settings {
        connections: usize::try_from(connections)?,
        per_address: usize::try_from(per_address)?,
        first_request: seconds(limits.first_request_seconds, 10),
        idle: seconds(limits.idle_seconds, 60),
        body_bytes_per_second: limits.body_bytes_per_second.map_or(1024, NonZeroU32::get),
        hsts,
    })
}

fn pool(file: &DatabaseFile) -> anyhow::Result<store::Pool> {
    let usual = store::Pool::default();
    if file.connections.is_some_and(|number| number.get() > MOST_POSTGRES_CONNECTIONS) {
        bail!("database.connections must be at most {MOST_POSTGRES_CONNECTIONS}");
    }
    let number = |given: Option<NonZeroU32>, usual| given.map_or(usual, |number| number.get() as usize);
    Ok(store::Pool {
        postgres_connections: number(file.connections, usual.postgres_connections),
        sqlite_readers: number(file.sqlite_readers, usual.sqlite_readers),
        timeout: file.timeout_seconds.map_or(usual.timeout, |number| Duration::from_secs(number.get().into())),
        ..usual
    })
}

/// The number of files this process may open once the limit is raised.
fn open_files() -> u64 {
    getrlimit(Resource::Nofile).maximum.unwrap_or(u64::from(u32::MAX))
}

/// Raises the limit of open files to the allowed maximum.
pub fn raise_open_files() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })
    {
        tracing::warn!(%error, "failed to raise the limit of open files");
    }
}
