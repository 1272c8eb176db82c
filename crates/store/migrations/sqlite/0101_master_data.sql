-- One table per master data resource. Constraints are named after the definition, so that an error names its field.

CREATE TABLE entity_master (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    entity_type TEXT NOT NULL,
    entity_name TEXT NOT NULL,
    display_name TEXT NOT NULL,
    address1 TEXT NOT NULL,
    address2 TEXT,
    address3 TEXT,
    state TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    logo TEXT,
    banner TEXT,
    css_theme TEXT,
    document_purging_days INTEGER NOT NULL,
    reject_documents_purge_days INTEGER NOT NULL,
    customer_notification_reminder_days INTEGER NOT NULL,
    transaction_expiry_days INTEGER NOT NULL,
    verification_levels INTEGER NOT NULL,
    utc_time_zone TEXT NOT NULL,
    sms_notification INTEGER NOT NULL CHECK (sms_notification IN (0, 1)),
    email_notification INTEGER NOT NULL CHECK (email_notification IN (0, 1)),
    support_mail_id_group TEXT NOT NULL,
    record_purge_required INTEGER NOT NULL CHECK (record_purge_required IN (0, 1)),
    record_purge_days INTEGER,
    reference_no_prefix TEXT NOT NULL,
    remarks_message TEXT,
    start_date TEXT NOT NULL,
    expiry_date TEXT NOT NULL,
    sso_enabled INTEGER NOT NULL CHECK (sso_enabled IN (0, 1)),
    file_sharing_integration INTEGER NOT NULL CHECK (file_sharing_integration IN (0, 1)),
    drive_integration INTEGER NOT NULL CHECK (drive_integration IN (0, 1)),
    saml_token TEXT,
    password_symmetric_key TEXT,
    status TEXT NOT NULL,
    -- Left empty, banks have it and others do not.
    four_eyes INTEGER CHECK (four_eyes IN (0, 1)),
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT entity_master_key PRIMARY KEY (country_code, entity_code)
) STRICT;
CREATE UNIQUE INDEX entity_master_entity_name_unique ON entity_master (country_code, entity_name);

-- A change of the entity that waits for a second administrator. Fields: { name: [old, new] }.
CREATE TABLE entity_proposal (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    proposal_id TEXT NOT NULL,
    fields TEXT NOT NULL,
    state TEXT NOT NULL,
    proposed_by TEXT NOT NULL,
    proposed_on TEXT NOT NULL,
    decided_by TEXT,
    decided_on TEXT,
    CONSTRAINT entity_proposal_key PRIMARY KEY (country_code, entity_code, proposal_id)
);
-- Only one proposal of an entity can wait.
CREATE UNIQUE INDEX entity_proposal_waiting ON entity_proposal (country_code, entity_code) WHERE state = 'waiting';

