//! Who may call what, written by hand: a route of the server without a row here fails the test.

/// Who may call a route.
#[derive(Debug, Clone, Copy)]
pub enum Gate {
    /// Everybody.
    Open,
    /// Nobody without the operator's secret, which no session carries.
    Operator,
    /// Any session, of staff or customers.
    Session,
    /// Any member of the staff.
    Staff,
    /// The screens that own the resource, with the action that the operation needs.
    Screens(&'static [&'static str]),
    /// Like `Screens`; a customer finds and updates their own record.
    OrOwn(&'static [&'static str]),
    /// Requests: by these screens with the action that the operation needs, besides which the role may need a business
    /// action; the second list is of customers' operations (`-` is GET).
    Work(&'static [&'static str], Option<&'static str>, &'static [&'static str]),
    /// Like `Work`, but every operation needs `edit`.
    Writing(&'static [&'static str], Option<&'static str>),
    /// Names for everybody; with a token and an operation like `Screens`.
    OrNames(&'static [&'static str]),
}

const WIZARDS: &[&str] = &["SD-BNK-001", "SD-EDU-001"];
const READ: &[&str] = &[
    "SD-BNK-001",
    "SD-EDU-001",
    "SD-BNK-002",
    "SD-BNK-003",
    "SD-BNK-004",
    "SD-BNK-005",
    "SD-BNK-006",
    "SD-BNK-007",
    "SD-BNK-008",
    "SD-BNK-009",
    "SD-BNK-010",
];
const REVIEW: &[&str] = &["SD-BNK-004", "SD-BNK-007", "SD-BNK-009"];
const WRITE: &[&str] =
    &["SD-BNK-001", "SD-EDU-001", "SD-BNK-002", "SD-BNK-004", "SD-BNK-005", "SD-BNK-006", "SD-BNK-007"];
const HOLD: &[&str] = &["SD-BNK-002", "SD-BNK-004", "SD-BNK-005", "SD-BNK-006", "SD-BNK-007", "SD-ADM-029"];
const LISTS: &[&str] = &["SD-BNK-002", "SD-BNK-005", "SD-BNK-006"];
const UPLOADS: &[&str] = &["SD-BNK-007", "SD-BNK-008"];
const ANY: &[&str] = &["-", "FA", "F", "S", "U", "D"];

