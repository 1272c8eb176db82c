/** The spec's admin and user-management screens: code, path, title. Listed here so that a missing screen is noticed. */
const table = `
SD-ADM-001 /admin/branch-master Branch Master
SD-ADM-002 /admin/category-definition Category Master
SD-ADM-003 /admin/sub-category-definition Sub Category Master
SD-ADM-004 /admin/authorization-level Authorization Level
SD-ADM-005 /admin/compliance-maintenance Compliance Master
SD-ADM-006 /admin/customer-indicator Customer Indicator
SD-ADM-007 /admin/customer-type Customer Type
SD-ADM-008 /admin/cust-cat-temp-map customer Category Template Mapping
SD-ADM-009 /admin/debug-configuration Debug Configuration
SD-ADM-010 /admin/department-maintenance Department Master
SD-ADM-011 /admin/entity-master Entity Master
SD-ADM-012 /admin/external-system External System Definition
SD-ADM-013 /admin/industry-master Industry Master
SD-ADM-014 /admin/integration-master Integration Master
SD-ADM-015 /admin/party-relationship Party Relationship
SD-ADM-016 /admin/request-purpose Request Purpose
SD-ADM-017 /admin/template-definition Template Master
SD-ADM-018 /admin/document-category Document Category
SD-ADM-019 /admin/user-type User Type Master
SD-ADM-020 /admin/email-sms-template Email Sms template
SD-ADM-021 /admin/referred-by Referred By Master
SD-ADM-022 /admin/request-forward Request Forward Master
SD-ADM-023 /admin/title-code Title Code Master Maintenance
SD-ADM-024 /admin/rule-code Rule Code Master Maintenance
SD-ADM-025 /admin/rule-code-detail Rule Code Details
SD-ADM-026 /admin/customer-category Customer Category
SD-ADM-027 /admin/document-definition Document Definition
SD-ADM-028 /admin/email-configuration Email Configuration
SD-ADM-031 /admin/webhook-deliveries Webhook Deliveries
SD-SMS-001 /sms/user-branch User Branch Access
SD-SMS-002 /sms/user-master User Master
SD-SMS-003 /sms/user-role-maping User Role Maping
SD-SMS-004 /sms/role-screen-action-mapping Role Screen Action Mapping
SD-SMS-005 /sms/user-role-master User Role Master
SD-SMS-006 /sms/role-action-mapping Role Action Mapping
SD-SMS-007 /sms/role-app-mapping Role App Mapping
SD-SMS-008 /sms/sso-configuration SSO Configuration
SD-SMS-009 /sms/customer-user-master Customer User Master
SD-SMS-010 /sms/user-action-log User Action Log
SD-SMS-011 /sms/customer-action-log Customer Action Log
SD-SMS-012 /sms/user-debug User Debug
SD-SMS-013 /sms/user-debug-logs User Debug Logs
SD-SMS-014 /sms/user-login-logs User Login Logs
SD-SMS-015 /sms/user-login-details User Login Details
`;

/** The requestor screens in the menu; pages of one request are opened from a list. */
const deskTable = `
SD-BNK-001 /requestor/doc-request/Create Create Request
SD-EDU-001 /requestor/edu-doc-request/Create Create Request
SD-BNK-002 /requestor/requested-docs Requested Documents List
SD-BNK-003 /requestor/dashboard Dashboard
SD-BNK-005 /requestor/view-requests View Requests
SD-BNK-006 /requestor/transactions List Of Transactions
`;

const read = (lines) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [code, path, ...title] = line.split(' ');
      return { code, path, title: title.join(' ') };
    });

export const screens = read(table);
export const deskScreens = read(deskTable);

export const screen = (code) => [...screens, ...deskScreens].find((each) => each.code === code);
