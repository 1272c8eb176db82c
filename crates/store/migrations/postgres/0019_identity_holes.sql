-- Addresses that a customer has proven to receive codes at. A party is bound to a login by one of these, never by an
-- address that was merely typed.
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
ALTER TABLE verified_address ENABLE ROW LEVEL SECURITY;
ALTER TABLE verified_address FORCE ROW LEVEL SECURITY;
CREATE POLICY verified_address_scope ON verified_address USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON verified_address TO docz_app;

-- Users whose password was set by somebody else, and who choose their own at the next login.
CREATE TABLE password_change (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    user_id TEXT COLLATE "C" NOT NULL,
    CONSTRAINT password_change_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT password_change_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
);
ALTER TABLE password_change ENABLE ROW LEVEL SECURITY;
ALTER TABLE password_change FORCE ROW LEVEL SECURITY;
CREATE POLICY password_change_scope ON password_change USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE, DELETE ON password_change TO docz_app;

-- A code of a customer: several references may stand for one code, which was sent once, for one purpose, to one address.
ALTER TABLE one_time_code ADD COLUMN code_id TEXT COLLATE "C";
ALTER TABLE one_time_code ADD COLUMN purpose TEXT COLLATE "C";
ALTER TABLE one_time_code ADD COLUMN sent_to TEXT COLLATE "C";
CREATE INDEX one_time_code_user ON one_time_code (country_code, entity_code, user_id);
CREATE INDEX one_time_code_same ON one_time_code (country_code, entity_code, code_id);
