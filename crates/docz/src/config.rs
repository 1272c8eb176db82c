//! Configuration: `docz.toml` in the data folder, then `DOCZ_*` in the environment, then flags.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::cli::Place;
use crate::network::{DatabaseFile, LimitsFile, MetricsFile, Network, NetworkFile};
use crate::outside::{OutboundFile, Outside, SmsGatewayFile, SsoFile};

/// The file. A key that is not known is an error that names it.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub listen: Option<String>,
    pub database_url: Option<String>,
    pub files_url: Option<String>,
    pub root_key_file: Option<PathBuf>,
    pub captcha: Option<bool>,
    pub login_per_minute: Option<NonZeroU32>,
    pub public_per_minute: Option<NonZeroU32>,
    pub sessions_at_once: Option<NonZeroU32>,
    /// Machines in front of us whose `X-Forwarded-For` is believed: `["10.0.0.0/8"]`
    #[serde(default)]
    pub trusted_proxies: Vec<String>,
    /// Where links in messages lead: `https://docs.northgate.example`
    pub origin: Option<String>,
    /// `"docs.northgate.example" = "IN/NGB"`
    #[serde(default)]
    pub domains: BTreeMap<String, String>,
    #[serde(default)]
    pub outbound: OutboundFile,
    pub sms_gateway: Option<SmsGatewayFile>,
    #[serde(default)]
    pub sso: SsoFile,
    #[serde(default)]
    pub limits: LimitsFile,
    #[serde(default)]
    pub database: DatabaseFile,
    #[serde(default)]
    pub metrics: MetricsFile,
    /// Browsers come back by HTTPS only; needs an https origin.
    #[serde(default)]
    pub hsts: bool,
    /// Opens `/api/docs` without --demo, or closes it with it.
    pub api_docs: Option<bool>,
}

impl File {
    pub fn read(data: &Path) -> anyhow::Result<File> {
        let path = data.join("docz.toml");
        match std::fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).with_context(|| format!("{} cannot be used", path.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(File::default()),
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
        }
    }
}

/// What is in force.
#[derive(Debug)]
pub struct Config {
    pub data: PathBuf,
    pub listen: String,
    pub database_url: Option<String>,
    pub files_url: Option<String>,
    pub root_key_file: PathBuf,
    pub captcha: bool,
    pub demo: bool,
    pub origin: String,
    pub domains: Vec<(String, String, String)>,
    pub network: Network,
    pub proxies: api::Proxies,
    pub sessions_at_once: u32,
    pub outside: Outside,
}

const SESSIONS_AT_ONCE: u32 = 3;
pub const LISTEN: &str = "127.0.0.1:8080";

impl Config {
    pub fn of(place: Place) -> anyhow::Result<Config> {
        Config::for_serving(place, None, false, None)
    }

    pub fn for_serving(
        place: Place,
        listen: Option<String>,
        demo: bool,
        captcha: Option<String>,
    ) -> anyhow::Result<Config> {
        let file = File::read(&place.data)?;
        let captcha = captcha.map(|text| text == "on").or(file.captcha).unwrap_or(true);
        if !captcha && !demo {
            bail!("the captcha can be switched off with --demo only");
        }
        let listen = listen.or(file.listen).unwrap_or_else(|| LISTEN.to_owned());
        let origin = file.origin.unwrap_or_else(|| format!("http://{listen}"));
        let network = NetworkFile {
            login_per_minute: file.login_per_minute,
            public_per_minute: file.public_per_minute,
            limits: file.limits,
            database: file.database,
            metrics: file.metrics,
            hsts: file.hsts,
            api_docs: file.api_docs,
        };
        Ok(Config {
            network: Network::of(network, demo, &origin)?,
            origin,
            listen,
            database_url: place.database_url.or(file.database_url),
            files_url: place.files_url.or(file.files_url),
            root_key_file: place.root_key_file.or(file.root_key_file).unwrap_or_else(|| place.data.join("root.key")),
            // Of the demo's few users, many people and journeys log in at once.
            sessions_at_once: file.sessions_at_once.map_or(if demo { 100 } else { SESSIONS_AT_ONCE }, NonZeroU32::get),
            proxies: api::Proxies::parse(&file.trusted_proxies)
                .map_err(anyhow::Error::msg)
                .context("trusted_proxies")?,
            domains: domains(file.domains)?,
            outside: Outside { outbound: file.outbound, sms_gateway: file.sms_gateway, sso: file.sso },
            data: place.data,
            captcha,
            demo,
        })
    }

    pub fn database_file(&self) -> PathBuf {
        self.data.join("docz.sqlite")
    }

    /// `files_url` as a folder: a path, or `file:///…`; without it, one in the data folder.
    pub fn files_folder(&self) -> anyhow::Result<PathBuf> {
        match self.files_url.as_deref().map(|url| (url, url.split_once("://"))) {
            None => Ok(self.data.join("files")),
            Some((path, None)) => Ok(PathBuf::from(path)),
            Some((_, Some(("file", path)))) if path.starts_with('/') => Ok(PathBuf::from(path)),
            Some(_) => bail!("files_url must be a path or file:///…; other stores are not known"),
        }
    }
}

fn domains(entries: BTreeMap<String, String>) -> anyhow::Result<Vec<(String, String, String)>> {
    let read = |(host, place): (String, String)| {
        let (country, entity) =
            place.split_once('/').with_context(|| format!("domains.{host} must be country/entity"))?;
        Ok((host.to_ascii_lowercase(), country.to_owned(), entity.to_owned()))
    };
    entries.into_iter().map(read).collect()
}

/// A PostgreSQL url as the variables that its own programs read.
pub fn postgres_environment(url: &str) -> anyhow::Result<Vec<(&'static str, String)>> {
    let config = store::read_postgres_url(url, Duration::from_secs(10))?;
    let mode = match config.get_ssl_mode() {
        tokio_postgres::config::SslMode::Disable => "disable",
        tokio_postgres::config::SslMode::Require => "require",
        _ => "prefer",
    };
    let mut variables = vec![("PGSSLMODE", mode.to_owned())];
    if let Some(host) = config.get_hosts().first() {
        variables.push((
            "PGHOST",
            match host {
                tokio_postgres::config::Host::Tcp(name) => name.clone(),
                tokio_postgres::config::Host::Unix(path) => path.display().to_string(),
            },
        ));
    }
    if let Some(port) = config.get_ports().first() {
        variables.push(("PGPORT", port.to_string()));
    }
    let texts = [("PGUSER", config.get_user()), ("PGDATABASE", config.get_dbname())];
    variables.extend(texts.into_iter().filter_map(|(name, value)| Some((name, value?.to_owned()))));
    if let Some(password) = config.get_password() {
        variables.push(("PGPASSWORD", String::from_utf8_lossy(password).into_owned()));
    }
    Ok(variables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_lie_in_the_data_folder_or_where_they_are_said_to() {
        let folder = |url: Option<&str>| {
            let place = Place {
                data: "no-such-data".into(),
                database_url: None,
                files_url: url.map(str::to_owned),
                root_key_file: None,
            };
            Config::of(place).unwrap().files_folder().ok()
        };
        assert_eq!(folder(None), Some("no-such-data/files".into()));
        assert_eq!(folder(Some("/srv/documents")), Some("/srv/documents".into()));
        assert_eq!(folder(Some("file:///srv/documents")), Some("/srv/documents".into()));
        for unknown in ["s3://bucket", "file://host/srv", "https://x"] {
            assert_eq!(folder(Some(unknown)), None, "{unknown}");
        }
    }
}
