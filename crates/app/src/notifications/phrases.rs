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
        self.wording.day(self.locale, day)
    }

    /// A stored day. Text that is no date is returned unchanged.
    pub fn stored_day(&self, text: &str) -> String {
        text.parse().map_or_else(|_| text.to_owned(), |day| self.day(day))
    }

    /// "in 3 days"; nothing for a day that is over.
    pub fn in_days(&self, days: i32) -> String {
        let form = match days {
            ..0 => return String::new(),
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

#[cfg(test)]
mod tests {
    use domain::request::NotificationEvent;
    use jiff::civil::date;

    use super::*;
    use crate::message_defaults;

    const DUE: Date = date(2026, 11, 25);
    const EXPIRES: Date = date(2026, 12, 18);

    fn phrases<'a>(wording: &'a Wording, language: &str) -> Phrases<'a> {
        Phrases { wording, locale: Locale::of(language, "Bank") }
    }

    #[test]
    fn days_are_written_as_on_the_screens() {
        let wording = Wording::shared();
        assert_eq!(phrases(&wording, "en").day(DUE), "25 Nov 2026");
        assert_eq!(phrases(&wording, "ta").day(DUE), "25 நவ., 2026");
        assert_eq!(phrases(&wording, "en").stored_day("no day"), "no day");
        let days = [-1, 0, 1, 3].map(|days| phrases(&wording, "en").in_days(days));
        assert_eq!(days, ["", "today", "in 1 day", "in 3 days"]);
    }

    #[test]
    fn no_day_that_is_over_is_asked_for() {
        let wording = Wording::shared();
        let english = phrases(&wording, "en");
        let said = |today| english.due(Deadline { today, due: Some(DUE), expires: EXPIRES });
        assert_eq!(said(date(2026, 11, 20)), "Due by 25 Nov 2026.");
        assert_eq!(said(DUE), "Due today, 25 Nov 2026.");
        assert_eq!(said(date(2026, 12, 1)), "The due date was 25 Nov 2026. You can still upload until 18 Dec 2026.");
        assert_eq!(said(EXPIRES), "Today, 18 Dec 2026, is the last day to upload.");
        assert_eq!(said(date(2026, 12, 19)), "The request was open until 18 Dec 2026.");
    }

    /// Every event, for the person and for somebody who acts for another, at every time, in both languages and for
    /// banks and education.
    #[test]
    fn every_message_names_the_person_and_has_no_gap() {
        let wording = Wording::shared();
        let mut rendered = 0;
        for (entity_type, language) in [("Bank", "en"), ("Bank", "ta"), ("Education", "en"), ("Education", "ta")] {
            let phrases = Phrases { wording: &wording, locale: Locale::of(language, entity_type) };
            for event in NotificationEvent::TEMPLATES {
                for channel in ["Email", "SMS"] {
                    let (subject, text) = message_defaults::find(entity_type, channel, event, language).unwrap();
                    for whose in [Whose::Own, Whose::Of("Meena Krishnan")] {
                        for today in [date(2026, 11, 20), DUE, date(2026, 12, 1), EXPIRES] {
                            let values = sample(phrases, whose, today);
                            let values: Vec<(&str, &str)> =
                                values.iter().map(|(name, value)| (*name, value.as_str())).collect();
                            let (subject, text) = (fill(&subject, &values), fill(&text, &values));
                            let name = format!("{entity_type} {language} {channel} {event} {today}: {subject}\n{text}");
                            check(&name, &format!("{subject}\n{text}"), today);
                            let asks = ["RequestCreated", "Reminder", "DocumentRejected"].contains(event);
                            if asks && matches!(whose, Whose::Of(_)) {
                                assert!(text.contains("Meena Krishnan"), "{name}");
                                assert!(channel == "SMS" || subject.contains("Meena Krishnan"), "{name}");
                            }
                            rendered += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(rendered, 4 * NotificationEvent::TEMPLATES.len() * 2 * 2 * 4);
    }

    fn sample(phrases: Phrases<'_>, whose: Whose, today: Date) -> Vec<(&'static str, String)> {
        let days = (EXPIRES - today).get_days();
        let mut values: Vec<(&'static str, String)> = [
            "entityName",
            "customerName",
            "partyName",
            "bankerName",
            "userName",
            "txnRefNo",
            "branchName",
            "documentTitle",
            "status",
            "remarks",
            "reason",
            "link",
            "otp",
            "expiresIn",
            "supportMail",
            "requestPurpose",
        ]
        .map(|name| (name, format!("<{name}>")))
        .into();
        values.extend([
            ("documentList", phrases.nothing_left()),
            ("dueDate", phrases.day(DUE)),
            ("expiryDate", phrases.day(EXPIRES)),
            ("days", days.to_string()),
            ("inDays", phrases.in_days(days)),
            ("fromWhom", phrases.asked_of(whose)),
            ("whose", phrases.whose(whose)),
            ("dueText", phrases.due(Deadline { today, due: Some(DUE), expires: EXPIRES })),
            ("progress", phrases.progress(1, 3)),
        ]);
        values
    }

    fn check(name: &str, text: &str, today: Date) {
        for wrong in ["{{", "}}", "(s)", " 1 days", "  ", ": \n", ":\n\n\n"] {
            assert!(!text.contains(wrong), "{wrong:?} in {name}");
        }
        let asks_for_the_past = ["by 25 Nov 2026", "கடைசி நாள்: 25 நவ., 2026"];
        // Staff are told the due date of a review as it is.
        let is_for_staff = text.contains("Due: 25") || text.contains("<bankerName> அவர்களுக்கு");
        if today > DUE && !is_for_staff {
            assert!(!asks_for_the_past.iter().any(|asked| text.contains(asked)), "{name}");
        }
    }
}
