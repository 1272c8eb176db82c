use crate::named_enum::named_enum;

named_enum! {
    /// What parties, customers and staff are notified of; `templateFor` of a message template names it.
    pub enum NotificationEvent {
        RequestCreated = "RequestCreated",
        RequestModified = "RequestModified",
        RequestExtended = "RequestExtended",
        RequestCancelled = "RequestCancelled",
        Reminder = "Reminder",
        ReminderBeforeExpiry = "ReminderBeforeExpiry",
        ReminderOnExpiry = "ReminderOnExpiry",
        RequestExpired = "RequestExpired",
        DocumentRejected = "DocumentRejected",
        DocumentAccepted = "DocumentAccepted",
        StatusChanged = "StatusChanged",
        AllDocumentsUploaded = "AllDocumentsUploaded",
        RequestApproved = "RequestApproved",
        RequestDeclined = "RequestDeclined",
        OtpCode = "OtpCode",
        PasswordReset = "PasswordReset",
        AccountCreated = "AccountCreated",
        AddressChanged = "AddressChanged",
        ReviewWaiting = "ReviewWaiting",
        ComplianceDue = "ComplianceDue",
        DeliveryFailed = "DeliveryFailed",
        PurgeAhead = "PurgeAhead",
        // From here on without a template.
        WaiverWaiting = "WaiverWaiting",
        WaiverDeclined = "WaiverDeclined",
        MeetingPlanned = "meetingPlanned",
        MeetingMoved = "meetingMoved",
        MeetingCancelled = "meetingCancelled",
        WebhookPaused = "WebhookPaused",
        MalwareFound = "MalwareFound",
        ProposalWaiting = "ProposalWaiting",
        SignOnChanged = "SignOnChanged",
        SecondFactorWeakened = "SecondFactorWeakened",
    }
}

impl NotificationEvent {
    /// The names of events that have message templates.
    pub const TEMPLATES: &'static [&'static str] =
        NotificationEvent::NAMES.split_at(NotificationEvent::WaiverWaiting as usize).0;
    /// The names of events that external systems may be told of: those about requests, never those about logins.
    pub const WEBHOOKS: &'static [&'static str] = &[
        "RequestCreated",
        "RequestModified",
        "RequestExtended",
        "RequestCancelled",
        "Reminder",
        "ReminderBeforeExpiry",
        "ReminderOnExpiry",
        "RequestExpired",
        "DocumentRejected",
        "DocumentAccepted",
        "StatusChanged",
        "AllDocumentsUploaded",
        "RequestApproved",
        "RequestDeclined",
        "ReviewWaiting",
        "ComplianceDue",
        "DeliveryFailed",
        "PurgeAhead",
    ];
    /// Events that staff are told of inside the product.
    pub const NOTICES: &'static [NotificationEvent] = &[
        NotificationEvent::AllDocumentsUploaded,
        NotificationEvent::ReviewWaiting,
        NotificationEvent::RequestExpired,
        NotificationEvent::RequestApproved,
        NotificationEvent::RequestDeclined,
        NotificationEvent::WaiverWaiting,
        NotificationEvent::WaiverDeclined,
        NotificationEvent::ComplianceDue,
    ];
    /// Those of them that the responsible staff also get by mail.
    /// Asks a customer to send something, so that the entity's Remarks Message goes with it.
    pub fn asks_for_documents(self) -> bool {
        self.is_chasing()
            || matches!(
                self,
                NotificationEvent::RequestCreated
                    | NotificationEvent::RequestModified
                    | NotificationEvent::RequestExtended
                    | NotificationEvent::DocumentRejected
            )
    }

    /// Says what is missing of what was asked for before.
    pub fn is_chasing(self) -> bool {
        matches!(
            self,
            NotificationEvent::Reminder
                | NotificationEvent::ReminderBeforeExpiry
                | NotificationEvent::ReminderOnExpiry
                | NotificationEvent::RequestExpired
        )
    }

    pub const BANKER_MAILS: &'static [NotificationEvent] = &[
        NotificationEvent::AllDocumentsUploaded,
        NotificationEvent::RequestApproved,
        NotificationEvent::RequestDeclined,
    ];
}
