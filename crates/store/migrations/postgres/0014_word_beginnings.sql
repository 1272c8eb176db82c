-- Two letters that many words begin with are found by themselves, in the two orders that people read such a list in. Numbers nearly all
-- begin alike: two of their digits lead nowhere.
ALTER TABLE docrequest_word ADD COLUMN beginning TEXT COLLATE "C"
    GENERATED ALWAYS AS (CASE WHEN left(word, 1) NOT IN ('+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9') THEN left(word, 2) END) STORED;
CREATE INDEX docrequest_word_by_beginning ON docrequest_word (country_code, entity_code, tenant_code, beginning, created_on, txn_ref_no,
    status, request_category, customer_type, document_due_date, branch_code, owner)
    INCLUDE (forwarded_to) WHERE beginning IS NOT NULL;
CREATE INDEX docrequest_word_by_beginning_and_name ON docrequest_word (country_code, entity_code, tenant_code, beginning, name_sort, txn_ref_no,
    status, request_category, customer_type, document_due_date, branch_code, owner, created_on)
    INCLUDE (forwarded_to) WHERE beginning IS NOT NULL;
ANALYZE docrequest_word;
