//! Configuration: `docz.toml` in the data folder, then `DOCZ_*` in the environment, then flags.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::cli::Place;
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
    pub login_per_minute: Option<u32>,
    pub public_per_minute: Option<u32>,
    pub sessions_at_once: Option<u32>,
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
    pub rates: api::Rates,
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
        let usual = api::Rates::default();
        // A newcomer and the browser journeys log in over and over from one machine.
        let usual = if demo { api::Rates { login: 600, public: 6000 } } else { usual };
        let listen = listen.or(file.listen).unwrap_or_else(|| LISTEN.to_owned());
        Ok(Config {
            origin: file.origin.unwrap_or_else(|| format!("http://{listen}")),
            listen,
            database_url: place.database_url.or(file.database_url),
            files_url: place.files_url.or(file.files_url),
            root_key_file: place.root_key_file.or(file.root_key_file).unwrap_or_else(|| place.data.join("root.key")),
            rates: api::Rates {
                login: file.login_per_minute.unwrap_or(usual.login),
                public: file.public_per_minute.unwrap_or(usual.public),
            },
            // Of the demo's few users, many people and journeys log in at once.
            sessions_at_once: file.sessions_at_once.unwrap_or(if demo { 100 } else { SESSIONS_AT_ONCE }),
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
    let config: tokio_postgres::Config = url.parse().context("the database url cannot be read")?;
    let mut variables = Vec::new();
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
