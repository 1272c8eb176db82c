-- Levels of roles and parties.

ALTER TABLE authorization_level ADD COLUMN applies_to TEXT;

-- A role refers to its level. Until now the level with the role's own code was its level.
CREATE TABLE role_definition_new (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    role_code TEXT NOT NULL,
    role_desc TEXT NOT NULL,
    auth_level_code TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT role_definition_key PRIMARY KEY (country_code, entity_code, role_code),
    CONSTRAINT role_definition_auth_level_code_ref FOREIGN KEY (country_code, entity_code, auth_level_code)
        REFERENCES authorization_level (country_code, entity_code, auth_level_code)
) STRICT, WITHOUT ROWID;
INSERT INTO role_definition_new (country_code, entity_code, role_code, role_desc, auth_level_code, version_number, created_on, created_by, updated_on, updated_by)
SELECT r.country_code, r.entity_code, r.role_code, r.role_desc, l.auth_level_code, r.version_number, r.created_on, r.created_by, r.updated_on, r.updated_by
FROM role_definition r LEFT JOIN authorization_level l ON l.country_code = r.country_code AND l.entity_code = r.entity_code AND l.auth_level_code = r.role_code;
DROP TABLE role_definition;
ALTER TABLE role_definition_new RENAME TO role_definition;
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
CREATE TABLE docrequest_party_new (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    party_seq_no INTEGER NOT NULL,
    user_id TEXT NOT NULL,
    party_type TEXT NOT NULL,
    first_name TEXT NOT NULL,
    second_name TEXT,
    last_name TEXT NOT NULL,
    mobile_number TEXT,
    email_address TEXT,
    primary_party INTEGER NOT NULL,
    authorize_other_pty INTEGER NOT NULL,
    email_notification INTEGER NOT NULL,
    sms_notification INTEGER NOT NULL,
    request_remarks TEXT,
    same_remarks_to_all_pty INTEGER NOT NULL,
    relationship TEXT,
    auth_party_seq_no INTEGER,
    auth_level INTEGER,
    auth_level_code TEXT,
    lang_code TEXT NOT NULL,
    CONSTRAINT docrequest_party_key PRIMARY KEY (country_code, entity_code, txn_ref_no, party_seq_no),
    CONSTRAINT docrequest_party_txn_ref_no_ref FOREIGN KEY (country_code, entity_code, txn_ref_no)
        REFERENCES docrequest (country_code, entity_code, txn_ref_no) ON DELETE CASCADE,
    CONSTRAINT docrequest_party_relationship_ref FOREIGN KEY (country_code, entity_code, relationship)
        REFERENCES party_relationship (country_code, entity_code, relationship_code),
    CONSTRAINT docrequest_party_auth_level_code_ref FOREIGN KEY (country_code, entity_code, auth_level_code)
        REFERENCES authorization_level (country_code, entity_code, auth_level_code)
) STRICT, WITHOUT ROWID;
INSERT INTO docrequest_party_new (country_code, entity_code, tenant_code, txn_ref_no, party_seq_no, user_id, party_type, first_name, second_name,
    last_name, mobile_number, email_address, primary_party, authorize_other_pty, email_notification, sms_notification, request_remarks,
    same_remarks_to_all_pty, relationship, auth_party_seq_no, auth_level, auth_level_code, lang_code)
SELECT p.country_code, p.entity_code, p.tenant_code, p.txn_ref_no, p.party_seq_no, p.user_id, p.party_type, p.first_name, p.second_name, p.last_name,
    p.mobile_number, p.email_address, p.primary_party, p.authorize_other_pty, p.email_notification, p.sms_notification, p.request_remarks,
    p.same_remarks_to_all_pty, p.relationship, p.auth_party_seq_no, p.auth_level,
    (SELECT min(l.auth_level_code) FROM authorization_level l WHERE l.country_code = p.country_code
    AND l.entity_code = p.entity_code AND l.level_no = p.auth_level AND l.applies_to = 'Party'),
    p.lang_code
