"""Bytes of a linked program by folder, out of the linker's map: linked.py MAP [FOLDER]. Debugging data and zeroed memory do not
count. With a folder ("raster") only its sum is printed."""
import re
import sys

sums, name = {}, ''
with open(sys.argv[1], encoding='utf-8', errors='replace') as lines:
    started = False
    for line in lines:
        started = started or line.startswith('Linker script and memory map')
        section = re.match(r'^ (\.[\w.]+|COMMON)(?:\s|$)', line)
        if section:
            name = section.group(1)
        piece = re.match(r'^ (?:\.\S+)?\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+(\S+\.o)\)?$', line)
        if not started or not piece or int(piece.group(1), 16) == 0:
            continue
        if re.match(r'\.(debug|ARM|comment|bss)|COMMON', name):
            continue
        folder = re.search(r'(fixedmath|raster|rom|platform|gen|kernel/\w+)/', piece.group(3))
        key = folder.group(1) if folder else 'libraries'
        sums[key] = sums.get(key, 0) + int(piece.group(2), 16)
if len(sys.argv) > 2:
    print(sums.get(sys.argv[2], 0))
else:
    for key in sorted(sums, key=lambda k: -sums[k]):
        print(f'{key:18} {sums[key]:8}')
    print(f'{"together":18} {sum(sums.values()):8}')
