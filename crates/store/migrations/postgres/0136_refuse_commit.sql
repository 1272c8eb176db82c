-- Aborts a commit of which a statement hit other rows than it must. The detail is the place of the statement.
CREATE OR REPLACE FUNCTION refuse_commit(statement INT) RETURNS INT LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a statement hit other rows than it must' USING ERRCODE = 'DZ001', DETAIL = statement;
END
$$;
