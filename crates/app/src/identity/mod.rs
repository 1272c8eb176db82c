//! Who calls: passwords, captchas, tokens and sessions.

mod authenticate;
mod captcha;
mod code_channel;
mod codes;
mod customer_log_in;
mod forget_password;
mod log_in;
mod log_out;
mod messages;
mod note_refusal;
mod open_session;
mod passwords;
mod profile;
mod prove;
mod refresh;
mod sessions;
mod sign_on;
mod spoken;
mod tokens;

pub use authenticate::authenticate;
pub use captcha::{Captcha, Captchas};
pub use code_channel::named as channel_named;
pub use codes::Codes;
pub use customer_log_in::{CodeSent, end_customer_login, start_customer_login};
pub use forget_password::{forget_password, reset_password};
pub use log_in::{LoggedIn, LoginRequest, current_auth, log_in};
pub use log_out::log_out;
pub use note_refusal::note_refusal;
pub use passwords::Passwords;
pub use profile::{own_profile, update_profile};
pub use refresh::refresh;
pub use sessions::Sessions;
pub use sign_on::{SignOn, SignOnReturn, Tickets, begin_sign_on, finish_sign_on, sign_on_choices};
pub use tokens::{Claims, Tokens};
