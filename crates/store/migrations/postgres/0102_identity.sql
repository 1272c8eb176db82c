-- Login attempts, counted before the password is checked: by user, and by user and network.
CREATE TABLE login_try (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    until TEXT COLLATE "C" NOT NULL,
    CONSTRAINT login_try_key PRIMARY KEY (country_code, entity_code, subject)
);
CREATE INDEX login_try_until ON login_try (until);
CALL protect('login_try', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Codes sent to users; only keyed hashes are stored.
CREATE TABLE one_time_code (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    code_ref TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    code_hash TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    used_on TEXT COLLATE "C",
    -- Several references may stand for one code, which was sent once, for one purpose, to one address.
    code_id TEXT COLLATE "C",
    purpose TEXT COLLATE "C",
    sent_to TEXT COLLATE "C",
    CONSTRAINT one_time_code_key PRIMARY KEY (country_code, entity_code, code_ref)
);
CREATE INDEX one_time_code_expires ON one_time_code (expires_on);
CREATE INDEX one_time_code_user ON one_time_code (country_code, entity_code, user_id);
CREATE INDEX one_time_code_same ON one_time_code (country_code, entity_code, code_id);
CALL protect('one_time_code', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Links to set a new password; only hashes are stored.
CREATE TABLE reset_link (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    token_hash TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT reset_link_key PRIMARY KEY (country_code, entity_code, token_hash)
);
CREATE INDEX reset_link_expires ON reset_link (expires_on);
CALL protect('reset_link', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- The authenticator app of a staff user: its secret is encrypted, and a code works once.
CREATE TABLE second_factor (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    secret TEXT COLLATE "C" NOT NULL,
    last_step BIGINT NOT NULL,
    confirmed_on TEXT COLLATE "C",
    created_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT second_factor_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT second_factor_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
);
CALL protect('second_factor', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Recovery codes for a lost app; only keyed hashes are stored, each works once.
CREATE TABLE recovery_code (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    code_hash TEXT COLLATE "C" NOT NULL,
    CONSTRAINT recovery_code_key PRIMARY KEY (country_code, entity_code, user_id, code_hash),
    CONSTRAINT recovery_code_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
);
CALL protect('recovery_code', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Roles whose users need a second factor.
CREATE TABLE second_factor_role (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    role_code TEXT COLLATE "C" NOT NULL,
    CONSTRAINT second_factor_role_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT second_factor_role_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code) ON DELETE CASCADE
);
CALL protect('second_factor_role', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Actions that need step-up.
CREATE TABLE sensitive_action (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    resource TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    CONSTRAINT sensitive_action_key PRIMARY KEY (country_code, entity_code, resource, action)
);
CALL protect('sensitive_action', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Links in messages that identify the customer instead of a typed id; only hashes are stored.
CREATE TABLE customer_link (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    token_hash TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT customer_link_key PRIMARY KEY (country_code, entity_code, token_hash)
);
CREATE INDEX customer_link_expires ON customer_link (expires_on);
CALL protect('customer_link', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Debug capture of users and apps. Limited in number and age.
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
CALL protect('user_debug_log', 'entity', 'SELECT, INSERT, DELETE');

-- Failed logins. Limited in number and age; the typed password is never stored.
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
CALL protect('failed_login', 'entity', 'SELECT, INSERT, DELETE');

-- Counts changes that remove access, so that of two concurrent ones the second is stale.
CREATE TABLE access_guard (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    version_number BIGINT NOT NULL,
    CONSTRAINT access_guard_key PRIMARY KEY (country_code, entity_code)
);
CALL protect('access_guard', 'entity', 'SELECT, INSERT, UPDATE');

-- Confirmed addresses of customers. A party is linked to a login by one of these, never by an unconfirmed
-- address.
CREATE TABLE verified_address (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    verified_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT verified_address_key PRIMARY KEY (country_code, entity_code, user_id, address),
    CONSTRAINT verified_address_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES customer_user (country_code, entity_code, user_id) ON DELETE CASCADE
);
CALL protect('verified_address', 'entity', 'SELECT, INSERT, UPDATE, DELETE');

-- Users whose password was set by another person; they choose their own at the next login.
CREATE TABLE password_change (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    CONSTRAINT password_change_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT password_change_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
);
CALL protect('password_change', 'entity', 'SELECT, INSERT, UPDATE, DELETE');
