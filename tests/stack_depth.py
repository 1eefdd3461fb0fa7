#!/usr/bin/env python3
"""Worst call stacks from the compiler's own figures (gcc -fcallgraph-info=su leaves a .ci file beside each object).

    stack_depth.py FOLDER                 one line a module: MODULE BYTES FUNCTION [calls by pointer]
    stack_depth.py FOLDER --limit BYTES   functions whose own frame is larger, or of no fixed size; exit code 1 if any

BYTES is the deepest chain of direct calls that begins in the module, callees in other modules included. Calls by pointer
have no target in the figures: a chain that makes one is marked, and what runs behind it must be measured instead. So
is recursion, which counts once.
"""
import os
import re
import sys

NODE = re.compile(r'node: \{ title: "([^"]*)" label: "[^"]*?\\n([^"\\]*?):\d+:\d+(?:\\n(\d+) bytes \(([^)]*)\))?')
EDGE = re.compile(r'edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"')
INDIRECT = "__indirect_call"


def read(folder):
    frames, kinds, files, calls = {}, {}, {}, {}
    for root, _, names in os.walk(folder):
        for name in names:
            if not name.endswith(".ci"):
                continue
            module = os.path.relpath(os.path.join(root, name[:-3] + ".c"), folder)
            with open(os.path.join(root, name), encoding="utf-8") as text:
                for line in text:
                    node, edge = NODE.match(line), EDGE.match(line)
                    if node and node.group(3):
                        frames[node.group(1)] = int(node.group(3))
                        kinds[node.group(1)] = node.group(4)
                        files[node.group(1)] = module
                    elif edge:
                        calls.setdefault(edge.group(1), set()).add(edge.group(2))
    return frames, kinds, files, calls


def deepest(frames, calls):
    """Bytes below each function, and whether a pointer or a circle is on the way."""
    depth, marked, under_way = {}, {}, set()

    def visit(function):
        if function in depth:
            return depth[function], marked[function]
        if function in under_way:
            return 0, True
        under_way.add(function)
        most, by_pointer = 0, False
        for callee in calls.get(function, ()):
            if callee == INDIRECT:
                by_pointer = True
                continue
            below, mark = visit(callee)
            by_pointer = by_pointer or mark
            most = max(most, below)
        under_way.discard(function)
        depth[function] = frames.get(function, 0) + most
        marked[function] = by_pointer
        return depth[function], marked[function]

    sys.setrecursionlimit(10000)
    for function in frames:
        visit(function)
    return depth, marked


def module_of(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] in ("kernel", "platform", "tools") and len(parts) > 2 else parts[0]


def main():
    folder = sys.argv[1]
    frames, kinds, files, calls = read(folder)
    if not frames:
        print("no .ci files under " + folder, file=sys.stderr)
        return 2
    if "--limit" in sys.argv:
        limit = int(sys.argv[sys.argv.index("--limit") + 1])
        large = [f for f in frames if frames[f] > limit or "dynamic" in kinds[f]]
        for function in sorted(large, key=lambda f: -frames[f]):
            print("%s %d bytes (%s) in %s" % (function.split(":")[-1], frames[function], kinds[function], files[function]))
        print("# %d functions, the largest frame is %d bytes" % (len(frames), max(frames.values())))
        return 1 if large else 0
    depth, marked = deepest(frames, calls)
    modules = {}
    for function in frames:
        module = module_of(files[function])
        if module not in modules or depth[function] > depth[modules[module]]:
            modules[module] = function
    for module in sorted(modules):
        worst = modules[module]
        print("%s %d %s%s" % (module, depth[worst], worst.split(":")[-1], " calls-by-pointer" if marked[worst] else ""))
    return 0


sys.exit(main())
