-- Where a login came from, as far as can be told without asking anybody outside.
ALTER TABLE session ADD COLUMN time_zone TEXT COLLATE "C";
ALTER TABLE session ADD COLUMN place TEXT COLLATE "C";

-- What was written down about calls of users and apps that are being looked at closely. Bounded in size and age.
CREATE TABLE user_debug_log (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    entry_id TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    module_code TEXT COLLATE "C" NOT NULL,
    debug_level TEXT COLLATE "C" NOT NULL,
    route TEXT COLLATE "C" NOT NULL,
    operation TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    duration_ms BIGINT NOT NULL,
    request_id TEXT COLLATE "C" NOT NULL,
    detail TEXT COLLATE "C" NOT NULL,
    CONSTRAINT user_debug_log_key PRIMARY KEY (country_code, entity_code, entry_id)
);
CREATE INDEX user_debug_log_at ON user_debug_log (country_code, entity_code, at);
CREATE INDEX user_debug_log_age ON user_debug_log (at);
ALTER TABLE user_debug_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_debug_log FORCE ROW LEVEL SECURITY;
CREATE POLICY user_debug_log_scope ON user_debug_log USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, DELETE ON user_debug_log TO docz_app;
