//! The filed collection schedules: complete, right, queried and checked.

mod charged;
mod examples;
mod filed;
mod heads;
mod json;
mod mutations;
mod queries;
mod refused;
mod report;
mod served;
mod transcription;
