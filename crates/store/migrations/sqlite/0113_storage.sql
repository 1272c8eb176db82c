-- The files that the job `encrypt` has to encrypt.
CREATE INDEX docrequest_file_by_plain ON docrequest_file (country_code, entity_code, txn_ref_no, file_id) WHERE sealed_key IS NULL;

-- Where the entity's accepted documents are copied to: a WebDAV folder, and a drive of either kind.
ALTER TABLE entity_master ADD COLUMN file_sharing_url TEXT;
ALTER TABLE entity_master ADD COLUMN file_sharing_user TEXT;
ALTER TABLE entity_master ADD COLUMN file_sharing_password TEXT;
ALTER TABLE entity_master ADD COLUMN drive_kind TEXT;
ALTER TABLE entity_master ADD COLUMN drive_url TEXT;
ALTER TABLE entity_master ADD COLUMN drive_region TEXT;
ALTER TABLE entity_master ADD COLUMN drive_user TEXT;
ALTER TABLE entity_master ADD COLUMN drive_secret TEXT;

-- A copy of an accepted version of a document, committed with the acceptance and made by the job `share`.
CREATE TABLE document_share (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    version_no INTEGER NOT NULL,
    target TEXT NOT NULL CHECK (target IN ('fileSharing', 'drive')),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'shared', 'failed')),
    tries INTEGER NOT NULL,
    next_try_on TEXT NOT NULL,
    queued_on TEXT NOT NULL,
    done_on TEXT,
    fault TEXT,
    CONSTRAINT document_share_key PRIMARY KEY (country_code, entity_code, txn_ref_no, document_no, version_no, target)
) STRICT;
CREATE INDEX document_share_by_due ON document_share (country_code, entity_code, target, next_try_on) WHERE state = 'waiting';
