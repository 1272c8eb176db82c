//! May something act on this time by itself? A wrong clock must not expire, send or destroy anything.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

/// Clocks may differ by this much, and a step of the clock up to this is a usual correction.
pub const TOLERANCE: SignedDuration = SignedDuration::from_mins(5);
/// A server that was off for longer cannot know whether the clock is right.
const MAX_GAP: SignedDuration = SignedDuration::from_hours(26);
/// After such a gap the clock has to run steadily for this long.
pub const STEADY: Duration = Duration::from_secs(15 * 60);
/// Purges run at night, so a day after a gap is the second night.
const UNTIL_SECOND_NIGHT: SignedDuration = SignedDuration::from_hours(24);

/// How a job depends on the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUse {
    /// Not at all, or only for the order of its work.
    Independent,
    /// It works at any time, but gives a record up by its age.
    GivesUp,
    /// It acts on days and times that have come.
    Acts,
    /// It destroys what is old.
    Destroys,
}

/// The machine's clock, and a reading that setting the clock does not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    pub wall: Timestamp,
    pub steady: Duration,
}

impl Moment {
    /// True when the clock was not set between this reading and a later one.
    pub fn runs_on_to(&self, later: Moment) -> bool {
        later.wall.duration_since(self.expected_at(later.steady)).abs() <= TOLERANCE
    }

    /// What the clock should show at another reading, if this one was right.
    fn expected_at(&self, steady: Duration) -> Timestamp {
        let passed = signed(steady) - signed(self.steady);
        self.wall.saturating_add(passed).unwrap_or(self.wall)
    }
}

fn signed(duration: Duration) -> SignedDuration {
    SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
}

/// Another running node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherNode {
    pub name: String,
    /// What its clock shows now.
    pub wall: Timestamp,
    /// Why it does not trust its clock, unless another node told it so.
    pub doubt: Option<String>,
}

/// What all clocks show at one moment.
#[derive(Debug, Clone)]
pub struct Reading {
    pub moment: Moment,
    /// The clock of a database on a machine of its own.
    pub database: Option<Timestamp>,
    pub nodes: Vec<OtherNode>,
}

/// What the installation has recorded while its clock was trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    pub newest: Timestamp,
    /// After a gap nothing is destroyed before this time.
    pub destroy_from: Option<Timestamp>,
    /// What was missed is caught up slowly until this time, also after an operator has confirmed the clock.
    pub slow_until: Option<Timestamp>,
    /// How often an operator has confirmed the clock.
    pub confirmed: i64,
}

/// Why the clock is not trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// The database's clock shows another time.
    Database,
    /// Another node's clock shows another time.
    Node(String),
    /// Another node found that its clock is wrong. On the same machine the clocks agree, and only that node can know.
    Told { node: String, doubt: String },
    /// The clock was set while the server was running.
    Jump,
    /// The clock shows less than the newest recorded time.
    Back,
    /// The server was off for long, or the clock is ahead. `left` is what is missing until it counts as steady.
    Gap { left: Duration },
}

impl Cause {
    pub fn code(&self) -> &'static str {
        match self {
            Cause::Database => "database",
            Cause::Node(_) | Cause::Told { .. } => "node",
            Cause::Jump => "jump",
            Cause::Back => "back",
            Cause::Gap { .. } => "gap",
        }
    }
}

/// A clock that is not trusted: its time, and the time that it was compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    pub cause: Cause,
    pub clock: Timestamp,
    pub known: Timestamp,
}

impl Doubt {
    fn new(cause: Cause, clock: Timestamp, known: Timestamp) -> Doubt {
        Doubt { cause, clock, known }
    }

    pub fn difference(&self) -> SignedDuration {
        self.clock.duration_since(self.known)
    }
}

impl std::fmt::Display for Doubt {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Doubt { cause, clock, known } = self;
        match cause {
            Cause::Database => write!(text, "this machine's clock shows {clock:.0}, the database's {known:.0}"),
            Cause::Node(name) => write!(text, "this machine's clock shows {clock:.0}, that of node {name} {known:.0}"),
            Cause::Told { node, doubt } => {
                write!(text, "the clock shows {clock:.0}, and node {node} does not trust its own: {doubt}")
            }
            Cause::Jump => {
                write!(text, "the clock was set while the server ran: it shows {clock:.0} instead of {known:.0}")
            }
            Cause::Back => {
                write!(text, "the clock shows {clock:.0}, which is before the newest recorded time {known:.0}")
            }
            Cause::Gap { left } => write!(
                text,
                "the clock shows {clock:.0}, long after the newest recorded time {known:.0}; it has to be steady for \
                 {} more minutes",
                left.as_secs().div_ceil(60)
            ),
        }
    }
}

