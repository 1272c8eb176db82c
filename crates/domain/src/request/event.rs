use jiff::civil::Date;

/// Who acts. Two with the same name of different kinds are two persons.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Person {
    Staff(String),
    /// A party or an authorised party, by its login.
    Customer(String),
    System,
}

impl Person {
    /// As logs and tables name them: staff plainly, others with their kind in front.
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

/// What happens to a request. Texts (reasons, remarks) are kept beside it; here it only counts that they are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    Send,
    /// Fields of the request were changed after it was sent.
    Edit,
    /// The parties were told of the changes.
    Notified,
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
    /// What the rules say of a file, in a mode that lets them decide.
    RuleAccepts {
        document: u32,
    },
    RuleRejects {
        document: u32,
    },
    SendBack {
        document: u32,
        by: Reviewer,
        has_reason: bool,
    },
    /// An accepted document is looked at again.
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
    /// The answer to a waiver that another member of the staff asked for; the one who asked may only withdraw it.
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

/// What follows from an event and is carried out with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A message by the name of its template (`templateFor`), about one document or the whole request.
    Tell { event: &'static str, document: Option<u32> },
    /// The purge periods begin to run.
    Closed,
    /// A renewal may fall due, if the document is subject to compliance.
    DocumentAccepted { document: u32 },
    /// What was accepted is looked at again: nothing falls due.
    DocumentReopened { document: u32 },
}
