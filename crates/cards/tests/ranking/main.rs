//! The rankings agree with a slow ranker that follows the rules word by word, and with published counts.

mod bug;
mod deal;
mod high;
mod low;
mod omaha;
mod order;
mod slow;
mod small;