/// What may be done at this time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The reading that was judged.
    pub moment: Moment,
    pub doubt: Option<Doubt>,
    /// After a gap nothing is destroyed before this time.
    pub destroy_from: Option<Timestamp>,
    /// What was missed is caught up slowly until this time.
    pub slow_until: Option<Timestamp>,
}

/// Why a job has to wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wait {
    Doubt(Doubt),
    SecondNight { clock: Timestamp, until: Timestamp },
}

impl std::fmt::Display for Wait {
    fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Wait::Doubt(doubt) => doubt.fmt(text),
            Wait::SecondNight { clock, until } => write!(
                text,
                "the clock shows {clock:.0} after a long gap; nothing is destroyed before the second night, {until:.0}"
            ),
        }
    }
}

impl Verdict {
    /// Why a job that depends on the time like this has to wait.
    pub fn wait(&self, time_use: TimeUse) -> Option<Wait> {
        let doubt = self.doubt.clone().map(Wait::Doubt);
        let until = self.destroy_from.filter(|_| self.waits_for_night());
        let night = until.map(|until| Wait::SecondNight { clock: self.clock(), until });
        match time_use {
            TimeUse::Independent | TimeUse::GivesUp => None,
            TimeUse::Acts => doubt,
            TimeUse::Destroys => doubt.or(night),
        }
    }

    pub fn clock(&self) -> Timestamp {
        self.moment.wall
    }

    /// Nothing may be destroyed yet.
    pub fn waits_for_night(&self) -> bool {
        self.destroy_from.is_some_and(|until| until > self.clock())
    }

    /// What was missed is being caught up.
    pub fn is_catching_up(&self) -> bool {
        self.slow_until.is_some_and(|until| until > self.clock())
    }
}

/// What a process knows of its clock since it started.
#[derive(Debug, Clone)]
pub struct ClockWatch {
    /// The last trusted reading.
    trusted: Option<Moment>,
    /// From here on the clock has been steady.
    since: Moment,
    confirmed: Option<i64>,
}

impl ClockWatch {
    pub fn start(first: Moment) -> ClockWatch {
        ClockWatch { trusted: None, since: first, confirmed: None }
    }

    pub fn judge(&mut self, reading: &Reading, recorded: Option<&Recorded>) -> Verdict {
        let now = reading.moment;
        self.follow_operator(now, recorded);
        let mut gap_end = None;
        let doubt = self.other_clock(reading).or_else(|| self.own_clock(now, recorded, &mut gap_end));
        let doubt = doubt.or_else(|| told(reading, recorded));
        if doubt.is_none() {
            self.trusted = Some(now);
        }
        // A wrong clock may have recorded a time far ahead.
        let bound = second_night(now.wall);
        let until = |known: Option<Timestamp>| gap_end.or(known).map(|until| until.min(bound));
        Verdict {
            moment: now,
            doubt,
            destroy_from: until(recorded.and_then(|recorded| recorded.destroy_from)),
            slow_until: until(recorded.and_then(|recorded| recorded.slow_until)),
        }
    }

    /// After an operator has confirmed the clock, only the recorded time counts.
    fn follow_operator(&mut self, now: Moment, recorded: Option<&Recorded>) {
        let Some(recorded) = recorded else { return };
        if self.confirmed.is_some_and(|known| known != recorded.confirmed) {
            (self.trusted, self.since) = (None, now);
        }
        self.confirmed = Some(recorded.confirmed);
    }

    fn other_clock(&self, reading: &Reading) -> Option<Doubt> {
        let wall = reading.moment.wall;
        let differs = |other: Timestamp| wall.duration_since(other).abs() > TOLERANCE;
        if let Some(database) = reading.database.filter(|database| differs(*database)) {
            return Some(Doubt::new(Cause::Database, wall, database));
        }
        let node = reading.nodes.iter().find(|node| differs(node.wall))?;
        Some(Doubt::new(Cause::Node(node.name.clone()), wall, node.wall))
    }

