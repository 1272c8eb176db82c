-- Four-eyes: what one person may not do alone. Left empty, banks have it and others do not.
ALTER TABLE entity_master ADD COLUMN four_eyes BOOLEAN;

-- A member of the staff wants a mandatory document waived; a second one has to agree.
ALTER TABLE docrequest_document ADD COLUMN waiver_by TEXT COLLATE "C";
ALTER TABLE docrequest_document ADD COLUMN waiver_reason TEXT COLLATE "C";
ALTER TABLE docrequest_document ADD COLUMN waiver_on TEXT COLLATE "C";

-- A change of the entity that one administrator wants and another has to approve. Fields: { name: [old, new] }.
CREATE TABLE entity_proposal (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    proposal_id TEXT COLLATE "C" NOT NULL,
    fields TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    proposed_by TEXT COLLATE "C" NOT NULL,
    proposed_on TEXT COLLATE "C" NOT NULL,
    decided_by TEXT COLLATE "C",
    decided_on TEXT COLLATE "C",
    CONSTRAINT entity_proposal_key PRIMARY KEY (country_code, entity_code, proposal_id)
);
-- One at a time: the next is proposed when this one is decided.
CREATE UNIQUE INDEX entity_proposal_waiting ON entity_proposal (country_code, entity_code) WHERE state = 'waiting';
ALTER TABLE entity_proposal ENABLE ROW LEVEL SECURITY;
ALTER TABLE entity_proposal FORCE ROW LEVEL SECURITY;
CREATE POLICY entity_proposal_scope ON entity_proposal USING (in_scope(country_code, entity_code)) WITH CHECK (in_scope(country_code, entity_code));
GRANT SELECT, INSERT, UPDATE ON entity_proposal TO docz_app;
