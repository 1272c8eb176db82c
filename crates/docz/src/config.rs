//! Configuration: `docz.toml` in the data folder, then `DOCZ_*` in the environment, then flags.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use integrations::text_reader::TextTools;
use serde::Deserialize;

use crate::files::FilesFile;
use crate::locations::Locations;
use crate::network::{DatabaseFile, LimitsFile, MetricsFile, Network, NetworkFile};
use crate::outbound::{OutboundFile, OutboundSettings, SmsGatewayFile, SsoFile};
use crate::reports::{BouncesFile, SmsReportsFile};
use crate::tls::TlsFile;
use crate::values::web_address;

/// The file. An unknown key is an error that names it.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub listen: Option<String>,
    pub database_url: Option<String>,
    pub files_url: Option<String>,
    #[serde(default)]
    pub files: FilesFile,
    pub root_key_file: Option<PathBuf>,
    pub captcha: Option<bool>,
    pub login_per_minute: Option<NonZeroU32>,
    pub public_per_minute: Option<NonZeroU32>,
    pub sessions_at_once: Option<NonZeroU32>,
    pub tls: Option<TlsFile>,
    /// Trusted proxies, whose `X-Forwarded-For` is used: `["10.0.0.0/8"]`
    #[serde(default)]
    pub trusted_proxies: Vec<String>,
    /// The base of links in messages: `https://docs.northgate.example`
    pub origin: Option<String>,
    /// `"docs.northgate.example" = "IN/NGB"`
    #[serde(default)]
    pub domains: BTreeMap<String, String>,
    #[serde(default)]
    pub outbound: OutboundFile,
    pub sms_gateway: Option<SmsGatewayFile>,
    #[serde(default)]
    pub bounces: BouncesFile,
    #[serde(default)]
    pub sms: SmsReportsFile,
    #[serde(default)]
    pub sso: SsoFile,
    #[serde(default)]
    pub verification: VerificationFile,
    #[serde(default)]
    pub scan: ScanFile,
    #[serde(default)]
    pub limits: LimitsFile,
    #[serde(default)]
    pub database: DatabaseFile,
    #[serde(default)]
    pub metrics: MetricsFile,
    /// Browsers return over HTTPS only: by default with an https origin.
    pub hsts: Option<bool>,
    /// Opens `/api/docs` without --demo, or closes it in a demo.
    pub api_docs: Option<bool>,
}

/// `[verification]`: the programs that read documents, and how many seconds one call may take.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VerificationFile {
    pub pdftotext: Option<PathBuf>,
    pub tesseract: Option<PathBuf>,
    pub seconds: Option<NonZeroU32>,
}

impl VerificationFile {
    fn tools(self) -> TextTools {
        let usual = TextTools::default();
        TextTools {
            pdftotext: self.pdftotext.unwrap_or(usual.pdftotext),
            tesseract: self.tesseract.unwrap_or(usual.tesseract),
            time_limit: self.seconds.map_or(usual.time_limit, |seconds| Duration::from_secs(seconds.get().into())),
            confine: None,
        }
    }
}

/// `[scan]`: the scanner for malware.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ScanFile {
    /// Where clamd listens: `127.0.0.1:3310` or `/run/clamav/clamd.ctl`
    pub clamd: Option<String>,
}

impl File {
    pub fn read(data: &Path) -> anyhow::Result<File> {
        let path = data.join("docz.toml");
        match std::fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).map_err(|error| {
                anyhow::anyhow!("{} cannot be used: {}", path.display(), without_values(&text, &error))
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(File::default()),
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
        }
    }
}

/// What is wrong with the file, with the number, section and name of the line. The value may be a secret and is not
/// repeated.
fn without_values(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let number = before.split('\n').count();
    let line = text.split('\n').nth(number - 1).unwrap_or_default();
    let name = line.split_once('=').map_or("", |(name, _)| name.trim());
    let sections = text.split('\n').take(number).map(str::trim).filter(|line| line.starts_with('['));
    let section = sections.last().and_then(|line| line.trim_matches('[').split(']').next()).unwrap_or_default();
    let place =
        if section.is_empty() || name.is_empty() { format!("{section}{name}") } else { format!("{section}.{name}") };
    let message = error.message();
    let reason = match message.split_once("expected") {
        Some((found, expected)) if found.starts_with("invalid") => format!("expected{expected}"),
        _ => message.to_owned(),
    };
    format!("line {number}, {place}: {reason}")
}

