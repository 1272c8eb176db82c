-- The first session of a customer's device. The sessions that its cookie opens again end with it.
ALTER TABLE session ADD COLUMN first_session_id TEXT COLLATE "C";

-- Administrators need a second factor, except those with one of these roles.
CREATE TABLE second_factor_exempt_role (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    role_code TEXT COLLATE "C" NOT NULL,
    CONSTRAINT second_factor_exempt_role_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT second_factor_exempt_role_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code) ON DELETE CASCADE
);
CALL protect('second_factor_exempt_role', 'entity', 'SELECT, INSERT, DELETE');
