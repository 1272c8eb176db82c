use super::read::BodyReader;

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
    /// Absent fields take their defaults; `every` is the entity's number of days between reminders.
    pub fn read(reader: &mut BodyReader, every: i64) -> NotificationSettings {
        let default = NotificationSettings { recurring_reminder_days: every, ..NotificationSettings::default() };
        let Some(mut own) = reader.object("notification") else { return default };
        own.only_declared();
        let read = NotificationSettings {
            recurring_reminder_days: own.int("recurringReminderDays").unwrap_or(default.recurring_reminder_days),
            reminder_days_before_expiry: own
                .int("reminderDaysBeforeExpiry")
                .unwrap_or(default.reminder_days_before_expiry),
            reminder_on_expiry_date: own.flag("reminderOnExpiryDate"),
            notify_all_parties: own.flag("notifyAllParties"),
            notify_authorised_parties: own.flag("notifyAuthorisedParties"),
            status_change_to: own.one_of("statusChangeTo").map_or(default.status_change_to, str::to_owned),
        };
        reader.errors.append(&mut own.errors);
        read
    }
}
