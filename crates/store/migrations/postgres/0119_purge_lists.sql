-- Lists about retention.

-- A user's closed requests in the order in which their documents are destroyed.
CREATE INDEX docrequest_by_owner_purge ON docrequest (country_code, entity_code, tenant_code, owner, purge_after, txn_ref_no) WHERE purge_after IS NOT NULL AND purged_on IS NULL;
-- All holds on a request or a customer, lifted ones too.
CREATE INDEX legal_hold_of_request ON legal_hold (country_code, entity_code, txn_ref_no) WHERE txn_ref_no IS NOT NULL;
CREATE INDEX legal_hold_of_customer ON legal_hold (country_code, entity_code, tenant_code, customer_reference) WHERE customer_reference IS NOT NULL;

-- The same filters with a text. An owner needs CREATE on the schema while the view is replaced.
GRANT CREATE ON SCHEMA public TO docz_finder;
CREATE OR REPLACE VIEW docrequest_search AS
    SELECT country_code, entity_code, tenant_code, branch_code, txn_ref_no, owner, forwarded_to, status, request_category, customer_type,
        document_due_date, expires_on, created_on, updated_on, name_sort, is_sent, search,
        documents_accepted, documents_rejected, documents_not_required, documents_pending, documents_in_review, documents_claimed, open_until, closed_on,
        customer_reference, purge_after, purged_on
    FROM docrequest
    WHERE country_code || '' BETWEEN (SELECT current_setting('docz.country', true)) AND (SELECT coalesce(current_setting('docz.country_last', true), current_setting('docz.country', true)))
        AND entity_code || '' BETWEEN (SELECT current_setting('docz.entity', true)) AND (SELECT coalesce(current_setting('docz.entity_last', true), current_setting('docz.entity', true)))
        AND ((SELECT current_setting('docz.tenants', true)) = '*'
            OR tenant_code || '' = ANY ((SELECT string_to_array(trim(both ',' FROM current_setting('docz.tenants', true)), ','))::TEXT[]));
REVOKE CREATE ON SCHEMA public FROM docz_finder;