    fn own_clock(
        &mut self,
        now: Moment,
        recorded: Option<&Recorded>,
        gap_end: &mut Option<Timestamp>,
    ) -> Option<Doubt> {
        if !self.trusted.unwrap_or(self.since).runs_on_to(now) {
            match self.trusted {
                Some(trusted) => {
                    return Some(Doubt::new(Cause::Jump, now.wall, trusted.expected_at(now.steady)));
                }
                // It was set while it was not trusted: from now on it may be right.
                None => self.since = now,
            }
        }
        let recorded = recorded?;
        if now.wall.duration_since(recorded.newest) < -TOLERANCE {
            return Some(Doubt::new(Cause::Back, now.wall, recorded.newest));
        }
        // The clock of a process that already trusted it has run on since then.
        if self.trusted.is_some() || self.since.wall.duration_since(recorded.newest) <= MAX_GAP {
            return None;
        }
        let steady = now.steady.saturating_sub(self.since.steady);
        if steady < STEADY {
            return Some(Doubt::new(Cause::Gap { left: STEADY - steady }, now.wall, recorded.newest));
        }
        *gap_end = Some(second_night(self.since.wall));
        None
    }
}

/// A running node knows that its clock was set; a process that starts now cannot.
fn told(reading: &Reading, recorded: Option<&Recorded>) -> Option<Doubt> {
    let (wall, known) = (reading.moment.wall, recorded.map(|recorded| recorded.newest));
    reading.nodes.iter().find_map(|node| {
        let cause = Cause::Told { node: node.name.clone(), doubt: node.doubt.clone()? };
        Some(Doubt::new(cause, wall, known.unwrap_or(wall)))
    })
}