/// The effective configuration.
#[derive(Debug)]
pub struct Config {
    pub data: PathBuf,
    pub listen: String,
    pub tls: Option<TlsFile>,
    pub database_url: Option<String>,
    pub files_url: Option<String>,
    pub files: FilesFile,
    pub root_key_file: PathBuf,
    pub captcha: bool,
    pub demo: bool,
    /// The operator says that a new database is meant.
    pub is_new_installation: bool,
    /// A backup is being restored.
    pub is_restoring: bool,
    pub origin: String,
    pub domains: Vec<(String, String, String)>,
    pub network: Network,
    pub proxies: api::Proxies,
    pub sessions_at_once: u32,
    pub outbound: OutboundSettings,
    pub reports: app::ReportSettings,
    pub text_tools: TextTools,
    /// The address of clamd.
    pub clamd: Option<String>,
}

const SESSIONS_AT_ONCE: u32 = 3;
pub const LISTEN: &str = "127.0.0.1:8080";

impl Config {
    pub fn of(place: Locations) -> anyhow::Result<Config> {
        Config::for_serving(place, None, false, None)
    }

    pub fn for_serving(
        place: Locations,
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
        let origin = match &file.origin {
            Some(text) => origin(text)?,
            None if file.tls.is_some() => format!("https://{listen}"),
            None => format!("http://{listen}"),
        };
        if file.tls.is_some() && !origin.starts_with("https://") {
            bail!("[tls] needs an origin that begins with https://; it is \"{origin}\"");
        }
        let network = NetworkFile {
            login_per_minute: file.login_per_minute,
            public_per_minute: file.public_per_minute,
            limits: file.limits,
            database: file.database,
            metrics: file.metrics,
            hsts: file.hsts,
            api_docs: file.api_docs,
        };
        let config = Config {
            network: Network::of(network, demo, &origin)?,
            origin,
            listen,
            tls: file.tls.map(|tls| tls.in_folder(&place.data)),
            database_url: place.database_url.or(file.database_url),
            files_url: place.files_url.or(file.files_url),
            files: file.files.checked()?,
            root_key_file: place.root_key_file.or(file.root_key_file).unwrap_or_else(|| place.data.join("root.key")),
            // Many people and browser journeys share the demo's few users.
            sessions_at_once: file.sessions_at_once.map_or(if demo { 100 } else { SESSIONS_AT_ONCE }, NonZeroU32::get),
            proxies: api::Proxies::parse(&file.trusted_proxies)
                .map_err(anyhow::Error::msg)
                .context("trusted_proxies")?,
            domains: domains(file.domains)?,
            outbound: OutboundSettings { outbound: file.outbound, sms_gateway: file.sms_gateway, sso: file.sso }
                .checked()?,
            text_tools: file.verification.tools(),
            reports: crate::reports::settings(&file.bounces, &file.sms, &place.data)?,
            clamd: clamd(file.scan.clamd)?,
            data: place.data,
            captcha,
            demo,
            is_new_installation: false,
            is_restoring: false,
        };
        config.files_folder()?;
        if config.database_url.as_deref().is_some_and(|url| url.parse::<tokio_postgres::Config>().is_err()) {
            // Without the cause, which may quote part of the password.
            bail!("database_url cannot be read as the address of a PostgreSQL database");
        }
        Ok(config)
    }

    pub fn database_file(&self) -> PathBuf {
        self.data.join("docz.sqlite")
    }

