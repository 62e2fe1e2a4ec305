#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-local.py TRANSCRIPTS SERVICE FAKE-WORKER: files of the user are
transcribed on this computer, by one service for all programs of the home,
whoever of them is killed."""
import json
import os
import shutil
import signal
import sqlite3
import stat
import sys
import tempfile
import time
from pathlib import Path

import shell

PROGRAM, SERVICE, WORKER = map(os.path.abspath, sys.argv[1:])
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


def recording(*words, title=None, hold=None, number=0):
    """What the worker of the test does with a file; the words come in paragraphs, held back after the first one."""
    media = {"type": "media", "length": 125.9, "bytes": 1}
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

    def __init__(self):
        tree = Path(tempfile.mkdtemp(prefix="trs-local-"))
        (tree / "worker").mkdir()
        (tree / "service").mkdir()
        for name in ("transcripts", "transcripts-command"):
            shutil.copy(Path(PROGRAM).parent / name, tree / name)
        # They may have suffixes, as programs of a build have beside those that are installed.
        shutil.copy(SERVICE, tree / "service" / Path(SERVICE).name)
        shutil.copy(WORKER, tree / "worker" / Path(SERVICE).name.replace("-service", "-worker"))
        super().__init__(str(tree / "transcripts"))
        self.tree = tree
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

    def holding(self, path):
        """Waits until the worker holds at @path."""
        until("the worker has begun", lambda: Path(f"{path}.pid").exists() and Path(f"{path}.pid").read_text().strip())

    def quiet(self):
        """Nobody needs the service: it ends within a second, with all that it has started."""
        begun = time.monotonic()
        until("all processes have ended", lambda: not self.services() and not self.workers())
        return time.monotonic() - begun

    def projects(self):
        return self.lines("list", "--account", "local")[:-1]


def words_of_a_file():
    with Home() as user:
        path = user.file("talk.mp3", "Good evening.", "Good night.", title="A talk")
        out, err = user.call(0, "submit", "--wait", "talk.mp3")
        assert "Good evening.\n" in out and "Good night.\n" in out, out
        assert user.quiet() < SECONDS
        [project] = user.projects()
        assert project["title"] == "A talk" and project["state"] == "done", project

        # What made the words is known, and said below a quotation, which nobody has checked.
        assert project["recognizer"] == "pocketsphinx", project
        quoted, _ = user.call(0, "quote", "--account", "local", project["id"], "0:01")
        assert "Good evening." in quoted and "Recognised on this computer by PocketSphinx." in quoted, quoted

        # Again, and under another name: it is the same recording, and costs nothing.
        before = path.stat()
        shutil.copy(path, user.home / "copy.mp3")
        assert user.call(0, "submit", "--wait", str(path))[0] == out
        assert user.call(0, "submit", "--wait", "./copy.mp3")[0] == out
        assert len(user.projects()) == 1 and len(user.tickets()) == 1
        assert path.stat() == before

        # Without a title in its tags it is called as the file is.
        user.file("Minutes of May.ogg", "Nothing.")
        user.call(0, "submit", "--wait", "Minutes of May.ogg")
        assert [project["title"] for project in user.projects()] == ["Minutes of May.ogg", "A talk"]
        [account] = user.lines("accounts")[:-1]
        assert account["local"] and not account["sample"] and account["server"] is None, account


def what_is_a_file():
    with Home() as user:
        user.file("talk.mp3", "Words.")
        user.file("harbour-clip", "Words.")
        for words, said in ((["talk.mp3", "abcdefghijk"], "together"), (["abcdefghijk", "./harbour-clip"], "together"),
                            (["talk.mp3", "--server", "http://127.0.0.1:9", "--key-stdin"], "neither a server"),
                            (["missing.mp3"], "account")):
            _, err = user.call(3 if "missing.mp3" in words else 2, "submit", *words)
            assert said in err, err
        # A name without a slash and without the extension of a recording is a video.
        _, err = user.call(3, "submit", "harbour-clip")
        assert "account" in err, err
        assert not user.local.exists()
        user.call(0, "submit", "--wait", "./harbour-clip")


def what_cannot_be_transcribed():
    with Home() as user:
        (user.home / "empty.mp3").touch()
        (user.home / "text.mp3").write_text("These are no sounds.\n")
        (user.home / "folder.mp3").mkdir()
        os.mkfifo(user.home / "pipe.mp3")
        for name, status, said in (("empty.mp3", 2, "empty"), ("folder.mp3", 2, "not a file"), ("pipe.mp3", 2, "not a file"),
                                   ("text.mp3", 5, "can’t be transcribed")):
            _, err = user.call(status, "submit", "--wait", name)
            assert said in err and name in err, err
            assert user.tickets() == [], name
        # What is wrong with one of them keeps all of them back, and nothing stays.
        user.file("talk.mp3", "Words.")
        user.call(2, "submit", "talk.mp3", "empty.mp3")
        assert user.tickets() == []


def privacy():
    with Home() as user:
        hold = user.home / "go"
        secret = user.home / "a folder that nobody may know"
        secret.mkdir()
        path = user.file("a folder that nobody may know/talk.mp3", "One.", "Two.", hold=hold)
        waiting = user.begin("submit", "--wait", "--format", "json", str(path))
        user.holding(hold)
        note = user.local / "service.json"
        for entry in (user.local, user.local / "tickets"):
            assert stat.S_IMODE(entry.stat().st_mode) == 0o700, entry
        for entry in (note, user.local / "service.db", *user.local.glob("tickets/*")):
            assert stat.S_IMODE(entry.stat().st_mode) == 0o600, entry
        known = json.loads(note.read_text())
        assert known["address"].startswith("http://127.0.0.1:")
        for folder in Path("/proc").iterdir():
            for name in ("cmdline", "environ"):
                try:
                    assert not folder.name.isdigit() or known["key"].encode() not in (folder / name).read_bytes(), folder
                except OSError:
                    pass
        hold.touch()
        out, err = waiting.communicate(timeout=SECONDS)
        assert waiting.returncode == 0, err
        user.quiet()
        assert known["key"] not in out.decode()

        # No path and no link leads to the file.
        texts = [out.decode()]
        for kind in ("txt", "md", "html", "csv", "srt", "json"):
            texts.append(user.call(0, "show", "--account", "local", "--format", kind, user.projects()[0]["id"])[0])
        for text in texts:
            assert "Two." in text and "nobody may know" not in text and "file:" not in text, text

        # Each start has a key of its own.
        user.call(0, "status", "--account", "local")
        assert json.loads(note.read_text())["key"] != known["key"]


def without_waiting():
    with Home() as user:
        hold = user.home / "go"
        path = user.file("talk.mp3", "One.", "Two.", hold=hold)
        out, err = user.call(0, "submit", str(path))
        assert "Will be transcribed while Transcripts is running" in err
        user.quiet()
        hold.touch()
        # Who waits for it later does the work that was left.
        assert "Two.\n" in user.call(0, "submit", "--wait", str(path))[0]
        assert len(user.projects()) == 1


def at_the_same_moment():
    with Home() as user:
        paths = [user.file(f"talk-{n}.mp3", f"Words of {n}.") for n in range(3)]
        programs = [user.begin("submit", "--wait", str(paths[n % 3])) for n in range(6)]
        most = 0
        while any(program.poll() is None for program in programs):
            most = max(most, len(user.services()))
            time.sleep(0.005)
        for n, program in enumerate(programs):
            out, err = program.communicate()
            assert program.returncode == 0 and f"Words of {n % 3}.\n" in out.decode(), (out, err)
        assert most == 1, most
        user.quiet()
        assert len(user.projects()) == 3 and len(user.tickets()) == 3


def one_account():
    """Also for whoever looks while another program submits its first file."""
    with Home() as user:
        user.call(0, "submit", "--wait", str(user.file("talk.mp3", "Words.")))
        with sqlite3.connect(user.home / "data/transcripts/transcripts.db") as database:
            database.execute("UPDATE submission SET decided_at = 0")
            database.execute("DELETE FROM project")
        database.close()
        user.call(0, "list", "--offline", "--account", "local")
        assert len(user.lines("accounts")[:-1]) == 1


def killed_in_turn():
    with Home() as user:
        hold = user.home / "go"
        path = user.file("talk.mp3", "One.", "Two.", hold=hold)
        programs = [user.begin("submit", "--wait", str(path)) for _ in range(3)]
        user.holding(hold)
        [service] = user.services()
        until("all of them know the service", lambda: all(holds_life_line(user, program) for program in programs))
        for program in programs[:2]:
            program.kill()
            program.communicate()
            # Nobody has to start it again.
            time.sleep(0.3)
            assert user.services() == [service]
        programs[2].kill()
        programs[2].communicate()
        assert user.quiet() < 3

        # Nothing is lost, and nothing is there twice.
        hold.touch()
        out, _ = user.call(0, "submit", "--wait", str(path))
        assert out.count("One.") == 1 and out.count("Two.") == 1, out
        assert len(user.projects()) == 1


def holds_life_line(user, program):
    """Whether the command that took the place of @program holds the end of the pipe."""
    line = os.stat(user.local / "life-line")
    for entry in Path(f"/proc/{program.pid}/fd").iterdir():
        try:
            found = entry.stat()
        except OSError:
            continue
        if (found.st_dev, found.st_ino) == (line.st_dev, line.st_ino):
            return True
    return False


def service_killed():
    with Home() as user:
        hold = user.home / "go"
        path = user.file("talk.mp3", "One.", "Two.", hold=hold)
        programs = [user.begin("submit", "--wait", str(path)) for _ in range(2)]
        for _ in range(3):
            user.holding(hold)
            until("both know the service", lambda: all(holds_life_line(user, program) for program in programs))
            Path(f"{hold}.pid").unlink()
            [service] = user.services()
            os.kill(service, signal.SIGKILL)
            until("another one has taken its place", lambda: user.services() not in ([], [service]))
            assert len(user.services()) == 1
        user.holding(hold)
        hold.touch()
        for program in programs:
            out, err = program.communicate(timeout=SECONDS)
            assert program.returncode == 0 and out.decode().count("One.") == 1 and "Two.\n" in out.decode(), (out, err)
        assert len(user.projects()) == 1


def interrupted():
    with Home() as user:
        hold = user.home / "go"
        path = user.file("talk.mp3", "One.", "Two.", hold=hold)
        waiting = user.begin("submit", "--wait", str(path))
        user.holding(hold)
        waiting.send_signal(signal.SIGINT)
        waiting.communicate(timeout=SECONDS)
        assert waiting.returncode == 130, waiting.returncode
        user.quiet()
        assert len(user.tickets()) == 1
        hold.touch()
        assert "Two.\n" in user.call(0, "submit", "--wait", str(path))[0]


def changed_or_removed():
    with Home() as user:
        for name, change in (("changed.mp3", lambda path: path.write_text("Something else\n")),
                             ("removed.mp3", lambda path: path.unlink())):
            hold = user.home / f"go-{name}"
            path = user.file(name, "One.", "Two.", hold=hold)
            waiting = user.begin("submit", "--wait", str(path))
            user.holding(hold)
            change(path)
            os.kill(user.services()[0], signal.SIGKILL)
            out, err = waiting.communicate(timeout=SECONDS)
            assert waiting.returncode == 9, (out, err)
        assert [project["state"] for project in user.projects()] == ["failed", "failed"]


def cancelled():
    """Whoever removes the ticket ends the job, and nothing stays of it."""
    with Home() as user:
        hold = user.home / "go"
        path = user.file("talk.mp3", "A heron in the reeds.", "Two.", hold=hold)
        other = user.file("other.mp3", "Words.")
        waiting = user.begin("submit", "--wait", str(path))
        user.holding(hold)
        worker = int(Path(f"{hold}.pid").read_text())
        (user.local / "tickets" / user.tickets()[0]).unlink()
        until("the worker has ended", lambda: worker not in user.workers())
        until("nothing is left", lambda: not any(
            b"heron" in entry.read_bytes() for entry in user.local.rglob("*") if entry.is_file()))
        waiting.kill()
        waiting.communicate()
        assert path.exists()
        user.call(0, "submit", "--wait", str(other))


def removed():
    """With the text here goes the text there."""
    with Home() as user:
        path = user.file("talk.mp3", "A heron in the reeds.", title="Of birds")
        user.call(0, "submit", "--wait", str(path))
        [project] = user.projects()
        user.call(0, "remove", "--yes", "--account", "local", project["id"])
        assert user.projects() == [] and user.tickets() == []
        user.quiet()
        for entry in (user.home / "data").rglob("*"):
            assert not entry.is_file() or b"heron" not in entry.read_bytes(), entry
            assert not entry.is_file() or b"Of birds" not in entry.read_bytes(), entry
        assert path.exists()


if __name__ == "__main__":
    sys.exit(shell.main([
        words_of_a_file, what_is_a_file, what_cannot_be_transcribed, privacy, without_waiting, at_the_same_moment,
        one_account, killed_in_turn, service_killed, interrupted, changed_or_removed, cancelled,
        removed]))
