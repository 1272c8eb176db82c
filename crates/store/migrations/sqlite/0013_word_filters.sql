-- What lists ask of a request, and nearly everything they put it in order by, stands beside each of its words: a word and a filter meet
-- without touching a request.
CREATE TABLE docrequest_word_next (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    word TEXT NOT NULL,
    created_on TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    branch_code TEXT NOT NULL,
    owner TEXT NOT NULL,
    forwarded_to TEXT,
    status TEXT NOT NULL,
    request_category TEXT NOT NULL,
    customer_type TEXT NOT NULL,
    document_due_date TEXT NOT NULL,
    expires_on TEXT NOT NULL,
    name_sort TEXT NOT NULL,
    CONSTRAINT docrequest_word_key PRIMARY KEY (country_code, entity_code, tenant_code, word, status, created_on, txn_ref_no),
    CONSTRAINT docrequest_word_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO docrequest_word_next
    SELECT w.country_code, w.entity_code, w.tenant_code, w.word, w.created_on, w.txn_ref_no, w.branch_code, w.owner, w.forwarded_to,
        r.status, r.request_category, r.customer_type, r.document_due_date, r.expires_on, r.name_sort
    FROM docrequest_word w
    JOIN docrequest r ON r.country_code = w.country_code AND r.entity_code = w.entity_code AND r.txn_ref_no = w.txn_ref_no
    ORDER BY 1, 2, 3, 4, 10, 5, 6;
DROP TABLE docrequest_word;
ALTER TABLE docrequest_word_next RENAME TO docrequest_word;
CREATE INDEX docrequest_word_by_request ON docrequest_word (country_code, entity_code, txn_ref_no, word);

-- A request that is thrown away renews nothing.
CREATE INDEX docrequest_renewal_by_renewal ON docrequest_renewal (country_code, entity_code, renewed_by) WHERE renewed_by IS NOT NULL;
