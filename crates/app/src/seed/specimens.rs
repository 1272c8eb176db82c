//! Documents of the demo that look like documents: cards, a passport, statements, mark sheets, deeds and letters. Each
//! says that it is a specimen.

use super::canvas::{BLACK, Canvas, Face, GREY, Ink, PALE, WHITE, pdf};

/// What a document is about.
pub(super) struct Specimen<'a> {
    pub code: &'a str,
    pub title: &'a str,
    /// Of the person.
    pub name: &'a str,
    /// Of the request.
    pub reference: &'a str,
    /// What the rule of the document looks for.
    pub lines: &'a [String],
    /// Varies dates and amounts.
    pub at: usize,
}

enum Kind {
    Card(Ink),
    Passport,
    Table(&'static [&'static str], &'static [&'static str]),
    Deed,
    Letter,
}

const BLUE: Ink = [0.13, 0.29, 0.55];
const GREEN: Ink = [0.1, 0.42, 0.32];
const ORANGE: Ink = [0.75, 0.36, 0.08];

const MONEY: &[&str] = &["Opening balance", "Salary", "Rent", "UPI transfer", "Electricity", "Groceries", "Interest"];
const SALARY: &[&str] = &["Basic pay", "House rent allowance", "Conveyance", "Provident fund", "Income tax", "Net pay"];
const SUBJECTS: &[&str] = &["English", "Mathematics", "Physics", "Chemistry", "Computer Science", "Tamil"];

impl Kind {
    fn of(code: &str) -> Kind {
        let has = |names: &[&str]| names.iter().any(|name| code.contains(name));
        if code == "AADHAAR" {
            Kind::Card(ORANGE)
        } else if has(&["PAN", "VOTERID"]) && !has(&["COMPANY"]) {
            Kind::Card(BLUE)
        } else if code == "DRVLIC" {
            Kind::Card(GREEN)
        } else if code == "PASSPORT" {
            Kind::Passport
        } else if has(&["STMT", "FIN", "26AS", "GSTRET", "FDCERT", "BLOCKED"]) {
            Kind::Table(&["Date", "Entry", "Amount", "Balance"], MONEY)
        } else if has(&["SALSLIP", "FORM16", "PENSION"]) {
            Kind::Table(&["Month", "Part", "Amount", "Total"], SALARY)
        } else if has(&["MARK", "TRANSCRIPT", "IELTS", "TOEFL", "PTE", "GRE", "GMAT", "SAT", "BACKLOG"]) {
            Kind::Table(&["No.", "Subject", "Score", "Grade"], SUBJECTS)
        } else if has(&["DEED", "AGR", "MOA", "AOA", "PATTA", "ENCUM"]) {
            Kind::Deed
        } else {
            Kind::Letter
        }
    }
}

/// The file, and its number of pages.
pub(super) fn draw(about: &Specimen<'_>) -> (Vec<u8>, i64) {
    let pages = match Kind::of(about.code) {
        Kind::Card(ink) => vec![card(about, ink)],
        Kind::Passport => vec![passport(about)],
        Kind::Table(heads, rows) => vec![table(about, heads, rows)],
        Kind::Deed => (1..=3).map(|number| deed(about, number)).collect(),
        Kind::Letter => vec![letter(about)],
    };
    (pdf(&pages), pages.len() as i64)
}

impl Specimen<'_> {
    /// Words that are looked for, and numbers.
    fn parts(&self) -> (Vec<&str>, Vec<&str>) {
        let has_digit = |line: &&str| line.chars().any(|letter| letter.is_ascii_digit());
        self.lines.iter().map(String::as_str).partition(|line| !has_digit(line))
    }

    /// A day of birth, the same for all documents of a request.
    fn born(&self) -> (usize, usize, usize) {
        let seed: usize = self.reference.bytes().map(usize::from).sum();
        (1970 + seed % 32, 1 + seed % 12, 1 + seed % 28)
    }

    fn foot(&self, page: &mut Canvas) {
        page.text((60.0, 50.0), (Face::Plain, 8.0), GREY, "Specimen, for demonstration only");
        page.text((410.0, 50.0), (Face::Plain, 8.0), GREY, self.reference);
    }
}

/// Two lines for a field: its label and its value.
fn field(page: &mut Canvas, (x, y): (f32, f32), label: &str, value: &str) {
    page.text((x, y), (Face::Plain, 7.0), GREY, label);
    page.text((x, y - 12.0), (Face::Bold, 10.5), BLACK, value);
}

