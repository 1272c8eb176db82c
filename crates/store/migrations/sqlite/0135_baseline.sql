-- The schema of the first release.

-- ---------------------------------------------------------------------------------------------------------------------
-- Keys and the installation.
-- ---------------------------------------------------------------------------------------------------------------------

-- The data key of an entity, wrapped by the root key.
CREATE TABLE entity_key (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    key_version INTEGER NOT NULL,
    wrapped TEXT NOT NULL,
    created_on TEXT NOT NULL,
    CONSTRAINT entity_key_key PRIMARY KEY (country_code, entity_code, key_version)
) STRICT, WITHOUT ROWID;

-- The installation that this database belongs to; its document store names the same one. '*' stands for all entities.
CREATE TABLE installation (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    installation_id TEXT NOT NULL,
    created_on TEXT NOT NULL,
    CONSTRAINT installation_key PRIMARY KEY (country_code, entity_code)
) STRICT, WITHOUT ROWID;

-- The newest time that was recorded while the clock was trusted. '*' stands for all entities.
CREATE TABLE clock_record (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    newest_on TEXT NOT NULL,
    -- After a gap nothing is destroyed before this time.
    destroy_from TEXT,
    -- How often an operator has confirmed the clock.
    confirmed INTEGER NOT NULL DEFAULT 0,
    -- What was missed in a gap is caught up slowly until this time, also after an operator has confirmed the clock.
    slow_until TEXT,
    CONSTRAINT clock_record_key PRIMARY KEY (country_code, entity_code)
) STRICT, WITHOUT ROWID;

-- The clocks of running servers: the difference to the database's clock, and why a server does not trust its own.
CREATE TABLE clock_node (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    node TEXT NOT NULL,
    ahead_ms INTEGER NOT NULL,
    seen_on TEXT NOT NULL,
    doubt TEXT,
    CONSTRAINT clock_node_key PRIMARY KEY (country_code, entity_code, node)
) STRICT, WITHOUT ROWID;