CREATE TABLE tenant (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    tenant_name TEXT NOT NULL,
    status TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT tenant_key PRIMARY KEY (country_code, entity_code, tenant_code),
    CONSTRAINT tenant_entity_ref FOREIGN KEY (country_code, entity_code) REFERENCES entity_master (country_code, entity_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_category (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    document_category_code TEXT NOT NULL,
    document_category_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT document_category_key PRIMARY KEY (country_code, entity_code, document_category_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE authorization_level (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    auth_level_code TEXT NOT NULL,
    auth_level_desc TEXT NOT NULL,
    level_no INTEGER NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT authorization_level_key PRIMARY KEY (country_code, entity_code, auth_level_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE branch (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    branch_code TEXT NOT NULL,
    branch_name TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    address1 TEXT,
    address2 TEXT,
    address3 TEXT,
    city TEXT,
    state TEXT,
    postal_code TEXT,
    mobile_number TEXT,
    email_address TEXT,
    status TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT branch_key PRIMARY KEY (country_code, entity_code, branch_code, tenant_code),
    CONSTRAINT branch_tenant_code_ref FOREIGN KEY (country_code, entity_code, tenant_code)
        REFERENCES tenant (country_code, entity_code, tenant_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX branch_tenant_code_by ON branch (country_code, entity_code, tenant_code);

CREATE TABLE request_category (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    category_code TEXT NOT NULL,
    category_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT request_category_key PRIMARY KEY (country_code, entity_code, category_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE request_sub_category (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    category_code TEXT NOT NULL,
    sub_category_code TEXT NOT NULL,
    sub_category_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT request_sub_category_key PRIMARY KEY (country_code, entity_code, category_code, sub_category_code),
    CONSTRAINT request_sub_category_category_code_ref FOREIGN KEY (country_code, entity_code, category_code)
        REFERENCES request_category (country_code, entity_code, category_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE compliance (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    compliance_applicable TEXT NOT NULL,
    compliance_desc TEXT NOT NULL,
    compliance_days INTEGER NOT NULL,
    compliance_reminder_days INTEGER NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT compliance_key PRIMARY KEY (country_code, entity_code, compliance_applicable)
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_indicator (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    customer_indicator_code TEXT NOT NULL,
    customer_indicator_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT customer_indicator_key PRIMARY KEY (country_code, entity_code, customer_indicator_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_category (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    customer_category_code TEXT NOT NULL,
    customer_category_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT customer_category_key PRIMARY KEY (country_code, entity_code, customer_category_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_type (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    customer_type_code TEXT NOT NULL,
    customer_type_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT customer_type_key PRIMARY KEY (country_code, entity_code, customer_type_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE debug_configuration (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    module_code TEXT NOT NULL,
    debug_enabled INTEGER NOT NULL CHECK (debug_enabled IN (0, 1)),
    debug_level TEXT NOT NULL,
    file_prefix TEXT NOT NULL,
    debug_mode TEXT NOT NULL,
    action_log_enabled INTEGER NOT NULL CHECK (action_log_enabled IN (0, 1)),
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT debug_configuration_key PRIMARY KEY (country_code, entity_code, module_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE department (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    department_code TEXT NOT NULL,
    department_name TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT department_key PRIMARY KEY (country_code, entity_code, department_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_template (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    template_code TEXT NOT NULL,
    template_name TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT document_template_key PRIMARY KEY (country_code, entity_code, template_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE template_mapping (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    customer_type_code TEXT NOT NULL,
    customer_category_code TEXT,
    category_code TEXT NOT NULL,
    sub_category_code TEXT,
    template_code TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT template_mapping_customer_type_code_ref FOREIGN KEY (country_code, entity_code, customer_type_code)
        REFERENCES customer_type (country_code, entity_code, customer_type_code),
    CONSTRAINT template_mapping_customer_category_code_ref FOREIGN KEY (country_code, entity_code, customer_category_code)
        REFERENCES customer_category (country_code, entity_code, customer_category_code),
    CONSTRAINT template_mapping_category_code_ref FOREIGN KEY (country_code, entity_code, category_code)
        REFERENCES request_category (country_code, entity_code, category_code),
    CONSTRAINT template_mapping_sub_category_code_ref FOREIGN KEY (country_code, entity_code, category_code, sub_category_code)
        REFERENCES request_sub_category (country_code, entity_code, category_code, sub_category_code),
    CONSTRAINT template_mapping_template_code_ref FOREIGN KEY (country_code, entity_code, template_code)
        REFERENCES document_template (country_code, entity_code, template_code)
) STRICT;
CREATE UNIQUE INDEX template_mapping_key ON template_mapping (country_code, entity_code, customer_type_code, coalesce(customer_category_code, ''), category_code, coalesce(sub_category_code, ''), template_code);
CREATE INDEX template_mapping_customer_type_code_by ON template_mapping (country_code, entity_code, customer_type_code);
CREATE INDEX template_mapping_customer_category_code_by ON template_mapping (country_code, entity_code, customer_category_code);
CREATE INDEX template_mapping_category_code_by ON template_mapping (country_code, entity_code, category_code);
CREATE INDEX template_mapping_sub_category_code_by ON template_mapping (country_code, entity_code, category_code, sub_category_code);
CREATE INDEX template_mapping_template_code_by ON template_mapping (country_code, entity_code, template_code);

CREATE TABLE document_title (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    title_code TEXT NOT NULL,
    title_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT document_title_key PRIMARY KEY (country_code, entity_code, title_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE external_system (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    external_system_code TEXT NOT NULL,
    external_system_name TEXT NOT NULL,
    reference_number TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT external_system_key PRIMARY KEY (country_code, entity_code, external_system_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE industry (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    industry_code TEXT NOT NULL,
    industry_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT industry_key PRIMARY KEY (country_code, entity_code, industry_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE integration (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    integration_code TEXT NOT NULL,
    external_system_code TEXT NOT NULL,
    event_types TEXT NOT NULL,
    endpoint_url TEXT NOT NULL,
    signing_secret TEXT NOT NULL,
    status TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT integration_key PRIMARY KEY (country_code, entity_code, integration_code),
    CONSTRAINT integration_external_system_code_ref FOREIGN KEY (country_code, entity_code, external_system_code)
        REFERENCES external_system (country_code, entity_code, external_system_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX integration_external_system_code_by ON integration (country_code, entity_code, external_system_code);

CREATE TABLE user_type (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_type TEXT NOT NULL,
    user_type_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT user_type_key PRIMARY KEY (country_code, entity_code, user_type)
) STRICT, WITHOUT ROWID;

CREATE TABLE party_relationship (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    relationship_code TEXT NOT NULL,
    relationship_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT party_relationship_key PRIMARY KEY (country_code, entity_code, relationship_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE request_purpose (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    request_purpose_code TEXT NOT NULL,
    request_purpose_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT request_purpose_key PRIMARY KEY (country_code, entity_code, request_purpose_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE message_template (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    template_type TEXT NOT NULL,
    template_for TEXT NOT NULL,
    lang_code TEXT NOT NULL,
    subject TEXT,
    message_format TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT message_template_key PRIMARY KEY (country_code, entity_code, template_type, template_for, lang_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE email_configuration (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    host TEXT NOT NULL,
    port INTEGER NOT NULL,
    security TEXT NOT NULL,
    user_name TEXT,
    password TEXT,
    from_address TEXT NOT NULL,
    from_name TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT email_configuration_key PRIMARY KEY (country_code, entity_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE referred_by (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    referred_by_code TEXT NOT NULL,
    referred_by_name TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT referred_by_key PRIMARY KEY (country_code, entity_code, referred_by_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE verification_rule (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    rule_code TEXT NOT NULL,
    rule_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT verification_rule_key PRIMARY KEY (country_code, entity_code, rule_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_definition (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    document_code TEXT NOT NULL,
    title_code TEXT NOT NULL,
    document_category_code TEXT NOT NULL,
    document_types TEXT NOT NULL,
    max_size_mb INTEGER NOT NULL,
    max_files INTEGER NOT NULL,
    rule_code TEXT,
    compliance_applicable TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT document_definition_key PRIMARY KEY (country_code, entity_code, document_code),
    CONSTRAINT document_definition_title_code_ref FOREIGN KEY (country_code, entity_code, title_code)
        REFERENCES document_title (country_code, entity_code, title_code),
    CONSTRAINT document_definition_document_category_code_ref FOREIGN KEY (country_code, entity_code, document_category_code)
        REFERENCES document_category (country_code, entity_code, document_category_code),
    CONSTRAINT document_definition_rule_code_ref FOREIGN KEY (country_code, entity_code, rule_code)
        REFERENCES verification_rule (country_code, entity_code, rule_code),
    CONSTRAINT document_definition_compliance_applicable_ref FOREIGN KEY (country_code, entity_code, compliance_applicable)
        REFERENCES compliance (country_code, entity_code, compliance_applicable)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_definition_title_code_by ON document_definition (country_code, entity_code, title_code);
CREATE INDEX document_definition_document_category_code_by ON document_definition (country_code, entity_code, document_category_code);
CREATE INDEX document_definition_rule_code_by ON document_definition (country_code, entity_code, rule_code);
CREATE INDEX document_definition_compliance_applicable_by ON document_definition (country_code, entity_code, compliance_applicable);

CREATE TABLE template_document (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    template_code TEXT NOT NULL,
    document_code TEXT NOT NULL,
    sequence_no INTEGER NOT NULL,
    mandatory INTEGER NOT NULL CHECK (mandatory IN (0, 1)),
    instructions TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT template_document_key PRIMARY KEY (country_code, entity_code, template_code, document_code),
    CONSTRAINT template_document_template_code_ref FOREIGN KEY (country_code, entity_code, template_code)
        REFERENCES document_template (country_code, entity_code, template_code),
    CONSTRAINT template_document_document_code_ref FOREIGN KEY (country_code, entity_code, document_code)
        REFERENCES document_definition (country_code, entity_code, document_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX template_document_document_code_by ON template_document (country_code, entity_code, document_code);

CREATE TABLE verification_rule_detail (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    rule_code TEXT NOT NULL,
    sequence_no INTEGER NOT NULL,
    keywords TEXT NOT NULL,
    keyword_type TEXT NOT NULL,
    keyword_length INTEGER,
    character_mask TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT verification_rule_detail_key PRIMARY KEY (country_code, entity_code, rule_code, sequence_no),
    CONSTRAINT verification_rule_detail_rule_code_ref FOREIGN KEY (country_code, entity_code, rule_code)
        REFERENCES verification_rule (country_code, entity_code, rule_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE role_definition (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    role_code TEXT NOT NULL,
    role_desc TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT role_definition_key PRIMARY KEY (country_code, entity_code, role_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE staff_user (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    password TEXT NOT NULL,
    designation TEXT,
    first_name TEXT NOT NULL,
    second_name TEXT,
    last_name TEXT NOT NULL,
    preferred_name TEXT,
    user_language TEXT NOT NULL,
    default_department_code TEXT NOT NULL,
    default_branch_code TEXT NOT NULL,
    default_tenant_code TEXT NOT NULL,
    mail_id TEXT NOT NULL,
    mobile_number TEXT NOT NULL,
    alternate_mobile_number TEXT,
    user_type TEXT NOT NULL,
    expiry_date TEXT NOT NULL,
    status TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT staff_user_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT staff_user_default_department_code_ref FOREIGN KEY (country_code, entity_code, default_department_code)
        REFERENCES department (country_code, entity_code, department_code),
    CONSTRAINT staff_user_default_branch_code_ref FOREIGN KEY (country_code, entity_code, default_branch_code, default_tenant_code)
        REFERENCES branch (country_code, entity_code, branch_code, tenant_code),
    CONSTRAINT staff_user_default_tenant_code_ref FOREIGN KEY (country_code, entity_code, default_tenant_code)
        REFERENCES tenant (country_code, entity_code, tenant_code),
    CONSTRAINT staff_user_user_type_ref FOREIGN KEY (country_code, entity_code, user_type)
        REFERENCES user_type (country_code, entity_code, user_type),
    CONSTRAINT staff_user_entity_ref FOREIGN KEY (country_code, entity_code) REFERENCES entity_master (country_code, entity_code)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX staff_user_mail_id_unique ON staff_user (country_code, entity_code, mail_id);
CREATE UNIQUE INDEX staff_user_mobile_number_unique ON staff_user (country_code, entity_code, mobile_number);
CREATE INDEX staff_user_default_department_code_by ON staff_user (country_code, entity_code, default_department_code);
CREATE INDEX staff_user_default_branch_code_by ON staff_user (country_code, entity_code, default_branch_code, default_tenant_code);
CREATE INDEX staff_user_default_tenant_code_by ON staff_user (country_code, entity_code, default_tenant_code);
CREATE INDEX staff_user_user_type_by ON staff_user (country_code, entity_code, user_type);

CREATE TABLE request_forward (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    from_user_id TEXT NOT NULL,
    to_user_id TEXT NOT NULL,
    start_date TEXT,
    expiry_date TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT request_forward_key PRIMARY KEY (country_code, entity_code, from_user_id),
    CONSTRAINT request_forward_from_user_id_ref FOREIGN KEY (country_code, entity_code, from_user_id)
        REFERENCES staff_user (country_code, entity_code, user_id),
    CONSTRAINT request_forward_to_user_id_ref FOREIGN KEY (country_code, entity_code, to_user_id)
        REFERENCES staff_user (country_code, entity_code, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX request_forward_to_user_id_by ON request_forward (country_code, entity_code, to_user_id);

CREATE TABLE user_branch (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    branch_code TEXT NOT NULL,
    access_allowed INTEGER NOT NULL CHECK (access_allowed IN (0, 1)),
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT user_branch_key PRIMARY KEY (country_code, entity_code, user_id, tenant_code, branch_code),
    CONSTRAINT user_branch_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id),
    CONSTRAINT user_branch_tenant_code_ref FOREIGN KEY (country_code, entity_code, tenant_code)
        REFERENCES tenant (country_code, entity_code, tenant_code),
    CONSTRAINT user_branch_branch_code_ref FOREIGN KEY (country_code, entity_code, branch_code, tenant_code)
        REFERENCES branch (country_code, entity_code, branch_code, tenant_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_branch_tenant_code_by ON user_branch (country_code, entity_code, tenant_code);
CREATE INDEX user_branch_branch_code_by ON user_branch (country_code, entity_code, branch_code, tenant_code);

CREATE TABLE user_role_mapping (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    role_code TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT user_role_mapping_key PRIMARY KEY (country_code, entity_code, user_id, role_code),
    CONSTRAINT user_role_mapping_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id),
    CONSTRAINT user_role_mapping_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_role_mapping_role_code_by ON user_role_mapping (country_code, entity_code, role_code);

CREATE TABLE role_action (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    role_code TEXT NOT NULL,
    action_code TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT role_action_key PRIMARY KEY (country_code, entity_code, role_code, action_code),
    CONSTRAINT role_action_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE role_app (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    role_code TEXT NOT NULL,
    app_code TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT role_app_key PRIMARY KEY (country_code, entity_code, role_code, app_code),
    CONSTRAINT role_app_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE sso_configuration (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    app_code TEXT NOT NULL,
    protocol TEXT NOT NULL,
    host_name TEXT NOT NULL,
    ip_address TEXT,
    port_number INTEGER NOT NULL,
    dn_name TEXT NOT NULL,
    cn_name TEXT NOT NULL,
    client_secret TEXT,
    security TEXT,
    service_dn TEXT,
    user_attribute TEXT,
    issuer_path TEXT,
    sso_only INTEGER NOT NULL CHECK (sso_only IN (0, 1)),
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT sso_configuration_key PRIMARY KEY (country_code, entity_code, app_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE user_debug (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    debug_enabled INTEGER NOT NULL CHECK (debug_enabled IN (0, 1)),
    debug_level TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT user_debug_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT user_debug_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_user (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    first_name TEXT NOT NULL,
    second_name TEXT,
    last_name TEXT NOT NULL,
    mail_id TEXT,
    mobile_number TEXT,
    user_language TEXT NOT NULL,
    expiry_date TEXT,
    status TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT customer_user_key PRIMARY KEY (country_code, entity_code, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE screen_definition (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    screen_code TEXT NOT NULL,
    screen_name TEXT NOT NULL,
    screen_group TEXT NOT NULL,
    path TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT screen_definition_key PRIMARY KEY (country_code, entity_code, screen_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE role_screen (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    role_code TEXT NOT NULL,
    screen_code TEXT NOT NULL,
    action_code TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT role_screen_key PRIMARY KEY (country_code, entity_code, role_code, screen_code, action_code),
    CONSTRAINT role_screen_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code),
    CONSTRAINT role_screen_screen_code_ref FOREIGN KEY (country_code, entity_code, screen_code)
        REFERENCES screen_definition (country_code, entity_code, screen_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX role_screen_screen_code_by ON role_screen (country_code, entity_code, screen_code);

-- Directories compare user ids without case.
CREATE INDEX staff_user_any_case ON staff_user (country_code, entity_code, lower(user_id));

-- Finds an existing login by the addresses of a party.
CREATE INDEX customer_user_by_mail ON customer_user (country_code, entity_code, mail_id);
CREATE INDEX customer_user_by_mobile ON customer_user (country_code, entity_code, mobile_number);
