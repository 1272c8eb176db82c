-- One table per resource of master data. Constraints are named after the definition, so that an error names its field.

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
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT entity_master_key PRIMARY KEY (country_code, entity_code)
);
CREATE UNIQUE INDEX entity_master_entity_name_unique ON entity_master (country_code, entity_name);
ALTER TABLE entity_master ENABLE ROW LEVEL SECURITY;
ALTER TABLE entity_master FORCE ROW LEVEL SECURITY;
CREATE POLICY entity_master_scope ON entity_master USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON entity_master TO docz_app;

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
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_scope ON tenant USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON tenant TO docz_app;

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
ALTER TABLE document_category ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_category FORCE ROW LEVEL SECURITY;
CREATE POLICY document_category_scope ON document_category USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON document_category TO docz_app;

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
ALTER TABLE authorization_level ENABLE ROW LEVEL SECURITY;
ALTER TABLE authorization_level FORCE ROW LEVEL SECURITY;
CREATE POLICY authorization_level_scope ON authorization_level USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON authorization_level TO docz_app;

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
ALTER TABLE branch ENABLE ROW LEVEL SECURITY;
ALTER TABLE branch FORCE ROW LEVEL SECURITY;
CREATE POLICY branch_scope ON branch USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON branch TO docz_app;

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
ALTER TABLE request_category ENABLE ROW LEVEL SECURITY;
ALTER TABLE request_category FORCE ROW LEVEL SECURITY;
CREATE POLICY request_category_scope ON request_category USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON request_category TO docz_app;

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
ALTER TABLE request_sub_category ENABLE ROW LEVEL SECURITY;
ALTER TABLE request_sub_category FORCE ROW LEVEL SECURITY;
CREATE POLICY request_sub_category_scope ON request_sub_category USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON request_sub_category TO docz_app;

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
ALTER TABLE compliance ENABLE ROW LEVEL SECURITY;
ALTER TABLE compliance FORCE ROW LEVEL SECURITY;
CREATE POLICY compliance_scope ON compliance USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON compliance TO docz_app;

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
ALTER TABLE customer_indicator ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_indicator FORCE ROW LEVEL SECURITY;
CREATE POLICY customer_indicator_scope ON customer_indicator USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_indicator TO docz_app;

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
ALTER TABLE customer_category ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_category FORCE ROW LEVEL SECURITY;
CREATE POLICY customer_category_scope ON customer_category USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_category TO docz_app;

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
ALTER TABLE customer_type ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_type FORCE ROW LEVEL SECURITY;
CREATE POLICY customer_type_scope ON customer_type USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_type TO docz_app;

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
ALTER TABLE debug_configuration ENABLE ROW LEVEL SECURITY;
ALTER TABLE debug_configuration FORCE ROW LEVEL SECURITY;
CREATE POLICY debug_configuration_scope ON debug_configuration USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON debug_configuration TO docz_app;

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
ALTER TABLE department ENABLE ROW LEVEL SECURITY;
ALTER TABLE department FORCE ROW LEVEL SECURITY;
CREATE POLICY department_scope ON department USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON department TO docz_app;

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
ALTER TABLE document_template ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_template FORCE ROW LEVEL SECURITY;
CREATE POLICY document_template_scope ON document_template USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON document_template TO docz_app;

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
ALTER TABLE template_mapping ENABLE ROW LEVEL SECURITY;
ALTER TABLE template_mapping FORCE ROW LEVEL SECURITY;
CREATE POLICY template_mapping_scope ON template_mapping USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON template_mapping TO docz_app;

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
ALTER TABLE document_title ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_title FORCE ROW LEVEL SECURITY;
CREATE POLICY document_title_scope ON document_title USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON document_title TO docz_app;

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
ALTER TABLE external_system ENABLE ROW LEVEL SECURITY;
ALTER TABLE external_system FORCE ROW LEVEL SECURITY;
CREATE POLICY external_system_scope ON external_system USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON external_system TO docz_app;

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
ALTER TABLE industry ENABLE ROW LEVEL SECURITY;
ALTER TABLE industry FORCE ROW LEVEL SECURITY;
CREATE POLICY industry_scope ON industry USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON industry TO docz_app;

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
ALTER TABLE integration ENABLE ROW LEVEL SECURITY;
ALTER TABLE integration FORCE ROW LEVEL SECURITY;
CREATE POLICY integration_scope ON integration USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON integration TO docz_app;

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
ALTER TABLE user_type ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_type FORCE ROW LEVEL SECURITY;
CREATE POLICY user_type_scope ON user_type USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON user_type TO docz_app;

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
ALTER TABLE party_relationship ENABLE ROW LEVEL SECURITY;
ALTER TABLE party_relationship FORCE ROW LEVEL SECURITY;
CREATE POLICY party_relationship_scope ON party_relationship USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON party_relationship TO docz_app;

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
ALTER TABLE request_purpose ENABLE ROW LEVEL SECURITY;
ALTER TABLE request_purpose FORCE ROW LEVEL SECURITY;
CREATE POLICY request_purpose_scope ON request_purpose USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON request_purpose TO docz_app;

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
ALTER TABLE message_template ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_template FORCE ROW LEVEL SECURITY;
CREATE POLICY message_template_scope ON message_template USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON message_template TO docz_app;

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
ALTER TABLE email_configuration ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_configuration FORCE ROW LEVEL SECURITY;
CREATE POLICY email_configuration_scope ON email_configuration USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON email_configuration TO docz_app;

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
ALTER TABLE referred_by ENABLE ROW LEVEL SECURITY;
ALTER TABLE referred_by FORCE ROW LEVEL SECURITY;
CREATE POLICY referred_by_scope ON referred_by USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON referred_by TO docz_app;

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
ALTER TABLE verification_rule ENABLE ROW LEVEL SECURITY;
ALTER TABLE verification_rule FORCE ROW LEVEL SECURITY;
CREATE POLICY verification_rule_scope ON verification_rule USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON verification_rule TO docz_app;

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
ALTER TABLE document_definition ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_definition FORCE ROW LEVEL SECURITY;
CREATE POLICY document_definition_scope ON document_definition USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON document_definition TO docz_app;

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
ALTER TABLE template_document ENABLE ROW LEVEL SECURITY;
ALTER TABLE template_document FORCE ROW LEVEL SECURITY;
CREATE POLICY template_document_scope ON template_document USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON template_document TO docz_app;

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
ALTER TABLE verification_rule_detail ENABLE ROW LEVEL SECURITY;
ALTER TABLE verification_rule_detail FORCE ROW LEVEL SECURITY;
CREATE POLICY verification_rule_detail_scope ON verification_rule_detail USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON verification_rule_detail TO docz_app;

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
ALTER TABLE role_definition ENABLE ROW LEVEL SECURITY;
ALTER TABLE role_definition FORCE ROW LEVEL SECURITY;
CREATE POLICY role_definition_scope ON role_definition USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON role_definition TO docz_app;

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
ALTER TABLE staff_user ENABLE ROW LEVEL SECURITY;
ALTER TABLE staff_user FORCE ROW LEVEL SECURITY;
CREATE POLICY staff_user_scope ON staff_user USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_user TO docz_app;

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
ALTER TABLE request_forward ENABLE ROW LEVEL SECURITY;
ALTER TABLE request_forward FORCE ROW LEVEL SECURITY;
CREATE POLICY request_forward_scope ON request_forward USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON request_forward TO docz_app;

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
ALTER TABLE user_branch ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_branch FORCE ROW LEVEL SECURITY;
CREATE POLICY user_branch_scope ON user_branch USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON user_branch TO docz_app;

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
ALTER TABLE user_role_mapping ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_role_mapping FORCE ROW LEVEL SECURITY;
CREATE POLICY user_role_mapping_scope ON user_role_mapping USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON user_role_mapping TO docz_app;

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
ALTER TABLE role_action ENABLE ROW LEVEL SECURITY;
ALTER TABLE role_action FORCE ROW LEVEL SECURITY;
CREATE POLICY role_action_scope ON role_action USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON role_action TO docz_app;

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
ALTER TABLE role_app ENABLE ROW LEVEL SECURITY;
ALTER TABLE role_app FORCE ROW LEVEL SECURITY;
CREATE POLICY role_app_scope ON role_app USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON role_app TO docz_app;

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
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT sso_configuration_key PRIMARY KEY (country_code, entity_code, app_code)
);
ALTER TABLE sso_configuration ENABLE ROW LEVEL SECURITY;
ALTER TABLE sso_configuration FORCE ROW LEVEL SECURITY;
CREATE POLICY sso_configuration_scope ON sso_configuration USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON sso_configuration TO docz_app;

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
ALTER TABLE user_debug ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_debug FORCE ROW LEVEL SECURITY;
CREATE POLICY user_debug_scope ON user_debug USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON user_debug TO docz_app;

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
ALTER TABLE customer_user ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_user FORCE ROW LEVEL SECURITY;
CREATE POLICY customer_user_scope ON customer_user USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_user TO docz_app;

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
ALTER TABLE screen_definition ENABLE ROW LEVEL SECURITY;
ALTER TABLE screen_definition FORCE ROW LEVEL SECURITY;
CREATE POLICY screen_definition_scope ON screen_definition USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON screen_definition TO docz_app;

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
ALTER TABLE role_screen ENABLE ROW LEVEL SECURITY;
ALTER TABLE role_screen FORCE ROW LEVEL SECURITY;
CREATE POLICY role_screen_scope ON role_screen USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON role_screen TO docz_app;
