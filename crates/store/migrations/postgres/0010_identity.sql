-- Logins that did not succeed. Bounded in number and age; what was typed as a password is never in it.
CREATE TABLE failed_login (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    login_id TEXT COLLATE "C" NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    user_type TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    ip_address TEXT COLLATE "C" NOT NULL,
    device TEXT COLLATE "C" NOT NULL,
    time_zone TEXT COLLATE "C",
    place TEXT COLLATE "C",
    outcome TEXT COLLATE "C" NOT NULL,
    CONSTRAINT failed_login_key PRIMARY KEY (country_code, entity_code, login_id)
);
CREATE INDEX failed_login_by_time ON failed_login (country_code, entity_code, created_on, login_id);
CREATE INDEX failed_login_by_user ON failed_login (country_code, entity_code, user_id);
CREATE INDEX failed_login_age ON failed_login (created_on);
ALTER TABLE failed_login ENABLE ROW LEVEL SECURITY;
ALTER TABLE failed_login FORCE ROW LEVEL SECURITY;
CREATE POLICY failed_login_scope ON failed_login USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, DELETE ON failed_login TO docz_app;

-- Counts changes that take access away: of two at once, the second looks again at who would be left.
CREATE TABLE access_guard (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    CONSTRAINT access_guard_key PRIMARY KEY (country_code, entity_code)
);
ALTER TABLE access_guard ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_guard FORCE ROW LEVEL SECURITY;
CREATE POLICY access_guard_scope ON access_guard USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE ON access_guard TO docz_app;
