-- Automatic verification of documents.

-- What a rule may do by itself; empty means advise. The reason is given when it rejects.
ALTER TABLE verification_rule ADD COLUMN rule_mode TEXT COLLATE "C";
ALTER TABLE verification_rule ADD COLUMN reject_reason TEXT COLLATE "C";

-- The verification of a version that has a rule. It is added with the version and waits until the job has read the files.
CREATE TABLE document_verification (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    version_no BIGINT NOT NULL,
    rule_code TEXT COLLATE "C" NOT NULL,
    verdict TEXT COLLATE "C" NOT NULL CHECK (verdict IN ('Waiting', 'Pass', 'Fail', 'Unreadable', 'None')),
    queued_on TEXT COLLATE "C" NOT NULL,
    -- While it waits: when it is read next. A claim moves it to the end of the lease.
    next_try_on TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    read_on TEXT COLLATE "C",
    -- What the details of the rule found, and the recognised words; both encrypted with the entity's key.
    evidence TEXT COLLATE "C",
    words TEXT COLLATE "C",
    CONSTRAINT document_verification_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no),
    CONSTRAINT document_verification_version_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no, document_no, version_no)
        REFERENCES docrequest_version (country_code, entity_code, txn_ref_no, document_no, version_no) ON DELETE CASCADE
);
CREATE INDEX document_verification_by_due ON document_verification (next_try_on) WHERE verdict = 'Waiting';
CREATE INDEX document_verification_by_rule ON document_verification (country_code, entity_code, rule_code, read_on) WHERE read_on IS NOT NULL;
CALL protect('document_verification', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');
