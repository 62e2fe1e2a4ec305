# SPDX-License-Identifier: GPL-3.0-or-later
"""For tests of the program on a terminal that hold what the service says.

    with gate.World(program, service) as world:
        world.call(0, "submit", "video-00")
        world.gate.hold("/api/detail/")
"""
import http.client
import http.server
import json
import signal
import sqlite3
import subprocess
import threading
import time

import shell


def video(title, length=20, **more):
    return {"title": title, "length": length,
            "paragraphs": [{"start": 1, "speaker": 1, "text": f"Words of {title}."}], **more}


VIDEOS = {f"video-{n:02}": video(f"Number {n}") for n in range(30)}
VIDEOS["long-video"] = video("Takes its time", 3600)
VIDEOS["failing-video"] = video("Fails", fails="transcription")
# Nobody waits so long for the end after Ctrl+C: a third of a second is promised, and the machine may be busy.
PROMPT = 5


class Gate:
    """Stands before the service: says what is asked of it, holds what it is told to hold, and says that all is
    under way as long as it is told to."""

    def __init__(self, service):
        self.key = service.key
        self.asked = []
        self.held = None
        self.failing = None
        self.under_way = False
        self.begun = {}
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
                if gate.failing is not None and gate.failing in line:
                    self.send_response(200)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                connection = http.client.HTTPConnection(target)
                try:
                    connection.request(self.command, self.path, body, dict(self.headers))
                    reply = connection.getresponse()
                    answer = reply.read()
                    if gate.under_way and self.command == "GET" and reply.status == 200:
                        answer = gate.hold_back(json.loads(answer))
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
        # shutdown() waits for the end of an interval, which is half a second if nothing is said.
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def hold_back(self, answer):
        """What the service would say if nothing had come to its end."""
        now = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
        if isinstance(answer, list):
            for project in answer:
                self.begun[project["id"]] = project["createdAt"]
                project["state"] = "transcription"
        else:
            answer = {"id": answer["id"], "name": answer["name"], "state": "transcription", "message": "Working on it",
                      "videoLength": 20, "createdAt": answer.get("createdAt", self.begun.get(answer["id"], now))}
        return json.dumps(answer).encode()

    def fail(self, words):
        """From now on, requests with these words are answered, but with nothing."""
        self.failing = words

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

    def __init__(self, program, service):
        self.program = program
        self.service = shell.Service(service, VIDEOS)
        self.gate = Gate(self.service)
        self.user = shell.Shell(program, self.gate)
        self.feed(0, self.service.key, "login", self.gate.address, "--key-stdin")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.gate.__exit__()
        self.service.__exit__()
        self.user.__exit__()

    def feed(self, status, text, *words):
        """A command that reads something from standard input."""
        run = subprocess.run([self.program, *words], input=text.encode() if isinstance(text, str) else text,
                             capture_output=True, timeout=shell.DEADLINE, env=self.user.environment({}),
                             cwd=self.user.home)
        out, err = run.stdout.decode(), run.stderr.decode()
        assert run.returncode == status, f"{words} ended with {run.returncode}: {out}{err}"
        return out, err

    def call(self, status, *words):
        """With a terminal on no stream, and nothing to read."""
        return self.feed(status, "", *words)

    def submit_many(self, number):
        """Submits that many videos, and waits for all of them."""
        self.call(0, "submit", *(f"video-{n:02}" for n in range(number)))
        self.call(0, "wait")

    def lines(self, status, *words):
        out, _ = self.call(status, *words, "--json")
        lines = [json.loads(line) for line in out.splitlines()]
        for line in lines:
            shell.check_line(line)
        return lines

    def begin(self, *words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, pass_fds=()):
        return subprocess.Popen([self.program, *words], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
                                env=self.user.environment({}), cwd=self.user.home, pass_fds=pass_fds)

    def change(self, statement):
        """What only time would do to the file."""
        with sqlite3.connect(self.user.home / "data/transcripts/transcripts.db") as db:
            db.execute(statement)
        db.close()


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


def interrupt(process, status=130, number=signal.SIGINT):
    """Returns what standard error had, after Ctrl+C has ended the command."""
    begun = time.monotonic()
    process.send_signal(number)
    try:
        _, err = process.communicate(timeout=PROMPT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise AssertionError("Ctrl+C does not end it")
    print(f"# ended {time.monotonic() - begun:.3f} s after Ctrl+C", flush=True)
    assert process.returncode == status, (process.returncode, err)
    return err.decode()
