use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use super::{Certificates, bound_to_us};

/// A mail that the server received.
#[derive(Debug, Clone)]
pub struct Mail {
    pub from: String,
    pub to: Vec<String>,
    /// Headers and text, as they came over the wire.
    pub data: String,
    pub secure: bool,
    pub authenticated: bool,
}

/// aiosmtpd on three ports: open, STARTTLS with a login, TLS with a login.
pub struct MailServer {
    pub plain: u16,
    pub starttls: u16,
    pub tls: u16,
    mails: Mutex<Receiver<Mail>>,
    stop: std::process::Child,
}

pub const USER: &str = "docz";
pub const PASSWORD: &str = "mail canary password";

impl MailServer {
    pub fn start(certificates: &Certificates) -> MailServer {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/servers/mail.py");
        let mut child = bound_to_us("/usr/bin/python3")
            .arg(script)
            .arg(certificates.certificate())
            .arg(certificates.key())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let first = lines.next().and_then(Result::ok).expect("python3-aiosmtpd is installed: make test does that");
        let ports: Vec<u16> = serde_json::from_str(&first).expect("its ports");
        let (send, mails) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = send.send(read(&line));
            }
        });
        MailServer { plain: ports[0], starttls: ports[1], tls: ports[2], mails: Mutex::new(mails), stop: child }
    }

    /// The next mail; waits for it, however slow the machine is.
    pub fn next(&self) -> Mail {
        let mails = self.mails.lock().unwrap_or_else(PoisonError::into_inner);
        mails.recv_timeout(Duration::from_secs(60)).expect("a mail arrives")
    }

    /// True when there is a mail that no test waited for.
    pub fn is_empty(&self) -> bool {
        self.mails.lock().unwrap_or_else(PoisonError::into_inner).try_recv().is_err()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        let _ = self.stop.kill();
        let _ = self.stop.wait();
    }
}

fn read(line: &str) -> Mail {
    let mail: Value = serde_json::from_str(line).expect("a mail");
    let to = mail["to"].as_array().into_iter().flatten();
    Mail {
        from: mail["from"].as_str().unwrap_or_default().to_owned(),
        to: to.filter_map(|address| address.as_str().map(str::to_owned)).collect(),
        data: mail["data"].as_str().unwrap_or_default().to_owned(),
        secure: mail["secure"] == true,
        authenticated: mail["authenticated"] == true,
    }
}
