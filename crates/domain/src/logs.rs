//! Definitions of logs: records that the product writes and people only read.

use crate::access::{Action, BusinessAction, Resource};
use crate::login::Outcome;
use crate::master_data;
use crate::request::RequestAction;

/// The type of a log column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    Text,
    Time,
    Number,
}

impl ColumnType {
    pub fn name(self) -> &'static str {
        match self {
            ColumnType::Text => "text",
            ColumnType::Time => "time",
            ColumnType::Number => "int",
        }
    }
}

#[derive(Debug)]
pub struct Log {
    pub resource: &'static str,
    pub screens: &'static [&'static str],
    /// Columns in table order; the first is the time, by which the log is sorted, newest first.
    pub columns: &'static [(&'static str, ColumnType)],
    /// Columns shown only in the details of an entry.
    pub details: &'static [&'static str],
    /// Columns that can be filtered by value.
    pub filters: &'static [&'static str],
}

impl Resource for Log {
    fn name(&self) -> &'static str {
        self.resource
    }

    fn screens(&self) -> &'static [&'static str] {
        self.screens
    }
}

/// Every action code in the audit log, in the order of the filter's choices. A test fails when the log contains any
/// other.
pub static ACTION_CODES: &[&str] = &[
    "S",
    "U",
    "D",
    "login",
    "logout",
    "sso",
    "refused",
    "token-replay",
    "password",
    "reset-asked",
    "address-verified",
    "handoff-created",
    "handoff-used",
    "audit-sealed",
    "factor-on",
    "factor-off",
    "recovery-code",
    "recovery-renewed",
    "step-up",
    "sso-test",
    "mail-test",
    "resend",
    "dismiss",
    "message-delivered",
    "message-delayed",
    "message-bounced",
    "message-failed",
    "document-shared",
    "document-not-shared",
    "export",
    "access-check",
    "accept-clock",
    "rule-trial",
    "publish-rule",
    "add-sample",
    "remove-sample",
    "propose",
    "approve-proposal",
    "decline-proposal",
    "withdraw-proposal",
    "create",
    "edit",
    "send",
    "bulk-send",
    "bulk-send-end",
    "approve",
    "decline",
    "cancel",
    "extend",
    "forward",
    "notify",
    "remind",
    "skipreminder",
    "verify",
    "original",
    "hold",
    "lifthold",
    "evidence",
    "certify",
    "erase",
    "expire",
    "purge",
    "delete",
    "adddocument",
    "removedocument",
    "addparty",
    "stage",
    "unstage",
    "quarantine",
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

/// Action codes of entries that belong to no entity, and so are in the log of none: what happens to files that no
/// record names.
pub static SYSTEM_ACTION_CODES: &[&str] = &["trash", "restore-trash", "empty-trash"];

const ACTIONS: &[(&str, ColumnType)] = &[
    ("actionDateTime", ColumnType::Time),
    ("userId", ColumnType::Text),
    ("actionPerformed", ColumnType::Text),
    ("resource", ColumnType::Text),
    ("recordKey", ColumnType::Text),
    ("screenCode", ColumnType::Text),
    ("appCode", ColumnType::Text),
    ("txnRefNo", ColumnType::Text),
    ("txnId", ColumnType::Text),
    ("roleCode", ColumnType::Text),
    ("homeBranch", ColumnType::Text),
    ("actionCode", ColumnType::Text),
    ("auditMessage", ColumnType::Text),
];
const ACTION_DETAILS: &[&str] = &["screenCode", "appCode", "txnRefNo", "txnId", "roleCode", "homeBranch", "actionCode"];

pub static USER_ACTIONS: Log = Log {
    resource: "useractionlog",
    screens: &["SD-SMS-010"],
    columns: ACTIONS,
    details: ACTION_DETAILS,
    filters: &["userId", "actionPerformed", "resource"],
};

pub static CUSTOMER_ACTIONS: Log = Log {
    resource: "customeractionlog",
    screens: &["SD-SMS-011"],
    columns: ACTIONS,
    details: ACTION_DETAILS,
    filters: &["userId", "actionPerformed", "resource"],
};

pub static LOGINS: Log = Log {
    resource: "userlogindetails",
    screens: &["SD-SMS-014", "SD-SMS-015"],
    columns: &[
        ("loginDateTime", ColumnType::Time),
        ("userId", ColumnType::Text),
        ("outcome", ColumnType::Text),
        ("userType", ColumnType::Text),
        ("tenantCode", ColumnType::Text),
        ("homeBranch", ColumnType::Text),
        ("loginBranch", ColumnType::Text),
        ("ipAddress", ColumnType::Text),
        ("loggedFromLocation", ColumnType::Text),
        ("locationTimeZone", ColumnType::Text),
        ("device", ColumnType::Text),
        ("logoutDateTime", ColumnType::Time),
    ],
    details: &["userType", "tenantCode", "homeBranch", "locationTimeZone"],
    filters: &["userId", "outcome", "userType", "loginBranch", "ipAddress", "locationTimeZone"],
};

pub static DEBUG: Log = Log {
    resource: "userdebuglogs",
    screens: &["SD-SMS-013"],
    columns: &[
        ("actionDateTime", ColumnType::Time),
        ("userId", ColumnType::Text),
        ("moduleCode", ColumnType::Text),
        ("route", ColumnType::Text),
        ("operation", ColumnType::Text),
        ("status", ColumnType::Text),
        ("durationMs", ColumnType::Number),
        ("debugLevel", ColumnType::Text),
        ("requestId", ColumnType::Text),
        ("debugMessage", ColumnType::Text),
    ],
    details: &["debugLevel", "requestId", "debugMessage"],
    filters: &["userId", "moduleCode", "route", "status", "requestId"],
};

pub static ALL: &[&Log] = &[&USER_ACTIONS, &CUSTOMER_ACTIONS, &LOGINS, &DEBUG];

/// The possible values of a column, where they are known in advance.
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

/// The screen of a resource, for entries that do not name theirs.
pub fn screen_of(resource: &str) -> Option<&'static str> {
    let definition = master_data::find(resource).map(|definition| definition.screens);
    definition.or(find(resource).map(|log| log.screens))?.first().copied()
}

/// The code of the permission behind an audited action: a screen action or a business action. Actions on one's own
/// account need none.
pub fn permission_of(action: &str) -> Option<&'static str> {
    if let Some(business) = BusinessAction::parse(action) {
        return Some(business.code());
    }
    let request = RequestAction::parse(action);
    let needed = match action {
        "D" | "delete" => Action::Delete,
        "login" | "logout" | "sso" => Action::Access,
        "access-check" => Action::View,
        "notify" | "remind" | "skipreminder" | "bulk-send" => return Some(BusinessAction::Send.code()),
        "hold" | "lifthold" => return Some(BusinessAction::LegalHold.code()),
        "accept" | "reject" | "sendback" | "undo" => return Some(BusinessAction::Review.code()),
        "S" | "U" | "sso-test" | "mail-test" | "resend" | "dismiss" => Action::Edit,
        "rule-trial" | "publish-rule" | "add-sample" | "remove-sample" => Action::Edit,
        other if request.is_some() || other.starts_with("meeting") || other.contains("propos") => Action::Edit,
        _ => return None,
    };
    Some(needed.code())
}