#[rustfmt::skip]
pub const ROWS: &[(&str, &str, Gate)] = &[
    ("sms", "captcha", Gate::Open),
    ("sms", "captcha/audio", Gate::Open),
    ("sms", "usermasterlogin", Gate::Open),
    ("app", "sso", Gate::Open),
    ("sms", "sso/begin", Gate::Open),
    ("sms", "sso/finish", Gate::Open),
    ("sms", "customerusermasterLogin", Gate::Open),
    ("sms", "usermaster/forgetpassword", Gate::Open),
    ("sms", "usermaster/resetpassword", Gate::Open),
    ("sms", "usermaster/changepassword", Gate::Staff),
    ("sms", "usermaster/invite", Gate::Screens(&["SD-SMS-002"])),
    ("sms", "usermaster/why", Gate::Screens(&["SD-SMS-002"])),
    ("sms", "usermasterlogout", Gate::Session),
    ("sms", "me", Gate::Staff),
    ("sms", "session", Gate::Session),
    ("sms", "secondfactor", Gate::Staff),
    ("sms", "secondfactor/policy", Gate::Screens(&["SD-SMS-005"])),
    ("sms", "secondfactor/recovery", Gate::Staff),
    ("sms", "ssoconfiguration/test", Gate::Screens(&["SD-SMS-008"])),
    ("sms", "stepup", Gate::Staff),
    ("sms", "refreshtokenjwt", Gate::Session),
    ("sms", "refreshtokenjwt/*", Gate::Session),
    ("app", "code/countryList", Gate::Open),
    ("app", "code/stateList", Gate::Open),
    ("app", "entity/entityList", Gate::Open),
    ("app", "tenancymaintenance", Gate::OrNames(&["SD-ADM-011"])),
    ("app", "mapping/domain", Gate::Open),
    ("app", "mail/bounce", Gate::Operator),
    ("app", "sms/report", Gate::Operator),
    ("admin", "delivery", Gate::Screens(&["SD-ADM-030"])),
    ("admin", "retention/certificate", Gate::Screens(&["SD-ADM-029"])),
    ("admin", "emailconfig/test", Gate::Screens(&["SD-ADM-028"])),
    ("transaction", "delivery", Gate::Screens(&["SD-BNK-010"])),
    ("app", "definition", Gate::Staff),
    ("app", "setup", Gate::Staff),
    ("admin", "master/proposal", Gate::Screens(&["SD-ADM-011"])),
    ("admin", "webhookdelivery", Gate::Screens(&["SD-ADM-031"])),
    ("admin", "webhookdelivery/paused", Gate::Screens(&["SD-ADM-031"])),
    ("admin", "smstemplate/preview", Gate::Screens(&["SD-ADM-020"])),
    ("admin", "smstemplate/default", Gate::Screens(&["SD-ADM-020"])),
    ("admin", "retention", Gate::Screens(&["SD-ADM-029"])),
    ("admin", "retention/item", Gate::Screens(&["SD-ADM-029"])),
    ("admin", "retention/item/export", Gate::Work(&["SD-ADM-029"], Some("export"), &[])),
    ("admin", "retention/run", Gate::Screens(&["SD-ADM-029"])),
    ("admin", "ruleworkbench", Gate::Work(&["SD-ADM-025"], None, &[])),
    ("admin", "ruleworkbench/sample", Gate::Writing(&["SD-ADM-025"], None)),
    ("sms", "useractionlog", Gate::Screens(&["SD-SMS-010"])),
    ("sms", "customeractionlog", Gate::Screens(&["SD-SMS-011"])),
    ("sms", "userlogindetails", Gate::Screens(&["SD-SMS-014", "SD-SMS-015"])),
    ("sms", "userdebuglogs", Gate::Screens(&["SD-SMS-013"])),
    ("admin", "branchmaster", Gate::Screens(&["SD-ADM-001"])),
    ("admin", "categorydefinition", Gate::Screens(&["SD-ADM-002"])),
    ("admin", "subcategorydefinition", Gate::Screens(&["SD-ADM-003"])),
    ("admin", "authlevel", Gate::Screens(&["SD-ADM-004"])),
    ("admin", "compliancemaintenance", Gate::Screens(&["SD-ADM-005"])),
    ("admin", "customerindicatordefinition", Gate::Screens(&["SD-ADM-006"])),
    ("admin", "customertypedefinition", Gate::Screens(&["SD-ADM-007"])),
    ("admin", "doccustcattempmapping", Gate::Screens(&["SD-ADM-008"])),
    ("admin", "debugconfiguration", Gate::Screens(&["SD-ADM-009"])),
    ("admin", "departmentmaintenance", Gate::Screens(&["SD-ADM-010"])),
    ("admin", "master", Gate::Screens(&["SD-ADM-011"])),
    ("admin", "externalsystemdefinition", Gate::Screens(&["SD-ADM-012"])),
    ("admin", "industrymaster", Gate::Screens(&["SD-ADM-013"])),
    ("admin", "integrationmaster", Gate::Screens(&["SD-ADM-014"])),
    ("admin", "authpartyrelationshipdefinition", Gate::Screens(&["SD-ADM-015"])),
    ("admin", "requestpurposedefinition", Gate::Screens(&["SD-ADM-016"])),
    ("admin", "documenttemplatedefinitionmaster", Gate::Screens(&["SD-ADM-017"])),
    ("admin", "documenttemplatedefinitiondetail", Gate::Screens(&["SD-ADM-017"])),
    ("admin", "documentcategory", Gate::Screens(&["SD-ADM-018"])),
    ("admin", "usertypemaintenance", Gate::Screens(&["SD-ADM-019"])),
    ("admin", "smstemplate", Gate::Screens(&["SD-ADM-020"])),
    ("admin", "referreddetail", Gate::Screens(&["SD-ADM-021"])),
    ("admin", "adminEntityRequestForward", Gate::Screens(&["SD-ADM-022"])),
    ("admin", "entity/documentdefinition", Gate::Screens(&["SD-ADM-023"])),
    ("admin", "adminentitydocumentverficationrulemaster", Gate::Screens(&["SD-ADM-024"])),
    ("admin", "adminentitydocumentverficationrule", Gate::Screens(&["SD-ADM-025"])),
    ("admin", "customercategory", Gate::Screens(&["SD-ADM-026"])),
    ("admin", "documentdefinition", Gate::Screens(&["SD-ADM-027"])),
    ("admin", "emailconfig", Gate::Screens(&["SD-ADM-028"])),
    ("sms", "userbranchaccess", Gate::Screens(&["SD-SMS-001"])),
    ("sms", "usermaster", Gate::Screens(&["SD-SMS-002"])),
    ("sms", "userrolemapping", Gate::Screens(&["SD-SMS-003"])),
    ("sms", "rolescreenmapping", Gate::Screens(&["SD-SMS-004"])),
    ("sms", "smsscreendefinition", Gate::Screens(&["SD-SMS-004"])),
    ("sms", "roledefinition", Gate::Screens(&["SD-SMS-005"])),
    ("sms", "roleactionmapping", Gate::Screens(&["SD-SMS-006"])),
    ("sms", "roleappmapping", Gate::Screens(&["SD-SMS-007"])),
    ("sms", "ssoconfiguration", Gate::Screens(&["SD-SMS-008"])),
    ("sms", "customerusermaster", Gate::OrOwn(&["SD-SMS-009"])),
    ("sms", "userdebug", Gate::Screens(&["SD-SMS-012"])),
    // The operation decides which of these applies: see `works` in mod.rs.
    ("transaction", "docrequest", Gate::Work(READ, None, &["F"])),
    ("transaction", "docrequest/search", Gate::Work(LISTS, None, ANY)),
    ("transaction", "docrequest/export", Gate::Work(LISTS, Some("export"), &[])),
    ("transaction", "docrequest/import", Gate::Writing(WIZARDS, Some("import"))),
    ("transaction", "docrequest/draft", Gate::Writing(WIZARDS, None)),
    ("transaction", "docrequest/view", Gate::Work(LISTS, None, &[])),
    ("transaction", "docrequest/propose", Gate::Writing(WIZARDS, None)),
    ("transaction", "docrequest/customer", Gate::Writing(WIZARDS, None)),
    ("transaction", "docrequest/messages", Gate::Writing(WRITE, None)),
    ("transaction", "docrequest/reminders", Gate::Work(READ, None, &[])),
    ("transaction", "docrequest/sent", Gate::Work(READ, None, &[])),
    ("transaction", "docrequest/timeline", Gate::Work(READ, None, &[])),
    ("transaction", "docrequest/clone", Gate::Work(WRITE, None, &[])),
    // The action in the body decides; an empty body is invalid for everybody. See `requests::people`.
    ("transaction", "docrequest/action", Gate::Session),
    ("transaction", "document", Gate::Work(READ, None, ANY)),
    ("transaction", "document/upload", Gate::Work(UPLOADS, None, ANY)),
    ("transaction", "document/submit", Gate::Work(UPLOADS, None, ANY)),
    ("transaction", "document/content", Gate::Work(READ, None, ANY)),
    ("transaction", "document/preview", Gate::Work(READ, None, ANY)),
    ("transaction", "document/archive", Gate::Work(READ, None, ANY)),
    ("transaction", "document/evidence", Gate::Work(READ, Some("export"), &[])),
    ("transaction", "document/original", Gate::Work(REVIEW, Some("vieworiginal"), &[])),
    ("transaction", "document/review", Gate::Work(REVIEW, Some("review"), &[])),
    ("transaction", "document/queue", Gate::Work(REVIEW, None, &[])),
    ("transaction", "document/remark", Gate::Work(READ, None, ANY)),
    ("transaction", "meeting", Gate::Work(READ, None, &[])),
    ("transaction", "notification", Gate::Staff),
    ("transaction", "notification/stream", Gate::Session),
    ("transaction", "hold", Gate::Work(HOLD, None, &[])),
    ("transaction", "compliance", Gate::Work(&["SD-BNK-003"], None, &[])),
    ("transaction", "dashboard", Gate::Work(&["SD-BNK-003"], None, &[])),
    ("transaction", "dashboard/monthly", Gate::Staff),
];

/// The row of a route.
pub fn gate(area: &str, of: &str) -> Option<Gate> {
    ROWS.iter().find(|(row_area, row_of, _)| *row_area == area && *row_of == of).map(|(_, _, gate)| *gate)
}
