-- The installation that this database belongs to; its document store names the same one. '*' stands for all entities.
CREATE TABLE installation (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    installation_id TEXT COLLATE "C" NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    CONSTRAINT installation_key PRIMARY KEY (country_code, entity_code)
);
CALL protect('installation', 'entity', 'SELECT, INSERT');
