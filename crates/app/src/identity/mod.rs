//! Who calls: passwords, captchas, tokens and sessions.

mod authenticate;
mod captcha;
mod log_in;
mod log_out;
mod note_refusal;
mod passwords;
mod refresh;
mod sessions;
mod spoken;
mod tokens;

pub use authenticate::authenticate;
pub use captcha::{Captcha, Captchas};
pub use log_in::{LoggedIn, LoginRequest, current_auth, log_in};
pub use log_out::log_out;
pub use note_refusal::note_refusal;
pub use passwords::Passwords;
pub use refresh::refresh;
pub use sessions::Sessions;
pub use tokens::{Claims, Tokens};
