use regex::Regex;

use super::checksum::Checksum;
use super::normal_form::{SEPARATORS, normalised, stands_alone, stripped};
use super::rule::{DetailFault, Watch, compiled};

/// `AAAAA9999A`, or `999999999999#verhoeff`: a shape and perhaps a checksum.
pub(super) struct Mask {
    pattern: Regex,
    checksum: Option<Checksum>,
}

impl Mask {
    pub fn parse(text: &str) -> Result<Mask, DetailFault> {
        let (shape, checksum) = match text.rsplit_once('#') {
            Some((shape, name)) => (shape, Some(Checksum::parse(name).ok_or(DetailFault::BadMask)?)),
            None => (text, None),
        };
        let shape = stripped(&normalised(shape));
        if shape.is_empty() {
            return Err(DetailFault::BadMask);
        }
        // A separator may stand between any two characters.
        let classes = shape.chars().map(|letter| match letter {
            '9' => "[0-9]".to_owned(),
            'A' => "[A-Za-z]".to_owned(),
            'X' => "[A-Za-z0-9]".to_owned(),
            other => format!("(?i:{})", regex::escape(&other.to_string())),
        });
        let pattern = compiled(&classes.collect::<Vec<_>>().join(&format!("[{SEPARATORS}]?")))?;
        Ok(Mask { pattern, checksum })
    }

    /// The first text of this shape with a valid checksum.
    pub fn find(&self, text: &str, fits: impl Fn(&str) -> bool, watch: &dyn Watch) -> Option<(usize, usize)> {
        let mut from = 0;
        while let Some(found) = self.pattern.find_at(text, from).filter(|_| watch.may_go_on()) {
            let characters = stripped(found.as_str());
            let is_right = self.checksum.is_none_or(|checksum| checksum.is_right(&characters));
            if is_right && fits(found.as_str()) && self.stands_alone(text, found.start(), found.end()) {
                return Some((found.start(), found.end()));
            }
            // A text with a wrong checksum may overlap a right one.
            from = found.start() + found.as_str().chars().next().map_or(1, char::len_utf8);
        }
        None
    }

    /// A machine readable zone has no spaces between its fields.
    fn stands_alone(&self, text: &str, start: usize, end: usize) -> bool {
        self.checksum == Some(Checksum::Mrz) || stands_alone(text, start, end)
    }
}
