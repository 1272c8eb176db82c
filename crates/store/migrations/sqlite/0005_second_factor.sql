-- The authenticator app of one of the staff: its secret is sealed, and a code is good once.
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

-- Codes on paper for the day the app is lost; only their keyed hashes are kept, each good once.
CREATE TABLE recovery_code (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    CONSTRAINT recovery_code_key PRIMARY KEY (country_code, entity_code, user_id, code_hash),
    CONSTRAINT recovery_code_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Roles whose users log in with a second factor.
CREATE TABLE second_factor_role (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    role_code TEXT NOT NULL,
    CONSTRAINT second_factor_role_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT second_factor_role_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What an entity wants confirmed once more before it is done.
CREATE TABLE sensitive_action (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    resource TEXT NOT NULL,
    action TEXT NOT NULL,
    CONSTRAINT sensitive_action_key PRIMARY KEY (country_code, entity_code, resource, action)
) STRICT, WITHOUT ROWID;

-- Links in messages that name the customer in place of a typed id; only their hashes are kept.
CREATE TABLE customer_link (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    user_id TEXT NOT NULL,
    expires_on TEXT NOT NULL,
    CONSTRAINT customer_link_key PRIMARY KEY (country_code, entity_code, token_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_link_expires ON customer_link (expires_on);

-- When the user last confirmed in this session that it is still the same person.
ALTER TABLE session ADD COLUMN stepped_up_on TEXT;
