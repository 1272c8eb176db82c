//! Who is being looked at closely: what Debug Configuration says of an app and User Debug of one user.

use super::AppCode;

/// From the quietest to the most talkative; each one includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DebugLevel {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

impl DebugLevel {
    pub const ALL: [DebugLevel; 5] =
        [DebugLevel::Error, DebugLevel::Warn, DebugLevel::Info, DebugLevel::Debug, DebugLevel::Trace];
    pub const CODES: [&str; 5] = ["error", "warn", "info", "debug", "trace"];

    pub fn code(self) -> &'static str {
        DebugLevel::CODES[self as usize]
    }

    pub fn parse(code: &str) -> Option<DebugLevel> {
        DebugLevel::ALL.into_iter().find(|level| level.code() == code)
    }

    /// The least level that a call with this HTTP status is worth: our fault, a refusal, or any call.
    pub fn of_status(status: u16) -> DebugLevel {
        match status {
            500.. => DebugLevel::Error,
            400.. => DebugLevel::Warn,
            _ => DebugLevel::Info,
        }
    }
}

/// A line of Debug Configuration that is switched on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleDebug {
    pub app: AppCode,
    pub level: DebugLevel,
    pub to_table: bool,
    /// The prefix of the file that is written besides or instead.
    pub file: Option<String>,
    /// Whether calls that change something are written too.
    pub with_changes: bool,
}

/// Everything that is switched on for one user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Debugging {
    pub user: Option<DebugLevel>,
    pub modules: Vec<ModuleDebug>,
}

/// What to write about one call, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    pub level: DebugLevel,
    pub to_table: bool,
    pub file: Option<String>,
}

impl Debugging {
    pub fn is_off(&self) -> bool {
        self.user.is_none() && self.modules.is_empty()
    }

    /// How a call of this app is to be watched; `None` when nobody asked for it.
    pub fn watch(&self, app: AppCode, changes: bool, status: u16) -> Option<Watch> {
        let worth = DebugLevel::of_status(status);
        let user = self.user.filter(|level| *level >= worth);
        let module = self.modules.iter().find(|module| module.app == app);
        let module = module.filter(|module| module.level >= worth && (module.with_changes || !changes));
        let level = user.into_iter().chain(module.map(|module| module.level)).max()?;
        Some(Watch {
            level,
            to_table: user.is_some() || module.is_some_and(|module| module.to_table),
            file: module.and_then(|module| module.file.clone()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn debugging(user: Option<DebugLevel>, module: Option<DebugLevel>) -> Debugging {
        let module = module.map(|level| ModuleDebug {
            app: AppCode::Admin,
            level,
            to_table: false,
            file: Some("adm".into()),
            with_changes: false,
        });
        Debugging { user, modules: module.into_iter().collect() }
    }

    #[test]
    fn nothing_is_watched_that_nobody_asked_for() {
        assert!(debugging(None, None).is_off());
        assert_eq!(debugging(None, None).watch(AppCode::Admin, false, 500), None);
        let admin = debugging(None, Some(DebugLevel::Trace));
        assert_eq!(admin.watch(AppCode::Sms, false, 200), None);
        assert_eq!(admin.watch(AppCode::Admin, true, 200), None);
    }

    #[test]
    fn a_level_takes_in_what_is_at_least_as_grave() {
        let warn = debugging(Some(DebugLevel::Warn), None);
        assert_eq!(warn.watch(AppCode::Sms, true, 200), None);
        assert!(warn.watch(AppCode::Sms, true, 403).is_some_and(|watch| watch.to_table && watch.file.is_none()));
        assert!(warn.watch(AppCode::Sms, true, 500).is_some());
        let error = debugging(Some(DebugLevel::Error), None);
        assert_eq!(error.watch(AppCode::Sms, false, 403), None);
    }

    #[test]
    fn user_and_module_together_write_to_both_at_the_more_talkative_level() {
        let both = debugging(Some(DebugLevel::Info), Some(DebugLevel::Trace));
        let expected = Watch { level: DebugLevel::Trace, to_table: true, file: Some("adm".into()) };
        assert_eq!(both.watch(AppCode::Admin, false, 200), Some(expected));
    }
}
