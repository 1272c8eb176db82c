//! Picture captchas of six digits. The ticket contains the encrypted answer, so nothing is stored before it is used.

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use domain::Refusal;
use domain::access::system;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use store::Keys;
use store::audit::stamp;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::{App, Error, Result};

const DIGITS: usize = 6;
pub const SECONDS: i64 = 300;
/// How often one captcha can be played; after that the client requests a new one.
const MAX_SOUNDS: i64 = 3;
const WIDTH: usize = 200;
const HEIGHT: usize = 64;

pub struct Captcha {
    pub id: String,
    /// A PNG as a `data:` URL.
    pub image: String,
    pub answer: String,
    pub expires_in: i64,
}

pub struct Captchas {
    cipher: Aes256Gcm,
    sound_key: Zeroizing<[u8; 32]>,
}

fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(Error::internal)?;
    Ok(bytes)
}

impl Captchas {
    pub fn new(keys: &Keys) -> Captchas {
        Captchas {
            cipher: Aes256Gcm::new((&*keys.derive("captcha|1")).into()),
            sound_key: keys.derive("captcha-sound|1"),
        }
    }

    pub fn make(&self, now: i64) -> Result<Captcha> {
        let digits = random::<DIGITS>()?.map(|byte| b'0' + byte % 10);
        let answer = String::from_utf8_lossy(&digits).into_owned();
        let id = self.ticket(&answer, now + SECONDS)?;
        let image = format!("data:image/png;base64,{}", STANDARD.encode(picture(&digits, &random::<64>()?)?));
        Ok(Captcha { id, image, answer, expires_in: SECONDS })
    }

    /// A ticket with a given answer, for tests and for automated clients of a demo.
    pub fn make_known(&self, answer: &str, expires: i64) -> Result<(String, String)> {
        Ok((self.ticket(answer, expires)?, answer.to_owned()))
    }

    fn ticket(&self, answer: &str, expires: i64) -> Result<String> {
        let nonce = random::<12>()?;
        let sealed = self.cipher.encrypt(&Nonce::from(nonce), format!("{expires}|{answer}").as_bytes());
        Ok(URL_SAFE_NO_PAD.encode([&nonce[..], &sealed.map_err(Error::internal)?].concat()))
    }

    /// The id under which the ticket is spent and whether the answer was right; `None` for a forged or expired ticket.
    pub fn check(&self, id: &str, answer: &str, now: i64) -> Option<(String, bool)> {
        let (expires, expected) = self.open(id)?;
        let right = bool::from(answer.trim().as_bytes().ct_eq(expected.as_bytes()));
        (expires > now).then(|| (URL_SAFE_NO_PAD.encode(Sha256::digest(id.as_bytes())), right))
    }

    /// The answer as a WAV file, spoken digit by digit; `None` for a forged or expired ticket. A ticket always sounds
    /// the same, so that the noise cannot be averaged out, and nobody else can generate that noise.
    fn audio(&self, id: &str, tamil: bool, now: i64) -> Option<Vec<u8>> {
        let (expires, answer) = self.open(id)?;
        let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(&*self.sound_key).ok()?;
        mac.update(id.as_bytes());
        let seed: [u8; 32] = mac.finalize().into_bytes().into();
        (expires > now).then(|| super::audio_captcha::wav(answer.as_bytes(), tamil, seed))
    }

    fn open(&self, id: &str) -> Option<(i64, String)> {
        let bytes = URL_SAFE_NO_PAD.decode(id).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(12)?;
        let nonce: [u8; 12] = nonce.try_into().ok()?;
        let plain = String::from_utf8(self.cipher.decrypt(&Nonce::from(nonce), sealed).ok()?).ok()?;
        let (expires, answer) = plain.split_once('|')?;
        Some((expires.parse().ok()?, answer.to_owned()))
    }
}

/// Plays a captcha a limited number of times. Its picture is returned only once, on creation.
pub async fn read_out_captcha(app: &App, id: &str, tamil: bool) -> Result<Vec<u8>> {
    let now = app.clock.now();
    let sound = app.captchas.audio(id, tamil, now.as_second()).ok_or(Refusal::NotFound)?;
    let permit = system::identity("-", "-", "system:captcha");
    let limit = [(format!("captcha sound {id}"), MAX_SOUNDS)];
    let until = stamp(now + jiff::SignedDuration::from_secs(SECONDS));
    let refusal = Refusal::TooManyTries { retry_after_seconds: SECONDS as u64 };
    app.store.count_login_try(&permit, &limit, &stamp(now), &until, refusal).await?;
    Ok(sound)
}

type Point = (f32, f32);

