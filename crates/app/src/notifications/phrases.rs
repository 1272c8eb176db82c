//! The parts of a message that depend on its reader and its moment: days, whose documents, and what is left to do.

use domain::message_template::fill;
use jiff::civil::Date;

use crate::wording::{Locale, Wording};

/// Phrases in the reader's language.
#[derive(Clone, Copy)]
pub(crate) struct Phrases<'a> {
    pub wording: &'a Wording,
    pub locale: Locale,
}

/// Whose documents a message is about.
#[derive(Clone, Copy)]
pub(crate) enum Whose<'a> {
    Own,
    /// Somebody else's, by name.
    Of(&'a str),
}

impl<'a> Whose<'a> {
    /// `None`: the reader's own.
    pub fn of(other: Option<&'a str>) -> Whose<'a> {
        other.map_or(Whose::Own, Whose::Of)
    }
}

/// The days of a request that matter to a party.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    pub today: Date,
    pub due: Option<Date>,
    pub expires: Date,
}

impl Phrases<'_> {
    fn say(&self, key: &str, values: &[(&str, &str)]) -> String {
        let text = self.wording.text(self.locale, &format!("letter.phrase.{key}")).unwrap_or_default();
        fill(&text, values)
    }

    /// As on the screens: 25 Nov 2026.
    pub fn day(&self, day: Date) -> String {
        let month = format!("letter.evidence.month.{}", day.month());
        let month = self.wording.text(self.locale, &month).unwrap_or_default();
        let (number, year) = (day.day().to_string(), day.year().to_string());
        self.say("day", &[("day", &number), ("month", &month), ("year", &year)])
    }

    /// A stored day; what is none stays as it is.
    pub fn stored_day(&self, text: &str) -> String {
        text.parse().map_or_else(|_| text.to_owned(), |day| self.day(day))
    }

    /// "in 3 days"
    pub fn in_days(&self, days: i32) -> String {
        let form = match days {
            0 => "zero",
            1 => "one",
            _ => "other",
        };
        self.say(&format!("inDays_{form}"), &[("count", &days.to_string())])
    }

    /// "from you", or "for Meena Krishnan" when the reader acts for somebody else.
    pub fn asked_of(&self, whose: Whose) -> String {
        match whose {
            Whose::Own => self.say("fromYou", &[]),
            Whose::Of(name) => self.say("forOther", &[("name", name)]),
        }
    }

    /// "your", or "Meena Krishnan's".
    pub fn whose(&self, whose: Whose) -> String {
        match whose {
            Whose::Own => self.say("your", &[]),
            Whose::Of(name) => self.say("theirs", &[("name", name)]),
        }
    }

    /// Until when something can be sent. Never asks for a day that is over.
    pub fn due(&self, deadline: Deadline) -> String {
        let Deadline { today, due, expires } = deadline;
        let until = self.day(expires);
        if today >= expires {
            return self.say(if today == expires { "lastDay" } else { "over" }, &[("until", &until)]);
        }
        let Some(due) = due else { return String::new() };
        let day = self.day(due);
        let key = if due < today {
            "overdue"
        } else if due == today {
            "dueToday"
        } else {
            "due"
        };
        self.say(key, &[("day", &day), ("until", &until)])
    }

    /// How many of the required documents have arrived; nothing before the first.
    pub fn progress(&self, received: usize, all: usize) -> String {
        if received == 0 || all < 2 {
            return String::new();
        }
        self.say("progress", &[("received", &received.to_string()), ("all", &all.to_string())])
    }

    /// In place of an empty list.
    pub fn nothing_left(&self) -> String {
        self.say("nothingLeft", &[])
    }
}
