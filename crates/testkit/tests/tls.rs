//! TLS of our own, spoken by an independent client with a certificate of a test authority.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, ProtocolVersion, RootCertStore, StreamOwned, SupportedProtocolVersion};
use testkit::servers::Certificates;
use testkit::{PATIENCE, block_until};

use crate::network::{Process, doctor};

const ALIVE: &str = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
const RECENT: [&SupportedProtocolVersion; 2] = [&rustls::version::TLS12, &rustls::version::TLS13];

/// The settings of a server that uses these files.
fn settings(folder: &Path) -> String {
    let file = |name: &str| folder.join(name).display().to_string();
    format!("[tls]\ncertificate = \"{}\"\nkey = \"{}\"\n", file("server.pem"), file("server.key"))
}

/// What a connection agreed on, and the answer to a call.
struct Spoken {
    version: ProtocolVersion,
    protocol: Option<String>,
    answer: String,
}

fn speak(
    address: SocketAddr,
    trusted: &Certificates,
    versions: &[&'static SupportedProtocolVersion],
    protocols: &[&str],
) -> Result<Spoken, String> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(trusted.authority.as_bytes()).unwrap()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_protocol_versions(versions)
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    let name = ServerName::try_from("localhost").unwrap();
    let connection = ClientConnection::new(Arc::new(config), name).unwrap();
    let socket = TcpStream::connect(address).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut stream = StreamOwned::new(connection, socket);
    stream.write_all(ALIVE.as_bytes()).map_err(|error| error.to_string())?;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let protocol = stream.conn.alpn_protocol().map(|name| String::from_utf8_lossy(name).into_owned());
    let version = stream.conn.protocol_version().unwrap();
    Ok(Spoken { version, protocol, answer: String::from_utf8_lossy(&answer).into_owned() })
}

#[test]
fn calls_are_encrypted_with_both_versions_and_both_protocols() {
    let (folder, certificates) = (tempfile::tempdir().unwrap(), Certificates::make());
    let process = Process::start(folder.path(), &settings(certificates.folder()), "");
    for version in RECENT {
        let spoken = speak(process.address, &certificates, &[version], &["http/1.1"]).unwrap();
        assert_eq!(spoken.version, version.version);
        assert!(spoken.answer.starts_with("HTTP/1.1 200") && spoken.answer.ends_with("ok"), "{}", spoken.answer);
        assert!(spoken.answer.contains("strict-transport-security"), "{}", spoken.answer);
    }
    let newer = speak(process.address, &certificates, &RECENT, &["h2", "http/1.1"]).unwrap();
    assert_eq!((newer.version, newer.protocol.as_deref()), (ProtocolVersion::TLSv1_3, Some("h2")));
    let foreign = Certificates::make();
    assert!(speak(process.address, &foreign, &RECENT, &[]).is_err(), "a certificate of another authority");
    assert!(!process.ask(ALIVE).contains("HTTP"), "without TLS nothing is answered");
    assert!(speak(process.address, &certificates, &RECENT, &[]).is_ok(), "and others go on");
}

#[test]
fn a_renewed_certificate_is_used_without_a_restart_and_a_broken_one_is_not() {
    let (folder, first, second) = (tempfile::tempdir().unwrap(), Certificates::make(), Certificates::make());
    let used = tempfile::tempdir().unwrap();
    let put = |from: &Certificates, names: &[&str]| {
        for name in names {
            // As the programs that renew certificates do: written beside, then renamed.
            let beside = used.path().join("new");
            std::fs::copy(from.folder().join(name), &beside).unwrap();
            std::fs::rename(beside, used.path().join(name)).unwrap();
        }
    };
    put(&first, &["server.pem", "server.key"]);
    let process = Process::start(folder.path(), &settings(used.path()), "");
    let is_of = |authority: &Certificates| speak(process.address, authority, &RECENT, &["http/1.1"]).is_ok();
    assert!(is_of(&first));
    // Half of a renewal: the key does not fit yet.
    put(&second, &["server.pem"]);
    assert!(is_of(&first));
    put(&second, &["server.key"]);
    block_until("the new certificate is used", PATIENCE, || is_of(&second));
    std::fs::write(used.path().join("server.pem"), "nonsense").unwrap();
    assert!(is_of(&second));
    put(&first, &["server.pem", "server.key"]);
    block_until("it recovers", PATIENCE, || is_of(&first));
}

#[test]
fn browsers_that_come_by_http_are_sent_to_https() {
    let (folder, certificates) = (tempfile::tempdir().unwrap(), Certificates::make());
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let origin = "origin = \"https://docs.acme.example:8443\"\n";
    let toml = format!("{origin}{}redirect = \"{free}\"\n", settings(certificates.folder()));
    let process = Process::start(folder.path(), &toml, "");
    let ask = |host: &str| {
        let mut stream = TcpStream::connect(free).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let head = format!("GET /provider/login?a=b HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    for host in ["docs.acme.example", "evil.example"] {
        let answer = ask(host);
        assert!(answer.starts_with("HTTP/1.1 308"), "{answer}");
        let location = "location: https://docs.acme.example:8443/provider/login?a=b\r\n";
        assert!(answer.contains(location), "{host}: {answer}");
    }
    drop(process);
}

#[test]
fn doctor_warns_before_a_certificate_ends_and_names_mistakes() {
    let folder = tempfile::tempdir().unwrap();
    let of = |certificates: &Certificates| doctor(folder.path(), &settings(certificates.folder()));
    let (works, said) = of(&Certificates::make());
    assert!(works && said.contains("ok            TLS with a certificate until"), "{said}");
    let soon = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date() + jiff::Span::new().days(10);
    let day = |date: jiff::civil::Date| {
        (i32::from(date.year()), u8::try_from(date.month()).unwrap(), u8::try_from(date.day()).unwrap())
    };
    let (works, said) = of(&Certificates::ending(day(soon)));
    assert!(works && said.contains("WARN          the certificate ends on"), "{said}");
    let (works, said) = of(&Certificates::ending((2020, 1, 31)));
    assert!(!works && said.contains("the certificate ended on 31 Jan 2020"), "{said}");
    let (one, other) = (Certificates::make(), Certificates::make());
    std::fs::copy(other.key(), one.key()).unwrap();
    let (works, said) = of(&one);
    assert!(!works && said.contains("the key does not fit the certificate"), "{said}");
    std::fs::write(one.key(), "-----BEGIN PRIVATE KEY-----\ncanary\n").unwrap();
    let (works, said) = of(&one);
    assert!(!works && said.contains("tls.key") && !said.contains("canary"), "{said}");
    let (works, said) =
        doctor(folder.path(), "origin = \"http://x.example\"\n[tls]\ncertificate = \"a\"\nkey = \"b\"\n");
    assert!(!works && said.contains("https://"), "{said}");
    let (works, said) = doctor(folder.path(), "[tls]\ncertificate = \"a\"\nkey = \"b\"\n");
    assert!(!works && said.contains("tls.certificate"), "{said}");
}
