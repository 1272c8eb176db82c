-- The newest time that was recorded while the clock was trusted. '*' stands for all entities.
CREATE TABLE clock_record (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    newest_on TEXT COLLATE "C" NOT NULL,
    -- After a gap nothing is destroyed before this time.
    destroy_from TEXT COLLATE "C",
    -- How often an operator has confirmed the clock.
    confirmed BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT clock_record_key PRIMARY KEY (country_code, entity_code)
);
CALL protect('clock_record', 'entity', 'SELECT, INSERT, UPDATE');

-- The clocks of running servers: the difference to the database's clock, and why a server does not trust its own.
CREATE TABLE clock_node (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    node TEXT COLLATE "C" NOT NULL,
    ahead_ms BIGINT NOT NULL,
    seen_on TEXT COLLATE "C" NOT NULL,
    doubt TEXT COLLATE "C",
    CONSTRAINT clock_node_key PRIMARY KEY (country_code, entity_code, node)
);
CALL protect('clock_node', 'entity', 'SELECT, INSERT, UPDATE, DELETE');
