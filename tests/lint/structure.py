# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts whether the files of the program stand in order."""
import re
from collections import defaultdict
from pathlib import PurePosixPath

FINAL_TYPE = re.compile(r"^G_DECLARE_FINAL_TYPE \((\w+),", re.MULTILINE)
# What a GNOME program does otherwise: by its name in structure.json, the files that are looked through and the pattern.
IDIOMS = {
    "data_by_string_key": ("src/", re.compile(r"\bg_object_set_data(?:_full)? \(")),
    # Compiles with a name that nobody has; an id does not.
    "signals_emitted_by_name": ("src/", re.compile(r"\bg_signal_emit_by_name \(")),
    # A detail is a property that cannot be bound.
    "signals_with_details": ("src/", re.compile(r"\bG_SIGNAL_DETAILED\b")),
    "timeouts_outside_the_clock": ("src/engine/", re.compile(r"\bg_timeout_(?:add|source_new)\w* \(")),
}
# The first member of the struct of a type that was declared without G_DECLARE.
INSTANCE = re.compile(r"^  (\w+) parent_instance;", re.MULTILINE)
INCLUDE = re.compile(r'#\s*include\s+"([^"]+)"')
# A function of its own in a .c: name and body.
FUNCTION = re.compile(r"^(\w+) \((?:[^;{}\n]|\n(?!\n))*\)\n\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIXED_WAIT = re.compile(r"\b(?:trs_test_iterate_for|g_usleep) \([^;]*\);")
PROPAGATE = re.compile(r"\bg_task_propagate_\w+ \(")


def get_class(name):
    """A .c, its .h and its -private.h are one."""
    return re.sub(r"(-private)?\.[ch]$", "", name)


def find_circles(graph):
    """Strongly connected components of more than one member, by Tarjan's algorithm."""
    index, low, stack, circles = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                circles.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return circles


def find_public_structs(sources):
    """Types whose struct stands in a header that others include, also what is derived from."""
    for name, text in sources.items():
        if name.endswith(".h") and not name.endswith("-private.h"):
            for kind in FINAL_TYPE.findall(text):
                if f"\nstruct _{kind}\n" in text:
                    yield f"{name} shows struct _{kind}"
            yield from (f"{name} shows the struct of a subclass of {parent}" for parent in INSTANCE.findall(text))


def find_wide_private_headers(sources):
    """Private headers that more than two .c files include."""
    readers = defaultdict(set)
    for name, text in sources.items():
        for include in INCLUDE.findall(text):
            if include.endswith("-private.h") and name.endswith(".c"):
                readers[include].add(name)
    for header, names in readers.items():
        if len(names) > 2:
            yield f"{header} is included by {len(names)} files"


def find_async_without_finish(sources):
    """Calls that whoever makes them has to finish by the type of a task that is none of his business."""
    functions = {function for name, text in sources.items() if name.endswith(".c")
                 for function, body in FUNCTION.findall(text)}
    for function in sorted(functions):
        if function.endswith("_async") and function.removesuffix("_async") + "_finish" not in functions:
            yield f"{function} has no _finish"


def find_propagates_outside_finish(sources):
    """A task is taken apart by the one function that knows which task it is."""
    for name, text in sources.items():
        for function, body in FUNCTION.findall(text):
            if not (function.endswith("_finish") and "g_async_result_is_tagged (" in body):
                yield from (f"{name}: {function} propagates" for call in PROPAGATE.findall(body))


def find_fixed_waits(sources):
    """Tests that let time pass on the wall: too long where nothing comes, and too short on a busy machine."""
    for name, text in sources.items():
        if not name.startswith(("tests/support/trs-test-utils.", "tests/bench/")):
            yield from (f"{name}: {call}" for call in FIXED_WAIT.findall(text))


def measure(sources):
    """@sources: texts by name. Returns, by the names they have in structure.json, what was counted."""
    home = {PurePosixPath(name).name: name for name in sources}
    files, folders, read = defaultdict(set), defaultdict(set), []
    for name, text in sources.items():
        files[get_class(name)]
        for include in INCLUDE.findall(text):
            other = home.get(PurePosixPath(include).name)
            if other is None or get_class(other) == get_class(name):
                continue
            files[get_class(name)].add(get_class(other))
            folder, other_folder = (str(PurePosixPath(n).parent) for n in (name, other))
            if folder != other_folder:
                folders[folder].add(other_folder)
            if other.endswith("-private.h") and not get_class(name).startswith(get_class(other)):
                read.append(f"{name} reads {other}")
    circles, wide = find_circles(files), find_circles(folders)
    idioms = {what: [f"{name}: {match}" for name, text in sources.items() if name.startswith(folder)
                     for match in pattern.findall(text)]
              for what, (folder, pattern) in IDIOMS.items()}
    return {
        "circles_of_files": [" ".join(circle) for circle in circles],
        "circles_of_folders": [" ".join(circle) for circle in wide],
        "private_headers_read_by_others": read,
        "public_structs": list(find_public_structs(sources)),
        "private_headers_of_many_files": list(find_wide_private_headers(sources)),
        "async_without_finish": list(find_async_without_finish(sources)),
        "propagate_outside_finish": list(find_propagates_outside_finish(sources)),
        **idioms,
    }
