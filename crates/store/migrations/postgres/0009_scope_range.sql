-- The wall as a range of countries and of entities: from one to itself unless a last one is set. A range between settings becomes
-- part of an index's condition and is worked out once; "this one, or every one" was asked of each row.
CREATE OR REPLACE FUNCTION in_scope(country TEXT, entity TEXT) RETURNS BOOLEAN LANGUAGE SQL STABLE PARALLEL SAFE RETURN
    country >= current_setting('docz.country', true) COLLATE "C"
    AND country <= coalesce(current_setting('docz.country_last', true), current_setting('docz.country', true)) COLLATE "C"
    AND entity >= current_setting('docz.entity', true) COLLATE "C"
    AND entity <= coalesce(current_setting('docz.entity_last', true), current_setting('docz.entity', true)) COLLATE "C";
