//! The malware scanner clamd, reached through TCP or a Unix socket.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use ports::{Pieces, ScanCaller, ScanFault, ScanFuture, ScanVerdict, Scanner};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;

use crate::https::Socket;
use crate::outbound::{Blocked, Caller, Outbound, SCAN_JOB_TOTAL, Target, TargetKind};

/// Answers are short lines.
const MAX_ANSWER: u64 = 4096;

/// Where clamd listens, as the operator wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClamdAddress {
    Tcp(String, u16),
    Unix(PathBuf),
}

impl ClamdAddress {
    /// `host:port`, or the path of a socket.
    pub fn parse(address: &str) -> Option<ClamdAddress> {
        if address.starts_with('/') {
            return Some(ClamdAddress::Unix(PathBuf::from(address)));
        }
        let (host, port) = address.rsplit_once(':')?;
        let port = port.parse::<u16>().ok().filter(|port| *port > 0)?;
        let is_good = !host.is_empty() && !host.contains('/');
        is_good.then(|| ClamdAddress::Tcp(host.to_owned(), port))
    }

    fn target(&self) -> Target {
        let (host, port) = match self {
            ClamdAddress::Tcp(host, port) => (host.clone(), *port),
            ClamdAddress::Unix(path) => (path.display().to_string(), 0),
        };
        Caller::operator(TargetKind::Scanner).target(&host, port)
    }
}

pub struct Clamd {
    address: ClamdAddress,
    target: Target,
    outbound: Arc<Outbound>,
}

impl Clamd {
    pub fn new(address: ClamdAddress, outbound: Arc<Outbound>) -> Clamd {
        Clamd { target: address.target(), address, outbound }
    }

    /// The version of clamd and of its signatures.
    pub async fn version(&self) -> Result<String, String> {
        self.ask(b"zVERSION\0").await
    }

    /// The answer to a short question, in as much time as a connection may take.
    async fn ask(&self, question: &[u8]) -> Result<String, String> {
        let mut socket = self.connect().await?;
        let asked = async {
            socket.write_all(question).await.map_err(text)?;
            answer(&mut socket).await
        };
        timeout(self.connect_limit(), asked).await.map_err(|_| "clamd does not answer".to_owned())?
    }

    fn connect_limit(&self) -> Duration {
        self.outbound.limits(TargetKind::Scanner).connect
    }

    /// The address is the operator's own, so it is on no list.
    async fn connect(&self) -> Result<Box<dyn Socket>, String> {
        let connected = timeout(self.connect_limit(), async {
            Ok::<Box<dyn Socket>, std::io::Error>(match &self.address {
                ClamdAddress::Tcp(host, port) => Box::new(TcpStream::connect((bare(host), *port)).await?),
                ClamdAddress::Unix(path) => Box::new(UnixStream::connect(path).await?),
            })
        });
        connected.await.map_err(|_| "clamd does not answer".to_owned())?.map_err(text)
    }

    async fn stream(&self, file: Pieces<'_>) -> Result<ScanVerdict, ScanFault> {
        let mut socket = self.connect().await.map_err(ScanFault::Down)?;
        let sent = send(&mut socket, file).await;
        match (answer(&mut socket).await, sent) {
            (Ok(answer), _) => verdict(&answer),
            // clamd hangs up on a file above its StreamMaxLength, and its answer may be lost.
            (Err(_), Err(error)) => Err(ScanFault::Refused(error)),
            (Err(error), Ok(())) => Err(ScanFault::Down(error)),
        }
    }

    async fn ping(&self) -> Result<(), ScanFault> {
        self.ask(b"zPING\0").await.map(drop).map_err(ScanFault::Down)
    }

    /// A verdict in time; otherwise a question tells a slow file from a scanner that hangs.
    async fn scan_within(&self, limit: Duration, file: Pieces<'_>) -> Result<ScanVerdict, ScanFault> {
        match timeout(limit, self.stream(file)).await {
            Ok(verdict) => verdict,
            Err(_) => self.ping().await.and(Err(ScanFault::Slow)),
        }
    }