    /// For messages, without user and password.
    pub fn database_name(&self) -> String {
        let Some(url) = &self.database_url else {
            return format!("the SQLite database {}", self.database_file().display());
        };
        let found = url.parse::<tokio_postgres::Config>().unwrap_or_default();
        let host = match found.get_hosts().first() {
            Some(tokio_postgres::config::Host::Tcp(name)) => format!(" at {name}"),
            Some(tokio_postgres::config::Host::Unix(path)) => format!(" at {}", path.display()),
            None => String::new(),
        };
        format!("the PostgreSQL database {}{host}", found.get_dbname().unwrap_or_default())
    }

    /// `files_url` as a folder: a path or `file:///…`; the default is in the data folder.
    pub fn files_folder(&self) -> anyhow::Result<PathBuf> {
        match self.files_url.as_deref().map(|url| (url, url.split_once("://"))) {
            None => Ok(self.data.join("files")),
            Some((path, None)) => Ok(PathBuf::from(path)),
            Some((_, Some(("file", path)))) if path.starts_with('/') => Ok(PathBuf::from(path)),
            Some(_) => bail!("files_url must be a path or file:///…; an S3 store has its own section [files.s3]"),
        }
    }
}

fn clamd(address: Option<String>) -> anyhow::Result<Option<String>> {
    match address {
        Some(address) if integrations::clamd::ClamdAddress::parse(&address).is_none() => {
            bail!("scan.clamd must be host:port or the path of a socket; it is \"{address}\"")
        }
        address => Ok(address),
    }
}

fn domains(entries: BTreeMap<String, String>) -> anyhow::Result<Vec<(String, String, String)>> {
    let read = |(host, place): (String, String)| {
        let (country, entity) = place
            .split_once('/')
            .filter(|(country, entity)| !country.is_empty() && !entity.is_empty())
            .with_context(|| format!("domains.\"{host}\" must be country/entity"))?;
        if host.is_empty() || host.contains(['/', ':', '@']) || host.contains(char::is_whitespace) {
            bail!("domains.\"{host}\" must be a host name, without a port");
        }
        Ok((host.to_ascii_lowercase(), country.to_owned(), entity.to_owned()))
    };
    entries.into_iter().map(read).collect()
}

/// `https://host` or `https://host:port`, to which paths are appended.
fn origin(text: &str) -> anyhow::Result<String> {
    let text = text.strip_suffix('/').unwrap_or(text);
    match web_address(text) {
        Some(uri) if uri.path() == "/" && uri.query().is_none() && !text.ends_with('/') => Ok(text.to_owned()),
        _ => bail!("origin must be like https://docs.acme.example, without a path; it is \"{text}\""),
    }
}

