//! One file per resource; a new one needs its file, its line here, its migration and its wording.

use super::Definition;

mod authorization_level;
mod branch;
mod category;
mod compliance;
mod customer_category;
mod customer_indicator;
mod customer_type;
mod customer_user;
mod debug_configuration;
mod department;
mod document_category;
mod document_definition;
mod document_title;
mod email_configuration;
mod entity;
mod external_system;
mod industry;
mod integration;
mod message_template;
pub mod options;
mod party_relationship;
mod referred_by;
mod request_forward;
mod request_purpose;
mod role;
mod role_action;
mod role_app;
mod role_screen;
mod rule;
mod rule_detail;
mod screen_definition;
mod sso_configuration;
mod sub_category;
mod template;
mod template_document;
mod template_mapping;
mod tenant;
mod user;
mod user_branch;
mod user_debug;
mod user_role;
mod user_type;

pub use authorization_level::MOST_OF_PARTY;

pub static ALL: &[&Definition] = &[
    &document_category::DEFINITION,
    &authorization_level::DEFINITION,
    &branch::DEFINITION,
    &category::DEFINITION,
    &sub_category::DEFINITION,
    &compliance::DEFINITION,
    &customer_indicator::DEFINITION,
    &customer_category::DEFINITION,
    &template_mapping::DEFINITION,
    &customer_type::DEFINITION,
    &debug_configuration::DEFINITION,
    &department::DEFINITION,
    &template::DEFINITION,
    &template_document::DEFINITION,
    &document_definition::DEFINITION,
    &document_title::DEFINITION,
    &external_system::DEFINITION,
    &industry::DEFINITION,
    &integration::DEFINITION,
    &entity::DEFINITION,
    &user_type::DEFINITION,
    &party_relationship::DEFINITION,
    &request_purpose::DEFINITION,
    &message_template::DEFINITION,
    &email_configuration::DEFINITION,
    &referred_by::DEFINITION,
    &request_forward::DEFINITION,
    &rule::DEFINITION,
    &rule_detail::DEFINITION,
    &tenant::DEFINITION,
    &role::DEFINITION,
    &user_branch::DEFINITION,
    &user::DEFINITION,
    &user_role::DEFINITION,
    &role_action::DEFINITION,
    &role_screen::DEFINITION,
    &role_app::DEFINITION,
    &sso_configuration::DEFINITION,
    &user_debug::DEFINITION,
    &customer_user::DEFINITION,
    &screen_definition::DEFINITION,
];
