//! Spoken digits, 8 kHz, 8 bits; put together with pauses.

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

pub fn wav(digits: &[u8], tamil: bool) -> Vec<u8> {
    let voice = if tamil { &TAMIL } else { &ENGLISH };
    let mut samples = vec![SILENCE; PAUSE];
    for digit in digits.iter().filter(|digit| digit.is_ascii_digit()) {
        samples.extend_from_slice(voice[usize::from(digit - b'0')]);
        samples.resize(samples.len() + PAUSE, SILENCE);
    }
    [&header(samples.len() as u32)[..], &samples].concat()
}

fn header(length: u32) -> Vec<u8> {
    let mut head = b"RIFF".to_vec();
    head.extend((36 + length).to_le_bytes());
    head.extend(b"WAVEfmt ");
    head.extend(16u32.to_le_bytes());
    // PCM, one channel, its rate twice (a byte is a sample), one byte a frame, eight bits.
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
            let sound = wav(b"012345", tamil);
            assert!(sound.starts_with(b"RIFF") && &sound[8..16] == b"WAVEfmt ");
            let seconds = (sound.len() - 44) as u32 / RATE;
            assert!((4..12).contains(&seconds), "{seconds}");
        }
    }
}
