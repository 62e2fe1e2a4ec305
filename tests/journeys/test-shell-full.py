#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-full.py TRANSCRIPTS SERVICE FAKE-WORKER: files are transcribed on
this computer, and transcripts saved, while a disk is full: a small file system
of its own, in a namespace of its own, in which this is run as `unshare -rm`."""
import contextlib
import errno
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import zipfile

import shell
from local_home import SECONDS, Home, until

PROGRAM, SERVICE, WORKER = map(os.path.abspath, sys.argv[1:])

# A file is taken in where there is room for 128 MiB.
SIZE = 160 * 1024 * 1024


class Disk:
    def __init__(self, folder):
        self.filler = folder / "filler"

    def fill(self):
        """To the last byte."""
        with open(self.filler, "ab", buffering=0) as filler:
            for size in (1024 * 1024, 4096, 1):
                with contextlib.suppress(OSError):
                    while filler.write(bytes(size)) == size:
                        pass
        try:
            (self.filler.parent / "one-more").write_bytes(bytes(8192))
        except OSError as error:
            assert error.errno == errno.ENOSPC, error
        else:
            raise AssertionError("there is room left")
        (self.filler.parent / "one-more").unlink(missing_ok=True)

    def free(self):
        self.filler.unlink()


@contextlib.contextmanager
def small_disk(user):
    """All that the program keeps lies on it."""
    folder = user.home / "data"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "tmpfs", folder], check=True)
    try:
        yield Disk(folder)
    finally:
        for pid in user.services():
            os.kill(pid, 9)
        user.quiet()
        subprocess.run(["umount", "-l", folder], check=True)


def nothing_is_lost():
    """The job pauses, whatever it was about to write, and goes on when there is room."""
    with Home(PROGRAM, SERVICE, WORKER) as user, small_disk(user) as disk:
        hold = user.home / "go"
        path = user.file("talk.mp3", "A heron.", "Two.", "Three.", hold=hold)
        waiting = user.begin("submit", "--wait", str(path))
        user.holding(hold)
        disk.fill()
        hold.touch()
        # Its worker cannot be worked with, and none is begun that would find no room either.
        until("the job pauses", lambda: not user.workers())
        time.sleep(0.5)
        assert waiting.poll() is None and not user.workers()
        disk.free()
        out, _ = user.call_and_look(0, begun=waiting)
        for words in ("A heron.", "Two.", "Three."):
            assert out.count(words) == 1, out
        user.quiet()
        [project] = user.projects()
        assert project["state"] == "done", project


def killed_while_full():
    """What was stored before is there after the service was killed on a full disk."""
    with Home(PROGRAM, SERVICE, WORKER) as user, small_disk(user) as disk:
        hold = user.home / "go"
        path = user.file("talk.mp3", "A heron.", "Two.", hold=hold)
        waiting = user.begin("submit", "--wait", str(path))
        user.holding(hold)
        disk.fill()
        hold.touch()
        until("the job pauses", lambda: not user.workers())
        for pid in user.services():
            os.kill(pid, 9)
        waiting.kill()
        waiting.communicate()
        user.quiet()
        disk.free()
        out, _ = user.call_and_look(0, "submit", "--wait", str(path))
        assert out.count("A heron.") == 1 and out.count("Two.") == 1, out
        assert len(user.projects()) == 1


def refused_before():
    """Nothing is begun that has no room, and nothing of it is left."""
    with Home(PROGRAM, SERVICE, WORKER) as user, small_disk(user) as disk:
        path = user.file("talk.mp3", "A heron.")
        before = path.read_bytes()
        disk.fill()
        out, err, status = user.run("submit", "--wait", str(path))
        assert status not in (0, None) and err and b"A heron." not in out, (out, err, status)
        assert user.tickets() == [] and not user.services()
        disk.free()
        assert "A heron." in user.call_and_look(0, "submit", "--wait", str(path))[0]
        assert path.read_bytes() == before


def saved_whole_or_not_at_all():
    """A file or an archive that is there is whole, and what was there before stays."""
    videos = {f"video-{n}": {"title": f"Number {n}", "length": 20, "paragraphs": [
        {"start": 1, "speaker": 1, "text": f"A heron, and {n}."}]} for n in range(10)}
    with shell.Service(SERVICE, videos) as service, shell.Shell(PROGRAM, service) as user:
        user.call(0, "submit", *videos, "--wait", "--quiet", key=True)
        small = user.home / "small"
        small.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24k,mode=700", "tmpfs", small], check=True)
        try:
            export = ["export", *videos, "--account", service.address, "--offline", "--format", "docx", "-o"]
            out, err = user.call(1, *export, "small/texts/")
            assert err.count("\n") == 1 and "full" in err, err
            saved = sorted(str(path) for path in (small / "texts").iterdir())
            assert 0 < len(saved) < len(videos) and sorted(out.splitlines()) == saved, (out, saved)
            for path in saved:
                assert zipfile.ZipFile(path).testzip() is None, path
            shutil.rmtree(small / "texts")
            (small / "all.zip").write_text("old")
            out, err = user.call(1, *export, "small/all.zip")
            assert out == "" and err.count("\n") == 1 and "full" in err, (out, err)
            assert [path.name for path in small.iterdir()] == ["all.zip"] and (small / "all.zip").read_text() == "old"
            with open(small / "filler", "wb", buffering=0) as filler, contextlib.suppress(OSError):
                while filler.write(bytes(512)):
                    pass
            _, err = user.call(1, "show", "video-1", "--account", service.address, "--offline", "-o", "small/text.txt")
            assert err.count("\n") == 1 and not (small / "text.txt").exists(), err
            with open(small / "filler", "ab") as full:
                _, err = user.call(1, "list", "--account", service.address, "--offline", stdout=full)
            assert "Standard output can’t be written" in err, err
        finally:
            subprocess.run(["umount", "-l", small], check=True)


VIDEO = "0b5c7f9e-12ab-4cde-8f01-23456789abcd"
# Each reads or changes what is saved here.
READERS = (["list"], ["show", VIDEO], ["search", "ferry"], ["export", VIDEO, "-o", "out.txt"],
           ["highlights"], ["speakers", VIDEO], ["spending"], ["note", VIDEO, "Ferry"])
OFFLINE = ("list", "show", "export")


def outdated():
    """What an older version saved can be read by no command before it is migrated, and each says what that needs."""
    with shell.Shell(PROGRAM) as user:
        folder = user.home / "data"
        folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4M,mode=700", "tmpfs", folder], check=True)
        try:
            disk = Disk(folder)
            (folder / "transcripts").mkdir()
            database = sqlite3.connect(folder / "transcripts" / "transcripts.db")
            database.executescript((shell.SOURCE / "tests/data/store/schema-12.sql").read_text())
            database.close()
            disk.fill()
            for words in (*READERS, ["list", "--account", "1"]):
                _, err = user.call(1, *words)
                assert "are safe" in err and re.search(r"make room \(about 1\.\d.MB\)", err), (words, err)
                assert "can be read;" not in err and err.count("\n") == 1, (words, err)
            disk.free()
            subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
            for words in READERS:
                _, err = user.call(1, *words, "--account", "1")
                assert "are safe" in err and "permissions" in err and "make room" not in err, (words, err)
            subprocess.run(["mount", "-o", "remount,rw", folder], check=True)
            for words in READERS:
                user.call(0, *words, "--account", "1", *(["--offline"] if words[0] in OFFLINE else []))
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


if __name__ == "__main__":
    sys.exit(shell.main([nothing_is_lost, killed_while_full, refused_before, saved_whole_or_not_at_all, outdated]))
