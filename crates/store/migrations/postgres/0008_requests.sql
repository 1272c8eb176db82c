-- Requests: what is asked of whom, what came in, what was said about it, and what is told to whom.

-- A request. What lists are narrowed and sorted by has columns; the rest of the customer and the settings are in details.
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
    customer_reference TEXT COLLATE "C" NOT NULL,
    user_reference TEXT COLLATE "C",
    email_address TEXT COLLATE "C" NOT NULL,
    primary_mobile TEXT COLLATE "C" NOT NULL,
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
    CONSTRAINT docrequest_request_sub_category_ref FOREIGN KEY (country_code, entity_code, request_category, request_sub_category)
        REFERENCES request_sub_category (country_code, entity_code, category_code, sub_category_code),
    CONSTRAINT docrequest_request_purpose_ref FOREIGN KEY (country_code, entity_code, request_purpose)
        REFERENCES request_purpose (country_code, entity_code, request_purpose_code),
    CONSTRAINT docrequest_referred_by_ref FOREIGN KEY (country_code, entity_code, referred_by)
        REFERENCES referred_by (country_code, entity_code, referred_by_code),
    CONSTRAINT docrequest_owner_ref FOREIGN KEY (country_code, entity_code, owner)
        REFERENCES staff_user (country_code, entity_code, user_id)
);
CREATE INDEX docrequest_by_created ON docrequest (country_code, entity_code, tenant_code, created_on);
CREATE INDEX docrequest_by_updated ON docrequest (country_code, entity_code, tenant_code, updated_on);
CREATE INDEX docrequest_by_status ON docrequest (country_code, entity_code, tenant_code, status, created_on);
CREATE INDEX docrequest_by_owner ON docrequest (country_code, entity_code, tenant_code, owner, created_on);
CREATE INDEX docrequest_by_category ON docrequest (country_code, entity_code, tenant_code, request_category, created_on);
CREATE INDEX docrequest_by_due ON docrequest (country_code, entity_code, tenant_code, document_due_date);
CREATE INDEX docrequest_by_expires ON docrequest (country_code, entity_code, tenant_code, expires_on);
CREATE INDEX docrequest_by_name ON docrequest (country_code, entity_code, tenant_code, name_sort);
CREATE INDEX docrequest_by_reference ON docrequest (country_code, entity_code, tenant_code, txn_ref_no);
CREATE INDEX docrequest_by_open ON docrequest (country_code, entity_code, open_until);
CREATE INDEX docrequest_uses_branch_code ON docrequest (country_code, entity_code, branch_code, tenant_code);
CREATE INDEX docrequest_uses_customer_type ON docrequest (country_code, entity_code, customer_type);
CREATE INDEX docrequest_uses_customer_category ON docrequest (country_code, entity_code, customer_category);
CREATE INDEX docrequest_uses_customer_indicator ON docrequest (country_code, entity_code, customer_indicator);
CREATE INDEX docrequest_uses_customer_industry ON docrequest (country_code, entity_code, customer_industry);
CREATE INDEX docrequest_uses_request_category ON docrequest (country_code, entity_code, request_category);
CREATE INDEX docrequest_uses_request_sub_category ON docrequest (country_code, entity_code, request_category, request_sub_category);
CREATE INDEX docrequest_uses_request_purpose ON docrequest (country_code, entity_code, request_purpose);
CREATE INDEX docrequest_uses_referred_by ON docrequest (country_code, entity_code, referred_by);
CREATE INDEX docrequest_uses_owner ON docrequest (country_code, entity_code, owner);
ALTER TABLE docrequest ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_scope ON docrequest USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest TO docz_app;

-- The words a request can be found by: names, numbers, addresses.
CREATE TABLE docrequest_word (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    CONSTRAINT docrequest_word_key PRIMARY KEY (country_code, entity_code, tenant_code, word, txn_ref_no),
    CONSTRAINT docrequest_word_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
);
CREATE INDEX docrequest_word_by_request ON docrequest_word (country_code, entity_code, txn_ref_no);
ALTER TABLE docrequest_word ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_word FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_word_scope ON docrequest_word USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_word TO docz_app;

-- Those who are asked, and those they authorised.
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
    CONSTRAINT docrequest_party_key PRIMARY KEY (country_code, entity_code, txn_ref_no, party_seq_no),
    CONSTRAINT docrequest_party_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE,
    CONSTRAINT docrequest_party_relationship_ref FOREIGN KEY (country_code, entity_code, relationship)
        REFERENCES party_relationship (country_code, entity_code, relationship_code)
);
CREATE INDEX docrequest_party_by_user ON docrequest_party (country_code, entity_code, user_id, txn_ref_no);
CREATE INDEX docrequest_party_uses_relationship ON docrequest_party (country_code, entity_code, relationship);
ALTER TABLE docrequest_party ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_party FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_party_scope ON docrequest_party USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_party TO docz_app;

-- What one party is asked for, and how it stands.
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
ALTER TABLE docrequest_document ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_document FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_document_scope ON docrequest_document USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_document TO docz_app;

