#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-shell.py TRANSCRIPTS MAKE-HISTORY: what commands cost that go through a long history. `list` against sqlite3
printing the same columns, in processor time; its memory, and how soon its first line is there; `export` into a folder
against the same to one stream. Prints ratios, all of things that were measured in the same run."""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 7
ADDRESS = "https://transcribe.invalid"
N_TEXTS = 1000
COLUMNS = ("SELECT lower (hex (id)), strftime ('%Y-%m-%dT%H:%M:%SZ', created_at / 1000000, 'unixepoch'), "
           "CASE state WHEN 3 THEN 'done' ELSE 'failed' END, title FROM project WHERE account = 1 "
           "ORDER BY sort_at DESC, row DESC")


def make_home(folder, make_history, *numbers):
    env = dict(os.environ, GSETTINGS_BACKEND="keyfile", DBUS_SESSION_BUS_ADDRESS="disabled:", HOME=folder)
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        env[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
    settings = os.path.join(folder, "config/glib-2.0/settings")
    os.makedirs(settings)
    with open(os.path.join(settings, "keyfile"), "w", encoding="utf-8") as file:
        file.write(f"[io/github/transcripts_app/Transcripts]\nserver-address='{ADDRESS}'\n")
    os.makedirs(os.path.join(folder, "data/transcripts"), 0o700)
    subprocess.run([make_history, database(env), ADDRESS, *map(str, numbers)], check=True, env=env,
                   stdout=subprocess.DEVNULL)
    return env


def database(env):
    return os.path.join(env["XDG_DATA_HOME"], "transcripts", "transcripts.db")


def run(env, *arguments):
    """Returns seconds of processor time, seconds on the clock until the first output and until the end, and the
    memory at the most, in MiB."""
    start = time.monotonic()
    with subprocess.Popen(arguments, env=env, stdout=subprocess.PIPE, cwd=env["HOME"]) as process:
        os.read(process.stdout.fileno(), 4096)
        first = time.monotonic() - start
        while os.read(process.stdout.fileno(), 65536):
            continue
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    return usage.ru_utime + usage.ru_stime, first, time.monotonic() - start, usage.ru_maxrss / 1024


def measure(env, *commands):
    """Runs the commands in turn, so that what else happens on the machine meets all of them; returns medians."""
    results = [[] for _ in commands]
    for _ in range(RUNS):
        for result, command in zip(results, commands):
            result.append(run(env, *command))
    return [[statistics.median(column) for column in zip(*result)] for result in results]


def bench_list(folder, program, make_history):
    sqlite = shutil.which("sqlite3")
    memory = {}
    for number in (1, 10000, 100000):
        env = make_home(os.path.join(folder, str(number)), make_history, number)
        ours = [program, "list", "--offline"]
        own, *other = measure(env, ours, *([[sqlite, database(env), COLUMNS]] if sqlite else []))
        memory[number] = own[3]
        if number == 1:
            continue
        print(f"list, {number:,} videos: {own[0] * 1000:.0f} ms of processor time", end="")
        if other:
            print(f", {own[0] / other[0][0]:.1f} times sqlite3 ({other[0][0] * 1000:.0f} ms, goal 20)", end="")
        print(f"; first line after {own[1] * 1000:.0f} ms (goal 200 at 100,000); {own[3]:.1f} MiB, "
              f"{own[3] / memory[1]:.2f} times that of one video (goal 1)", flush=True)


def bench_export(folder, program, make_history):
    env = make_home(os.path.join(folder, "texts"), make_history, N_TEXTS, N_TEXTS)
    listed = subprocess.run([program, "list", "--offline", "--show", "done"], env=env, check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    ids = [line.split("\t")[0] for line in listed.splitlines()]
    export = [program, "export", "--offline", *ids]
    stream, into = [], []
    for number in range(RUNS):
        stream.append(run(env, *export, "-o", "-"))
        into.append(run(env, *export, "-o", f"exported-{number}/"))
        assert len(os.listdir(os.path.join(env["HOME"], f"exported-{number}"))) == len(ids)
    one, many = ([statistics.median(column) for column in zip(*results)] for results in (stream, into))
    print(f"export, {len(ids):,} transcripts into a folder: {many[2]:.2f} s, {many[2] / one[2]:.2f} times one stream "
          f"({one[2]:.2f} s, goal 3); first name after {many[1] * 1000:.0f} ms; "
          f"{many[0] / one[0]:.2f} times the processor time", flush=True)


def main(program, make_history):
    # Not in memory: the disk is waited for.
    with tempfile.TemporaryDirectory(dir=os.getcwd()) as folder:
        bench_list(folder, program, make_history)
        bench_export(folder, program, make_history)


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:]))