FROM docrequest_party p;
DROP TABLE docrequest_party;
ALTER TABLE docrequest_party_new RENAME TO docrequest_party;
CREATE INDEX docrequest_party_by_user ON docrequest_party (country_code, entity_code, user_id, txn_ref_no);
CREATE INDEX docrequest_party_uses_relationship ON docrequest_party (country_code, entity_code, relationship);
CREATE INDEX docrequest_party_uses_auth_level_code ON docrequest_party (country_code, entity_code, auth_level_code);

-- Categories and purposes that go only with a customer type, an industry or a category.
CREATE TABLE request_category_new (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    category_code TEXT NOT NULL,
    category_desc TEXT NOT NULL,
    customer_type_code TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT request_category_key PRIMARY KEY (country_code, entity_code, category_code),
    CONSTRAINT request_category_customer_type_code_ref FOREIGN KEY (country_code, entity_code, customer_type_code)
        REFERENCES customer_type (country_code, entity_code, customer_type_code)
) STRICT, WITHOUT ROWID;
INSERT INTO request_category_new (country_code, entity_code, category_code, category_desc, version_number, created_on, created_by, updated_on, updated_by)
SELECT country_code, entity_code, category_code, category_desc, version_number, created_on, created_by, updated_on, updated_by FROM request_category;
DROP TABLE request_category;
ALTER TABLE request_category_new RENAME TO request_category;
CREATE INDEX request_category_uses_customer_type_code ON request_category (country_code, entity_code, customer_type_code);

CREATE TABLE customer_category_new (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    customer_category_code TEXT NOT NULL,
    customer_category_desc TEXT NOT NULL,
    customer_type_code TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT customer_category_key PRIMARY KEY (country_code, entity_code, customer_category_code),
    CONSTRAINT customer_category_customer_type_code_ref FOREIGN KEY (country_code, entity_code, customer_type_code)
        REFERENCES customer_type (country_code, entity_code, customer_type_code)
) STRICT, WITHOUT ROWID;
INSERT INTO customer_category_new (country_code, entity_code, customer_category_code, customer_category_desc, version_number, created_on, created_by, updated_on, updated_by)
SELECT country_code, entity_code, customer_category_code, customer_category_desc, version_number, created_on, created_by, updated_on, updated_by FROM customer_category;
DROP TABLE customer_category;
ALTER TABLE customer_category_new RENAME TO customer_category;
CREATE INDEX customer_category_uses_customer_type_code ON customer_category (country_code, entity_code, customer_type_code);

CREATE TABLE request_purpose_new (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    request_purpose_code TEXT NOT NULL,
    request_purpose_desc TEXT NOT NULL,
    industry_code TEXT,
    category_code TEXT,
    version_number INTEGER NOT NULL,
    created_on TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_on TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    CONSTRAINT request_purpose_key PRIMARY KEY (country_code, entity_code, request_purpose_code),
    CONSTRAINT request_purpose_industry_code_ref FOREIGN KEY (country_code, entity_code, industry_code)
        REFERENCES industry (country_code, entity_code, industry_code),
    CONSTRAINT request_purpose_category_code_ref FOREIGN KEY (country_code, entity_code, category_code)
        REFERENCES request_category (country_code, entity_code, category_code)
) STRICT, WITHOUT ROWID;
INSERT INTO request_purpose_new (country_code, entity_code, request_purpose_code, request_purpose_desc, version_number, created_on, created_by, updated_on, updated_by)
SELECT country_code, entity_code, request_purpose_code, request_purpose_desc, version_number, created_on, created_by, updated_on, updated_by FROM request_purpose;
DROP TABLE request_purpose;
ALTER TABLE request_purpose_new RENAME TO request_purpose;
CREATE INDEX request_purpose_uses_industry_code ON request_purpose (country_code, entity_code, industry_code);
CREATE INDEX request_purpose_uses_category_code ON request_purpose (country_code, entity_code, category_code);

-- Lines 2 and 3 of a customer's address.
ALTER TABLE entity_master ADD COLUMN address_lines_required INTEGER NOT NULL DEFAULT 1 CHECK (address_lines_required IN (0, 1));
