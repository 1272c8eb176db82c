-- The version of the search that located the covered parts. Versions that an older search looked at are searched again.
ALTER TABLE document_verification ADD COLUMN locator_version INTEGER NOT NULL DEFAULT 0;
-- Files that are shown only as originals, as JSON: an Aadhaar number was expected and not found.
ALTER TABLE document_verification ADD COLUMN original_only TEXT;
UPDATE document_verification SET tries = 0 WHERE verdict <> 'Waiting';
CREATE INDEX document_verification_by_locator ON document_verification (locator_version, queued_on DESC) WHERE verdict <> 'Waiting';
-- Versions that were submitted before every document was read.
INSERT INTO document_verification (country_code, entity_code, tenant_code, txn_ref_no, document_no, version_no, rule_code, verdict, queued_on, next_try_on, tries)
SELECT v.country_code, v.entity_code, r.tenant_code, v.txn_ref_no, v.document_no, v.version_no, '', 'None', v.uploaded_on, v.uploaded_on, 0
FROM docrequest_version v JOIN docrequest r ON r.country_code = v.country_code AND r.entity_code = v.entity_code AND r.txn_ref_no = v.txn_ref_no
WHERE v.purged_on IS NULL AND NOT EXISTS (SELECT 1 FROM document_verification c WHERE c.country_code = v.country_code
    AND c.entity_code = v.entity_code AND c.txn_ref_no = v.txn_ref_no AND c.document_no = v.document_no AND c.version_no = v.version_no);
-- A document of this kind has an Aadhaar number; one in which none is found is shown only as original.
ALTER TABLE document_definition ADD COLUMN contains_aadhaar INTEGER NOT NULL DEFAULT 0 CHECK (contains_aadhaar IN (0, 1));
