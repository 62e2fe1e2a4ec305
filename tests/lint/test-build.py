#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-build.py SOURCE BUILD (window|no-window): asserts that a build without the window can be set up where neither
GTK nor libadwaita is known, that one with it cannot, what of it is not built and installed then; that what is left out
is said; that everything that is installed is of one part; that the profiles share no file; that everything that starts
the program calls it transcripts; that `meson devenv` finds the programs of the build folder; that run.sh builds all of
them, and they find their translations there; that nothing but what is built is ever removed from a build folder; and
that run.sh does not start the program in one."""
import json
import locale
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HIDDEN = "gtk4|gtk4-*|libadwaita-1|x11|xtst"
# Of the window, by how the paths end that it is installed to.
OF_THE_WINDOW = ["/transcripts-window", "/transcripts-search-provider", ".search-provider.ini", ".desktop",
                 ".metainfo.xml", ".service", ".svg", "/libtranscripts-player.so"]
OF_THE_SHELL = ["/bin/transcripts", "/transcripts-command", "/bin/transcription-service", ".gschema.xml", "/transcripts.1",
                "/bash-completion/completions/transcripts"]
# Parts that `meson install --tags` takes alone; packages are made of them.
OF_THE_SERVICE = ["/bin/transcription-service", "/transcription-worker", "/catalogue", "/openapi.json"]
PARTS = {"cli": [*OF_THE_SHELL, "/transcripts-cli.schema.json", "/_transcripts", "/transcripts.fish"],
         "window": OF_THE_WINDOW, "service": OF_THE_SERVICE, "man": [".1"], "i18n": [".mo"]}


def hide_libraries(folder, hidden):
    """Returns an environment in which pkg-config does not know these."""
    path = Path(folder) / "pkg-config"
    path.write_text(f"""#!/bin/sh
for word in "$@"; do
  case $word in {hidden}) exit 1 ;; esac
