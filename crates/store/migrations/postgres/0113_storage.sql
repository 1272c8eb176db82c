-- The files that the job `encrypt` has to encrypt.
CREATE INDEX docrequest_file_by_plain ON docrequest_file (country_code, entity_code, txn_ref_no, file_id) WHERE sealed_key IS NULL;

-- Where the entity's accepted documents are copied to: a WebDAV folder, and a drive of either kind.
ALTER TABLE entity_master ADD COLUMN file_sharing_url TEXT COLLATE "C";
ALTER TABLE entity_master ADD COLUMN file_sharing_user TEXT COLLATE "C";
ALTER TABLE entity_master ADD COLUMN file_sharing_password TEXT COLLATE "C";
ALTER TABLE entity_master ADD COLUMN drive_kind TEXT COLLATE "C";
ALTER TABLE entity_master ADD COLUMN drive_url TEXT COLLATE "C";
ALTER TABLE entity_master ADD COLUMN drive_region TEXT COLLATE "C";
ALTER TABLE entity_master ADD COLUMN drive_user TEXT COLLATE "C";
ALTER TABLE entity_master ADD COLUMN drive_secret TEXT COLLATE "C";

-- A copy of an accepted version of a document, committed with the acceptance and made by the job `share`.
CREATE TABLE document_share (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    document_no BIGINT NOT NULL,
    version_no BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL CHECK (target IN ('fileSharing', 'drive')),
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'shared', 'failed')),
    tries BIGINT NOT NULL,
    next_try_on TEXT COLLATE "C" NOT NULL,
    queued_on TEXT COLLATE "C" NOT NULL,
    done_on TEXT COLLATE "C",
    fault TEXT COLLATE "C",
    CONSTRAINT document_share_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no, target)
);
CREATE INDEX document_share_by_due ON document_share (country_code, entity_code, target, next_try_on) WHERE state = 'waiting';
CALL protect('document_share', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');
