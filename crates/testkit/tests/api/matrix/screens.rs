//! Who may make which call, written by hand from the specification: the server's own table is compared with it. A call
//! that is missing here fails the test.

/// Without a login.
pub const EVERYBODY: &[&str] = &[
    "sms/captcha",
    "sms/captcha/audio",
    "sms/usermasterlogin",
    "app/sso",
    "sms/sso/begin",
    "sms/sso/finish",
    "sms/customerusermasterLogin",
    "sms/usermaster/forgetpassword",
    "sms/usermaster/resetpassword",
    "app/code/countryList",
    "app/code/stateList",
    "app/entity/entityList",
    "app/mapping/domain",
];

/// With the operator's secret, which no session carries.
pub const OPERATOR: &[&str] = &["app/mail/bounce", "app/sms/report"];

/// Staff and customers.
pub const SESSION: &[&str] = &[
    "sms/usermasterlogout",
    "sms/session",
    "sms/refreshtokenjwt",
    "sms/refreshtokenjwt/*",
    "transaction/docrequest/action",
    "transaction/notification/stream",
];

/// Any member of the staff.
pub const STAFF: &[&str] = &[
    "sms/usermaster/changepassword",
    "sms/me",
    "sms/secondfactor",
    "sms/secondfactor/recovery",
    "sms/stepup",
    "app/definition",
    "app/setup",
    "transaction/notification",
    "transaction/dashboard/monthly",
];

/// The only screen of customers.
pub const PORTAL: &str = "SD-CUS-001";

const WIZARDS: &[&str] = &["SD-BNK-001", "SD-EDU-001"];
const ACT: &[&str] = &["SD-BNK-002", "SD-BNK-004", "SD-BNK-005", "SD-BNK-006", "SD-BNK-007"];
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
const WRITE: &[&str] =
    &["SD-BNK-001", "SD-EDU-001", "SD-BNK-002", "SD-BNK-004", "SD-BNK-005", "SD-BNK-006", "SD-BNK-007"];
const REVIEW: &[&str] = &["SD-BNK-004", "SD-BNK-007", "SD-BNK-009"];
const HOLD: &[&str] = &["SD-BNK-002", "SD-BNK-004", "SD-BNK-005", "SD-BNK-006", "SD-BNK-007", "SD-ADM-029"];
const LISTS: &[&str] = &["SD-BNK-002", "SD-BNK-005", "SD-BNK-006"];
const UPLOADS: &[&str] = &["SD-BNK-007", "SD-BNK-008"];

/// Calls that customers make too.
pub const FOR_CUSTOMERS: &[&str] = &[
    "sms/handoff",
    "transaction/docrequest",
    "transaction/docrequest/search",
    "transaction/document",
    "transaction/document/archive",
    "transaction/document/content",
    "transaction/document/preview",
    "transaction/document/remark",
    "transaction/document/submit",
    "transaction/document/upload",
];

