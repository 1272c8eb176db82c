use jiff::civil::Date;

use super::notification_event::NotificationEvent;
use crate::access::Actor;
use crate::named_enum::named_enum;

/// Who acts. Staff and customers with the same login are different persons.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Person {
    Staff(String),
    /// A party or an authorised party, by its login.
    Customer(String),
    System,
}

impl Person {
    /// The name in logs and tables: staff by login alone, others with their kind in front.
    pub fn name(&self) -> String {
        match self {
            Person::Staff(user) => user.clone(),
            Person::Customer(user) => format!("customer:{user}"),
            Person::System => "system".to_owned(),
        }
    }

    pub fn parse(name: &str) -> Person {
        match name.split_once(':') {
            Some(("customer", user)) => Person::Customer(user.to_owned()),
            Some(("system", _)) => Person::System,
            None if name == "system" => Person::System,
            _ => Person::Staff(name.to_owned()),
        }
    }
}

/// A member of the staff with the authorization level of the role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reviewer {
    pub person: Person,
    pub level: u8,
}

impl Reviewer {
    pub fn of(actor: &Actor) -> Reviewer {
        let level = u8::try_from(actor.level.clamp(0, 255)).unwrap_or(0);
        Reviewer { person: Person::Staff(actor.user_id.clone()), level }
    }
}

/// What happens to a request. Reasons and remarks are stored beside it; the rules only need to know that they exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    Send,
    /// Fields of the request were changed after it was sent.
    Edit,
    /// The parties are notified of the changes.
    Notified,
    /// The parties are reminded of what they still owe.
    Remind,
    AddDocument {
        number: u32,
        party: u32,
        is_required: bool,
    },
    RemoveDocument {
        document: u32,
    },
    Upload {
        document: u32,
        by: Person,
    },
    Accept {
        document: u32,
        by: Reviewer,
    },
    Reject {
        document: u32,
        by: Reviewer,
        has_reason: bool,
    },
    /// The verification rules decide about a file.
    RuleAccepts {
        document: u32,
    },
    RuleRejects {
        document: u32,
    },
    /// The rules leave the decision to a person.
    RuleAdvises {
        document: u32,
    },
    /// A file of the newest version contains malware.
    MalwareFound {
        document: u32,
    },
    SendBack {
        document: u32,
        by: Reviewer,
        has_reason: bool,
    },
    /// An accepted document is reviewed again.
    Undo {
        document: u32,
        by: Reviewer,
        has_reason: bool,
    },
    NotRequired {
        document: u32,
        by: Person,
    },
    ClaimNotRequired {
        document: u32,
        by: Person,
        has_reason: bool,
    },
    AnswerClaim {
        document: u32,
        by: Person,
        is_granted: bool,
    },
    /// The answer to a waiver that another member of the staff requested; the one who requested it can only withdraw
    /// it.
    AnswerWaiver {
        document: u32,
        by: Person,
        is_granted: bool,
    },
    Approve,
    Decline {
        has_reason: bool,
    },
    Cancel {
        has_reason: bool,
    },
    Expire,
    Extend {
        until: Date,
    },
}

/// What follows from an event, carried out in the same transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Messages and notices about one document or the whole request.
    Notify { event: NotificationEvent, document: Option<u32> },
    /// One party is reminded.
    Remind { party: u32, kind: ReminderKind },
    /// The purge periods start.
    Closed,
    /// A renewal falls due later if the document is subject to compliance.
    DocumentAccepted { document: u32 },
    /// An accepted document is reviewed again, so its renewal no longer falls due.
    DocumentReopened { document: u32 },
    /// The message about its rejection is taken back; refused if it was sent already.
    RejectionUndone { document: u32 },
}

named_enum! {
    pub enum ReminderKind {
        Recurring = "recurring",
        BeforeExpiry = "beforeExpiry",
        OnExpiry = "onExpiry",
    }
}

impl ReminderKind {
    pub fn event(self) -> NotificationEvent {
        match self {
            ReminderKind::Recurring => NotificationEvent::Reminder,
            ReminderKind::BeforeExpiry => NotificationEvent::ReminderBeforeExpiry,
            ReminderKind::OnExpiry => NotificationEvent::ReminderOnExpiry,
        }
    }
}
