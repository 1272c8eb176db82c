-- Four-eyes: what one person may not do alone. Left empty, banks have it and others do not.
ALTER TABLE entity_master ADD COLUMN four_eyes INTEGER CHECK (four_eyes IN (0, 1));

-- A member of the staff wants a mandatory document waived; a second one has to agree.
ALTER TABLE docrequest_document ADD COLUMN waiver_by TEXT;
ALTER TABLE docrequest_document ADD COLUMN waiver_reason TEXT;
ALTER TABLE docrequest_document ADD COLUMN waiver_on TEXT;

-- A change of the entity that one administrator wants and another has to approve. Fields: { name: [old, new] }.
CREATE TABLE entity_proposal (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    proposal_id TEXT NOT NULL,
    fields TEXT NOT NULL,
    state TEXT NOT NULL,
    proposed_by TEXT NOT NULL,
    proposed_on TEXT NOT NULL,
    decided_by TEXT,
    decided_on TEXT,
    CONSTRAINT entity_proposal_key PRIMARY KEY (country_code, entity_code, proposal_id)
);
-- One at a time: the next is proposed when this one is decided.
CREATE UNIQUE INDEX entity_proposal_waiting ON entity_proposal (country_code, entity_code) WHERE state = 'waiting';
