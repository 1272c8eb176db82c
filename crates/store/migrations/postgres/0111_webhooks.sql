-- Webhooks: events that external systems are told of.

-- The previous signing secret, valid beside the current one until it is cleared.
ALTER TABLE integration ADD COLUMN old_signing_secret TEXT COLLATE "C";

-- An event for one integration, committed with its cause and delivered at least once. The events of a request reach an
-- integration in the order of request_version and place.
CREATE TABLE webhook_delivery (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    delivery_id TEXT COLLATE "C" NOT NULL,
    integration_code TEXT COLLATE "C" NOT NULL,
    event_type TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C" NOT NULL,
    request_version BIGINT NOT NULL,
    place BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('queued', 'delivered', 'failed')),
    tries BIGINT NOT NULL,
    next_try_on TEXT COLLATE "C" NOT NULL,
    -- When the event was queued, or queued again by hand; retries end 72 hours later.
    queued_on TEXT COLLATE "C" NOT NULL,
    created_on TEXT COLLATE "C" NOT NULL,
    sent_on TEXT COLLATE "C",
    done_on TEXT COLLATE "C",
    -- The HTTP status of the last response and its first characters, or why there was none.
    status BIGINT,
    response TEXT COLLATE "C",
    fault TEXT COLLATE "C",
    CONSTRAINT webhook_delivery_key PRIMARY KEY (country_code, entity_code, delivery_id)
);
CREATE INDEX webhook_delivery_by_due ON webhook_delivery (next_try_on) WHERE state = 'queued';
CREATE INDEX webhook_delivery_by_queue ON webhook_delivery (country_code, entity_code, integration_code, txn_ref_no, request_version, place) WHERE state = 'queued';
CREATE INDEX webhook_delivery_by_age ON webhook_delivery (country_code, entity_code, created_on, delivery_id);
CREATE INDEX webhook_delivery_by_state ON webhook_delivery (country_code, entity_code, state, created_on, delivery_id);
CREATE INDEX webhook_delivery_by_integration ON webhook_delivery (country_code, entity_code, integration_code, created_on, delivery_id);
CREATE INDEX webhook_delivery_by_created ON webhook_delivery (created_on);
CALL protect('webhook_delivery', 'tenant', 'SELECT, INSERT, UPDATE, DELETE');

-- An integration whose endpoint fails, as long as the integration has this version: saving it starts anew.
CREATE TABLE webhook_failure (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    integration_code TEXT COLLATE "C" NOT NULL,
    integration_version BIGINT NOT NULL,
    failing_since TEXT COLLATE "C" NOT NULL,
    paused_on TEXT COLLATE "C",
    CONSTRAINT webhook_failure_key PRIMARY KEY (country_code, entity_code, integration_code)
);
CALL protect('webhook_failure', 'entity', 'SELECT, INSERT, UPDATE, DELETE');
