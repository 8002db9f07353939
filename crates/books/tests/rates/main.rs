//! The filed collection schedules: complete, right, queried and checked.

mod filed;
mod report;
mod transcription;
