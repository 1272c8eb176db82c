-- Codes that were sent to customers; only their keyed hashes are kept.
CREATE TABLE one_time_code (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    code_ref TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    code_hash TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    used_on TEXT COLLATE "C",
    CONSTRAINT one_time_code_key PRIMARY KEY (country_code, entity_code, code_ref)
);
CREATE INDEX one_time_code_expires ON one_time_code (expires_on);
ALTER TABLE one_time_code ENABLE ROW LEVEL SECURITY;
ALTER TABLE one_time_code FORCE ROW LEVEL SECURITY;
CREATE POLICY one_time_code_scope ON one_time_code USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON one_time_code TO docz_app;

-- Links to set a new password; only their hashes are kept.
CREATE TABLE reset_link (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    token_hash TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT reset_link_key PRIMARY KEY (country_code, entity_code, token_hash)
);
CREATE INDEX reset_link_expires ON reset_link (expires_on);
ALTER TABLE reset_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE reset_link FORCE ROW LEVEL SECURITY;
CREATE POLICY reset_link_scope ON reset_link USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON reset_link TO docz_app;
