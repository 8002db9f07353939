//! The room as a process of its own, as an operator starts it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command as Program, Stdio};
use std::sync::mpsc::{Receiver, channel};

use client::Site;
use serde_json::Value;

/// A process that is gone at the latest when this is dropped.
pub(crate) struct Process(pub(crate) Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The line with which an open room greets: its address, and the password of the staff the first time.
pub(crate) type Greeting = (Site, Option<String>);

/// The program; what follows is told to it by the caller.
pub(crate) fn cardroom() -> Program {
    Program::new(env!("CARGO_BIN_EXE_cardroom"))
}

/// Starts a program that opens a room, and hears its greeting; killed before it was open, it says nothing.
pub(crate) fn open(program: &mut Program) -> (Process, Receiver<Greeting>) {
    open_with(program, Stdio::null())
}

/// The same, with what the program says of itself going elsewhere.
pub(crate) fn open_with(program: &mut Program, errors: Stdio) -> (Process, Receiver<Greeting>) {
    let mut child = program.stdout(Stdio::piped()).stderr(errors).spawn().unwrap();
    let (sender, receiver) = channel();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    std::thread::spawn(move || {
        let Some(Ok(line)) = lines.next() else { return };
        let Ok(greeting) = serde_json::from_str::<Value>(&line) else { return };
        let (_, address) = greeting["address"].as_str().unwrap().split_once("://").unwrap();
        let address = address.parse().unwrap();
        let _ = sender.send((Site(address), greeting["house_password"].as_str().map(str::to_owned)));
    });
    (Process(child), receiver)
}
