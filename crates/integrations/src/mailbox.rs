use std::collections::VecDeque;
use std::sync::Mutex;

use jiff::Timestamp;
use ports::{Letter, MailServer, Messenger, Sending};

/// Most messages that are kept.
const MOST: usize = 200;

/// Keeps messages instead of sending them: for the demo, and for tests.
#[derive(Default)]
pub struct Mailbox {
    letters: Mutex<VecDeque<(Timestamp, Letter)>>,
}

impl Mailbox {
    /// Newest first.
    pub fn letters(&self) -> Vec<(Timestamp, Letter)> {
        self.letters.lock().map(|letters| letters.iter().rev().cloned().collect()).unwrap_or_default()
    }
}

impl Messenger for Mailbox {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, letter: &'a Letter) -> Sending<'a> {
        if let Ok(mut letters) = self.letters.lock() {
            if letters.len() == MOST {
                letters.pop_front();
            }
            letters.push_back((Timestamp::now(), letter.clone()));
        }
        Box::pin(std::future::ready(Ok(())))
    }
}
