"""Where a maker of games reaches the features of FEATURES.md: reach.py [--write] R

R is the folder of tests/scripts/rules/reached.sh: lists of the objects of programs (NAME.list, below.list, kernel.list), the maps of these programs without
what nothing calls (NAME.map). The last column of each row holds what is found:

    script     the player has it, and a module of its room has natives
    cart text  the player has it, and the packer knows its room
    verb       the command has it
    C          the player has it otherwise, or an example in C does
    port       it is part of a port
    tool       it is a program beside the command, or a recipe of the suite

A header is in a program when one function that it declares is in it; without functions, when an object there includes it. A row is reached when one of its
headers is: that says where a maker finds it, not that all of it is in use. Prints a line for each row
whose column says something else, and for each row that no program has; --write sets the column."""
import glob
import os
import re
import subprocess
import sys

from reached import sections_left_out

WORDS = ('script', 'cart text', 'verb', 'C', 'port', 'tool')
TOOLS = ('tools/base/heap_backend', 'tools/tablegen/', 'tools/assets/', 'tools/records/', 'tests/', 'tools/mutate/')
PACKERS = ('tools/cart/', 'tools/convert/', 'tools/pack/', 'tools/step/', 'tools/script/', 'tools/import/', 'tools/tune/')


def read(path):
    with open(path, encoding='utf-8', errors='replace') as text:
        return text.read()


def objects_of(folder, name):
    lists = [name, 'below', 'kernel']
    return [os.path.normpath(line) for part in lists for line in read(f'{folder}/{part}.list').split()]


def symbols_of(objects):
    """The functions and variables that objects define: symbol to object."""
    where = {}
    text = subprocess.run(['nm', '-A', '--defined-only', '-g'] + objects, capture_output=True, text=True, check=True).stdout
    for line in text.split('\n'):
        piece = re.match(r'^(\S+):\S+ [TDBRVW] (\S+)$', line)
        if piece:
            where.setdefault(piece.group(2), os.path.normpath(piece.group(1)))
    return where


def source_of(path):
    """The place of an object's source: build/reached/obj/kernel/a/b.o to kernel/a/b.c."""
    return re.sub(r'^.*?/obj/', '', path)[:-1] + 'c'


class Program:
    def __init__(self, folder, name):
        self.objects = set(objects_of(folder, name))
        self.left_out = sections_left_out(f'{folder}/{name}.map')
        self.linked = {o for o in self.objects if (o, '.text') not in self.left_out or '/kernel/' in o}
        self.headers = set()

    def has_symbol(self, name, place):
        if place not in self.objects:
            return False
        part = '.text.' + name
        return (place, part) not in self.left_out if '/kernel/' in place else place in self.linked


def declared(text):
    """The functions that a header declares, without those that stand in it."""
    plain = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
    names = set(re.findall(r'\b(\w+)\([^()]*(?:\([^()]*\)[^()]*)*\)\s*;', plain))
    return names | set(re.findall(r'^extern [^;(]*?\b(\w+)(?:\[[^;]*)?;', plain, flags=re.M))


class Reach:
    def __init__(self, folder):
        names = [os.path.basename(path)[:-4] for path in glob.glob(f'{folder}/*.map')]
        self.programs = {name: Program(folder, name) for name in names}
        every = sorted(set().union(*[p.objects for p in self.programs.values()]))
        self.symbols = symbols_of([o for o in every if os.path.exists(o)])
        self.included = {}
        for place in every:
            if os.path.exists(place[:-1] + 'd'):
                for header in re.findall(r'\S+\.h\b', read(place[:-1] + 'd')):
                    self.included.setdefault(os.path.normpath(header), set()).add(place)
        self.rooms_with_natives = {os.path.dirname(path) for path in glob.glob('kernel/*/module.c') if '.natives' in read(path)}
        packers = [read(p) for p in glob.glob('tools/**/*.[ch]', recursive=True) if p.startswith(PACKERS)]
        self.packed_rooms = {room for text in packers for room in re.findall(r'#include "((?:kernel|raster|rom|fixedmath)(?:/\w+)?)/\w+\.h"', text)}

    def programs_with(self, path):
        header = path[:-1] + 'h' if path.endswith('.c') else path
        text = read(header if os.path.exists(header) else path)
        places = [(name, self.symbols[name]) for name in declared(text) if name in self.symbols]
        if places:
            return {n for n, p in self.programs.items() if any(p.has_symbol(name, place) for name, place in places)}
        users = self.included.get(os.path.normpath(header), set()) or {o for o in self.symbols.values() if source_of(o) == path}
        return {n for n, p in self.programs.items() if users & p.linked}

    def words_of(self, path):
        if path.endswith('.md') or path.startswith('rom/carts/'):
            return {'script'} if 'GOAD' in path or path.endswith('.goad') else {'cart text'}
        if path.startswith('platform/'):
            return {'port'}
        if path.startswith(TOOLS) or not re.search(r'\.[ch]$', path):
            return {'tool'}
        found, words, room = self.programs_with(path), set(), os.path.dirname(path)
        if path.startswith('tools/'):
            return {'verb'} if 'oxcart' in found else set()
        if 'player' in found and room in self.rooms_with_natives:
            words.add('script')
        if 'player' in found and room in self.packed_rooms:
            words.add('cart text')
        if not words and found - {'oxcart'}:
            words.add('C')
        if not words and 'oxcart' in found:
            words.add('verb')
        return words

    def column(self, paths):
        words = set().union(*[self.words_of(path) for path in paths])
        return ', '.join(word for word in WORDS if word in words)


def main():
    writes = sys.argv[1] == '--write'
    reach, lines = Reach(sys.argv[-1]), read('FEATURES.md').split('\n')
    for i, line in enumerate(lines):
        row = re.match(r'^\| ([A-Z0-9]+-\d+) \|', line)
        cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
        if not row or len(cells) < 4:
            continue
        column = reach.column([path for path in re.split(r'[,\s]+', cells[2]) if path])
        said = cells[4] if len(cells) > 4 else ''
        if writes:
            lines[i] = '| ' + ' | '.join(cells[:4] + [column]) + ' |'
        if not column:
            print(f'{row.group(1)} no program has {cells[2]}')
        elif said != column and not writes:
            print(f'{row.group(1)} says "{said}", it is "{column}"')
    if writes:
        with open('FEATURES.md', 'w', encoding='utf-8') as out:
            out.write('\n'.join(lines))


if __name__ == '__main__':
    main()