/// One of these screens, with the action that the operation needs.
pub const SCREENS: &[(&str, &[&str])] = &[
    ("sms/handoff", &[]),
    ("sms/usermaster/invite", &["SD-SMS-002"]),
    ("sms/usermaster/why", &["SD-SMS-002"]),
    ("sms/secondfactor/policy", &["SD-SMS-005"]),
    ("sms/ssoconfiguration/test", &["SD-SMS-008"]),
    ("app/tenancymaintenance", &["SD-ADM-011"]),
    ("admin/delivery", &["SD-ADM-030"]),
    ("admin/retention/certificate", &["SD-ADM-029"]),
    ("admin/emailconfig/test", &["SD-ADM-028"]),
    ("transaction/delivery", &["SD-BNK-010"]),
    (
        "admin/master/proposal",
        &[
            "SD-ADM-004",
            "SD-ADM-011",
            "SD-ADM-014",
            "SD-ADM-028",
            "SD-SMS-002",
            "SD-SMS-003",
            "SD-SMS-004",
            "SD-SMS-005",
            "SD-SMS-006",
            "SD-SMS-007",
            "SD-SMS-008",
        ],
    ),
    ("admin/webhookdelivery", &["SD-ADM-031"]),
    ("admin/webhookdelivery/paused", &["SD-ADM-031"]),
    ("admin/smstemplate/preview", &["SD-ADM-020"]),
    ("admin/smstemplate/default", &["SD-ADM-020"]),
    ("admin/retention", &["SD-ADM-029"]),
    ("admin/retention/item", &["SD-ADM-029"]),
    ("admin/retention/item/export", &["SD-ADM-029"]),
    ("admin/retention/run", &["SD-ADM-029"]),
    ("admin/ruleworkbench", &["SD-ADM-025"]),
    ("admin/ruleworkbench/sample", &["SD-ADM-025"]),
    ("admin/ruleworkbench/text", &["SD-ADM-025"]),
    ("sms/useractionlog", &["SD-SMS-010"]),
    ("sms/customeractionlog", &["SD-SMS-011"]),
    ("sms/userlogindetails", &["SD-SMS-014", "SD-SMS-015"]),
    ("sms/userdebuglogs", &["SD-SMS-013"]),
    ("admin/branchmaster", &["SD-ADM-001"]),
    ("admin/categorydefinition", &["SD-ADM-002"]),
    ("admin/subcategorydefinition", &["SD-ADM-003"]),
    ("admin/authlevel", &["SD-ADM-004"]),
    ("admin/compliancemaintenance", &["SD-ADM-005"]),
    ("admin/customerindicatordefinition", &["SD-ADM-006"]),
    ("admin/customertypedefinition", &["SD-ADM-007"]),
    ("admin/doccustcattempmapping", &["SD-ADM-008"]),
    ("admin/debugconfiguration", &["SD-ADM-009"]),
    ("admin/departmentmaintenance", &["SD-ADM-010"]),
    ("admin/master", &["SD-ADM-011"]),
    ("admin/externalsystemdefinition", &["SD-ADM-012"]),
    ("admin/industrymaster", &["SD-ADM-013"]),
    ("admin/integrationmaster", &["SD-ADM-014"]),
    ("admin/authpartyrelationshipdefinition", &["SD-ADM-015"]),
    ("admin/requestpurposedefinition", &["SD-ADM-016"]),
    ("admin/documenttemplatedefinitionmaster", &["SD-ADM-017"]),
    ("admin/documenttemplatedefinitiondetail", &["SD-ADM-017"]),
    ("admin/documentcategory", &["SD-ADM-018"]),
    ("admin/usertypemaintenance", &["SD-ADM-019"]),
    ("admin/smstemplate", &["SD-ADM-020"]),
    ("admin/referreddetail", &["SD-ADM-021"]),
    ("admin/adminEntityRequestForward", &["SD-ADM-022"]),
    ("admin/entity/documentdefinition", &["SD-ADM-023"]),
    ("admin/adminentitydocumentverficationrulemaster", &["SD-ADM-024"]),
    ("admin/adminentitydocumentverficationrule", &["SD-ADM-025"]),
    ("admin/customercategory", &["SD-ADM-026"]),
    ("admin/documentdefinition", &["SD-ADM-027"]),
    ("admin/emailconfig", &["SD-ADM-028"]),
    ("sms/userbranchaccess", &["SD-SMS-001"]),
    ("sms/usermaster", &["SD-SMS-002"]),
    ("sms/userrolemapping", &["SD-SMS-003"]),
    ("sms/rolescreenmapping", &["SD-SMS-004"]),
    ("sms/smsscreendefinition", &["SD-SMS-004"]),
    ("sms/roledefinition", &["SD-SMS-005"]),
    ("sms/roleactionmapping", &["SD-SMS-006"]),
    ("sms/roleappmapping", &["SD-SMS-007"]),
    ("sms/ssoconfiguration", &["SD-SMS-008"]),
    ("sms/customerusermaster", &["SD-SMS-009"]),
    ("sms/userdebug", &["SD-SMS-012"]),
    ("transaction/docrequest", READ),
    ("transaction/job", ACT),
    ("transaction/job/export", ACT),
    ("transaction/docrequest/search", LISTS),
    ("transaction/docrequest/export", LISTS),
    ("transaction/docrequest/import", WIZARDS),
    ("transaction/docrequest/draft", WIZARDS),
    ("transaction/docrequest/view", LISTS),
    ("transaction/docrequest/propose", WIZARDS),
    ("transaction/docrequest/customer", WIZARDS),
    ("transaction/docrequest/messages", WRITE),
    ("transaction/docrequest/reminders", READ),
    ("transaction/docrequest/sent", READ),
    ("transaction/docrequest/timeline", READ),
    ("transaction/docrequest/clone", WRITE),
    ("transaction/document", READ),
    ("transaction/document/upload", UPLOADS),
    ("transaction/document/submit", UPLOADS),
    ("transaction/document/content", READ),
    ("transaction/document/preview", READ),
    ("transaction/document/archive", READ),
    ("transaction/document/evidence", READ),
    ("transaction/document/original", REVIEW),
    ("transaction/document/review", REVIEW),
    ("transaction/document/queue", REVIEW),
    ("transaction/document/remark", READ),
    ("transaction/meeting", READ),
    ("transaction/hold", HOLD),
    ("transaction/compliance", &["SD-BNK-003", "SD-BNK-001", "SD-EDU-001"]),
    ("transaction/dashboard", &["SD-BNK-003"]),
    ("transaction/dashboard/pace", &["SD-BNK-003"]),
];
