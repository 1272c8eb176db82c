//! Screen Definition.

use serde_json::{Map, Value};

use crate::access::{Group, SCREENS, Screen};
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "smsscreendefinition",
    table: "screen_definition",
    area: Area::Sms,
    screens: &["SD-SMS-004"],
    fields: &[
        Field::code("screenCode", 10).key(),
        Field::text("screenName", 100).required(),
        Field::one_of("screenGroup", &["SMS Screen Access", "Admin Screen Access", "Requestor Screen Access"])
            .required(),
        Field::text("path", 100).required(),
    ],
    label: "screenName",
    has_find: true,
    defaults,
    ..Definition::BASE
};

/// The screens of the product, without those of customers.
fn defaults() -> Vec<Map<String, Value>> {
    let record = |screen: &Screen| {
        let cells = [
            ("screenCode", screen.code),
            ("screenName", screen.title),
            ("screenGroup", screen.group.title()),
            ("path", screen.path),
        ];
        cells.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
    };
    SCREENS.iter().filter(|screen| screen.group != Group::Provider).map(record).collect()
}
