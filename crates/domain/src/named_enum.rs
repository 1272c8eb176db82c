/// An enum whose values have one fixed name each, in the database, in logs and on the wire.
macro_rules! named_enum {
    ($(#[$about:meta])* pub enum $type:ident { $($(#[$note:meta])* $value:ident = $name:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $($(#[$note])* $value),*
        }

        impl $type {
            /// The names, in the order of [`Self::ALL`].
            pub const NAMES: &'static [&'static str] = &[$($name),*];
            pub const ALL: [$type; Self::NAMES.len()] = [$($type::$value),*];

            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            pub fn parse(name: &str) -> Option<$type> {
                Self::ALL.into_iter().find(|value| value.name() == name)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    };
}

pub(crate) use named_enum;
