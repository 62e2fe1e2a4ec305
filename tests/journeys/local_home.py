# SPDX-License-Identifier: GPL-3.0-or-later
"""For tests of files of the user that are transcribed on this computer.

    with Home(program, service, worker) as user:
        user.call(0, "submit", "--wait", str(user.file("talk.mp3", "Its words.")))
"""
import contextlib
import json
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

import shell

SECONDS = 30  # in which anything that is waited for has to happen


def until(what, condition):
    """Waits for a condition, and returns what it found."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"it never came to this: {what}")


def say(**members):
    return f"say {json.dumps(members)}\n"


def recording(*words, title=None, tracks=None, hold=None, number=0):
    """What the worker of the test does with a file; the words come in paragraphs, held back after the first one."""
    media = {"type": "media", "length": 125.9, "bytes": 1} | ({"tracks": tracks} if tracks else {})
    lines = f"# {number}\nmedia {json.dumps({**media, 'title': title} if title else media)}\n"
    lines += say(type="length", seconds=125.9)
    for n, text in enumerate(words):
        lines += say(type="progress", state="transcription", percent=10 + n)
        lines += say(type="paragraph", start=1.5 + 10 * n, end=9.5 + 10 * n, speaker=None, text=text)
        if n == 0 and hold:
            lines += f"pid {hold}.pid\nhold {hold}\n"
    return lines + say(type="end", cut=False, seconds=125.9) + "exit 0\n"


class Home(shell.Shell):
    """A user whose program lies where the worker of the test is found instead of the real one."""

    def __init__(self, program, service, worker):
        tree = Path(tempfile.mkdtemp(prefix="trs-local-"))
        (tree / "worker").mkdir()
        (tree / "service").mkdir()
        for name in ("transcripts", "transcripts-command"):
            shutil.copy(Path(program).parent / name, tree / name)
        # They may have suffixes, as programs of a build have beside those that are installed.
        shutil.copy(service, tree / "service" / Path(service).name)
        shutil.copy(worker, tree / "worker" / Path(service).name.replace("-service", "-worker"))
        super().__init__(str(tree / "transcripts"))
        self.tree = tree
        self.account = ["--account", "local"]
        self.local = self.home / "data/transcripts/local"
        self.n = 0

    def __exit__(self, *details):
        for pid in self.services():
            os.kill(pid, signal.SIGKILL)
        super().__exit__(*details)
        shutil.rmtree(self.tree)

    def file(self, name, *words, **options):
        """Each recording is another one."""
        self.n += 1
        path = self.home / name
        path.write_text(recording(*words, number=self.n, **options))
        return path

    def settings(self, key, value):
        """As the window would save it."""
        path = self.home / "config/glib-2.0/settings/keyfile"
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_text().splitlines() if path.exists() else []
        header = "[io/github/transcripts_app/Transcripts]"
        lines = [line for line in lines if not line.startswith(f"{key}=")]
        if header not in lines:
            lines.append(header)
        lines.insert(lines.index(header) + 1, f"{key}={value}")
        path.write_text("\n".join(lines) + "\n")

    def processes(self, name):
        found = {}
        for folder in Path("/proc").iterdir():
            try:
                line = (folder / "cmdline").read_bytes().split(b"\0") if folder.name.isdigit() else [b""]
                state, parent = (folder / "stat").read_text().rsplit(")", 1)[1].split()[:2]
            except OSError:
                continue
            if state != "Z" and line[0].decode(errors="replace") == str(self.tree / name):
                found[int(folder.name)] = int(parent)
        # What was forked to become another program is none of these.
        return [pid for pid, parent in found.items() if parent not in found]

    def services(self):
        return self.processes("service/transcription-service")

    def workers(self):
        return self.processes("worker/transcription-worker")

    def tickets(self):
        return sorted(path.name for path in self.local.glob("tickets/*"))

    def keeps(self, words):
        """Whether a file of the service has these bytes. One that goes meanwhile has none."""
        for folder, _, names in os.walk(self.local):
            for path in (Path(folder, name) for name in names):
                with contextlib.suppress(FileNotFoundError):
                    if path.is_file() and words in path.read_bytes():
                        return True
        return False

    def holding(self, path):
        """Waits until the worker holds at @path."""
        until("the worker has begun", lambda: Path(f"{path}.pid").exists() and Path(f"{path}.pid").read_text().strip())

    def quiet(self):
        """Nobody needs the service: it ends within a second, with all that it has started."""
        begun = time.monotonic()
        until("all processes have ended", lambda: not self.services() and not self.workers())
        return time.monotonic() - begun

    def projects(self):
        return self.lines("list", *self.account)[:-1]
