-- One table per master data resource. Constraints are named after the definition, so that an error names its field.

CREATE TABLE entity_master (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    entity_type TEXT COLLATE "C" NOT NULL,
    entity_name TEXT COLLATE "C" NOT NULL,
    display_name TEXT COLLATE "C" NOT NULL,
    address1 TEXT COLLATE "C" NOT NULL,
    address2 TEXT COLLATE "C",
    address3 TEXT COLLATE "C",
    state TEXT COLLATE "C" NOT NULL,
    postal_code TEXT COLLATE "C" NOT NULL,
    logo TEXT COLLATE "C",
    banner TEXT COLLATE "C",
    css_theme TEXT COLLATE "C",
    document_purging_days BIGINT NOT NULL,
    reject_documents_purge_days BIGINT NOT NULL,
    customer_notification_reminder_days BIGINT NOT NULL,
    transaction_expiry_days BIGINT NOT NULL,
    verification_levels BIGINT NOT NULL,
    utc_time_zone TEXT COLLATE "C" NOT NULL,
    sms_notification BOOLEAN NOT NULL,
    email_notification BOOLEAN NOT NULL,
    support_mail_id_group TEXT COLLATE "C" NOT NULL,
    record_purge_required BOOLEAN NOT NULL,
    record_purge_days BIGINT,
    reference_no_prefix TEXT COLLATE "C" NOT NULL,
    remarks_message TEXT COLLATE "C",
    start_date TEXT COLLATE "C" NOT NULL,
    expiry_date TEXT COLLATE "C" NOT NULL,
    sso_enabled BOOLEAN NOT NULL,
    file_sharing_integration BOOLEAN NOT NULL,
    drive_integration BOOLEAN NOT NULL,
    saml_token TEXT COLLATE "C",
    password_symmetric_key TEXT COLLATE "C",
    status TEXT COLLATE "C" NOT NULL,
    -- Left empty, banks have it and others do not.
    four_eyes BOOLEAN,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT entity_master_key PRIMARY KEY (country_code, entity_code)
);
CREATE UNIQUE INDEX entity_master_entity_name_unique ON entity_master (country_code, entity_name);
CALL protect('entity_master', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- A change of the entity that waits for a second administrator. Fields: { name: [old, new] }.
CREATE TABLE entity_proposal (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    proposal_id TEXT COLLATE "C" NOT NULL,
    fields TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    proposed_by TEXT COLLATE "C" NOT NULL,
    proposed_on TEXT COLLATE "C" NOT NULL,
    decided_by TEXT COLLATE "C",
    decided_on TEXT COLLATE "C",
    CONSTRAINT entity_proposal_key PRIMARY KEY (country_code, entity_code, proposal_id)
);
-- Only one proposal of an entity can wait.
CREATE UNIQUE INDEX entity_proposal_waiting ON entity_proposal (country_code, entity_code) WHERE state = 'waiting';
CALL protect('entity_proposal', 'entity', 'SELECT, INSERT, UPDATE');

CREATE TABLE tenant (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    tenant_name TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT tenant_key PRIMARY KEY (country_code, entity_code, tenant_code),
    CONSTRAINT tenant_entity_ref FOREIGN KEY (country_code, entity_code) REFERENCES entity_master (country_code, entity_code)
);
CALL protect('tenant', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE document_category (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    document_category_code TEXT COLLATE "C" NOT NULL,
    document_category_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT document_category_key PRIMARY KEY (country_code, entity_code, document_category_code)
);
CALL protect('document_category', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE authorization_level (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    auth_level_code TEXT COLLATE "C" NOT NULL,
    auth_level_desc TEXT COLLATE "C" NOT NULL,
    level_no BIGINT NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT authorization_level_key PRIMARY KEY (country_code, entity_code, auth_level_code)
);
CALL protect('authorization_level', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE branch (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    branch_code TEXT COLLATE "C" NOT NULL,
    branch_name TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    address1 TEXT COLLATE "C",
    address2 TEXT COLLATE "C",
    address3 TEXT COLLATE "C",
    city TEXT COLLATE "C",
    state TEXT COLLATE "C",
    postal_code TEXT COLLATE "C",
    mobile_number TEXT COLLATE "C",
    email_address TEXT COLLATE "C",
    status TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT branch_key PRIMARY KEY (country_code, entity_code, branch_code, tenant_code),
    CONSTRAINT branch_tenant_code_ref FOREIGN KEY (country_code, entity_code, tenant_code)
        REFERENCES tenant (country_code, entity_code, tenant_code)
);
CREATE INDEX branch_tenant_code_by ON branch (country_code, entity_code, tenant_code);
CALL protect('branch', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE request_category (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    category_code TEXT COLLATE "C" NOT NULL,
    category_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT request_category_key PRIMARY KEY (country_code, entity_code, category_code)
);
CALL protect('request_category', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE request_sub_category (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    category_code TEXT COLLATE "C" NOT NULL,
    sub_category_code TEXT COLLATE "C" NOT NULL,
    sub_category_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT request_sub_category_key PRIMARY KEY (country_code, entity_code, category_code, sub_category_code),
    CONSTRAINT request_sub_category_category_code_ref FOREIGN KEY (country_code, entity_code, category_code)
        REFERENCES request_category (country_code, entity_code, category_code)
);
CALL protect('request_sub_category', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE compliance (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    compliance_applicable TEXT COLLATE "C" NOT NULL,
    compliance_desc TEXT COLLATE "C" NOT NULL,
    compliance_days BIGINT NOT NULL,
    compliance_reminder_days BIGINT NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT compliance_key PRIMARY KEY (country_code, entity_code, compliance_applicable)
);
CALL protect('compliance', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE customer_indicator (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    customer_indicator_code TEXT COLLATE "C" NOT NULL,
    customer_indicator_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT customer_indicator_key PRIMARY KEY (country_code, entity_code, customer_indicator_code)
);
CALL protect('customer_indicator', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE customer_category (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    customer_category_code TEXT COLLATE "C" NOT NULL,
    customer_category_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT customer_category_key PRIMARY KEY (country_code, entity_code, customer_category_code)
);
CALL protect('customer_category', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE customer_type (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    customer_type_code TEXT COLLATE "C" NOT NULL,
    customer_type_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT customer_type_key PRIMARY KEY (country_code, entity_code, customer_type_code)
);
CALL protect('customer_type', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE debug_configuration (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    module_code TEXT COLLATE "C" NOT NULL,
    debug_enabled BOOLEAN NOT NULL,
    debug_level TEXT COLLATE "C" NOT NULL,
    file_prefix TEXT COLLATE "C" NOT NULL,
    debug_mode TEXT COLLATE "C" NOT NULL,
    action_log_enabled BOOLEAN NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT debug_configuration_key PRIMARY KEY (country_code, entity_code, module_code)
);
CALL protect('debug_configuration', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE department (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    department_code TEXT COLLATE "C" NOT NULL,
    department_name TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT department_key PRIMARY KEY (country_code, entity_code, department_code)
);
CALL protect('department', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE document_template (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    template_code TEXT COLLATE "C" NOT NULL,
    template_name TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT document_template_key PRIMARY KEY (country_code, entity_code, template_code)
);
CALL protect('document_template', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE template_mapping (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    customer_type_code TEXT COLLATE "C" NOT NULL,
    customer_category_code TEXT COLLATE "C",
    category_code TEXT COLLATE "C" NOT NULL,
    sub_category_code TEXT COLLATE "C",
    template_code TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
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
);
CREATE UNIQUE INDEX template_mapping_key ON template_mapping (country_code, entity_code, customer_type_code, coalesce(customer_category_code, ''), category_code, coalesce(sub_category_code, ''), template_code);
CREATE INDEX template_mapping_customer_type_code_by ON template_mapping (country_code, entity_code, customer_type_code);
CREATE INDEX template_mapping_customer_category_code_by ON template_mapping (country_code, entity_code, customer_category_code);
CREATE INDEX template_mapping_category_code_by ON template_mapping (country_code, entity_code, category_code);
CREATE INDEX template_mapping_sub_category_code_by ON template_mapping (country_code, entity_code, category_code, sub_category_code);
CREATE INDEX template_mapping_template_code_by ON template_mapping (country_code, entity_code, template_code);
CALL protect('template_mapping', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE document_title (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    title_code TEXT COLLATE "C" NOT NULL,
    title_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT document_title_key PRIMARY KEY (country_code, entity_code, title_code)
);
CALL protect('document_title', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE external_system (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    external_system_code TEXT COLLATE "C" NOT NULL,
    external_system_name TEXT COLLATE "C" NOT NULL,
    reference_number TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT external_system_key PRIMARY KEY (country_code, entity_code, external_system_code)
);
CALL protect('external_system', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE industry (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    industry_code TEXT COLLATE "C" NOT NULL,
    industry_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT industry_key PRIMARY KEY (country_code, entity_code, industry_code)
);
CALL protect('industry', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE integration (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    integration_code TEXT COLLATE "C" NOT NULL,
    external_system_code TEXT COLLATE "C" NOT NULL,
    event_types TEXT COLLATE "C" NOT NULL,
    endpoint_url TEXT COLLATE "C" NOT NULL,
    signing_secret TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT integration_key PRIMARY KEY (country_code, entity_code, integration_code),
    CONSTRAINT integration_external_system_code_ref FOREIGN KEY (country_code, entity_code, external_system_code)
        REFERENCES external_system (country_code, entity_code, external_system_code)
);
CREATE INDEX integration_external_system_code_by ON integration (country_code, entity_code, external_system_code);
CALL protect('integration', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE user_type (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_type TEXT COLLATE "C" NOT NULL,
    user_type_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT user_type_key PRIMARY KEY (country_code, entity_code, user_type)
);
CALL protect('user_type', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE party_relationship (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    relationship_code TEXT COLLATE "C" NOT NULL,
    relationship_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT party_relationship_key PRIMARY KEY (country_code, entity_code, relationship_code)
);
CALL protect('party_relationship', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE request_purpose (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    request_purpose_code TEXT COLLATE "C" NOT NULL,
    request_purpose_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT request_purpose_key PRIMARY KEY (country_code, entity_code, request_purpose_code)
);
CALL protect('request_purpose', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE message_template (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    template_type TEXT COLLATE "C" NOT NULL,
    template_for TEXT COLLATE "C" NOT NULL,
    lang_code TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C",
    message_format TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT message_template_key PRIMARY KEY (country_code, entity_code, template_type, template_for, lang_code)
);
CALL protect('message_template', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE email_configuration (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    host TEXT COLLATE "C" NOT NULL,
    port BIGINT NOT NULL,
    security TEXT COLLATE "C" NOT NULL,
    user_name TEXT COLLATE "C",
    password TEXT COLLATE "C",
    from_address TEXT COLLATE "C" NOT NULL,
    from_name TEXT COLLATE "C",
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT email_configuration_key PRIMARY KEY (country_code, entity_code)
);
CALL protect('email_configuration', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE referred_by (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    referred_by_code TEXT COLLATE "C" NOT NULL,
    referred_by_name TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT referred_by_key PRIMARY KEY (country_code, entity_code, referred_by_code)
);
CALL protect('referred_by', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE verification_rule (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    rule_code TEXT COLLATE "C" NOT NULL,
    rule_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT verification_rule_key PRIMARY KEY (country_code, entity_code, rule_code)
);
CALL protect('verification_rule', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE document_definition (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    document_code TEXT COLLATE "C" NOT NULL,
    title_code TEXT COLLATE "C" NOT NULL,
    document_category_code TEXT COLLATE "C" NOT NULL,
    document_types TEXT COLLATE "C" NOT NULL,
    max_size_mb BIGINT NOT NULL,
    max_files BIGINT NOT NULL,
    rule_code TEXT COLLATE "C",
    compliance_applicable TEXT COLLATE "C",
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT document_definition_key PRIMARY KEY (country_code, entity_code, document_code),
    CONSTRAINT document_definition_title_code_ref FOREIGN KEY (country_code, entity_code, title_code)
        REFERENCES document_title (country_code, entity_code, title_code),
    CONSTRAINT document_definition_document_category_code_ref FOREIGN KEY (country_code, entity_code, document_category_code)
        REFERENCES document_category (country_code, entity_code, document_category_code),
    CONSTRAINT document_definition_rule_code_ref FOREIGN KEY (country_code, entity_code, rule_code)
        REFERENCES verification_rule (country_code, entity_code, rule_code),
    CONSTRAINT document_definition_compliance_applicable_ref FOREIGN KEY (country_code, entity_code, compliance_applicable)
        REFERENCES compliance (country_code, entity_code, compliance_applicable)
);
CREATE INDEX document_definition_title_code_by ON document_definition (country_code, entity_code, title_code);
CREATE INDEX document_definition_document_category_code_by ON document_definition (country_code, entity_code, document_category_code);
CREATE INDEX document_definition_rule_code_by ON document_definition (country_code, entity_code, rule_code);
CREATE INDEX document_definition_compliance_applicable_by ON document_definition (country_code, entity_code, compliance_applicable);
CALL protect('document_definition', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE template_document (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    template_code TEXT COLLATE "C" NOT NULL,
    document_code TEXT COLLATE "C" NOT NULL,
    sequence_no BIGINT NOT NULL,
    mandatory BOOLEAN NOT NULL,
    instructions TEXT COLLATE "C",
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT template_document_key PRIMARY KEY (country_code, entity_code, template_code, document_code),
    CONSTRAINT template_document_template_code_ref FOREIGN KEY (country_code, entity_code, template_code)
        REFERENCES document_template (country_code, entity_code, template_code),
    CONSTRAINT template_document_document_code_ref FOREIGN KEY (country_code, entity_code, document_code)
        REFERENCES document_definition (country_code, entity_code, document_code)
);
CREATE INDEX template_document_document_code_by ON template_document (country_code, entity_code, document_code);
CALL protect('template_document', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE verification_rule_detail (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    rule_code TEXT COLLATE "C" NOT NULL,
    sequence_no BIGINT NOT NULL,
    keywords TEXT COLLATE "C" NOT NULL,
    keyword_type TEXT COLLATE "C" NOT NULL,
    keyword_length BIGINT,
    character_mask TEXT COLLATE "C",
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT verification_rule_detail_key PRIMARY KEY (country_code, entity_code, rule_code, sequence_no),
    CONSTRAINT verification_rule_detail_rule_code_ref FOREIGN KEY (country_code, entity_code, rule_code)
        REFERENCES verification_rule (country_code, entity_code, rule_code)
);
CALL protect('verification_rule_detail', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE role_definition (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    role_code TEXT COLLATE "C" NOT NULL,
    role_desc TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT role_definition_key PRIMARY KEY (country_code, entity_code, role_code)
);
CALL protect('role_definition', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE staff_user (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    password TEXT COLLATE "C" NOT NULL,
    designation TEXT COLLATE "C",
    first_name TEXT COLLATE "C" NOT NULL,
    second_name TEXT COLLATE "C",
    last_name TEXT COLLATE "C" NOT NULL,
    preferred_name TEXT COLLATE "C",
    user_language TEXT COLLATE "C" NOT NULL,
    default_department_code TEXT COLLATE "C" NOT NULL,
    default_branch_code TEXT COLLATE "C" NOT NULL,
    default_tenant_code TEXT COLLATE "C" NOT NULL,
    mail_id TEXT COLLATE "C" NOT NULL,
    mobile_number TEXT COLLATE "C" NOT NULL,
    alternate_mobile_number TEXT COLLATE "C",
    user_type TEXT COLLATE "C" NOT NULL,
    expiry_date TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
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
);
CREATE UNIQUE INDEX staff_user_mail_id_unique ON staff_user (country_code, entity_code, mail_id);
CREATE UNIQUE INDEX staff_user_mobile_number_unique ON staff_user (country_code, entity_code, mobile_number);
CREATE INDEX staff_user_default_department_code_by ON staff_user (country_code, entity_code, default_department_code);
CREATE INDEX staff_user_default_branch_code_by ON staff_user (country_code, entity_code, default_branch_code, default_tenant_code);
CREATE INDEX staff_user_default_tenant_code_by ON staff_user (country_code, entity_code, default_tenant_code);
CREATE INDEX staff_user_user_type_by ON staff_user (country_code, entity_code, user_type);
CALL protect('staff_user', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE request_forward (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    from_user_id TEXT COLLATE "C" NOT NULL,
    to_user_id TEXT COLLATE "C" NOT NULL,
    start_date TEXT COLLATE "C",
    expiry_date TEXT COLLATE "C",
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT request_forward_key PRIMARY KEY (country_code, entity_code, from_user_id),
    CONSTRAINT request_forward_from_user_id_ref FOREIGN KEY (country_code, entity_code, from_user_id)
        REFERENCES staff_user (country_code, entity_code, user_id),
    CONSTRAINT request_forward_to_user_id_ref FOREIGN KEY (country_code, entity_code, to_user_id)
        REFERENCES staff_user (country_code, entity_code, user_id)
);
CREATE INDEX request_forward_to_user_id_by ON request_forward (country_code, entity_code, to_user_id);
CALL protect('request_forward', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE user_branch (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    branch_code TEXT COLLATE "C" NOT NULL,
    access_allowed BOOLEAN NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT user_branch_key PRIMARY KEY (country_code, entity_code, user_id, tenant_code, branch_code),
    CONSTRAINT user_branch_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id),
    CONSTRAINT user_branch_tenant_code_ref FOREIGN KEY (country_code, entity_code, tenant_code)
        REFERENCES tenant (country_code, entity_code, tenant_code),
    CONSTRAINT user_branch_branch_code_ref FOREIGN KEY (country_code, entity_code, branch_code, tenant_code)
        REFERENCES branch (country_code, entity_code, branch_code, tenant_code)
);
CREATE INDEX user_branch_tenant_code_by ON user_branch (country_code, entity_code, tenant_code);
CREATE INDEX user_branch_branch_code_by ON user_branch (country_code, entity_code, branch_code, tenant_code);
CALL protect('user_branch', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE user_role_mapping (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    role_code TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT user_role_mapping_key PRIMARY KEY (country_code, entity_code, user_id, role_code),
    CONSTRAINT user_role_mapping_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id),
    CONSTRAINT user_role_mapping_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code)
);
CREATE INDEX user_role_mapping_role_code_by ON user_role_mapping (country_code, entity_code, role_code);
CALL protect('user_role_mapping', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE role_action (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    role_code TEXT COLLATE "C" NOT NULL,
    action_code TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT role_action_key PRIMARY KEY (country_code, entity_code, role_code, action_code),
    CONSTRAINT role_action_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code)
);
CALL protect('role_action', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE role_app (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    role_code TEXT COLLATE "C" NOT NULL,
    app_code TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT role_app_key PRIMARY KEY (country_code, entity_code, role_code, app_code),
    CONSTRAINT role_app_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code)
);
CALL protect('role_app', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE sso_configuration (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    app_code TEXT COLLATE "C" NOT NULL,
    protocol TEXT COLLATE "C" NOT NULL,
    host_name TEXT COLLATE "C" NOT NULL,
    ip_address TEXT COLLATE "C",
    port_number BIGINT NOT NULL,
    dn_name TEXT COLLATE "C" NOT NULL,
    cn_name TEXT COLLATE "C" NOT NULL,
    client_secret TEXT COLLATE "C",
    security TEXT COLLATE "C",
    service_dn TEXT COLLATE "C",
    user_attribute TEXT COLLATE "C",
    issuer_path TEXT COLLATE "C",
    sso_only BOOLEAN NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT sso_configuration_key PRIMARY KEY (country_code, entity_code, app_code)
);
CALL protect('sso_configuration', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE user_debug (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    debug_enabled BOOLEAN NOT NULL,
    debug_level TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT user_debug_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT user_debug_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id)
);
CALL protect('user_debug', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE customer_user (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    first_name TEXT COLLATE "C" NOT NULL,
    second_name TEXT COLLATE "C",
    last_name TEXT COLLATE "C" NOT NULL,
    mail_id TEXT COLLATE "C",
    mobile_number TEXT COLLATE "C",
    user_language TEXT COLLATE "C" NOT NULL,
    expiry_date TEXT COLLATE "C",
    status TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT customer_user_key PRIMARY KEY (country_code, entity_code, user_id)
);
CALL protect('customer_user', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE screen_definition (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    screen_code TEXT COLLATE "C" NOT NULL,
    screen_name TEXT COLLATE "C" NOT NULL,
    screen_group TEXT COLLATE "C" NOT NULL,
    path TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT screen_definition_key PRIMARY KEY (country_code, entity_code, screen_code)
);
CALL protect('screen_definition', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE role_screen (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    role_code TEXT COLLATE "C" NOT NULL,
    screen_code TEXT COLLATE "C" NOT NULL,
    action_code TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT role_screen_key PRIMARY KEY (country_code, entity_code, role_code, screen_code, action_code),
    CONSTRAINT role_screen_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code),
    CONSTRAINT role_screen_screen_code_ref FOREIGN KEY (country_code, entity_code, screen_code)
        REFERENCES screen_definition (country_code, entity_code, screen_code)
);
CREATE INDEX role_screen_screen_code_by ON role_screen (country_code, entity_code, screen_code);
CALL protect('role_screen', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Directories compare user ids without case.
CREATE INDEX staff_user_any_case ON staff_user (country_code, entity_code, lower(user_id));

-- Finds an existing login by the addresses of a party.
CREATE INDEX customer_user_by_mail ON customer_user (country_code, entity_code, mail_id);
CREATE INDEX customer_user_by_mobile ON customer_user (country_code, entity_code, mobile_number);
