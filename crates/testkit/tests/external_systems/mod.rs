//! Mail, SMS, directories, identity providers and the malware scanner: real servers that the tests start, on loopback.

mod directory;
mod directory_limits;
mod drives;
mod log_capture;
mod mail;
mod malware;
mod masking;
mod masking_corpus;
mod provider;
pub mod rule_workbench;
mod sms;
mod storage;
mod verification;
mod webhooks;

use std::sync::Arc;

use integrations::mail_and_sms::MailAndSms;
use integrations::smtp::Smtp;
use ports::Messenger;
use testkit::TestApp;
use testkit::servers::{Gateway, outbound};

/// Mail through the entity's server, SMS through this gateway.
pub(crate) fn messenger(authority: &str, gateway: &Gateway) -> Arc<dyn Messenger> {
    let sms = Some(sms::gateway(sms::call(gateway.port, "/send")));
    Arc::new(MailAndSms { mail: Smtp::new(outbound(&["mail.test"], authority)), sms })
}

/// Sets the mail server of NGB.
pub(crate) async fn use_mail_server(app: &TestApp, port: u16) {
    mail::use_server(app, port, "None").await;
}
