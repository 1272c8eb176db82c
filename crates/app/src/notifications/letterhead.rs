//! How an entity's mails look: logo, colours, name, and one button for the link. Built from the plain text, so that
//! templates stay plain.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::access::{Change, Permit};
use domain::theme;
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
const DARK: &str = "@media (prefers-color-scheme:dark){.page{background:#14161b!important}.card{background:#1f232b!important}.text,.text a{color:#e8eaee!important}.quiet,.quiet a{color:#a8afbb!important}}";

/// Outlook for Windows draws mails as Word does: it scales pictures with the screen unless told otherwise, and has no
/// `max-width`, so that it gets a table of fixed width.
const OUTLOOK_HEAD: &str = "<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o=\"urn:schemas-microsoft-com:office:office\"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->";
const OUTLOOK_OPEN: &str = "<!--[if mso]><table role=\"presentation\" width=\"600\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td><![endif]-->";
const OUTLOOK_CLOSE: &str = "<!--[if mso]></td></tr></table><![endif]-->";

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
        let head = match &self.logo {
            Some(_) => format!(
                "<img src=\"cid:{LOGO}\" alt=\"{}\" height=\"40\" style=\"display:block;height:40px;width:auto;border:0\">",
                escape(&self.name)
            ),
            None => escape(&self.name),
        };
        let (name, brand) = (escape(&self.name), &self.brand);
        format!(
            "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><meta name=\"supported-color-schemes\" content=\"light dark\"><title>{}</title>{OUTLOOK_HEAD}<style>:root{{color-scheme:light dark}}{DARK}</style></head>\
             <body class=\"page\" style=\"margin:0;padding:0;background:#f6f7f9\">\
             <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" class=\"page\" style=\"background:#f6f7f9\"><tr><td align=\"center\" style=\"padding:24px 12px\">{OUTLOOK_OPEN}\
             <table role=\"presentation\" width=\"600\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" class=\"card\" style=\"width:100%;max-width:600px;background:#ffffff;border-top:4px solid {brand}\">\
             <tr><td class=\"text\" style=\"padding:24px 28px 8px;{FONT};font-size:18px;font-weight:600;color:#171a21\">{head}</td></tr>\
             <tr><td class=\"text\" style=\"padding:8px 28px 24px;{FONT};font-size:16px;line-height:1.6;color:#171a21\">{body}</td></tr>\
             </table>{OUTLOOK_CLOSE}\
             <p class=\"quiet\" style=\"{FONT};font-size:12px;line-height:1.6;color:#545b67;margin:16px 0 0\">{name}</p>\
             </td></tr></table></body></html>",
            escape(subject)
        )
    }
}

/// The text of a mail as HTML: paragraphs, lists, and a button for the first link to this product.
struct Body<'a> {
    origin: &'a str,
    brand: &'a str,
    say: &'a dyn Fn(&str) -> String,
}

impl Body<'_> {
    fn render(&self, text: &str) -> String {
        let mut has_button = false;
        text.split("\n\n").map(|paragraph| self.paragraph(paragraph, &mut has_button)).collect()
    }

    fn paragraph(&self, paragraph: &str, has_button: &mut bool) -> String {
        let mut html = String::new();
        let mut lines: Vec<String> = Vec::new();
        let mut items: Vec<String> = Vec::new();
        let close = |html: &mut String, lines: &mut Vec<String>, items: &mut Vec<String>| {
            if !lines.is_empty() {
                html.push_str(&format!("<p style=\"margin:0 0 16px\">{}</p>", lines.join("<br>")));
            }
            if !items.is_empty() {
                html.push_str(&format!("<ul style=\"margin:0 0 16px 20px;padding:0\">{}</ul>", items.concat()));
            }
            lines.clear();
            items.clear();
        };
        for line in paragraph.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(item) = line.strip_prefix("- ") {
                if items.is_empty() {
                    close(&mut html, &mut lines, &mut items);
                }
                items.push(format!("<li style=\"margin:0 0 4px\">{}</li>", escape(item)));
                continue;
            }
            if !items.is_empty() {
                close(&mut html, &mut lines, &mut items);
            }
            match self.link_in(line).filter(|_| !*has_button) {
                Some((before, link, after)) => {
                    *has_button = true;
                    lines.extend(Some(escape(before)).filter(|text| !text.is_empty()));
                    close(&mut html, &mut lines, &mut items);
                    html.push_str(&self.button(link));
                    lines.extend(Some(escape(after)).filter(|text| !text.is_empty()));
                }
                None => lines.push(escape(line)),
            }
        }
        close(&mut html, &mut lines, &mut items);
        html
    }

    /// The text before, the first link to this product, and the text after it.
    fn link_in<'t>(&self, line: &'t str) -> Option<(&'t str, &'t str, &'t str)> {
        let start = line.find(&format!("{}/", self.origin))?;
        let end = line[start..].find(char::is_whitespace).map_or(line.len(), |length| start + length);
        let link = line[start..end].trim_end_matches(['.', ',', ')', ';']);
        Some((line[..start].trim(), link, line[start + link.len()..].trim()))
    }

    /// A table, because Outlook ignores the padding of a link and takes the cell's. The address stays readable below it.
    fn button(&self, link: &str) -> String {
        let path = &link[self.origin.len()..];
        let key = if path.starts_with("/provider") {
            "letter.button.openRequest"
        } else if path.starts_with("/auth/") {
            "letter.button.choosePassword"
        } else {
            "letter.button.open"
        };
        let (label, hint) = (escape(&(self.say)(key)), escape(&(self.say)("letter.button.copyLink")));
        let (link, brand, ink) = (escape(link), self.brand, theme::text_on(self.brand));
        format!(
            "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"margin:0 0 12px\"><tr><td bgcolor=\"{brand}\" style=\"background:{brand};border-radius:8px;mso-padding-alt:12px 24px\"><a href=\"{link}\" style=\"display:inline-block;padding:12px 24px;{FONT};font-size:16px;font-weight:600;color:{ink};text-decoration:none\">{label}</a></td></tr></table>\
             <p class=\"quiet\" style=\"margin:0 0 16px;font-size:12px;line-height:1.6;color:#545b67;word-break:break-all\">{hint}<br>{link}</p>"
        )
    }
}

/// Templates name no language, so the letters of the text decide which one the button speaks.
fn language_of(text: &str) -> &'static str {
    if text.chars().any(|letter| ('\u{b80}'..='\u{bff}').contains(&letter)) { "ta" } else { "en" }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
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
        Body { origin: "https://docs.test", brand: "#fb0", say: &say }.render(text)
    }

    #[test]
    fn a_mail_has_one_button_and_its_values_are_escaped() {
        let html = rendered(
            "Dear <b>Meena</b> & {{7*7}},\n\nDocuments needed:\n- Passport\n- \"PAN\" card\n\nUpload here: https://docs.test/provider/login#abc.\nThank you.\n\nAgain: https://docs.test/provider/login#abc\nhttps://evil.test/provider",
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
