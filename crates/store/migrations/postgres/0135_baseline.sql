-- The schema of the first release.

-- The application works as docz_app (created when the store opens). It is not the owner, so row-level security applies.
GRANT USAGE ON SCHEMA public TO docz_app;
-- A login that only serves compares the schema's version with its own.
GRANT SELECT ON schema_migration TO docz_app;

-- Row-level security: a statement of docz_app reads and writes only rows in the connection's scope. Country and entity
-- are ranges (one value, or all values for system jobs), so that the scope is an index condition; they are plain
-- settings, so that the planner knows their values. Tenants are a filter: the sub-select is read once per statement.
CREATE PROCEDURE protect(name TEXT, scope TEXT, privileges TEXT) LANGUAGE plpgsql AS $$
DECLARE
    entity CONSTANT TEXT := '
        country_code BETWEEN current_setting(''docz.country'', true)
            AND coalesce(current_setting(''docz.country_last'', true), current_setting(''docz.country'', true))
        AND entity_code BETWEEN current_setting(''docz.entity'', true)
            AND coalesce(current_setting(''docz.entity_last'', true), current_setting(''docz.entity'', true))';
    tenant CONSTANT TEXT := entity || '
        AND (
            (SELECT current_setting(''docz.tenants'', true)) = ''*''
            OR tenant_code = ANY (
                (SELECT string_to_array(trim(both '','' FROM current_setting(''docz.tenants'', true)), '',''))::TEXT[]
            )
        )';
    condition CONSTANT TEXT := CASE scope WHEN 'entity' THEN entity WHEN 'tenant' THEN tenant END;
BEGIN
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY %I ON %I USING (%s) WITH CHECK (%3$s)', name || '_scope', name, condition);
    EXECUTE format('GRANT %s ON %I TO docz_app', privileges, name);
END
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Keys and the installation.
-- ---------------------------------------------------------------------------------------------------------------------

-- The data key of an entity, wrapped by the root key.
CREATE TABLE entity_key (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    key_version BIGINT NOT NULL,
    wrapped TEXT COLLATE "C" NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT entity_key_key PRIMARY KEY (country_code, entity_code, key_version)
);
CALL protect('entity_key', 'entity', 'SELECT, INSERT, UPDATE');

-- The installation that this database belongs to; its document store names the same one. '*' stands for all entities.
CREATE TABLE installation (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    installation_id TEXT COLLATE "C" NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT installation_key PRIMARY KEY (country_code, entity_code)
);
CALL protect('installation', 'entity', 'SELECT, INSERT');

-- The newest time that was recorded while the clock was trusted. '*' stands for all entities.
CREATE TABLE clock_record (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    newest_on TEXT COLLATE "C" NOT NULL,
    -- After a gap nothing is destroyed before this time.
    destroy_from TEXT COLLATE "C",
    -- How often an operator has confirmed the clock.
    confirmed BIGINT NOT NULL DEFAULT 0,
    -- What was missed in a gap is caught up slowly until this time, also after an operator has confirmed the clock.
    slow_until TEXT COLLATE "C",
    CONSTRAINT clock_record_key PRIMARY KEY (country_code, entity_code)
);
CALL protect('clock_record', 'entity', 'SELECT, INSERT, UPDATE');

-- The clocks of running servers: the difference to the database's clock, and why a server does not trust its own.
CREATE TABLE clock_node (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    node TEXT COLLATE "C" NOT NULL,
    ahead_ms BIGINT NOT NULL,
    seen_on TEXT COLLATE "C" NOT NULL,
    doubt TEXT COLLATE "C",
    CONSTRAINT clock_node_key PRIMARY KEY (country_code, entity_code, node)
);
CALL protect('clock_node', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Jobs: the last run, when the job is due again, and the node that runs it now. '*' stands for all entities.
CREATE TABLE job (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    started_on TEXT COLLATE "C" NOT NULL,
    ended_on TEXT COLLATE "C",
    outcome TEXT COLLATE "C",
    done BIGINT NOT NULL DEFAULT 0,
    skipped BIGINT NOT NULL DEFAULT 0,
    failed BIGINT NOT NULL DEFAULT 0,
    detail TEXT COLLATE "C",
    next_due TEXT COLLATE "C",
    lease_holder TEXT COLLATE "C",
    lease_until TEXT COLLATE "C",
    CONSTRAINT job_key PRIMARY KEY (country_code, entity_code, name)
);
CALL protect('job', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- ---------------------------------------------------------------------------------------------------------------------
-- The audit log.
-- ---------------------------------------------------------------------------------------------------------------------

-- Entries. Each shard is a chain of keyed hashes.
CREATE TABLE audit_log (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    shard BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    actor TEXT COLLATE "C" NOT NULL,
    actor_kind TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    resource TEXT COLLATE "C" NOT NULL,
    record_key TEXT COLLATE "C" NOT NULL,
    detail TEXT COLLATE "C" NOT NULL,
    detail_hash TEXT COLLATE "C" NOT NULL,
    prev TEXT COLLATE "C" NOT NULL,
    mac TEXT COLLATE "C" NOT NULL,
    CONSTRAINT audit_log_key PRIMARY KEY (country_code, entity_code, shard, seq)
);
CREATE INDEX audit_log_at ON audit_log (country_code, entity_code, actor_kind, at);
CREATE INDEX audit_log_record ON audit_log (country_code, entity_code, resource, record_key);
CALL protect('audit_log', 'entity', 'SELECT, INSERT');
-- The application may erase a detail; it cannot change one.
GRANT UPDATE (detail) ON audit_log TO docz_app;
CREATE POLICY audit_log_erase ON audit_log AS RESTRICTIVE FOR UPDATE TO docz_app USING (true) WITH CHECK (detail = '');

-- The end of each audit shard at some time, so that a truncated chain is detected.
CREATE TABLE audit_checkpoint (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    shard BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    mac TEXT COLLATE "C" NOT NULL,
    seal TEXT COLLATE "C" NOT NULL,
    -- The seal of the shard's checkpoint before this one; null in checkpoints that are older than the heads.
    prev TEXT COLLATE "C",
    CONSTRAINT audit_checkpoint_key PRIMARY KEY (country_code, entity_code, shard, seq)
);
CALL protect('audit_checkpoint', 'entity', 'SELECT, INSERT');

-- The end of each audit shard, sealed in the commit that advances it. The room on each page keeps the updates off the
-- index.
CREATE TABLE audit_head (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    shard BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    mac TEXT COLLATE "C" NOT NULL,
    seal TEXT COLLATE "C" NOT NULL,
    CONSTRAINT audit_head_key PRIMARY KEY (country_code, entity_code, shard)
) WITH (fillfactor = 50);
CALL protect('audit_head', 'entity', 'SELECT, INSERT, UPDATE');

-- How many shards and checkpoints an entity has, sealed. The row without codes counts the entities.
CREATE TABLE audit_register (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    parts BIGINT NOT NULL,
    checkpoints BIGINT NOT NULL,
    since TEXT COLLATE "C" NOT NULL,
    seal TEXT COLLATE "C" NOT NULL,
    CONSTRAINT audit_register_key PRIMARY KEY (country_code, entity_code)
);
CALL protect('audit_register', 'entity', 'SELECT, INSERT, UPDATE');

-- ---------------------------------------------------------------------------------------------------------------------
-- Master data of an entity: one table per resource. Constraints are named after the definition, so that an error names
-- its field.
-- ---------------------------------------------------------------------------------------------------------------------

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
    -- Null: banks have it and others do not.
    four_eyes BOOLEAN,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    -- Lines 2 and 3 of a customer's address are required.
    address_lines_required BOOLEAN NOT NULL DEFAULT true,
    -- Where the entity's accepted documents are copied to: a WebDAV folder, and a drive of either kind.
    file_sharing_url TEXT COLLATE "C",
    file_sharing_user TEXT COLLATE "C",
    file_sharing_password TEXT COLLATE "C",
    drive_kind TEXT COLLATE "C",
    drive_url TEXT COLLATE "C",
    drive_region TEXT COLLATE "C",
    drive_user TEXT COLLATE "C",
    drive_secret TEXT COLLATE "C",
    -- How long logs are kept; null means the usual period.
    login_log_days BIGINT,
    debug_log_days BIGINT,
    message_log_days BIGINT,
    -- How long the action log keeps the details of its entries; null means for ever. The entries stay.
    action_log_days BIGINT,
    CONSTRAINT entity_master_key PRIMARY KEY (country_code, entity_code)
);
CREATE UNIQUE INDEX entity_master_entity_name_unique ON entity_master (country_code, entity_name);
CALL protect('entity_master', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- A change of a record that waits for a second administrator. Fields are { name: [old, new] }, the key is { name:
-- value }, secrets are { name: sealed }.
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
    resource TEXT COLLATE "C" NOT NULL DEFAULT 'master',
    record_key TEXT COLLATE "C" NOT NULL DEFAULT '{}',
    operation TEXT COLLATE "C" NOT NULL DEFAULT 'U' CHECK (operation IN ('S', 'U', 'D')),
    secrets TEXT COLLATE "C" NOT NULL DEFAULT '{}',
    remarks TEXT COLLATE "C",
    -- The proposer's session was opened by single sign-on, which had changed less than 30 days before.
    by_changed_sso BOOLEAN NOT NULL DEFAULT FALSE,
    CONSTRAINT entity_proposal_key PRIMARY KEY (country_code, entity_code, proposal_id)
);
-- Only one proposal of a record can wait.
CREATE UNIQUE INDEX entity_proposal_waiting
    ON entity_proposal (country_code, entity_code, resource, record_key)
    WHERE state = 'waiting';
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
    CONSTRAINT tenant_entity_ref FOREIGN KEY (country_code, entity_code)
        REFERENCES entity_master (country_code, entity_code)
);
CALL protect('tenant', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

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
    industry_desc_ta TEXT COLLATE "C",
    CONSTRAINT industry_key PRIMARY KEY (country_code, entity_code, industry_code)
);
CALL protect('industry', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    customer_type_desc_ta TEXT COLLATE "C",
    CONSTRAINT customer_type_key PRIMARY KEY (country_code, entity_code, customer_type_code)
);
CALL protect('customer_type', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    customer_type_code TEXT COLLATE "C",
    customer_category_desc_ta TEXT COLLATE "C",
    CONSTRAINT customer_category_key PRIMARY KEY (country_code, entity_code, customer_category_code),
    CONSTRAINT customer_category_customer_type_code_ref FOREIGN KEY (country_code, entity_code, customer_type_code)
        REFERENCES customer_type (country_code, entity_code, customer_type_code)
);
CREATE INDEX customer_category_uses_customer_type_code
    ON customer_category (country_code, entity_code, customer_type_code);
