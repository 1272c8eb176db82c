//! The malware scanner clamd, reached through TCP or a Unix socket.

use std::path::PathBuf;
use std::time::Duration;

use futures_util::TryStreamExt;
use ports::{Pieces, ScanFault, ScanFuture, ScanVerdict, Scanner};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// For sending one file and waiting for its verdict.
const SCAN_TIMEOUT: Duration = Duration::from_secs(60);
/// Answers are short lines.
const MAX_ANSWER: u64 = 4096;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Address {
    Tcp(String),
    Unix(PathBuf),
}

pub struct Clamd(Address);

trait Socket: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Socket for T {}

impl Clamd {
    /// `host:port`, or the path of a socket.
    pub fn parse(address: &str) -> Option<Clamd> {
        if address.starts_with('/') {
            return Some(Clamd(Address::Unix(PathBuf::from(address))));
        }
        let (host, port) = address.rsplit_once(':')?;
        let is_good = !host.is_empty() && !host.contains('/') && port.parse::<u16>().is_ok_and(|port| port > 0);
        is_good.then(|| Clamd(Address::Tcp(address.to_owned())))
    }

    /// The version of clamd and of its signatures.
    pub async fn version(&self) -> Result<String, String> {
        let mut socket = self.connect().await?;
        timeout(CONNECT_TIMEOUT, async {
            socket.write_all(b"zVERSION\0").await.map_err(text)?;
            answer(&mut socket).await
        })
        .await
        .map_err(|_| "clamd does not answer".to_owned())?
    }

    async fn connect(&self) -> Result<Box<dyn Socket>, String> {
        let connected = timeout(CONNECT_TIMEOUT, async {
            Ok::<Box<dyn Socket>, std::io::Error>(match &self.0 {
                Address::Tcp(address) => Box::new(TcpStream::connect(address).await?),
                Address::Unix(path) => Box::new(UnixStream::connect(path).await?),
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
    fn scan<'a>(&'a self, file: Pieces<'a>) -> ScanFuture<'a> {
        Box::pin(async move {
            let slow = |_| ScanFault::Down("clamd does not answer".to_owned());
            timeout(SCAN_TIMEOUT, self.stream(file)).await.map_err(slow)?
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_with_a_port_or_a_path() {
        assert_eq!(
            Clamd::parse("/run/clamav/clamd.ctl").map(|clamd| clamd.0),
            Some(Address::Unix("/run/clamav/clamd.ctl".into()))
        );
        for good in ["127.0.0.1:3310", "clamd.example:3310", "[::1]:3310"] {
            assert_eq!(Clamd::parse(good).map(|clamd| clamd.0), Some(Address::Tcp(good.to_owned())), "{good}");
        }
        for bad in ["", "clamd.example", ":3310", "clamd.example:", "clamd.example:0", "http://x:1"] {
            assert!(Clamd::parse(bad).is_none(), "{bad}");
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
