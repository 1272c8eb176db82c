-- Spans are kept by the database itself, so that no program that writes requests can forget them, not even one of an earlier version that
-- is still at work while another has brought the schema here. A row is touched only to widen it, and every connection has its own: nobody
-- waits for another.
CREATE FUNCTION docrequest_spanned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO docrequest_span AS s (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
        SELECT NEW.country_code, NEW.entity_code, NEW.tenant_code, o.ranged_by, o.ordered_by, o.day, pg_backend_pid(), o.at, o.at
        FROM (VALUES
            ('created_on', 'updated_on', left(NEW.created_on, 10), left(NEW.updated_on, 10)),
            ('created_on', 'document_due_date', left(NEW.created_on, 10), left(NEW.document_due_date, 10)),
            ('created_on', 'expires_on', left(NEW.created_on, 10), left(NEW.expires_on, 10)),
            ('created_on', 'txn_ref_no', left(NEW.created_on, 10), left(NEW.txn_ref_no, 7)),
            ('document_due_date', 'created_on', left(NEW.document_due_date, 10), left(NEW.created_on, 10)),
            ('document_due_date', 'updated_on', left(NEW.document_due_date, 10), left(NEW.updated_on, 10)),
            ('document_due_date', 'expires_on', left(NEW.document_due_date, 10), left(NEW.expires_on, 10)),
            ('document_due_date', 'txn_ref_no', left(NEW.document_due_date, 10), left(NEW.txn_ref_no, 7))
        ) o (ranged_by, ordered_by, day, at)
        WHERE NOT EXISTS (
            SELECT 1 FROM docrequest_span k
            WHERE k.country_code = NEW.country_code AND k.entity_code = NEW.entity_code AND k.tenant_code = NEW.tenant_code
                AND k.ranged_by = o.ranged_by AND k.ordered_by = o.ordered_by AND k.day = o.day
                AND k.least COLLATE "C" <= o.at AND k.most COLLATE "C" >= o.at
        )
        ON CONFLICT ON CONSTRAINT docrequest_span_key DO UPDATE
            SET least = CASE WHEN excluded.least < s.least THEN excluded.least ELSE s.least END,
                most = CASE WHEN excluded.most > s.most THEN excluded.most ELSE s.most END;
    RETURN NULL;
END $$;
CREATE TRIGGER docrequest_made AFTER INSERT ON docrequest FOR EACH ROW EXECUTE FUNCTION docrequest_spanned();
CREATE TRIGGER docrequest_moved AFTER UPDATE ON docrequest FOR EACH ROW
    WHEN (OLD.tenant_code <> NEW.tenant_code OR left(OLD.created_on, 10) <> left(NEW.created_on, 10)
        OR left(OLD.updated_on, 10) <> left(NEW.updated_on, 10) OR left(OLD.document_due_date, 10) <> left(NEW.document_due_date, 10)
        OR left(OLD.expires_on, 10) <> left(NEW.expires_on, 10))
    EXECUTE FUNCTION docrequest_spanned();
-- What programs of the version before wrote, once more: an earlier one may have written beside them.
ALTER TABLE docrequest NO FORCE ROW LEVEL SECURITY;
ALTER TABLE docrequest_span NO FORCE ROW LEVEL SECURITY;
INSERT INTO docrequest_span AS s (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
    SELECT r.country_code, r.entity_code, r.tenant_code, o.ranged_by, o.ordered_by, o.day, 0, min(o.at), max(o.at)
    FROM docrequest r CROSS JOIN LATERAL (VALUES
        ('created_on', 'updated_on', left(r.created_on, 10), left(r.updated_on, 10)),
        ('created_on', 'document_due_date', left(r.created_on, 10), left(r.document_due_date, 10)),
        ('created_on', 'expires_on', left(r.created_on, 10), left(r.expires_on, 10)),
        ('created_on', 'txn_ref_no', left(r.created_on, 10), left(r.txn_ref_no, 7)),
        ('document_due_date', 'created_on', left(r.document_due_date, 10), left(r.created_on, 10)),
        ('document_due_date', 'updated_on', left(r.document_due_date, 10), left(r.updated_on, 10)),
        ('document_due_date', 'expires_on', left(r.document_due_date, 10), left(r.expires_on, 10)),
        ('document_due_date', 'txn_ref_no', left(r.document_due_date, 10), left(r.txn_ref_no, 7))
    ) o (ranged_by, ordered_by, day, at)
    GROUP BY r.country_code, r.entity_code, r.tenant_code, o.ranged_by, o.ordered_by, o.day
    ON CONFLICT ON CONSTRAINT docrequest_span_key DO UPDATE
        SET least = CASE WHEN excluded.least < s.least THEN excluded.least ELSE s.least END,
            most = CASE WHEN excluded.most > s.most THEN excluded.most ELSE s.most END;
ALTER TABLE docrequest_span FORCE ROW LEVEL SECURITY;
ALTER TABLE docrequest FORCE ROW LEVEL SECURITY;
