//! The screens of the product: code, path and title as the spec writes them.

/// The groups of the access matrix; provider screens are not part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    Admin,
    Sms,
    Requestor,
    Provider,
}

impl Group {
    pub fn title(self) -> &'static str {
        match self {
            Group::Admin => "Admin Screen Access",
            Group::Sms => "SMS Screen Access",
            Group::Requestor => "Requestor Screen Access",
            Group::Provider => "Provider Screen Access",
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Screen {
    pub code: &'static str,
    pub group: Group,
    pub path: &'static str,
    pub title: &'static str,
    pub kind: &'static str,
    pub resource: &'static str,
}

const fn screen(
    code: &'static str,
    group: Group,
    path: &'static str,
    title: &'static str,
    kind: &'static str,
    resource: &'static str,
) -> Screen {
    Screen { code, group, path, title, kind, resource }
}

#[rustfmt::skip]
pub static SCREENS: &[Screen] = &[
    screen("SD-ADM-001", Group::Admin, "/admin/branch-master", "Branch Master", "master", "branchmaster"),
    screen("SD-ADM-002", Group::Admin, "/admin/category-definition", "Category Master", "master", "categorydefinition"),
    screen("SD-ADM-003", Group::Admin, "/admin/sub-category-definition", "Sub Category Master", "master",
        "subcategorydefinition"),
    screen("SD-ADM-004", Group::Admin, "/admin/authorization-level", "Authorization Level", "master", "authlevel"),
    screen("SD-ADM-005", Group::Admin, "/admin/compliance-maintenance", "Compliance Master", "master",
        "compliancemaintenance"),
    screen("SD-ADM-006", Group::Admin, "/admin/customer-indicator", "Customer Indicator", "master",
        "customerindicatordefinition"),
    screen("SD-ADM-007", Group::Admin, "/admin/customer-type", "Customer Type", "master", "customertypedefinition"),
    screen("SD-ADM-008", Group::Admin, "/admin/cust-cat-temp-map", "customer Category Template Mapping", "master",
        "doccustcattempmapping"),
    screen("SD-ADM-009", Group::Admin, "/admin/debug-configuration", "Debug Configuration", "master",
        "debugconfiguration"),
    screen("SD-ADM-010", Group::Admin, "/admin/department-maintenance", "Department Master", "master",
        "departmentmaintenance"),
    screen("SD-ADM-011", Group::Admin, "/admin/entity-master", "Entity Master", "rich", "master"),
    screen("SD-ADM-012", Group::Admin, "/admin/external-system", "External System Definition", "master",
        "externalsystemdefinition"),
    screen("SD-ADM-013", Group::Admin, "/admin/industry-master", "Industry Master", "master", "industrymaster"),
    screen("SD-ADM-014", Group::Admin, "/admin/integration-master", "Integration Master", "master",
        "integrationmaster"),
    screen("SD-ADM-015", Group::Admin, "/admin/party-relationship", "Party Relationship", "master",
        "authpartyrelationshipdefinition"),
    screen("SD-ADM-016", Group::Admin, "/admin/request-purpose", "Request Purpose", "master",
        "requestpurposedefinition"),
    screen("SD-ADM-017", Group::Admin, "/admin/template-definition", "Template Master", "rich",
        "documenttemplatedefinitionmaster"),
    screen("SD-ADM-018", Group::Admin, "/admin/document-category", "Document Category", "master", "documentcategory"),
    screen("SD-ADM-019", Group::Admin, "/admin/user-type", "User Type Master", "master", "usertypemaintenance"),
    screen("SD-ADM-020", Group::Admin, "/admin/email-sms-template", "Email Sms template", "rich", "smstemplate"),
    screen("SD-ADM-021", Group::Admin, "/admin/referred-by", "Referred By Master", "master", "referreddetail"),
    screen("SD-ADM-022", Group::Admin, "/admin/request-forward", "Request Forward Master", "master",
        "adminEntityRequestForward"),
    screen("SD-ADM-023", Group::Admin, "/admin/title-code", "Title Code Master Maintenance", "master",
        "entity/documentdefinition"),
    screen("SD-ADM-024", Group::Admin, "/admin/rule-code", "Rule Code Master Maintenance", "master",
        "adminentitydocumentverficationrulemaster"),
    screen("SD-ADM-025", Group::Admin, "/admin/rule-code-detail", "Rule Code Details", "rich",
        "adminentitydocumentverficationrule"),
    screen("SD-ADM-026", Group::Admin, "/admin/customer-category", "Customer Category", "master", "customercategory"),
    screen("SD-ADM-027", Group::Admin, "/admin/document-definition", "Document Definition", "master",
        "documentdefinition"),
    screen("SD-ADM-028", Group::Admin, "/admin/email-configuration", "Email Configuration", "rich", "emailconfig"),
    screen("SD-ADM-029", Group::Admin, "/admin/purge-calendar", "Purge Calendar", "rich", "retention"),
    screen("SD-ADM-030", Group::Admin, "/admin/message-deliveries", "Message Deliveries", "rich", "delivery"),
    screen("SD-ADM-031", Group::Admin, "/admin/webhook-deliveries", "Webhook Deliveries", "rich", "webhookdelivery"),
    screen("SD-SMS-001", Group::Sms, "/sms/user-branch", "User Branch Access", "master", "userbranchaccess"),
    screen("SD-SMS-002", Group::Sms, "/sms/user-master", "User Master", "rich", "usermaster"),
    screen("SD-SMS-003", Group::Sms, "/sms/user-role-maping", "User Role Maping", "master", "userrolemapping"),
    screen("SD-SMS-004", Group::Sms, "/sms/role-screen-action-mapping", "Role Screen Action Mapping", "rich",
        "rolescreenmapping"),
    screen("SD-SMS-005", Group::Sms, "/sms/user-role-master", "User Role Master", "master", "roledefinition"),
    screen("SD-SMS-006", Group::Sms, "/sms/role-action-mapping", "Role Action Mapping", "master", "roleactionmapping"),
    screen("SD-SMS-007", Group::Sms, "/sms/role-app-mapping", "Role App Mapping", "master", "roleappmapping"),
    screen("SD-SMS-008", Group::Sms, "/sms/sso-configuration", "SSO Configuration", "rich", "ssoconfiguration"),
    screen("SD-SMS-009", Group::Sms, "/sms/customer-user-master", "Customer User Master", "master",
        "customerusermaster"),
    screen("SD-SMS-010", Group::Sms, "/sms/user-action-log", "User Action Log", "log", "useractionlog"),
    screen("SD-SMS-011", Group::Sms, "/sms/customer-action-log", "Customer Action Log", "log", "customeractionlog"),
    screen("SD-SMS-012", Group::Sms, "/sms/user-debug", "User Debug", "master", "userdebug"),
    screen("SD-SMS-013", Group::Sms, "/sms/user-debug-logs", "User Debug Logs", "log", "userdebuglogs"),
    screen("SD-SMS-014", Group::Sms, "/sms/user-login-logs", "User Login Logs", "log", "userlogindetails"),
    screen("SD-SMS-015", Group::Sms, "/sms/user-login-details", "User Login Details", "log", "userlogindetails"),
    screen("SD-BNK-001", Group::Requestor, "/requestor/doc-request/Create", "Create Request", "wizard", "docrequest"),
    screen("SD-BNK-002", Group::Requestor, "/requestor/requested-docs", "Requested Documents List", "rich",
        "docrequest/search"),
    screen("SD-EDU-001", Group::Requestor, "/requestor/edu-doc-request/Create", "Create Request", "wizard",
        "docrequest"),
    screen("SD-BNK-003", Group::Requestor, "/requestor/dashboard", "Dashboard", "rich", "dashboard"),
    screen("SD-BNK-004", Group::Requestor, "/requestor/overview/:txnRefNo", "Document Request Overview", "rich",
        "docrequest"),
    screen("SD-BNK-005", Group::Requestor, "/requestor/view-requests", "View Requests", "rich", "docrequest/search"),
    screen("SD-BNK-006", Group::Requestor, "/requestor/transactions", "List Of Transactions", "rich",
        "docrequest/search"),
    screen("SD-BNK-007", Group::Requestor, "/requestor/transactions/:txnRefNo", "Transaction Details", "rich",
        "docrequest"),
    screen("SD-BNK-008", Group::Requestor, "/requestor/transactions/:txnRefNo/upload", "Upload Documents", "rich",
        "document"),
    screen("SD-BNK-009", Group::Requestor, "/requestor/review-queue", "Review Queue", "rich", "document/queue"),
    screen("SD-BNK-010", Group::Requestor, "/requestor/message-deliveries", "Message Deliveries", "rich", "delivery"),
    screen("SD-CUS-001", Group::Provider, "/provider/login", "Customer Login", "rich", "customerusermasterLogin"),
    screen("SD-CUS-001", Group::Provider, "/provider/requests", "My Requests", "rich", "docrequest/search"),
    screen("SD-CUS-001", Group::Provider, "/provider/requests/:txnRefNo", "Upload Documents", "rich", "document"),
    screen("SD-CUS-001", Group::Provider, "/provider/profile", "Update Your Profile", "rich", "customerusermaster"),
];
