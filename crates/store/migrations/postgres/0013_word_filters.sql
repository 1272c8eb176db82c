-- What lists ask of a request, and nearly everything they put it in order by, stands beside each of its words: a word and a filter meet
-- without touching a request.
ALTER TABLE docrequest NO FORCE ROW LEVEL SECURITY;
ALTER TABLE docrequest_word NO FORCE ROW LEVEL SECURITY;
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
    name_sort TEXT COLLATE "C" NOT NULL
);
INSERT INTO docrequest_word
    SELECT w.country_code, w.entity_code, w.tenant_code, w.word, w.created_on, w.txn_ref_no, w.branch_code, w.owner, w.forwarded_to,
        r.status, r.request_category, r.customer_type, r.document_due_date, r.expires_on, r.name_sort
    FROM docrequest_word_before w
    JOIN docrequest r ON r.country_code = w.country_code AND r.entity_code = w.entity_code AND r.txn_ref_no = w.txn_ref_no;
DROP TABLE docrequest_word_before;
ALTER TABLE docrequest_word
    -- Within a word and a status the newest stand in order. What comes after the reference orders nothing: a filter is asked in the
    -- index itself of what is in its key, and what it refuses goes no further.
    ADD CONSTRAINT docrequest_word_key PRIMARY KEY (country_code, entity_code, tenant_code, word, status, created_on, txn_ref_no,
        request_category, customer_type, document_due_date, branch_code, owner)
        INCLUDE (forwarded_to, expires_on, name_sort),
    ADD CONSTRAINT docrequest_word_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE;
CREATE INDEX docrequest_word_by_request ON docrequest_word (country_code, entity_code, txn_ref_no, word);
ALTER TABLE docrequest_word ENABLE ROW LEVEL SECURITY;
CREATE POLICY docrequest_word_scope ON docrequest_word
    USING (in_scope(country_code, entity_code) AND ((SELECT current_setting('docz.tenants', true)) = '*' OR tenant_code = ANY ((SELECT string_to_array(trim(both ',' FROM current_setting('docz.tenants', true)), ','))::TEXT[])))
    WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
ALTER TABLE docrequest FORCE ROW LEVEL SECURITY;
ALTER TABLE docrequest_word FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_word TO docz_app;
-- A new table is not known to whoever plans, and it would be minutes before it is.
ANALYZE docrequest_word;

-- A request that is thrown away renews nothing.
CREATE INDEX docrequest_renewal_by_renewal ON docrequest_renewal (country_code, entity_code, renewed_by) WHERE renewed_by IS NOT NULL;
