-- A list is one range of an index for each status, already in its order. What walls ask for stands in each index as well: rows of other
-- branches are passed over, and totals counted, without touching a row.
DROP INDEX docrequest_by_created;
DROP INDEX docrequest_by_updated;
DROP INDEX docrequest_by_due;
DROP INDEX docrequest_by_expires;
DROP INDEX docrequest_by_name;
DROP INDEX docrequest_by_status;
DROP INDEX docrequest_by_category;
CREATE INDEX docrequest_by_created ON docrequest (country_code, entity_code, tenant_code, created_on, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_updated ON docrequest (country_code, entity_code, tenant_code, updated_on, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_due ON docrequest (country_code, entity_code, tenant_code, document_due_date, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_expires ON docrequest (country_code, entity_code, tenant_code, expires_on, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_name ON docrequest (country_code, entity_code, tenant_code, name_sort, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_status ON docrequest (country_code, entity_code, tenant_code, status, created_on, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_status_updated ON docrequest (country_code, entity_code, tenant_code, status, updated_on, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_status_due ON docrequest (country_code, entity_code, tenant_code, status, document_due_date, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to);
CREATE INDEX docrequest_by_category ON docrequest (country_code, entity_code, tenant_code, request_category, created_on, txn_ref_no) INCLUDE (branch_code, owner, forwarded_to);
