-- A word of a request stands in its index with what walls ask for and when the request was made: the newest that somebody may see are
-- found without touching a request, and what others may see does not hide them.
ALTER TABLE docrequest NO FORCE ROW LEVEL SECURITY;
ALTER TABLE docrequest_word NO FORCE ROW LEVEL SECURITY;
ALTER TABLE docrequest_count NO FORCE ROW LEVEL SECURITY;
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
    forwarded_to TEXT COLLATE "C"
);
INSERT INTO docrequest_word
    SELECT w.country_code, w.entity_code, w.tenant_code, w.word, r.created_on, w.txn_ref_no, r.branch_code, r.owner, r.forwarded_to
    FROM docrequest_word_before w
    JOIN docrequest r ON r.country_code = w.country_code AND r.entity_code = w.entity_code AND r.txn_ref_no = w.txn_ref_no;
DROP TABLE docrequest_word_before;
ALTER TABLE docrequest_word
    ADD CONSTRAINT docrequest_word_key PRIMARY KEY (country_code, entity_code, tenant_code, word, created_on, txn_ref_no)
        INCLUDE (branch_code, owner, forwarded_to),
    ADD CONSTRAINT docrequest_word_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE;
CREATE INDEX docrequest_word_by_request ON docrequest_word (country_code, entity_code, txn_ref_no, word);
ALTER TABLE docrequest_word ENABLE ROW LEVEL SECURITY;
CREATE POLICY docrequest_word_scope ON docrequest_word USING (in_scope(country_code, entity_code) AND in_tenants(tenant_code)) WITH CHECK (in_scope(country_code, entity_code) AND in_tenants(tenant_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON docrequest_word TO docz_app;

-- Whoever sees little of a large tenant is served by ranges of what he sees.
CREATE INDEX docrequest_by_branch ON docrequest (country_code, entity_code, tenant_code, branch_code, created_on, txn_ref_no) INCLUDE (owner, forwarded_to);
CREATE INDEX docrequest_by_forwarded ON docrequest (country_code, entity_code, tenant_code, forwarded_to, created_on, txn_ref_no) WHERE forwarded_to IS NOT NULL;

-- The filters and orders that had no such index yet.
DROP INDEX docrequest_by_reference;
DROP INDEX docrequest_by_owner;
CREATE INDEX docrequest_by_reference ON docrequest (country_code, entity_code, tenant_code, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_owner ON docrequest (country_code, entity_code, tenant_code, owner, created_on, txn_ref_no) INCLUDE (branch_code, forwarded_to);
CREATE INDEX docrequest_by_customer_type ON docrequest (country_code, entity_code, tenant_code, customer_type, created_on, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to);

-- How many running requests are due, and how many end, on each day: kept with each change from here on.
INSERT INTO docrequest_count (country_code, entity_code, tenant_code, branch_code, metric, period, lane, n)
    SELECT country_code, entity_code, tenant_code, branch_code, '~due', document_due_date, 0, count(*)
    FROM docrequest WHERE open_until IS NOT NULL GROUP BY 1, 2, 3, 4, 6;
INSERT INTO docrequest_count (country_code, entity_code, tenant_code, branch_code, metric, period, lane, n)
    SELECT country_code, entity_code, tenant_code, branch_code, '~ends', expires_on, 0, count(*)
    FROM docrequest WHERE open_until IS NOT NULL GROUP BY 1, 2, 3, 4, 6;
ALTER TABLE docrequest FORCE ROW LEVEL SECURITY;
ALTER TABLE docrequest_word FORCE ROW LEVEL SECURITY;
ALTER TABLE docrequest_count FORCE ROW LEVEL SECURITY;

-- Which tenants may be seen is worked out once for a statement, not once for a row of it.
DO $$
DECLARE
    one RECORD;
    wall CONSTANT TEXT := '((SELECT current_setting(''docz.tenants'', true)) = ''*'' OR tenant_code = ANY ((SELECT string_to_array(trim(both '','' FROM current_setting(''docz.tenants'', true)), '',''))::TEXT[]))';
BEGIN
    FOR one IN SELECT schemaname, tablename, policyname, qual FROM pg_policies WHERE schemaname = current_schema() AND qual LIKE '%in_tenants(tenant_code)%' LOOP
        EXECUTE format('ALTER POLICY %I ON %I.%I USING (%s)', one.policyname, one.schemaname, one.tablename, replace(one.qual, 'in_tenants(tenant_code)', wall));
    END LOOP;
END
$$;