/// Each digit as strokes in a box of 1 by 2.
fn strokes(digit: u8) -> &'static [&'static [Point]] {
    match digit {
        b'0' => &[&[(0.5, 0.), (0.9, 0.4), (0.9, 1.6), (0.5, 2.), (0.1, 1.6), (0.1, 0.4), (0.5, 0.)]],
        b'1' => &[&[(0.2, 0.4), (0.55, 0.), (0.55, 2.)]],
        b'2' => &[&[(0.1, 0.4), (0.4, 0.), (0.8, 0.1), (0.9, 0.6), (0.1, 2.), (0.95, 2.)]],
        b'3' => &[&[(0.1, 0.1), (0.9, 0.1), (0.45, 0.85), (0.9, 1.2), (0.8, 1.8), (0.4, 2.), (0.1, 1.7)]],
        b'4' => &[&[(0.7, 2.), (0.7, 0.), (0.05, 1.35), (0.98, 1.35)]],
        b'5' => &[&[(0.9, 0.), (0.2, 0.), (0.15, 0.85), (0.65, 0.8), (0.95, 1.3), (0.7, 1.95), (0.1, 1.85)]],
        b'6' => &[&[(0.8, 0.), (0.25, 0.7), (0.1, 1.5), (0.5, 2.), (0.9, 1.55), (0.6, 1.05), (0.15, 1.3)]],
        b'7' => &[&[(0.05, 0.), (0.95, 0.), (0.4, 2.)], &[(0.35, 1.), (0.85, 1.)]],
        b'8' => &[
            &[(0.5, 0.95), (0.15, 0.55), (0.5, 0.), (0.85, 0.55), (0.5, 0.95)],
            &[(0.5, 0.95), (0.05, 1.5), (0.5, 2.), (0.95, 1.5), (0.5, 0.95)],
        ],
        _ => &[&[(0.85, 0.7), (0.5, 1.05), (0.1, 0.6), (0.5, 0.), (0.9, 0.45), (0.75, 1.4), (0.3, 2.)]],
    }
}

/// A tilted, wavy, crossed-out picture, different each time.
fn picture(digits: &[u8; DIGITS], noise: &[u8; 64]) -> Result<Vec<u8>> {
    let chance = |at: usize| f32::from(noise[at % 64]) / 255.0 - 0.5;
    let mut lines: Vec<(Point, Point, f32)> = Vec::new();
    for (at, digit) in digits.iter().enumerate() {
        let (tilt, size) = (chance(at) * 0.6, 19.0 + chance(at + 7) * 5.0);
        let (x0, y0) = (12.0 + at as f32 * 30.5 + chance(at + 14) * 6.0, 11.0 + chance(at + 21) * 8.0);
        let place = |(x, y): Point| {
            let (dx, dy) = (x * size - size / 2.0, y * size - size);
            let turned = (dx * tilt.cos() - dy * tilt.sin(), dx * tilt.sin() + dy * tilt.cos());
            let wave = ((x0 + dx) / 21.0 + chance(30) * 6.0).sin() * 2.6;
            (x0 + turned.0 + size / 2.0, y0 + turned.1 + size + wave)
        };
        for stroke in strokes(*digit) {
            lines.extend(stroke.windows(2).map(|pair| (place(pair[0]), place(pair[1]), 1.9)));
        }
    }
    for at in 0..4 {
        let y = |k: usize| HEIGHT as f32 * (0.5 + chance(k) * 0.9);
        lines.push(((0.0, y(40 + at)), (WIDTH as f32, y(50 + at)), 0.8));
    }
    let mut pixels = vec![0u8; WIDTH * HEIGHT];
    for (at, pixel) in pixels.iter_mut().enumerate() {
        let point = ((at % WIDTH) as f32, (at / WIDTH) as f32);
        let ink = lines.iter().map(|(from, to, width)| width + 0.5 - distance(point, *from, *to)).fold(0f32, f32::max);
        let grain = f32::from(noise[(at * 7 + at / WIDTH * 13) % 64]) / 18.0;
        *pixel = (246.0 - ink.min(1.0) * 190.0 - grain).clamp(0.0, 255.0) as u8;
    }
    encode(&pixels)
}

fn distance(point: Point, from: Point, to: Point) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = if length == 0.0 { 0.0 } else { ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / length };
    let along = along.clamp(0.0, 1.0);
    (point.0 - from.0 - along * dx).hypot(point.1 - from.1 - along * dy)
}

fn encode(pixels: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(Error::internal)?;
    writer.write_image_data(pixels).map_err(Error::internal)?;
    drop(writer);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::RootKey;

    #[test]
    fn only_the_right_answer_in_time_passes() {
        let captchas = Captchas::new(&Keys::new(RootKey::new([7; 32])));
        let made = captchas.make(1000).unwrap();
        let (_, answer) = captchas.open(&made.id).unwrap();
        assert!(made.image.starts_with("data:image/png;base64,iVBOR"));
        assert!(captchas.check(&made.id, &answer, 1000).unwrap().1);
        assert!(!captchas.check(&made.id, "00000x", 1000).unwrap().1);
        assert!(captchas.check(&made.id, &answer, 1000 + SECONDS).is_none());
        assert!(captchas.check("forged", &answer, 1000).is_none());
    }
}
