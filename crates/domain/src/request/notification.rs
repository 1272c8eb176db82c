use super::read::BodyReader;

/// To whom each change of status is told.
pub const STATUS_CHANGE_TO: &[&str] = &["none", "all", "authorised", "customer"];

/// Notification settings of a request.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotificationSettings {
    pub recurring_reminder_days: i64,
    pub reminder_days_before_expiry: i64,
    pub reminder_on_expiry_date: bool,
    pub notify_all_parties: bool,
    pub notify_authorised_parties: bool,
    pub status_change_to: String,
}

impl Default for NotificationSettings {
    fn default() -> NotificationSettings {
        NotificationSettings {
            recurring_reminder_days: 3,
            reminder_days_before_expiry: 3,
            reminder_on_expiry_date: true,
            notify_all_parties: true,
            notify_authorised_parties: false,
            status_change_to: "customer".to_owned(),
        }
    }
}

impl NotificationSettings {
    /// What is left out is as usual; `every` is the entity's own number of days between reminders.
    pub fn read(reader: &mut BodyReader, every: i64) -> NotificationSettings {
        let usual = NotificationSettings { recurring_reminder_days: every, ..NotificationSettings::default() };
        let Some(map) = reader.object("notification") else { return usual };
        let mut own = BodyReader::new(map, "notification");
        own.only(&[
            "recurringReminderDays",
            "reminderDaysBeforeExpiry",
            "reminderOnExpiryDate",
            "notifyAllParties",
            "notifyAuthorisedParties",
            "statusChangeTo",
        ]);
        let read = NotificationSettings {
            recurring_reminder_days: own.int("recurringReminderDays", 0, 365).unwrap_or(usual.recurring_reminder_days),
            reminder_days_before_expiry: own
                .int("reminderDaysBeforeExpiry", 0, 365)
                .unwrap_or(usual.reminder_days_before_expiry),
            reminder_on_expiry_date: own.flag("reminderOnExpiryDate", usual.reminder_on_expiry_date),
            notify_all_parties: own.flag("notifyAllParties", usual.notify_all_parties),
            notify_authorised_parties: own.flag("notifyAuthorisedParties", usual.notify_authorised_parties),
            status_change_to: own
                .one_of("statusChangeTo", STATUS_CHANGE_TO)
                .map_or(usual.status_change_to, str::to_owned),
        };
        reader.errors.append(&mut own.errors);
        read
    }
}
