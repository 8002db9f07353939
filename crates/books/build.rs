//! Makes a new or changed book part of the next build.

fn main() {
    println!("cargo::rerun-if-changed=../../books");
    println!("cargo::rerun-if-changed=../../clauses");
}
