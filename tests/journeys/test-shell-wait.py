#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-wait.py TRANSCRIPTS SERVICE: submitting from files and pipes, waiting,
watching, downloading all there is, and what Ctrl+C leaves."""
import http.client
import http.server
import json
import os
import select
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import shell

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:3])
# Nobody waits so long for the end after Ctrl+C: a third of a second is promised, and the machine may be busy.
PROMPT = 5


def video(title, length=20, **more):
    return {"title": title, "length": length,
            "paragraphs": [{"start": 1, "speaker": 1, "text": f"Words of {title}."}], **more}


VIDEOS = {f"video-{n:02}": video(f"Number {n}") for n in range(30)}
VIDEOS["long-video"] = video("Takes its time", 3600)
VIDEOS["failing-video"] = video("Fails", fails="transcription")


class Gate:
    """Stands before the service: says what is asked of it, and holds what it is told to hold."""

    def __init__(self, service):
        self.key = service.key
        self.asked = []
        self.held = None
        self.changed = threading.Condition()
        gate = self
        target = service.address.removeprefix("http://")

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                line = f"{self.command} {self.path}"
                with gate.changed:
                    gate.asked.append(line)
                    gate.changed.notify_all()
                    gate.changed.wait_for(lambda: gate.held is None or gate.held not in line)
                connection = http.client.HTTPConnection(target)
                try:
                    connection.request(self.command, self.path, body, dict(self.headers))
                    reply = connection.getresponse()
                    answer = reply.read()
                    self.send_response(reply.status)
                    for name, value in reply.getheaders():
                        if name.lower() not in ("content-length", "connection", "date", "server", "transfer-encoding"):
                            self.send_header(name, value)
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)
                except OSError:
                    self.close_connection = True
                finally:
                    connection.close()

            do_GET = do_POST = pass_on

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        # Whoever was interrupted takes no answer.
        self.server.handle_error = lambda *_: None
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def hold(self, words):
        """From now on, requests with these words wait for release()."""
        with self.changed:
            self.held = words

    def release(self):
        with self.changed:
            self.held = None
            self.changed.notify_all()

    def count(self, words):
        return sum(words in line for line in self.asked)

    def wait_for(self, words, number):
        with self.changed:
            assert self.changed.wait_for(lambda: self.count(words) >= number, shell.DEADLINE), (words, self.asked)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.release()
        self.server.shutdown()
        self.server.server_close()


class World:
    """A service with a gate, and a user whose key is in the keyring."""

    def __init__(self, *arguments):
        self.service = shell.Service(SERVICE, VIDEOS, arguments)
        self.gate = Gate(self.service)
        self.user = shell.Shell(PROGRAM, self.gate)
        self.feed(0, self.service.key, "login", self.gate.address, "--key-stdin")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.gate.__exit__()
        self.service.__exit__()
        self.user.__exit__()

    def feed(self, status, text, *words):
        """A command that reads something from standard input."""
        run = subprocess.run([PROGRAM, *words], input=text.encode() if isinstance(text, str) else text,
                             capture_output=True, timeout=shell.DEADLINE, env=self.user.environment({}),
                             cwd=self.user.home)
        out, err = run.stdout.decode(), run.stderr.decode()
        assert run.returncode == status, f"{words} ended with {run.returncode}: {out}{err}"
        return out, err

    def call(self, status, *words):
        """With a terminal on no stream, and nothing to read."""
        return self.feed(status, "", *words)

    def lines(self, status, *words):
        out, _ = self.call(status, *words, "--json")
        lines = [json.loads(line) for line in out.splitlines()]
        for line in lines:
            shell.check_line(line)
        return lines

    def begin(self, *words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE):
        return subprocess.Popen([PROGRAM, *words], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
                                env=self.user.environment({}), cwd=self.user.home)

    def change(self, statement):
        """What only time would do to the file."""
        with sqlite3.connect(self.user.home / "data/transcripts/transcripts.db") as db:
            db.execute(statement)
        db.close()


def interrupt(process, status=130):
    """Returns what standard error had, after Ctrl+C has ended the command."""
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        _, err = process.communicate(timeout=PROMPT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise AssertionError("Ctrl+C does not end it")
    print(f"# ended {time.monotonic() - begun:.3f} s after Ctrl+C", flush=True)
    assert process.returncode == status, (process.returncode, err)
    return err.decode()


def until(condition, what):
    """For what another process does, which tells nobody."""
    end = time.monotonic() + shell.DEADLINE
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def read_until(process, words):
    """Until standard error has a line with these words."""
    lines = []
    while not lines or words not in lines[-1]:
        lines.append(process.stderr.readline().decode())
        assert lines[-1], lines


def end(process, status):
    out, err = process.communicate(timeout=shell.DEADLINE)
    assert process.returncode == status, (process.returncode, out, err)
    return (out or b"").decode(), err.decode()


# Links


def links():
    with World() as world:
        (world.user.home / "links.txt").write_text("\ufeffvideo-00\n\n# not this one: video-09\n  v=video-01  \n")
        out, _ = world.call(0, "submit", "-a", "links.txt", "video-02", "video-01")
        assert [row.split("\t")[1] for row in out.splitlines()] == ["video-00", "video-01", "video-02"], out
        assert world.gate.count("POST") == 3
        out, _ = world.feed(0, "video-03\nhttps://www.youtube.com/watch?v=video-04", "submit")
        assert [row.split("\t")[1] for row in out.splitlines()] == ["video-03", "video-04"], out
        out, _ = world.feed(0, "video-06\n", "submit", "video-05", "-")
        assert [row.split("\t")[1] for row in out.splitlines()] == ["video-05", "video-06"], out
        assert world.feed(0, "video-07\n", "submit", "--file", "-")[0].endswith("\tvideo-07\n")

        # One that is not understood, and nothing is sent.
        before = len(world.gate.asked)
        _, err = world.feed(2, "video-08\nnot/a/video\n", "submit")
        assert "“not/a/video”" in err and "Nothing was sent" in err, err
        assert "transcripts help submit" in world.feed(2, "", "submit")[1]
        assert "transcripts help submit" in world.feed(2, "# nothing\n", "submit", "-")[1]
        assert "UTF-8" in world.feed(2, b"\xff\xfe\x00v", "submit")[1]
        assert "no-such-file" in world.call(1, "submit", "-a", "no-such-file")[1]
        world.feed(2, "key\nvideo-08\n", "submit", "-", "--server", world.gate.address, "--key-stdin")
        assert len(world.gate.asked) == before, world.gate.asked[before:]


def dry_run():
    with World() as world:
        world.call(0, "submit", "video-00")
        world.call(0, "wait")
        # The length is told only while it is under way.
        world.change("UPDATE project SET video_length = 3700")
        before = len(world.gate.asked)
        out, err = world.call(7, "submit", "--dry-run", "video-00", "video-01", "video-02")
        assert out == "video-01\t\t\nvideo-02\t\t\n" and "--again" in err, (out, err)
        assert "Nothing was sent. 2 videos would be; their lengths are not known" in err, err
        out, err = world.call(0, "submit", "--dry-run", "--again", "video-00", "video-01")
        assert out == "video-00\t61\tNumber 0\nvideo-01\t\t\n", out
        assert "for 61 credits and those of 1 whose length is not known" in err, err
        first, second, summary = world.lines(7, "submit", "--dry-run", "video-00", "video-01")
        assert first["outcome"] == "not-sent" and first["error"]["exit_status"] == 7 and first["credits"] == 0
        assert second["outcome"] == "would-be-sent" and second["credits"] is None and second["error"] is None
        assert summary["credits"] == 0 and summary["unknown_lengths"] == 1
        assert len(world.gate.asked) == before, world.gate.asked[before:]


def place_before_payment():
    """Where nothing can be saved, nothing is paid."""
    with World() as world:
        (world.user.home / "file").write_text("")
        for place, status in (("file/below.txt", 1), ("no-such-folder/talk.txt", 1), ("file/", 1), ("talk.papyrus", 2)):
            world.call(status, "submit", "--wait", "video-00", "-o", place)
        world.call(2, "submit", "--wait", "video-00", "--format", "papyrus")
        # Several go to a folder.
        world.call(1, "submit", "--wait", "video-00", "video-01", "-o", "file")
        assert world.feed(1, "video-00\nvideo-01\n", "submit", "--wait", "-o", "file")[1]
        assert world.gate.count("POST") == 0
        out, _ = world.call(0, "submit", "--wait", "video-00", "-o", "talk.txt")
        assert Path(out.strip()).read_text() == "Words of Number 0.\n"
        world.feed(0, "video-01\nvideo-02\n", "submit", "--wait", "-o", "talks")
        assert len(os.listdir(world.user.home / "talks")) == 2


def known_videos():
    """Whoever wants the text of what was paid for gets it, and pays nothing."""
    with World() as world:
        text, _ = world.call(0, "submit", "--wait", "video-00")
        assert text == "Words of Number 0.\n"
        world.call(7, "submit", "video-00")
        again, err = world.call(0, "submit", "--wait", "video-00")
        assert again == text and "nothing was paid" in err, err
        line = world.lines(0, "submit", "--wait", "video-00")[0]
        assert line["outcome"] == "not-sent" and line["error"] is None and line["text"] == text
        # One that is under way is waited for.
        world.call(0, "submit", "video-01")
        assert world.call(0, "submit", "--wait", "video-01")[0] == "Words of Number 1.\n"
        assert world.gate.count("POST") == 2


# Waiting


def waits():
    with World("--speed", "10") as world:
        out, err = world.call(0, "wait")
        assert out == "" and "Nothing is under way" in err
        world.call(0, "submit", "video-00", "video-01", "failing-video")
        out, err = world.call(9, "wait")
        rows = sorted(row.split("\t")[1:] for row in out.splitlines())
        assert rows == [["done", "Number 0"], ["done", "Number 1"], ["failed", "Fails"]], rows
        assert "Transcription failed" in err
        out, _ = world.call(0, "wait", "video-01")
        assert out.endswith("\tdone\tNumber 1\n")
        lines = world.lines(5, "wait", "video-01", "no-such-video")
        assert lines[0]["state"] == "done" and lines[-1]["errors"][0]["exit_status"] == 5
        world.call(2, "wait", "--timeout", "soon")
        world.call(2, "submit", "video-02", "--timeout", "1h")
        world.call(0, "submit", "video-03")
        assert world.call(0, "show", "--wait", "video-03")[0] == "Words of Number 3.\n"
        world.call(2, "show", "--wait", "--offline", "video-03")


def timeout():
    with World("--speed", "1") as world:
        world.call(0, "submit", "long-video")
        for words in (["wait", "--timeout", "1s"], ["wait", "long-video", "--timeout", "1s"],
                      ["show", "--wait", "--timeout", "1s", "long-video"],
                      ["submit", "--wait", "--timeout", "1s", "long-video"]):
            out, err = world.call(10, *words)
            assert "There is no transcript yet" in err, err
        assert world.gate.count("POST") == 1


def beyond_the_schedule():
    """After twelve minutes a command gives up, unless it was told how long to wait."""
    with World("--speed", "4") as world:
        world.call(0, "submit", "video-00")
        world.change("UPDATE project SET submitted_at = submitted_at - 1200000000, created_at = 0")
        assert "Stopped checking" in world.call(10, "wait", "video-00")[1]
        waiting = world.begin("wait", "video-00", "--timeout", "10min")
        # It is told by the file what another command finds out.
        until(lambda: "done" in world.call(0, "list")[0], "It is not done")
        out, _ = end(waiting, 0)
        assert out.endswith("\tdone\tNumber 0\n"), out


# Watching


class Watching:
    def __init__(self, world, *words):
        self.process = world.begin("watch", *words)
        self.lines = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(json.loads(line))
            shell.check_line(self.lines[-1])

    def wait_for(self, number):
        until(lambda: len(self.lines) >= number or not self.reader.is_alive(), f"{number} lines")
        assert len(self.lines) >= number, self.lines
        return [line["video_id"] for line in self.lines]

    def end(self):
        """Returns the lines without the summary."""
        self.process.send_signal(signal.SIGTERM)
        self.reader.join(shell.DEADLINE)
        self.process.stderr.read()
        assert self.process.wait(timeout=shell.DEADLINE) == 130
        assert self.lines[-1]["type"] == "summary" and self.lines[-1]["count"] == len(self.lines) - 1
        return self.lines[:-1]


def watches():
    with World() as world:
        world.call(0, "submit", "--wait", "video-00", "--quiet")
        watching = Watching(world)
        # Its first request says that it has begun.
        world.gate.wait_for("/api/list", 2)
        world.call(0, "submit", "video-01", "failing-video")
        assert sorted(watching.wait_for(2)) == ["failing-video", "video-01"]
        # It goes on when nothing is under way.
        world.call(0, "submit", "video-02")
        watching.wait_for(3)
        told = watching.end()
        assert [line["video_id"] for line in told].count("video-01") == 1 and len(told) == 3
        assert {line["video_id"]: line["state"] for line in told} == {
            "video-01": "done", "failing-video": "failed", "video-02": "done"}
        moments = [line["ready_at"] for line in told]
        assert moments == sorted(set(moments)), moments


def takes_up():
    """With the moment of the last line that was read, nothing is lost, and nothing comes twice."""
    with World() as world:
        world.call(0, "submit", *(f"video-{n:02}" for n in range(6)))
        world.call(0, "wait")
        # Found out by one answer.
        world.change("UPDATE project SET finished_seen_at = (SELECT max(finished_seen_at) FROM project) "
                     "WHERE video_id > 'video-01'")
        told = []
        since = "1d"
        while len(told) < 6:
            watching = Watching(world, "--since", since)
            watching.wait_for(1)
            # Whoever dies has read one line of those that came.
            told.append(watching.lines[0]["video_id"])
            since = watching.lines[0]["ready_at"]
            watching.end()
        assert sorted(told) == [f"video-{n:02}" for n in range(6)], told
        watching = Watching(world, "--since", since)
        world.call(0, "submit", "video-10")
        watching.wait_for(1)
        assert [line["video_id"] for line in watching.end()] == ["video-10"]


def reader_goes():
    """It ends when nobody reads any more, not only when there is something to say."""
    with World() as world:
        reading, writing = os.pipe()
        process = world.begin("watch", stdout=writing)
        os.close(writing)
        world.gate.wait_for("/api/list", 2)
        os.close(reading)
        _, err = end(process, 141)
        assert err == "", err


def count_switches(process):
    """How often its threads have gone to sleep."""
    n = 0
    for status in Path(f"/proc/{process.pid}/task").glob("*/status"):
        n += sum(int(line.split()[1]) for line in status.read_text().splitlines()
                 if line.startswith("voluntary_ctxt_switches"))
    return n


def idles():
    """While nothing is under way it does not wake up."""
    with World() as world:
        watching = Watching(world)
        world.gate.wait_for("/api/list", 2)

        def is_idle():
            before = count_switches(watching.process)
            for _ in range(30):
                world.call(0, "help")
            return count_switches(watching.process) == before

        until(is_idle, "It wakes up")
        watching.end()


# Downloading


def submit_many(world, number):
    world.call(0, "submit", *(f"video-{n:02}" for n in range(number)))
    world.call(0, "wait")


def fetches():
    with World() as world:
        submit_many(world, 8)
        out, _ = world.call(0, "fetch", "--limit", "3")
        assert len(out.splitlines()) == 3 and world.gate.count("/api/detail/") >= 6
        assert world.lines(0, "fetch", "--since", "2999-01-01")[0]["count"] == 0
        world.call(2, "fetch", "--since", "tomorrow")
        lines = world.lines(0, "fetch")
        assert [line["type"] for line in lines] == ["transcript"] * 5 + ["summary"]
        assert all(line["video"]["saved_here"] and line["error"] is None for line in lines[:-1])
        before = world.gate.count("/api/detail/")
        out, err = world.call(0, "fetch")
        assert out == "" and "Nothing is missing here" in err
        assert world.gate.count("/api/detail/") == before
        assert world.call(0, "show", "video-04", "--offline")[0] == "Words of Number 4.\n"


def goes_on():
    """What was interrupted, or lost its service, goes on where it was."""
    with World() as world:
        submit_many(world, 6)
        before = world.gate.count("/api/detail/")
        world.gate.hold("/api/detail/")
        process = world.begin("fetch")
        world.gate.wait_for("/api/detail/", before + 4)
        err = interrupt(process)
        assert "goes on where it was" in err, err
        world.gate.release()
        out, _ = world.call(0, "fetch", "--limit", "2")
        assert len(out.splitlines()) == 2
        world.gate.server.socket.close()
        world.call(4, "fetch")


def one_downloads():
    """Two at the same time share the work: nothing is asked for twice."""
    with World() as world:
        submit_many(world, 24)
        world.gate.hold("/api/detail/")
        before = world.gate.count("/api/detail/")
        runs = [world.begin("fetch", "--json") for _ in range(3)]
        # All three have begun with two transcripts, of two requests each.
        world.gate.wait_for("/api/detail/", before + 12)
        world.gate.release()
        lines = [json.loads(line) for run in runs for line in end(run, 0)[0].splitlines()]
        fetched = [line["given"] for line in lines if line["type"] == "transcript"]
        assert len(fetched) == len(set(fetched)) == 24, fetched
        assert world.gate.count("/api/detail/") == before + 48, world.gate.count("/api/detail/") - before


# Ctrl+C


def interrupted_waits():
    """Whatever a command waits for, Ctrl+C ends it."""
    with World("--speed", "1") as world:
        world.call(0, "submit", "long-video", "--quiet")
        goes_on = "goes on at the service; see “transcripts wait”"
        for words in (["wait"], ["show", "--wait", "long-video"], ["submit", "--wait", "long-video"],
                      ["wait", "--timeout", "1h"]):
            process = world.begin(*words)
            read_until(process, "1 of 1 · ")
            assert goes_on in interrupt(process), words
        # With the key of a keyboard.
        out = world.user.on_terminal("wait", typed=[("1 of 1 · ", "\x03")], status=130)
        assert goes_on in out, out
        for words in (["list"], ["wait"], ["fetch"], ["watch"], ["submit", "video-01"], ["show", "video-09"]):
            before = world.gate.count("/api/list")
            world.gate.hold("/api/list")
            process = world.begin(*words)
            world.gate.wait_for("/api/list", before + 1)
            interrupt(process)
            world.gate.release()
        for words in (["list", "--server", world.gate.address, "--key-stdin"],
                      ["fetch", "--server", world.gate.address, "--key-stdin"]):
            before = world.gate.count("/api/list")
            world.gate.hold("/api/list")
            reading, writing = os.pipe()
            os.write(writing, f"{world.service.key}\n".encode())
            process = world.begin(*words, stdin=reading)
            world.gate.wait_for("/api/list", before + 1)
            interrupt(process)
            world.gate.release()
            os.close(reading)
            os.close(writing)
        reading, writing = os.pipe()
        process = world.begin("submit", "-", stdin=reading)
        os.write(writing, b"video-01\n")
        # It has read a line, and waits for more.
        until(lambda: process.poll() is None and not readable(reading), "It does not read")
        interrupt(process)
        os.close(reading)
        os.close(writing)
        assert world.gate.count("POST") == 1


def interrupted_downloads():
    with World() as world:
        submit_many(world, 1)
        for words in (["show", "video-00"], ["export", "video-00"], ["fetch"]):
            before = world.gate.count("/api/detail/")
            world.gate.hold("/api/detail/")
            process = world.begin(*words)
            world.gate.wait_for("/api/detail/", before + 1)
            interrupt(process)
            world.gate.release()


def readable(fd):
    return bool(select.select([fd], [], [], 0)[0])


def interrupted_check():
    """While the list is read to its end before anything is paid: the next page is not waited for."""
    with World() as world:
        # A page of the list has a hundred.
        for _ in range(4):
            world.call(0, "submit", "--again", *(f"video-{n:02}" for n in range(30)))
        with shell.Shell(PROGRAM, world.gate) as new:
            world.gate.hold("page=2")
            before = world.gate.count("page=2")
            process = new.begin("submit", "long-video", key=True)
            world.gate.wait_for("page=2", before + 1)
            interrupt(process)
        assert world.gate.count("POST") == 120, world.gate.count("POST")


def interrupted_payment():
    """The answer to what costs is waited for, and says what was paid; whoever is in a hurry leaves at once."""
    with World() as world:
        for hurry in (False, True):
            name = "video-20" if hurry else "video-21"
            before = world.gate.count("POST")
            world.gate.hold("POST")
            process = world.begin("submit", name, "video-22")
            world.gate.wait_for("POST", before + 1)
            process.send_signal(signal.SIGINT)
            read_until(process, "can’t be taken back")
            assert process.poll() is None
            if hurry:
                # A shell calls that 130, too.
                interrupt(process, -signal.SIGINT)
                world.gate.release()
            else:
                world.gate.release()
                out, _ = end(process, 130)
                assert out.endswith(f"\t{name}\n"), out
            # The one behind it was not sent, and the next run knows what was.
            assert world.gate.count("POST") == before + 1
            world.call(7, "submit", name)
            assert world.gate.count("POST") == before + 1
        until(lambda: "\tdone\tNumber 20\n" in world.call(0, "list")[0], "It is not found")


if __name__ == "__main__":
    sys.exit(shell.main([links, dry_run, place_before_payment, known_videos, waits, timeout, beyond_the_schedule,
                         watches, takes_up, reader_goes, idles, fetches, goes_on, one_downloads, interrupted_waits,
                         interrupted_downloads, interrupted_check, interrupted_payment]))