done
exec {os.environ.get("PKG_CONFIG", "pkg-config")} "$@"
""")
    path.chmod(0o755)
    return dict(os.environ, PKG_CONFIG=str(path))


def set_up(source, build, env, *options):
    return subprocess.run(["meson", "setup", *options, build, source], env=env, capture_output=True, text=True)


def introspect(build, what):
    return json.loads(subprocess.run(["meson", "introspect", f"--{what}", build], check=True, capture_output=True,
                                     text=True).stdout)


def ends(paths, end):
    return any(path.endswith(end) for path in paths)


def check_setups(source):
    with tempfile.TemporaryDirectory() as folder:
        env = hide_libraries(folder, HIDDEN)
        build = os.path.join(folder, "build")
        yield "no window without GTK", set_up(source, build + "-with", env).returncode != 0
        done = set_up(source, build, env, "-Dwindow=disabled")
        yield "the shell without GTK", done.returncode == 0
        if done.returncode != 0:
            print("# " + "\n# ".join(done.stdout.splitlines()[-20:]))
            return

        installed = introspect(build, "installed").values()
        for end in OF_THE_WINDOW:
            yield f"installs no {end}", not ends(installed, end)
        for end in OF_THE_SHELL:
            yield f"installs {end}", ends(installed, end)
        targets = introspect(build, "targets")
        yield "builds the shell", any(target["name"] == "transcripts" for target in targets)
        yield "builds nothing of the window", not any(
            target["name"] == "transcripts-window" or "/ui/" in target["defined_in"] or
            "/tests/display/" in target["defined_in"] for target in targets)
        suites = {suite for test in introspect(build, "tests") for suite in test["suite"]}
        yield "has the other tests", {"transcripts:core", "transcripts:journeys"} <= suites and \
            "transcripts:display" not in suites


def check_speech(source):
    """Speech that is left out for lack of a library is said to be; one that is left out on purpose is not."""
    with tempfile.TemporaryDirectory() as folder:
        env = hide_libraries(folder, "pocketsphinx")
        options = ["-Dwindow=disabled", "-Dtests=false"]
        done = set_up(source, os.path.join(folder, "auto"), env, *options)
        said = re.search(r"WARNING: Recordings .* not be transcribed, .*\bpocketsphinx\b", done.stdout)
        yield "says that speech is left out", done.returncode == 0 and said
        done = set_up(source, os.path.join(folder, "disabled"), env, "-Dmedia=disabled", *options)
        yield "and not if that was meant", done.returncode == 0 and "WARNING: Recordings" not in done.stdout


def check_parts(build):
    plan = introspect(build, "install-plan")
    tags = {target["destination"].replace("{bindir}", "/bin"): target["tag"] for kind in plan.values() for target in kind.values()}
    for path, tag in tags.items():
        if not ends([path], tuple(PARTS.get(tag, ()))):
            print(f"# {path} is of {tag}")
    yield "all that is installed is of a part", all(ends([path], tuple(PARTS.get(tag, ()))) for path, tag in tags.items())
    for part in ("cli", "service", "man", "i18n"):
        yield f"there is a part {part}", part in tags.values()


def check_profiles(source, build):
    """What is released and what is developed can be installed in one prefix."""
    with tempfile.TemporaryDirectory() as folder:
        other = os.path.join(folder, "build")
        window = next(option["value"] for option in introspect(build, "buildoptions") if option["name"] == "window")
        done = set_up(source, other, os.environ, "-Dprofile=devel", f"-Dwindow={window}")
        yield "the profile devel", done.returncode == 0
        if done.returncode != 0:
            print("# " + "\n# ".join(done.stdout.splitlines()[-20:]))
            return

        released, developed = (set(introspect(path, "installed").values()) for path in (build, other))
        for path in released & developed:
            print(f"# both install {path}")
        yield "the profiles have no file in common", not released & developed
        yield "devel has a name of its own in each", all("devel" in path.lower() for path in developed)
        names = (Path(other) / "config.h").read_text()
        yield "devel has an id of its own", 'TRS_APPLICATION_ID "io.github.transcripts_app.Transcripts.Devel"' in names
        for kind in ("desktop", "service"):
            for file in Path(other, "data").glob(f"*.{kind}"):
                commands = [line.split()[0] for line in file.read_text().splitlines() if line.startswith("Exec=")]
                yield f"{file.name} starts devel", commands and all("transcripts-devel" in word for word in commands)


def check_names(source, build):
    program = introspect(build, "installed")[os.path.join(build, "src/transcripts")]
    for path in Path(source, "flatpak").glob("*.json"):
        manifest = json.loads(path.read_text())
        yield f"{path.name} starts its program", \
            manifest["command"] == ("transcripts-devel" if path.stem.endswith(".Devel") else "transcripts")
    for kind in ("desktop", "service"):
        file = next(path for path in Path(build, "data").glob(f"*.{kind}") if "SearchProvider" not in path.name)
        commands = [line.split()[0] for line in file.read_text().splitlines() if line.startswith("Exec=")]
        yield f"the {kind} file starts transcripts", commands and set(commands) == {"Exec=" + program}


def check_devenv(build, programs):
    for program in programs:
        command = ["meson", "devenv", "-C", build, "sh", "-c", f"command -v {program} && {program} --version"]
        done = subprocess.run(command, capture_output=True, text=True)
        where, _, version = done.stdout.partition("\n")
        yield f"devenv finds {program}", where.startswith(build) and version.startswith("transcripts ")


def check_alias(build):
    """What run.sh builds is all that is started from the build folder."""
    query = subprocess.run(["ninja", "-C", build, "-t", "query", "program"], check=True, capture_output=True, text=True)
    built = {line.strip(" |") for line in query.stdout.splitlines()}
    for target in introspect(build, "targets"):
        if target["installed"] and target["type"] in ("executable", "shared module"):
            path = os.path.relpath(target["filename"][0], build)
            yield f"run.sh builds {path}", path in built


def check_foreign_files(source):
    """What somebody has put into a build folder stays there, however the build was left."""
    script = f'. "{source}/build-aux/setup.sh"; prepare_build_folder; configure _build/run'
    with tempfile.TemporaryDirectory() as folder:
        build = Path(folder, "_build/run")
        description = Path(folder, "meson.build")
        own = [build / "Interview.txt", build / "meson-logs/Notes.txt", build / "Letters/One.txt"]

        def is_set_up():
            return subprocess.run(["sh", "-euc", script], cwd=folder, capture_output=True, text=True).returncode == 0

        description.write_text("project('anything')\n")
        yield "it is set up", is_set_up()
        for path in own:
            path.parent.mkdir(exist_ok=True)
            path.write_text("Mine")
        (build / "meson-private/coredata.dat").unlink()
        yield "what was interrupted is set up anew", is_set_up() and (build / "meson-private/coredata.dat").exists()
        yield "that removes no foreign file", all(path.exists() for path in own)
        description.write_text("project('anything')\ndependency('no-such-library')\n")
        yield "a library that is missing is said", not is_set_up()
        yield "that removes no foreign file, either", all(path.exists() for path in own)
        description.write_text("project('anything')\n")
        yield "it is set up once the library is there", is_set_up()
        yield "that removes no foreign file at last", all(path.exists() and path.read_text() == "Mine" for path in own)


def check_start_folder(source):
    """run.sh starts the program in the home, or where the paths among its arguments are relative to."""
    with tempfile.TemporaryDirectory() as folder:
        root, home, tools = (Path(folder, name) for name in ("tree", "home", "tools"))
        for path in (root / "build-aux", root / "_build/run", home, tools):
            path.mkdir(parents=True)
        for name in ("run.sh", "setup.sh"):
            (root / "build-aux" / name).write_text((Path(source) / "build-aux" / name).read_text())
        (tools / "meson").write_text('#!/bin/sh\n[ "$1" = devenv ] || exit 0\ncd "$3"\nshift 3\nexec "$@"\n')
        (tools / "dpkg-query").write_text("#!/bin/sh\necho install ok installed\n")
        (tools / "transcripts").write_text('#!/bin/sh\npwd\nprintf "%s\\n" "$@"\n')
        for tool in tools.iterdir():
            tool.chmod(0o755)
        env = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", HOME=str(home), DISPLAY=":0")
        command = ["sh", "../tree/build-aux/run.sh"]
        alone = subprocess.run(command, cwd=home, env=env, capture_output=True, text=True)
        yield "it starts in the home", alone.stdout.splitlines()[:1] == [str(home)]
        given = subprocess.run([*command, "a b.wav", "$HOME"], cwd=tools, env=env, capture_output=True, text=True)
        yield "relative paths are found", given.stdout.splitlines() == [str(tools), "a b.wav", "$HOME"]


def has_locale(name):
    try:
        locale.setlocale(locale.LC_MESSAGES, name)
    except locale.Error:
        return False
    finally:
        locale.setlocale(locale.LC_MESSAGES, "C")
    return True


def check_translations(build):
    # The newest glibc has no other language in C.UTF-8 than English.
    env = dict(os.environ, LC_ALL="en_US.UTF-8" if has_locale("en_US.UTF-8") else "C.UTF-8", LANGUAGE="de")
    done = subprocess.run([os.path.join(build, "src/transcripts"), "--help"], env=env, capture_output=True, text=True)
    yield "it speaks German in the build folder", done.returncode == 0 and "Aufruf:" in done.stdout


def main(source, build, window):
    programs = ["transcripts"] + ["transcripts-window"] * (window == "window")
    cases = [*check_setups(source), *check_speech(source), *check_parts(build), *check_profiles(source, build),
             *check_devenv(build, programs), *check_alias(build), *check_translations(build),
             *check_foreign_files(source), *check_start_folder(source)]
    if window == "window":
        cases += check_names(source, build)
    print(f"1..{len(cases)}")
    for number, (name, good) in enumerate(cases, 1):
        print(f"{'ok' if good else 'not ok'} {number} {name}")
    return 0 if all(good for _, good in cases) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
