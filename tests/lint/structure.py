# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts whether the files of the program stand in order."""
import re
from collections import defaultdict
from pathlib import PurePosixPath

INCLUDE = re.compile(r'#\s*include\s+"([^"]+)"')


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


def measure(sources):
    """@sources: texts by name. Returns the counts by the names they have in structure.json, and what was counted."""
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
    return {
        "circles_of_files": len(circles),
        "circles_of_folders": len(wide),
        "private_headers_read_by_others": len(read),
    }, [" ".join(circle) for circle in circles + wide] + read
