//! One module a command.

pub(crate) mod archive;
pub(crate) mod backup;
pub(crate) mod bank;
pub(crate) mod books;
pub(crate) mod cases;
pub(crate) mod check;
pub(crate) mod conformance;
pub(crate) mod double_hand;
pub(crate) mod fee;
pub(crate) mod files;
pub(crate) mod frequencies;
pub(crate) mod new;
pub(crate) mod odds;
pub(crate) mod password;
pub(crate) mod poker;
pub(crate) mod progress;
pub(crate) mod rates;
pub(crate) mod replay;
pub(crate) mod rotation;
pub(crate) mod rulings;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod sign;
pub(crate) mod sim;
pub(crate) mod verify;
