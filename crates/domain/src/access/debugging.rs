//! Debug capture: the settings of Debug Configuration (per app) and User Debug (per user).

use super::AppCode;

/// Ordered by verbosity; each level includes the ones before it.
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

    /// The lowest level that captures a call with this HTTP status: server error, refusal, or any call.
    pub fn of_status(status: u16) -> DebugLevel {
        match status {
            500.. => DebugLevel::Error,
            400.. => DebugLevel::Warn,
            _ => DebugLevel::Info,
        }
    }
}

/// A row of Debug Configuration that captures calls, or keeps calls from being captured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleDebug {
    pub app: AppCode,
    pub is_on: bool,
    pub level: DebugLevel,
    pub to_table: bool,
    /// The prefix of the log file; `None` when nothing is written to a file.
    pub file: Option<String>,
    /// False when calls that change data are not captured, not even for a user with User Debug.
    pub with_changes: bool,
}

/// All debug settings that apply to one user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Debugging {
    pub user: Option<DebugLevel>,
    pub modules: Vec<ModuleDebug>,
}

/// What to write about one call, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    pub level: DebugLevel,
    pub to_table: bool,
    pub file: Option<String>,
}

impl Debugging {
    pub fn is_off(&self) -> bool {
        self.user.is_none() && !self.modules.iter().any(|module| module.is_on)
    }

    /// How to capture a call of this app; `None` when no setting covers it.
    pub fn capture(&self, app: AppCode, changes: bool, status: u16) -> Option<Capture> {
        let worth = DebugLevel::of_status(status);
        let module = self.modules.iter().find(|module| module.app == app);
        if changes && module.is_some_and(|module| !module.with_changes) {
            return None;
        }
        let user = self.user.filter(|level| *level >= worth);
        let module = module.filter(|module| module.is_on && module.level >= worth);
        let level = user.into_iter().chain(module.map(|module| module.level)).max()?;
        Some(Capture {
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
            is_on: true,
            level,
            to_table: false,
            file: Some("adm".into()),
            with_changes: false,
        });
        Debugging { user, modules: module.into_iter().collect() }
    }

    #[test]
    fn nothing_is_captured_without_a_setting() {
        assert!(debugging(None, None).is_off());
        assert_eq!(debugging(None, None).capture(AppCode::Admin, false, 500), None);
        let admin = debugging(None, Some(DebugLevel::Trace));
        assert_eq!(admin.capture(AppCode::Sms, false, 200), None);
        assert_eq!(admin.capture(AppCode::Admin, true, 200), None);
    }

    #[test]
    fn a_level_includes_calls_that_are_at_least_as_severe() {
        let warn = debugging(Some(DebugLevel::Warn), None);
        assert_eq!(warn.capture(AppCode::Sms, true, 200), None);
        assert!(
            warn.capture(AppCode::Sms, true, 403).is_some_and(|capture| capture.to_table && capture.file.is_none())
        );
        assert!(warn.capture(AppCode::Sms, true, 500).is_some());
        let error = debugging(Some(DebugLevel::Error), None);
        assert_eq!(error.capture(AppCode::Sms, false, 403), None);
    }

    #[test]
    fn user_and_module_settings_write_to_both_at_the_more_verbose_level() {
        let both = debugging(Some(DebugLevel::Info), Some(DebugLevel::Trace));
        let expected = Capture { level: DebugLevel::Trace, to_table: true, file: Some("adm".into()) };
        assert_eq!(both.capture(AppCode::Admin, false, 200), Some(expected));
    }
}
