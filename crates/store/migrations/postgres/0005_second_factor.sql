-- The authenticator app of one of the staff: its secret is sealed, and a code is good once.
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
ALTER TABLE second_factor ENABLE ROW LEVEL SECURITY;
ALTER TABLE second_factor FORCE ROW LEVEL SECURITY;
CREATE POLICY second_factor_scope ON second_factor USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factor TO docz_app;

-- Codes on paper for the day the app is lost; only their keyed hashes are kept, each good once.
CREATE TABLE recovery_code (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    code_hash TEXT COLLATE "C" NOT NULL,
    CONSTRAINT recovery_code_key PRIMARY KEY (country_code, entity_code, user_id, code_hash),
    CONSTRAINT recovery_code_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
);
ALTER TABLE recovery_code ENABLE ROW LEVEL SECURITY;
ALTER TABLE recovery_code FORCE ROW LEVEL SECURITY;
CREATE POLICY recovery_code_scope ON recovery_code USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_code TO docz_app;

-- Roles whose users log in with a second factor.
CREATE TABLE second_factor_role (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    role_code TEXT COLLATE "C" NOT NULL,
    CONSTRAINT second_factor_role_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT second_factor_role_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code) ON DELETE CASCADE
);
ALTER TABLE second_factor_role ENABLE ROW LEVEL SECURITY;
ALTER TABLE second_factor_role FORCE ROW LEVEL SECURITY;
CREATE POLICY second_factor_role_scope ON second_factor_role USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factor_role TO docz_app;

-- What an entity wants confirmed once more before it is done.
CREATE TABLE sensitive_action (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    resource TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    CONSTRAINT sensitive_action_key PRIMARY KEY (country_code, entity_code, resource, action)
);
ALTER TABLE sensitive_action ENABLE ROW LEVEL SECURITY;
ALTER TABLE sensitive_action FORCE ROW LEVEL SECURITY;
CREATE POLICY sensitive_action_scope ON sensitive_action USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON sensitive_action TO docz_app;

-- Links in messages that name the customer in place of a typed id; only their hashes are kept.
CREATE TABLE customer_link (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    token_hash TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    expires_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT customer_link_key PRIMARY KEY (country_code, entity_code, token_hash)
);
CREATE INDEX customer_link_expires ON customer_link (expires_on);
ALTER TABLE customer_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_link FORCE ROW LEVEL SECURITY;
CREATE POLICY customer_link_scope ON customer_link USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_link TO docz_app;

-- When the user last confirmed in this session that it is still the same person.
ALTER TABLE session ADD COLUMN stepped_up_on TEXT COLLATE "C";
