-- The first two letters of every word of a request stand beside it, in each index that lists are found in, and beside each of its words:
-- which requests have several words, or one that many have, is asked there before it is asked of the words. What lists are narrowed by
-- stands in each of those indexes too, so that no request is touched; and in the two of days all that lists are put in order by, so that a
-- month is gathered without touching one.
ALTER TABLE docrequest NO FORCE ROW LEVEL SECURITY;
ALTER TABLE docrequest_word NO FORCE ROW LEVEL SECURITY;
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
ALTER TABLE docrequest ADD COLUMN beginnings TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE docrequest r SET beginnings = w.beginnings
    FROM (SELECT country_code, entity_code, txn_ref_no, ' ' || string_agg(DISTINCT left(word, 2), ' ') AS beginnings
        FROM docrequest_word GROUP BY country_code, entity_code, txn_ref_no) w
    WHERE octet_length(w.beginnings) <= 400 AND r.country_code = w.country_code AND r.entity_code = w.entity_code AND r.txn_ref_no = w.txn_ref_no;
CREATE INDEX docrequest_by_created ON docrequest (country_code, entity_code, tenant_code, created_on, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, beginnings, updated_on,
        expires_on, name_sort);
CREATE INDEX docrequest_by_updated ON docrequest (country_code, entity_code, tenant_code, updated_on, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_due ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, status, request_category, customer_type, created_on, beginnings, updated_on,
        expires_on, name_sort);
CREATE INDEX docrequest_by_expires ON docrequest (country_code, entity_code, tenant_code, expires_on, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_name ON docrequest (country_code, entity_code, tenant_code, name_sort, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_reference ON docrequest (country_code, entity_code, tenant_code, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_status ON docrequest (country_code, entity_code, tenant_code, status, created_on, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, request_category, customer_type, document_due_date, beginnings);
CREATE INDEX docrequest_by_status_updated ON docrequest (country_code, entity_code, tenant_code, status, updated_on, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_status_expires ON docrequest (country_code, entity_code, tenant_code, status, expires_on, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, request_category, customer_type, document_due_date, created_on, beginnings);
CREATE INDEX docrequest_by_status_due ON docrequest (country_code, entity_code, tenant_code, status, document_due_date, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, request_category, customer_type, created_on, beginnings);
CREATE INDEX docrequest_by_branch ON docrequest (country_code, entity_code, tenant_code, branch_code, created_on, txn_ref_no)
    INCLUDE (owner, forwarded_to, status, request_category, customer_type, document_due_date, beginnings);
CREATE INDEX docrequest_by_owner ON docrequest (country_code, entity_code, tenant_code, owner, created_on, txn_ref_no)
    INCLUDE (branch_code, forwarded_to, status, request_category, customer_type, document_due_date, beginnings);
CREATE INDEX docrequest_by_category ON docrequest (country_code, entity_code, tenant_code, request_category, created_on, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, status, customer_type, document_due_date, beginnings);
CREATE INDEX docrequest_by_customer_type ON docrequest (country_code, entity_code, tenant_code, customer_type, created_on, txn_ref_no)
    INCLUDE (branch_code, owner, forwarded_to, status, request_category, document_due_date, beginnings);

ALTER TABLE docrequest_word RENAME TO docrequest_word_before;
CREATE TABLE docrequest_word (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    branch_code TEXT COLLATE "C" NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    forwarded_to TEXT COLLATE "C",
    status TEXT COLLATE "C" NOT NULL,
    request_category TEXT COLLATE "C" NOT NULL,
    customer_type TEXT COLLATE "C" NOT NULL,
    document_due_date TEXT COLLATE "C" NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    name_sort TEXT COLLATE "C" NOT NULL,
    beginnings TEXT COLLATE "C" NOT NULL,
    beginning TEXT COLLATE "C"
        GENERATED ALWAYS AS (CASE WHEN left(word, 1) NOT IN ('+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9') THEN left(word, 2) END) STORED
);
INSERT INTO docrequest_word (country_code, entity_code, tenant_code, word, created_on, txn_ref_no, branch_code, owner, forwarded_to, status,
        request_category, customer_type, document_due_date, expires_on, name_sort, beginnings)
    SELECT w.country_code, w.entity_code, w.tenant_code, w.word, w.created_on, w.txn_ref_no, w.branch_code, w.owner, w.forwarded_to, w.status,
        w.request_category, w.customer_type, w.document_due_date, w.expires_on, w.name_sort, r.beginnings
    FROM docrequest_word_before w
    JOIN docrequest r ON r.country_code = w.country_code AND r.entity_code = w.entity_code AND r.txn_ref_no = w.txn_ref_no;
DROP TABLE docrequest_word_before;
ALTER TABLE docrequest_word
    ADD CONSTRAINT docrequest_word_key PRIMARY KEY (country_code, entity_code, tenant_code, word, status, created_on, txn_ref_no,
        request_category, customer_type, document_due_date, branch_code, owner)
        INCLUDE (forwarded_to, expires_on, name_sort, beginnings),
    ADD CONSTRAINT docrequest_word_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE;
CREATE INDEX docrequest_word_by_request ON docrequest_word (country_code, entity_code, txn_ref_no, word);
-- By name alone: every other order is walked in an index of requests, where those whose words begin so lie scattered.
CREATE INDEX docrequest_word_by_beginning ON docrequest_word (country_code, entity_code, tenant_code, beginning, name_sort, txn_ref_no,
    status, request_category, customer_type, document_due_date, branch_code, owner, created_on)
    INCLUDE (forwarded_to, word, beginnings) WHERE beginning IS NOT NULL;
ALTER TABLE docrequest_word ENABLE ROW LEVEL SECURITY;
-- As sub-selects the settings are asked once for a statement, not once for each request whose words are looked up.
CREATE POLICY docrequest_word_scope ON docrequest_word
    USING (country_code >= (SELECT current_setting('docz.country', true))
        AND country_code <= (SELECT coalesce(current_setting('docz.country_last', true), current_setting('docz.country', true)))
        AND entity_code >= (SELECT current_setting('docz.entity', true))
        AND entity_code <= (SELECT coalesce(current_setting('docz.entity_last', true), current_setting('docz.entity', true)))
        AND ((SELECT current_setting('docz.tenants', true)) = '*' OR tenant_code = ANY ((SELECT string_to_array(trim(both ',' FROM current_setting('docz.tenants', true)), ','))::TEXT[])))
    WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
ALTER TABLE docrequest FORCE ROW LEVEL SECURITY;
ALTER TABLE docrequest_word FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_word TO docz_app;
ANALYZE docrequest;
ANALYZE docrequest_word;
