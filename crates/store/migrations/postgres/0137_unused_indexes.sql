-- Indexes that no statement uses. Only a database from before the baseline has them.
DROP INDEX IF EXISTS template_mapping_category_code_by;
DROP INDEX IF EXISTS failed_login_age;
DROP INDEX IF EXISTS user_debug_log_age;
DROP INDEX IF EXISTS purge_item_by_request;
