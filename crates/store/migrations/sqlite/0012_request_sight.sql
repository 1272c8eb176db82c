-- A word of a request stands in its index with what walls ask for and when the request was made: the newest that somebody may see are
-- found without touching a request, and what others may see does not hide them.
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
    CONSTRAINT docrequest_word_key PRIMARY KEY (country_code, entity_code, tenant_code, word, created_on, txn_ref_no),
    CONSTRAINT docrequest_word_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO docrequest_word_next
    SELECT w.country_code, w.entity_code, w.tenant_code, w.word, r.created_on, w.txn_ref_no, r.branch_code, r.owner, r.forwarded_to
    FROM docrequest_word w
    JOIN docrequest r ON r.country_code = w.country_code AND r.entity_code = w.entity_code AND r.txn_ref_no = w.txn_ref_no
    ORDER BY 1, 2, 3, 4, 5, 6;
DROP TABLE docrequest_word;
ALTER TABLE docrequest_word_next RENAME TO docrequest_word;
CREATE INDEX docrequest_word_by_request ON docrequest_word (country_code, entity_code, txn_ref_no);

-- Whoever sees little of a large tenant is served by ranges of what he sees.
CREATE INDEX docrequest_by_branch ON docrequest (country_code, entity_code, tenant_code, branch_code, created_on, txn_ref_no, owner, forwarded_to);
CREATE INDEX docrequest_by_forwarded ON docrequest (country_code, entity_code, tenant_code, forwarded_to, created_on, txn_ref_no) WHERE forwarded_to IS NOT NULL;

-- The filters and orders that had no such index yet.
DROP INDEX docrequest_by_reference;
DROP INDEX docrequest_by_owner;
CREATE INDEX docrequest_by_reference ON docrequest (country_code, entity_code, tenant_code, txn_ref_no, branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_owner ON docrequest (country_code, entity_code, tenant_code, owner, created_on, txn_ref_no, branch_code, forwarded_to);
CREATE INDEX docrequest_by_customer_type ON docrequest (country_code, entity_code, tenant_code, customer_type, created_on, txn_ref_no, branch_code, owner, forwarded_to);

-- How many running requests are due, and how many end, on each day: kept with each change from here on.
INSERT INTO docrequest_count (country_code, entity_code, tenant_code, branch_code, metric, period, lane, n)
    SELECT country_code, entity_code, tenant_code, branch_code, '~due', document_due_date, 0, count(*)
    FROM docrequest WHERE open_until IS NOT NULL GROUP BY 1, 2, 3, 4, 6;
INSERT INTO docrequest_count (country_code, entity_code, tenant_code, branch_code, metric, period, lane, n)
    SELECT country_code, entity_code, tenant_code, branch_code, '~ends', expires_on, 0, count(*)
    FROM docrequest WHERE open_until IS NOT NULL GROUP BY 1, 2, 3, 4, 6;
