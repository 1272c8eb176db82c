//! `[outbound]`, `[sms_gateway]` and `[sso]` of docz.toml: the external hosts the product may call, and how.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use app::identity::SignOn;
use integrations::https::Https;
use integrations::ldap::Ldap;
use integrations::mail_and_sms::MailAndSms;
use integrations::oidc::OpenId;
use integrations::outbound::{Outbound, OutboundRules, SystemResolver};
use integrations::sms_gateway::{GatewayCall, SmsGateway};
use integrations::smtp::Smtp;
use serde::Deserialize;

use crate::config::web_address;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OutboundFile {
    /// `host`, `host:port`, `*.domain`
    pub allow: Vec<String>,
    /// Private networks these hosts may be in: `10.20.0.0/16`
    pub networks: Vec<String>,
    /// PEM certificates to trust besides the system's.
    pub ca_file: Option<PathBuf>,
}

/// No `Debug`: the headers may hold a secret.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmsGatewayFile {
    pub url: String,
    #[serde(default = "post")]
    pub method: String,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    #[serde(default)]
    pub body: String,
    #[serde(default = "done")]
    pub success: Vec<u16>,
    /// Where the gateway's id of a message is in its answer: `/messages/0/id`
    pub id_pointer: Option<String>,
    /// How an error with a good status is recognised.
    pub error_text: Option<String>,
    pub error_pointer: Option<String>,
    pub secret_env: Option<String>,
    pub secret_file: Option<PathBuf>,
}

fn post() -> String {
    "POST".to_owned()
}

fn done() -> Vec<u16> {
    vec![200, 201, 202, 204]
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SsoFile {
    /// `NGB/ADMIN`: may use a password even where only SSO is accepted.
    pub emergency_users: Vec<String>,
}

/// The three sections of the file.
#[derive(Clone, Default)]
pub struct OutboundSettings {
    pub outbound: OutboundFile,
    pub sms_gateway: Option<SmsGatewayFile>,
    pub sso: SsoFile,
}

impl std::fmt::Debug for OutboundSettings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("OutboundSettings")
            .field("outbound", &self.outbound)
            .field("sso", &self.sso)
            .finish_non_exhaustive()
    }
}

impl OutboundSettings {
    /// Reports mistakes that would otherwise appear with the first message.
    pub fn checked(self) -> anyhow::Result<OutboundSettings> {
        let is_host = |rule: &str| {
            let name = rule
                .rsplit_once(':')
                .map_or(rule, |(name, port)| if port.parse::<u16>().is_ok_and(|port| port > 0) { name } else { "" });
            let name = name.strip_prefix("*.").unwrap_or(name);
            !name.is_empty() && !name.contains(['/', '*', '@']) && !name.contains(char::is_whitespace)
        };
        if let Some(rule) = self.outbound.allow.iter().find(|rule| !is_host(rule)) {
            bail!("outbound.allow: \"{rule}\" must be like smtp.acme.example, smtp.acme.example:587 or *.acme.example");
        }
        if let Some(gateway) = &self.sms_gateway {
            let filled = ["to", "text", "secret"]
                .iter()
                .fold(gateway.url.clone(), |url, name| url.replace(&format!("{{{{{name}}}}}"), "x"));
            if web_address(&filled).is_none() {
                bail!("sms_gateway.url must be an http or https address with a host");
            }
            if gateway.success.is_empty() || !gateway.success.iter().all(|status| (100..600).contains(status)) {
                bail!("sms_gateway.success must name statuses between 100 and 599");
            }
        }
        Ok(self)
    }

    /// The outbound connector. Relative paths start at the data folder.
    pub fn connector(&self, data: &Path) -> anyhow::Result<Arc<Outbound>> {
        let mut hosts = self.outbound.allow.clone();
        // A configured gateway is allowed implicitly.
        hosts.extend(self.sms_gateway.as_ref().and_then(|gateway| host_of(&gateway.url)));
        self.connector_to(hosts, data)
    }

    /// A connector to these hosts only.
    pub fn connector_to(&self, hosts: Vec<String>, data: &Path) -> anyhow::Result<Arc<Outbound>> {
        let networks = self.outbound.networks.iter().map(|text| text.parse().map_err(|error: String| anyhow!(error)));
        let networks = networks.collect::<anyhow::Result<_>>().context("outbound.networks cannot be used")?;
        let certificates = match &self.outbound.ca_file {
            Some(path) => std::fs::read(data.join(path)).context("outbound.ca_file cannot be read")?,
            None => Vec::new(),
        };
        let rules = OutboundRules { hosts, networks, certificates };
        let outbound = Outbound::new(rules, Box::new(SystemResolver)).map_err(|error| anyhow!(error));
        Ok(Arc::new(outbound.context("outbound.ca_file cannot be used")?))
    }

