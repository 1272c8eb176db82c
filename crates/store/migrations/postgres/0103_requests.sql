-- Requests with parties, documents, reviews, remarks, meetings, messages and notices.

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
-- The default orders of lists, and due dates within a status. The first index also has the columns for access and totals.
CREATE INDEX docrequest_by_created ON docrequest (country_code, entity_code, tenant_code, created_on, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to, status);
CREATE INDEX docrequest_by_updated ON docrequest (country_code, entity_code, tenant_code, updated_on, txn_ref_no);
CREATE INDEX docrequest_by_due ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no);
CREATE INDEX docrequest_by_status ON docrequest (country_code, entity_code, tenant_code, status, document_due_date, txn_ref_no);
CREATE INDEX docrequest_by_forwarded ON docrequest (country_code, entity_code, forwarded_to) WHERE forwarded_to IS NOT NULL;
CREATE INDEX docrequest_by_open ON docrequest (country_code, entity_code, open_until) WHERE open_until IS NOT NULL;
-- Requests of a customer.
CREATE INDEX docrequest_by_email ON docrequest (country_code, entity_code, email_address);
-- Checks whether a master record is in use.
CREATE INDEX docrequest_uses_branch_code ON docrequest (country_code, entity_code, branch_code, tenant_code);
CREATE INDEX docrequest_uses_customer_type ON docrequest (country_code, entity_code, customer_type);
CREATE INDEX docrequest_uses_customer_category ON docrequest (country_code, entity_code, customer_category);
CREATE INDEX docrequest_uses_customer_indicator ON docrequest (country_code, entity_code, customer_indicator);
CREATE INDEX docrequest_uses_customer_industry ON docrequest (country_code, entity_code, customer_industry);
CREATE INDEX docrequest_uses_request_sub_category ON docrequest (country_code, entity_code, request_category, request_sub_category);
CREATE INDEX docrequest_uses_request_purpose ON docrequest (country_code, entity_code, request_purpose);
CREATE INDEX docrequest_uses_referred_by ON docrequest (country_code, entity_code, referred_by);
CREATE INDEX docrequest_uses_owner ON docrequest (country_code, entity_code, owner);
CALL protect('docrequest', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- Full-text search. `@@` is not leakproof, so under row-level security docz_app cannot use the GIN index. This view runs as a separate role
-- without login and applies the connection's scope itself; `|| ''` leaves the planner only the index of the words.
CREATE INDEX docrequest_by_word ON docrequest USING gin (search) WITH (fastupdate = off);
CREATE POLICY docrequest_finder ON docrequest FOR SELECT TO docz_finder USING (true);
GRANT SELECT ON docrequest TO docz_finder;
CREATE VIEW docrequest_search AS
    SELECT country_code, entity_code, tenant_code, branch_code, txn_ref_no, owner, forwarded_to, status, request_category, customer_type,
        document_due_date, expires_on, created_on, updated_on, name_sort, is_sent, search
    FROM docrequest
    WHERE country_code || '' BETWEEN (SELECT current_setting('docz.country', true)) AND (SELECT coalesce(current_setting('docz.country_last', true), current_setting('docz.country', true)))
        AND entity_code || '' BETWEEN (SELECT current_setting('docz.entity', true)) AND (SELECT coalesce(current_setting('docz.entity_last', true), current_setting('docz.entity', true)))
        AND ((SELECT current_setting('docz.tenants', true)) = '*'
            OR tenant_code || '' = ANY ((SELECT string_to_array(trim(both ',' FROM current_setting('docz.tenants', true)), ','))::TEXT[]));
GRANT CREATE ON SCHEMA public TO docz_finder;
ALTER VIEW docrequest_search OWNER TO docz_finder;
REVOKE CREATE ON SCHEMA public FROM docz_finder;
GRANT USAGE ON SCHEMA public TO docz_finder;
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
    CONSTRAINT docrequest_party_key PRIMARY KEY (country_code, entity_code, txn_ref_no, party_seq_no),
    CONSTRAINT docrequest_party_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE,
    CONSTRAINT docrequest_party_relationship_ref FOREIGN KEY (country_code, entity_code, relationship)
        REFERENCES party_relationship (country_code, entity_code, relationship_code)
);
CREATE INDEX docrequest_party_by_user ON docrequest_party (country_code, entity_code, user_id, txn_ref_no);
CREATE INDEX docrequest_party_uses_relationship ON docrequest_party (country_code, entity_code, relationship);
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
    CONSTRAINT docrequest_version_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no),
    CONSTRAINT docrequest_version_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no)
);
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
    CONSTRAINT docrequest_file_key PRIMARY KEY (country_code, entity_code, txn_ref_no, file_id),
    CONSTRAINT docrequest_file_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no)
);
CREATE INDEX docrequest_file_by_document ON docrequest_file (country_code, entity_code, txn_ref_no, document_no, version_no);
-- For the job sweep-files: checks whether a record names a stored file.
CREATE INDEX docrequest_file_by_storage ON docrequest_file (storage_id);
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
    CONSTRAINT docrequest_review_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no, review_no),
    CONSTRAINT docrequest_review_version_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no, version_no)
        REFERENCES docrequest_version (country_code, entity_code, txn_ref_no, document_no, version_no)
);
CALL protect('docrequest_review', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

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
    CONSTRAINT docrequest_count_key PRIMARY KEY (country_code, entity_code, tenant_code, metric, period, branch_code, shard)
);
CALL protect('docrequest_count', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

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
    CONSTRAINT docrequest_renewal_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no),
    CONSTRAINT docrequest_renewal_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
);
CREATE INDEX docrequest_renewal_by_due ON docrequest_renewal (country_code, entity_code, tenant_code, due_on);
CREATE INDEX docrequest_renewal_by_renewal ON docrequest_renewal (country_code, entity_code, renewed_by) WHERE renewed_by IS NOT NULL;
CALL protect('docrequest_renewal', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

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
    fault TEXT COLLATE "C",
    CONSTRAINT outbox_key PRIMARY KEY (country_code, entity_code, message_id)
);
CREATE INDEX outbox_by_request ON outbox (country_code, entity_code, txn_ref_no);
CREATE INDEX outbox_by_waiting ON outbox (state, next_try_on);
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
CALL protect('notification', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');
