-- Spans are kept by the database itself, so that no program that writes requests can forget them, not even one of an earlier version that
-- is still at work while another has brought the schema here. There is one writer at a time: one lane is enough.
CREATE TRIGGER docrequest_made AFTER INSERT ON docrequest BEGIN
    INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
        SELECT NEW.country_code, NEW.entity_code, NEW.tenant_code, o.column1, o.column2, o.column3, 0, o.column4, o.column4
        FROM (VALUES
            ('created_on', 'updated_on', substr(NEW.created_on, 1, 10), substr(NEW.updated_on, 1, 10)),
            ('created_on', 'document_due_date', substr(NEW.created_on, 1, 10), substr(NEW.document_due_date, 1, 10)),
            ('created_on', 'expires_on', substr(NEW.created_on, 1, 10), substr(NEW.expires_on, 1, 10)),
            ('created_on', 'txn_ref_no', substr(NEW.created_on, 1, 10), substr(NEW.txn_ref_no, 1, 7)),
            ('document_due_date', 'created_on', substr(NEW.document_due_date, 1, 10), substr(NEW.created_on, 1, 10)),
            ('document_due_date', 'updated_on', substr(NEW.document_due_date, 1, 10), substr(NEW.updated_on, 1, 10)),
            ('document_due_date', 'expires_on', substr(NEW.document_due_date, 1, 10), substr(NEW.expires_on, 1, 10)),
            ('document_due_date', 'txn_ref_no', substr(NEW.document_due_date, 1, 10), substr(NEW.txn_ref_no, 1, 7))
        ) o
        WHERE NOT EXISTS (
            SELECT 1 FROM docrequest_span k
            WHERE k.country_code = NEW.country_code AND k.entity_code = NEW.entity_code AND k.tenant_code = NEW.tenant_code
                AND k.ranged_by = o.column1 AND k.ordered_by = o.column2 AND k.day = o.column3
                AND k.least <= o.column4 AND k.most >= o.column4
        )
        ON CONFLICT (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane) DO UPDATE
            SET least = min(least, excluded.least), most = max(most, excluded.most);
END;
CREATE TRIGGER docrequest_moved AFTER UPDATE OF tenant_code, created_on, updated_on, document_due_date, expires_on ON docrequest
WHEN OLD.tenant_code <> NEW.tenant_code OR substr(OLD.created_on, 1, 10) <> substr(NEW.created_on, 1, 10)
    OR substr(OLD.updated_on, 1, 10) <> substr(NEW.updated_on, 1, 10) OR substr(OLD.document_due_date, 1, 10) <> substr(NEW.document_due_date, 1, 10)
    OR substr(OLD.expires_on, 1, 10) <> substr(NEW.expires_on, 1, 10)
BEGIN
    INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
        SELECT NEW.country_code, NEW.entity_code, NEW.tenant_code, o.column1, o.column2, o.column3, 0, o.column4, o.column4
        FROM (VALUES
            ('created_on', 'updated_on', substr(NEW.created_on, 1, 10), substr(NEW.updated_on, 1, 10)),
            ('created_on', 'document_due_date', substr(NEW.created_on, 1, 10), substr(NEW.document_due_date, 1, 10)),
            ('created_on', 'expires_on', substr(NEW.created_on, 1, 10), substr(NEW.expires_on, 1, 10)),
            ('created_on', 'txn_ref_no', substr(NEW.created_on, 1, 10), substr(NEW.txn_ref_no, 1, 7)),
            ('document_due_date', 'created_on', substr(NEW.document_due_date, 1, 10), substr(NEW.created_on, 1, 10)),
            ('document_due_date', 'updated_on', substr(NEW.document_due_date, 1, 10), substr(NEW.updated_on, 1, 10)),
            ('document_due_date', 'expires_on', substr(NEW.document_due_date, 1, 10), substr(NEW.expires_on, 1, 10)),
            ('document_due_date', 'txn_ref_no', substr(NEW.document_due_date, 1, 10), substr(NEW.txn_ref_no, 1, 7))
        ) o
        WHERE NOT EXISTS (
            SELECT 1 FROM docrequest_span k
            WHERE k.country_code = NEW.country_code AND k.entity_code = NEW.entity_code AND k.tenant_code = NEW.tenant_code
                AND k.ranged_by = o.column1 AND k.ordered_by = o.column2 AND k.day = o.column3
                AND k.least <= o.column4 AND k.most >= o.column4
        )
        ON CONFLICT (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane) DO UPDATE
            SET least = min(least, excluded.least), most = max(most, excluded.most);