/// When destruction begins again and the slow pace ends, after a gap or a confirmation at this time.
pub fn second_night(from: Timestamp) -> Timestamp {
    from.saturating_add(UNTIL_SECOND_NIGHT).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 60;

    fn at(minutes: i64) -> Timestamp {
        "2026-11-15T06:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_mins(minutes)
    }

    fn moment(wall: i64, steady: u64) -> Moment {
        Moment { wall: at(wall), steady: Duration::from_secs(steady * 60) }
    }

    fn recorded(newest: i64) -> Recorded {
        Recorded { newest: at(newest), destroy_from: None, slow_until: None, confirmed: 0 }
    }

    fn reading(wall: i64, steady: u64) -> Reading {
        Reading { moment: moment(wall, steady), database: None, nodes: Vec::new() }
    }

    fn judge(watch: &mut ClockWatch, wall: i64, steady: u64, recorded: Option<&Recorded>) -> Option<&'static str> {
        watch.judge(&reading(wall, steady), recorded).doubt.map(|doubt| doubt.cause.code())
    }

    fn first(wall: i64, recorded: Option<&Recorded>) -> Option<&'static str> {
        judge(&mut ClockWatch::start(moment(wall, 0)), wall, 0, recorded)
    }

    #[test]
    fn a_start_compares_with_the_newest_recorded_time() {
        assert_eq!(first(0, None), None);
        assert_eq!(first(0, Some(&recorded(0))), None);
        assert_eq!(first(26 * 60, Some(&recorded(0))), None);
        assert_eq!(first(26 * 60 + 1, Some(&recorded(0))), Some("gap"));
        assert_eq!(first(-5, Some(&recorded(0))), None);
        assert_eq!(first(-6, Some(&recorded(0))), Some("back"));
    }

    #[test]
    fn a_clock_that_is_set_while_the_server_runs_is_wrong_until_it_is_back() {
        let mut watch = ClockWatch::start(moment(0, 0));
        let newest = recorded(0);
        assert_eq!(judge(&mut watch, 0, 0, Some(&newest)), None);
        assert_eq!(judge(&mut watch, 365 * DAY, 1, Some(&newest)), Some("jump"));
        assert_eq!(judge(&mut watch, 365 * DAY + 60, 61, Some(&newest)), Some("jump"), "steadiness does not help");
        assert_eq!(judge(&mut watch, 62, 62, Some(&newest)), None);
        assert_eq!(judge(&mut watch, 56, 63, Some(&newest)), Some("jump"), "backward");
        assert_eq!(judge(&mut watch, 69, 64, Some(&newest)), None, "a small correction");
        assert_eq!(judge(&mut watch, 69 + 30 * DAY, (64 + 30 * DAY) as u64, Some(&newest)), None, "time that passed");
    }

    #[test]
    fn after_a_gap_the_clock_has_to_be_steady_and_nothing_is_destroyed_before_the_second_night() {
        let (gap, newest) = (21 * DAY, recorded(0));
        let mut watch = ClockWatch::start(moment(gap, 0));
        assert_eq!(judge(&mut watch, gap, 0, Some(&newest)), Some("gap"));
        assert_eq!(judge(&mut watch, gap + 14, 14, Some(&newest)), Some("gap"));
        let verdict = watch.judge(&reading(gap + 15, 15), Some(&newest));
        assert_eq!(
            (verdict.wait(TimeUse::Acts), verdict.is_catching_up(), verdict.waits_for_night()),
            (None, true, true)
        );
        assert!(matches!(verdict.wait(TimeUse::Destroys), Some(Wait::SecondNight { .. })));
        let (destroy_from, slow_until) = (verdict.destroy_from, verdict.slow_until);
        let later = Recorded { destroy_from, slow_until, ..recorded(gap + DAY) };
        let verdict = watch.judge(&reading(gap + DAY, DAY as u64), Some(&later));
        assert_eq!((verdict.wait(TimeUse::Destroys), verdict.is_catching_up()), (None, false));
    }

    #[test]
    fn a_clock_that_is_set_during_the_wait_starts_it_anew_or_ends_it() {
        let (gap, newest) = (365 * DAY, recorded(0));
        let mut watch = ClockWatch::start(moment(gap, 0));
        assert_eq!(judge(&mut watch, gap + 10, 10, Some(&newest)), Some("gap"));
        assert_eq!(judge(&mut watch, gap + 30, 16, Some(&newest)), Some("gap"));
        assert_eq!(judge(&mut watch, 20, 20, Some(&newest)), None, "corrected");
    }

    #[test]
    fn other_clocks_have_to_agree() {
        let mut watch = ClockWatch::start(moment(0, 0));
        let mut all = reading(0, 0);
        all.database = Some(at(6));
        assert_eq!(watch.judge(&all, None).doubt.unwrap().cause, Cause::Database);
        all.database = Some(at(3));
        all.nodes = vec![OtherNode { name: "b".into(), wall: at(-6), doubt: None }];
        let doubt = watch.judge(&all, None).doubt.unwrap();
        assert_eq!((&doubt.cause, doubt.difference().as_mins()), (&Cause::Node("b".into()), 6));
        all.nodes[0].wall = at(-2);
        assert_eq!(watch.judge(&all, None).doubt, None);
    }

    #[test]
    fn a_process_that_starts_does_not_trust_a_clock_that_a_running_node_doubts() {
        let mut all = reading(10 * 60, 0);
        all.nodes = vec![OtherNode { name: "b".into(), wall: at(10 * 60), doubt: Some("it was set".into()) }];
        let mut watch = ClockWatch::start(moment(10 * 60, 0));
        let doubt = watch.judge(&all, Some(&recorded(0))).doubt.unwrap();
        assert_eq!((doubt.cause.code(), doubt.known), ("node", at(0)));
        assert!(doubt.to_string().contains("node b") && doubt.to_string().contains("it was set"), "{doubt}");
        assert_eq!(judge(&mut watch, 0, 1, Some(&recorded(0))), None, "the clock is right again");
    }

    #[test]
    fn an_operator_confirms_a_clock_that_was_set() {
        let mut watch = ClockWatch::start(moment(0, 0));
        assert_eq!(judge(&mut watch, 0, 0, Some(&recorded(0))), None);
        assert_eq!(judge(&mut watch, 9 * DAY, 1, Some(&recorded(0))), Some("jump"));
        let confirmed = Recorded { confirmed: 1, ..recorded(9 * DAY) };
        assert_eq!(judge(&mut watch, 9 * DAY + 1, 2, Some(&confirmed)), None);
        assert_eq!(judge(&mut watch, 2, 2, Some(&confirmed)), Some("jump"), "confirmed was the other time");
    }

    #[test]
    fn a_time_far_ahead_does_not_put_off_destruction_for_ever() {
        let mut watch = ClockWatch::start(moment(0, 0));
        let far = Recorded { destroy_from: Some(at(365 * DAY)), ..recorded(0) };
        let far = Recorded { slow_until: far.destroy_from, ..far };
        let verdict = watch.judge(&reading(0, 0), Some(&far));
        assert_eq!((verdict.destroy_from, verdict.slow_until), (Some(at(DAY)), Some(at(DAY))));
    }

    #[test]
    fn what_gives_up_or_does_not_depend_on_time_goes_on() {
        let verdict = ClockWatch::start(moment(-9, 0)).judge(&reading(-9, 0), Some(&recorded(0)));
        assert_eq!((verdict.wait(TimeUse::Independent), verdict.wait(TimeUse::GivesUp)), (None, None));
        let text = verdict.wait(TimeUse::Destroys).unwrap().to_string();
        assert!(text.contains("2026-11-15T05:51:00Z") && text.contains("2026-11-15T06:00:00Z"), "{text}");
    }
}
