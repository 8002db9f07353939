//! How somebody plays: tight or loose, mild or bold, as long as they keep their name.

/// A way to play that a bot keeps to at every table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// Whether it takes part with many hands, wagers more, and now and then does what people do and charts do not.
    pub is_loose: bool,
    /// Whether it rather bets and raises than checks and calls.
    pub is_bold: bool,
}

impl Style {
    /// Every style.
    pub const ALL: [Style; 4] = [
        Style { is_loose: false, is_bold: false },
        Style { is_loose: false, is_bold: true },
        Style { is_loose: true, is_bold: false },
        Style { is_loose: true, is_bold: true },
    ];

    /// The style of somebody of that name: always the same, and what follows the first word changes nothing.
    #[must_use]
    pub fn of(name: &str) -> Style {
        let first = name.split_whitespace().next().unwrap_or_default();
        // Any mixing would do; this one gives each style as many of the bots' names.
        let mixed = first.bytes().fold(0_u16, |mixed, byte| mixed.wrapping_mul(21).wrapping_add(byte.into()));
        Style::ALL[usize::from(mixed >> 7) % Style::ALL.len()]
    }

    /// What it is called.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match (self.is_loose, self.is_bold) {
            (false, false) => "tight and mild",
            (false, true) => "tight and bold",
            (true, false) => "loose and mild",
            (true, true) => "loose and bold",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::NAMES;

    #[test]
    fn a_name_keeps_its_style_and_every_style_has_names() {
        assert_eq!(Style::of("Ada"), Style::of("Ada (bot 3-17)"));
        for style in Style::ALL {
            let count = NAMES.iter().filter(|name| Style::of(name) == style).count();
            assert!((3..=5).contains(&count), "{count} of the names are {}", style.word());
        }
    }
}
