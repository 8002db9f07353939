//! What is wrong in a file, where, and what would be right.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::source::Source;

/// How much a fault matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing has to change.
    Note,
    /// Loaded as filed, but the house should look at it.
    Warning,
    /// The file is refused.
    Error,
}

impl Severity {
    /// The word for people and programs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// One thing that is wrong at one place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, as a sentence without a full stop.
    pub what: String,
    /// The bytes of the file it is about.
    pub span: Range<usize>,
    /// What stands beside the marked place, such as "expected a whole number".
    pub label: String,
    /// How to mend it.
    pub help: Option<String>,
}

impl Fault {
    /// A fault for which the file is refused.
    pub fn error(span: Range<usize>, what: impl Into<String>, label: impl Into<String>) -> Fault {
        Fault { severity: Severity::Error, what: what.into(), span, label: label.into(), help: None }
    }

    /// The same fault with a word on how to mend it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }
}

/// All that is wrong in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults {
    source: Source,
    list: Vec<Fault>,
}

impl Faults {
    /// The faults of a source, in the order of the file.
    #[must_use]
    pub fn new(source: Source, mut list: Vec<Fault>) -> Faults {
        list.sort_by_key(|fault| (fault.span.start, fault.span.end));
        Faults { source, list }
    }

    /// The file they are about.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Each fault, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.list.iter()
    }

    /// One fault as people see it: the marked place, what was expected, and how to mend it.
    #[must_use]
    pub fn draw(&self, fault: &Fault) -> String {
        let level = match fault.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let snippet = Snippet::source(&self.source.text)
            .path(&self.source.name)
            .annotation(AnnotationKind::Primary.span(fault.span.clone()).label(&fault.label));
        let mut group = level.primary_title(&fault.what).element(snippet);
        if let Some(help) = &fault.help {
            group = group.element(Level::HELP.message(help));
        }
        Renderer::plain().render(&[group])
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<String> = self.list.iter().map(|fault| self.draw(fault)).collect();
        f.write_str(&shown.join("\n\n"))
    }
}

impl std::error::Error for Faults {}
