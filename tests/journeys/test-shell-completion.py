#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-shell-completion.py TRANSCRIPTS SERVICE: a user types in bash, zsh and fish, and presses Tab. The shells run on
a terminal, with the completions of the tree, or with those that are installed with the
program."""
import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import shell

PROGRAM, SERVICE = map(os.path.abspath, sys.argv[1:])
INSTALLED = Path(PROGRAM).parents[1] / "share"
VIDEOS = {
    "harbour-video": {"title": "Harbour hearing, part 1", "length": 20, "paragraphs": [
        {"start": 1, "speaker": 1, "text": "The wall."}]},
    "council-video": {"title": "Council in: March", "length": 20, "paragraphs": [
        {"start": 1, "speaker": 1, "text": "The minutes."}]},
}
SHELLS = [name for name in ("bash", "zsh", "fish") if shutil.which(name)]
OPTION = re.compile(r"--[a-z][a-z-]+")

# Ctrl+X writes what stands in the line to the file "line". In zsh, what is offered goes to the file "offered".
BEGIN = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
SETUP = {
    "bash": """. {file}; bind 'set bell-style none'; show () {{ printf '%s' "$READLINE_LINE" >line.new; mv line.new line; }}
bind -x '"\\C-x": show'; touch ready
""",
    "zsh": """fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; setopt no_beep; bindkey '^U' kill-whole-line
show () {{ print -rn -- "$BUFFER" >line.new; mv line.new line }}; zle -N show; bindkey '^X' show
compadd () {{ local -a hits; if [[ ${{@[1,(i)(-|--)]}} != *-(O|A|D)\\ * ]]; then builtin compadd -A hits "$@"
print -rl -- $hits >>offered; fi; builtin compadd "$@" }}; touch ready
""",
    "fish": """source {file}; function show; commandline >line.new; mv line.new line; end; bind \\cx show
