//! Reading of TOML files into typed values, with all faults of a file shown at once at their places.

mod fault;
mod reader;
mod shapes;
mod source;
mod values;

pub use fault::{Fault, Faults, Severity};
pub use reader::{Citation, Read, Reader, Reading, Section, Value, nearest, read_source};
pub use shapes::{one_of, read_word};
pub use source::Source;
pub use values::{Rule, read_parsed};