/// A card as a scanner sees it: in the upper half of a page.
fn card(about: &Specimen<'_>, ink: Ink) -> Canvas {
    let (words, numbers) = about.parts();
    let (year, month, day) = about.born();
    let mut page = Canvas::default();
    page.area((110.0, 500.0, 375.0, 236.0), PALE);
    page.specimen((190.0, 520.0), 48.0);
    page.area((110.0, 688.0, 375.0, 48.0), ink);
    for (at, word) in words.iter().take(3).enumerate() {
        page.text((124.0, 722.0 - 13.0 * at as f32), (Face::Bold, 10.5), WHITE, word);
    }
    for (at, word) in words.iter().skip(3).enumerate() {
        page.text((236.0, 530.0 - 10.0 * at as f32), (Face::Plain, 8.0), GREY, word);
    }
    page.silhouette((126.0, 548.0, 92.0, 118.0));
    field(&mut page, (236.0, 662.0), "Name", about.name);
    field(&mut page, (236.0, 630.0), "Date of birth", &format!("{day:02}/{month:02}/{year}"));
    for (at, number) in numbers.iter().enumerate() {
        page.text((236.0, 580.0 - 18.0 * at as f32), (Face::Bold, 17.0), BLACK, number);
    }
    page.frame((110.0, 500.0, 375.0, 236.0), GREY);
    page.text((110.0, 470.0), (Face::Plain, 9.0), GREY, about.title);
    about.foot(&mut page);
    page
}

fn passport(about: &Specimen<'_>) -> Canvas {
    let (words, numbers) = about.parts();
    let (year, month, day) = about.born();
    let serial = about.reference.bytes().map(u64::from).sum::<u64>() * 7919 % 9_000_000 + 1_000_000;
    let number = numbers.first().map_or_else(|| format!("N{serial}"), |found| (*found).to_owned());
    let mut page = Canvas::default();
    page.area((70.0, 440.0, 455.0, 320.0), [0.95, 0.96, 0.93]);
    page.specimen((170.0, 480.0), 62.0);
    page.text((86.0, 736.0), (Face::Bold, 12.0), BLUE, "REPUBLIC OF INDIA");
    for (at, word) in words.iter().enumerate() {
        page.text((300.0, 738.0 - 12.0 * at as f32), (Face::Plain, 9.0), BLUE, word);
    }
    page.silhouette((86.0, 570.0, 110.0, 142.0));
    let names: Vec<&str> = about.name.split_whitespace().collect();
    let (surname, given) = names.split_last().map_or(("", String::new()), |(last, rest)| (*last, rest.join(" ")));
    field(&mut page, (216.0, 692.0), "Type / Country", "P  IND");
    field(&mut page, (380.0, 692.0), "Passport No.", &number);
    field(&mut page, (216.0, 658.0), "Surname", surname);
    field(&mut page, (380.0, 658.0), "Given names", &given);
    field(&mut page, (216.0, 624.0), "Date of birth", &format!("{day:02}/{month:02}/{year}"));
    field(&mut page, (380.0, 624.0), "Nationality", "INDIAN");
    field(&mut page, (216.0, 590.0), "Date of issue", "14/03/2022");
    field(&mut page, (380.0, 590.0), "Date of expiry", "13/03/2032");
    let plain = |text: &str| text.to_uppercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), "<");
    let first = format!("P<IND{}<<{}", plain(surname), plain(&given));
    let birth = format!("{:02}{month:02}{day:02}", year % 100);
    let number = format!("{:<<9}", plain(&number).chars().take(9).collect::<String>());
    let (all, expiry) = (|text: &str| format!("{text}{}", check_digit(text)), "320313");
    let (no, born, until) = (all(&number), all(&birth), all(expiry));
    let personal = all(&"<".repeat(14));
    let whole = check_digit(&format!("{no}{born}{until}{personal}"));
    page.text((84.0, 484.0), (Face::Fixed, 16.0), BLACK, &format!("{:<<44.44}", first));
    page.text((84.0, 462.0), (Face::Fixed, 16.0), BLACK, &format!("{no}IND{born}F{until}{personal}{whole}"));
    for (at, more) in numbers.iter().skip(1).enumerate() {
        page.text((86.0, 540.0 - 12.0 * at as f32), (Face::Plain, 9.0), BLACK, more);
    }
    page.frame((70.0, 440.0, 455.0, 320.0), GREY);
    about.foot(&mut page);
    page
}

/// The check digit of machine-readable lines: weights 7, 3 and 1.
fn check_digit(text: &str) -> u32 {
    let value = |letter: char| letter.to_digit(36).unwrap_or(0);
    text.chars().zip([7, 3, 1].into_iter().cycle()).map(|(letter, weight)| value(letter) * weight).sum::<u32>() % 10
}

