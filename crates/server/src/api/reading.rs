//! Readers of finished rounds: on threads of their own, few and behind everything else; the addresses take turns, each
//! has few readers, and none goes on when its client has left. Passwords are worked on in the same way, though not behind
//! everything else.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use tokio::sync::oneshot;

use super::error::ApiError;
use super::{AppState, client};
use crate::hall::{HallError, guard};
use crate::records::Records;
use crate::system::step_back;

/// How many read at the same time at the most; on a small machine one processor is always left to the tables.
const AT_ONCE: usize = 4;

/// How many may wait, of all addresses together.
const WAITING_MOST: usize = 2_000;

/// All who read.
#[derive(Clone)]
pub(crate) struct Readers {
    desk: Arc<Desk>,
    /// How many readers one address may have, waiting ones included.
    most: usize,
}

/// Where they wait, and who serves them; whoever is served is gone when the last handle is dropped.
struct Desk {
    line: Arc<Line>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct Line {
    state: Mutex<State>,
    has_more: Condvar,
}

#[derive(Default)]
struct State {
    /// The addresses of which somebody waits, the next one first.
    turns: VecDeque<IpAddr>,
    addresses: HashMap<IpAddr, Address>,
    waiting: usize,
    /// The number of the last who came.
    last: u64,
    is_over: bool,
}

/// The readers of one address.
#[derive(Default)]
struct Address {
    /// How many they are, waiting or served.
    readers: usize,
    waiting: VecDeque<(u64, Reading)>,
}

/// What somebody wants to read.
type Reading = Box<dyn FnOnce() + Send>;

impl Line {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Serves one after another until the room closes.
    fn serve(&self) {
        while let Some(reading) = self.next() {
            if let Err(what) = guard(reading) {
                tracing::error!("a record cannot be read: {what}");
            }
        }
    }

    /// Whoever is next, once there is somebody; nobody when all is over.
    fn next(&self) -> Option<Reading> {
        let mut state = self.state();
        loop {
            if state.is_over {
                return None;
            }
            if let Some(reading) = state.next() {
                return Some(reading);
            }
            state = self.has_more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    /// The first reader of the address whose turn it is; the address goes to the end if it has more.
    fn next(&mut self) -> Option<Reading> {
        let address = self.turns.pop_front()?;
        let of = self.addresses.get_mut(&address)?;
        let (_, reading) = of.waiting.pop_front()?;
        if !of.waiting.is_empty() {
            self.turns.push_back(address);
        }
        self.waiting -= 1;
        Some(reading)
    }

    fn enter(&mut self, address: IpAddr, most: usize, reading: Reading) -> Result<u64, ApiError> {
        if self.is_over {
            return Err(ApiError::Broken("the room closes".to_owned()));
        }
        let of = self.addresses.get(&address);
        if self.waiting >= WAITING_MOST || of.is_some_and(|of| of.readers >= most) {
            return Err(ApiError::TooMany);
        }
        let of = self.addresses.entry(address).or_default();
        if of.waiting.is_empty() {
            self.turns.push_back(address);
        }
        self.last += 1;
        of.readers += 1;
        of.waiting.push_back((self.last, reading));
        self.waiting += 1;
        Ok(self.last)
    }

    fn leave(&mut self, address: IpAddr, number: u64) {
        let Some(of) = self.addresses.get_mut(&address) else { return };
        if let Some(place) = of.waiting.iter().position(|(other, _)| *other == number) {
            of.waiting.remove(place);
            self.waiting -= 1;
            if of.waiting.is_empty() {
                self.turns.retain(|other| *other != address);
            }
        }
        of.readers -= 1;
        if of.readers == 0 {
            self.addresses.remove(&address);
        }
    }
}

/// One reader of an address, waiting or served. When it is dropped it does not wait any more, and whoever serves it is
/// told that its client has left.
struct Reader<'a> {
    line: &'a Line,
    address: IpAddr,
    number: u64,
    has_left: Arc<AtomicBool>,
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        self.has_left.store(true, Ordering::Relaxed);
        self.line.state().leave(self.address, self.number);
    }
}

impl AppState {
    /// Reads finished rounds, logs and books for whoever asks from an address, beside the hall and when it is their turn;
    /// `read` is told whether the client has left.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        address: SocketAddr,
        read: impl FnOnce(&Records, &dyn Fn() -> bool) -> Result<T, HallError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let records = self.records.clone();
        self.readers.read(address.ip(), move |has_left| read(&records, has_left)).await
    }
}

