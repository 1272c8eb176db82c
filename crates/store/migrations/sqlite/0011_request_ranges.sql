-- A list is one range of an index for each status, already in its order; what walls ask for stands in the index as well, so that totals
-- are counted without touching a row.
DROP INDEX docrequest_by_created;
DROP INDEX docrequest_by_updated;
DROP INDEX docrequest_by_status;
DROP INDEX docrequest_by_category;
DROP INDEX docrequest_by_due;
CREATE INDEX docrequest_by_created ON docrequest (country_code, entity_code, tenant_code, created_on, txn_ref_no, branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_updated ON docrequest (country_code, entity_code, tenant_code, updated_on, txn_ref_no);
CREATE INDEX docrequest_by_due ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no);
CREATE INDEX docrequest_by_status ON docrequest (country_code, entity_code, tenant_code, status, created_on, txn_ref_no, branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_status_updated ON docrequest (country_code, entity_code, tenant_code, status, updated_on, txn_ref_no);
CREATE INDEX docrequest_by_status_due ON docrequest (country_code, entity_code, tenant_code, status, document_due_date, txn_ref_no, branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_category ON docrequest (country_code, entity_code, tenant_code, request_category, created_on, txn_ref_no, branch_code, owner, forwarded_to);
