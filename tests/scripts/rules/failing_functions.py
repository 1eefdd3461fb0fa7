"""Lists the functions of the kernel's lower parts and of the ROM reader that can fail, and holds each to two rules.

A function can fail when its header lets it return a result code, or marks its result as one that must be looked at; the
functions that the container macros define count like any other. The rules:

checked  the compiler warns when the result is dropped (FX_MUST_CHECK), but for functions that give back or report;
tested   some statement of a test calls it and expects a failure there: a result code other than OK, NULL, false, none.

Functions for allocators under tracking (name_at: the same with a place) count as the one that they stand for.
usage: failing_functions.py checked|tested|list
"""
import glob
import re
import sys

FOLDERS = ["kernel/" + part for part in
           ("memory", "containers", "names", "text", "engine", "resource", "debug", "input", "file", "level", "scene",
            "world", "save", "audio", "game", "replay", "console", "event", "command", "state", "task", "time", "type",
            "network")] + ["rom"]
# They give back, end or tell what has happened, or return a code that they were given.
MAY_BE_DROPPED = re.compile(r"_(give|unload|free|release|retain|remove|end|pin|wake|sleep|abort|loaded|status|fail|"
                            r"tracked_check|tracked_check_freed)$")
# Refusals of these are counted or asserted, or are normal outcomes, and their headers say that the result may be left.
COUNTED = {"ox_events_post", "ox_machine_again", "ox_machine_go", "ox_machine_pop", "ox_machine_push", "ox_world_destroy",
           "ox_events_unlisten", "ox_place_set", "ox_counters_add", "ox_counters_set", "ox_flow_close_screen", "ox_flow_say",
           "ox_objectives_complete", "ox_element_begin", "ox_area_begin", "ox_saves_finish", "ox_console_saved",
           # restore functions of parts: who calls them looks
           "ox_restore_commands", "ox_restore_events", "ox_restore_world", "ox_sim_block_restore"}
# They return the code that they are given; a tape is started by ox_console_boot, which the tests refuse recordings.
CANNOT_FAIL = {"rom_fail", "ox_transaction_abort", "ox_tape_start"}


def plain(text):
    """Without comments and preprocessor lines (their number of lines stays)."""
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group(0).count("\n"), text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", lambda m: "\n" * m.group(0).count("\n"), text, flags=re.M)


def outside(text):
    """What stands outside of braces, each body replaced by a semicolon."""
    out, depth = [], 0
    for c in text:
        depth += c == "{"
        if depth == 0:
            out.append(c)
        if c == "}":
            depth -= 1
            if depth == 0:
                out.append(";")
    return "".join(out)


def declared():
    """{name: (header, marked, whether it returns a code)} of plain functions."""
    found = {}
    for folder in FOLDERS:
        for header in sorted(glob.glob(folder + "/*.h")):
            if "internal" in header:
                continue
            for statement in outside(plain(open(header).read())).split(";"):
                s = " ".join(statement.split())
                m = re.match(r"((?:\w+[ *]+)+)((?:ox|rom)_\w+) ?\(", s)
                if not m or s.startswith("typedef"):
                    continue
                marked = "FX_MUST_CHECK" in m.group(1)
                if not marked and not re.search(r"\b(ox|rom)_status\b", m.group(1)):
                    continue
                name = re.sub(r"_at$", "", m.group(2)) if "ox_place" in s else m.group(2)
                status = bool(re.search(r"\b(ox|rom)_status\b", m.group(1)))
                found[name] = (header, marked and found.get(name, (header, True))[1], status)
    return {name: what for name, what in found.items() if name not in CANNOT_FAIL}


def generated():
    """{"MACRO_suffix": (header, marked, macros)}: typed functions, and the macros whose use defines them."""
    macros = {}
    for header in sorted(glob.glob("kernel/containers/*.h")):
        text = re.sub(r"/\*.*?\*/", "", open(header).read(), flags=re.S).replace("\\\n", " ")
        for m in re.finditer(r"^#define (OX_DEFINE_\w+)\(name\b[^\n]*", text, re.M):
            macros[m.group(1)] = (header, m.group(0))
    found = {}
    for macro, (header, body) in macros.items():
        users = {macro}
        while True:
            more = {other for other, (_, text) in macros.items()
                    if any(re.search(r"\b" + user + r"\(name\b", text[8:]) for user in users)}
            if more <= users:
                break
            users |= more
        for m in re.finditer(r"((?:\w+ )*)ox_status name##(_\w+)\(", body):
            found[macro + m.group(2)] = (header, "FX_MUST_CHECK" in m.group(1), users, m.group(2))
    return found


def statements():
    """Statements of the tests; and {macro: names of the types that tests define with it}."""
    out, instances = [], {}
    for file in sorted(glob.glob("tests/unit/**/*.[ch]", recursive=True) + glob.glob("tests/host/**/*.[ch]", recursive=True)):
        text = open(file).read()
        for m in re.finditer(r"\b(OX_DEFINE_\w+)\((\w+)", text):
            instances.setdefault(m.group(1), set()).add(m.group(2))
        flat = re.sub(r"(\(\w+\))\{[^{}]*\}", r"\1", plain(text)) # records made in a call do not end its statement
        out += [" ".join(s.split()) for s in re.split(r"[;{}]", flat)]
    return out, instances



def expects_failure(statement, call, codes, is_status):
    """A check in which this call is held to a failure; what is asked of other calls beside it does not count."""
    at = re.search(r"\b" + call + r"\(", statement)
    if not at or "CHECK" not in statement[:at.start()]:
        return False
    depth, end = 0, len(statement)
    for i in range(at.end() - 1, len(statement)):
        depth += (statement[i] == "(") - (statement[i] == ")")
        if depth == 0:
            end = i + 1
            break
    before, after = statement[:at.start()], statement[end:]
    if re.search(r"ox_failed\($" if is_status else r"(!|_is_none\()$", before):
        return True
    if is_status:
        return bool(re.match(r"\s*(,|==) (?:OX|ROM)_(?!OK\b)(?:%s)\b|\s*!= (?:OX|ROM)_OK\b" % codes, after))
    return bool(re.match(r"\.bits, 0\)|\s*(,|==) (?:NULL\b|false\b|0\)|(?:OX|ROM)_(?!OK\b)(?:%s)\b)" % codes, after))


def main():
    text = open("kernel/memory/status.h").read() + open("rom/rom.h").read()
    codes = "|".join(sorted(set(re.findall(r"^    (?:OX|ROM)_([A-Z_]+)\b", text, re.M))))
    plain_ones, typed = declared(), generated()
    if sys.argv[1] == "list":
        for name in sorted(plain_ones):
            print(plain_ones[name][0], name)
        for name in sorted(typed):
            print(typed[name][0], name)
        return 0
    missing = []
    if sys.argv[1] == "checked":
        missing += [n for n, (_, marked, _) in plain_ones.items() if not marked and not MAY_BE_DROPPED.search(n) and n not in COUNTED]
        missing += [n for n, what in typed.items() if not what[1]]
    else:
        tests, instances = statements()
        for name, (_, _, status) in plain_ones.items():
            if not any(name in s and expects_failure(s, name, codes, status) for s in tests):
                missing.append(name)
        for name, (_, _, users, suffix) in typed.items():
            calls = [i + suffix for user in users for i in instances.get(user, ())]
            if not any(c in s and expects_failure(s, c, codes, True) for c in calls for s in tests):
                missing.append(name)
    print(len(plain_ones) + len(typed), " ".join(sorted(missing)))
    return 1 if missing else 0


sys.exit(main())
