-- The first two letters of every word of a request stand beside it, in each index that lists are found in, and beside each of its words:
-- which requests have several words, or one that many have, is asked there before it is asked of the words. What lists are narrowed by
-- stands in each of those indexes too, so that no request is touched; and in the two of days all that lists are put in order by, so that a
-- month is gathered without touching one.
DROP INDEX docrequest_by_created;
DROP INDEX docrequest_by_updated;
DROP INDEX docrequest_by_due;
DROP INDEX docrequest_by_expires;
DROP INDEX docrequest_by_name;
DROP INDEX docrequest_by_reference;
DROP INDEX docrequest_by_status;
DROP INDEX docrequest_by_status_updated;
DROP INDEX docrequest_by_status_due;
DROP INDEX docrequest_by_branch;
DROP INDEX docrequest_by_owner;
DROP INDEX docrequest_by_category;
DROP INDEX docrequest_by_customer_type;
ALTER TABLE docrequest ADD COLUMN beginnings TEXT NOT NULL DEFAULT '';
UPDATE docrequest SET beginnings = coalesce((SELECT ' ' || group_concat(b.beginning, ' ')
    FROM (SELECT DISTINCT substr(w.word, 1, 2) AS beginning FROM docrequest_word w
        WHERE w.country_code = docrequest.country_code AND w.entity_code = docrequest.entity_code AND w.txn_ref_no = docrequest.txn_ref_no) b), '');
UPDATE docrequest SET beginnings = '' WHERE length(CAST(beginnings AS BLOB)) > 400;
CREATE INDEX docrequest_by_created ON docrequest (country_code, entity_code, tenant_code, created_on, txn_ref_no,
    branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, beginnings, updated_on, expires_on, name_sort);
CREATE INDEX docrequest_by_updated ON docrequest (country_code, entity_code, tenant_code, updated_on, txn_ref_no,
    branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_due ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no,
    branch_code, owner, forwarded_to, status, request_category, customer_type, created_on, beginnings, updated_on, expires_on, name_sort);
CREATE INDEX docrequest_by_expires ON docrequest (country_code, entity_code, tenant_code, expires_on, txn_ref_no,
    branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_name ON docrequest (country_code, entity_code, tenant_code, name_sort, txn_ref_no,
    branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_reference ON docrequest (country_code, entity_code, tenant_code, txn_ref_no,
    branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_status ON docrequest (country_code, entity_code, tenant_code, status, created_on, txn_ref_no,
    branch_code, owner, forwarded_to, request_category, customer_type, document_due_date, beginnings);
CREATE INDEX docrequest_by_status_updated ON docrequest (country_code, entity_code, tenant_code, status, updated_on, txn_ref_no,
    branch_code, owner, forwarded_to, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_status_expires ON docrequest (country_code, entity_code, tenant_code, status, expires_on, txn_ref_no,
    branch_code, owner, forwarded_to, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_status_due ON docrequest (country_code, entity_code, tenant_code, status, document_due_date, txn_ref_no,
    branch_code, owner, forwarded_to, request_category, customer_type, created_on, beginnings);
CREATE INDEX docrequest_by_branch ON docrequest (country_code, entity_code, tenant_code, branch_code, created_on, txn_ref_no,
    owner, forwarded_to, status, request_category, customer_type, document_due_date, beginnings);
CREATE INDEX docrequest_by_owner ON docrequest (country_code, entity_code, tenant_code, owner, created_on, txn_ref_no,
    branch_code, forwarded_to, status, request_category, customer_type, document_due_date, beginnings);
CREATE INDEX docrequest_by_category ON docrequest (country_code, entity_code, tenant_code, request_category, created_on, txn_ref_no,
    branch_code, owner, forwarded_to, status, customer_type, document_due_date, beginnings);
CREATE INDEX docrequest_by_customer_type ON docrequest (country_code, entity_code, tenant_code, customer_type, created_on, txn_ref_no,
    branch_code, owner, forwarded_to, status, request_category, document_due_date, beginnings);

CREATE TABLE docrequest_word_next (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    word TEXT NOT NULL,
    created_on TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    branch_code TEXT NOT NULL,
    owner TEXT NOT NULL,
    forwarded_to TEXT,
    status TEXT NOT NULL,
    request_category TEXT NOT NULL,
    customer_type TEXT NOT NULL,
    document_due_date TEXT NOT NULL,
    expires_on TEXT NOT NULL,
    name_sort TEXT NOT NULL,
    beginnings TEXT NOT NULL,
    beginning TEXT
        GENERATED ALWAYS AS (CASE WHEN substr(word, 1, 1) NOT IN ('+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9') THEN substr(word, 1, 2) END) VIRTUAL,
    CONSTRAINT docrequest_word_key PRIMARY KEY (country_code, entity_code, tenant_code, word, status, created_on, txn_ref_no),
    CONSTRAINT docrequest_word_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO docrequest_word_next (country_code, entity_code, tenant_code, word, created_on, txn_ref_no, branch_code, owner, forwarded_to, status,
        request_category, customer_type, document_due_date, expires_on, name_sort, beginnings)
    SELECT w.country_code, w.entity_code, w.tenant_code, w.word, w.created_on, w.txn_ref_no, w.branch_code, w.owner, w.forwarded_to, w.status,
        w.request_category, w.customer_type, w.document_due_date, w.expires_on, w.name_sort, r.beginnings
    FROM docrequest_word w
    JOIN docrequest r ON r.country_code = w.country_code AND r.entity_code = w.entity_code AND r.txn_ref_no = w.txn_ref_no
    ORDER BY w.country_code, w.entity_code, w.tenant_code, w.word, w.status, w.created_on, w.txn_ref_no;
DROP TABLE docrequest_word;
ALTER TABLE docrequest_word_next RENAME TO docrequest_word;
CREATE INDEX docrequest_word_by_request ON docrequest_word (country_code, entity_code, txn_ref_no, word);
-- By name alone: every other order is walked in an index of requests, where those whose words begin so lie scattered.
CREATE INDEX docrequest_word_by_beginning ON docrequest_word (country_code, entity_code, tenant_code, beginning, name_sort, txn_ref_no,
    status, request_category, customer_type, document_due_date, branch_code, owner, created_on, forwarded_to, word, beginnings) WHERE beginning IS NOT NULL;
