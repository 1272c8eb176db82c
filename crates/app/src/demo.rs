//! The demo entities: CSV files, imported with the same validation as any import.

use std::io::{Seek, SeekFrom, Write};

use domain::access::system;
use domain::master_data::{self, ALL, Definition};
use serde_json::Value;

use crate::{App, Error, Result};

pub const COUNTRY: &str = "IN";
pub const ENTITIES: &[&str] = &["NGB", "KALVI"];
pub const PASSWORD: &str = "Docz@2026";

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!("../demo/NGB/", $name, ".csv")),
            include_str!(concat!("../demo/KALVI/", $name, ".csv")),
        )),*]
    };
}

/// (resource with `/` as `_`, Northgate Bank, Kalvi Overseas), referenced resources first.
static FILES: &[(&str, &str, &str)] = files![
    "master",
    "tenancymaintenance",
    "branchmaster",
    "documentcategory",
    "authlevel",
    "customertypedefinition",
    "industrymaster",
    "categorydefinition",
    "subcategorydefinition",
    "compliancemaintenance",
    "customerindicatordefinition",
    "customercategory",
    "debugconfiguration",
    "departmentmaintenance",
    "documenttemplatedefinitionmaster",
    "entity_documentdefinition",
    "adminentitydocumentverficationrulemaster",
    "adminentitydocumentverficationrule",
    "documentdefinition",
    "documenttemplatedefinitiondetail",
    "doccustcattempmapping",
    "externalsystemdefinition",
    "integrationmaster",
    "usertypemaintenance",
    "authpartyrelationshipdefinition",
    "requestpurposedefinition",
    "smstemplate",
    "emailconfig",
    "referreddetail",
    "roledefinition",
    "usermaster",
    "adminEntityRequestForward",
    "userbranchaccess",
    "userrolemapping",
    "roleactionmapping",
    "smsscreendefinition",
    "rolescreenmapping",
    "roleappmapping",
    "ssoconfiguration",
    "userdebug",
    "customerusermaster",
];

/// Fills an empty database with both demo entities; does nothing if there are entities.
pub async fn fill(app: &App) -> Result<bool> {
    if !app.store.entity_names(&system::public_names(), COUNTRY).await?.is_empty() {
        return Ok(false);
    }
    for (at, entity) in ENTITIES.iter().enumerate() {
        for (name, bank, education) in FILES {
            let text = if at == 0 { bank } else { education };
            load(app, entity, name, text).await?;
        }
    }
    Ok(true)
}

async fn load(app: &App, entity: &str, name: &str, text: &str) -> Result<()> {
    let resource = name.replace("entity_", "entity/");
    let definition = master_data::find(&resource).ok_or_else(|| Error::internal(format!("no resource {resource}")))?;
    let text = with_defaults(definition, text);
    let mut file = tempfile::tempfile().map_err(Error::internal)?;
    file.write_all(text.as_bytes()).and_then(|()| file.seek(SeekFrom::Start(0))).map_err(Error::internal)?;
    let outcome = crate::master_data::import(app, &system::seed(COUNTRY, entity), definition, file, false).await?;
    match outcome.faults.first() {
        None => Ok(()),
        Some(fault) => Err(Error::internal(format!("demo {entity} {name} line {}: {:?}", fault.line, fault.refusal))),
    }
}

/// The file with the records that come with the product.
fn with_defaults(definition: &Definition, text: &str) -> String {
    let names: Vec<&str> = text.lines().next().unwrap_or_default().split(',').collect();
    let mut rows = text.to_owned();
    for record in (definition.defaults)() {
        let cells: Vec<&str> =
            names.iter().map(|name| record.get(*name).and_then(Value::as_str).unwrap_or_default()).collect();
        rows.push_str(&cells.join(","));
        rows.push('\n');
    }
    rows
}

/// All files.
#[cfg(test)]
pub(crate) fn texts() -> impl Iterator<Item = &'static str> {
    FILES.iter().flat_map(|(_, bank, education)| [*bank, *education])
}

/// Resources without demo data.
pub fn missing() -> Vec<&'static str> {
    let known = |definition: &&&Definition| {
        FILES.iter().any(|(name, ..)| name.replace("entity_", "entity/") == definition.resource)
    };
    ALL.iter().filter(|definition| !known(definition)).map(|definition| definition.resource).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_resource_has_demo_data() {
        assert_eq!(super::missing(), Vec::<&str>::new());
    }
}