    pub fn messenger(&self, connector: &Arc<Outbound>, data: &Path) -> anyhow::Result<MailAndSms> {
        let sms = match &self.sms_gateway {
            Some(file) => {
                let call = GatewayCall {
                    url: file.url.clone(),
                    method: file.method.clone(),
                    headers: file.headers.clone(),
                    body: file.body.clone(),
                    success: file.success.clone(),
                    id_pointer: file.id_pointer.clone(),
                    error_text: file.error_text.clone(),
                    error_pointer: file.error_pointer.clone(),
                    secret: secret("sms_gateway", &file.secret_env, &file.secret_file, data)?,
                };
                let gateway = SmsGateway::new(Https::new(connector.clone()), call);
                Some(gateway.map_err(|error| anyhow!(error)).context("sms_gateway cannot be used")?)
            }
            None => None,
        };
        Ok(MailAndSms { mail: Smtp::new(connector.clone()), sms })
    }

    pub fn sign_on(&self, connector: &Arc<Outbound>) -> anyhow::Result<SignOn> {
        let read = |text: &String| match text.split_once('/') {
            Some((entity, user)) => Ok((entity.to_owned(), user.to_owned())),
            None => bail!("sso.emergency_users: {text} must be entity/user"),
        };
        Ok(SignOn {
            directory: Arc::new(Ldap::new(connector.clone())),
            provider: Arc::new(OpenId::new(Https::new(connector.clone()))),
            emergency_users: self.sso.emergency_users.iter().map(read).collect::<anyhow::Result<_>>()?,
        })
    }
}

/// From the environment or a file; never in docz.toml itself.
pub(crate) fn secret(
    section: &str,
    env: &Option<String>,
    file: &Option<PathBuf>,
    data: &Path,
) -> anyhow::Result<Option<String>> {
    match (env, file) {
        (Some(_), Some(_)) => bail!("{section}: secret_env or secret_file, not both"),
        (Some(name), None) => {
            let value = std::env::var(name).ok().filter(|value| !value.is_empty());
            Ok(Some(value.with_context(|| format!("{section}.secret_env: {name} is not set"))?))
        }
        (None, Some(path)) => {
            let text = std::fs::read_to_string(data.join(path))
                .with_context(|| format!("{section}.secret_file cannot be read"))?;
            Ok(Some(text.trim().to_owned()))
        }
        (None, None) => Ok(None),
    }
}

/// `host:port` of an address.
pub(crate) fn host_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let usual = if scheme == "http" { 80 } else { 443 };
    let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    Some(if has_port { authority.to_owned() } else { format!("{authority}:{usual}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gateway_host_is_taken_from_its_url() {
        assert_eq!(host_of("https://sms.example/send?x").as_deref(), Some("sms.example:443"));
        assert_eq!(host_of("http://127.0.0.1:9/send").as_deref(), Some("127.0.0.1:9"));
        assert_eq!(host_of("nonsense"), None);
    }

    #[test]
    fn a_secret_comes_from_a_file_or_the_environment_and_must_exist() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("sms.secret"), "canary\n").unwrap();
        let text = "url = 'https://sms.example/'\nsecret_file = 'sms.secret'";
        let file: SmsGatewayFile = toml::from_str(text).unwrap();
        let read = |file: &SmsGatewayFile| secret("sms_gateway", &file.secret_env, &file.secret_file, folder.path());
        assert_eq!(read(&file).unwrap().as_deref(), Some("canary"));
        assert_eq!((file.method.as_str(), file.success.len()), ("POST", 4));
        let unset = SmsGatewayFile { secret_file: None, secret_env: Some("DOCZ_TEST_UNSET".into()), ..file.clone() };
        assert!(read(&unset).unwrap_err().to_string().contains("DOCZ_TEST_UNSET"));
        let both = SmsGatewayFile { secret_env: Some("X".into()), ..file };
        assert!(read(&both).is_err());
    }

    #[test]
    fn mistakes_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let wrong = |outbound: OutboundFile| {
            let settings = OutboundSettings { outbound, ..OutboundSettings::default() };
            format!("{:#}", settings.connector(folder.path()).err().unwrap())
        };
        assert!(
            wrong(OutboundFile { networks: vec!["ten".into()], ..Default::default() }).contains("outbound.networks")
        );
        let missing = OutboundFile { ca_file: Some("none.pem".into()), ..Default::default() };
        assert!(wrong(missing).contains("outbound.ca_file"));
        let sso = SsoFile { emergency_users: vec!["ADMIN".into()] };
        let settings = OutboundSettings { sso, ..OutboundSettings::default() };
        let connector = settings.connector(folder.path()).unwrap();
        assert!(settings.sign_on(&connector).err().unwrap().to_string().contains("entity/user"));
    }
}
