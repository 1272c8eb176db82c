use super::Group;

/// The apps that a role can be mapped to. A role may call only the apps it is mapped to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AppCode {
    Admin,
    Banker,
    Customer,
    Sms,
}

impl AppCode {
    pub const ALL: [AppCode; 4] = [AppCode::Admin, AppCode::Banker, AppCode::Customer, AppCode::Sms];
    /// The codes as `roleappmapping.appCode` spells them, in the order of [`AppCode::ALL`].
    pub const CODES: [&str; 4] = ["ADM", "BNK", "CUS", "SMS"];

    pub fn code(self) -> &'static str {
        AppCode::CODES[self as usize]
    }

    pub fn parse(code: &str) -> Option<AppCode> {
        AppCode::ALL.into_iter().find(|app| app.code() == code)
    }

    /// The app that a screen of the product belongs to; an unknown screen belongs to none.
    pub fn of_screen(code: &str) -> Option<AppCode> {
        super::SCREENS.iter().find(|screen| screen.code == code).map(|screen| screen.group.app())
    }
}

impl Group {
    pub fn app(self) -> AppCode {
        match self {
            Group::Admin => AppCode::Admin,
            Group::Sms => AppCode::Sms,
            Group::Requestor => AppCode::Banker,
            Group::Provider => AppCode::Customer,
        }
    }
}
