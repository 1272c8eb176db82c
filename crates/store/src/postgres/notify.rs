//! Word between nodes: what one of them says, all hear. PostgreSQL carries it, beside the commits and not in them:
//! a commit that notifies waits for every other that does.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio_postgres::Config;

use super::Postgres;
use super::open::connect_and_hear;
use crate::Result;

const PAUSE: Duration = Duration::from_secs(1);

impl Postgres {
    pub async fn say(&self, text: &str) -> Result<()> {
        let mut connection = self.connection().await?;
        let statement = connection.prepare("SELECT pg_notify('docz_live', $1)").await?;
        connection.answered(connection.client.execute(&statement, &[&text])).await?;
        Ok(())
    }

    pub fn hear(&self) -> mpsc::Receiver<Option<String>> {
        let (sender, receiver) = mpsc::channel(256);
        tokio::spawn(listen(Config::clone(&self.config), sender));
        receiver
    }
}

/// Listens until nobody wants to know. After a break it says that something may have been missed.
async fn listen(config: Config, sender: mpsc::Sender<Option<String>>) {
    while !sender.is_closed() {
        if let Err(error) = listen_once(&config, &sender).await {
            tracing::warn!(%error, "other nodes cannot be heard");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn listen_once(config: &Config, sender: &mpsc::Sender<Option<String>>) -> Result<()> {
    let (heard, mut words) = mpsc::channel(64);
    let (client, _) = connect_and_hear(config, Some(heard)).await?;
    client.batch_execute("LISTEN docz_live").await?;
    let _ = sender.send(None).await;
    loop {
        tokio::select! {
            word = words.recv() => match word {
                Some(word) => drop(sender.send(Some(word)).await),
                None => return Ok(()),
            },
            () = sender.closed() => return Ok(()),
        }
    }
}
