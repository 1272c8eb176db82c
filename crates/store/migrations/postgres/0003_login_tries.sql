-- Tries to log in, counted before a password is looked at: by user, and by user and network.
CREATE TABLE login_try (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    until TEXT COLLATE "C" NOT NULL,
    CONSTRAINT login_try_key PRIMARY KEY (country_code, entity_code, subject)
);
CREATE INDEX login_try_until ON login_try (until);
ALTER TABLE login_try ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_try FORCE ROW LEVEL SECURITY;
CREATE POLICY login_try_scope ON login_try USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON login_try TO docz_app;
