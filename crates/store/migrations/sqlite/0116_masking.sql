-- The parts of a version's pages to be covered, as JSON. NULL after reading: an Aadhaar number is expected and was not located.
ALTER TABLE document_verification ADD COLUMN covered TEXT;
