use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// An SMTP server that takes every mail at once and keeps only its Message-ID, for many mails.
pub struct MailSink {
    pub port: u16,
    ids: Arc<Mutex<Vec<String>>>,
    connections: Arc<AtomicUsize>,
    hang_up: Arc<Notify>,
}

impl MailSink {
    pub async fn start() -> MailSink {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let ids = Arc::new(Mutex::new(Vec::new()));
        let connections = Arc::new(AtomicUsize::new(0));
        let hang_up = Arc::new(Notify::new());
        let (book, count, end) = (ids.clone(), connections.clone(), hang_up.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::Relaxed);
                let (book, end) = (book.clone(), end.clone());
                tokio::spawn(async move {
                    tokio::select! {
                        _ = take(stream, book) => {}
                        () = end.notified() => {}
                    }
                });
            }
        });
        MailSink { port, ids, connections, hang_up }
    }

    /// The number of connections so far.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    /// Ends every open connection.
    pub fn hang_up(&self) {
        self.hang_up.notify_waiters();
    }

    /// The number of mails so far.
    pub fn count(&self) -> usize {
        self.ids.lock().map(|ids| ids.len()).unwrap_or_default()
    }

    /// The Message-IDs of the mails so far.
    pub fn ids(&self) -> Vec<String> {
        self.ids.lock().map(|ids| ids.clone()).unwrap_or_default()
    }
}

async fn take(stream: TcpStream, book: Arc<Mutex<Vec<String>>>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 sink\r\n").await?;
    let mut is_data = false;
    while let Some(line) = lines.next_line().await? {
        let answer: &[u8] = match (is_data, line.as_str()) {
            (true, ".") => {
                is_data = false;
                b"250 taken\r\n"
            }
            (true, text) => {
                if let Some(id) = text.strip_prefix("Message-ID: ") {
                    book.lock().expect("the book").push(id.to_owned());
                }
                continue;
            }
            (false, "DATA") => {
                is_data = true;
                b"354 go on\r\n"
            }
            (false, text) if text.starts_with("EHLO") => b"250 sink\r\n",
            (false, _) => b"250 OK\r\n",
        };
        write.write_all(answer).await?;
    }
    Ok(())
}
