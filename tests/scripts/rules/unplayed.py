"""Kinds of chunks that no source of a list reads: unplayed.py RECORDS SOURCE... A kind is a row `chunk NAME` of the records; it is read where a source names
the place of one of its own fields, ROM_NAME_FIELD. A line each."""
import re
import sys

FIELD = re.compile(r'^    (?:at\s+(\S+)|(?!pad\b|note\b|value\b)[\w*-]+\s+(\w+))')


def kinds(path):
    name, found = None, {}
    with open(path, encoding='utf-8') as lines:
        for line in lines:
            head = re.match(r'^chunk (\S+) ', line)
            if head:
                name = head.group(1)
                found[name] = []
            elif re.match(r'^record ', line):
                name = None
            elif name and FIELD.match(line):
                found[name].append(next(g for g in FIELD.match(line).groups() if g))
    return found


words = set()
for source in sys.argv[2:]:
    with open(source, encoding='utf-8') as text:
        words.update(re.findall(r'\bROM_[A-Z0-9_]+\b', text.read()))
for kind, fields in kinds(sys.argv[1]).items():
    if not any(('ROM_' + kind + '_' + field).upper().replace('-', '_') in words for field in fields):
        print(kind)
