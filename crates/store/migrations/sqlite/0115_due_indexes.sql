-- Smaller indexes by due date: requests with the same date share an entry, and the few of a day are sorted by reference.
DROP INDEX docrequest_by_due;
CREATE INDEX docrequest_by_due ON docrequest (country_code, entity_code, tenant_code, document_due_date);
DROP INDEX docrequest_by_status;
CREATE INDEX docrequest_by_status ON docrequest (country_code, entity_code, tenant_code, status, document_due_date);