-- A hand-in of a document. Versions are added, never changed.
CREATE TABLE docrequest_version (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    version_no BIGINT NOT NULL,
    uploaded_by TEXT COLLATE "C" NOT NULL,
    uploaded_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT docrequest_version_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no),
    CONSTRAINT docrequest_version_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no)
);
ALTER TABLE docrequest_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_version FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_version_scope ON docrequest_version USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_version TO docz_app;

-- The files of a version; version 0 is staged and not handed in yet.
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
    CONSTRAINT docrequest_file_key PRIMARY KEY (country_code, entity_code, txn_ref_no, file_id),
    CONSTRAINT docrequest_file_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no)
);
CREATE INDEX docrequest_file_by_document ON docrequest_file (country_code, entity_code, txn_ref_no, document_no, version_no);
-- For sweeping: is a file in the store named by any record?
CREATE INDEX docrequest_file_by_storage ON docrequest_file (storage_id);
ALTER TABLE docrequest_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_file FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_file_scope ON docrequest_file USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_file TO docz_app;

-- What was said about a version, in order.
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
    CONSTRAINT docrequest_review_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no, review_no),
    CONSTRAINT docrequest_review_version_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no, version_no)
        REFERENCES docrequest_version (country_code, entity_code, txn_ref_no, document_no, version_no)
);
ALTER TABLE docrequest_review ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_review FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_review_scope ON docrequest_review USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_review TO docz_app;

-- The thread between banker and parties; document 0 is the whole request.
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
ALTER TABLE docrequest_remark ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_remark FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_remark_scope ON docrequest_remark USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_remark TO docz_app;

-- Customers of earlier requests, so that they are found again; one row a tenant and mail address.
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
ALTER TABLE docrequest_customer ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_customer FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_customer_scope ON docrequest_customer USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_customer TO docz_app;

-- What somebody has typed and not submitted: one a user and screen.
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
ALTER TABLE docrequest_draft ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_draft FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_draft_scope ON docrequest_draft USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_draft TO docz_app;

-- Saved views of lists.
CREATE TABLE docrequest_view (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    query TEXT COLLATE "C" NOT NULL,
    CONSTRAINT docrequest_view_key PRIMARY KEY (country_code, entity_code, user_id, name)
);
ALTER TABLE docrequest_view ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_view FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_view_scope ON docrequest_view USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_view TO docz_app;

-- The next free number of a day; taken in blocks, so that nodes do not wait for each other.
CREATE TABLE docrequest_sequence (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    day TEXT COLLATE "C" NOT NULL,
    next_no BIGINT NOT NULL,
    CONSTRAINT docrequest_sequence_key PRIMARY KEY (country_code, entity_code, day)
);
ALTER TABLE docrequest_sequence ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_sequence FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_sequence_scope ON docrequest_sequence USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_sequence TO docz_app;

-- Figures kept with each change, per branch and writer; the dashboard adds up and never scans.
CREATE TABLE docrequest_count (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    branch_code TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    period TEXT COLLATE "C" NOT NULL,
    lane BIGINT NOT NULL,
    n BIGINT NOT NULL,
    CONSTRAINT docrequest_count_key PRIMARY KEY (country_code, entity_code, tenant_code, metric, period, branch_code, lane)
);
ALTER TABLE docrequest_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_count FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_count_scope ON docrequest_count USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_count TO docz_app;

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
ALTER TABLE docrequest_meeting ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_meeting FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_meeting_scope ON docrequest_meeting USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_meeting TO docz_app;

-- Accepted documents that have to be asked for again.
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
    CONSTRAINT docrequest_renewal_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no),
    CONSTRAINT docrequest_renewal_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
);
CREATE INDEX docrequest_renewal_by_due ON docrequest_renewal (country_code, entity_code, tenant_code, due_on);
ALTER TABLE docrequest_renewal ENABLE ROW LEVEL SECURITY;
ALTER TABLE docrequest_renewal FORCE ROW LEVEL SECURITY;
CREATE POLICY docrequest_renewal_scope ON docrequest_renewal USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_renewal TO docz_app;

-- Messages, written with their cause and delivered at least once; the link is made when they go.
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
    fault TEXT COLLATE "C",
    CONSTRAINT outbox_key PRIMARY KEY (country_code, entity_code, message_id)
);
CREATE INDEX outbox_by_request ON outbox (country_code, entity_code, txn_ref_no);
CREATE INDEX outbox_by_waiting ON outbox (state, next_try_on);
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY outbox_scope ON outbox USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO docz_app;

-- What the staff is told inside the product.
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
ALTER TABLE notification ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification FORCE ROW LEVEL SECURITY;
CREATE POLICY notification_scope ON notification USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON notification TO docz_app;

-- A party is looked for by the addresses of a login that it may have already.
CREATE INDEX customer_user_by_mail ON customer_user (country_code, entity_code, mail_id);
CREATE INDEX customer_user_by_mobile ON customer_user (country_code, entity_code, mobile_number);
