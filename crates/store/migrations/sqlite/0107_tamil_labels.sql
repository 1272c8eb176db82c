-- Labels of masters in Tamil.

ALTER TABLE request_category ADD COLUMN category_desc_ta TEXT;
ALTER TABLE request_sub_category ADD COLUMN sub_category_desc_ta TEXT;
ALTER TABLE customer_type ADD COLUMN customer_type_desc_ta TEXT;
ALTER TABLE customer_category ADD COLUMN customer_category_desc_ta TEXT;
ALTER TABLE customer_indicator ADD COLUMN customer_indicator_desc_ta TEXT;
ALTER TABLE industry ADD COLUMN industry_desc_ta TEXT;
ALTER TABLE request_purpose ADD COLUMN request_purpose_desc_ta TEXT;
ALTER TABLE party_relationship ADD COLUMN relationship_desc_ta TEXT;
ALTER TABLE document_title ADD COLUMN title_desc_ta TEXT;
ALTER TABLE document_category ADD COLUMN document_category_desc_ta TEXT;
ALTER TABLE template_document ADD COLUMN instructions_ta TEXT;