/// Title, person and what the rule looks for, as the upper part of a page.
fn letterhead(about: &Specimen<'_>, ink: Ink) -> (Canvas, f32) {
    let mut page = Canvas::default();
    page.specimen((150.0, 300.0), 80.0);
    page.area((60.0, 770.0, 475.0, 3.0), ink);
    page.text((60.0, 784.0), (Face::Bold, 15.0), ink, about.title);
    field(&mut page, (60.0, 752.0), "Name", about.name);
    let mut y = 716.0;
    for line in about.lines {
        page.text((60.0, y), (Face::Plain, 11.0), BLACK, line);
        y -= 16.0;
    }
    about.foot(&mut page);
    (page, y - 12.0)
}

fn table(about: &Specimen<'_>, heads: &[&str], rows: &[&str]) -> Canvas {
    let (mut page, top) = letterhead(about, GREEN);
    let columns = [60.0, 150.0, 360.0, 460.0];
    page.area((60.0, top - 6.0, 475.0, 20.0), PALE);
    for (x, head) in columns.iter().zip(heads) {
        page.text((x + 6.0, top), (Face::Bold, 9.0), BLACK, head);
    }
    let mut balance = 48_000 + about.at * 1_731 % 20_000;
    for line in 0..18 {
        let y = top - 24.0 - 20.0 * line as f32;
        let entry = rows[line % rows.len()];
        let amount = 1_500 + (about.at * 97 + line * 613) % 9_000;
        balance += amount / 3;
        let (first, amount, last) = match heads[0] {
            "No." => ((line + 1).to_string(), (55 + amount % 45).to_string(), ["A", "B", "A+"][amount % 3].to_owned()),
            _ => (format!("{:02}/{:02}/2026", 1 + line * 3 % 28, 1 + line / 6), money(amount), money(balance)),
        };
        for (x, text) in columns.iter().zip([first.as_str(), entry, &amount, &last]) {
            page.text((x + 6.0, y), (Face::Plain, 9.0), BLACK, text);
        }
        page.rule((60.0, y - 6.0), 535.0);
    }
    page
}

/// With the separators of lakhs and crores.
fn money(amount: usize) -> String {
    let (thousands, rest) = (amount / 1_000, amount % 1_000);
    match (thousands / 100, thousands % 100) {
        (0, 0) => format!("{rest}.00"),
        (0, thousands) => format!("{thousands},{rest:03}.00"),
        (lakhs, thousands) => format!("{lakhs},{thousands:02},{rest:03}.00"),
    }
}

const CLAUSES: &[&str] = &[
    "This deed is made between the parties named above, who agree as follows.",
    "The schedule describes the property, its boundaries and its measurements.",
    "The seller has received the whole price and hands over possession today.",
    "The buyer takes the property free of charges, except those in the schedule.",
    "Taxes and dues until today are paid by the seller, later ones by the buyer.",
    "The parties sign before the registrar and the witnesses named below.",
];

fn deed(about: &Specimen<'_>, number: usize) -> Canvas {
    let (mut page, mut y) = if number == 1 {
        letterhead(about, BLUE)
    } else {
        let mut page = Canvas::default();
        page.specimen((150.0, 300.0), 80.0);
        about.foot(&mut page);
        (page, 770.0)
    };
    for clause in 0..9 {
        let no = (number - 1) * 9 + clause + 1;
        page.text((60.0, y), (Face::Bold, 10.0), BLACK, &format!("{no}."));
        for half in 0..2 {
            let text = CLAUSES[(no + half * 2) % CLAUSES.len()];
            page.text((86.0, y - 14.0 * half as f32), (Face::Plain, 10.0), BLACK, text);
        }
        y -= 48.0;
    }
    page.text((280.0, 66.0), (Face::Plain, 8.0), GREY, &format!("Page {number} of 3"));
    page
}

