//! `[outbound]`, `[sms_gateway]` and `[sso]` of docz.toml: the external hosts the product may call, and how.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail, ensure};
use app::identity::SignOn;
use domain::message_template::other_than;
use integrations::https::Https;
use integrations::ldap::Ldap;
use integrations::mail_and_sms::MailAndSms;
use integrations::oidc::OpenId;
use integrations::outbound::{AllowList, Outbound, OutboundRules, SystemResolver, TargetKind};
use integrations::sms_gateway::{GatewayCall, HEADER_PLACEHOLDERS, PLACEHOLDERS, SmsGateway};
use integrations::smtp::Smtp;
use serde::Deserialize;

use crate::values::{host_of, secret, web_address};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OutboundFile {
    /// `host`, `host:port`, `*.domain`
    pub allow: Vec<String>,
    /// Private networks these hosts may be in: `10.20.0.0/16`
    pub networks: Vec<String>,
    /// By `IN/NGB`: hosts and networks that only this entity may reach.
    pub entities: BTreeMap<String, AllowFile>,
    /// What may be reached without encryption inside private networks.
    pub clear_text: Vec<ClearText>,
    /// PEM certificates to trust besides the system's.
    pub ca_file: Option<PathBuf>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AllowFile {
    pub allow: Vec<String>,
    pub networks: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClearText {
    Ldap,
    Drives,
}

impl OutboundFile {
    /// The lists with the names of their keys: that of all entities, and those of one.
    fn lists(&self) -> Vec<(String, &[String], &[String])> {
        let mut lists = vec![("outbound".to_owned(), &self.allow[..], &self.networks[..])];
        lists.extend(
            self.entities.iter().map(|(entity, list)| (section_of(entity), &list.allow[..], &list.networks[..])),
        );
        lists
    }

    fn check(&self) -> anyhow::Result<()> {
        for entity in self.entities.keys() {
            let is_place =
                entity.split_once('/').is_some_and(|(country, code)| !country.is_empty() && !code.is_empty());
            ensure!(is_place, "{} must be country/entity, like \"IN/ACME\"", section_of(entity));
        }
        for (key, hosts, networks) in self.lists() {
            if let Some(rule) = hosts.iter().find(|rule| !is_host(rule)) {
                bail!(
                    "{key}.allow: \"{rule}\" must be like smtp.acme.example, smtp.acme.example:587 or *.acme.example"
                );
            }
            allow_list(&key, hosts, networks)?;
        }
        Ok(())
    }

    fn rules(&self, own_hosts: Vec<String>, certificates: Vec<u8>) -> anyhow::Result<OutboundRules> {
        let of_entity = |(entity, list): (&String, &AllowFile)| {
            Ok((entity.clone(), allow_list(&section_of(entity), &list.allow, &list.networks)?))
        };
        let kind = |one: &ClearText| match one {
            ClearText::Ldap => TargetKind::Directory,
            ClearText::Drives => TargetKind::Drive,
        };
        Ok(OutboundRules {
            everyone: allow_list("outbound", &self.allow, &self.networks)?,
            entities: self.entities.iter().map(of_entity).collect::<anyhow::Result<_>>()?,
            own_hosts,
            clear_text: self.clear_text.iter().map(kind).collect(),
            certificates,
        })
    }

    /// What may be reached, for the operator.
    pub fn describe(&self) -> Vec<String> {
        let own = self.entities.values().map(|list| list.allow.len()).sum::<usize>();
        let mut lines = vec![match self.allow.len() + own {
            0 => "closed        no outbound hosts: mail, directories and identity providers are not reached".to_owned(),
            hosts => format!("ok            {hosts} outbound hosts"),
        }];
        lines.extend(self.entities.iter().map(|(entity, list)| {
            let all = [&list.allow[..], &list.networks[..]].concat().join(", ");
            format!("ok            outbound, {entity} only: {all}")
        }));
        lines.extend(self.clear_text.iter().map(|one| {
            let what = if *one == ClearText::Ldap { "directories" } else { "drives" };
            format!("WARN          outbound.clear_text: {what} may be reached without encryption")
        }));
        lines
    }
}

fn section_of(entity: &str) -> String {
    format!("outbound.entities.\"{entity}\"")
}

fn is_host(rule: &str) -> bool {
    let name = rule
        .rsplit_once(':')
        .map_or(rule, |(name, port)| if port.parse::<u16>().is_ok_and(|port| port > 0) { name } else { "" });
    let name = name.strip_prefix("*.").unwrap_or(name);
    !name.is_empty() && !name.contains(['/', '*', '@']) && !name.contains(char::is_whitespace)
}

fn allow_list(key: &str, hosts: &[String], networks: &[String]) -> anyhow::Result<AllowList> {
    let networks = networks.iter().map(|text| text.parse().map_err(|error: String| anyhow!(error)));
    let networks = networks.collect::<anyhow::Result<_>>().with_context(|| format!("{key}.networks cannot be used"))?;
    Ok(AllowList { hosts: hosts.to_vec(), networks })
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
        self.outbound.check()?;
        if let Some(gateway) = &self.sms_gateway {
            check_placeholders(gateway)?;
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
        // A configured gateway is allowed implicitly.
        self.connector_to(self.sms_gateway.as_ref().and_then(|gateway| host_of(&gateway.url)), data)
    }

    /// A connector that also reaches a host of the operator's own.
    pub fn connector_to(&self, own_host: Option<String>, data: &Path) -> anyhow::Result<Arc<Outbound>> {
        let certificates = match &self.outbound.ca_file {
            Some(path) => std::fs::read(data.join(path)).context("outbound.ca_file cannot be read")?,
            None => Vec::new(),
        };
        let rules = self.outbound.rules(own_host.into_iter().collect(), certificates)?;
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

/// Every placeholder must be one that is filled in.
fn check_placeholders(gateway: &SmsGatewayFile) -> anyhow::Result<()> {
    let url_and_body = [("url".to_owned(), &gateway.url), ("body".to_owned(), &gateway.body)];
    let url_and_body = url_and_body.into_iter().map(|(key, text)| (key, text, PLACEHOLDERS));
    let headers = gateway.headers.iter().map(|(name, text)| (format!("headers.{name}"), text, HEADER_PLACEHOLDERS));
    for (key, text, known) in url_and_body.chain(headers) {
        if let Some(name) = other_than(text, known) {
            let known: Vec<String> = known.iter().map(|name| format!("{{{{{name}}}}}")).collect();
            bail!("sms_gateway.{key}: {{{{{name}}}}} is unknown; known are {}", known.join(", "));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
