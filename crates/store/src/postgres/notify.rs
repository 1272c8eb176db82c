//! Notifications between nodes over LISTEN/NOTIFY. They are sent outside of commits, because commits that notify wait
//! for each other.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio_postgres::Config;

use super::Postgres;
use super::open::connect_and_listen;
use crate::Result;

const RECONNECT_PAUSE: Duration = Duration::from_secs(1);

impl Postgres {
    pub async fn notify(&self, payload: &str) -> Result<()> {
        let mut connection = self.connection().await?;
        let statement = connection.prepare("SELECT pg_notify('docz_live', $1)").await?;
        connection.within_timeout(connection.client.execute(&statement, &[&payload])).await?;
        Ok(())
    }

    pub fn listen(&self) -> mpsc::Receiver<Option<String>> {
        let (sender, receiver) = mpsc::channel(256);
        tokio::spawn(forward_notifications(Config::clone(&self.config), sender));
        receiver
    }
}

/// Listens until the receiver is dropped. Sends `None` after each connect, because notifications may have been missed.
async fn forward_notifications(config: Config, sender: mpsc::Sender<Option<String>>) {
    while !sender.is_closed() {
        if let Err(error) = listen_once(&config, &sender).await {
            tracing::warn!(%error, "lost the connection that listens for notifications");
        }
        tokio::time::sleep(RECONNECT_PAUSE).await;
    }
}

async fn listen_once(config: &Config, sender: &mpsc::Sender<Option<String>>) -> Result<()> {
    let (notifications, mut payloads) = mpsc::channel(64);
    let (client, _) = connect_and_listen(config, Some(notifications)).await?;
    client.batch_execute("LISTEN docz_live").await?;
    let _ = sender.send(None).await;
    loop {
        tokio::select! {
            payload = payloads.recv() => match payload {
                Some(payload) => drop(sender.send(Some(payload)).await),
                None => return Ok(()),
            },
            () = sender.closed() => return Ok(()),
        }
    }
}
