use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{fs, io};

use jiff::Timestamp;
use ports::{Accepted, Channel, Html, InlinePicture, Letter, MailServer, Messenger, NotSent, SendFuture};
use serde::{Deserialize, Serialize};

/// The maximum number of stored messages.
const MAX_MESSAGES: usize = 200;

/// What a sender of the demo is told.
const ANSWER: &str = "kept in the demo mailbox";
/// The name of the picture in an HTML mail.
const LOGO: &str = "logo";

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
        Box::pin(std::future::ready(Ok(Accepted::with(ANSWER))))
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
        let text = serde_json::to_string(&StoredLetter::of(letter))?;
        fs::write(&unfinished, text)?;
        fs::rename(&unfinished, self.0.join(format!("{name}.json")))
    }
}

impl Messenger for MailboxFolder {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        let written = self.write(letter).map(|()| Accepted::with(ANSWER));
        let written = written.map_err(|error| NotSent::Unavailable(error.to_string()));
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
        serde_json::from_str::<StoredLetter>(&text).ok()?.into_letter()
    };
    paths.into_iter().filter_map(take).collect()
}

/// A message as a file.
#[derive(Serialize, Deserialize)]
struct StoredLetter {
    at: String,
    channel: String,
    to: String,
    subject: String,
    text: String,
    html: Option<String>,
    logo: Option<(String, Vec<u8>)>,
    calendar: Option<String>,
    token: Option<String>,
    reply_to: Option<String>,
    unsubscribe: Option<String>,
}

impl StoredLetter {
    fn of(letter: &Letter) -> StoredLetter {
        let logo = letter.html.as_ref().and_then(|html| html.logo.as_ref());
        StoredLetter {
            at: Timestamp::now().to_string(),
            channel: letter.channel.name().to_owned(),
            to: letter.to.clone(),
            subject: letter.subject.clone(),
            text: letter.text.clone(),
            html: letter.html.as_ref().map(|html| html.text.clone()),
            logo: logo.map(|logo| (logo.content_type.clone(), logo.bytes.clone())),
            calendar: letter.calendar.clone(),
            token: letter.token.clone(),
            reply_to: letter.reply_to.clone(),
            unsubscribe: letter.unsubscribe.clone(),
        }
    }

    fn into_letter(self) -> Option<(Timestamp, Letter)> {
        let logo = self.logo.map(|(content_type, bytes)| InlinePicture { name: LOGO, content_type, bytes });
        let letter = Letter {
            html: self.html.map(|text| Html { text, logo }),
            calendar: self.calendar,
            token: self.token,
            reply_to: self.reply_to,
            unsubscribe: self.unsubscribe,
            ..Letter::new(Channel::named(&self.channel)?, self.to, self.subject, self.text)
        };
        Some((self.at.parse().ok()?, letter))
    }
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
        let letter = |to: &str| Letter::new(Channel::Sms, to, "", "Hello");
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
