#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-start.py PROBE-OURS PROBE-EMPTY OURS EMPTY MAKE-HISTORY [--idle SECONDS]: what the
window costs against an empty AdwApplicationWindow, measured in the same run:
time and work from fork to the end of the first frame, resident memory, and wake-ups of
all threads while nothing happens. Prints ratios; needs a display.

Under X, cairo keeps the shared memory in which the largest frame was handed over as long as
the next ones fit in there. A window that nothing happens in after its first frame has none;
so the memory is told with it and without."""
import os
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 11
REST = 26
ADDRESS = "https://transcribe.invalid"
GROUP = "[io/github/transcripts_app/Transcripts]\n"


def environment(folder, settings):
    env = dict(os.environ, GSETTINGS_BACKEND="keyfile", DBUS_SESSION_BUS_ADDRESS="disabled:")
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        env[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
    keyfile = os.path.join(folder, "config", "glib-2.0", "settings", "keyfile")
    os.makedirs(os.path.dirname(keyfile))
    with open(keyfile, "w", encoding="utf-8") as file:
        file.write(GROUP + settings)
    return env


def with_history(folder, make_history, number):
    env = environment(folder, f"server-address='{ADDRESS}'\n")
    path = os.path.join(env["XDG_DATA_HOME"], "transcripts")
    os.makedirs(path, 0o700)
    subprocess.run([make_history, os.path.join(path, "transcripts.db"), ADDRESS, str(number)], check=True,
                   env=dict(env, G_DEBUG="fatal-warnings"), stdout=subprocess.DEVNULL)
    return env


def probe(program, env):
    start = str(time.monotonic_ns() // 1000)
    result = subprocess.run([program, start], env=env, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            text=True, timeout=60)
    frame, work, memory, shared = result.stdout.split()
    return float(frame), float(work), int(memory) / 1024, (int(memory) - int(shared)) / 1024


def wakeups(pid):
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("voluntary_ctxt_switches"):
                    total += int(line.split()[1])
    return total


def idle(program, env, seconds):
    process = subprocess.Popen([program], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        # Worker threads of GLib leave after 15 seconds.
        time.sleep(REST)
        before = wakeups(process.pid)
        time.sleep(seconds)
        return (wakeups(process.pid) - before) * 60 / seconds
    finally:
        process.terminate()
        process.wait(10)


def main(probe_ours, probe_empty, ours, empty, make_history, seconds):
    with tempfile.TemporaryDirectory() as folder:
        first_run = environment(os.path.join(folder, "first"), "")
        account = environment(os.path.join(folder, "account"), f"server-address='{ADDRESS}'\n")
        cases = {
            "empty window": (probe_empty, first_run),
            "welcome page": (probe_ours, first_run),
            "history, no key": (probe_ours, account),
            "100 projects": (probe_ours, with_history(os.path.join(folder, "few"), make_history, 100)),
            "100,000 projects": (probe_ours, with_history(os.path.join(folder, "many"), make_history, 100000)),
        }
        samples = {name: [] for name in cases}
        for run in range(RUNS + 1):
            for name, (program, env) in cases.items():
                sample = probe(program, env)
                if run > 0:
                    samples[name].append(sample)

        base = [statistics.median(column) for column in zip(*samples["empty window"])]
        print(f"{'first frame':24} {'ms':>8} {'ratio':>7} {'CPU ms':>8} {'ratio':>7} {'MB':>8} {'ratio':>7} {'+MB':>7} "
              f"{'+MB own':>8}")
        for name, values in samples.items():
            frame, work, memory, own = (statistics.median(column) for column in zip(*values))
            print(f"{name:24} {frame:8.1f} {frame / base[0]:7.2f} {work:8.1f} {work / base[1]:7.2f} "
                  f"{memory:8.1f} {memory / base[2]:7.2f} {memory - base[2]:7.1f} {own - base[3]:8.1f}")

        print("wake-ups a minute at rest")
        for name, program, env in (("empty window", empty, first_run), ("welcome page", ours, first_run),
                                   ("history, no key", ours, account)):
            print(f"{name:24} {idle(program, env, seconds):8.1f}", flush=True)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    idle_seconds = 30
    if "--idle" in arguments:
        position = arguments.index("--idle")
        idle_seconds = int(arguments[position + 1])
        del arguments[position:position + 2]
    main(*arguments, idle_seconds)
