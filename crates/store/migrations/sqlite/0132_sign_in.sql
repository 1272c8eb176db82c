-- The first session of a customer's device. The sessions that its cookie opens again end with it.
ALTER TABLE session ADD COLUMN first_session_id TEXT;

-- Administrators need a second factor, except those with one of these roles.
CREATE TABLE second_factor_exempt_role (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    role_code TEXT NOT NULL,
    CONSTRAINT second_factor_exempt_role_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT second_factor_exempt_role_role_code_ref FOREIGN KEY (country_code, entity_code, role_code)
        REFERENCES role_definition (country_code, entity_code, role_code) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
