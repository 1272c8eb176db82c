-- Counts of documents by which requests are listed.

-- Row-level security also applies to the owner of the tables: this migration works on all entities.
SELECT set_config('docz.country', '', true), set_config('docz.country_last', chr(1114111), true),
    set_config('docz.entity', '', true), set_config('docz.entity_last', chr(1114111), true), set_config('docz.tenants', '*', true);

-- Documents of a running request: to come or in review, in review, and with a claim or waiver to answer. Otherwise 0.
ALTER TABLE docrequest ADD COLUMN documents_pending BIGINT NOT NULL DEFAULT 0;
ALTER TABLE docrequest ADD COLUMN documents_in_review BIGINT NOT NULL DEFAULT 0;
ALTER TABLE docrequest ADD COLUMN documents_claimed BIGINT NOT NULL DEFAULT 0;
UPDATE docrequest SET documents_pending = documents_requested - documents_accepted - documents_rejected - documents_not_required,
    documents_in_review = (SELECT count(*) FROM docrequest_document d WHERE d.country_code = docrequest.country_code AND d.entity_code = docrequest.entity_code
        AND d.txn_ref_no = docrequest.txn_ref_no AND d.status IN ('Uploaded', 'Waiting')),
    documents_claimed = (SELECT count(*) FROM docrequest_document d WHERE d.country_code = docrequest.country_code AND d.entity_code = docrequest.entity_code
        AND d.txn_ref_no = docrequest.txn_ref_no AND (d.claim_by IS NOT NULL OR d.waiver_by IS NOT NULL))
WHERE open_until IS NOT NULL;

-- Each index holds only the requests of one list: their number grows with the work left, not with the bank's years.
CREATE INDEX docrequest_by_pending ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no) WHERE documents_pending > 0;
CREATE INDEX docrequest_by_review ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no) WHERE documents_in_review > 0;
CREATE INDEX docrequest_by_rejection ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no) WHERE documents_rejected > 0;
CREATE INDEX docrequest_by_waiver ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no) WHERE documents_not_required > 0;
CREATE INDEX docrequest_by_resubmission ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no) WHERE open_until IS NOT NULL AND documents_rejected > 0;
CREATE INDEX docrequest_by_claim ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no) WHERE documents_claimed > 0;
CREATE INDEX docrequest_by_decision ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no) WHERE status = 'Waiting' AND documents_in_review = 0;
CREATE INDEX docrequest_by_closed ON docrequest (country_code, entity_code, tenant_code, closed_on, txn_ref_no) WHERE closed_on IS NOT NULL;

-- The figures of open requests.
INSERT INTO docrequest_count (country_code, entity_code, tenant_code, branch_code, metric, period, shard, n)
SELECT country_code, entity_code, tenant_code, branch_code, 'inreview', '', 0, CAST(sum(documents_in_review) AS BIGINT) FROM docrequest
WHERE open_until IS NOT NULL GROUP BY country_code, entity_code, tenant_code, branch_code
UNION ALL
SELECT country_code, entity_code, tenant_code, branch_code, 'tocome', '', 0,
    CAST(sum(documents_pending - documents_in_review) AS BIGINT) FROM docrequest
WHERE open_until IS NOT NULL GROUP BY country_code, entity_code, tenant_code, branch_code;

-- The same filters with a text. An owner needs CREATE on the schema while the view is replaced.
GRANT CREATE ON SCHEMA public TO docz_finder;
CREATE OR REPLACE VIEW docrequest_search AS
    SELECT country_code, entity_code, tenant_code, branch_code, txn_ref_no, owner, forwarded_to, status, request_category, customer_type,
        document_due_date, expires_on, created_on, updated_on, name_sort, is_sent, search,
        documents_accepted, documents_rejected, documents_not_required, documents_pending, documents_in_review, documents_claimed, open_until, closed_on
    FROM docrequest
    WHERE country_code || '' BETWEEN (SELECT current_setting('docz.country', true)) AND (SELECT coalesce(current_setting('docz.country_last', true), current_setting('docz.country', true)))
        AND entity_code || '' BETWEEN (SELECT current_setting('docz.entity', true)) AND (SELECT coalesce(current_setting('docz.entity_last', true), current_setting('docz.entity', true)))
        AND ((SELECT current_setting('docz.tenants', true)) = '*'
            OR tenant_code || '' = ANY ((SELECT string_to_array(trim(both ',' FROM current_setting('docz.tenants', true)), ','))::TEXT[]));
REVOKE CREATE ON SCHEMA public FROM docz_finder;
