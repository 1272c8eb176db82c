/// How many misread letters are tolerated: none in short words, three at most.
fn tolerated(letters: usize) -> usize {
    if letters < 4 { 0 } else { (letters / 6).clamp(1, 3) }
}

/// The place nearest to a keyword, counting changed, added and lost letters. One pass over the text: each column holds
/// the cost of every beginning of the keyword, and where its match starts (Sellers 1980).
pub(super) fn nearest(text: &str, keyword: &str) -> Option<(usize, usize)> {
    let keyword: Vec<char> = keyword.chars().collect();
    let most = tolerated(keyword.len());
    if keyword.is_empty() {
        return None;
    }
    let mut column: Vec<(usize, usize)> = (0..=keyword.len()).map(|cost| (cost, 0)).collect();
    let mut best: Option<(usize, usize, usize)> = None;
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        let mut diagonal = column[0];
        column[0] = (0, end);
        for row in 1..=keyword.len() {
            let is_same = is_same(keyword[row - 1], letter);
            let changed = (diagonal.0 + usize::from(!is_same), diagonal.1);
            let added = (column[row].0 + 1, column[row].1);
            let lost = (column[row - 1].0 + 1, column[row - 1].1);
            diagonal = column[row];
            column[row] = [changed, added, lost].into_iter().min_by_key(|(cost, _)| *cost).unwrap_or(changed);
        }
        let (cost, start) = column[keyword.len()];
        if cost <= most && best.is_none_or(|(least, ..)| cost < least) {
            best = Some((cost, start, end));
        }
    }
    best.filter(|(_, start, end)| start < end).map(|(_, start, end)| (start, end))
}

fn is_same(one: char, other: char) -> bool {
    one == other
        || (one.is_whitespace() && other.is_whitespace())
        || (one.is_alphabetic() && one.to_lowercase().eq(other.to_lowercase()))
}
