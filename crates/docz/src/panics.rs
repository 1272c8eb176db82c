//! A panic is told by its place alone: its message may carry anything that was being worked on.

pub fn install() {
    std::panic::set_hook(Box::new(|panic| {
        let (file, line) = panic.location().map_or(("unknown", 0), |place| (place.file(), place.line()));
        tracing::error!(file, line, "something panicked");
    }));
}