impl Readers {
    /// Nobody reads yet; one address may have so many readers.
    pub(crate) fn new(most: usize) -> Readers {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Readers::served_by(processors.saturating_sub(1).clamp(1, AT_ONCE), most)
    }

    /// The same, served by so many threads.
    pub(crate) fn served_by(threads: usize, most: usize) -> Readers {
        Readers::made(threads, most, step_back)
    }

    /// Those who come in, or change a password, for which people wait. To work on one takes much memory and a while on
    /// purpose: of few at once, however many ask.
    pub(crate) fn of_passwords(most: usize) -> Readers {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Readers::made((processors / 2).clamp(1, AT_ONCE), most, || ())
    }

    fn made(threads: usize, most: usize, begin: fn()) -> Readers {
        let line = Arc::<Line>::default();
        let serve = |_| {
            let line = Arc::clone(&line);
            let thread = std::thread::Builder::new().name("reader".to_owned());
            let serve = move || {
                begin();
                line.serve();
            };
            thread.spawn(serve).expect("a thread for readers")
        };
        let threads = Mutex::new((0..threads).map(serve).collect());
        Readers { desk: Arc::new(Desk { line, threads }), most }
    }

    /// Reads beside the other requests when it is this address's turn; `read` is told whether its client has left.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        address: IpAddr,
        read: impl FnOnce(&dyn Fn() -> bool) -> Result<T, HallError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (sender, answer) = oneshot::channel();
        let has_left = Arc::<AtomicBool>::default();
        let left = Arc::clone(&has_left);
        let reading = Box::new(move || {
            let _ = sender.send(read(&|| left.load(Ordering::Relaxed)));
        });
        // Whoever has an address of version 6 has all of its network, and takes turns as one.
        let address = client(address);
        let line = &self.desk.line;
        let number = line.state().enter(address, self.most, reading)?;
        let _reader = Reader { line, address, number, has_left };
        line.has_more.notify_one();
        let broken = |_| ApiError::Broken("it cannot be worked out".to_owned());
        Ok(answer.await.map_err(broken)??)
    }

    /// Serves nobody any more, and waits until those who were served are done.
    pub(crate) fn end(&self) {
        self.desk.close();
        let threads = std::mem::take(&mut *self.desk.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            let _ = thread.join();
        }
    }
}

