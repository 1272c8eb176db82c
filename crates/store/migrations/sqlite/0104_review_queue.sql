-- The review queue.

-- Documents of open requests that wait for a reviewer; a row for each, removed when it is decided or the request closes.
-- Everything the queue filters, sorts and shows is here, so that it reads no other table that grows.
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
CREATE INDEX docrequest_waiting_by_due ON docrequest_waiting (country_code, entity_code, tenant_code, due_on, txn_ref_no, document_no);
INSERT INTO docrequest_waiting (country_code, entity_code, tenant_code, branch_code, txn_ref_no, document_no, version_no, level, due_on, uploaded_on, uploaded_by,
    document_title, party_name, customer_name, request_category, owner, forwarded_to)
SELECT r.country_code, r.entity_code, r.tenant_code, r.branch_code, r.txn_ref_no, d.document_no, v.version_no, d.accepted_levels + 1,
    coalesce(d.document_due_date, r.document_due_date), v.uploaded_on, v.uploaded_by, d.document_title,
    p.first_name || coalesce(' ' || p.second_name, '') || ' ' || p.last_name, r.customer_name, r.request_category, r.owner, r.forwarded_to
FROM docrequest r
JOIN docrequest_document d ON d.country_code = r.country_code AND d.entity_code = r.entity_code AND d.txn_ref_no = r.txn_ref_no
JOIN docrequest_party p ON p.country_code = d.country_code AND p.entity_code = d.entity_code AND p.txn_ref_no = d.txn_ref_no AND p.party_seq_no = d.party_seq_no
JOIN docrequest_version v ON v.country_code = d.country_code AND v.entity_code = d.entity_code AND v.txn_ref_no = d.txn_ref_no AND v.document_no = d.document_no
WHERE r.open_until IS NOT NULL AND d.status IN ('Uploaded', 'Waiting')
    AND v.version_no = (SELECT max(n.version_no) FROM docrequest_version n WHERE n.country_code = d.country_code AND n.entity_code = d.entity_code
        AND n.txn_ref_no = d.txn_ref_no AND n.document_no = d.document_no);

-- Finds the notices about a request, so that each reviewer gets one.
CREATE INDEX notification_by_request ON notification (country_code, entity_code, txn_ref_no);

-- The screen of the queue; administrators grant it to roles.
INSERT INTO screen_definition (country_code, entity_code, screen_code, screen_name, screen_group, path, version_number, created_on, created_by, updated_on, updated_by)
SELECT country_code, entity_code, 'SD-BNK-009', 'Review Queue', 'Requestor Screen Access', '/requestor/review-queue', 1, created_on, 'system', created_on, 'system'
FROM entity_master;