CALL protect('customer_category', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    customer_indicator_desc_ta TEXT COLLATE "C",
    CONSTRAINT customer_indicator_key PRIMARY KEY (country_code, entity_code, customer_indicator_code)
);
CALL protect('customer_indicator', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    customer_type_code TEXT COLLATE "C",
    category_desc_ta TEXT COLLATE "C",
    CONSTRAINT request_category_key PRIMARY KEY (country_code, entity_code, category_code),
    CONSTRAINT request_category_customer_type_code_ref FOREIGN KEY (country_code, entity_code, customer_type_code)
        REFERENCES customer_type (country_code, entity_code, customer_type_code)
);
CREATE INDEX request_category_uses_customer_type_code
    ON request_category (country_code, entity_code, customer_type_code);
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
    sub_category_desc_ta TEXT COLLATE "C",
    CONSTRAINT request_sub_category_key PRIMARY KEY (country_code, entity_code, category_code, sub_category_code),
    CONSTRAINT request_sub_category_category_code_ref FOREIGN KEY (country_code, entity_code, category_code)
        REFERENCES request_category (country_code, entity_code, category_code)
);
CALL protect('request_sub_category', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    industry_code TEXT COLLATE "C",
    category_code TEXT COLLATE "C",
    request_purpose_desc_ta TEXT COLLATE "C",
    CONSTRAINT request_purpose_key PRIMARY KEY (country_code, entity_code, request_purpose_code),
    CONSTRAINT request_purpose_industry_code_ref FOREIGN KEY (country_code, entity_code, industry_code)
        REFERENCES industry (country_code, entity_code, industry_code),
    CONSTRAINT request_purpose_category_code_ref FOREIGN KEY (country_code, entity_code, category_code)
        REFERENCES request_category (country_code, entity_code, category_code)
);
CREATE INDEX request_purpose_uses_industry_code ON request_purpose (country_code, entity_code, industry_code);
CREATE INDEX request_purpose_uses_category_code ON request_purpose (country_code, entity_code, category_code);
CALL protect('request_purpose', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    relationship_desc_ta TEXT COLLATE "C",
    CONSTRAINT party_relationship_key PRIMARY KEY (country_code, entity_code, relationship_code)
);
CALL protect('party_relationship', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    document_category_desc_ta TEXT COLLATE "C",
    CONSTRAINT document_category_key PRIMARY KEY (country_code, entity_code, document_category_code)
);
CALL protect('document_category', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    title_desc_ta TEXT COLLATE "C",
    CONSTRAINT document_title_key PRIMARY KEY (country_code, entity_code, title_code)
);
CALL protect('document_title', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    CONSTRAINT template_mapping_customer_category_code_ref FOREIGN KEY (country_code, entity_code,
        customer_category_code)
        REFERENCES customer_category (country_code, entity_code, customer_category_code),
    CONSTRAINT template_mapping_category_code_ref FOREIGN KEY (country_code, entity_code, category_code)
        REFERENCES request_category (country_code, entity_code, category_code),
    CONSTRAINT template_mapping_sub_category_code_ref FOREIGN KEY (country_code, entity_code, category_code,
        sub_category_code)
        REFERENCES request_sub_category (country_code, entity_code, category_code, sub_category_code),
    CONSTRAINT template_mapping_template_code_ref FOREIGN KEY (country_code, entity_code, template_code)
        REFERENCES document_template (country_code, entity_code, template_code)
);
CREATE UNIQUE INDEX template_mapping_key
    ON template_mapping (
        country_code, entity_code, customer_type_code, coalesce(customer_category_code, ''), category_code,
        coalesce(sub_category_code, ''), template_code
    );
CREATE INDEX template_mapping_customer_type_code_by ON template_mapping (country_code, entity_code, customer_type_code);
CREATE INDEX template_mapping_customer_category_code_by
    ON template_mapping (country_code, entity_code, customer_category_code);
CREATE INDEX template_mapping_sub_category_code_by
    ON template_mapping (country_code, entity_code, category_code, sub_category_code);
CREATE INDEX template_mapping_template_code_by ON template_mapping (country_code, entity_code, template_code);
CALL protect('template_mapping', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    -- What a rule may do by itself; null means advise. The reason is given when it rejects.
    rule_mode TEXT COLLATE "C",
    reject_reason TEXT COLLATE "C",
    CONSTRAINT verification_rule_key PRIMARY KEY (country_code, entity_code, rule_code)
);
CALL protect('verification_rule', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    -- Photographs of this document are not scaled down before they are sent.
    keep_original BOOLEAN NOT NULL DEFAULT FALSE,
    -- A document of this kind has an Aadhaar number; one in which none is found is shown only as original.
    contains_aadhaar BOOLEAN NOT NULL DEFAULT FALSE,
    CONSTRAINT document_definition_key PRIMARY KEY (country_code, entity_code, document_code),
    CONSTRAINT document_definition_title_code_ref FOREIGN KEY (country_code, entity_code, title_code)
        REFERENCES document_title (country_code, entity_code, title_code),
    CONSTRAINT document_definition_document_category_code_ref FOREIGN KEY (country_code, entity_code,
        document_category_code)
        REFERENCES document_category (country_code, entity_code, document_category_code),
    CONSTRAINT document_definition_rule_code_ref FOREIGN KEY (country_code, entity_code, rule_code)
        REFERENCES verification_rule (country_code, entity_code, rule_code),
    CONSTRAINT document_definition_compliance_applicable_ref FOREIGN KEY (country_code, entity_code,
        compliance_applicable)
        REFERENCES compliance (country_code, entity_code, compliance_applicable)
);
CREATE INDEX document_definition_title_code_by ON document_definition (country_code, entity_code, title_code);
CREATE INDEX document_definition_document_category_code_by
    ON document_definition (country_code, entity_code, document_category_code);
