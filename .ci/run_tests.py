#!/usr/bin/env python3
"""Runs every test program of the workspace, as many at a time as there are processors.

Cargo runs one program after the other, so that a program that waits (a browser, a killed room) leaves the
processors idle. Here the programs that took longest the last time begin first, on a new machine those known to be
long. Each is run as cargo would: in the folder of its package. What a program printed is shown if it failed.
Examples in the documentation are cargo's own to run. Ends with 1 if anything failed or no test ran.
"""

import json
import os
import re
import subprocess
import sys
import threading
import time

TIMES = os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), "test-times.json")
# What begins first where nothing is known of an earlier run.
LONG = ["cardroom browser", "server every_book", "server leaks", "odds money", "odds blackjack", "cardroom kill", "cardroom promotions"]
CLOSING = re.compile(
    r"test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored|^(?:\w+: )?(\d+) passed, (\d+) failed", re.MULTILINE
)


def built():
    """Builds every test program and gives (name, program, folder of its package) of each."""
    command = ["cargo", "test", "--workspace", "--no-run", "--message-format=json-render-diagnostics", "--quiet"]
    building = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if building.returncode:
        sys.exit(building.returncode)
    programs = []
    for line in building.stdout.splitlines():
        message = json.loads(line)
        if message.get("reason") != "compiler-artifact" or not message.get("executable"):
            continue
        if not message["profile"]["test"]:
            continue
        folder = os.path.dirname(message["manifest_path"])
        name = f"{os.path.basename(folder)} {message['target']['name']}"
        if "lib" in message["target"]["kind"]:
            name += " (unit tests)"
        programs.append((name, message["executable"], folder))
    return programs


class Run:
    """The programs that are still to be run, and what came of the others."""

    def __init__(self, programs, times):
        self.waiting = sorted(programs, key=lambda program: times.get(program[0], 1e6 if program[0] in LONG else 1.0))
        self.count = len(programs)
        self.times = times
        self.done = self.passed = self.failed = self.ignored = 0
        self.broken = []
        self.lock = threading.Lock()

    def work(self):
        """Takes one program after the other until none is left."""
        while True:
            with self.lock:
                if not self.waiting:
                    return
                name, program, folder = self.waiting.pop()
            start = time.monotonic()
            ran = subprocess.run(
                [program, "--quiet"],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={**os.environ, "CARGO_MANIFEST_DIR": folder},
            )
            self.tell(name, ran, time.monotonic() - start)

    def tell(self, name, ran, seconds):
        """Counts what a program has shown, and prints a line, or all of it if it failed."""
        text = ran.stdout.decode(errors="replace")
        with self.lock:
            self.done += 1
            self.times[name] = seconds
            for found in CLOSING.finditer(text):
                passed, failed, ignored, plain_passed, plain_failed = found.groups()
                self.passed += int(passed or plain_passed)
                self.failed += int(failed or plain_failed)
                self.ignored += int(ignored or 0)
            if ran.returncode:
                self.broken.append(name)
                print(f"\n---- {name}\n{text}\n---- {name} ended with {ran.returncode}\n", flush=True)
            else:
                print(f"[{self.done}/{self.count}] {name}: {seconds:.1f} s", flush=True)


def main():
    """Builds, runs and sums up."""
    try:
        with open(TIMES) as file:
            times = json.load(file)
    except (OSError, ValueError):
        times = {}
    run = Run(built(), times)
    workers = [threading.Thread(target=run.work) for _ in range(max(2, os.cpu_count() or 2))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    with open(TIMES, "w") as file:
        json.dump(run.times, file, indent=1)
    if run.broken:
        print("failed: " + ", ".join(sorted(run.broken)))
    failed = max(run.failed, len(run.broken))
    print(f"{run.passed} passed, {failed} failed")
    sys.exit(1 if failed or not run.passed else 0)


if __name__ == "__main__":
    main()