impl Desk {
    fn close(&self) {
        let mut state = self.line.state();
        state.is_over = true;
        for of in state.addresses.values_mut() {
            of.waiting.clear();
        }
        state.turns.clear();
        state.waiting = 0;
        self.line.has_more.notify_all();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.close();
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

    impl Readers {
        /// How many readers an address has.
        fn of(&self, address: IpAddr) -> usize {
            self.desk.line.state().addresses.get(&address).map_or(0, |of| of.readers)
        }

        async fn until(&self, address: IpAddr, readers: usize) {
            while self.of(address) != readers {
                tokio::task::yield_now().await;
            }
        }
    }

    /// Somebody who is served and does not go on before told.
    fn hold(readers: &Readers, whose: IpAddr) -> (mpsc::Sender<()>, tokio::task::JoinHandle<()>) {
        let (go, gate) = mpsc::channel::<()>();
        let readers = readers.clone();
        let held = tokio::spawn(async move {
            assert!(
                readers.read(whose, move |_| Ok(gate.recv().is_ok())).await.is_ok_and(|was_told| was_told)
            );
        });
        (go, held)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn one_address_has_few_readers_and_the_others_are_served() {
        let readers = Readers::new(OF_ADDRESS);
        let waiting: Vec<_> = (0..OF_ADDRESS).map(|_| hold(&readers, address(1))).collect();
        readers.until(address(1), OF_ADDRESS).await;
        assert!(matches!(readers.read(address(1), |_| Ok(())).await, Err(ApiError::TooMany)));
        let other = tokio::spawn({
            let readers = readers.clone();
            async move { readers.read(address(2), |_| Ok(())).await }
        });
        for (go, _) in &waiting {
            go.send(()).unwrap();
        }
        assert!(other.await.unwrap().is_ok());
        for (_, held) in waiting {
            held.await.unwrap();
        }
        assert_eq!(readers.of(address(1)), 0);
        assert!(readers.read(address(1), |_| Ok(())).await.is_ok());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_network_of_version_six_reads_as_one_address() {
        let readers = Readers::served_by(1, 2);
        let of = |text: &str| -> IpAddr { text.parse().unwrap() };
        let network = of("2001:db8:0:7::");
        let held: Vec<_> = ["2001:db8:0:7::1", "2001:db8:0:7:ffff::2"]
            .into_iter()
            .map(|address| hold(&readers, of(address)))
            .collect();
        readers.until(network, 2).await;
        let third = readers.read(of("2001:db8:0:7::3"), |_| Ok(())).await;
        assert!(matches!(third, Err(ApiError::TooMany)));
        for (go, held) in held {
            go.send(()).unwrap();
            held.await.unwrap();
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn addresses_take_turns() {
        let readers = Readers::served_by(1, OF_ADDRESS);
        let (go, held) = hold(&readers, address(9));
        readers.until(address(9), 1).await;
        let (said, heard) = mpsc::channel();
        let mut all = Vec::new();
        for (whose, nth) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)] {
            let (readers, said) = (readers.clone(), said.clone());
            let before = readers.of(address(whose));
            let reading = readers.clone();
            all.push(tokio::spawn(async move {
                let read = move |_: &dyn Fn() -> bool| Ok(said.send((whose, nth)).is_ok());
                assert!(reading.read(address(whose), read).await.unwrap());
            }));
            readers.until(address(whose), before + 1).await;
        }
        go.send(()).unwrap();
        held.await.unwrap();
        for one in all {
            one.await.unwrap();
        }
        let order: Vec<(u8, u8)> = heard.try_iter().collect();
        assert_eq!(order, [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (1, 3)]);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_reader_whose_client_has_left_is_told_so_and_makes_room() {
        let readers = Readers::served_by(1, OF_ADDRESS);
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
        // Another one waits behind it, and leaves before its turn.
        let waiting = readers.clone();
        let second = tokio::spawn(async move {
            let never = |_: &dyn Fn() -> bool| -> Result<(), HallError> { panic!("nobody waits for this") };
            waiting.read(address(1), never).await
        });
        readers.until(address(1), 2).await;
        second.abort();
        assert!(second.await.unwrap_err().is_cancelled());
        assert_eq!(readers.desk.line.state().waiting, 0);
        client.abort();
        assert!(client.await.unwrap_err().is_cancelled());
        tokio::task::spawn_blocking(move || heard.recv().unwrap()).await.unwrap();
        assert_eq!(readers.of(address(1)), 0);
        assert!(readers.desk.line.state().addresses.is_empty());
        assert!(readers.read(address(1), |_| Ok(())).await.is_ok());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_breaks_while_it_is_read_breaks_nothing_else() {
        let readers = Readers::served_by(1, OF_ADDRESS);
        let broken = readers.read(address(1), |_| -> Result<(), HallError> { panic!("on purpose") }).await;
        assert!(matches!(broken, Err(ApiError::Broken(_))));
        assert!(readers.read(address(1), |_| Ok(())).await.is_ok());
        readers.end();
        assert!(matches!(readers.read(address(1), |_| Ok(())).await, Err(ApiError::Broken(_))));
    }
}
