#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-help.py TRANSCRIPTS REFERENCE [ARGUMENT...]: what it costs the processor to ask `transcripts` for its help, its
version or the list of accounts, against another program that is asked for its version (`sqlite3 -version`), in turn in
the same run. Prints the medians in milliseconds, and ratios."""
import os
import statistics
import sys
import tempfile

RUNS = 50


def measure(command, env):
    """The processor time of one run, in milliseconds."""
    nowhere = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
    pid = os.posix_spawn(command[0], command, env, file_actions=[nowhere])
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)} failed")
    return (usage.ru_utime + usage.ru_stime) * 1000


def main(program, reference):
    with tempfile.TemporaryDirectory() as home:
        env = dict(os.environ, HOME=home, XDG_DATA_HOME=home, DBUS_SESSION_BUS_ADDRESS="disabled:")
        commands = [reference] + [[program, *words] for words in (["help"], ["--version"], ["accounts"])]
        samples = [[] for _ in commands]
        for _ in range(RUNS):
            for command, times in zip(commands, samples):
                times.append(measure(command, env))
        base = statistics.median(samples[0])
        print(f"{'processor time':32} {'ms':>8} {'ratio':>7}")
        for command, times in zip(commands, samples):
            words = " ".join([os.path.basename(command[0]), *command[1:]])
            print(f"{words:32} {statistics.median(times):8.2f} {statistics.median(times) / base:7.2f}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
