//! How an entity's mails look: logo, colours, name, and one button for the link. Built from the plain text, so that
//! templates stay plain.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::access::{Change, Permit};
use domain::theme;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use ports::{Channel, Html, InlinePicture, Letter};

use crate::wording::Locale;
use crate::{App, Result};

/// The name of the picture in the mail.
const LOGO: &str = "logo";
/// A larger logo is left out: every mail carries it.
const MAX_LOGO_BYTES: usize = 200 * 1024;
/// Pictures that mail programs show.
const LOGO_TYPES: &[&str] = &["image/png", "image/jpeg", "image/gif"];
const BRAND: &str = "#2b4acb";

const FONT: &str = "font-family:'Segoe UI',Inter,'Noto Sans Tamil',Latha,Arial,sans-serif";
const STYLE: PreEscaped<&str> = PreEscaped(concat!(
    ":root{color-scheme:light dark}",
    "@media (prefers-color-scheme:dark){.page{background:#14161b!important}.card{background:#1f232b!important}",
    ".text,.text a{color:#e8eaee!important}.quiet,.quiet a{color:#a8afbb!important}}",
));

/// Outlook for Windows draws mails as Word does: it scales pictures with the screen unless told otherwise, and has no
/// `max-width`, so that it gets a table of fixed width.
const OUTLOOK_HEAD: PreEscaped<&str> = PreEscaped(concat!(
    "<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o=\"urn:schemas-microsoft-com:office:office\">",
    "<o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->",
));
const OUTLOOK_OPEN: PreEscaped<&str> = PreEscaped(concat!(
    "<!--[if mso]><table role=\"presentation\" width=\"600\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\"",
    " border=\"0\"><tr><td><![endif]-->",
));
const OUTLOOK_CLOSE: PreEscaped<&str> = PreEscaped("<!--[if mso]></td></tr></table><![endif]-->");

/// The look of an entity's mails.
pub(crate) struct Letterhead {
    name: String,
    support_mail: String,
    brand: String,
    logo: Option<InlinePicture>,
}

impl Letterhead {
    pub async fn load(app: &App, permit: &Permit<Change>) -> Result<Letterhead> {
        let look = app.store.entity_look(permit).await?.unwrap_or_default();
        let brand = look.theme.as_deref().and_then(theme::brand).unwrap_or_else(|| BRAND.to_owned());
        Ok(Letterhead {
            name: look.display_name,
            support_mail: look.support_mail,
            brand,
            logo: look.logo.as_deref().and_then(picture),
        })
    }

    /// Puts a mail on the letterhead. An SMS stays as it is.
    pub fn render_html(&self, app: &App, letter: Letter) -> Letter {
        if letter.channel == Channel::Sms {
            return letter;
        }
        let html = Html { text: self.page(app, &letter.subject, &letter.text), logo: self.logo.clone() };
        let reply_to = Some(self.support_mail.clone()).filter(|address| !address.is_empty());
        Letter { html: Some(html), reply_to, ..letter }
    }

    fn page(&self, app: &App, subject: &str, text: &str) -> String {
        let language = language_of(text);
        let locale = Locale::of(language, "");
        let say = |key: &str| app.wording.text(locale, key).unwrap_or_default();
        let body = Body { origin: &app.settings.origin, brand: &self.brand, say: &say }.render(text);
        html! {
            (DOCTYPE)
            html lang=(language) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="supported-color-schemes" content="light dark";
                    title { (subject) }
                    (OUTLOOK_HEAD)
                    style { (STYLE) }
                }
                body.page style="margin:0;padding:0;background:#f6f7f9" {
                    table.page role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
                        style="background:#f6f7f9" {
                        tr { td align="center" style="padding:24px 12px" {
                            (OUTLOOK_OPEN) (self.card(&body)) (OUTLOOK_CLOSE)
                            p.quiet style={(FONT) ";font-size:12px;line-height:1.6;color:#545b67;margin:16px 0 0"} {
                                (self.name)
                            }
                        } }
                    }
                }
            }
        }
        .into_string()
    }

    fn card(&self, body: &Markup) -> Markup {
        html! {
            table.card role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"
                style={"width:100%;max-width:600px;background:#ffffff;border-top:4px solid " (self.brand)} {
                tr { td.text
                    style={"padding:24px 28px 8px;" (FONT) ";font-size:18px;font-weight:600;color:#171a21"} {
                    @if self.logo.is_some() {
                        img src={"cid:" (LOGO)} alt=(self.name) height="40"
                            style="display:block;height:40px;width:auto;border:0";
                    } @else {
                        (self.name)
                    }
                } }
                tr { td.text style={"padding:8px 28px 24px;" (FONT) ";font-size:16px;line-height:1.6;color:#171a21"} {
                    (body)
                } }
            }
        }
    }
}

/// The text of a mail as HTML: paragraphs, lists, and a button for the first link to this product.
struct Body<'a> {
    origin: &'a str,
    brand: &'a str,
    say: &'a dyn Fn(&str) -> String,
}

