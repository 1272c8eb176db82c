-- Addresses that a customer has proven to receive codes at. A party is bound to a login by one of these, never by an
-- address that was merely typed.
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

-- Users whose password was set by somebody else, and who choose their own at the next login.
CREATE TABLE password_change (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    user_id TEXT NOT NULL,
    CONSTRAINT password_change_key PRIMARY KEY (country_code, entity_code, user_id),
    CONSTRAINT password_change_user_id_ref FOREIGN KEY (country_code, entity_code, user_id)
        REFERENCES staff_user (country_code, entity_code, user_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- A code of a customer: several references may stand for one code, which was sent once, for one purpose, to one address.
ALTER TABLE one_time_code ADD COLUMN code_id TEXT;
ALTER TABLE one_time_code ADD COLUMN purpose TEXT;
ALTER TABLE one_time_code ADD COLUMN sent_to TEXT;
CREATE INDEX one_time_code_user ON one_time_code (country_code, entity_code, user_id);
CREATE INDEX one_time_code_same ON one_time_code (country_code, entity_code, code_id);
