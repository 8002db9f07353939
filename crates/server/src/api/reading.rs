//! Readers of finished rounds: few at a time, few for one address, and none goes on when its client has left.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use super::error::ApiError;
use crate::hall::HallError;

/// How many read at the same time; the others wait, and cost nothing meanwhile.
const AT_ONCE: usize = 4;

/// All who read.
#[derive(Clone)]
pub(crate) struct Readers {
    room: Arc<Semaphore>,
    of_address: Arc<Mutex<HashMap<IpAddr, usize>>>,
    /// How many readers one address may have, waiting ones included.
    most: usize,
}

/// One reader of an address; gone when dropped.
struct Reader<'a> {
    readers: &'a Readers,
    address: IpAddr,
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        let mut counts = self.readers.of_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// Says that nobody waits for the answer any more, once it is dropped.
struct Left(Arc<AtomicBool>);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Readers {
    /// Nobody reads yet; one address may have so many readers.
    pub(crate) fn new(most: usize) -> Readers {
        Readers { room: Arc::new(Semaphore::new(AT_ONCE)), of_address: Arc::default(), most }
    }

    /// Reads beside the other requests once there is room; `read` is told whether its client has left.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        address: IpAddr,
        read: impl FnOnce(&dyn Fn() -> bool) -> Result<T, HallError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _reader = self.enter(address)?;
        let broken = || ApiError::Broken("the records cannot be read".to_owned());
        let place = Arc::clone(&self.room).acquire_owned().await.map_err(|_| broken())?;
        let left = Left(Arc::default());
        let has_left = Arc::clone(&left.0);
        let reading = tokio::task::spawn_blocking(move || {
            let _place = place;
            read(&|| has_left.load(Ordering::Relaxed))
        });
        Ok(reading.await.map_err(|_| broken())??)
    }

    fn enter(&self, address: IpAddr) -> Result<Reader<'_>, ApiError> {
        let mut counts = self.of_address.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_insert(0);
        if *count >= self.most {
            return Err(ApiError::TooMany);
        }
        *count += 1;
        Ok(Reader { readers: self, address })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    const OF_ADDRESS: usize = 8;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([127, 0, 0, last])
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn one_address_has_few_readers_and_the_others_are_served() {
        let readers = Readers::new(OF_ADDRESS);
        let (go, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let waiting: Vec<_> = (0..OF_ADDRESS)
            .map(|_| {
                let (readers, gate) = (readers.clone(), Arc::clone(&gate));
                tokio::spawn(async move {
                    readers.read(address(1), move |_| Ok(gate.lock().unwrap().recv().is_ok())).await
                })
            })
            .collect();
        while readers.of_address.lock().unwrap().get(&address(1)) != Some(&OF_ADDRESS) {
            tokio::task::yield_now().await;
        }
        assert!(matches!(readers.read(address(1), |_| Ok(())).await, Err(ApiError::TooMany)));
        assert!(readers.enter(address(2)).is_ok());
        for _ in 0..OF_ADDRESS {
            go.send(()).unwrap();
        }
        for one in waiting {
            assert!(one.await.unwrap().is_ok_and(|was_told| was_told));
        }
        assert!(readers.of_address.lock().unwrap().is_empty());
        assert!(readers.read(address(1), |_| Ok(())).await.is_ok());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_reader_whose_client_has_left_is_told_so_and_makes_room() {
        let readers = Readers::new(OF_ADDRESS);
        let (said, heard) = mpsc::channel();
        let reading = readers.clone();
        let client = tokio::spawn(async move {
            let until_left = move |has_left: &dyn Fn() -> bool| {
                said.send(()).unwrap();
                while !has_left() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                said.send(()).unwrap();
                Ok(())
            };
            reading.read(address(1), until_left).await
        });
        let heard = tokio::task::spawn_blocking(move || {
            heard.recv().unwrap();
            heard
        })
        .await
        .unwrap();
        client.abort();
        assert!(client.await.unwrap_err().is_cancelled());
        tokio::task::spawn_blocking(move || heard.recv().unwrap()).await.unwrap();
        while readers.room.available_permits() < AT_ONCE {
            tokio::task::yield_now().await;
        }
        assert!(readers.of_address.lock().unwrap().is_empty());
    }
}
