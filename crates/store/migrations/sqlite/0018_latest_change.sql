-- What words lead to is put in the order of the latest change, which does not stand beside them: the index of references has it, so that
-- no request is touched.
DROP INDEX docrequest_by_reference;
CREATE INDEX docrequest_by_reference ON docrequest (country_code, entity_code, tenant_code, txn_ref_no,
    branch_code, owner, forwarded_to, status, request_category, customer_type, document_due_date, created_on, beginnings, updated_on);
