-- Resumable uploads, the scan for malware, and photographs that are sent unchanged.

-- An upload in progress. It belongs to the user who began it, and is removed after a day.
CREATE TABLE upload (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    txn_ref_no TEXT NOT NULL,
    document_no INTEGER NOT NULL,
    uploaded_by TEXT NOT NULL,
    file_name TEXT NOT NULL,
    length INTEGER NOT NULL,
    -- The bytes stored as pieces: the offset at which the sender goes on.
    received INTEGER NOT NULL,
    -- What the sender says about the whole file.
    sha256 TEXT,
    -- The staged file that the upload became.
    file_id TEXT,
    created_on TEXT NOT NULL,
    CONSTRAINT upload_key PRIMARY KEY (country_code, entity_code, upload_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX upload_by_user ON upload (country_code, entity_code, uploaded_by, created_on) WHERE file_id IS NULL;
CREATE INDEX upload_by_age ON upload (created_on);

-- The pieces of an upload, each a stored file of its own.
CREATE TABLE upload_piece (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    tenant_code TEXT NOT NULL,
    upload_id TEXT NOT NULL,
    start INTEGER NOT NULL,
    size INTEGER NOT NULL,
    storage_id TEXT NOT NULL,
    sealed_key TEXT,
    CONSTRAINT upload_piece_key PRIMARY KEY (country_code, entity_code, upload_id, start),
    CONSTRAINT upload_piece_upload_id_ref FOREIGN KEY (country_code, entity_code, upload_id)
        REFERENCES upload (country_code, entity_code, upload_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX upload_piece_by_storage ON upload_piece (storage_id);

-- An infected file stays stored and is never shown.
ALTER TABLE docrequest_file ADD COLUMN scan TEXT NOT NULL DEFAULT 'notScanned' CHECK (scan IN ('clean', 'infected', 'notScanned'));
CREATE INDEX docrequest_file_by_scan ON docrequest_file (country_code, entity_code, txn_ref_no, file_id) WHERE scan = 'notScanned';

-- Photographs of these documents are not scaled down before they are sent.
ALTER TABLE document_definition ADD COLUMN keep_original INTEGER NOT NULL DEFAULT 0 CHECK (keep_original IN (0, 1));
ALTER TABLE docrequest_document ADD COLUMN keep_original INTEGER NOT NULL DEFAULT 0 CHECK (keep_original IN (0, 1));
