//! Logs: what is written by the product itself and only read by people.

/// What a column of a log shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shows {
    Text,
    Time,
}

impl Shows {
    pub fn name(self) -> &'static str {
        match self {
            Shows::Text => "text",
            Shows::Time => "time",
        }
    }
}

#[derive(Debug)]
pub struct Log {
    pub resource: &'static str,
    pub screens: &'static [&'static str],
    /// Columns in the order of the table; the first is the time that it is sorted by, newest first.
    pub columns: &'static [(&'static str, Shows)],
    /// Columns that can be asked for by value.
    pub filters: &'static [&'static str],
}

const ACTIONS: &[(&str, Shows)] = &[
    ("actionDateTime", Shows::Time),
    ("userId", Shows::Text),
    ("actionPerformed", Shows::Text),
    ("resource", Shows::Text),
    ("recordKey", Shows::Text),
    ("auditMessage", Shows::Text),
];

pub static USER_ACTIONS: Log = Log {
    resource: "useractionlog",
    screens: &["SD-SMS-010"],
    columns: ACTIONS,
    filters: &["userId", "actionPerformed", "resource"],
};

pub static CUSTOMER_ACTIONS: Log = Log {
    resource: "customeractionlog",
    screens: &["SD-SMS-011"],
    columns: ACTIONS,
    filters: &["userId", "actionPerformed", "resource"],
};

pub static LOGINS: Log = Log {
    resource: "userlogindetails",
    screens: &["SD-SMS-014", "SD-SMS-015"],
    columns: &[
        ("loginDateTime", Shows::Time),
        ("userId", Shows::Text),
        ("tenantCode", Shows::Text),
        ("loginBranch", Shows::Text),
        ("ipAddress", Shows::Text),
        ("device", Shows::Text),
        ("logoutDateTime", Shows::Time),
    ],
    filters: &["userId", "loginBranch", "ipAddress"],
};

pub static ALL: &[&Log] = &[&USER_ACTIONS, &CUSTOMER_ACTIONS, &LOGINS];

pub fn find(resource: &str) -> Option<&'static Log> {
    ALL.iter().copied().find(|log| log.resource == resource)
}
