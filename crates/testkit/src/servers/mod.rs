//! Real servers that tests start themselves, on loopback, in folders of their own.

mod certificates;
mod clamd;
mod directory;
mod gateway;
mod mail;
mod outbound;
mod provider;
mod sink;
mod storage;

use std::process::Command;

pub use certificates::Certificates;
pub use clamd::{Clamd, MALWARE};
pub use directory::DirectoryServer;
pub use gateway::{Gateway, Received};
pub use mail::{Mail, MailServer, PASSWORD as MAIL_PASSWORD, USER as MAIL_USER};
pub use outbound::{outbound, outbound_by, outbound_rules};
pub use provider::{CLIENT, Grant, Provider, SECRET, Signed, form_fields};
pub use sink::MailSink;
pub use storage::{DRIVE_PASSWORD, DRIVE_USER, S3Server, WebDavServer, program};

/// A child that ends when the thread that started it ends.
fn bound_to_us(program: &str) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", program]);
    command
}
