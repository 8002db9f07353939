//! The source is tidy: files are short and say what they are, a family of games stands in its own folders, nothing
//! new is swallowed, and every thing has one word.

mod families;
mod lengths;
mod source;
mod wildcards;
mod words;
