use std::collections::BTreeMap;
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

/// Stores messages instead of sending them: in memory for tests; for the demo also in a folder, so that a restart
/// loses none and commands beside the server can add to them.
#[derive(Default)]
pub struct Mailbox {
    /// By name, which grows with time.
    letters: Mutex<BTreeMap<String, (Timestamp, Letter)>>,
    folder: Option<PathBuf>,
}

impl Mailbox {
    pub fn in_folder(folder: PathBuf) -> Mailbox {
        Mailbox { folder: Some(folder), ..Mailbox::default() }
    }

    /// Newest first.
    pub fn letters(&self) -> Vec<(Timestamp, Letter)> {
        let Ok(mut letters) = self.letters.lock() else { return Vec::new() };
        if let Some(folder) = &self.folder {
            read_new(folder, &mut letters);
        }
        self.remove_oldest(&mut letters);
        letters.values().rev().cloned().collect()
    }

    fn store(&self, letter: &Letter) -> io::Result<()> {
        let (name, at) = (uuid::Uuid::now_v7().to_string(), Timestamp::now());
        if let Some(folder) = &self.folder {
            write(folder, &name, &StoredLetter::of(at, letter))?;
        }
        if let Ok(mut letters) = self.letters.lock() {
            letters.insert(name, (at, letter.clone()));
            self.remove_oldest(&mut letters);
        }
        Ok(())
    }

    fn remove_oldest(&self, letters: &mut BTreeMap<String, (Timestamp, Letter)>) {
        while letters.len() > MAX_MESSAGES {
            let Some((name, _)) = letters.pop_first() else { return };
            if let Some(folder) = &self.folder {
                // Another process may have removed it.
                let _ = fs::remove_file(path_of(folder, &name));
            }
        }
    }
}

impl Messenger for Mailbox {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        let stored = self.store(letter).map(|()| Accepted::with(ANSWER));
        let stored = stored.map_err(|error| NotSent::Unavailable(error.to_string()));
        Box::pin(std::future::ready(stored))
    }
}

fn path_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.json"))
}

/// Renames the file when it is complete, so that readers never see a partial one.
fn write(folder: &Path, name: &str, letter: &StoredLetter) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let unfinished = folder.join(format!("{name}.part"));
    fs::write(&unfinished, serde_json::to_string(letter)?)?;
    fs::rename(&unfinished, path_of(folder, name))
}

/// Reads the messages in the folder that are not known yet; removes files that are none.
fn read_new(folder: &Path, letters: &mut BTreeMap<String, (Timestamp, Letter)>) {
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in paths.filter(|path| path.extension().is_some_and(|kind| kind == "json")) {
        let Some(name) = path.file_stem().and_then(|name| name.to_str()).map(str::to_owned) else { continue };
        if letters.contains_key(&name) {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else { continue };
        match serde_json::from_str::<StoredLetter>(&text).ok().and_then(StoredLetter::into_letter) {
            Some(letter) => drop(letters.insert(name, letter)),
            None => drop(fs::remove_file(&path)),
        }
    }
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
    fn of(at: Timestamp, letter: &Letter) -> StoredLetter {
        let logo = letter.html.as_ref().and_then(|html| html.logo.as_ref());
        StoredLetter {
            at: at.to_string(),
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

    fn letter(to: &str) -> Letter {
        Letter::new(Channel::Sms, to, "", "Hello")
    }

    fn recipients(mailbox: &Mailbox) -> Vec<String> {
        mailbox.letters().into_iter().map(|(_, letter)| letter.to).collect()
    }

    #[tokio::test]
    async fn messages_of_another_process_are_read_once_and_survive_a_restart() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().join("mailbox");
        let mailbox = Mailbox::in_folder(folder.clone());
        assert!(mailbox.letters().is_empty());
        let other = Mailbox::in_folder(folder.clone());
        other.send(None, &letter("+911")).await.unwrap();
        other.send(None, &letter("+912")).await.unwrap();
        mailbox.send(None, &letter("+913")).await.unwrap();
        fs::write(folder.join("broken.json"), "{").unwrap();
        for _ in 0..2 {
            assert_eq!(recipients(&mailbox), ["+913", "+912", "+911"]);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "the broken file is removed");
        assert_eq!(recipients(&Mailbox::in_folder(folder)), ["+913", "+912", "+911"]);
    }

    #[tokio::test]
    async fn only_the_newest_messages_are_kept() {
        let temporary = tempfile::tempdir().unwrap();
        let mailbox = Mailbox::in_folder(temporary.path().to_owned());
        for at in 0..MAX_MESSAGES + 5 {
            mailbox.send(None, &letter(&format!("+{at}"))).await.unwrap();
        }
        assert_eq!(recipients(&mailbox).last().unwrap(), "+5");
        assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), MAX_MESSAGES);
    }
}
