//! 10,000 mails by two nodes on one PostgreSQL, to a local server that takes every mail at once; and how many mails
//! that server and a real one, aiosmtpd, take from a bare sender over as many connections.

use std::process::Child;
use std::time::{Duration, Instant};

use testkit::servers::{Certificates, MailServer, MailSink};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::subject::{Place, resident_mib};

const MAILS: usize = 10_000;
/// Each node opens at most four to a server.
const CONNECTIONS: usize = 8;
/// About the size of a mail on an entity's letterhead.
const LINES: usize = 60;

pub async fn measure(place: &Place) {
    let sink = MailSink::start().await;
    place.add_mails(MAILS, sink.port).await;
    let began = Instant::now();
    let mut nodes = [place.start_job("deliver"), place.start_job("deliver")];
    let early = memory_at(&sink, &nodes, MAILS / 10).await;
    // A node may end a little before the other.
    let late = memory_at(&sink, &nodes, MAILS / 100 * 98).await;
    for node in &mut nodes {
        assert!(node.wait().expect("a node ends").success(), "a node delivers");
    }
    let seconds = began.elapsed().as_secs_f64();
    let mut ids = sink.ids();
    ids.sort();
    ids.dedup();
    println!(
        "\n{MAILS} mails by two nodes in {seconds:.1} s: {:.0}/s, {} of them once",
        MAILS as f64 / seconds,
        ids.len()
    );
    println!("memory of the nodes after 1,000 mails {early:?} MiB, after 9,800 {late:?} MiB");
    let sink = MailSink::start().await;
    println!("a bare sender over {CONNECTIONS} connections: {:.0}/s", bare(sink.port).await);
    let real = MailServer::start(&Certificates::make());
    println!("the same to aiosmtpd: {:.0}/s", bare(real.plain).await);
}

/// How many mails a second the server on this port takes.
async fn bare(port: u16) -> f64 {
    let began = Instant::now();
    let senders = (0..CONNECTIONS).map(|_| tokio::spawn(send(port, MAILS / CONNECTIONS)));
    for sender in senders.collect::<Vec<_>>() {
        sender.await.expect("a sender").expect("mails are taken");
    }
    MAILS as f64 / began.elapsed().as_secs_f64()
}

/// The memory of each node once this many mails have arrived.
async fn memory_at(sink: &MailSink, nodes: &[Child; 2], mails: usize) -> [u64; 2] {
    while sink.count() < mails {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    [0, 1].map(|at| resident_mib(nodes[at].id()))
}

async fn send(port: u16, mails: usize) -> std::io::Result<()> {
    let (read, mut write) = TcpStream::connect(("127.0.0.1", port)).await?.into_split();
    let mut answers = BufReader::new(read).lines();
    answers.next_line().await?;
    write.write_all(b"HELO bench\r\n").await?;
    answers.next_line().await?;
    let text = "A line of a mail, about as long as the lines of other mails are.\r\n".repeat(LINES);
    for number in 0..mails {
        let data = format!("Message-ID: <{number}@bench>\r\n\r\n{text}.\r\n");
        for command in ["MAIL FROM:<a@b.example>\r\n", "RCPT TO:<c@d.example>\r\n", "DATA\r\n", &data] {
            write.write_all(command.as_bytes()).await?;
            answers.next_line().await?;
        }
    }
    Ok(())
}
