-- The installation that this database belongs to; its document store names the same one. '*' stands for all entities.
CREATE TABLE installation (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    installation_id TEXT NOT NULL,
    created_on TEXT NOT NULL,
    CONSTRAINT installation_key PRIMARY KEY (country_code, entity_code)
) STRICT, WITHOUT ROWID;
