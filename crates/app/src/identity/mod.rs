//! Who calls: passwords, captchas, tokens and sessions.

mod authenticate;
mod captcha;
mod codes;
mod customer_link;
mod customer_log_in;
mod forget_password;
mod log_in;
mod log_out;
mod messages;
mod note_refusal;
mod open_session;
mod own_sessions;
mod passwords;
mod place;
mod profile;
mod refresh;
pub mod second_factor;
mod sessions;
mod spoken;
mod tokens;

pub use authenticate::authenticate;
pub use captcha::{Captcha, Captchas};
pub use codes::Codes;
pub use customer_link::{make_customer_link, owner_of_link, welcome_customer};
pub use customer_log_in::{CodeSent, end_customer_login, start_customer_login};
pub use forget_password::{forget_password, reset_password};
pub use log_in::{LoggedIn, LoginRequest, LoginStep, current_auth, log_in};
pub use log_out::log_out;
pub use note_refusal::note_refusal;
pub use own_sessions::{end_other_sessions, end_own_session, own_sessions};
pub use passwords::{Passwords, is_common};
pub use place::place_login;
pub use profile::{own_profile, update_profile};
pub use refresh::refresh;
pub use sessions::Sessions;
pub use tokens::{Claims, Tokens};