/// A PostgreSQL URL as the environment variables of its tools.
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
    fn documents_are_in_the_data_folder_unless_configured() {
        let folder = |url: Option<&str>| {
            let place = Locations {
                data: "no-such-data".into(),
                database_url: None,
                files_url: url.map(str::to_owned),
                root_key_file: None,
            };
            Config::of(place).and_then(|config| config.files_folder()).ok()
        };
        assert_eq!(folder(None), Some("no-such-data/files".into()));
        assert_eq!(folder(Some("/srv/documents")), Some("/srv/documents".into()));
        assert_eq!(folder(Some("file:///srv/documents")), Some("/srv/documents".into()));
        for unknown in ["s3://bucket", "file://host/srv", "https://x"] {
            assert_eq!(folder(Some(unknown)), None, "{unknown}");
        }
    }
    fn error_of(toml: &str) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("docz.toml"), toml).unwrap();
        let place = Locations { data: folder.path().into(), database_url: None, files_url: None, root_key_file: None };
        Config::of(place).err().map(|error| format!("{error:#}"))
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        for good in
            ["https://docs.acme.example", "http://127.0.0.1:8080", "https://docs.acme.example/", "http://[::1]:80"]
        {
            assert_eq!(error_of(&format!("origin = \"{good}\"")), None, "{good}");
        }
        for bad in [
            "not a url",
            "docs.acme.example",
            "ftp://docs.acme.example",
            "https://",
            "https://acme.example/docs",
            "https://u@acme.example",
            "https://acme.example?x",
            "https://acme.example#x",
            "https://acme.example:99999",
            "https://acme.example//",
            "javascript:alert(1)",
            "",
        ] {
            assert!(error_of(&format!("origin = \"{bad}\"")).is_some_and(|error| error.contains("origin")), "{bad}");
        }
    }

    #[test]
    fn an_invalid_setting_is_named_in_the_error() {
        let s3 = |lines: &str| format!("[files.s3]\nbucket = \"documents\"\naccess_key = \"docz\"\n{lines}\n");
        let gateway = |line: &str| format!("[sms_gateway]\n{line}\n");
        for (toml, named) in [
            ("login_per_minute = 0".to_owned(), "login_per_minute"),
            ("public_per_minute = 0".to_owned(), "public_per_minute"),
            ("sessions_at_once = 0".to_owned(), "sessions_at_once"),
            ("login_per_minute = -1".to_owned(), "login_per_minute"),
            ("files_url = \"s3://x\"".to_owned(), "files_url"),
            ("[files]\nkind = \"s3\"".to_owned(), "files.s3"),
            ("[files]\nkind = \"tape\"".to_owned(), "line 2, files.kind: "),
            ("\n\n[files.s3]\nendpoint = \"canary\"".to_owned(), "line 3, files.s3: missing field `bucket`"),
            ("[outbound.entities.NGB]\nallow = []".to_owned(), "outbound.entities.\"NGB\" must be country/entity"),
            ("[outbound.entities.\"IN/NGB\"]\nallow = [\"a b\"]".to_owned(), "outbound.entities.\"IN/NGB\".allow"),
            ("[outbound]\nclear_text = [\"mail\"]".to_owned(), "outbound.clear_text"),
            (s3("endpoint = \"s3.acme.example\"\nsecret_env = \"X\""), "files.s3.endpoint"),
            (s3("endpoint = \"https://s3.acme.example\""), "secret_env"),
            ("database_url = \"mysql://canary:canary@x\"".to_owned(), "database_url"),
            ("[domains]\n\"docs.acme.example\" = \"ACME\"".to_owned(), "docs.acme.example"),
            ("[domains]\n\"https://docs.acme.example\" = \"IN/ACME\"".to_owned(), "https://docs.acme.example"),
            ("[outbound]\nallow = [\"https://smtp.acme.example\"]".to_owned(), "outbound.allow"),
            ("[outbound]\nallow = [\"smtp.acme.example:smtp\"]".to_owned(), "outbound.allow"),
            ("[bounces]\naddress = \"bounce\"".to_owned(), "bounces.address"),
            ("[scan]\nclamd = \"clamd.example\"".to_owned(), "scan.clamd"),
            ("[bounces]\nsecret = \"short\"".to_owned(), "bounces.secret"),
            ("[sms]\nreport_secret = \"short\"".to_owned(), "sms.report_secret"),
            ("[sms]\nid = \"messageId\"".to_owned(), "sms.id"),
            (gateway("url = \"nonsense\""), "sms_gateway.url"),
            (gateway("url = \"ftp://sms.example/\""), "sms_gateway.url"),
            (gateway("url = \"https://sms.example/{{to}}\"\nsuccess = [42]"), "sms_gateway.success"),
            (
                gateway("url = \"https://sms.example/{{to}}\"\nbody = \"{{txt}}\""),
                "sms_gateway.body: {{txt}} is unknown; known are {{to}}, {{text}}, {{secret}}",
            ),
            (gateway("url = \"https://sms.example/{{mobile}}\""), "sms_gateway.url: {{mobile}} is unknown"),
            (
                gateway("url = \"https://sms.example/\"\nheaders = { X = \"{{text}}\" }"),
                "sms_gateway.headers.X: {{text}} is unknown; known are {{secret}}",
            ),
        ] {
            let said = error_of(&toml).unwrap_or_default();
            assert!(said.contains(named) && !said.contains("canary"), "{toml}: {said}");
        }
        assert_eq!(
            error_of("[outbound]\nallow = [\"a.example\", \"a.example:25\", \"*.a.example\", \"127.0.0.1:9\"]"),
            None
        );
        assert_eq!(error_of(&gateway("url = \"https://sms.example/{{to}}?text={{text}}\"")), None);
    }
}
