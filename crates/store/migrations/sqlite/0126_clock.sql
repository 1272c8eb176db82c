-- The newest time that was recorded while the clock was trusted. '*' stands for all entities.
CREATE TABLE clock_record (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    newest_on TEXT NOT NULL,
    -- After a gap nothing is destroyed before this time.
    destroy_from TEXT,
    -- How often an operator has confirmed the clock.
    confirmed INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT clock_record_key PRIMARY KEY (country_code, entity_code)
) STRICT, WITHOUT ROWID;

-- The clocks of running servers: the difference to the database's clock, and why a server does not trust its own.
CREATE TABLE clock_node (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    node TEXT NOT NULL,
    ahead_ms INTEGER NOT NULL,
    seen_on TEXT NOT NULL,
    doubt TEXT,
    CONSTRAINT clock_node_key PRIMARY KEY (country_code, entity_code, node)
) STRICT, WITHOUT ROWID;
