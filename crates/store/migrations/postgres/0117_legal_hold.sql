-- Legal holds: what is held is never purged. A hold is on a request or on all requests of a customer.
CREATE TABLE legal_hold (
    country_code TEXT COLLATE "C" NOT NULL,
    entity_code TEXT COLLATE "C" NOT NULL,
    tenant_code TEXT COLLATE "C" NOT NULL,
    hold_id TEXT COLLATE "C" NOT NULL,
    txn_ref_no TEXT COLLATE "C",
    customer_reference TEXT COLLATE "C",
    reason TEXT COLLATE "C" NOT NULL,
    set_by TEXT COLLATE "C" NOT NULL,
    set_on TEXT COLLATE "C" NOT NULL,
    lifted_by TEXT COLLATE "C",
    lifted_on TEXT COLLATE "C",
    CONSTRAINT legal_hold_key PRIMARY KEY (country_code, entity_code, hold_id),
    CONSTRAINT legal_hold_target CHECK ((txn_ref_no IS NULL) <> (customer_reference IS NULL)),
    CONSTRAINT legal_hold_lifted CHECK ((lifted_by IS NULL) = (lifted_on IS NULL))
);
-- One active hold per request, and one per customer and tenant.
CREATE UNIQUE INDEX legal_hold_by_request ON legal_hold (country_code, entity_code, txn_ref_no) WHERE txn_ref_no IS NOT NULL AND lifted_on IS NULL;
CREATE UNIQUE INDEX legal_hold_by_customer ON legal_hold (country_code, entity_code, tenant_code, customer_reference) WHERE customer_reference IS NOT NULL AND lifted_on IS NULL;
CALL protect('legal_hold', 'tenant', 'SELECT, INSERT, UPDATE');
