//! The second factor for staff: an authenticator app or a code by mail, at login and before sensitive actions.

mod authenticator;
mod challenge;
mod policy;
mod step_up;

pub use authenticator::{confirm, enrol, remove, renew, status};
pub use challenge::Challenge;
pub(super) use challenge::{
    PendingChallenge, Purpose, Verified, challenge, is_required, load_challenge, verify_challenge,
};
pub use policy::{policy, set_policy};
pub use step_up::{start_step_up, step_up};
