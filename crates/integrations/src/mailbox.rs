use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{fs, io};

use jiff::Timestamp;
use ports::{Channel, Letter, MailServer, Messenger, NotSent, SendFuture};
use serde_json::{Value, json};

/// The maximum number of stored messages.
const MAX_MESSAGES: usize = 200;

/// Stores messages instead of sending them, for the demo and for tests.
#[derive(Default)]
pub struct Mailbox {
    letters: Mutex<VecDeque<(Timestamp, Letter)>>,
    inbox: Option<PathBuf>,
}

impl Mailbox {
    /// Also reads the messages that a [`MailboxFolder`] writes to this folder.
    pub fn with_inbox(folder: PathBuf) -> Mailbox {
        Mailbox { inbox: Some(folder), ..Mailbox::default() }
    }

    /// Newest first.
    pub fn letters(&self) -> Vec<(Timestamp, Letter)> {
        let written = self.inbox.as_deref().map(read_and_remove).unwrap_or_default();
        written.into_iter().for_each(|(at, letter)| self.store(at, letter));
        self.letters.lock().map(|letters| letters.iter().rev().cloned().collect()).unwrap_or_default()
    }

    fn store(&self, at: Timestamp, letter: Letter) {
        if let Ok(mut letters) = self.letters.lock() {
            if letters.len() == MAX_MESSAGES {
                letters.pop_front();
            }
            letters.push_back((at, letter));
        }
    }
}

impl Messenger for Mailbox {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        self.store(Timestamp::now(), letter.clone());
        Box::pin(std::future::ready(Ok(())))
    }
}

/// Writes messages to a folder for the mailbox of another process, such as a command run beside a demo server.
pub struct MailboxFolder(PathBuf);

impl MailboxFolder {
    pub fn new(folder: PathBuf) -> MailboxFolder {
        MailboxFolder(folder)
    }

    /// Renames the file when it is complete, so that readers never see a partial one.
    fn write(&self, letter: &Letter) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        let name = uuid::Uuid::now_v7();
        let unfinished = self.0.join(format!("{name}.part"));
        let text = json!({
            "at": Timestamp::now().to_string(), "channel": letter.channel.name(), "to": letter.to,
            "subject": letter.subject, "text": letter.text, "calendar": letter.calendar,
        });
        fs::write(&unfinished, text.to_string())?;
        fs::rename(&unfinished, self.0.join(format!("{name}.json")))
    }
}

impl Messenger for MailboxFolder {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        let written = self.write(letter).map_err(|error| NotSent::Unavailable(error.to_string()));
        Box::pin(std::future::ready(written))
    }
}

/// Reads and removes all messages in the folder, oldest first.
fn read_and_remove(folder: &Path) -> Vec<(Timestamp, Letter)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|kind| kind == "json")).collect();
    paths.sort();
    let take = |path: PathBuf| {
        let text = fs::read_to_string(&path).ok()?;
        fs::remove_file(&path).ok()?;
        read(&serde_json::from_str(&text).ok()?)
    };
    paths.into_iter().filter_map(take).collect()
}

fn read(value: &Value) -> Option<(Timestamp, Letter)> {
    let text = |name: &str| value[name].as_str().map(str::to_owned);
    let channel = [Channel::Mail, Channel::Sms].into_iter().find(|channel| value["channel"] == channel.name())?;
    let calendar = text("calendar");
    let letter = Letter { channel, to: text("to")?, subject: text("subject")?, text: text("text")?, calendar };
    Some((text("at")?.parse().ok()?, letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_of_another_process_are_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let inbox = folder.path().join("mailbox");
        let mailbox = Mailbox::with_inbox(inbox.clone());
        assert!(mailbox.letters().is_empty());
        let letter = |to: &str| Letter {
            channel: Channel::Sms,
            to: to.to_owned(),
            subject: String::new(),
            text: "Hello".to_owned(),
            calendar: None,
        };
        let other = MailboxFolder::new(inbox.clone());
        other.send(None, &letter("+911")).await.unwrap();
        other.send(None, &letter("+912")).await.unwrap();
        fs::write(inbox.join("broken.json"), "{").unwrap();
        for _ in 0..2 {
            let found: Vec<String> = mailbox.letters().into_iter().map(|(_, letter)| letter.to).collect();
            assert_eq!(found, ["+912", "+911"]);
        }
        assert_eq!(fs::read_dir(&inbox).unwrap().count(), 0);
    }
}
