-- Sample documents of a verification rule, on which drafts are tried. They belong to no request.
CREATE TABLE rule_sample (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    rule_code TEXT COLLATE "C" NOT NULL,
    sample_id TEXT COLLATE "C" NOT NULL,
    file_name TEXT COLLATE "C" NOT NULL,
    content_type TEXT COLLATE "C" NOT NULL,
    size BIGINT NOT NULL,
    pages BIGINT,
    sha256 TEXT COLLATE "C" NOT NULL,
    storage_id TEXT COLLATE "C" NOT NULL,
    sealed_key TEXT COLLATE "C",
    uploaded_by TEXT COLLATE "C" NOT NULL,
    uploaded_on TEXT COLLATE "C" NOT NULL,
    -- While it waits: when it is read next. A claim moves it to the end of the lease.
    next_try_on TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    read_on TEXT COLLATE "C",
    -- The recognised words, encrypted with the entity's key.
    words TEXT COLLATE "C",
    CONSTRAINT rule_sample_key PRIMARY KEY (country_code, entity_code, rule_code, sample_id),
    CONSTRAINT rule_sample_rule_code_ref FOREIGN KEY (country_code, entity_code, rule_code)
        REFERENCES verification_rule (country_code, entity_code, rule_code) ON DELETE CASCADE
);
CALL protect('rule_sample', 'entity', 'SELECT, INSERT, UPDATE, DELETE');
CREATE INDEX rule_sample_by_storage ON rule_sample (storage_id);
CREATE INDEX rule_sample_by_due ON rule_sample (next_try_on) WHERE read_on IS NULL;
CREATE INDEX rule_sample_by_age ON rule_sample (uploaded_on);
