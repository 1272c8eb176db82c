//! Uploads and downloads of 5 MB, beside a bare handler that encrypts and syncs on the same disk.
//!
//! The product also hashes, checks and parses each upload. The parser is a process of its own, whose CPU time is not
//! counted; two users upload, and each has one parser at a time.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::report::{Figure, heading, line};
use crate::subject::Subject;

const BYTES: usize = 5_000_000;
const CLIENTS: [usize; 3] = [1, 16, 64];
const SERVICE: &str = "/api/banker/v1/docz/banking/transaction";

/// What one client sends and where.
struct Target {
    upload: String,
    /// Removes an upload; a bare file is removed by the handler.
    remove: Option<(String, Value)>,
    download: String,
    token: String,
}

pub fn measure(docz: &Subject, bare: &Subject, seconds: u64) {
    println!();
    heading();
    let file = testkit::documents::pdf(&[&"x".repeat(BYTES)]);
    let targets = [prepare(docz, &file), (0..64).map(|_| prepare_bare(bare, &file)).collect::<Vec<_>>()];
    for clients in CLIENTS {
        let mut figures = Vec::new();
        for (subject, targets) in [docz, bare].into_iter().zip(&targets) {
            let load = |target: &Target| subject.upload(target, &file);
            figures.push(run(subject, &targets[..clients], seconds, load));
        }
        line("upload 5 MB", clients, &figures[0], &figures[1]);
    }
    for clients in CLIENTS {
        let mut figures = Vec::new();
        for (subject, targets) in [docz, bare].into_iter().zip(&targets) {
            let load = |target: &Target| subject.download(target);
            figures.push(run(subject, &targets[..clients], seconds, load));
        }
        line("download 5 MB", clients, &figures[0], &figures[1]);
    }
}

fn header(operation: &str) -> String {
    format!("@%7B%22operation%22%3A%22{operation}%22%7D")
}

/// A request with one stored document for each client.
fn prepare(docz: &Subject, file: &[u8]) -> Vec<Target> {
    let tokens = ["BANKER1", "BANKER2"].map(|user| docz.log_in_as(user));
    let targets = (0..64).map(|client| {
        let token = tokens[client % 2].clone();
        let save = format!("POST {SERVICE}/docrequest{} HTTP/1.1\r\nauthorization: {token}\r\n", header("S"));
        let made = docz.exchange(&save, json_request().to_string().as_bytes());
        let txn = text_after(&made, "\"txnRefNo\":\"");
        let place = |document: u32| format!("txnRefNo={txn}&documentNo={document}");
        let upload =
            |document| format!("{SERVICE}/document/upload{}?{}&fileName=large.pdf", header("S"), place(document));
        let stored = docz.exchange(&format!("POST {} HTTP/1.1\r\nauthorization: {token}\r\n", upload(2)), file);
        let id = text_after(&stored, "\"fileId\":\"");
        Target {
            upload: upload(1),
            remove: Some((
                format!("{SERVICE}/document/upload{}", header("D")),
                json!({ "txnRefNo": txn, "documentNo": 1 }),
            )),
            download: format!("{SERVICE}/document/content{}?{}&fileId={id}", header("F"), place(2)),
            token,
        }
    });
    targets.collect()
}

fn prepare_bare(bare: &Subject, file: &[u8]) -> Target {
    let stored = bare.exchange("POST /keep HTTP/1.1\r\n", file);
    let id = stored.rsplit("\r\n\r\n").next().unwrap_or_default();
    Target { upload: "/upload".into(), remove: None, download: format!("/download/{id}"), token: String::new() }
}

fn json_request() -> Value {
    let documents = json!([{ "documentCode": "PAN" }, { "documentCode": "AADHAAR" }]);
    json!({
        "customerName": "Meena Krishnan", "customerType": "INDIVIDUAL", "customerIndicator": "EXISTING",
        "customerIndustry": "SALARIED", "requestCategory": "HOMELOAN", "requestSubCategory": "PURCHASE",
        "requestPurpose": "NEWLOAN", "primaryMobile": "+919841030001", "address1": "12 Temple Street",
        "address2": "Mylapore", "address3": "Near the tank", "city": "Chennai", "state": "TN", "postalCode": "600004",
        "customerCountry": "IN", "emailAddress": "meena@example.com", "customerReference": "CIF-1001", "send": true,
        "parties": [{
            "firstName": "Meena", "lastName": "Krishnan", "emailAddress": "meena@example.com",
            "mobileNumber": "+919841030001", "documents": documents,
        }],
    })
}

fn text_after(answer: &str, start: &str) -> String {
    let rest = answer.split_once(start).unwrap_or_else(|| panic!("{start} in {answer}")).1;
    rest.split('"').next().unwrap_or_default().to_owned()
}

/// Repeats a transfer with every client at the same time. Time between transfers does not count.
fn run(
    subject: &Subject,
    targets: &[Target],
    seconds: u64,
    transfer: impl Fn(&Target) -> Option<Duration> + Sync,
) -> Figure {
    let (times, errors) = (Mutex::new(Vec::new()), AtomicU64::new(0));
    let (before, began) = (subject.cpu_seconds(), Instant::now());
    std::thread::scope(|scope| {
        for target in targets {
            scope.spawn(|| {
                while began.elapsed() < Duration::from_secs(seconds) {
                    match transfer(target) {
                        Some(time) => times.lock().expect("a list").push(time.as_secs_f64()),
                        None => {
                            errors.fetch_add(1, Ordering::Relaxed);
                            std::thread::sleep(Duration::from_millis(100));
                        }
                    }
                }
            });
        }
    });
    let cpu = subject.cpu_seconds() - before;
    let mut times = times.into_inner().expect("a list");
    times.sort_by(f64::total_cmp);
    let count = times.len().max(1) as f64;
    let total: f64 = times.iter().sum();
    Figure {
        per_second: targets.len() as f64 * times.len() as f64 / total.max(0.001),
        p99_ms: times.get(times.len() * 99 / 100).copied().unwrap_or(0.0) * 1000.0,
        cpu_us: cpu * 1e6 / count,
        errors: errors.into_inner(),
    }
}

impl Subject {
    fn upload(&self, target: &Target, file: &[u8]) -> Option<Duration> {
        let began = Instant::now();
        let answer =
            self.exchange(&format!("POST {} HTTP/1.1\r\nauthorization: {}\r\n", target.upload, target.token), file);
        let time = began.elapsed();
        if !answer.starts_with("HTTP/1.1 200") {
            return None;
        }
        if let Some((path, body)) = &target.remove {
            let mut body = body.clone();
            body["fileId"] = json!(text_after(&answer, "\"fileId\":\""));
            let head = format!("POST {path} HTTP/1.1\r\nauthorization: {}\r\n", target.token);
            self.exchange(&head, body.to_string().as_bytes());
        }
        Some(time)
    }

    fn download(&self, target: &Target) -> Option<Duration> {
        let began = Instant::now();
        let head = format!("GET {} HTTP/1.1\r\nauthorization: {}\r\n", target.download, target.token);
        let length = self.send(&head, b"").map_or(0, |answer| answer.len());
        (length > BYTES).then(|| began.elapsed())
    }

    fn exchange(&self, head: &str, body: &[u8]) -> String {
        String::from_utf8_lossy(&self.send(head, body).unwrap_or_default()).into_owned()
    }

    fn send(&self, head: &str, body: &[u8]) -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port()))?;
        let rest = format!("host: x\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
        stream.write_all(format!("{head}{rest}").as_bytes())?;
        // A refused upload is answered before its end.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(answer)
    }
}
