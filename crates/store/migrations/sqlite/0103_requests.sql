-- Requests with parties, documents, reviews, remarks, meetings, messages and notices.

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
    CONSTRAINT docrequest_request_sub_category_ref FOREIGN KEY (country_code, entity_code, request_category, request_sub_category)
        REFERENCES request_sub_category (country_code, entity_code, category_code, sub_category_code),
    CONSTRAINT docrequest_request_purpose_ref FOREIGN KEY (country_code, entity_code, request_purpose)
        REFERENCES request_purpose (country_code, entity_code, request_purpose_code),
    CONSTRAINT docrequest_referred_by_ref FOREIGN KEY (country_code, entity_code, referred_by)
        REFERENCES referred_by (country_code, entity_code, referred_by_code),
    CONSTRAINT docrequest_owner_ref FOREIGN KEY (country_code, entity_code, owner)
        REFERENCES staff_user (country_code, entity_code, user_id)
) STRICT;
-- The default orders of lists, and due dates within a status. The first index also has the columns for access and totals.
CREATE INDEX docrequest_by_created ON docrequest (country_code, entity_code, tenant_code, created_on, txn_ref_no, branch_code, owner, forwarded_to, status);
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

-- Full-text search without stored text and positions. Any printable character is part of a word. The prefix index covers two and
-- three typed letters after the four characters of the tenant's hash.
CREATE VIRTUAL TABLE docrequest_search USING fts5(words, content = '', contentless_delete = 1, detail = none, prefix = '5 6',
    tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_`{|}~'");
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
    lang_code TEXT NOT NULL,
    CONSTRAINT docrequest_party_key PRIMARY KEY (country_code, entity_code, txn_ref_no, party_seq_no),
    CONSTRAINT docrequest_party_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE,
    CONSTRAINT docrequest_party_relationship_ref FOREIGN KEY (country_code, entity_code, relationship)
        REFERENCES party_relationship (country_code, entity_code, relationship_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_party_by_user ON docrequest_party (country_code, entity_code, user_id, txn_ref_no);
CREATE INDEX docrequest_party_uses_relationship ON docrequest_party (country_code, entity_code, relationship);

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
    CONSTRAINT docrequest_version_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no),
    CONSTRAINT docrequest_version_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no)
) STRICT, WITHOUT ROWID;

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
    CONSTRAINT docrequest_file_key PRIMARY KEY (country_code, entity_code, txn_ref_no, file_id),
    CONSTRAINT docrequest_file_document_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no)
        REFERENCES docrequest_document (country_code, entity_code, txn_ref_no, document_no)
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_file_by_document ON docrequest_file (country_code, entity_code, txn_ref_no, document_no, version_no);
-- For the job sweep-files: checks whether a record names a stored file.
CREATE INDEX docrequest_file_by_storage ON docrequest_file (storage_id);

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
    CONSTRAINT docrequest_review_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no, review_no),
    CONSTRAINT docrequest_review_version_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no, version_no)
        REFERENCES docrequest_version (country_code, entity_code, txn_ref_no, document_no, version_no)
) STRICT, WITHOUT ROWID;

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
    CONSTRAINT docrequest_count_key PRIMARY KEY (country_code, entity_code, tenant_code, metric, period, branch_code, shard)
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
    CONSTRAINT docrequest_renewal_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no),
    CONSTRAINT docrequest_renewal_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX docrequest_renewal_by_due ON docrequest_renewal (country_code, entity_code, tenant_code, due_on);
CREATE INDEX docrequest_renewal_by_renewal ON docrequest_renewal (country_code, entity_code, renewed_by) WHERE renewed_by IS NOT NULL;

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
    fault TEXT,
    CONSTRAINT outbox_key PRIMARY KEY (country_code, entity_code, message_id)
) STRICT;
CREATE INDEX outbox_by_request ON outbox (country_code, entity_code, txn_ref_no);
CREATE INDEX outbox_by_waiting ON outbox (state, next_try_on);

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
