//! Where tests stop the program in the middle of a write, to kill it there. A release build stops nowhere.

/// Stops at a point that the environment names (`CARDROOM_PAUSE=POINT=FILE`): makes the file, so that whoever waits for
/// it knows, and goes on after a minute.
#[cfg(debug_assertions)]
pub(super) fn pause(point: &str) {
    let Ok(wanted) = std::env::var("CARDROOM_PAUSE") else { return };
    if let Some((wanted, file)) = wanted.split_once('=')
        && wanted == point
        && std::fs::write(file, point).is_ok()
    {
        std::thread::sleep(std::time::Duration::from_secs(60));
    }
}

/// Stops nowhere.
#[cfg(not(debug_assertions))]
pub(super) fn pause(_: &str) {}
