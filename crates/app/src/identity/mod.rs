//! Who somebody is: logins of staff and customers, sessions, and what proves an identity.
//!
//! - `log_in`, `customer_log_in`, `sign_on`, `second_factor`: the ways in; `failed_login` and `captcha` slow attacks
//!   down.
//! - `sessions`, `tokens`, `refresh`, `own_sessions`: what follows; `actor`: the caller, read for each call.
//! - `passwords`, `forget_password`, `own_password`, `invitation`: setting and losing a password.
//! - `customer_link`: links in messages that replace typing the user id; `handoff`: the code that a phone reads off the
//!   screen.

mod actor;
mod audio_captcha;
mod auth_object;
mod authenticate;
mod captcha;
pub(crate) mod code_channel;
mod codes;
mod customer_link;
pub(crate) mod customer_log_in;
mod customer_session;
mod failed_login;
mod forget_password;
mod handoff;
mod invitation;
mod location;
mod log_in;
mod log_out;
mod login_locks;
mod login_request;
mod note_refusal;
mod open_session;
mod own_password;
mod own_sessions;
mod passwords;
mod qr;
mod refresh;
pub mod second_factor;
mod sessions;
mod sign_on;
mod tokens;
mod verify_password;

pub use auth_object::LoggedIn;
pub(crate) use authenticate::actor_without_session;
pub use authenticate::{authenticate, reload_actor};
pub use captcha::{Captcha, Captchas, read_out_captcha};
pub use code_channel::named as channel_named;
pub use codes::Codes;
pub use customer_link::{open_link, welcome_customer};
pub use customer_log_in::{CodeRequest, CodeSent, end_customer_login, start_customer_login};
pub use customer_session::{CustomerSession, enter_again};
pub use failed_login::CallOrigin;
pub use forget_password::{PasswordChange, check_reset_link, forget_password, reset_password};
pub use handoff::{Handoff, begin_handoff};
pub use invitation::invite_again;
pub(crate) use invitation::{invite, send_password_link, tell_former_address};
pub use location::place_login;
pub use log_in::{LoginStep, current_auth, log_in};
pub use log_out::log_out;
pub use login_locks::LoginLocks;
pub use login_request::LoginRequest;
pub use note_refusal::note_refusal;
pub use own_password::change_password;
pub(crate) use own_password::check_password;
pub use own_sessions::{end_other_sessions, end_own_session, own_sessions};
pub use passwords::{Passwords, is_common};
pub use qr::qr_picture;
pub use refresh::{end_replayed, refresh};
pub use sessions::{EntityFacts, Sessions};
pub use sign_on::{SignOn, SignOnReturn, Tickets, begin_sign_on, finish_sign_on, sign_on_choices, test_sign_on};
pub use tokens::{Claims, Tokens};