    /// The job may wait long for a file, so it asks first whether anybody is there.
    async fn scan_for_job(&self, file: Pieces<'_>) -> Result<ScanVerdict, ScanFault> {
        self.ping().await?;
        self.scan_within(SCAN_JOB_TOTAL, file).await
    }
}

fn bare(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

/// `INSTREAM`: chunks with their lengths, and a length of 0 at the end.
async fn send(socket: &mut dyn Socket, mut file: Pieces<'_>) -> Result<(), String> {
    socket.write_all(b"zINSTREAM\0").await.map_err(text)?;
    while let Some(piece) = file.try_next().await.map_err(text)? {
        let length = u32::try_from(piece.len()).map_err(text)?;
        if length > 0 {
            socket.write_all(&length.to_be_bytes()).await.map_err(text)?;
            socket.write_all(&piece).await.map_err(text)?;
        }
    }
    socket.write_all(&[0; 4]).await.map_err(text)?;
    socket.flush().await.map_err(text)
}

async fn answer(socket: &mut dyn Socket) -> Result<String, String> {
    let mut bytes = Vec::new();
    socket.take(MAX_ANSWER).read_to_end(&mut bytes).await.map_err(text)?;
    let answer = String::from_utf8_lossy(&bytes).trim_end_matches(['\0', '\n']).to_owned();
    if answer.is_empty() { Err("clamd closed the connection".to_owned()) } else { Ok(answer) }
}

/// `stream: OK`, `stream: Eicar-Signature FOUND`, or an error.
fn verdict(answer: &str) -> Result<ScanVerdict, ScanFault> {
    let found = answer.strip_prefix("stream: ").unwrap_or(answer);
    match found.strip_suffix(" FOUND") {
        Some(signature) => Ok(ScanVerdict::Infected(signature.to_owned())),
        None if found == "OK" => Ok(ScanVerdict::Clean),
        None => Err(ScanFault::Refused(found.to_owned())),
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

impl Scanner for Clamd {
    fn scan<'a>(&'a self, file: Pieces<'a>, caller: ScanCaller) -> ScanFuture<'a> {
        Box::pin(async move {
            let limits = self.outbound.limits(TargetKind::Scanner);
            let scanned = async {
                let verdict = match caller {
                    ScanCaller::Upload => self.scan_within(limits.total, file).await,
                    ScanCaller::Job => self.scan_for_job(file).await,
                };
                match verdict {
                    Err(ScanFault::Down(cause)) => Err(Blocked::Unreachable(cause)),
                    verdict => Ok(verdict),
                }
            };
            // The scan has limits of its own, and so have the questions before and after it.
            let total = limits.total.max(SCAN_JOB_TOTAL) + limits.connect * 6;
            let fault = |blocked: Blocked| match blocked {
                Blocked::Busy(text) => Err(ScanFault::Busy(text)),
                blocked => Err(ScanFault::Down(blocked.to_string())),
            };
            self.outbound.call_within(&self.target, total, scanned).await.unwrap_or_else(fault)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_with_a_port_or_a_path() {
        let path = "/run/clamav/clamd.ctl";
        assert_eq!(ClamdAddress::parse(path), Some(ClamdAddress::Unix(path.into())));
        for host in ["127.0.0.1", "clamd.example", "[::1]"] {
            let good = ClamdAddress::parse(&format!("{host}:3310"));
            assert_eq!(good, Some(ClamdAddress::Tcp(host.to_owned(), 3310)), "{host}");
        }
        for bad in ["", "clamd.example", ":3310", "clamd.example:", "clamd.example:0", "http://x:1"] {
            assert!(ClamdAddress::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn an_answer_is_a_verdict_or_an_error() {
        assert_eq!(verdict("stream: OK"), Ok(ScanVerdict::Clean));
        assert_eq!(
            verdict("stream: Docz.Test.UNOFFICIAL FOUND"),
            Ok(ScanVerdict::Infected("Docz.Test.UNOFFICIAL".into()))
        );
        for error in ["INSTREAM size limit exceeded. ERROR", "stream: Can't allocate memory ERROR", "OKAY"] {
            assert!(verdict(error).is_err(), "{error}");
        }
    }
}
