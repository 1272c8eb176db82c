-- Counts of documents by which requests are listed.

-- Documents of a running request: to come or in review, in review, and with a claim or waiver to answer. Otherwise 0.
ALTER TABLE docrequest ADD COLUMN documents_pending INTEGER NOT NULL DEFAULT 0;
ALTER TABLE docrequest ADD COLUMN documents_in_review INTEGER NOT NULL DEFAULT 0;
ALTER TABLE docrequest ADD COLUMN documents_claimed INTEGER NOT NULL DEFAULT 0;
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
SELECT country_code, entity_code, tenant_code, branch_code, 'inreview', '', 0, sum(documents_in_review) FROM docrequest
WHERE open_until IS NOT NULL GROUP BY country_code, entity_code, tenant_code, branch_code
UNION ALL
SELECT country_code, entity_code, tenant_code, branch_code, 'tocome', '', 0,
    sum(documents_pending - documents_in_review) FROM docrequest
WHERE open_until IS NOT NULL GROUP BY country_code, entity_code, tenant_code, branch_code;
