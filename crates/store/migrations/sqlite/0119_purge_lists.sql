-- Lists about retention.

-- A user's closed requests in the order in which their documents are destroyed.
CREATE INDEX docrequest_by_owner_purge ON docrequest (country_code, entity_code, tenant_code, owner, purge_after, txn_ref_no) WHERE purge_after IS NOT NULL AND purged_on IS NULL;
-- All holds on a request or a customer, lifted ones too.
CREATE INDEX legal_hold_of_request ON legal_hold (country_code, entity_code, txn_ref_no) WHERE txn_ref_no IS NOT NULL;
CREATE INDEX legal_hold_of_customer ON legal_hold (country_code, entity_code, tenant_code, customer_reference) WHERE customer_reference IS NOT NULL;
