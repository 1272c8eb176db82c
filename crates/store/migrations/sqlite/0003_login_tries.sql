-- Tries to log in, counted before a password is looked at: by user, and by user and network.
CREATE TABLE login_try (
    country_code TEXT NOT NULL,
    entity_code TEXT NOT NULL,
    subject TEXT NOT NULL,
    tries INTEGER NOT NULL,
    until TEXT NOT NULL,
    CONSTRAINT login_try_key PRIMARY KEY (country_code, entity_code, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX login_try_until ON login_try (until);