bind \\cu 'commandline ""'; touch ready
""",
}
# Where they are in the tree, and below the prefix of a program that is installed.
FILES = {"bash": ("transcripts.bash", "bash-completion/completions/transcripts"),
         "zsh": ("_transcripts", "zsh/site-functions/_transcripts"),
         "fish": ("transcripts.fish", "fish/vendor_completions.d/transcripts.fish")}


def find(name):
    there = INSTALLED / FILES[name][1]
    return there if there.exists() else shell.SOURCE / "data/completions" / FILES[name][0]


class Typing:
    """A shell on a terminal, in which the program is found."""

    def __init__(self, name):
        self.name = name
        self.home = user.home
        os.makedirs(self.home / "bin", exist_ok=True)
        if not (self.home / "bin/transcripts").exists():
            os.symlink(PROGRAM, self.home / "bin/transcripts")
        self.terminal, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
        env = user.environment({"TERM": "xterm", "PATH": f"{self.home}/bin:/usr/bin:/bin", "HISTFILE": "/dev/null"})
        self.process = subprocess.Popen(BEGIN[name], stdin=other, stdout=other, stderr=other, env=env, cwd=self.home,
                                        start_new_session=True,
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(other)
        self.type(SETUP[name].format(file=find(name), folder=find(name).parent), "ready")

    def type(self, keys, done):
        """Returns what is in the file that says that the shell has come so far."""
        path = self.home / done
        path.unlink(missing_ok=True)
        os.write(self.terminal, keys.encode())
        end = time.monotonic() + shell.DEADLINE
        while not path.exists():
            assert time.monotonic() < end and self.process.poll() is None, f"{self.name}: {keys}"
            # What it prints is taken away, or it would wait.
            if select.select([self.terminal], [], [], 0.01)[0]:
                os.read(self.terminal, 65536)
        return path.read_text()

    def complete(self, line):
        """Returns the line after Tab."""
        return self.type(f"\x15{line}\t\x18", "line").rstrip("\n")

    def offered(self, line):
        """Returns the words that Tab offers."""
        if self.name == "fish":
            script = "source $argv[1]; complete -C $argv[2]"
            command = ["fish", "--no-config", "-c", script, str(find("fish")), line]
        elif self.name == "bash":
            script = ('. "$1"; COMP_WORDS=($2); [[ $2 == *" " ]] && COMP_WORDS+=(""); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); '
                      "_transcripts; printf '%s\\n' \"${COMPREPLY[@]}\"")
            command = ["bash", "-c", script, "bash", str(find("bash")), line]
        else:
            (self.home / "offered").unlink(missing_ok=True)
            self.complete(line)
            return (self.home / "offered").read_text().splitlines() if (self.home / "offered").exists() else []
        env = user.environment({"PATH": f"{self.home}/bin:/usr/bin:/bin"})
        done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=self.home, check=False)
        return [row.partition("\t")[0] for row in done.stdout.splitlines()]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


def normal(line):
    """The shells leave a blank, a comma or nothing behind a word, and some have the value of an option behind `=`."""
    return line.rstrip(" ,")


def typed():
    """What is typed, and what Tab makes of it in every shell."""
    ids = {line["video_id"]: line["id"] for line in user.lines("list", "--offline")[:-1]}
    harbour, council = ids["harbour-video"], ids["council-video"]
    rows = [
        ("submi", "submit"), ("--account 1 logi", "--account 1 login"), ("--quiet -- ", "--quiet -- "),
        ("help spea", "help speakers"), ("list --sho", "list --show"), ("list --show d", "list --show done"),
        ("list --show=d", "list --show=done"), ("export --format txt,sr", "export --format txt,srt"),
        ("quote --format h", "quote --format html"), ("highlights --format od", "highlights --format odt"),
        ("spending --format c", "spending --format csv"), ("highlight --colour g", "highlight --colour green"),
        ("show --fraction te", "show --fraction tenths"), ("show --time-marks h", "show --time-marks hashes"),
        ("list --json --fields id,ti", "list --json --fields id,title"), ("watch --fields ready", "watch --fields ready_at"),
        ("search --fields found", "search --fields found_in"), ("show --preset Spr", "show --preset Spreadsheet"),
        ("show --preset Rad", "show --preset Radio"), ("--account ", "--account 1"), ("accounts --use http", "accounts --use 1"),
        # By how an ID begins, and by what is in its title, in whatever letters.
        (f"show {harbour[:-3]}", f"show {harbour}"), ("show HEARING", f"show {harbour}"),
        ("export council", f"export {council}"), (f"export {harbour} council", f"export {harbour} {council}"),
        ("note march", f"note {council}"), ("remove --yes harbour", f"remove --yes {harbour}"),
        ("quote harbour", f"quote {harbour}"), ("open hearing", f"open {harbour}"),
        # What follows is no ID.
        (f"note {harbour} council", f"note {harbour} council"), ("search council", "search council"),
        ("wait harbour", "wait harbour"), ("list harbour", "list harbour"),
        # Names of files, and of folders.
        ("submit inter", "submit interview\\ one.m4a"), ("submit --wait inter", "submit --wait interview\\ one.m4a"),
        ("export -o fold", "export -o folder/"), ("show --output fold", "show --output folder/"),
        ("submit -a folder/li", "submit -a folder/links.txt"), ("highlights -o fold", "highlights -o folder/"),
        ("export inter", "export inter"), ("list inter", "list inter"),
        ("search inter", "search inter"),
    ]
    for name in SHELLS:
        with Typing(name) as typing:
            for line, wanted in rows:
                got = normal(typing.complete(f"transcripts {line}").removeprefix("transcripts "))
                # zsh writes that a value follows, and offers options where there is nothing else.
                if name == "zsh":
                    got = got.removesuffix("=") if got.endswith("=") else got
                assert got == normal(wanted), (name, line, got)


def options():
    """Of each command, all and no others."""
    commands = re.findall(r"^  (\w+)  ", user.call(0, "help")[0], re.MULTILINE)
    assert len(commands) > 15
    for name in SHELLS:
        with Typing(name) as typing:
            assert {word.split(":")[0] for word in typing.offered("transcripts ")} >= {*commands, "help"}, name
            for command in commands:
                wanted = {option for line in user.call(0, "help", command)[0].splitlines() if line.startswith("  -")
                          for option in OPTION.findall(line.split("  ")[1])}
                got = {word.rstrip("=") for word in typing.offered(f"transcripts {command} --")}
                assert {word for word in got if word.startswith("--")} == wanted, (name, command, got ^ wanted)


def several():
    """What was typed is not lost where several titles have it."""
    for name in SHELLS:
        with Typing(name) as typing:
            got = normal(typing.complete("transcripts show in"))
            ids = [line["id"] for line in user.lines("list", "--offline")[:-1]]
            assert got == "transcripts show in" or got in [f"transcripts show {one}" for one in ids], (name, got)


def fields_of_all_commands():
    """They are what the help says, which is what the schema says."""
    for name in SHELLS:
        with Typing(name) as typing:
            got = set(typing.offered("transcripts list --fields "))
            wanted = shell.describe("video") - {"ready_at"}
            assert got >= wanted, (name, wanted - got)


if __name__ == "__main__":
    with shell.Service(SERVICE, VIDEOS) as service, shell.Shell(PROGRAM, service) as user:
        settings = user.home / "config/glib-2.0/settings/keyfile"
        with open(user.home / "key", "w+", encoding="utf-8") as key:
            key.write(service.key + "\n")
            key.seek(0)
            user.call(0, "login", service.address, "--key-fd", str(key.fileno()), pass_fds=[key.fileno()])
        user.call(0, "submit", "--wait", "harbour-video", "council-video")
        with open(settings, "a", encoding="utf-8") as file:
            file.write("\n[io/github/transcripts_app/Transcripts]\nexport-presets={'Radio': <('txt', {'timecodes': <true>})>}\n")
        os.makedirs(user.home / "folder")
        (user.home / "interview one.m4a").touch()
        (user.home / "folder/links.txt").touch()
        status = shell.main([typed, options, several, fields_of_all_commands])
    sys.exit(status)
