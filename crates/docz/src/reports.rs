//! `[bounces]` and `[sms]` of docz.toml: how mail servers and the SMS gateway report deliveries.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use app::ReportSettings;
use domain::format::is_email;
use domain::secret::Secret;
use serde::Deserialize;

use crate::values::secret;

const MIN_SECRET: usize = 16;

/// No `Debug`: it may hold a secret.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BouncesFile {
    /// `bounce@docs.northgate.example`; mails go out from `bounce+<token>@docs.northgate.example`.
    pub address: Option<String>,
    pub secret: Option<String>,
    pub secret_env: Option<String>,
    pub secret_file: Option<PathBuf>,
}

/// No `Debug`: it may hold a secret.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SmsReportsFile {
    pub report_secret: Option<String>,
    pub report_secret_env: Option<String>,
    pub report_secret_file: Option<PathBuf>,
    /// Where a report has the message's id and state: `/id`
    pub id: String,
    pub state: String,
    pub delivered: Vec<String>,
    pub failed: Vec<String>,
}

impl Default for SmsReportsFile {
    fn default() -> SmsReportsFile {
        let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect();
        SmsReportsFile {
            report_secret: None,
            report_secret_env: None,
            report_secret_file: None,
            id: "/id".to_owned(),
            state: "/status".to_owned(),
            delivered: texts(&["DELIVRD", "delivered"]),
            failed: texts(&["UNDELIV", "undelivered", "REJECTD", "rejected", "EXPIRED", "failed"]),
        }
    }
}

pub fn settings(bounces: &BouncesFile, sms: &SmsReportsFile, data: &Path) -> anyhow::Result<ReportSettings> {
    if let Some(address) = bounces.address.as_deref().filter(|address| !is_email(address) || address.contains('+')) {
        bail!("bounces.address must be like bounce@docs.acme.example; it is \"{address}\"");
    }
    for (name, pointer) in [("id", &sms.id), ("state", &sms.state)] {
        ensure!(pointer.starts_with('/'), "sms.{name} must begin with /, like /message/id; it is \"{pointer}\"");
    }
    let read = |name: &str, own: &Option<String>, env: &Option<String>, file: &Option<PathBuf>| {
        let found = match own {
            Some(own) => Some(own.clone()),
            None => secret(name, env, file, data)?,
        };
        let is_short = found.as_ref().is_some_and(|text| text.len() < MIN_SECRET);
        ensure!(!is_short, "{name} must have at least {MIN_SECRET} characters");
        Ok(found.map(Secret::new))
    };
    Ok(ReportSettings {
        bounce_secret: read("bounces.secret", &bounces.secret, &bounces.secret_env, &bounces.secret_file)?,
        bounce_address: bounces.address.clone(),
        sms_secret: read("sms.report_secret", &sms.report_secret, &sms.report_secret_env, &sms.report_secret_file)?,
        sms_id: sms.id.clone(),
        sms_state: sms.state.clone(),
        sms_delivered: sms.delivered.clone(),
        sms_failed: sms.failed.clone(),
    })
}
