-- Where a login came from, as far as can be told without asking anybody outside.
ALTER TABLE session ADD COLUMN time_zone TEXT;
ALTER TABLE session ADD COLUMN place TEXT;

-- What was written down about calls of users and apps that are being looked at closely. Bounded in size and age.
CREATE TABLE user_debug_log (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    at TEXT NOT NULL,
    user_id TEXT NOT NULL,
    module_code TEXT NOT NULL,
    debug_level TEXT NOT NULL,
    route TEXT NOT NULL,
    operation TEXT NOT NULL,
    status TEXT NOT NULL,
    duration_ms INTEGER NOT NULL,
    request_id TEXT NOT NULL,
    detail TEXT NOT NULL,
    CONSTRAINT user_debug_log_key PRIMARY KEY (country_code, entity_code, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_debug_log_at ON user_debug_log (country_code, entity_code, at);
CREATE INDEX user_debug_log_age ON user_debug_log (at);