CREATE INDEX document_definition_rule_code_by ON document_definition (country_code, entity_code, rule_code);
CREATE INDEX document_definition_compliance_applicable_by
    ON document_definition (country_code, entity_code, compliance_applicable);
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
    instructions_ta TEXT COLLATE "C",
    CONSTRAINT template_document_key PRIMARY KEY (country_code, entity_code, template_code, document_code),
    CONSTRAINT template_document_template_code_ref FOREIGN KEY (country_code, entity_code, template_code)
        REFERENCES document_template (country_code, entity_code, template_code),
    CONSTRAINT template_document_document_code_ref FOREIGN KEY (country_code, entity_code, document_code)
        REFERENCES document_definition (country_code, entity_code, document_code)
);
CREATE INDEX template_document_document_code_by ON template_document (country_code, entity_code, document_code);
CALL protect('template_document', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Sample documents of a verification rule, on which drafts are tried. They belong to no request.
CREATE TABLE rule_sample (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    rule_code TEXT COLLATE "C" NOT NULL,
    sample_id TEXT COLLATE "C" NOT NULL,
    file_name TEXT COLLATE "C" NOT NULL,
    content_type TEXT COLLATE "C" NOT NULL,
    size BIGINT NOT NULL,
    pages BIGINT,
    sha256 TEXT COLLATE "C" NOT NULL,
    storage_id TEXT COLLATE "C" NOT NULL,
    sealed_key TEXT COLLATE "C",
    uploaded_by TEXT COLLATE "C" NOT NULL,
    uploaded_on TEXT COLLATE "C" NOT NULL,
    -- While it waits: when it is read next. A claim moves it to the end of the lease.
    next_try_on TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    read_on TEXT COLLATE "C",
    -- The recognised words, encrypted with the entity's key.
    words TEXT COLLATE "C",
    CONSTRAINT rule_sample_key PRIMARY KEY (country_code, entity_code, rule_code, sample_id),
    CONSTRAINT rule_sample_rule_code_ref FOREIGN KEY (country_code, entity_code, rule_code)
        REFERENCES verification_rule (country_code, entity_code, rule_code) ON DELETE CASCADE
);
CREATE INDEX rule_sample_by_storage ON rule_sample (storage_id);
CREATE INDEX rule_sample_by_due ON rule_sample (next_try_on) WHERE read_on IS NULL;
CREATE INDEX rule_sample_by_age ON rule_sample (uploaded_on);
CALL protect('rule_sample', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    -- The previous signing secret, valid beside the current one until it is cleared.
    old_signing_secret TEXT COLLATE "C",
    CONSTRAINT integration_key PRIMARY KEY (country_code, entity_code, integration_code),
    CONSTRAINT integration_external_system_code_ref FOREIGN KEY (country_code, entity_code, external_system_code)
        REFERENCES external_system (country_code, entity_code, external_system_code)
);
CREATE INDEX integration_external_system_code_by ON integration (country_code, entity_code, external_system_code);
CALL protect('integration', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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

-- ---------------------------------------------------------------------------------------------------------------------
-- Users, roles and screens.
-- ---------------------------------------------------------------------------------------------------------------------

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
    applies_to TEXT COLLATE "C",
    CONSTRAINT authorization_level_key PRIMARY KEY (country_code, entity_code, auth_level_code)
);
CALL protect('authorization_level', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    auth_level_code TEXT COLLATE "C",
    CONSTRAINT role_definition_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT role_definition_auth_level_code_ref FOREIGN KEY (country_code, entity_code, auth_level_code)
        REFERENCES authorization_level (country_code, entity_code, auth_level_code)
);
CREATE INDEX role_definition_uses_auth_level_code ON role_definition (country_code, entity_code, auth_level_code);
CALL protect('role_definition', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

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
    CONSTRAINT staff_user_default_branch_code_ref FOREIGN KEY (country_code, entity_code, default_branch_code,
        default_tenant_code)
        REFERENCES branch (country_code, entity_code, branch_code, tenant_code),
    CONSTRAINT staff_user_default_tenant_code_ref FOREIGN KEY (country_code, entity_code, default_tenant_code)
        REFERENCES tenant (country_code, entity_code, tenant_code),
    CONSTRAINT staff_user_user_type_ref FOREIGN KEY (country_code, entity_code, user_type)
        REFERENCES user_type (country_code, entity_code, user_type),
    CONSTRAINT staff_user_entity_ref FOREIGN KEY (country_code, entity_code)
        REFERENCES entity_master (country_code, entity_code)
);
CREATE UNIQUE INDEX staff_user_mail_id_unique ON staff_user (country_code, entity_code, mail_id);
CREATE UNIQUE INDEX staff_user_mobile_number_unique ON staff_user (country_code, entity_code, mobile_number);
CREATE INDEX staff_user_default_department_code_by ON staff_user (country_code, entity_code, default_department_code);
CREATE INDEX staff_user_default_branch_code_by
    ON staff_user (country_code, entity_code, default_branch_code, default_tenant_code);
CREATE INDEX staff_user_default_tenant_code_by ON staff_user (country_code, entity_code, default_tenant_code);
CREATE INDEX staff_user_user_type_by ON staff_user (country_code, entity_code, user_type);
-- Directories compare user ids without case.
CREATE INDEX staff_user_any_case ON staff_user (country_code, entity_code, lower(user_id));
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
-- Finds an existing login by the addresses of a party.
CREATE INDEX customer_user_by_mail ON customer_user (country_code, entity_code, mail_id);
CREATE INDEX customer_user_by_mobile ON customer_user (country_code, entity_code, mobile_number);
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Sessions and signing in.
-- ---------------------------------------------------------------------------------------------------------------------

-- A session. A token only refers to its row.
CREATE TABLE session (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    session_id TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    user_type TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    branch_code TEXT COLLATE "C" NOT NULL,
    ip_address TEXT COLLATE "C" NOT NULL,
    device TEXT COLLATE "C" NOT NULL,
    generation BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    refreshed_on TEXT COLLATE "C" NOT NULL,
    ends_on TEXT COLLATE "C" NOT NULL,
    ended_on TEXT COLLATE "C",
    stepped_up_on TEXT COLLATE "C",
    time_zone TEXT COLLATE "C",
    place TEXT COLLATE "C",
    -- Another system proved who the user is.
    by_sso BOOLEAN NOT NULL DEFAULT FALSE,
    -- The first session of a customer's device. The sessions that its cookie opens again end with it.
    first_session_id TEXT COLLATE "C",
    CONSTRAINT session_key PRIMARY KEY (country_code, entity_code, session_id)
);
CREATE INDEX session_by_user ON session (country_code, entity_code, user_id);
CREATE INDEX session_by_time ON session (country_code, entity_code, created_on);
CALL protect('session', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Login attempts, counted before the password is checked: by user, and by user and network.
CREATE TABLE login_try (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    until TEXT COLLATE "C" NOT NULL,
    CONSTRAINT login_try_key PRIMARY KEY (country_code, entity_code, subject)
);
CREATE INDEX login_try_until ON login_try (until);
CALL protect('login_try', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Failed logins. Limited in number and age; the typed password is never stored.
CREATE TABLE failed_login (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    login_id TEXT COLLATE "C" NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    user_type TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    ip_address TEXT COLLATE "C" NOT NULL,
    device TEXT COLLATE "C" NOT NULL,
    time_zone TEXT COLLATE "C",
    place TEXT COLLATE "C",
    outcome TEXT COLLATE "C" NOT NULL,
    CONSTRAINT failed_login_key PRIMARY KEY (country_code, entity_code, login_id)
);
CREATE INDEX failed_login_by_time ON failed_login (country_code, entity_code, created_on, login_id);
CREATE INDEX failed_login_by_user ON failed_login (country_code, entity_code, user_id);
CALL protect('failed_login', 'entity', 'SELECT, INSERT, DELETE');

-- Codes sent to users; only keyed hashes are stored.
CREATE TABLE one_time_code (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    code_ref TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    code_hash TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    used_on TEXT COLLATE "C",
    -- Several references may stand for one code, which was sent once, for one purpose, to one address.
    code_id TEXT COLLATE "C",
    purpose TEXT COLLATE "C",
    sent_to TEXT COLLATE "C",
    CONSTRAINT one_time_code_key PRIMARY KEY (country_code, entity_code, code_ref)
);
CREATE INDEX one_time_code_expires ON one_time_code (expires_on);
CREATE INDEX one_time_code_user ON one_time_code (country_code, entity_code, user_id);
CREATE INDEX one_time_code_same ON one_time_code (country_code, entity_code, code_id);
CALL protect('one_time_code', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Links to set a new password; only hashes are stored.
CREATE TABLE reset_link (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    token_hash TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT reset_link_key PRIMARY KEY (country_code, entity_code, token_hash)
);
CREATE INDEX reset_link_expires ON reset_link (expires_on);
CALL protect('reset_link', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Users whose password was set by another person; they choose their own at the next login.
CREATE TABLE password_change (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    CONSTRAINT password_change_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT password_change_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
);
CALL protect('password_change', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- The authenticator app of a staff user: its secret is encrypted, and a code works once.
CREATE TABLE second_factor (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    secret TEXT COLLATE "C" NOT NULL,
    last_step BIGINT NOT NULL,
    confirmed_on TEXT COLLATE "C",
    created_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT second_factor_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT second_factor_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
);
CALL protect('second_factor', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Recovery codes for a lost app; only keyed hashes are stored, each works once.
CREATE TABLE recovery_code (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    code_hash TEXT COLLATE "C" NOT NULL,
    CONSTRAINT recovery_code_key PRIMARY KEY (country_code, entity_code, user_id, code_hash),
    CONSTRAINT recovery_code_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
);
CALL protect('recovery_code', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Roles whose users need a second factor.
CREATE TABLE second_factor_role (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    role_code TEXT COLLATE "C" NOT NULL,
    CONSTRAINT second_factor_role_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT second_factor_role_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code) ON DELETE CASCADE
);
CALL protect('second_factor_role', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Administrators need a second factor, except those with one of these roles.
CREATE TABLE second_factor_exempt_role (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    role_code TEXT COLLATE "C" NOT NULL,
    CONSTRAINT second_factor_exempt_role_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT second_factor_exempt_role_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code) ON DELETE CASCADE
);
CALL protect('second_factor_exempt_role', 'entity', 'SELECT, INSERT, DELETE');

-- Actions that need a fresh second factor or password.
CREATE TABLE sensitive_action (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    resource TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    CONSTRAINT sensitive_action_key PRIMARY KEY (country_code, entity_code, resource, action)
);
CALL protect('sensitive_action', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Counts changes that remove access, so that of two concurrent ones the second is stale.
CREATE TABLE access_guard (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    -- When single sign-on was last changed.
    sso_changed_on TEXT COLLATE "C",
    CONSTRAINT access_guard_key PRIMARY KEY (country_code, entity_code)
);
CALL protect('access_guard', 'entity', 'SELECT, INSERT, UPDATE');

-- Who last created a user, gave the user a role, or changed the user's password or address.
CREATE TABLE access_handover (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    by_user TEXT COLLATE "C" NOT NULL,
    what TEXT COLLATE "C" NOT NULL CHECK (what IN ('created', 'role', 'reset')),
    handed_over_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT access_handover_key PRIMARY KEY (country_code, entity_code, user_id, by_user, what)
);
CALL protect('access_handover', 'entity', 'SELECT, INSERT, UPDATE');

-- Links in messages that identify the customer instead of a typed id; only hashes are stored.
CREATE TABLE customer_link (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    token_hash TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT customer_link_key PRIMARY KEY (country_code, entity_code, token_hash)
);
CREATE INDEX customer_link_expires ON customer_link (expires_on);
CALL protect('customer_link', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Confirmed addresses of customers. A party is linked to a login by one of these, never by an unconfirmed address.
CREATE TABLE verified_address (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    verified_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT verified_address_key PRIMARY KEY (country_code, entity_code, user_id, address),
    CONSTRAINT verified_address_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES customer_user (country_code, entity_code, user_id) ON DELETE CASCADE
);
CALL protect('verified_address', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Debug capture of users and apps. Limited in number and age.
CREATE TABLE user_debug_log (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    entry_id TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    module_code TEXT COLLATE "C" NOT NULL,
    debug_level TEXT COLLATE "C" NOT NULL,
    route TEXT COLLATE "C" NOT NULL,
    operation TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    duration_ms BIGINT NOT NULL,
    request_id TEXT COLLATE "C" NOT NULL,
    detail TEXT COLLATE "C" NOT NULL,
    CONSTRAINT user_debug_log_key PRIMARY KEY (country_code, entity_code, entry_id)
);
CREATE INDEX user_debug_log_at ON user_debug_log (country_code, entity_code, at);
CALL protect('user_debug_log', 'entity', 'SELECT, INSERT, DELETE');

-- Tickets (such as captchas) that were used and are no longer valid.
CREATE TABLE spent_ticket (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    ticket TEXT COLLATE "C" NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT spent_ticket_key PRIMARY KEY (country_code, entity_code, ticket)
);
CREATE INDEX spent_ticket_expires ON spent_ticket (expires_on);
CALL protect('spent_ticket', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Answers to saves with an Idempotency-Key.
CREATE TABLE idempotency (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    idempotency_key TEXT COLLATE "C" NOT NULL,
    body_hash TEXT COLLATE "C" NOT NULL,
    answer TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    -- The fields of an answer that wait for a second person, separated by commas.
    waiting TEXT COLLATE "C" NOT NULL DEFAULT '',
    CONSTRAINT idempotency_key PRIMARY KEY (country_code, entity_code, user_id, idempotency_key)
);
CREATE INDEX idempotency_at ON idempotency (at);
CALL protect('idempotency', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- ---------------------------------------------------------------------------------------------------------------------
-- Requests.
-- ---------------------------------------------------------------------------------------------------------------------

-- A request. Fields that lists filter and sort by are columns; other customer fields and settings are in details.
CREATE TABLE docrequest (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    branch_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    txn_id TEXT COLLATE "C" NOT NULL,
    customer_name TEXT COLLATE "C" NOT NULL,
    name_sort TEXT COLLATE "C" NOT NULL,
    customer_type TEXT COLLATE "C" NOT NULL,
    customer_category TEXT COLLATE "C",
    customer_indicator TEXT COLLATE "C" NOT NULL,
    customer_industry TEXT COLLATE "C" NOT NULL,
    request_category TEXT COLLATE "C" NOT NULL,
    request_sub_category TEXT COLLATE "C" NOT NULL,
    request_purpose TEXT COLLATE "C" NOT NULL,
    referred_by TEXT COLLATE "C",
    user_reference TEXT COLLATE "C",
    email_address TEXT COLLATE "C" NOT NULL,
    details TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    decision TEXT COLLATE "C",
    is_sent BOOLEAN NOT NULL,
    is_modified BOOLEAN NOT NULL,
    is_expired BOOLEAN NOT NULL,
    latest_action TEXT COLLATE "C" NOT NULL,
    latest_action_by TEXT COLLATE "C" NOT NULL,
    latest_action_on TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C",
    owner TEXT COLLATE "C" NOT NULL,
    forwarded_to TEXT COLLATE "C",
    verification_levels BIGINT NOT NULL,
    document_due_date TEXT COLLATE "C" NOT NULL,
    expiry_days BIGINT NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    open_until TEXT COLLATE "C",
    purge_days BIGINT NOT NULL,
    documents_requested BIGINT NOT NULL,
    documents_accepted BIGINT NOT NULL,
    documents_rejected BIGINT NOT NULL,
    documents_not_required BIGINT NOT NULL,
    sent_on TEXT COLLATE "C",
    closed_on TEXT COLLATE "C",
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    -- The words a request is found by; each begins with a mark of its tenant (docs/search.md).
    search TSVECTOR NOT NULL,
    -- Documents of a running request that are not decided, in review, and with a claim or waiver to answer; otherwise
    -- 0.
    documents_pending BIGINT NOT NULL DEFAULT 0,
    documents_in_review BIGINT NOT NULL DEFAULT 0,
    documents_claimed BIGINT NOT NULL DEFAULT 0,
    notify_on TEXT COLLATE "C",
    -- The last days on which the documents and the record of a closed request are kept, and when its last document was
    -- destroyed.
    purge_after TEXT COLLATE "C",
    purged_on TEXT COLLATE "C",
    record_purge_after TEXT COLLATE "C",
    -- For holds on a customer.
    customer_reference TEXT COLLATE "C",
    CONSTRAINT docrequest_key PRIMARY KEY (country_code, entity_code, txn_ref_no),
    CONSTRAINT docrequest_branch_code_ref FOREIGN KEY (country_code, entity_code, branch_code, tenant_code)
        REFERENCES branch (country_code, entity_code, branch_code, tenant_code),
    CONSTRAINT docrequest_customer_type_ref FOREIGN KEY (country_code, entity_code, customer_type)
        REFERENCES customer_type (country_code, entity_code, customer_type_code),
    CONSTRAINT docrequest_customer_category_ref FOREIGN KEY (country_code, entity_code, customer_category)
        REFERENCES customer_category (country_code, entity_code, customer_category_code),
    CONSTRAINT docrequest_customer_indicator_ref FOREIGN KEY (country_code, entity_code, customer_indicator)
        REFERENCES customer_indicator (country_code, entity_code, customer_indicator_code),
    CONSTRAINT docrequest_customer_industry_ref FOREIGN KEY (country_code, entity_code, customer_industry)
        REFERENCES industry (country_code, entity_code, industry_code),
    CONSTRAINT docrequest_request_category_ref FOREIGN KEY (country_code, entity_code, request_category)
        REFERENCES request_category (country_code, entity_code, category_code),
    CONSTRAINT docrequest_request_sub_category_ref FOREIGN KEY (country_code, entity_code, request_category,
        request_sub_category)
        REFERENCES request_sub_category (country_code, entity_code, category_code, sub_category_code),
    CONSTRAINT docrequest_request_purpose_ref FOREIGN KEY (country_code, entity_code, request_purpose)
        REFERENCES request_purpose (country_code, entity_code, request_purpose_code),
    CONSTRAINT docrequest_referred_by_ref FOREIGN KEY (country_code, entity_code, referred_by)
        REFERENCES referred_by (country_code, entity_code, referred_by_code),
    CONSTRAINT docrequest_owner_ref FOREIGN KEY (country_code, entity_code, owner)
        REFERENCES staff_user (country_code, entity_code, user_id)
);
-- The default orders of lists. The first index also has the columns for access and totals.
CREATE INDEX docrequest_by_created
    ON docrequest (country_code, entity_code, tenant_code, created_on, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, status);
CREATE INDEX docrequest_by_updated ON docrequest (country_code, entity_code, tenant_code, updated_on, txn_ref_no);
CREATE INDEX docrequest_by_forwarded
    ON docrequest (country_code, entity_code, forwarded_to)
    WHERE forwarded_to IS NOT NULL;
CREATE INDEX docrequest_by_open ON docrequest (country_code, entity_code, open_until) WHERE open_until IS NOT NULL;
-- Requests of a customer.
CREATE INDEX docrequest_by_email ON docrequest (country_code, entity_code, email_address);
-- Checks whether a master record is in use.
CREATE INDEX docrequest_uses_branch_code ON docrequest (country_code, entity_code, branch_code, tenant_code);
CREATE INDEX docrequest_uses_customer_type ON docrequest (country_code, entity_code, customer_type);
CREATE INDEX docrequest_uses_customer_category ON docrequest (country_code, entity_code, customer_category);
CREATE INDEX docrequest_uses_customer_indicator ON docrequest (country_code, entity_code, customer_indicator);
CREATE INDEX docrequest_uses_customer_industry ON docrequest (country_code, entity_code, customer_industry);
CREATE INDEX docrequest_uses_request_sub_category
    ON docrequest (country_code, entity_code, request_category, request_sub_category);
CREATE INDEX docrequest_uses_request_purpose ON docrequest (country_code, entity_code, request_purpose);
CREATE INDEX docrequest_uses_referred_by ON docrequest (country_code, entity_code, referred_by);
CREATE INDEX docrequest_uses_owner ON docrequest (country_code, entity_code, owner);
-- Each index holds only the requests of one list: their number grows with the work left, not with the bank's years.
CREATE INDEX docrequest_by_pending
    ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no)
    WHERE documents_pending > 0;
CREATE INDEX docrequest_by_review
    ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no)
    WHERE documents_in_review > 0;
CREATE INDEX docrequest_by_rejection
    ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no)
    WHERE documents_rejected > 0;
CREATE INDEX docrequest_by_waiver
    ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no)
    WHERE documents_not_required > 0;
CREATE INDEX docrequest_by_resubmission
    ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no)
    WHERE open_until IS NOT NULL AND documents_rejected > 0;
CREATE INDEX docrequest_by_claim
    ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no)
    WHERE documents_claimed > 0;
CREATE INDEX docrequest_by_decision
    ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no)
    WHERE status = 'Waiting' AND documents_in_review = 0;
CREATE INDEX docrequest_by_closed
    ON docrequest (country_code, entity_code, tenant_code, closed_on, txn_ref_no)
    WHERE closed_on IS NOT NULL;
CREATE INDEX docrequest_by_notify ON docrequest (country_code, entity_code, notify_on) WHERE notify_on IS NOT NULL;
-- Requests with the same due date share an entry; the few of a day are sorted by reference.
CREATE INDEX docrequest_by_due ON docrequest (country_code, entity_code, tenant_code, document_due_date);
CREATE INDEX docrequest_by_status ON docrequest (country_code, entity_code, tenant_code, status, document_due_date);
CREATE INDEX docrequest_by_purge
    ON docrequest (country_code, entity_code, purge_after, txn_ref_no)
    WHERE purge_after IS NOT NULL AND purged_on IS NULL;
CREATE INDEX docrequest_by_record_purge
    ON docrequest (country_code, entity_code, record_purge_after, txn_ref_no)
    WHERE record_purge_after IS NOT NULL;
CREATE INDEX docrequest_by_customer ON docrequest (country_code, entity_code, customer_reference);
-- The closed requests, for computing their dates again.
CREATE INDEX docrequest_by_closing ON docrequest (country_code, entity_code, txn_ref_no) WHERE closed_on IS NOT NULL;
-- A user's closed requests in the order in which their documents are destroyed.
CREATE INDEX docrequest_by_owner_purge
    ON docrequest (country_code, entity_code, tenant_code, owner, purge_after, txn_ref_no)
    WHERE purge_after IS NOT NULL AND purged_on IS NULL;
CALL protect('docrequest', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Full-text search. `@@` is not leakproof, so under row-level security docz_app cannot use the GIN index. This view
-- runs as a separate role without login and applies the connection's scope itself; `|| ''` leaves the planner only the
-- index of the words.
CREATE INDEX docrequest_by_word ON docrequest USING gin (search) WITH (fastupdate = off);
CREATE POLICY docrequest_finder ON docrequest FOR SELECT TO docz_finder USING (true);
GRANT USAGE ON SCHEMA public TO docz_finder;
GRANT SELECT ON docrequest TO docz_finder;
CREATE VIEW docrequest_search AS
    SELECT
        country_code, entity_code, tenant_code, branch_code, txn_ref_no, owner, forwarded_to, status, request_category,
        customer_type, document_due_date, expires_on, created_on, updated_on, name_sort, is_sent, search,
        documents_accepted, documents_rejected, documents_not_required, documents_pending, documents_in_review,
        documents_claimed, open_until, closed_on, customer_reference, purge_after, purged_on
    FROM docrequest
    WHERE
        country_code || '' BETWEEN (SELECT current_setting('docz.country', true))
            AND (SELECT coalesce(current_setting('docz.country_last', true), current_setting('docz.country', true)))
        AND entity_code || '' BETWEEN (SELECT current_setting('docz.entity', true))
            AND (SELECT coalesce(current_setting('docz.entity_last', true), current_setting('docz.entity', true)))
        AND (
            (SELECT current_setting('docz.tenants', true)) = '*'
            OR tenant_code || '' = ANY (
                (SELECT string_to_array(trim(both ',' FROM current_setting('docz.tenants', true)), ','))::TEXT[]
            )
        );
-- An owner needs CREATE on the schema while it becomes one.
GRANT CREATE ON SCHEMA public TO docz_finder;
ALTER VIEW docrequest_search OWNER TO docz_finder;
REVOKE CREATE ON SCHEMA public FROM docz_finder;
GRANT SELECT ON docrequest_search TO docz_app;

-- Parties and authorised parties.
CREATE TABLE docrequest_party (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    party_seq_no BIGINT NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    party_type TEXT COLLATE "C" NOT NULL,
    first_name TEXT COLLATE "C" NOT NULL,
    second_name TEXT COLLATE "C",
    last_name TEXT COLLATE "C" NOT NULL,
    mobile_number TEXT COLLATE "C",
    email_address TEXT COLLATE "C",
    primary_party BOOLEAN NOT NULL,
    authorize_other_pty BOOLEAN NOT NULL,
    email_notification BOOLEAN NOT NULL,
    sms_notification BOOLEAN NOT NULL,
    request_remarks TEXT COLLATE "C",
    same_remarks_to_all_pty BOOLEAN NOT NULL,
    relationship TEXT COLLATE "C",
    auth_party_seq_no BIGINT,
    auth_level BIGINT,
    lang_code TEXT COLLATE "C" NOT NULL,
    auth_level_code TEXT COLLATE "C",
    -- When a party was asked for documents, and the days on which it was reminded or a reminder was left out,
    -- separated by commas.
    asked_on TEXT COLLATE "C",
    reminded_on TEXT COLLATE "C" NOT NULL DEFAULT '',
    skipped_on TEXT COLLATE "C" NOT NULL DEFAULT '',
    CONSTRAINT docrequest_party_key PRIMARY KEY (country_code, entity_code, txn_ref_no, party_seq_no),
    CONSTRAINT docrequest_party_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE,
    CONSTRAINT docrequest_party_relationship_ref FOREIGN KEY (country_code, entity_code, relationship)
        REFERENCES party_relationship (country_code, entity_code, relationship_code),
    CONSTRAINT docrequest_party_auth_level_code_ref FOREIGN KEY (country_code, entity_code, auth_level_code)
        REFERENCES authorization_level (country_code, entity_code, auth_level_code)
);
CREATE INDEX docrequest_party_by_user ON docrequest_party (country_code, entity_code, user_id, txn_ref_no);
CREATE INDEX docrequest_party_uses_relationship ON docrequest_party (country_code, entity_code, relationship);
CREATE INDEX docrequest_party_uses_auth_level_code ON docrequest_party (country_code, entity_code, auth_level_code);
CALL protect('docrequest_party', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Documents requested from a party, with their status.
CREATE TABLE docrequest_document (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    party_seq_no BIGINT NOT NULL,
    document_code TEXT COLLATE "C" NOT NULL,
    template_code TEXT COLLATE "C",
    document_title TEXT COLLATE "C" NOT NULL,
    document_category TEXT COLLATE "C" NOT NULL,
    document_types TEXT COLLATE "C" NOT NULL,
    max_size_mb BIGINT NOT NULL,
    max_files BIGINT NOT NULL,
    compliance_applicable TEXT COLLATE "C",
    mandatory BOOLEAN NOT NULL,
    instructions TEXT COLLATE "C",
    document_due_date TEXT COLLATE "C",
    status TEXT COLLATE "C" NOT NULL,
    accepted_levels BIGINT NOT NULL,
    claim_by TEXT COLLATE "C",
    claim_reason TEXT COLLATE "C",
    claim_on TEXT COLLATE "C",
    -- A member of the staff wants a mandatory document waived; a second one has to agree.
    waiver_by TEXT COLLATE "C",
    waiver_reason TEXT COLLATE "C",
    waiver_on TEXT COLLATE "C",
    keep_original BOOLEAN NOT NULL DEFAULT FALSE,
    CONSTRAINT docrequest_document_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no),
    CONSTRAINT docrequest_document_party_seq_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, party_seq_no)
        REFERENCES docrequest_party (country_code, entity_code, txn_ref_no, party_seq_no) ON DELETE CASCADE,
    CONSTRAINT docrequest_document_document_code_ref FOREIGN KEY (country_code, entity_code, document_code)
        REFERENCES document_definition (country_code, entity_code, document_code),
    CONSTRAINT docrequest_document_template_code_ref FOREIGN KEY (country_code, entity_code, template_code)
        REFERENCES document_template (country_code, entity_code, template_code)
);
CREATE INDEX docrequest_document_uses_document_code ON docrequest_document (country_code, entity_code, document_code);
CREATE INDEX docrequest_document_uses_template_code ON docrequest_document (country_code, entity_code, template_code);
CALL protect('docrequest_document', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Submitted versions of a document; added, never changed.
CREATE TABLE docrequest_version (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    version_no BIGINT NOT NULL,
    uploaded_by TEXT COLLATE "C" NOT NULL,
    uploaded_on TEXT COLLATE "C" NOT NULL,
    -- The last day on which a version is kept; null means that it is kept. Written when a request closes or the
    -- periods change.
    purge_after TEXT COLLATE "C",
    purge_kind TEXT COLLATE "C" CHECK (purge_kind IN ('rejected', 'documents')),
    purged_on TEXT COLLATE "C",
    CONSTRAINT docrequest_version_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no),
    CONSTRAINT docrequest_version_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no)
);
CREATE INDEX docrequest_version_by_purge
    ON docrequest_version (country_code, entity_code, purge_after, txn_ref_no, document_no, version_no, purge_kind)
    WHERE purge_after IS NOT NULL AND purged_on IS NULL;
CALL protect('docrequest_version', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Files of a version; version 0 is staged, not submitted.
CREATE TABLE docrequest_file (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    file_id TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    version_no BIGINT NOT NULL,
    uploaded_by TEXT COLLATE "C" NOT NULL,
    uploaded_on TEXT COLLATE "C" NOT NULL,
    file_name TEXT COLLATE "C" NOT NULL,
    content_type TEXT COLLATE "C" NOT NULL,
    size BIGINT NOT NULL,
    pages BIGINT,
    sha256 TEXT COLLATE "C" NOT NULL,
    storage_id TEXT COLLATE "C" NOT NULL,
    -- The key of the file, sealed, where documents are stored encrypted.
    sealed_key TEXT COLLATE "C",
    -- An infected file stays stored and is never shown.
    scan TEXT COLLATE "C" NOT NULL DEFAULT 'notScanned' CHECK (scan IN ('clean', 'infected', 'notScanned')),
    -- A purged file has neither key nor name. Its storage_id is empty once the stored bytes are gone.
    purged_on TEXT COLLATE "C",
    CONSTRAINT docrequest_file_key PRIMARY KEY (country_code, entity_code, txn_ref_no, file_id),
    CONSTRAINT docrequest_file_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no)
);
CREATE INDEX docrequest_file_by_document
    ON docrequest_file (country_code, entity_code, txn_ref_no, document_no, version_no);
-- For the job sweep-files: checks whether a record names a stored file.
CREATE INDEX docrequest_file_by_storage ON docrequest_file (storage_id);
CREATE INDEX docrequest_file_by_purge
    ON docrequest_file (country_code, entity_code, txn_ref_no, file_id)
    WHERE purged_on IS NOT NULL AND storage_id <> '';
CREATE INDEX docrequest_file_by_plain
    ON docrequest_file (country_code, entity_code, txn_ref_no, file_id)
    WHERE sealed_key IS NULL AND purged_on IS NULL;
CREATE INDEX docrequest_file_by_scan
    ON docrequest_file (country_code, entity_code, txn_ref_no, file_id)
    WHERE scan = 'notScanned' AND purged_on IS NULL;
CALL protect('docrequest_file', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Reviews of a version, in order.
CREATE TABLE docrequest_review (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    version_no BIGINT NOT NULL,
    review_no BIGINT NOT NULL,
    level BIGINT NOT NULL,
    reviewed_by TEXT COLLATE "C" NOT NULL,
    reviewed_on TEXT COLLATE "C" NOT NULL,
    verdict TEXT COLLATE "C" NOT NULL,
    reason_code TEXT COLLATE "C",
    remark TEXT COLLATE "C",
    CONSTRAINT docrequest_review_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no,
        review_no),
    CONSTRAINT docrequest_review_version_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no,
        version_no)
        REFERENCES docrequest_version (country_code, entity_code, txn_ref_no, document_no, version_no)
);
CALL protect('docrequest_review', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Documents of open requests that wait for a reviewer; a row for each, removed when it is decided or the request
-- closes. Everything the queue filters, sorts and shows is here, so that it reads no other table that grows.
CREATE TABLE docrequest_waiting (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    branch_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    version_no BIGINT NOT NULL,
    level BIGINT NOT NULL,
    due_on TEXT COLLATE "C" NOT NULL,
    uploaded_on TEXT COLLATE "C" NOT NULL,
    uploaded_by TEXT COLLATE "C" NOT NULL,
    document_title TEXT COLLATE "C" NOT NULL,
    party_name TEXT COLLATE "C" NOT NULL,
    customer_name TEXT COLLATE "C" NOT NULL,
    request_category TEXT COLLATE "C" NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    forwarded_to TEXT COLLATE "C",
    CONSTRAINT docrequest_waiting_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no),
    CONSTRAINT docrequest_waiting_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no) ON DELETE CASCADE
);
CREATE INDEX docrequest_waiting_by_due
    ON docrequest_waiting (country_code, entity_code, tenant_code, due_on, txn_ref_no, document_no);
CALL protect('docrequest_waiting', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Remarks between staff and parties; document 0 is the whole request.
CREATE TABLE docrequest_remark (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    remark_id TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    party_seq_no BIGINT NOT NULL,
    written_by TEXT COLLATE "C" NOT NULL,
    written_by_name TEXT COLLATE "C" NOT NULL,
    written_on TEXT COLLATE "C" NOT NULL,
    remark TEXT COLLATE "C" NOT NULL,
    CONSTRAINT docrequest_remark_key PRIMARY KEY (country_code, entity_code, txn_ref_no, remark_id),
    CONSTRAINT docrequest_remark_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
);
CALL protect('docrequest_remark', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Meetings with parties.
CREATE TABLE docrequest_meeting (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    meeting_id TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    starts_at TEXT COLLATE "C" NOT NULL,
    duration_minutes BIGINT NOT NULL,
    place TEXT COLLATE "C",
    remarks TEXT COLLATE "C",
    parties TEXT COLLATE "C" NOT NULL,
    is_cancelled BOOLEAN NOT NULL,
    version_number BIGINT NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    created_by TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    updated_by TEXT COLLATE "C" NOT NULL,
    CONSTRAINT docrequest_meeting_key PRIMARY KEY (country_code, entity_code, txn_ref_no, meeting_id),
    CONSTRAINT docrequest_meeting_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
);
CREATE INDEX docrequest_meeting_by_starts ON docrequest_meeting (country_code, entity_code, tenant_code, starts_at);
CALL protect('docrequest_meeting', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Renewals: accepted documents to be requested again.
CREATE TABLE docrequest_renewal (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    branch_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    compliance_applicable TEXT COLLATE "C" NOT NULL,
    document_title TEXT COLLATE "C" NOT NULL,
    customer_name TEXT COLLATE "C" NOT NULL,
    due_on TEXT COLLATE "C" NOT NULL,
    remind_on TEXT COLLATE "C" NOT NULL,
    renewed_by TEXT COLLATE "C",
    renewed_on TEXT COLLATE "C",
    -- When the bankers were told that a document has to be requested again.
    told_on TEXT COLLATE "C",
    CONSTRAINT docrequest_renewal_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no),
    CONSTRAINT docrequest_renewal_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
);
CREATE INDEX docrequest_renewal_by_due ON docrequest_renewal (country_code, entity_code, tenant_code, due_on);
CREATE INDEX docrequest_renewal_by_renewal
    ON docrequest_renewal (country_code, entity_code, renewed_by)
    WHERE renewed_by IS NOT NULL;
CREATE INDEX docrequest_renewal_by_remind
    ON docrequest_renewal (country_code, entity_code, remind_on)
    WHERE told_on IS NULL AND renewed_by IS NULL;
CALL protect('docrequest_renewal', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE docrequest_reminder (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    remind_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT docrequest_reminder_key PRIMARY KEY (country_code, entity_code, txn_ref_no),
    CONSTRAINT docrequest_reminder_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
);
CREATE INDEX docrequest_reminder_by_day ON docrequest_reminder (country_code, entity_code, remind_on);
CALL protect('docrequest_reminder', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Customers of earlier requests, for reuse; one row per tenant and mail address.
CREATE TABLE docrequest_customer (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    email_address TEXT COLLATE "C" NOT NULL,
    name_sort TEXT COLLATE "C" NOT NULL,
    details TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT docrequest_customer_key PRIMARY KEY (country_code, entity_code, tenant_code, email_address)
);
CREATE INDEX docrequest_customer_by_name ON docrequest_customer (country_code, entity_code, tenant_code, name_sort);
CALL protect('docrequest_customer', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Drafts: one per user and screen.
CREATE TABLE docrequest_draft (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    screen_code TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    updated_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT docrequest_draft_key PRIMARY KEY (country_code, entity_code, user_id, screen_code)
);
CREATE INDEX docrequest_draft_by_age ON docrequest_draft (updated_on);
CALL protect('docrequest_draft', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Saved views of lists.
CREATE TABLE docrequest_view (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    query TEXT COLLATE "C" NOT NULL,
    CONSTRAINT docrequest_view_key PRIMARY KEY (country_code, entity_code, user_id, name)
);
CALL protect('docrequest_view', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- The next reference number of a day; reserved in blocks, so that nodes do not wait for each other.
CREATE TABLE docrequest_sequence (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    day TEXT COLLATE "C" NOT NULL,
    next_no BIGINT NOT NULL,
    CONSTRAINT docrequest_sequence_key PRIMARY KEY (country_code, entity_code, day)
);
CALL protect('docrequest_sequence', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Figures updated with each change, per branch and writer; the dashboard adds them up and never scans.
CREATE TABLE docrequest_count (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    branch_code TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    period TEXT COLLATE "C" NOT NULL,
    shard BIGINT NOT NULL,
    n BIGINT NOT NULL,
    CONSTRAINT docrequest_count_key PRIMARY KEY (country_code, entity_code, tenant_code, metric, period, branch_code,
        shard)
);
CALL protect('docrequest_count', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- The number of records of a resource, updated with each change so that lists need not count.
CREATE TABLE record_count (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    resource TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    shard BIGINT NOT NULL,
    n BIGINT NOT NULL,
    CONSTRAINT record_count_key PRIMARY KEY (country_code, entity_code, resource, tenant_code, shard)
);
CALL protect('record_count', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- ---------------------------------------------------------------------------------------------------------------------
-- Uploads, verification and copies of documents.
-- ---------------------------------------------------------------------------------------------------------------------

-- An upload in progress. It belongs to the user who began it, and is removed after a day.
CREATE TABLE upload (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    upload_id TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    uploaded_by TEXT COLLATE "C" NOT NULL,
    file_name TEXT COLLATE "C" NOT NULL,
    length BIGINT NOT NULL,
    -- The bytes stored as pieces: the offset at which the sender goes on.
    received BIGINT NOT NULL,
    -- What the sender says about the whole file.
    sha256 TEXT COLLATE "C",
    -- The staged file that the upload became.
    file_id TEXT COLLATE "C",
    created_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT upload_key PRIMARY KEY (country_code, entity_code, upload_id)
);
CREATE INDEX upload_by_user ON upload (country_code, entity_code, uploaded_by, created_on) WHERE file_id IS NULL;
CREATE INDEX upload_by_age ON upload (created_on);
CALL protect('upload', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- The pieces of an upload, each a stored file of its own.
CREATE TABLE upload_piece (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    upload_id TEXT COLLATE "C" NOT NULL,
    start BIGINT NOT NULL,
    size BIGINT NOT NULL,
    storage_id TEXT COLLATE "C" NOT NULL,
    sealed_key TEXT COLLATE "C",
    CONSTRAINT upload_piece_key PRIMARY KEY (country_code, entity_code, upload_id, start),
    CONSTRAINT upload_piece_upload_id_ref FOREIGN KEY (country_code, entity_code, upload_id)
        REFERENCES upload (country_code, entity_code, upload_id)
);
CREATE INDEX upload_piece_by_storage ON upload_piece (storage_id);
CALL protect('upload_piece', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- The verification of a version that has a rule. It is added with the version and waits until the job has read the
-- files.
CREATE TABLE document_verification (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    version_no BIGINT NOT NULL,
    rule_code TEXT COLLATE "C" NOT NULL,
    verdict TEXT COLLATE "C" NOT NULL CHECK (verdict IN ('Waiting', 'Pass', 'Fail', 'Unreadable', 'None')),
    queued_on TEXT COLLATE "C" NOT NULL,
    -- While it waits: when it is read next. A claim moves it to the end of the lease.
    next_try_on TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    read_on TEXT COLLATE "C",
    -- What the details of the rule found, and the recognised words; both encrypted with the entity's key.
    evidence TEXT COLLATE "C",
    words TEXT COLLATE "C",
    -- The parts of a version's pages to be covered, as JSON: Aadhaar numbers that were located.
    covered TEXT COLLATE "C",
    -- The version of the search that located the covered parts. Versions that an older search looked at are searched
    -- again.
    locator_version BIGINT NOT NULL DEFAULT 0,
    -- Files that are shown only as originals, as JSON: an Aadhaar number was expected and not found.
    original_only TEXT COLLATE "C",
    CONSTRAINT document_verification_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no),
    CONSTRAINT document_verification_version_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no,
        version_no)
        REFERENCES docrequest_version (country_code, entity_code, txn_ref_no, document_no, version_no) ON DELETE
            CASCADE
);
CREATE INDEX document_verification_by_due ON document_verification (next_try_on) WHERE verdict = 'Waiting';
CREATE INDEX document_verification_by_rule
    ON document_verification (country_code, entity_code, rule_code, read_on)
    WHERE read_on IS NOT NULL;
CREATE INDEX document_verification_by_locator
    ON document_verification (locator_version, queued_on DESC)
    WHERE verdict <> 'Waiting';
CALL protect('document_verification', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- A copy of an accepted version of a document, committed with the acceptance and made by the job `share`.
CREATE TABLE document_share (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    version_no BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL CHECK (target IN ('fileSharing', 'drive')),
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'shared', 'failed')),
    tries BIGINT NOT NULL,
    next_try_on TEXT COLLATE "C" NOT NULL,
    queued_on TEXT COLLATE "C" NOT NULL,
    done_on TEXT COLLATE "C",
    fault TEXT COLLATE "C",
    CONSTRAINT document_share_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no, target)
);
CREATE INDEX document_share_by_due
    ON document_share (country_code, entity_code, target, next_try_on)
    WHERE state = 'waiting';
CALL protect('document_share', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- ---------------------------------------------------------------------------------------------------------------------
-- Messages and events.
-- ---------------------------------------------------------------------------------------------------------------------

-- The outbox: messages committed with their cause and delivered at least once; the link is created at delivery.
CREATE TABLE outbox (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    message_id TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    party_seq_no BIGINT NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    event TEXT COLLATE "C" NOT NULL,
    channel TEXT COLLATE "C" NOT NULL,
    recipient TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    calendar TEXT COLLATE "C",
    state TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    next_try_on TEXT COLLATE "C" NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    done_on TEXT COLLATE "C",
    answer TEXT COLLATE "C",
    -- The left part of the mail's Message-ID, chosen at the first attempt.
    token TEXT COLLATE "C",
    -- The SMS gateway's own id of the message.
    gateway_id TEXT COLLATE "C",
    -- A message is given up three days after this.
    first_try_on TEXT COLLATE "C",
    -- The message on the other channel that could not be delivered.
    replaces TEXT COLLATE "C",
    -- The branch of a message's request, so that a list of messages for the staff of some branches reads no others.
    branch_code TEXT COLLATE "C",
    CONSTRAINT outbox_key PRIMARY KEY (country_code, entity_code, message_id)
);
CREATE INDEX outbox_by_request ON outbox (country_code, entity_code, txn_ref_no);
CREATE INDEX outbox_by_waiting ON outbox (state, next_try_on);
CREATE UNIQUE INDEX outbox_by_token ON outbox (token) WHERE token IS NOT NULL;
CREATE INDEX outbox_by_gateway_id ON outbox (gateway_id) WHERE gateway_id IS NOT NULL;
CREATE INDEX outbox_by_due ON outbox (country_code, entity_code, channel, next_try_on) WHERE state = 'waiting';
CREATE INDEX outbox_by_channel
    ON outbox (
        country_code, entity_code, channel, (CASE WHEN state IN ('bounced', 'failed') THEN 0 ELSE 1 END),
        created_on DESC, message_id
    );
-- Message Deliveries: every index of the list begins with the channel, so that a filter on it reads nothing else.
CREATE INDEX outbox_by_channel_state ON outbox (country_code, entity_code, channel, state, created_on DESC, message_id);
CREATE INDEX outbox_by_branch
    ON outbox (
        country_code, entity_code, tenant_code, branch_code, channel,
        (CASE WHEN state IN ('bounced', 'failed') THEN 0 ELSE 1 END), created_on DESC, message_id
    );
CREATE INDEX outbox_by_branch_state
    ON outbox (country_code, entity_code, tenant_code, branch_code, channel, state, created_on DESC, message_id);
CALL protect('outbox', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Notices for staff.
CREATE TABLE notification (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    notification_id TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    event TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    customer_name TEXT COLLATE "C" NOT NULL,
    document_title TEXT COLLATE "C",
    actor TEXT COLLATE "C" NOT NULL,
    is_read BOOLEAN NOT NULL,
    CONSTRAINT notification_key PRIMARY KEY (country_code, entity_code, user_id, notification_id)
);
CREATE INDEX notification_by_age ON notification (at);
-- Finds the notices about a request, so that each reviewer gets one.
CREATE INDEX notification_by_request ON notification (country_code, entity_code, txn_ref_no);
CALL protect('notification', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- An event for one integration, committed with its cause and delivered at least once. The events of a request reach an
-- integration in the order of request_version and place.
CREATE TABLE webhook_delivery (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    delivery_id TEXT COLLATE "C" NOT NULL,
    integration_code TEXT COLLATE "C" NOT NULL,
    event_type TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    request_version BIGINT NOT NULL,
    place BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('queued', 'delivered', 'failed')),
    tries BIGINT NOT NULL,
    next_try_on TEXT COLLATE "C" NOT NULL,
    -- When the event was queued, or queued again by hand; retries end 72 hours later.
    queued_on TEXT COLLATE "C" NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    sent_on TEXT COLLATE "C",
    done_on TEXT COLLATE "C",
    -- The HTTP status of the last response and its first characters, or why there was none.
    status BIGINT,
    response TEXT COLLATE "C",
    fault TEXT COLLATE "C",
    CONSTRAINT webhook_delivery_key PRIMARY KEY (country_code, entity_code, delivery_id)
);
CREATE INDEX webhook_delivery_by_due ON webhook_delivery (next_try_on) WHERE state = 'queued';
CREATE INDEX webhook_delivery_by_queue
    ON webhook_delivery (country_code, entity_code, integration_code, txn_ref_no, request_version, place)
    WHERE state = 'queued';
CREATE INDEX webhook_delivery_by_age ON webhook_delivery (country_code, entity_code, created_on, delivery_id);
CREATE INDEX webhook_delivery_by_state ON webhook_delivery (country_code, entity_code, state, created_on, delivery_id);
CREATE INDEX webhook_delivery_by_integration
    ON webhook_delivery (country_code, entity_code, integration_code, created_on, delivery_id);
CREATE INDEX webhook_delivery_by_created ON webhook_delivery (created_on);
CALL protect('webhook_delivery', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- An integration whose endpoint fails, as long as the integration has this version: saving it starts anew.
CREATE TABLE webhook_failure (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    integration_code TEXT COLLATE "C" NOT NULL,
    integration_version BIGINT NOT NULL,
    failing_since TEXT COLLATE "C" NOT NULL,
    paused_on TEXT COLLATE "C",
    CONSTRAINT webhook_failure_key PRIMARY KEY (country_code, entity_code, integration_code)
);
CALL protect('webhook_failure', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- ---------------------------------------------------------------------------------------------------------------------
-- Holds and retention.
-- ---------------------------------------------------------------------------------------------------------------------

-- Legal holds: what is held is never purged. A hold is on a request or on all requests of a customer.
CREATE TABLE legal_hold (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    hold_id TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C",
    customer_reference TEXT COLLATE "C",
    reason TEXT COLLATE "C" NOT NULL,
    set_by TEXT COLLATE "C" NOT NULL,
    set_on TEXT COLLATE "C" NOT NULL,
    lifted_by TEXT COLLATE "C",
    lifted_on TEXT COLLATE "C",
    CONSTRAINT legal_hold_key PRIMARY KEY (country_code, entity_code, hold_id),
    CONSTRAINT legal_hold_target CHECK ((txn_ref_no IS NULL) <> (customer_reference IS NULL)),
    CONSTRAINT legal_hold_lifted CHECK ((lifted_by IS NULL) = (lifted_on IS NULL))
);
-- One active hold per request, and one per customer and tenant.
CREATE UNIQUE INDEX legal_hold_by_request
    ON legal_hold (country_code, entity_code, txn_ref_no)
    WHERE txn_ref_no IS NOT NULL AND lifted_on IS NULL;
CREATE UNIQUE INDEX legal_hold_by_customer
    ON legal_hold (country_code, entity_code, tenant_code, customer_reference)
    WHERE customer_reference IS NOT NULL AND lifted_on IS NULL;
-- All holds on a request or a customer, lifted ones too.
CREATE INDEX legal_hold_of_request ON legal_hold (country_code, entity_code, txn_ref_no) WHERE txn_ref_no IS NOT NULL;
CREATE INDEX legal_hold_of_customer
    ON legal_hold (country_code, entity_code, tenant_code, customer_reference)
    WHERE customer_reference IS NOT NULL;
CALL protect('legal_hold', 'tenant', 'SELECT, INSERT, UPDATE');

-- The periods that the stored dates of an entity were computed with, how far a new computation got, and the day of the
-- last warnings.
CREATE TABLE retention_state (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    applied TEXT COLLATE "C" NOT NULL,
    computing TEXT COLLATE "C",
    computed_to TEXT COLLATE "C" NOT NULL,
    warned_on TEXT COLLATE "C",
    -- Details of entries before this time are erased.
    details_erased_on TEXT COLLATE "C",
    CONSTRAINT retention_state_key PRIMARY KEY (country_code, entity_code)
);
CALL protect('retention_state', 'entity', 'SELECT, INSERT, UPDATE');

-- A shortened period: what was kept longer before stays at least until effective_on. 0 days mean for ever.
CREATE TABLE retention_change (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    change_id TEXT COLLATE "C" NOT NULL,
    period TEXT COLLATE "C" NOT NULL CHECK (period IN ('rejected', 'documents', 'records')),
    old_days BIGINT NOT NULL,
    new_days BIGINT NOT NULL,
    changed_on TEXT COLLATE "C" NOT NULL,
    effective_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT retention_change_key PRIMARY KEY (country_code, entity_code, change_id)
);
CALL protect('retention_change', 'entity', 'SELECT, INSERT');

-- A run of the job `purge` for one entity. A refused run destroyed nothing, because the clock was not plausible.
CREATE TABLE purge_run (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    run_id TEXT COLLATE "C" NOT NULL,
    started_on TEXT COLLATE "C" NOT NULL,
    ended_on TEXT COLLATE "C",
    destroyed BIGINT NOT NULL,
    kept BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    refused TEXT COLLATE "C",
    certificate_id TEXT COLLATE "C",
    certificate TEXT COLLATE "C",
    CONSTRAINT purge_run_key PRIMARY KEY (country_code, entity_code, run_id)
);
CREATE INDEX purge_run_by_start ON purge_run (country_code, entity_code, started_on);
CREATE UNIQUE INDEX purge_run_by_certificate
    ON purge_run (country_code, entity_code, certificate_id)
    WHERE certificate_id IS NOT NULL;
CALL protect('purge_run', 'entity', 'SELECT, INSERT, UPDATE');

-- What a run destroyed: a version, files that were never submitted (version 0), or the record of a request.
CREATE TABLE purge_item (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    run_id TEXT COLLATE "C" NOT NULL,
    item_no BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('rejected', 'documents', 'records')),
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT,
    version_no BIGINT,
    title TEXT COLLATE "C" NOT NULL,
    -- Of each file, separated by spaces.
    sha256 TEXT COLLATE "C" NOT NULL,
    purged_on TEXT COLLATE "C" NOT NULL,
    -- When it was written to the journal beside the documents, which a restore reads.
    journaled_on TEXT COLLATE "C",
    CONSTRAINT purge_item_key PRIMARY KEY (country_code, entity_code, run_id, item_no),
    CONSTRAINT purge_item_run_id_ref FOREIGN KEY (country_code, entity_code, run_id)
        REFERENCES purge_run (country_code, entity_code, run_id)
);
CREATE INDEX purge_item_by_journal
    ON purge_item (country_code, entity_code, run_id, item_no)
    WHERE journaled_on IS NULL;
CALL protect('purge_item', 'tenant', 'SELECT, INSERT, UPDATE');
