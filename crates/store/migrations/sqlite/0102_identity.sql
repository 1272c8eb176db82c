-- Login attempts, counted before the password is checked: by user, and by user and network.
CREATE TABLE login_try (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    subject TEXT NOT NULL,
    tries INTEGER NOT NULL,
    until TEXT NOT NULL,
    CONSTRAINT login_try_key PRIMARY KEY (country_code, entity_code, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX login_try_until ON login_try (until);

-- Codes sent to users; only keyed hashes are stored.
CREATE TABLE one_time_code (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    code_ref TEXT NOT NULL,
    user_id TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    tries INTEGER NOT NULL,
    expires_on TEXT NOT NULL,
    used_on TEXT,
    -- Several references may stand for one code, which was sent once, for one purpose, to one address.
    code_id TEXT,
    purpose TEXT,
    sent_to TEXT,
    CONSTRAINT one_time_code_key PRIMARY KEY (country_code, entity_code, code_ref)
) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_code_expires ON one_time_code (expires_on);
CREATE INDEX one_time_code_user ON one_time_code (country_code, entity_code, user_id);
CREATE INDEX one_time_code_same ON one_time_code (country_code, entity_code, code_id);

-- Links to set a new password; only hashes are stored.
CREATE TABLE reset_link (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    user_id TEXT NOT NULL,
    expires_on TEXT NOT NULL,
    CONSTRAINT reset_link_key PRIMARY KEY (country_code, entity_code, token_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX reset_link_expires ON reset_link (expires_on);

-- The authenticator app of a staff user: its secret is encrypted, and a code works once.
CREATE TABLE second_factor (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    secret TEXT NOT NULL,
    last_step INTEGER NOT NULL,
    confirmed_on TEXT,
    created_on TEXT NOT NULL,
    CONSTRAINT second_factor_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT second_factor_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Recovery codes for a lost app; only keyed hashes are stored, each works once.
CREATE TABLE recovery_code (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    CONSTRAINT recovery_code_key PRIMARY KEY (country_code, entity_code, user_id, code_hash),
    CONSTRAINT recovery_code_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Roles whose users need a second factor.
CREATE TABLE second_factor_role (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    role_code TEXT NOT NULL,
    CONSTRAINT second_factor_role_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT second_factor_role_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Actions that need step-up.
CREATE TABLE sensitive_action (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    resource TEXT NOT NULL,
    action TEXT NOT NULL,
    CONSTRAINT sensitive_action_key PRIMARY KEY (country_code, entity_code, resource, action)
) STRICT, WITHOUT ROWID;

-- Links in messages that identify the customer instead of a typed id; only hashes are stored.
CREATE TABLE customer_link (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    user_id TEXT NOT NULL,
    expires_on TEXT NOT NULL,
    CONSTRAINT customer_link_key PRIMARY KEY (country_code, entity_code, token_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_link_expires ON customer_link (expires_on);

-- Debug capture of users and apps. Limited in number and age.
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

-- Failed logins. Limited in number and age; the typed password is never stored.
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

-- Counts changes that remove access, so that of two concurrent ones the second is stale.
CREATE TABLE access_guard (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    CONSTRAINT access_guard_key PRIMARY KEY (country_code, entity_code)
) STRICT, WITHOUT ROWID;

-- Confirmed addresses of customers. A party is linked to a login by one of these, never by an unconfirmed
-- address.
CREATE TABLE verified_address (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    address TEXT NOT NULL,
    verified_on TEXT NOT NULL,
    CONSTRAINT verified_address_key PRIMARY KEY (country_code, entity_code, user_id, address),
    CONSTRAINT verified_address_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES customer_user (country_code, entity_code, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Users whose password was set by another person; they choose their own at the next login.
CREATE TABLE password_change (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    CONSTRAINT password_change_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT password_change_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
