-- Logins that did not succeed. Bounded in number and age; what was typed as a password is never in it.
CREATE TABLE failed_login (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    login_id TEXT NOT NULL,
    created_on TEXT NOT NULL,
    user_id TEXT NOT NULL,
    user_type TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    ip_address TEXT NOT NULL,
    device TEXT NOT NULL,
    time_zone TEXT,
    place TEXT,
    outcome TEXT NOT NULL,
    CONSTRAINT failed_login_key PRIMARY KEY (country_code, entity_code, login_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX failed_login_by_time ON failed_login (country_code, entity_code, created_on);
CREATE INDEX failed_login_by_user ON failed_login (country_code, entity_code, user_id);
CREATE INDEX failed_login_age ON failed_login (created_on);

-- Counts changes that take access away: of two at once, the second looks again at who would be left.
CREATE TABLE access_guard (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    CONSTRAINT access_guard_key PRIMARY KEY (country_code, entity_code)
) STRICT, WITHOUT ROWID;