fn letter(about: &Specimen<'_>) -> Canvas {
    let (mut page, mut y) = letterhead(about, BLUE);
    page.text((60.0, y), (Face::Plain, 11.0), BLACK, "To whom it may concern,");
    let body = [
        format!("this is to certify the {} of {}.", about.title, about.name),
        "The particulars above were taken from the registers of this office.".to_owned(),
        "It is issued on request, for the purpose stated by the holder.".to_owned(),
    ];
    for line in &body {
        y -= 22.0;
        page.text((60.0, y), (Face::Plain, 11.0), BLACK, line);
    }
    page.ellipse((450.0, y - 90.0), (44.0, 44.0), PALE);
    page.text((424.0, y - 93.0), (Face::Bold, 9.0), GREY, "SPECIMEN");
    page.rule((60.0, y - 100.0), 220.0);
    page.text((60.0, y - 114.0), (Face::Plain, 9.0), GREY, "Authorised signatory");
    page
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use domain::verification::{KeywordType, RuleDetail};

    use super::super::paper::{PAN, is_met, specimen};
    use super::*;

    #[test]
    fn check_digits_are_those_of_the_standard() {
        assert_eq!(["520727", "L898902C<"].map(check_digit), [3, 3]);
    }

    #[test]
    fn amounts_are_grouped_as_in_india() {
        assert_eq!([950, 48_000, 123_456].map(money), ["950.00", "48,000.00", "1,23,456.00"]);
    }

    #[test]
    fn every_kind_is_a_file_that_holds_its_texts() {
        let lines = ["INCOME TAX DEPARTMENT".to_owned(), "ABCPE1234F".to_owned()];
        for (code, pages) in [("PAN", 1), ("PASSPORT", 1), ("BANKSTMT", 1), ("MARK12", 1), ("SALEDEED", 3), ("X", 1)] {
            let about =
                Specimen { code, title: "Title", name: "Meena Krishnan", reference: "N1", lines: &lines, at: 3 };
            let (file, count) = draw(&about);
            let text = String::from_utf8(file).unwrap();
            assert_eq!(count, pages, "{code}");
            for wanted in ["INCOME TAX", "ABCPE1234F", "SPECIMEN", "%%EOF"] {
                assert!(text.contains(wanted), "{code}: {wanted}");
            }
        }
    }

    /// The texts of the demo: all files, and the documents of all rules as several requests have them.
    fn texts() -> Vec<String> {
        let mut texts: Vec<String> = crate::demo::texts().map(str::to_owned).collect();
        for text in crate::demo::texts().filter(|text| text.starts_with("ruleCode,sequenceNo,")) {
            for rule in rules(text).into_iter().filter(|rule| rule.iter().any(has_number)) {
                for at in 0..30 {
                    let lines = specimen(&rule, at, !at.is_multiple_of(5));
                    let (title, name, reference) = ("Title", "Meena Krishnan", "N2611160000214");
                    for code in ["PAN", "AADHAAR", "PASSPORT"] {
                        let about = Specimen { code, title, name, reference, lines: &lines, at };
                        texts.push(String::from_utf8(draw(&about).0).unwrap());
                    }
                }
            }
        }
        texts
    }

    /// A PAN, an Aadhaar number or a part of another number that looks like one.
    fn has_number(detail: &RuleDetail) -> bool {
        let mask = detail.mask.as_deref().unwrap_or_default();
        mask.contains(PAN) || mask.contains("9999")
    }

    /// The rules of a file of the demo, each with its lines.
    fn rules(text: &str) -> Vec<Vec<RuleDetail>> {
        let mut found: BTreeMap<String, Vec<RuleDetail>> = BTreeMap::new();
        for line in csv::Reader::from_reader(text.as_bytes()).into_records().map(Result::unwrap) {
            found.entry(line[0].to_owned()).or_default().push(RuleDetail {
                rule_code: line[0].to_owned(),
                number: line[1].parse().unwrap(),
                keyword_type: KeywordType::parse(&line[3]).unwrap(),
                keywords: line[2].to_owned(),
                length: line[4].parse().unwrap_or_default(),
                mask: Some(line[5].to_owned()).filter(|mask| !mask.is_empty()),
            });
        }
        found.into_values().collect()
    }

    #[test]
    fn every_aadhaar_number_of_the_demo_has_its_check_digit_and_every_pan_is_of_a_person() {
        let mask = Some("999999999999#verhoeff".to_owned());
        let keywords = "Aadhaar number".to_owned();
        let kind = (String::new(), KeywordType::Mask);
        let aadhaar = RuleDetail { rule_code: kind.0, number: 1, keyword_type: kind.1, keywords, length: 12, mask };
        let (mut numbers, mut pans) = (0, 0);
        for text in texts() {
            for word in text.split(|letter: char| !letter.is_ascii_alphanumeric() && !"+.".contains(letter)) {
                let shape: String =
                    word.chars().map(|letter| if letter.is_ascii_digit() { '9' } else { 'A' }).collect();
                if shape == "999999999999" {
                    assert!(is_met(&aadhaar, word) && !word.starts_with(['0', '1']), "{word}");
                    numbers += 1;
                } else if shape == PAN && word != PAN && word.chars().all(|letter| !letter.is_ascii_lowercase()) {
                    assert_eq!(word.chars().nth(3), Some('P'), "{word}");
                    pans += 1;
                }
            }
        }
        assert!(numbers > 20 && pans > 20, "{numbers} {pans}");
    }
}
