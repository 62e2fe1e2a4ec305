#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-provider.py PROVIDER ASK MAKE-HISTORY: how soon the search of the desktop has its answer: from a program that
runs, and from one that the bus has to start first. ASK asks and prints the milliseconds of each question."""
import os
import statistics
import subprocess
import sys
import tempfile

ADDRESS = "https://transcribe.invalid"
SERVICE = "io.github.transcripts_app.Transcripts.SearchProvider"
# What is in all texts, in few, in a title, in none, and what somebody has just begun to type.
QUERIES = ["harbour", "4711", "mayor spoke", "Café quay", "nowhere", "h"]
CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir={folder}</listen><servicedir>{folder}/services</servicedir>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy></busconfig>"""


def main(provider, ask, make_history):
    # Not in memory: the disk is waited for.
    with tempfile.TemporaryDirectory(dir=os.getcwd()) as folder:
        env = dict(os.environ, GSETTINGS_BACKEND="keyfile", HOME=folder, XDG_DATA_HOME=os.path.join(folder, "data"),
                   XDG_CONFIG_HOME=os.path.join(folder, "config"))
        for name, text in {
                "config/glib-2.0/settings/keyfile": "[io/github/transcripts_app/Transcripts]\ndesktop-search=true\n",
                f"services/{SERVICE}.service": f"[D-BUS Service]\nName={SERVICE}\nExec={provider}\n",
                "bus.conf": CONFIG.format(folder=folder)}.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        os.makedirs(os.path.join(folder, "data/transcripts"), 0o700)
        database = os.path.join(folder, "data/transcripts/transcripts.db")
        for projects, texts in ((1000, 1000), (10000, 3000)):
            for suffix in ("", "-wal", "-shm"):
                if os.path.exists(database + suffix):
                    os.remove(database + suffix)
            subprocess.run([make_history, database, ADDRESS, str(projects), str(texts)], env=env, check=True,
                           stdout=subprocess.DEVNULL)
            for query in QUERIES:
                cold, warm = [], []
                for _ in range(3):
                    with subprocess.Popen(["dbus-daemon", f"--config-file={folder}/bus.conf", "--print-address",
                                           "--nofork"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env,
                                          text=True) as bus:
                        try:
                            address = bus.stdout.readline().strip()
                            asked = subprocess.run([ask, address, *query.split()], check=True, env=env, timeout=60,
                                                   stdout=subprocess.PIPE, text=True).stdout.split()
                        finally:
                            bus.terminate()
                    first, *others, found = asked
                    cold.append(float(first))
                    warm += map(float, others)
                print(f"{projects:,} videos, {texts:,} transcripts, {query!r}: {found} found; "
                      f"{statistics.median(warm):.1f} ms warm (worst {max(warm):.1f}, goal 50), "
                      f"{statistics.median(cold):.1f} ms with activation (worst {max(cold):.1f}, goal 150)", flush=True)


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:]))
