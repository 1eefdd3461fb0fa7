"""The kernel's lines that are in no program: reached.py OBJECTS MAP... reads the objects of the kernel below the folder OBJECTS, compiled with
a section for each function and with line numbers, and the maps of programs that the linker made of them without what nothing calls.
Prints a row for each file with such lines (lines, those in no program, the share), the folders, and the sum, worst first."""
import glob
import os
import re
import subprocess
import sys


def sections_left_out(path):
    """What a linker's map lists as discarded: pairs of an object and a section."""
    found, inside, name = set(), False, ''
    with open(path, encoding='utf-8', errors='replace') as lines:
        for line in lines:
            if line.startswith('Discarded input sections'):
                inside = True
            elif line.startswith('Memory Configuration'):
                break
            elif inside:
                piece = re.match(r'^ (\S+)?\s+0x[0-9a-f]+\s+0x[0-9a-f]+\s+(\S+\.o)$', line)
                if piece:
                    found.add((os.path.normpath(piece.group(2)), piece.group(1) or name))
                section = re.match(r'^ (\S+)$', line)
                name = section.group(1) if section else name
    return found


def lines_by_section(path):
    """The lines of the kernel that each section of an object was compiled from."""
    text = subprocess.run(['objdump', '-dl', '--no-show-raw-insn', path], capture_output=True, text=True, check=True).stdout
    sections, lines = {}, set()
    for line in text.split('\n'):
        section = re.match(r'^Disassembly of section (\S+):', line)
        if section:
            lines = sections.setdefault(section.group(1), set())
        place = re.match(r'^(?:\S*/)?(kernel/\w+/\w+\.[ch]):(\d+)', line)
        if place:
            lines.add((place.group(1), int(place.group(2))))
    return sections


def main():
    left_out = set.intersection(*[sections_left_out(path) for path in sys.argv[2:]])
    every, reached = set(), set()
    for path in glob.glob(os.path.join(sys.argv[1], 'kernel/*/*.o')):
        if not os.path.exists(os.path.relpath(path, sys.argv[1])[:-1] + 'c'):
            continue  # left over from a source that is gone
        for section, lines in lines_by_section(path).items():
            every |= lines
            if (os.path.normpath(path), section) not in left_out:
                reached |= lines
    for name_of in (lambda file: file, os.path.dirname, lambda file: 'together'):
        print_table(name_of, every, reached)


def print_table(name_of, every, reached):
    rows = {}
    for line in every:
        row = rows.setdefault(name_of(line[0]), [0, 0])
        row[0] += 1
        row[1] += line not in reached
    for name, (lines, missed) in sorted(rows.items(), key=lambda row: -row[1][1]):
        if missed:
            print(f'{name:40} {lines:6} {missed:6} {100 * missed / lines:5.1f} %')
    print()


if __name__ == '__main__':
    main()
