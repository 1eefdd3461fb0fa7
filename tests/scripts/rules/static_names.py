"""Names of one word that static functions of several files have: NAME FILES PATH..., a line each.

    python3 tests/scripts/rules/static_names.py MOST FILES         names that stand in more than MOST files"""
import re
import sys

BLIND = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
STATIC = re.compile(r'^(?:[A-Z_]+ )*static\b[^;={}()]*?\b([a-z][a-z0-9]*)\((?=[^;{}]*\)\s*\{)', re.M)


def main():
    most, found = int(sys.argv[1]), {}
    for path in sys.argv[2:]:
        text = BLIND.sub(' ', open(path, encoding='utf-8', errors='replace').read())
        for name in STATIC.findall(text):
            found.setdefault(name, set()).add(path)
    for name, paths in sorted(found.items(), key=lambda one: (-len(one[1]), one[0])):
        if len(paths) > most:
            print(name, len(paths), *sorted(paths))


main()
