-- What a directory and a provider need to be told besides the spec's fields.
ALTER TABLE sso_configuration ADD COLUMN security TEXT;
ALTER TABLE sso_configuration ADD COLUMN service_dn TEXT;
ALTER TABLE sso_configuration ADD COLUMN user_attribute TEXT;
ALTER TABLE sso_configuration ADD COLUMN issuer_path TEXT;
ALTER TABLE sso_configuration ADD COLUMN sso_only INTEGER NOT NULL DEFAULT 0;
-- Directories do not tell capitals apart.
CREATE INDEX staff_user_any_case ON staff_user (country_code, entity_code, lower(user_id));