END;
-- What programs of the version before wrote, once more: an earlier one may have written beside them.
INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
    SELECT r.country_code, r.entity_code, r.tenant_code, 'created_on', 'updated_on', substr(r.created_on, 1, 10), 0, min(substr(r.updated_on, 1, 10)), max(substr(r.updated_on, 1, 10))
        FROM docrequest r WHERE TRUE GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.created_on, 1, 10)
    ON CONFLICT (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane) DO UPDATE
        SET least = min(least, excluded.least), most = max(most, excluded.most);
INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
    SELECT r.country_code, r.entity_code, r.tenant_code, 'created_on', 'document_due_date', substr(r.created_on, 1, 10), 0, min(substr(r.document_due_date, 1, 10)), max(substr(r.document_due_date, 1, 10))
        FROM docrequest r WHERE TRUE GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.created_on, 1, 10)
    ON CONFLICT (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane) DO UPDATE
        SET least = min(least, excluded.least), most = max(most, excluded.most);
INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
    SELECT r.country_code, r.entity_code, r.tenant_code, 'created_on', 'expires_on', substr(r.created_on, 1, 10), 0, min(substr(r.expires_on, 1, 10)), max(substr(r.expires_on, 1, 10))
        FROM docrequest r WHERE TRUE GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.created_on, 1, 10)
    ON CONFLICT (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane) DO UPDATE
        SET least = min(least, excluded.least), most = max(most, excluded.most);
INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
    SELECT r.country_code, r.entity_code, r.tenant_code, 'created_on', 'txn_ref_no', substr(r.created_on, 1, 10), 0, min(substr(r.txn_ref_no, 1, 7)), max(substr(r.txn_ref_no, 1, 7))
        FROM docrequest r WHERE TRUE GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.created_on, 1, 10)
    ON CONFLICT (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane) DO UPDATE
        SET least = min(least, excluded.least), most = max(most, excluded.most);
INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
    SELECT r.country_code, r.entity_code, r.tenant_code, 'document_due_date', 'created_on', substr(r.document_due_date, 1, 10), 0, min(substr(r.created_on, 1, 10)), max(substr(r.created_on, 1, 10))
        FROM docrequest r WHERE TRUE GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.document_due_date, 1, 10)
    ON CONFLICT (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane) DO UPDATE
        SET least = min(least, excluded.least), most = max(most, excluded.most);
INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
    SELECT r.country_code, r.entity_code, r.tenant_code, 'document_due_date', 'updated_on', substr(r.document_due_date, 1, 10), 0, min(substr(r.updated_on, 1, 10)), max(substr(r.updated_on, 1, 10))
        FROM docrequest r WHERE TRUE GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.document_due_date, 1, 10)
    ON CONFLICT (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane) DO UPDATE
        SET least = min(least, excluded.least), most = max(most, excluded.most);
INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
    SELECT r.country_code, r.entity_code, r.tenant_code, 'document_due_date', 'expires_on', substr(r.document_due_date, 1, 10), 0, min(substr(r.expires_on, 1, 10)), max(substr(r.expires_on, 1, 10))
        FROM docrequest r WHERE TRUE GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.document_due_date, 1, 10)
    ON CONFLICT (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane) DO UPDATE
        SET least = min(least, excluded.least), most = max(most, excluded.most);
INSERT INTO docrequest_span (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane, least, most)
    SELECT r.country_code, r.entity_code, r.tenant_code, 'document_due_date', 'txn_ref_no', substr(r.document_due_date, 1, 10), 0, min(substr(r.txn_ref_no, 1, 7)), max(substr(r.txn_ref_no, 1, 7))
        FROM docrequest r WHERE TRUE GROUP BY r.country_code, r.entity_code, r.tenant_code, substr(r.document_due_date, 1, 10)
    ON CONFLICT (country_code, entity_code, tenant_code, ranged_by, ordered_by, day, lane) DO UPDATE
        SET least = min(least, excluded.least), most = max(most, excluded.most);
