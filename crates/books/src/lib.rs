//! Rule books and collection schedules, read from TOML and checked.
