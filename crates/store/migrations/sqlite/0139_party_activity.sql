-- What a party did before anything was submitted: the first time its link was opened, and its newest failed upload.
CREATE TABLE docrequest_activity (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    party_seq_no INTEGER NOT NULL,
    link_opened_on TEXT,
    failed_on TEXT,
    failed_document_no INTEGER,
    failed_cause TEXT,
    CONSTRAINT docrequest_activity_key PRIMARY KEY (country_code, entity_code, txn_ref_no, party_seq_no),
    CONSTRAINT docrequest_activity_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
) STRICT;