-- Jobs: the last run, when the job is due again, and the node that runs it now. '*' stands for all entities.
CREATE TABLE job (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    name TEXT NOT NULL,
    started_on TEXT NOT NULL,
    ended_on TEXT,
    outcome TEXT,
    done INTEGER NOT NULL DEFAULT 0,
    skipped INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    detail TEXT,
    next_due TEXT,
    lease_holder TEXT,
    lease_until TEXT,
    CONSTRAINT job_key PRIMARY KEY (country_code, entity_code, name)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------------------------------
-- The audit log.
-- ---------------------------------------------------------------------------------------------------------------------

-- Entries. Each shard is a chain of keyed hashes.
CREATE TABLE audit_log (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    shard INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    action TEXT NOT NULL,
    resource TEXT NOT NULL,
    record_key TEXT NOT NULL,
    detail TEXT NOT NULL,
    detail_hash TEXT NOT NULL,
    prev TEXT NOT NULL,
    mac TEXT NOT NULL,
    CONSTRAINT audit_log_key PRIMARY KEY (country_code, entity_code, shard, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_log_at ON audit_log (country_code, entity_code, actor_kind, at);
CREATE INDEX audit_log_record ON audit_log (country_code, entity_code, resource, record_key);

-- The end of each audit shard at some time, so that a truncated chain is detected.
CREATE TABLE audit_checkpoint (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    shard INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    mac TEXT NOT NULL,
    seal TEXT NOT NULL,
    -- The seal of the shard's checkpoint before this one; null in checkpoints that are older than the heads.
    prev TEXT,
    CONSTRAINT audit_checkpoint_key PRIMARY KEY (country_code, entity_code, shard, seq)
) STRICT, WITHOUT ROWID;

-- The end of each audit shard, sealed in the commit that advances it.
CREATE TABLE audit_head (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    shard INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    mac TEXT NOT NULL,
    seal TEXT NOT NULL,
    CONSTRAINT audit_head_key PRIMARY KEY (country_code, entity_code, shard)
) STRICT, WITHOUT ROWID;

-- How many shards and checkpoints an entity has, sealed. The row without codes counts the entities.
CREATE TABLE audit_register (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    parts INTEGER NOT NULL,
    checkpoints INTEGER NOT NULL,
    since TEXT NOT NULL,
    seal TEXT NOT NULL,
    CONSTRAINT audit_register_key PRIMARY KEY (country_code, entity_code)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------------------------------
-- Master data of an entity: one table per resource. Constraints are named after the definition, so that an error names
-- its field.
-- ---------------------------------------------------------------------------------------------------------------------

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
    -- Null: banks have it and others do not.
    four_eyes INTEGER CHECK (four_eyes IN (0, 1)),
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    -- Lines 2 and 3 of a customer's address are required.
    address_lines_required INTEGER NOT NULL DEFAULT 1 CHECK (address_lines_required IN (0, 1)),
    -- Where the entity's accepted documents are copied to: a WebDAV folder, and a drive of either kind.
    file_sharing_url TEXT,
    file_sharing_user TEXT,
    file_sharing_password TEXT,
    drive_kind TEXT,
    drive_url TEXT,
    drive_region TEXT,
    drive_user TEXT,
    drive_secret TEXT,
    -- How long logs are kept; null means the usual period.
    login_log_days INTEGER,
    debug_log_days INTEGER,
    message_log_days INTEGER,
    -- How long the action log keeps the details of its entries; null means for ever. The entries stay.
    action_log_days INTEGER,
    CONSTRAINT entity_master_key PRIMARY KEY (country_code, entity_code)
) STRICT;
CREATE UNIQUE INDEX entity_master_entity_name_unique ON entity_master (country_code, entity_name);

-- A change of a record that waits for a second administrator. Fields are { name: [old, new] }, the key is { name:
-- value }, secrets are { name: sealed }.
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
    resource TEXT NOT NULL DEFAULT 'master',
    record_key TEXT NOT NULL DEFAULT '{}',
    operation TEXT NOT NULL DEFAULT 'U' CHECK (operation IN ('S', 'U', 'D')),
    secrets TEXT NOT NULL DEFAULT '{}',
    remarks TEXT,
    -- The proposer's session was opened by single sign-on, which had changed less than 30 days before.
    by_changed_sso INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT entity_proposal_key PRIMARY KEY (country_code, entity_code, proposal_id)
);
-- Only one proposal of a record can wait.
CREATE UNIQUE INDEX entity_proposal_waiting
    ON entity_proposal (country_code, entity_code, resource, record_key)
    WHERE state = 'waiting';

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
    CONSTRAINT tenant_entity_ref FOREIGN KEY (country_code, entity_code)
        REFERENCES entity_master (country_code, entity_code)
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
    industry_desc_ta TEXT,
    CONSTRAINT industry_key PRIMARY KEY (country_code, entity_code, industry_code)
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
    customer_type_desc_ta TEXT,
    CONSTRAINT customer_type_key PRIMARY KEY (country_code, entity_code, customer_type_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_category (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    customer_category_code TEXT NOT NULL,
    customer_category_desc TEXT NOT NULL,
    customer_type_code TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    customer_category_desc_ta TEXT,
    CONSTRAINT customer_category_key PRIMARY KEY (country_code, entity_code, customer_category_code),
    CONSTRAINT customer_category_customer_type_code_ref FOREIGN KEY (country_code, entity_code, customer_type_code)
        REFERENCES customer_type (country_code, entity_code, customer_type_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_category_uses_customer_type_code
    ON customer_category (country_code, entity_code, customer_type_code);

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
    customer_indicator_desc_ta TEXT,
    CONSTRAINT customer_indicator_key PRIMARY KEY (country_code, entity_code, customer_indicator_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE request_category (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    category_code TEXT NOT NULL,
    category_desc TEXT NOT NULL,
    customer_type_code TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    category_desc_ta TEXT,
    CONSTRAINT request_category_key PRIMARY KEY (country_code, entity_code, category_code),
    CONSTRAINT request_category_customer_type_code_ref FOREIGN KEY (country_code, entity_code, customer_type_code)
        REFERENCES customer_type (country_code, entity_code, customer_type_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX request_category_uses_customer_type_code
    ON request_category (country_code, entity_code, customer_type_code);

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
    sub_category_desc_ta TEXT,
    CONSTRAINT request_sub_category_key PRIMARY KEY (country_code, entity_code, category_code, sub_category_code),
    CONSTRAINT request_sub_category_category_code_ref FOREIGN KEY (country_code, entity_code, category_code)
        REFERENCES request_category (country_code, entity_code, category_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE request_purpose (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    request_purpose_code TEXT NOT NULL,
    request_purpose_desc TEXT NOT NULL,
    industry_code TEXT,
    category_code TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    request_purpose_desc_ta TEXT,
    CONSTRAINT request_purpose_key PRIMARY KEY (country_code, entity_code, request_purpose_code),
    CONSTRAINT request_purpose_industry_code_ref FOREIGN KEY (country_code, entity_code, industry_code)
        REFERENCES industry (country_code, entity_code, industry_code),
    CONSTRAINT request_purpose_category_code_ref FOREIGN KEY (country_code, entity_code, category_code)
        REFERENCES request_category (country_code, entity_code, category_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX request_purpose_uses_industry_code ON request_purpose (country_code, entity_code, industry_code);
CREATE INDEX request_purpose_uses_category_code ON request_purpose (country_code, entity_code, category_code);

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
    relationship_desc_ta TEXT,
    CONSTRAINT party_relationship_key PRIMARY KEY (country_code, entity_code, relationship_code)
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
    document_category_desc_ta TEXT,
    CONSTRAINT document_category_key PRIMARY KEY (country_code, entity_code, document_category_code)
) STRICT, WITHOUT ROWID;

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
    title_desc_ta TEXT,
    CONSTRAINT document_title_key PRIMARY KEY (country_code, entity_code, title_code)
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
) STRICT;
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
    -- What a rule may do by itself; null means advise. The reason is given when it rejects.
    rule_mode TEXT,
    reject_reason TEXT,
    CONSTRAINT verification_rule_key PRIMARY KEY (country_code, entity_code, rule_code)
) STRICT, WITHOUT ROWID;

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
    -- Photographs of this document are not scaled down before they are sent.
    keep_original INTEGER NOT NULL DEFAULT 0 CHECK (keep_original IN (0, 1)),
    -- A document of this kind has an Aadhaar number; one in which none is found is shown only as original.
    contains_aadhaar INTEGER NOT NULL DEFAULT 0 CHECK (contains_aadhaar IN (0, 1)),
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
) STRICT, WITHOUT ROWID;
CREATE INDEX document_definition_title_code_by ON document_definition (country_code, entity_code, title_code);
CREATE INDEX document_definition_document_category_code_by
    ON document_definition (country_code, entity_code, document_category_code);
CREATE INDEX document_definition_rule_code_by ON document_definition (country_code, entity_code, rule_code);
CREATE INDEX document_definition_compliance_applicable_by
    ON document_definition (country_code, entity_code, compliance_applicable);

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
    instructions_ta TEXT,
    CONSTRAINT template_document_key PRIMARY KEY (country_code, entity_code, template_code, document_code),
    CONSTRAINT template_document_template_code_ref FOREIGN KEY (country_code, entity_code, template_code)
        REFERENCES document_template (country_code, entity_code, template_code),
    CONSTRAINT template_document_document_code_ref FOREIGN KEY (country_code, entity_code, document_code)
        REFERENCES document_definition (country_code, entity_code, document_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX template_document_document_code_by ON template_document (country_code, entity_code, document_code);

-- Sample documents of a verification rule, on which drafts are tried. They belong to no request.
CREATE TABLE rule_sample (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    rule_code TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    file_name TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    pages INTEGER,
    sha256 TEXT NOT NULL,
    storage_id TEXT NOT NULL,
    sealed_key TEXT,
    uploaded_by TEXT NOT NULL,
    uploaded_on TEXT NOT NULL,
    -- While it waits: when it is read next. A claim moves it to the end of the lease.
    next_try_on TEXT NOT NULL,
    tries INTEGER NOT NULL,
    read_on TEXT,
    -- The recognised words, encrypted with the entity's key.
    words TEXT,
    CONSTRAINT rule_sample_key PRIMARY KEY (country_code, entity_code, rule_code, sample_id),
    CONSTRAINT rule_sample_rule_code_ref FOREIGN KEY (country_code, entity_code, rule_code)
        REFERENCES verification_rule (country_code, entity_code, rule_code) ON DELETE CASCADE
) STRICT;
CREATE INDEX rule_sample_by_storage ON rule_sample (storage_id);
CREATE INDEX rule_sample_by_due ON rule_sample (next_try_on) WHERE read_on IS NULL;
CREATE INDEX rule_sample_by_age ON rule_sample (uploaded_on);

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
    -- The previous signing secret, valid beside the current one until it is cleared.
    old_signing_secret TEXT,
    CONSTRAINT integration_key PRIMARY KEY (country_code, entity_code, integration_code),
    CONSTRAINT integration_external_system_code_ref FOREIGN KEY (country_code, entity_code, external_system_code)
        REFERENCES external_system (country_code, entity_code, external_system_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX integration_external_system_code_by ON integration (country_code, entity_code, external_system_code);

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

-- ---------------------------------------------------------------------------------------------------------------------
-- Users, roles and screens.
-- ---------------------------------------------------------------------------------------------------------------------

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
    applies_to TEXT,
    CONSTRAINT authorization_level_key PRIMARY KEY (country_code, entity_code, auth_level_code)
) STRICT, WITHOUT ROWID;

CREATE TABLE role_definition (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    role_code TEXT NOT NULL,
    role_desc TEXT NOT NULL,
    auth_level_code TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT role_definition_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT role_definition_auth_level_code_ref FOREIGN KEY (country_code, entity_code, auth_level_code)
        REFERENCES authorization_level (country_code, entity_code, auth_level_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX role_definition_uses_auth_level_code ON role_definition (country_code, entity_code, auth_level_code);

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
    CONSTRAINT staff_user_default_branch_code_ref FOREIGN KEY (country_code, entity_code, default_branch_code,
        default_tenant_code)
        REFERENCES branch (country_code, entity_code, branch_code, tenant_code),
    CONSTRAINT staff_user_default_tenant_code_ref FOREIGN KEY (country_code, entity_code, default_tenant_code)
        REFERENCES tenant (country_code, entity_code, tenant_code),
    CONSTRAINT staff_user_user_type_ref FOREIGN KEY (country_code, entity_code, user_type)
        REFERENCES user_type (country_code, entity_code, user_type),
    CONSTRAINT staff_user_entity_ref FOREIGN KEY (country_code, entity_code)
        REFERENCES entity_master (country_code, entity_code)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX staff_user_mail_id_unique ON staff_user (country_code, entity_code, mail_id);
CREATE UNIQUE INDEX staff_user_mobile_number_unique ON staff_user (country_code, entity_code, mobile_number);
CREATE INDEX staff_user_default_department_code_by ON staff_user (country_code, entity_code, default_department_code);
CREATE INDEX staff_user_default_branch_code_by
    ON staff_user (country_code, entity_code, default_branch_code, default_tenant_code);
CREATE INDEX staff_user_default_tenant_code_by ON staff_user (country_code, entity_code, default_tenant_code);
CREATE INDEX staff_user_user_type_by ON staff_user (country_code, entity_code, user_type);
-- Directories compare user ids without case.
CREATE INDEX staff_user_any_case ON staff_user (country_code, entity_code, lower(user_id));

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
-- Finds an existing login by the addresses of a party.
CREATE INDEX customer_user_by_mail ON customer_user (country_code, entity_code, mail_id);
CREATE INDEX customer_user_by_mobile ON customer_user (country_code, entity_code, mobile_number);

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

-- ---------------------------------------------------------------------------------------------------------------------
-- Sessions and signing in.
-- ---------------------------------------------------------------------------------------------------------------------

-- A session. A token only refers to its row.
CREATE TABLE session (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    session_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    user_type TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    branch_code TEXT NOT NULL,
    ip_address TEXT NOT NULL,
    device TEXT NOT NULL,
    generation INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    refreshed_on TEXT NOT NULL,
    ends_on TEXT NOT NULL,
    ended_on TEXT,
    stepped_up_on TEXT,
    time_zone TEXT,
    place TEXT,
    -- Another system proved who the user is.
    by_sso INTEGER NOT NULL DEFAULT 0,
    -- The first session of a customer's device. The sessions that its cookie opens again end with it.
    first_session_id TEXT,
    CONSTRAINT session_key PRIMARY KEY (country_code, entity_code, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_by_user ON session (country_code, entity_code, user_id);
CREATE INDEX session_by_time ON session (country_code, entity_code, created_on);

-- Login attempts, counted before the password is checked: by user, and by user and network.
CREATE TABLE login_try (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    subject TEXT NOT NULL,
    tries INTEGER NOT NULL,
    until TEXT NOT NULL,
    CONSTRAINT login_try_key PRIMARY KEY (country_code, entity_code, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX login_try_until ON login_try (until);

-- Failed logins. Limited in number and age; the typed password is never stored.
CREATE TABLE failed_login (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    login_id TEXT NOT NULL,
    created_on TEXT NOT NULL,
    user_id TEXT NOT NULL,
    user_type TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    ip_address TEXT NOT NULL,
    device TEXT NOT NULL,
    time_zone TEXT,
    place TEXT,
    outcome TEXT NOT NULL,
    CONSTRAINT failed_login_key PRIMARY KEY (country_code, entity_code, login_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX failed_login_by_time ON failed_login (country_code, entity_code, created_on);
CREATE INDEX failed_login_by_user ON failed_login (country_code, entity_code, user_id);

-- Codes sent to users; only keyed hashes are stored.
CREATE TABLE one_time_code (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    code_ref TEXT NOT NULL,
    user_id TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    tries INTEGER NOT NULL,
    expires_on TEXT NOT NULL,
    used_on TEXT,
    -- Several references may stand for one code, which was sent once, for one purpose, to one address.
    code_id TEXT,
    purpose TEXT,
    sent_to TEXT,
    CONSTRAINT one_time_code_key PRIMARY KEY (country_code, entity_code, code_ref)
) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_code_expires ON one_time_code (expires_on);
CREATE INDEX one_time_code_user ON one_time_code (country_code, entity_code, user_id);
CREATE INDEX one_time_code_same ON one_time_code (country_code, entity_code, code_id);

-- Links to set a new password; only hashes are stored.
CREATE TABLE reset_link (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    user_id TEXT NOT NULL,
    expires_on TEXT NOT NULL,
    CONSTRAINT reset_link_key PRIMARY KEY (country_code, entity_code, token_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX reset_link_expires ON reset_link (expires_on);

-- Users whose password was set by another person; they choose their own at the next login.
CREATE TABLE password_change (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    CONSTRAINT password_change_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT password_change_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The authenticator app of a staff user: its secret is encrypted, and a code works once.
CREATE TABLE second_factor (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    secret TEXT NOT NULL,
    last_step INTEGER NOT NULL,
    confirmed_on TEXT,
    created_on TEXT NOT NULL,
    CONSTRAINT second_factor_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT second_factor_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Recovery codes for a lost app; only keyed hashes are stored, each works once.
CREATE TABLE recovery_code (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    CONSTRAINT recovery_code_key PRIMARY KEY (country_code, entity_code, user_id, code_hash),
    CONSTRAINT recovery_code_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Roles whose users need a second factor.
CREATE TABLE second_factor_role (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    role_code TEXT NOT NULL,
    CONSTRAINT second_factor_role_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT second_factor_role_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Administrators need a second factor, except those with one of these roles.
CREATE TABLE second_factor_exempt_role (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    role_code TEXT NOT NULL,
    CONSTRAINT second_factor_exempt_role_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT second_factor_exempt_role_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Actions that need a fresh second factor or password.
CREATE TABLE sensitive_action (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    resource TEXT NOT NULL,
    action TEXT NOT NULL,
    CONSTRAINT sensitive_action_key PRIMARY KEY (country_code, entity_code, resource, action)
) STRICT, WITHOUT ROWID;

-- Counts changes that remove access, so that of two concurrent ones the second is stale.
CREATE TABLE access_guard (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    -- When single sign-on was last changed.
    sso_changed_on TEXT,
    CONSTRAINT access_guard_key PRIMARY KEY (country_code, entity_code)
) STRICT, WITHOUT ROWID;

-- Who last created a user, gave the user a role, or changed the user's password or address.
CREATE TABLE access_handover (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    by_user TEXT NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('created', 'role', 'reset')),
    handed_over_on TEXT NOT NULL,
    CONSTRAINT access_handover_key PRIMARY KEY (country_code, entity_code, user_id, by_user, what)
) STRICT, WITHOUT ROWID;

-- Links in messages that identify the customer instead of a typed id; only hashes are stored.
CREATE TABLE customer_link (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    user_id TEXT NOT NULL,
    expires_on TEXT NOT NULL,
    CONSTRAINT customer_link_key PRIMARY KEY (country_code, entity_code, token_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_link_expires ON customer_link (expires_on);

-- Confirmed addresses of customers. A party is linked to a login by one of these, never by an unconfirmed address.
CREATE TABLE verified_address (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    address TEXT NOT NULL,
    verified_on TEXT NOT NULL,
    CONSTRAINT verified_address_key PRIMARY KEY (country_code, entity_code, user_id, address),
    CONSTRAINT verified_address_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES customer_user (country_code, entity_code, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Debug capture of users and apps. Limited in number and age.
CREATE TABLE user_debug_log (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    at TEXT NOT NULL,
    user_id TEXT NOT NULL,
    module_code TEXT NOT NULL,
    debug_level TEXT NOT NULL,
    route TEXT NOT NULL,
    operation TEXT NOT NULL,
    status TEXT NOT NULL,
    duration_ms INTEGER NOT NULL,
    request_id TEXT NOT NULL,
    detail TEXT NOT NULL,
    CONSTRAINT user_debug_log_key PRIMARY KEY (country_code, entity_code, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_debug_log_at ON user_debug_log (country_code, entity_code, at);

-- Tickets (such as captchas) that were used and are no longer valid.
CREATE TABLE spent_ticket (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    ticket TEXT NOT NULL,
    expires_on TEXT NOT NULL,
    CONSTRAINT spent_ticket_key PRIMARY KEY (country_code, entity_code, ticket)
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_ticket_expires ON spent_ticket (expires_on);

-- Answers to saves with an Idempotency-Key.
CREATE TABLE idempotency (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    answer TEXT NOT NULL,
    at TEXT NOT NULL,
    -- The fields of an answer that wait for a second person, separated by commas.
    waiting TEXT NOT NULL DEFAULT '',
    CONSTRAINT idempotency_key PRIMARY KEY (country_code, entity_code, user_id, idempotency_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_at ON idempotency (at);

-- ---------------------------------------------------------------------------------------------------------------------
-- Requests.
-- ---------------------------------------------------------------------------------------------------------------------

-- A request. Fields that lists filter and sort by are columns; other customer fields and settings are in details.
CREATE TABLE docrequest (
    row_no INTEGER PRIMARY KEY,
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    branch_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    txn_id TEXT NOT NULL,
    customer_name TEXT NOT NULL,
    name_sort TEXT NOT NULL,
    customer_type TEXT NOT NULL,
    customer_category TEXT,
    customer_indicator TEXT NOT NULL,
    customer_industry TEXT NOT NULL,
    request_category TEXT NOT NULL,
    request_sub_category TEXT NOT NULL,
    request_purpose TEXT NOT NULL,
    referred_by TEXT,
    user_reference TEXT,
    email_address TEXT NOT NULL,
    details TEXT NOT NULL,
    status TEXT NOT NULL,
    decision TEXT,
    is_sent INTEGER NOT NULL,
    is_modified INTEGER NOT NULL,
    is_expired INTEGER NOT NULL,
    latest_action TEXT NOT NULL,
    latest_action_by TEXT NOT NULL,
    latest_action_on TEXT NOT NULL,
    reason TEXT,
    owner TEXT NOT NULL,
    forwarded_to TEXT,
    verification_levels INTEGER NOT NULL,
    document_due_date TEXT NOT NULL,
    expiry_days INTEGER NOT NULL,
    expires_on TEXT NOT NULL,
    open_until TEXT,
    purge_days INTEGER NOT NULL,
    documents_requested INTEGER NOT NULL,
    documents_accepted INTEGER NOT NULL,
    documents_rejected INTEGER NOT NULL,
    documents_not_required INTEGER NOT NULL,
    sent_on TEXT,
    closed_on TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    -- The words a request is found by; each begins with a mark of its tenant (docs/search.md).
    search TEXT NOT NULL,
    -- Documents of a running request that are not decided, in review, and with a claim or waiver to answer; otherwise
    -- 0.
    documents_pending INTEGER NOT NULL DEFAULT 0,
    documents_in_review INTEGER NOT NULL DEFAULT 0,
    documents_claimed INTEGER NOT NULL DEFAULT 0,
    notify_on TEXT,
    -- The last days on which the documents and the record of a closed request are kept, and when its last document was
    -- destroyed.
    purge_after TEXT,
    purged_on TEXT,
    record_purge_after TEXT,
    -- For holds on a customer.
    customer_reference TEXT,
    CONSTRAINT docrequest_key UNIQUE (country_code, entity_code, txn_ref_no),
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
) STRICT;
-- The default orders of lists. The first index also has the columns for access and totals.
CREATE INDEX docrequest_by_created
    ON docrequest (
        country_code, entity_code, tenant_code, created_on, txn_ref_no, branch_code, owner, forwarded_to, status
    );
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

-- Full-text search without stored text and positions. Any printable character is part of a word. The prefix index
-- covers two and three typed letters after the four characters of the tenant's hash.
CREATE VIRTUAL TABLE docrequest_search USING fts5(
    words, content = '', contentless_delete = 1, detail = none, prefix = '5 6',
    tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE TRIGGER docrequest_search_insert AFTER INSERT ON docrequest BEGIN
    INSERT INTO docrequest_search (rowid, words) VALUES (new.row_no, new.search);
END;
CREATE TRIGGER docrequest_search_update AFTER UPDATE OF search ON docrequest WHEN new.search <> old.search BEGIN
    UPDATE docrequest_search SET words = new.search WHERE rowid = new.row_no;
END;
CREATE TRIGGER docrequest_search_delete AFTER DELETE ON docrequest BEGIN
    DELETE FROM docrequest_search WHERE rowid = old.row_no;
END;

-- Parties and authorised parties.
CREATE TABLE docrequest_party (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    party_seq_no INTEGER NOT NULL,
    user_id TEXT NOT NULL,
    party_type TEXT NOT NULL,
    first_name TEXT NOT NULL,
    second_name TEXT,
    last_name TEXT NOT NULL,
    mobile_number TEXT,
    email_address TEXT,
    primary_party INTEGER NOT NULL,
    authorize_other_pty INTEGER NOT NULL,
    email_notification INTEGER NOT NULL,
    sms_notification INTEGER NOT NULL,
    request_remarks TEXT,
    same_remarks_to_all_pty INTEGER NOT NULL,
    relationship TEXT,
    auth_party_seq_no INTEGER,
    auth_level INTEGER,
    auth_level_code TEXT,
    lang_code TEXT NOT NULL,
    -- When a party was asked for documents, and the days on which it was reminded or a reminder was left out,
    -- separated by commas.
    asked_on TEXT,
    reminded_on TEXT NOT NULL DEFAULT '',
    skipped_on TEXT NOT NULL DEFAULT '',
    CONSTRAINT docrequest_party_key PRIMARY KEY (country_code, entity_code, txn_ref_no, party_seq_no),
    CONSTRAINT docrequest_party_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE,
    CONSTRAINT docrequest_party_relationship_ref FOREIGN KEY (country_code, entity_code, relationship)
        REFERENCES party_relationship (country_code, entity_code, relationship_code),
    CONSTRAINT docrequest_party_auth_level_code_ref FOREIGN KEY (country_code, entity_code, auth_level_code)
        REFERENCES authorization_level (country_code, entity_code, auth_level_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_party_by_user ON docrequest_party (country_code, entity_code, user_id, txn_ref_no);
CREATE INDEX docrequest_party_uses_relationship ON docrequest_party (country_code, entity_code, relationship);
CREATE INDEX docrequest_party_uses_auth_level_code ON docrequest_party (country_code, entity_code, auth_level_code);

-- Documents requested from a party, with their status.
CREATE TABLE docrequest_document (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    party_seq_no INTEGER NOT NULL,
    document_code TEXT NOT NULL,
    template_code TEXT,
    document_title TEXT NOT NULL,
    document_category TEXT NOT NULL,
    document_types TEXT NOT NULL,
    max_size_mb INTEGER NOT NULL,
    max_files INTEGER NOT NULL,
    compliance_applicable TEXT,
    mandatory INTEGER NOT NULL,
    instructions TEXT,
    document_due_date TEXT,
    status TEXT NOT NULL,
    accepted_levels INTEGER NOT NULL,
    claim_by TEXT,
    claim_reason TEXT,
    claim_on TEXT,
    -- A member of the staff wants a mandatory document waived; a second one has to agree.
    waiver_by TEXT,
    waiver_reason TEXT,
    waiver_on TEXT,
    keep_original INTEGER NOT NULL DEFAULT 0 CHECK (keep_original IN (0, 1)),
    CONSTRAINT docrequest_document_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no),
    CONSTRAINT docrequest_document_party_seq_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, party_seq_no)
        REFERENCES docrequest_party (country_code, entity_code, txn_ref_no, party_seq_no) ON DELETE CASCADE,
    CONSTRAINT docrequest_document_document_code_ref FOREIGN KEY (country_code, entity_code, document_code)
        REFERENCES document_definition (country_code, entity_code, document_code),
    CONSTRAINT docrequest_document_template_code_ref FOREIGN KEY (country_code, entity_code, template_code)
        REFERENCES document_template (country_code, entity_code, template_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_document_uses_document_code ON docrequest_document (country_code, entity_code, document_code);
CREATE INDEX docrequest_document_uses_template_code ON docrequest_document (country_code, entity_code, template_code);

-- Submitted versions of a document; added, never changed.
CREATE TABLE docrequest_version (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    version_no INTEGER NOT NULL,
    uploaded_by TEXT NOT NULL,
    uploaded_on TEXT NOT NULL,
    -- The last day on which a version is kept; null means that it is kept. Written when a request closes or the
    -- periods change.
    purge_after TEXT,
    purge_kind TEXT CHECK (purge_kind IN ('rejected', 'documents')),
    purged_on TEXT,
    CONSTRAINT docrequest_version_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no),
    CONSTRAINT docrequest_version_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no)
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_version_by_purge
    ON docrequest_version (country_code, entity_code, purge_after, txn_ref_no, document_no, version_no, purge_kind)
    WHERE purge_after IS NOT NULL AND purged_on IS NULL;

-- Files of a version; version 0 is staged, not submitted.
CREATE TABLE docrequest_file (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    file_id TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    version_no INTEGER NOT NULL,
    uploaded_by TEXT NOT NULL,
    uploaded_on TEXT NOT NULL,
    file_name TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    pages INTEGER,
    sha256 TEXT NOT NULL,
    storage_id TEXT NOT NULL,
    -- The key of the file, sealed, where documents are stored encrypted.
    sealed_key TEXT,
    -- An infected file stays stored and is never shown.
    scan TEXT NOT NULL DEFAULT 'notScanned' CHECK (scan IN ('clean', 'infected', 'notScanned')),
    -- A purged file has neither key nor name. Its storage_id is empty once the stored bytes are gone.
    purged_on TEXT,
    CONSTRAINT docrequest_file_key PRIMARY KEY (country_code, entity_code, txn_ref_no, file_id),
    CONSTRAINT docrequest_file_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no)
) STRICT, WITHOUT ROWID;
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

-- Reviews of a version, in order.
CREATE TABLE docrequest_review (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    version_no INTEGER NOT NULL,
    review_no INTEGER NOT NULL,
    level INTEGER NOT NULL,
    reviewed_by TEXT NOT NULL,
    reviewed_on TEXT NOT NULL,
    verdict TEXT NOT NULL,
    reason_code TEXT,
    remark TEXT,
    CONSTRAINT docrequest_review_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no,
        review_no),
    CONSTRAINT docrequest_review_version_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no,
        version_no)
        REFERENCES docrequest_version (country_code, entity_code, txn_ref_no, document_no, version_no)
) STRICT, WITHOUT ROWID;

-- Documents of open requests that wait for a reviewer; a row for each, removed when it is decided or the request
-- closes. Everything the queue filters, sorts and shows is here, so that it reads no other table that grows.
CREATE TABLE docrequest_waiting (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    branch_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    version_no INTEGER NOT NULL,
    level INTEGER NOT NULL,
    due_on TEXT NOT NULL,
    uploaded_on TEXT NOT NULL,
    uploaded_by TEXT NOT NULL,
    document_title TEXT NOT NULL,
    party_name TEXT NOT NULL,
    customer_name TEXT NOT NULL,
    request_category TEXT NOT NULL,
    owner TEXT NOT NULL,
    forwarded_to TEXT,
    CONSTRAINT docrequest_waiting_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no),
    CONSTRAINT docrequest_waiting_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_waiting_by_due
    ON docrequest_waiting (country_code, entity_code, tenant_code, due_on, txn_ref_no, document_no);

-- Remarks between staff and parties; document 0 is the whole request.
CREATE TABLE docrequest_remark (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    remark_id TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    party_seq_no INTEGER NOT NULL,
    written_by TEXT NOT NULL,
    written_by_name TEXT NOT NULL,
    written_on TEXT NOT NULL,
    remark TEXT NOT NULL,
    CONSTRAINT docrequest_remark_key PRIMARY KEY (country_code, entity_code, txn_ref_no, remark_id),
    CONSTRAINT docrequest_remark_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Meetings with parties.
CREATE TABLE docrequest_meeting (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    meeting_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    starts_at TEXT NOT NULL,
    duration_minutes INTEGER NOT NULL,
    place TEXT,
    remarks TEXT,
    parties TEXT NOT NULL,
    is_cancelled INTEGER NOT NULL,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT docrequest_meeting_key PRIMARY KEY (country_code, entity_code, txn_ref_no, meeting_id),
    CONSTRAINT docrequest_meeting_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_meeting_by_starts ON docrequest_meeting (country_code, entity_code, tenant_code, starts_at);

-- Renewals: accepted documents to be requested again.
CREATE TABLE docrequest_renewal (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    branch_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    compliance_applicable TEXT NOT NULL,
    document_title TEXT NOT NULL,
    customer_name TEXT NOT NULL,
    due_on TEXT NOT NULL,
    remind_on TEXT NOT NULL,
    renewed_by TEXT,
    renewed_on TEXT,
    -- When the bankers were told that a document has to be requested again.
    told_on TEXT,
    CONSTRAINT docrequest_renewal_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no),
    CONSTRAINT docrequest_renewal_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_renewal_by_due ON docrequest_renewal (country_code, entity_code, tenant_code, due_on);
CREATE INDEX docrequest_renewal_by_renewal
    ON docrequest_renewal (country_code, entity_code, renewed_by)
    WHERE renewed_by IS NOT NULL;
CREATE INDEX docrequest_renewal_by_remind
    ON docrequest_renewal (country_code, entity_code, remind_on)
    WHERE told_on IS NULL AND renewed_by IS NULL;

CREATE TABLE docrequest_reminder (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    remind_on TEXT NOT NULL,
    CONSTRAINT docrequest_reminder_key PRIMARY KEY (country_code, entity_code, txn_ref_no),
    CONSTRAINT docrequest_reminder_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_reminder_by_day ON docrequest_reminder (country_code, entity_code, remind_on);

-- Customers of earlier requests, for reuse; one row per tenant and mail address.
CREATE TABLE docrequest_customer (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    email_address TEXT NOT NULL,
    name_sort TEXT NOT NULL,
    details TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    CONSTRAINT docrequest_customer_key PRIMARY KEY (country_code, entity_code, tenant_code, email_address)
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_customer_by_name ON docrequest_customer (country_code, entity_code, tenant_code, name_sort);

-- Drafts: one per user and screen.
CREATE TABLE docrequest_draft (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    screen_code TEXT NOT NULL,
    body TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    CONSTRAINT docrequest_draft_key PRIMARY KEY (country_code, entity_code, user_id, screen_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_draft_by_age ON docrequest_draft (updated_on);

-- Saved views of lists.
CREATE TABLE docrequest_view (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    CONSTRAINT docrequest_view_key PRIMARY KEY (country_code, entity_code, user_id, name)
) STRICT, WITHOUT ROWID;

-- The next reference number of a day; reserved in blocks, so that nodes do not wait for each other.
CREATE TABLE docrequest_sequence (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    day TEXT NOT NULL,
    next_no INTEGER NOT NULL,
    CONSTRAINT docrequest_sequence_key PRIMARY KEY (country_code, entity_code, day)
) STRICT, WITHOUT ROWID;

-- Figures updated with each change, per branch and writer; the dashboard adds them up and never scans.
CREATE TABLE docrequest_count (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    branch_code TEXT NOT NULL,
    metric TEXT NOT NULL,
    period TEXT NOT NULL,
    shard INTEGER NOT NULL,
    n INTEGER NOT NULL,
    CONSTRAINT docrequest_count_key PRIMARY KEY (country_code, entity_code, tenant_code, metric, period, branch_code,
        shard)
) STRICT, WITHOUT ROWID;

-- The number of records of a resource, updated with each change so that lists need not count.
CREATE TABLE record_count (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    resource TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    shard INTEGER NOT NULL,
    n INTEGER NOT NULL,
    CONSTRAINT record_count_key PRIMARY KEY (country_code, entity_code, resource, tenant_code, shard)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------------------------------
-- Uploads, verification and copies of documents.
-- ---------------------------------------------------------------------------------------------------------------------

-- An upload in progress. It belongs to the user who began it, and is removed after a day.
CREATE TABLE upload (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    uploaded_by TEXT NOT NULL,
    file_name TEXT NOT NULL,
    length INTEGER NOT NULL,
    -- The bytes stored as pieces: the offset at which the sender goes on.
    received INTEGER NOT NULL,
    -- What the sender says about the whole file.
    sha256 TEXT,
    -- The staged file that the upload became.
    file_id TEXT,
    created_on TEXT NOT NULL,
    CONSTRAINT upload_key PRIMARY KEY (country_code, entity_code, upload_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX upload_by_user ON upload (country_code, entity_code, uploaded_by, created_on) WHERE file_id IS NULL;
CREATE INDEX upload_by_age ON upload (created_on);

-- The pieces of an upload, each a stored file of its own.
CREATE TABLE upload_piece (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    start INTEGER NOT NULL,
    size INTEGER NOT NULL,
    storage_id TEXT NOT NULL,
    sealed_key TEXT,
    CONSTRAINT upload_piece_key PRIMARY KEY (country_code, entity_code, upload_id, start),
    CONSTRAINT upload_piece_upload_id_ref FOREIGN KEY (country_code, entity_code, upload_id)
        REFERENCES upload (country_code, entity_code, upload_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX upload_piece_by_storage ON upload_piece (storage_id);

-- The verification of a version that has a rule. It is added with the version and waits until the job has read the
-- files.
CREATE TABLE document_verification (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    version_no INTEGER NOT NULL,
    rule_code TEXT NOT NULL,
    verdict TEXT NOT NULL CHECK (verdict IN ('Waiting', 'Pass', 'Fail', 'Unreadable', 'None')),
    queued_on TEXT NOT NULL,
    -- While it waits: when it is read next. A claim moves it to the end of the lease.
    next_try_on TEXT NOT NULL,
    tries INTEGER NOT NULL,
    read_on TEXT,
    -- What the details of the rule found, and the recognised words; both encrypted with the entity's key.
    evidence TEXT,
    words TEXT,
    -- The parts of a version's pages to be covered, as JSON: Aadhaar numbers that were located.
    covered TEXT,
    -- The version of the search that located the covered parts. Versions that an older search looked at are searched
    -- again.
    locator_version INTEGER NOT NULL DEFAULT 0,
    -- Files that are shown only as originals, as JSON: an Aadhaar number was expected and not found.
    original_only TEXT,
    CONSTRAINT document_verification_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no),
    CONSTRAINT document_verification_version_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no,
        version_no)
        REFERENCES docrequest_version (country_code, entity_code, txn_ref_no, document_no, version_no) ON DELETE
            CASCADE
) STRICT;
CREATE INDEX document_verification_by_due ON document_verification (next_try_on) WHERE verdict = 'Waiting';
CREATE INDEX document_verification_by_rule
    ON document_verification (country_code, entity_code, rule_code, read_on)
    WHERE read_on IS NOT NULL;
CREATE INDEX document_verification_by_locator
    ON document_verification (locator_version, queued_on DESC)
    WHERE verdict <> 'Waiting';

-- A copy of an accepted version of a document, committed with the acceptance and made by the job `share`.
CREATE TABLE document_share (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    version_no INTEGER NOT NULL,
    target TEXT NOT NULL CHECK (target IN ('fileSharing', 'drive')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'shared', 'failed')),
    tries INTEGER NOT NULL,
    next_try_on TEXT NOT NULL,
    queued_on TEXT NOT NULL,
    done_on TEXT,
    fault TEXT,
    CONSTRAINT document_share_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no, target)
) STRICT;
CREATE INDEX document_share_by_due
    ON document_share (country_code, entity_code, target, next_try_on)
    WHERE state = 'waiting';

-- ---------------------------------------------------------------------------------------------------------------------
-- Messages and events.
-- ---------------------------------------------------------------------------------------------------------------------

-- The outbox: messages committed with their cause and delivered at least once; the link is created at delivery.
CREATE TABLE outbox (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    message_id TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    party_seq_no INTEGER NOT NULL,
    user_id TEXT NOT NULL,
    event TEXT NOT NULL,
    channel TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    calendar TEXT,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL,
    next_try_on TEXT NOT NULL,
    created_on TEXT NOT NULL,
    done_on TEXT,
    answer TEXT,
    -- The left part of the mail's Message-ID, chosen at the first attempt.
    token TEXT,
    -- The SMS gateway's own id of the message.
    gateway_id TEXT,
    -- A message is given up three days after this.
    first_try_on TEXT,
    -- The message on the other channel that could not be delivered.
    replaces TEXT,
    -- The branch of a message's request, so that a list of messages for the staff of some branches reads no others.
    branch_code TEXT,
    CONSTRAINT outbox_key PRIMARY KEY (country_code, entity_code, message_id)
) STRICT;
CREATE INDEX outbox_by_request ON outbox (country_code, entity_code, txn_ref_no);
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

-- Notices for staff.
CREATE TABLE notification (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    notification_id TEXT NOT NULL,
    at TEXT NOT NULL,
    event TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    customer_name TEXT NOT NULL,
    document_title TEXT,
    actor TEXT NOT NULL,
    is_read INTEGER NOT NULL,
    CONSTRAINT notification_key PRIMARY KEY (country_code, entity_code, user_id, notification_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX notification_by_age ON notification (at);
-- Finds the notices about a request, so that each reviewer gets one.
CREATE INDEX notification_by_request ON notification (country_code, entity_code, txn_ref_no);

-- An event for one integration, committed with its cause and delivered at least once. The events of a request reach an
-- integration in the order of request_version and place.
CREATE TABLE webhook_delivery (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    delivery_id TEXT NOT NULL,
    integration_code TEXT NOT NULL,
    event_type TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    request_version INTEGER NOT NULL,
    place INTEGER NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'delivered', 'failed')),
    tries INTEGER NOT NULL,
    next_try_on TEXT NOT NULL,
    -- When the event was queued, or queued again by hand; retries end 72 hours later.
    queued_on TEXT NOT NULL,
    created_on TEXT NOT NULL,
    sent_on TEXT,
    done_on TEXT,
    -- The HTTP status of the last response and its first characters, or why there was none.
    status INTEGER,
    response TEXT,
    fault TEXT,
    CONSTRAINT webhook_delivery_key PRIMARY KEY (country_code, entity_code, delivery_id)
) STRICT;
CREATE INDEX webhook_delivery_by_queue
    ON webhook_delivery (country_code, entity_code, integration_code, txn_ref_no, request_version, place)
    WHERE state = 'queued';
CREATE INDEX webhook_delivery_by_age ON webhook_delivery (country_code, entity_code, created_on, delivery_id);
CREATE INDEX webhook_delivery_by_state ON webhook_delivery (country_code, entity_code, state, created_on, delivery_id);
CREATE INDEX webhook_delivery_by_integration
    ON webhook_delivery (country_code, entity_code, integration_code, created_on, delivery_id);
CREATE INDEX webhook_delivery_by_created ON webhook_delivery (created_on);

-- An integration whose endpoint fails, as long as the integration has this version: saving it starts anew.
CREATE TABLE webhook_failure (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    integration_code TEXT NOT NULL,
    integration_version INTEGER NOT NULL,
    failing_since TEXT NOT NULL,
    paused_on TEXT,
    CONSTRAINT webhook_failure_key PRIMARY KEY (country_code, entity_code, integration_code)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------------------------------
-- Holds and retention.
-- ---------------------------------------------------------------------------------------------------------------------

-- Legal holds: what is held is never purged. A hold is on a request or on all requests of a customer.
CREATE TABLE legal_hold (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    hold_id TEXT NOT NULL,
    txn_ref_no TEXT,
    customer_reference TEXT,
    reason TEXT NOT NULL,
    set_by TEXT NOT NULL,
    set_on TEXT NOT NULL,
    lifted_by TEXT,
    lifted_on TEXT,
    CONSTRAINT legal_hold_key PRIMARY KEY (country_code, entity_code, hold_id),
    CONSTRAINT legal_hold_target CHECK ((txn_ref_no IS NULL) <> (customer_reference IS NULL)),
    CONSTRAINT legal_hold_lifted CHECK ((lifted_by IS NULL) = (lifted_on IS NULL))
) STRICT;
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

-- The periods that the stored dates of an entity were computed with, how far a new computation got, and the day of the
-- last warnings.
CREATE TABLE retention_state (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    applied TEXT NOT NULL,
    computing TEXT,
    computed_to TEXT NOT NULL,
    warned_on TEXT,
    -- Details of entries before this time are erased.
    details_erased_on TEXT,
    CONSTRAINT retention_state_key PRIMARY KEY (country_code, entity_code)
) STRICT;

-- A shortened period: what was kept longer before stays at least until effective_on. 0 days mean for ever.
CREATE TABLE retention_change (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    change_id TEXT NOT NULL,
    period TEXT NOT NULL CHECK (period IN ('rejected', 'documents', 'records')),
    old_days INTEGER NOT NULL,
    new_days INTEGER NOT NULL,
    changed_on TEXT NOT NULL,
    effective_on TEXT NOT NULL,
    CONSTRAINT retention_change_key PRIMARY KEY (country_code, entity_code, change_id)
) STRICT;

-- A run of the job `purge` for one entity. A refused run destroyed nothing, because the clock was not plausible.
CREATE TABLE purge_run (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    run_id TEXT NOT NULL,
    started_on TEXT NOT NULL,
    ended_on TEXT,
    destroyed INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    refused TEXT,
    certificate_id TEXT,
    certificate TEXT,
    CONSTRAINT purge_run_key PRIMARY KEY (country_code, entity_code, run_id)
) STRICT;
CREATE INDEX purge_run_by_start ON purge_run (country_code, entity_code, started_on);
CREATE UNIQUE INDEX purge_run_by_certificate
    ON purge_run (country_code, entity_code, certificate_id)
    WHERE certificate_id IS NOT NULL;

-- What a run destroyed: a version, files that were never submitted (version 0), or the record of a request.
CREATE TABLE purge_item (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    run_id TEXT NOT NULL,
    item_no INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('rejected', 'documents', 'records')),
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER,
    version_no INTEGER,
    title TEXT NOT NULL,
    -- Of each file, separated by spaces.
    sha256 TEXT NOT NULL,
    purged_on TEXT NOT NULL,
    -- When it was written to the journal beside the documents, which a restore reads.
    journaled_on TEXT,
    CONSTRAINT purge_item_key PRIMARY KEY (country_code, entity_code, run_id, item_no),
    CONSTRAINT purge_item_run_id_ref FOREIGN KEY (country_code, entity_code, run_id)
        REFERENCES purge_run (country_code, entity_code, run_id)
) STRICT;
CREATE INDEX purge_item_by_journal
    ON purge_item (country_code, entity_code, run_id, item_no)
    WHERE journaled_on IS NULL;