/// What a paragraph of the text is made of.
enum Part<'t> {
    Lines(Vec<&'t str>),
    Items(Vec<&'t str>),
    Button(&'t str),
}

impl Body<'_> {
    fn render(&self, text: &str) -> Markup {
        let mut has_button = false;
        let mut parts = Vec::new();
        for paragraph in text.split("\n\n") {
            parts.append(&mut self.parts(paragraph, &mut has_button));
        }
        html! {
            @for part in &parts {
                @match part {
                    Part::Lines(lines) => p style="margin:0 0 16px" {
                        @for (at, line) in lines.iter().enumerate() { @if at > 0 { br; } (line) }
                    },
                    Part::Items(items) => ul style="margin:0 0 16px 20px;padding:0" {
                        @for item in items { li style="margin:0 0 4px" { (item) } }
                    },
                    Part::Button(link) => (self.button(link)),
                }
            }
        }
    }

    fn parts<'t>(&self, paragraph: &'t str, has_button: &mut bool) -> Vec<Part<'t>> {
        let mut parts = Vec::new();
        for line in paragraph.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(item) = line.strip_prefix("- ") {
                match parts.last_mut() {
                    Some(Part::Items(items)) => items.push(item),
                    _ => parts.push(Part::Items(vec![item])),
                }
            } else if let Some((before, link, after)) = self.link_in(line).filter(|_| !*has_button) {
                *has_button = true;
                add_line(&mut parts, before);
                parts.push(Part::Button(link));
                add_line(&mut parts, after);
            } else {
                add_line(&mut parts, line);
            }
        }
        parts
    }

    /// The text before, the first link to this product, and the text after it.
    fn link_in<'t>(&self, line: &'t str) -> Option<(&'t str, &'t str, &'t str)> {
        let start = line.find(&format!("{}/", self.origin))?;
        let end = line[start..].find(char::is_whitespace).map_or(line.len(), |length| start + length);
        let link = line[start..end].trim_end_matches(['.', ',', ')', ';']);
        Some((line[..start].trim(), link, line[start + link.len()..].trim()))
    }

    /// A table, because Outlook ignores the padding of a link and takes the cell's. The address stays readable below
    /// it.
    fn button(&self, link: &str) -> Markup {
        let path = &link[self.origin.len()..];
        let key = if path.starts_with("/provider") {
            "letter.button.openRequest"
        } else if path.starts_with("/auth/") {
            "letter.button.choosePassword"
        } else {
            "letter.button.open"
        };
        let (brand, ink) = (self.brand, theme::text_on(self.brand));
        html! {
            table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px" {
                tr { td bgcolor=(brand)
                    style={"background:" (brand) ";border-radius:8px;mso-padding-alt:12px 24px"} {
                    a href=(link) target="_blank"
                        style={
                            "display:inline-block;padding:12px 24px;" (FONT)
                            ";font-size:16px;font-weight:600;color:" (ink) ";text-decoration:none"
                        } { ((self.say)(key)) }
                } }
            }
            p.quiet style="margin:0 0 16px;font-size:12px;line-height:1.6;color:#545b67;word-break:break-all" {
                ((self.say)("letter.button.copyLink")) br; (link)
            }
        }
    }
}

fn add_line<'t>(parts: &mut Vec<Part<'t>>, line: &'t str) {
    match parts.last_mut() {
        _ if line.is_empty() => {}
        Some(Part::Lines(lines)) => lines.push(line),
        _ => parts.push(Part::Lines(vec![line])),
    }
}

/// Templates name no language, so the letters of the text decide which one the button speaks.
fn language_of(text: &str) -> &'static str {
    if text.chars().any(|letter| ('\u{b80}'..='\u{bff}').contains(&letter)) { "ta" } else { "en" }
}

/// The picture of a data URL, if mail programs can show it.
fn picture(url: &str) -> Option<InlinePicture> {
    let (kind, data) = url.strip_prefix("data:")?.split_once(";base64,")?;
    let bytes = STANDARD.decode(data).ok()?;
    let is_fine = LOGO_TYPES.contains(&kind) && bytes.len() <= MAX_LOGO_BYTES;
    is_fine.then(|| InlinePicture { name: LOGO, content_type: kind.to_owned(), bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(text: &str) -> String {
        let say = |key: &str| key.to_owned();
        Body { origin: "https://docs.test", brand: "#fb0", say: &say }.render(text).into_string()
    }

    #[test]
    fn a_mail_has_one_button_and_its_values_are_escaped() {
        let html = rendered(
            "Dear <b>Meena</b> & {{7*7}},\n\nDocuments needed:\n- Passport\n- \"PAN\" card\n\n\
             Upload here: https://docs.test/provider/login#abc.\nThank you.\n\n\
             Again: https://docs.test/provider/login#abc\nhttps://evil.test/provider",
        );
        assert_eq!(html.matches("<a href=").count(), 1, "{html}");
        assert!(html.contains("<a href=\"https://docs.test/provider/login#abc\""), "{html}");
        assert!(
            html.contains("letter.button.openRequest") && html.contains("color:#171a21"),
            "ink is readable on amber"
        );
        assert!(html.contains("&lt;b&gt;Meena&lt;/b&gt; &amp; {{7*7}},"), "{html}");
        assert!(html.contains("<p style=\"margin:0 0 16px\">Documents needed:</p><ul"), "{html}");
        assert_eq!(html.matches("<li").count(), 2);
        assert!(html.contains("&quot;PAN&quot; card</li></ul>"), "{html}");
    }

    #[test]
    fn the_letters_of_the_text_decide_the_language() {
        assert_eq!((language_of("Dear Meena"), language_of("அன்புள்ள Meena")), ("en", "ta"));
    }

    #[test]
    fn only_pictures_that_mail_programs_show_are_sent() {
        let url = |kind: &str, size: usize| format!("data:{kind};base64,{}", STANDARD.encode(vec![0; size]));
        assert!(picture(&url("image/png", 9)).is_some());
        assert!(
            picture(&url("image/svg+xml", 9)).is_none() && picture(&url("image/png", MAX_LOGO_BYTES + 1)).is_none()
        );
    }
}
