//! Audio captchas from recorded digits (8 kHz, 8 bits), joined with pauses and varied each time.

use sha2::{Digest, Sha256};

macro_rules! digits {
    ($language:literal) => {
        [
            include_bytes!(concat!("../../assets/digits/", $language, "-0.raw")),
            include_bytes!(concat!("../../assets/digits/", $language, "-1.raw")),
            include_bytes!(concat!("../../assets/digits/", $language, "-2.raw")),
            include_bytes!(concat!("../../assets/digits/", $language, "-3.raw")),
            include_bytes!(concat!("../../assets/digits/", $language, "-4.raw")),
            include_bytes!(concat!("../../assets/digits/", $language, "-5.raw")),
            include_bytes!(concat!("../../assets/digits/", $language, "-6.raw")),
            include_bytes!(concat!("../../assets/digits/", $language, "-7.raw")),
            include_bytes!(concat!("../../assets/digits/", $language, "-8.raw")),
            include_bytes!(concat!("../../assets/digits/", $language, "-9.raw")),
        ]
    };
}

static ENGLISH: [&[u8]; 10] = digits!("en");
static TAMIL: [&[u8]; 10] = digits!("ta");
const RATE: u32 = 8000;
const PAUSE: usize = 4000;
const SILENCE: u8 = 128;

/// Loudness of the voice and of the background, as a fraction of full scale.
const VOICE: f32 = 0.62;
const HISS: f32 = 0.05;
const BACKGROUND: f32 = 0.13;

/// Varies pitch, speed and loudness of each digit over hiss and reversed digits, so no clip matches a recording or
/// another clip. The seed determines everything.
pub fn wav(digits: &[u8], tamil: bool, seed: [u8; 32]) -> Vec<u8> {
    let voice = if tamil { &TAMIL } else { &ENGLISH };
    let mut random = Random { seed, drawn: [0; 32], at: 32, round: 0 };
    let mut samples = vec![0.0f32; random.between(PAUSE / 2, PAUSE * 3 / 2)];
    for digit in digits.iter().filter(|digit| digit.is_ascii_digit()) {
        let loudness = VOICE * random.fraction(0.75, 1.0);
        let spoken = vary_speed(voice[usize::from(digit - b'0')], &mut random);
        samples.extend(spoken.into_iter().map(|sample| sample * loudness));
        let pause = random.between(PAUSE / 2, PAUSE * 3 / 2);
        samples.resize(samples.len() + pause, 0.0);
    }
    add_background(&mut samples, voice, &mut random);
    let loud = |sample: f32| (f32::from(SILENCE) + sample.clamp(-1.0, 1.0) * 127.0) as u8;
    let bytes: Vec<u8> = samples.into_iter().map(|sample| loud(sample + HISS * random.fraction(-1.0, 1.0))).collect();
    [&header(bytes.len() as u32)[..], &bytes].concat()
}

/// Plays a recording faster or slower, with a slight wobble.
fn vary_speed(recording: &[u8], random: &mut Random) -> Vec<f32> {
    let (speed, sway, phase) =
        (random.fraction(0.82, 1.2), random.fraction(0.01, 0.06), random.fraction(0.0, std::f32::consts::TAU));
    let sample = |at: usize| (f32::from(recording[at]) - f32::from(SILENCE)) / 128.0;
    let (mut out, mut place) = (Vec::with_capacity(recording.len() * 5 / 4), 0.0f32);
    while (place as usize) + 1 < recording.len() {
        let (at, rest) = (place as usize, place.fract());
        out.push(sample(at) * (1.0 - rest) + sample(at + 1) * rest);
        place += speed * (1.0 + sway * (phase + out.len() as f32 / 900.0).sin());
    }
    out
}

/// Adds other digits over the whole length, reversed and quiet.
fn add_background(samples: &mut [f32], voice: &[&[u8]; 10], random: &mut Random) {
    let mut start = 0;
    while start < samples.len() {
        let mut other = vary_speed(voice[random.between(0, 9)], random);
        other.reverse();
        let loudness = BACKGROUND * random.fraction(0.6, 1.0);
        samples[start..].iter_mut().zip(&other).for_each(|(sample, low)| *sample += low * loudness);
        start += random.between(other.len() / 2, other.len().max(2));
    }
}

