//! What the operating system is asked for.

/// Lets the calling thread run only where nothing else wants to, as far as the system knows such threads.
pub(crate) fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!("a thread stays as urgent as the others: {error}");
    }
}
