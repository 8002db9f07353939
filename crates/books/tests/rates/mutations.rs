//! Changing any one figure of a rates file is noticed: the file is refused, or it no longer is what was filed.

use books::Money;
use books::rates::RatesFile;
use books::read::Source;

use super::filed::{clauses, source};
use super::transcription::compare;

/// The places of all amounts of money and of all plain numbers in a text, remarks left out.
fn figures(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut places = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let is_prose = ["#", "title", "filed", "games", "remark", "  { on", "cite"];
        let is_word =
            |at: usize| line[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '-');
        if !is_prose.iter().any(|word| line.starts_with(word)) {
            let mut at = 0;
            while let Some(found) = line[at..].find(|letter: char| letter.is_ascii_digit()) {
                let begin = at + found;
                let length =
                    line[begin..].find(|letter: char| !letter.is_ascii_digit() && !",.".contains(letter));
                let end = begin + length.unwrap_or(line.len() - begin);
                if !is_word(begin) {
                    places.push(start + begin..start + line[..end].trim_end_matches(',').len());
                }
                at = end;
            }
        }
        start += line.len();
    }
    places
}

/// The text with the figure at a place made larger by one.
fn raised(text: &str, place: std::ops::Range<usize>) -> String {
    let figure = &text[place.clone()];
    let is_money = text[..place.start].ends_with('$');
    let more = if is_money {
        (figure.parse::<Money>().unwrap() + Money::dollars(1)).to_string().replace('$', "")
    } else {
        (figure.parse::<u32>().unwrap() + 1).to_string()
    };
    format!("{}{more}{}", &text[..place.start], &text[place.end..])
}

/// How many figures a file has, and the lines whose figure could be raised unseen, trying each `step`th.
fn survivors(house: &str, name: &str, step: usize) -> (usize, Vec<String>) {
    let text = source(house, name).text;
    let places = figures(&text);
    let survived = places
        .iter()
        .step_by(step)
        .filter(|place| {
            let changed = Source::new(name, raised(&text, (*place).clone()));
            RatesFile::read(&changed, clauses(house))
                .is_ok_and(|reading| compare(house, name, &reading.value).is_ok())
        })
        .map(|place| text[..place.end].lines().last().unwrap().to_owned())
        .collect();
    (places.len(), survived)
}

#[test]
fn no_figure_can_change_unseen() {
    assert_eq!(survivors("mortimers", "no-bust-6", 1), (75, Vec::new()));
    assert_eq!(survivors("pinnacle", "holdem", 1), (28, Vec::new()));
    // Blinds that were ruled, not filed, have a test of their own.
    let (count, survived) = survivors("mortimers", "holdem", 11);
    assert_eq!(count, 597);
    assert!(survived.iter().all(|line| line.starts_with("blinds_ruled")), "{survived:?}");
}