/// Pseudo-random numbers that are unpredictable without the seed.
struct Random {
    seed: [u8; 32],
    drawn: [u8; 32],
    at: usize,
    round: u64,
}

impl Random {
    fn byte(&mut self) -> u8 {
        if self.at == self.drawn.len() {
            self.drawn = Sha256::new().chain_update(self.seed).chain_update(self.round.to_le_bytes()).finalize().into();
            (self.at, self.round) = (0, self.round + 1);
        }
        self.at += 1;
        self.drawn[self.at - 1]
    }

    fn fraction(&mut self, low: f32, high: f32) -> f32 {
        let drawn = u16::from_le_bytes([self.byte(), self.byte()]);
        low + (high - low) * f32::from(drawn) / f32::from(u16::MAX)
    }

    fn between(&mut self, low: usize, high: usize) -> usize {
        (self.fraction(low as f32, high as f32 + 0.999) as usize).clamp(low, high)
    }
}

fn header(length: u32) -> Vec<u8> {
    let mut head = b"RIFF".to_vec();
    head.extend((36 + length).to_le_bytes());
    head.extend(b"WAVEfmt ");
    head.extend(16u32.to_le_bytes());
    // PCM, one channel, sample rate and byte rate (equal, as a sample is one byte), one byte per frame, eight bits.
    head.extend([1, 0, 1, 0]);
    head.extend(RATE.to_le_bytes());
    head.extend(RATE.to_le_bytes());
    head.extend([1, 0, 8, 0]);
    head.extend(b"data");
    head.extend(length.to_le_bytes());
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_become_a_wav_of_a_few_seconds() {
        for tamil in [false, true] {
            for seed in 0..20 {
                let sound = wav(b"012345", tamil, [seed; 32]);
                assert!(sound.starts_with(b"RIFF") && &sound[8..16] == b"WAVEfmt ");
                let seconds = (sound.len() - 44) as u32 / RATE;
                assert!((4..15).contains(&seconds), "{seconds}");
            }
        }
    }

    /// Similarity of two sounds, from 0 to 1.
    fn similarity(one: &[u8], other: &[u8]) -> f32 {
        let level = |byte: &u8| f32::from(*byte) - f32::from(SILENCE);
        let (mut both, mut first, mut second) = (0.0, 0.0, 0.0);
        for (a, b) in one.iter().map(level).zip(other.iter().map(level)) {
            (both, first, second) = (both + a * b, first + a * a, second + b * b);
        }
        both / (first * second).sqrt().max(1.0)
    }

    #[test]
    fn no_clip_resembles_its_recording() {
        for (digit, recording) in ENGLISH.iter().enumerate() {
            let (piece, mut best) = (&recording[recording.len() / 4..recording.len() * 3 / 4], 0.0f32);
            for seed in 0..4 {
                let sound = wav(&[b'0' + digit as u8], false, [seed; 32]);
                let places = (44..sound.len() - piece.len()).step_by(1);
                best = places.map(|at| similarity(piece, &sound[at..at + piece.len()])).fold(best, f32::max);
            }
            assert!(best < 0.9, "digit {digit} resembles its recording by {best}");
        }
    }

    #[test]
    fn a_ticket_always_sounds_the_same_and_different_from_others() {
        let sound = |seed| wav(b"555555", false, [seed; 32]);
        assert_eq!(sound(1), sound(1));
        assert_ne!(sound(1), sound(2));
        let longest = ENGLISH[5].len() / 2;
        let pieces: Vec<Vec<u8>> = sound(1)[44..].chunks(longest).map(<[u8]>::to_vec).collect();
        let other = sound(2);
        assert!(pieces.iter().all(|piece| !other.windows(piece.len()).any(|window| window == piece)));
    }
}
