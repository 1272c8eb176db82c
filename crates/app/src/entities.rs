//! Creates an entity with everything its first administrator needs to log in and continue.

use domain::access::{Action, Group, SCREENS, system};
use domain::master_data::{self, ALL};
use serde_json::{Value, json};

use crate::{App, Error, Result};

pub struct NewEntity {
    pub country: String,
    pub code: String,
    pub entity_type: String,
    pub name: String,
    pub state: String,
    pub time_zone: String,
    pub mail: String,
    pub mobile: String,
    pub admin: String,
    pub password: String,
}

/// Creates the entity; its code must not exist yet.
pub async fn create(app: &App, new: &NewEntity) -> Result<()> {
    for (resource, record) in first_records(app, new) {
        save(app, new, resource, record).await?;
    }
    for definition in ALL {
        for record in (definition.defaults)() {
            save(app, new, definition.resource, record.into()).await?;
        }
    }
    for screen in SCREENS.iter().filter(|screen| matches!(screen.group, Group::Admin | Group::Sms)) {
        for action in Action::CODES {
            let record = json!({ "roleCode": "ADMIN", "screenCode": screen.code, "actionCode": action });
            save(app, new, "rolescreenmapping", record).await?;
        }
    }
    Ok(())
}

async fn save(app: &App, new: &NewEntity, resource: &str, record: Value) -> Result<()> {
    let definition = master_data::find(resource).ok_or_else(|| Error::internal(format!("no resource {resource}")))?;
    let Value::Object(record) = record else { return Err(Error::internal("a record is an object")) };
    let permit = system::seed(&new.country, &new.code);
    crate::master_data::save(app, &permit, definition, &record, None).await.map(drop)
}

fn party_level(code: &str, name: &str, level: u8) -> Value {
    json!({ "authLevelCode": code, "authLevelDesc": name, "levelNo": level, "appliesTo": "Party" })
}

/// Referenced records first.
fn first_records(app: &App, new: &NewEntity) -> Vec<(&'static str, Value)> {
    let education = new.entity_type == "Education";
    let today = app.clock.today(&new.time_zone);
    let in_ten_years = today.saturating_add(jiff::Span::new().years(10)).to_string();
    let prefix = new.code.chars().find(char::is_ascii_alphanumeric).unwrap_or('D').to_string();
    vec![
        (
            "master",
            json!({
                "entityCode": new.code, "entityType": new.entity_type, "entityName": new.name,
                "displayName": new.name.chars().take(50).collect::<String>(), "address1": "-", "state": new.state,
                "postalCode": "-", "documentPurgingDays": if education { 365 } else { 1825 },
                "rejectDocumentsPurgeDays": 365, "customerNotificationReminderDays": 3, "transactionExpiryDays": 30,
                "verificationLevels": 1, "utcTimeZone": new.time_zone, "smsNotification": false,
                "emailNotification": true, "supportMailIdGroup": new.mail, "recordPurgeRequired": true,
                "recordPurgeDays": if education { 1825 } else { 2555 }, "referenceNoPrefix": prefix,
                "startDate": today.to_string(), "expiryDate": in_ten_years, "ssoEnabled": false,
                "fileSharingIntegration": false, "driveIntegration": false, "status": "Active",
            }),
        ),
        ("tenancymaintenance", json!({ "tenantCode": "MAIN", "tenantName": new.name, "status": "Active" })),
        (
            "branchmaster",
            json!({ "branchCode": "HO", "branchName": "Head Office", "tenantCode": "MAIN", "status": "Active" }),
        ),
        ("departmentmaintenance", json!({ "departmentCode": "ADMIN", "departmentName": "Administration" })),
        ("usertypemaintenance", json!({ "userType": "B", "userTypeDesc": "Banker" })),
        ("usertypemaintenance", json!({ "userType": "C", "userTypeDesc": "Customer" })),
        ("authlevel", party_level("L1", "May view the documents", 1)),
        ("authlevel", party_level("L2", "May view and upload documents", 2)),
        ("authlevel", party_level("L3", "May view, upload and submit documents", 3)),
        ("roledefinition", json!({ "roleCode": "ADMIN", "roleDesc": "Administrator" })),
        (
            "usermaster",
            json!({
                "userId": new.admin, "password": new.password, "firstName": "First", "lastName": "Administrator",
                "userLanguage": "en", "defaultDepartmentCode": "ADMIN", "defaultBranchCode": "HO",
                "defaultTenantCode": "MAIN", "mailId": new.mail, "mobileNumber": new.mobile, "userType": "B",
                "expiryDate": in_ten_years, "status": "Active",
            }),
        ),
        ("userrolemapping", json!({ "userId": new.admin, "roleCode": "ADMIN" })),
        (
            "userbranchaccess",
            json!({ "userId": new.admin, "tenantCode": "MAIN", "branchCode": "HO", "accessAllowed": true }),
        ),
        ("roleappmapping", json!({ "roleCode": "ADMIN", "appCode": "ADM" })),
        ("roleappmapping", json!({ "roleCode": "ADMIN", "appCode": "SMS" })),
        ("roleactionmapping", json!({ "roleCode": "ADMIN", "actionCode": "export" })),
        ("roleactionmapping", json!({ "roleCode": "ADMIN", "actionCode": "import" })),
        ("roleactionmapping", json!({ "roleCode": "ADMIN", "actionCode": "tryrules" })),
    ]
}
