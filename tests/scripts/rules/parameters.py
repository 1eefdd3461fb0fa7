"""Functions of seven and more parameters that are called from more than one place: FILE FUNCTION PARAMETERS PLACES, a line each.

    python3 tests/scripts/rules/parameters.py FILES

A definition is a name, its parameters and a brace outside of all braces; a place is a call inside of a function. Calls of a function that
is `static` count in its own file, or in those that include it, all others everywhere. Names that a macro puts together are not seen."""
import re
import sys

MOST = 6
TOKEN = re.compile(r'[A-Za-z_]\w*|[(){},;=\[\]]|\S')
BLIND = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#[^\n\\]*(?:\\\n[^\n\\]*)*', re.S | re.M)
WORDS = {'if', 'for', 'while', 'switch', 'return', 'sizeof', 'defined', '_Alignof', '_Static_assert', '_Generic'}


def closing(tokens, at):
    """The place behind the parenthesis that closes the one at `at`, and how many things commas part in it."""
    depth, parts = 0, 1
    for i in range(at, len(tokens)):
        if tokens[i] in '([{':
            depth += 1
        elif tokens[i] in ')]}':
            depth -= 1
            if depth == 0:
                return i + 1, parts
        elif tokens[i] == ',' and depth == 1:
            parts += 1
    return len(tokens), parts


def read(path):
    """The functions that a file defines, (name, parameters, static), and how often each name is called in it."""
    text = BLIND.sub(' ', open(path, encoding='utf-8', errors='replace').read())
    tokens, defined, calls, depth, i, static = TOKEN.findall(text), [], {}, 0, 0, False
    while i < len(tokens):
        token = tokens[i]
        if token == '{':
            depth += 1
        elif token == '}':
            depth = max(0, depth - 1)
            static = False
        elif token == ';' and depth == 0:
            static = False
        elif token == 'static' and depth == 0:
            static = True
        elif i + 1 < len(tokens) and tokens[i + 1] == '(' and re.match(r'[A-Za-z_]', token) and token not in WORDS:
            if depth > 0:
                calls[token] = calls.get(token, 0) + 1
            else:
                behind, parts = closing(tokens, i + 1)
                if behind < len(tokens) and tokens[behind] == '{':
                    defined.append((token, parts, static))
                    i = behind
                    continue
        i += 1
    return defined, calls


def main():
    files = {path: read(path) for path in sys.argv[1:]}
    everywhere = {}
    for defined, calls in files.values():
        for name, count in calls.items():
            everywhere[name] = everywhere.get(name, 0) + count
    for path, (defined, calls) in sorted(files.items()):
        for name, parts, static in defined:
            places = calls.get(name, 0) if static and path.endswith('.c') else everywhere.get(name, 0)
            if parts > MOST and places > 1:
                print(path, name, parts, places)


main()
