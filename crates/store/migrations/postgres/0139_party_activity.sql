-- What a party did before anything was submitted: the first time its link was opened, and its newest failed upload.
CREATE TABLE docrequest_activity (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    party_seq_no BIGINT NOT NULL,
    link_opened_on TEXT COLLATE "C",
    failed_on TEXT COLLATE "C",
    failed_document_no BIGINT,
    failed_cause TEXT COLLATE "C",
    CONSTRAINT docrequest_activity_key PRIMARY KEY (country_code, entity_code, txn_ref_no, party_seq_no),
    CONSTRAINT docrequest_activity_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE
);
CALL protect('docrequest_activity', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');
