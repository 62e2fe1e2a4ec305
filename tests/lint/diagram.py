#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the rooms that src/DESIGN.md draws against the include paths of the build. Prints TAP, one case a layer:
each `a ◂ b` is an include path, and each include path between two rooms of a layer follows from the diagram."""
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

LAYERS = ("model", "engine", "ui")


def read_paths(commands, src):
    """Which rooms of its layer lie on the include path of each room, by layer."""
    paths = {layer: defaultdict(set) for layer in LAYERS}
    for command in commands:
        directory = Path(command["directory"])
        file = (directory / command["file"]).resolve()
        if not file.is_relative_to(src) or file.suffix != ".c":
            continue
        layer, _, room = str(file.parent.relative_to(src)).partition("/")
        if layer not in LAYERS or not room:
            continue
        paths[layer][room]
        for include in re.findall(r"-I(\S+)", command["command"]):
            other = (directory / include).resolve()
            if other.is_relative_to(src / layer) and other not in (src / layer, file.parent):
                paths[layer][room].add(str(other.relative_to(src / layer)))
    return paths


def read_diagram(text, layer, rooms):
    """The edges of a layer, as pairs of a room and one that may use it."""
    diagram = text.split("```")[1]
    block = re.search(rf"^{layer}/.*\n((?: .*\n)*)", diagram, re.MULTILINE)[1]
    edges = set()
    for chain in re.split(r" {2,}|\n", block):
        if "◂" not in chain:
            continue
        steps = [[room.strip() for room in step.split(",")] for step in chain.split("◂")]
        for lower, upper in zip(steps, steps[1:]):
            for a in (rooms - set(upper) if lower == ["all others"] else lower):
                for b in (rooms - set(lower) if upper == ["all others"] else upper):
                    edges.add((a, b))
    return edges


def close(edges):
    reached = set(edges)
    while True:
        more = {(a, d) for a, b in reached for c, d in edges if b == c} - reached
        if not more:
            return reached
        reached |= more


def compare(text, paths):
    """Yields the faults of each layer."""
    for layer in LAYERS:
        rooms = set(paths[layer])
        edges = read_diagram(text, layer, rooms)
        used = {(a, b) for b, others in paths[layer].items() for a in others}
        named = {room for edge in edges for room in edge}
        faults = [f"{layer}/{b} may not include {layer}/{a}, which the diagram draws" for a, b in edges - used]
        faults += [f"{layer}/{b} may include {layer}/{a}, which does not follow from the diagram"
                   for a, b in used - close(edges)]
        faults += [f"the diagram does not draw {layer}/{room}" for room in rooms - named]
        faults += [f"the diagram draws {layer}/{room}, and there is no such room" for room in named - rooms]
        yield layer, sorted(faults)


def main(design, commands, src):
    text = Path(design).read_text()
    paths = read_paths(json.loads(Path(commands).read_text()), Path(src).resolve())
    failed = 0
    print(f"1..{len(LAYERS)}")
    for number, (layer, faults) in enumerate(compare(text, paths), 1):
        failed += bool(faults)
        print(f"{'not ok' if faults else 'ok'} {number} rooms-of-{layer}")
        for fault in faults:
            print(f"# {fault}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
