//! Business actions: what a role may do besides maintaining records. Each has a type for use in a permit.

/// A kind of business action, for use in `Permit<Act<Approve>>`.
pub trait Business {
    const ACTION: BusinessAction;
}

macro_rules! business_actions {
    ($($name:ident = $code:literal),* $(,)?) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum BusinessAction {
            $($name),*
        }

        impl BusinessAction {
            pub const ALL: &[BusinessAction] = &[$(BusinessAction::$name),*];
            /// The codes as `roleactionmapping.actionCode` spells them, in the order of [`BusinessAction::ALL`].
            pub const CODES: &[&str] = &[$($code),*];
        }

        $(
            #[derive(Debug, Clone, Copy)]
            pub struct $name;

            impl Business for $name {
                const ACTION: BusinessAction = BusinessAction::$name;
            }
        )*
    };
}

business_actions! {
    Send = "send",
    Approve = "approve",
    Decline = "decline",
    Forward = "forward",
    Extend = "extend",
    Cancel = "cancel",
    Review = "review",
    Export = "export",
    Import = "import",
    Purge = "purge",
    LegalHold = "legalhold",
    ViewOriginal = "vieworiginal",
    TryRules = "tryrules",
}

impl BusinessAction {
    pub fn code(self) -> &'static str {
        BusinessAction::CODES[self as usize]
    }

    pub fn parse(code: &str) -> Option<BusinessAction> {
        BusinessAction::ALL.iter().copied().find(|action| action.code() == code)
    }
}
