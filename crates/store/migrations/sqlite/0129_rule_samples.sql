-- Sample documents of a verification rule, on which drafts are tried. They belong to no request.
CREATE TABLE rule_sample (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    rule_code TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    file_name TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    pages INTEGER,
    sha256 TEXT NOT NULL,
    storage_id TEXT NOT NULL,
    sealed_key TEXT,
    uploaded_by TEXT NOT NULL,
    uploaded_on TEXT NOT NULL,
    -- While it waits: when it is read next. A claim moves it to the end of the lease.
    next_try_on TEXT NOT NULL,
    tries INTEGER NOT NULL,
    read_on TEXT,
    -- The recognised words, encrypted with the entity's key.
    words TEXT,
    CONSTRAINT rule_sample_key PRIMARY KEY (country_code, entity_code, rule_code, sample_id),
    CONSTRAINT rule_sample_rule_code_ref FOREIGN KEY (country_code, entity_code, rule_code)
        REFERENCES verification_rule (country_code, entity_code, rule_code) ON DELETE CASCADE
) STRICT;
CREATE INDEX rule_sample_by_storage ON rule_sample (storage_id);
CREATE INDEX rule_sample_by_due ON rule_sample (next_try_on) WHERE read_on IS NULL;
CREATE INDEX rule_sample_by_age ON rule_sample (uploaded_on);
