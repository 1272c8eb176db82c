-- Levels of roles and parties.

ALTER TABLE authorization_level ADD COLUMN applies_to TEXT COLLATE "C";

-- A role refers to its level. Until now the level with the role's own code was its level.
ALTER TABLE role_definition ADD COLUMN auth_level_code TEXT COLLATE "C",
    ADD CONSTRAINT role_definition_auth_level_code_ref FOREIGN KEY (country_code, entity_code, auth_level_code)
        REFERENCES authorization_level (country_code, entity_code, auth_level_code);
UPDATE role_definition SET auth_level_code = role_code WHERE EXISTS (SELECT 1 FROM authorization_level l WHERE l.country_code = role_definition.country_code
    AND l.entity_code = role_definition.entity_code AND l.auth_level_code = role_definition.role_code);
CREATE INDEX role_definition_uses_auth_level_code ON role_definition (country_code, entity_code, auth_level_code);

UPDATE authorization_level SET applies_to = 'Role' WHERE EXISTS (SELECT 1 FROM role_definition r WHERE r.country_code = authorization_level.country_code
    AND r.entity_code = authorization_level.entity_code AND r.auth_level_code = authorization_level.auth_level_code);
UPDATE authorization_level SET applies_to = 'Party' WHERE applies_to IS NULL AND level_no <= 3;

-- Until now every entity had the three levels of parties.
INSERT INTO authorization_level (country_code, entity_code, auth_level_code, auth_level_desc, level_no, applies_to, version_number, created_on, created_by, updated_on, updated_by)
SELECT e.country_code, e.entity_code, 'PARTY' || n.level_no, n.level_desc, n.level_no, 'Party', 1, e.created_on, 'system', e.created_on, 'system'
FROM entity_master e
CROSS JOIN (SELECT 1 AS level_no, 'May view the documents' AS level_desc UNION ALL SELECT 2, 'May view and upload documents'
    UNION ALL SELECT 3, 'May view, upload and submit documents') n
WHERE NOT EXISTS (SELECT 1 FROM authorization_level l WHERE l.country_code = e.country_code AND l.entity_code = e.entity_code
    AND l.level_no = n.level_no AND l.applies_to = 'Party');

-- A party refers to the level that it was given.
ALTER TABLE docrequest_party ADD COLUMN auth_level_code TEXT COLLATE "C",
    ADD CONSTRAINT docrequest_party_auth_level_code_ref FOREIGN KEY (country_code, entity_code, auth_level_code)
        REFERENCES authorization_level (country_code, entity_code, auth_level_code);
UPDATE docrequest_party p SET auth_level_code = (SELECT min(l.auth_level_code) FROM authorization_level l WHERE l.country_code = p.country_code
    AND l.entity_code = p.entity_code AND l.level_no = p.auth_level AND l.applies_to = 'Party')
WHERE p.auth_level IS NOT NULL;
CREATE INDEX docrequest_party_uses_auth_level_code ON docrequest_party (country_code, entity_code, auth_level_code);

-- Categories and purposes that go only with a customer type, an industry or a category.
ALTER TABLE request_category ADD COLUMN customer_type_code TEXT COLLATE "C",
    ADD CONSTRAINT request_category_customer_type_code_ref FOREIGN KEY (country_code, entity_code, customer_type_code)
        REFERENCES customer_type (country_code, entity_code, customer_type_code);
CREATE INDEX request_category_uses_customer_type_code ON request_category (country_code, entity_code, customer_type_code);
ALTER TABLE customer_category ADD COLUMN customer_type_code TEXT COLLATE "C",
    ADD CONSTRAINT customer_category_customer_type_code_ref FOREIGN KEY (country_code, entity_code, customer_type_code)
        REFERENCES customer_type (country_code, entity_code, customer_type_code);
CREATE INDEX customer_category_uses_customer_type_code ON customer_category (country_code, entity_code, customer_type_code);
ALTER TABLE request_purpose ADD COLUMN industry_code TEXT COLLATE "C", ADD COLUMN category_code TEXT COLLATE "C",
    ADD CONSTRAINT request_purpose_industry_code_ref FOREIGN KEY (country_code, entity_code, industry_code)
        REFERENCES industry (country_code, entity_code, industry_code),
    ADD CONSTRAINT request_purpose_category_code_ref FOREIGN KEY (country_code, entity_code, category_code)
        REFERENCES request_category (country_code, entity_code, category_code);
CREATE INDEX request_purpose_uses_industry_code ON request_purpose (country_code, entity_code, industry_code);
CREATE INDEX request_purpose_uses_category_code ON request_purpose (country_code, entity_code, category_code);

-- Lines 2 and 3 of a customer's address.
ALTER TABLE entity_master ADD COLUMN address_lines_required BOOLEAN NOT NULL DEFAULT true;
