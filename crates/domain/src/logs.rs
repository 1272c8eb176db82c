//! Logs: what is written by the product itself and only read by people.

use crate::access::AppCode;
use crate::login::Outcome;
use crate::master_data;

/// What a column of a log shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    Text,
    Time,
    Number,
}

impl Shows {
    pub fn name(self) -> &'static str {
        match self {
            Shows::Text => "text",
            Shows::Time => "time",
            Shows::Number => "int",
        }
    }
}

#[derive(Debug)]
pub struct Log {
    pub resource: &'static str,
    pub screens: &'static [&'static str],
    /// Columns in the order of the table; the first is the time that it is sorted by, newest first.
    pub columns: &'static [(&'static str, Shows)],
    /// Columns that only the details of an entry show.
    pub details: &'static [&'static str],
    /// Columns that can be asked for by value.
    pub filters: &'static [&'static str],
}

/// Every action that the product writes into its log, in the order in which a reader chooses from them. A test that
/// finds another one in the log fails.
pub static ACTION_CODES: &[&str] = &[
    "S",
    "U",
    "D",
    "login",
    "logout",
    "sso",
    "refused",
    "password",
    "reset-asked",
    "address-verified",
    "factor-on",
    "factor-off",
    "recovery-code",
    "recovery-renewed",
    "step-up",
    "sso-test",
    "export",
    "access-check",
    "propose",
    "approve-proposal",
    "decline-proposal",
    "withdraw-proposal",
    "create",
    "edit",
    "send",
    "approve",
    "decline",
    "cancel",
    "extend",
    "forward",
    "notify",
    "expire",
    "delete",
    "adddocument",
    "removedocument",
    "addparty",
    "stage",
    "unstage",
    "submit",
    "accept",
    "reject",
    "sendback",
    "undo",
    "notrequired",
    "claim",
    "answerclaim",
    "askwaiver",
    "answerwaiver",
    "remark",
    "meetingplanned",
    "meetingmoved",
    "meetingcancelled",
];

const ACTIONS: &[(&str, Shows)] = &[
    ("actionDateTime", Shows::Time),
    ("userId", Shows::Text),
    ("actionPerformed", Shows::Text),
    ("resource", Shows::Text),
    ("recordKey", Shows::Text),
    ("screenCode", Shows::Text),
    ("appCode", Shows::Text),
    ("auditMessage", Shows::Text),
];

pub static USER_ACTIONS: Log = Log {
    resource: "useractionlog",
    screens: &["SD-SMS-010"],
    columns: ACTIONS,
    details: &["screenCode", "appCode"],
    filters: &["userId", "actionPerformed", "resource"],
};

pub static CUSTOMER_ACTIONS: Log = Log {
    resource: "customeractionlog",
    screens: &["SD-SMS-011"],
    columns: ACTIONS,
    details: &["screenCode", "appCode"],
    filters: &["userId", "actionPerformed", "resource"],
};

pub static LOGINS: Log = Log {
    resource: "userlogindetails",
    screens: &["SD-SMS-014", "SD-SMS-015"],
    columns: &[
        ("loginDateTime", Shows::Time),
        ("userId", Shows::Text),
        ("outcome", Shows::Text),
        ("userType", Shows::Text),
        ("tenantCode", Shows::Text),
        ("homeBranch", Shows::Text),
        ("loginBranch", Shows::Text),
        ("ipAddress", Shows::Text),
        ("loggedFromLocation", Shows::Text),
        ("locationTimeZone", Shows::Text),
        ("device", Shows::Text),
        ("logoutDateTime", Shows::Time),
    ],
    details: &["userType", "tenantCode", "homeBranch", "locationTimeZone"],
    filters: &["userId", "outcome", "userType", "loginBranch", "ipAddress", "locationTimeZone"],
};

pub static DEBUG: Log = Log {
    resource: "userdebuglogs",
    screens: &["SD-SMS-013"],
    columns: &[
        ("actionDateTime", Shows::Time),
        ("userId", Shows::Text),
        ("moduleCode", Shows::Text),
        ("route", Shows::Text),
        ("operation", Shows::Text),
        ("status", Shows::Text),
        ("durationMs", Shows::Number),
        ("debugLevel", Shows::Text),
        ("requestId", Shows::Text),
        ("debugMessage", Shows::Text),
    ],
    details: &["debugLevel", "requestId", "debugMessage"],
    filters: &["userId", "moduleCode", "route", "status", "requestId"],
};

pub static ALL: &[&Log] = &[&USER_ACTIONS, &CUSTOMER_ACTIONS, &LOGINS, &DEBUG];

/// What there is to choose from in a column, where that is known beforehand.
pub fn choices(column: &str) -> Option<Vec<&'static str>> {
    match column {
        "actionPerformed" => Some(ACTION_CODES.to_vec()),
        "outcome" => Some(Outcome::ALL.map(Outcome::code).to_vec()),
        _ => None,
    }
}

pub fn find(resource: &str) -> Option<&'static Log> {
    ALL.iter().copied().find(|log| log.resource == resource)
}

/// The screen on which an action of the log was done, and its app: told by the resource, which the server knows.
pub fn place_of(resource: &str) -> Option<(&'static str, AppCode)> {
    let screen = *master_data::find(resource)
        .map(|definition| definition.screens)
        .or(find(resource).map(|log| log.screens))?
        .first()?;
    Some((screen, AppCode::of_screen(screen)?))
}
