-- Codes that were sent to customers; only their keyed hashes are kept.
CREATE TABLE one_time_code (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    code_ref TEXT NOT NULL,
    user_id TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    tries INTEGER NOT NULL,
    expires_on TEXT NOT NULL,
    used_on TEXT,
    CONSTRAINT one_time_code_key PRIMARY KEY (country_code, entity_code, code_ref)
) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_code_expires ON one_time_code (expires_on);

-- Links to set a new password; only their hashes are kept.
CREATE TABLE reset_link (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    user_id TEXT NOT NULL,
    expires_on TEXT NOT NULL,
    CONSTRAINT reset_link_key PRIMARY KEY (country_code, entity_code, token_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX reset_link_expires ON reset_link (expires_on);
