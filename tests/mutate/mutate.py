"""Changes one thing at a time in C sources and tells which changes no test notices: `make mutate` runs it (CONTRIBUTING.md).

All mutants that are drawn are compiled into one program (mutants.py), which runs one of them by its number (choose.c). Each is shown first to those tests of
its own room that reach its function, then to those that FEATURES.md names for its header, then to all others that reach it. Equivalent
mutants stand in equivalent.txt beside this file: FILE ~ the line's text ~ WAS -> IS ~ why no test can tell."""
import argparse
import collections
import concurrent.futures
import glob
import os
import random
import re
import resource
import subprocess
import sys

import mutants

HERE = os.path.dirname(os.path.abspath(__file__))
HELD = 500  # tests that one run of the program is asked for
Mutant = collections.namedtuple('Mutant', 'number path function change')
Result = collections.namedtuple('Result', 'mutant caught tests')  # caught: own, named, rest or ''


def tests_in(pattern):
    names = set()
    for path in glob.glob(pattern):
        with open(path, encoding='utf-8') as text:
            names.update(re.findall(r'^TEST\((\w+)\)', text.read(), re.M))
    return names


def folders_of_tests(room):
    """The folders whose tests are the room's own: those that mirror it, else those that mirror what it is a part of."""
    while room:
        found = [f for f in (f'tests/unit/{room}', f'tests/host/{room}') if glob.glob(f'{f}/*_test.c')]
        if found:
            return found
        room = os.path.dirname(room)
    return []


def own_tests(path):
    names = set()
    room = {'tools/script': 'kernel/script'}.get(os.path.dirname(path), os.path.dirname(path))
    for folder in folders_of_tests(room):
        names |= tests_in(f'{folder}/*_test.c')
    # What binds a module of the kernel to the console is tested where the console is.
    names |= tests_in(f'tests/*/kernel/console/console_{os.path.basename(room)}*_test.c') if room.startswith('kernel/') else set()
    return names


def named_tests(path):
    """What FEATURES.md names for the header of a source, or for the headers of its room where it has none of its own."""
    stem, room, found, wide = re.sub(r'\.\w+$', '.h', path), os.path.dirname(path), set(), set()
    if os.path.exists('FEATURES.md'):
        with open('FEATURES.md', encoding='utf-8') as text:
            for row in text:
                cells = [cell.strip() for cell in row.split('|')]
                if len(cells) < 6:
                    continue
                headers, tests = re.split(r',\s*', cells[3]), set(re.split(r',\s*', cells[4]))
                found |= tests if stem in headers else set()
                wide |= tests if any(os.path.dirname(h) == room for h in headers) else set()
    return found or wide


def equivalents(path):
    marked = {}
    if os.path.exists(path):
        with open(path, encoding='utf-8') as text:
            for number, row in enumerate(text, 1):
                if not row.strip() or row.startswith('#'):
                    continue
                cells = [cell.strip() for cell in row.split(' ~ ')]
                if len(cells) != 4 or not cells[3]:
                    sys.exit(f'{path}:{number}: FILE ~ line ~ WAS -> IS ~ reason')
                marked[tuple(cells[:3])] = number
    return marked


class Project:
    def __init__(self, options):
        self.options = options
        self.folder = os.path.join(options.build, 'mutate')
        os.makedirs(self.folder, exist_ok=True)
        self.flags = [f for f in options.flags.split() if not re.match(r'-O|-g|-W|-M', f)]
        with open(options.objects, encoding='utf-8') as text:
            self.objects = text.read().split()
        self.sources = {}
        self.zeros = set()  # places in rows of chunks that are 0: + and - are the same there
        for path in glob.glob(os.path.join(options.build, 'gen/rom/*.h')):
            with open(path, encoding='utf-8') as text:
                self.zeros.update(re.findall(r'^\s*(ROM_\w+) = 0,', text.read(), re.M))

    def dead_lines(self, path, text):
        """Lines that the preprocessor leaves out: stretches between two directives of which nothing is left."""
        if not re.search(r'^\s*#\s*(if|else|elif)', text, re.M):
            return frozenset()
        out = subprocess.run([*self.options.compiler.split(), *self.flags, '-w', '-E', path], capture_output=True, text=True, check=False).stdout
        seen, file, line = set(), '', 0
        for row in out.split('\n'):
            marker = re.match(r'# (\d+) "([^"]*)"', row)
            if marker:
                line, file = int(marker.group(1)), marker.group(2)
                continue
            if row.strip() and file == path:
                seen.add(line)
            line += 1
        dead, stretch = set(), []
        for number, row in enumerate(text.split('\n') + ['#'], 1):
            if row.lstrip().startswith('#'):
                dead.update([] if seen.intersection(stretch) else stretch)
                stretch = []
            else:
                stretch.append(number)
        return frozenset(dead)

    def source(self, path):
        if path not in self.sources:
            with open(path, encoding='utf-8') as text:
                whole = text.read()
            dead = self.dead_lines(path, whole) if path.endswith('.c') else frozenset()
            self.sources[path] = mutants.Source(path, whole, dead, self.zeros)
        return self.sources[path]

    def compiled_of(self, path):
        """The sources to compile for a changed file: itself, or those of its room and of the room's tests that include a header."""
        if path.endswith('.c'):
            return [path]
        rooms = [os.path.dirname(path) + '/'] + [f + '/' for f in folders_of_tests(os.path.dirname(path))]
        found = []
        for made in self.objects:
            source = made.replace(f'{self.options.build}/obj/', '', 1).replace('.o', '.c')
            notes = made.replace('.o', '.d')
            if any(source.startswith(room) for room in rooms) and os.path.exists(notes):
                with open(notes, encoding='utf-8') as text:
                    if re.search(rf'(^|\s){re.escape(path)}(\s|:|$)', text.read()):
                        found.append(source)
        return found


def draw(project):
    options = project.options
    paths = []
    for place in options.place.split(','):
        if os.path.isfile(place):
            paths.append(place)
        else:
            for folder, _, names in os.walk(place):
                paths += [os.path.join(folder, name) for name in names if name.endswith('.c') or name.endswith('.h')]
    paths = sorted(path for path in paths if '/carts/' not in path)
    marked, every, skipped, used = equivalents(options.equivalent), [], 0, set()
    for path in paths:
        source = project.source(path)
        for number, function in enumerate(source.functions):
            for change in source.changes(function):
                key = path, source.lines[change.line - 1].strip(), change.shown
                if key in marked:
                    skipped += 1
                    used.add(key)
                else:
                    every.append((path, number, change))
    for path, line, shown in marked.keys() - used:
        if path in paths:
            print(f'# marked in vain: {path} ~ {line} ~ {shown}')
    if options.count != 'all' and int(options.count) < len(every):
        every = sorted(random.Random(int(options.seed)).sample(every, int(options.count)), key=lambda row: (row[0], row[2].start, row[2].text))
    print(f'# {len(every)} mutants, {skipped} of the place marked as equivalent', flush=True)
    return [Mutant(i + 1, *row) for i, row in enumerate(every)]


class Program:
    """The unit tests with all drawn mutants in them."""

    def __init__(self, project, drawn):
        self.project, self.drawn = project, {mutant.number: mutant for mutant in drawn}
        self.places = {}
        for mutant in drawn:
            self.places.setdefault((mutant.path, mutant.function), len(self.places))
        self.refused = set()
        self.path = os.path.join(project.folder, 'unit_tests')
        self.build()

    def place(self, mutant):
        return self.places[(mutant.path, mutant.function)]

    def build(self):
        project, folder = self.project, self.project.folder
        written, changed = {}, {}
        by_path = {}
        for mutant in self.drawn.values():
            by_path.setdefault(mutant.path, []).append(mutant)
        overlay = os.path.join(folder, 'sources')
        subprocess.run(['rm', '-rf', overlay], check=True)

        def put(path):
            chosen = [(m.number, self.place(m), m.change) for m in by_path[path] if m.number not in self.refused]
            text, lines = mutants.write(project.source(path), chosen)
            where = os.path.join(overlay, path)
            os.makedirs(os.path.dirname(where), exist_ok=True)
            with open(where, 'w', encoding='utf-8') as out:
                out.write(text)
            written[where] = lines

        wanted = {}  # source -> the changed files that it takes in
        for path in by_path:
            put(path)
            for source in project.compiled_of(path):
                wanted.setdefault(source, set()).add(path)

        def compile_source(source):
            made = os.path.join(folder, 'obj', source.replace('.c', '.o'))
            os.makedirs(os.path.dirname(made), exist_ok=True)
            text = os.path.join(overlay, source)
            for _ in range(12):
                run = subprocess.run([*project.options.compiler.split(), f'-I{overlay}', *project.flags, '-O1', '-Werror=incompatible-pointer-types',
                                      '-Werror=int-conversion', '-include', f'{HERE}/choose.h', '-iquote', os.path.dirname(source), '-c',
                                      text if os.path.exists(text) else source, '-o', made], capture_output=True, text=True, check=False)
                if run.returncode == 0:
                    return source, made
                bad, is_error = set(), False
                for file, line, kind in re.findall(r'^([^\s:]+):(\d+):\d+: (fatal error|error|warning|note: in expansion of macro)', run.stderr, re.M):
                    is_error = is_error if kind.startswith('note') else kind != 'warning'  # notes belong to what was said before them
                    if not is_error:
                        continue
                    number = written.get(file, {}).get(int(line))
                    bad |= {number} if number else set()
                if not bad - self.refused:
                    sys.exit(f'{source} does not compile with its mutants: {run.stderr[:2000]}')
                self.refused |= bad
                for path in wanted[source]:
                    put(path)
            sys.exit(f'{source} has too many mutants that do not compile')

        # Headers first and one by one, because what they refuse is refused for all.
        with concurrent.futures.ThreadPoolExecutor(project.options.jobs) as pool:
            for source, made in pool.map(compile_source, sorted(wanted)):
                changed[source] = made
        self.drawn = {number: m for number, m in self.drawn.items() if number not in self.refused}
        objects = [changed.get(made.replace(f'{project.options.build}/obj/', '', 1).replace('.o', '.c'), made) for made in project.objects
                   if not made.endswith('tests/test_main.o')]
        for source, define in (('tests/test_main.c', 'TEST_ENDED=mutate_test_ended'), (f'{HERE}/choose.c', f'MUTANT_PLACES={len(self.places) + 1}')):
            made = os.path.join(folder, os.path.basename(source).replace('.c', '.o'))
            subprocess.run([*project.options.compiler.split(), *project.flags, '-D_GNU_SOURCE', '-O1', f'-I{os.path.dirname(os.path.dirname(HERE))}', f'-D{define}',
                            '-c', source, '-o', made], check=True)
            objects.append(made)
        with open(os.path.join(folder, 'objects.txt'), 'w', encoding='utf-8') as out:
            out.write('\n'.join(objects))
        subprocess.run([*project.options.compiler.split(), f'@{folder}/objects.txt', '-o', self.path, *project.options.libraries.split()], check=True)

    def reach(self, tests):
        """Runs tests as they are: of each that passes, its seconds and the places that it reaches."""
        found, shares = {}, [sorted(tests)[i::self.project.options.jobs] for i in range(self.project.options.jobs)]

        def run(share):
            file = os.path.join(self.project.folder, f'reached_{shares.index(share)}.txt')
            open(file, 'w', encoding='utf-8').close()
            if share:
                subprocess.run([self.path, *[name + '.' for name in share]], env={**os.environ, 'MUTANT_REACHED': file}, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, check=False)
            with open(file, encoding='utf-8') as text:
                return [row.split() for row in text]

        with concurrent.futures.ThreadPoolExecutor(self.project.options.jobs) as pool:
            for rows in pool.map(run, shares):
                for name, failed, microseconds, *places in rows:
                    if failed == '0':
                        found[name] = int(microseconds) / 1e6, {int(place) for place in places}
        return found

    def catches(self, mutant, tests, seconds):
        """Whether one of some tests fails, crashes or hangs with a mutant: the quick ones first."""
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            resource.setrlimit(resource.RLIMIT_FSIZE, (256 << 20, 256 << 20))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        names = sorted(tests, key=lambda name: seconds[name])
        quick = [name for name in names if seconds[name] < 0.05]
        for part in [quick[i:i + HELD] for i in range(0, len(quick), HELD)] + [[name] for name in names[len(quick):]]:
            longest = int(1 + 8 * max(seconds[name] for name in part))
            try:
                run = subprocess.run([self.path, *[name + '.' for name in part]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                                     stdin=subprocess.DEVNULL, preexec_fn=limit, timeout=30 + 10 * longest + 20 * sum(seconds[name] for name in part),
                                     env={**os.environ, 'MUTANT': str(mutant.number), 'MUTANT_SECONDS': str(longest)})
            except subprocess.TimeoutExpired:
                return True
            if run.returncode != 0:
                return True
        return False


def judge(program, drawn, report):
    """All mutants, by all tests that reach them: first the own, and for what is left those that FEATURES.md names, then the rest."""
    own = {path: own_tests(path) for path in {m.path for m in drawn}}
    named = {path: named_tests(path) for path in own}
    known = program.reach(set().union(*own.values()))
    seconds = {name: row[0] for name, row in known.items()}
    results, left = {}, []

    def try_tests(mutant, tests):
        reaching = {name for name in tests if name in known and program.place(mutant) in known[name][1]}
        return program.catches(mutant, reaching, seconds), len(reaching)

    with concurrent.futures.ThreadPoolExecutor(program.project.options.jobs) as pool:
        for mutant, (caught, count) in zip(drawn, pool.map(lambda m: try_tests(m, own[m.path]), drawn)):
            results[mutant.number] = Result(mutant, 'own' if caught else '', count)
            if not caught:
                left.append(mutant)
                if program.project.options.only == 'own':
                    report(results[mutant.number])
        if program.project.options.only == 'own' or not left:
            return results
        with open(program.project.options.list, encoding='utf-8') as text:
            every = set(re.findall(r'TEST_CASE\((\w+)\)', text.read()))
        more = program.reach(every - set(known))
        known.update(more)
        seconds.update({name: row[0] for name, row in more.items()})
        for kind, others in (('named', lambda m: named[m.path] - own[m.path]), ('rest', lambda m: every - own[m.path] - named[m.path])):
            still = []
            for mutant, (caught, count) in zip(left, pool.map(lambda m, others=others: try_tests(m, others(m)), left)):
                before = results[mutant.number]
                results[mutant.number] = Result(mutant, kind if caught else '', before.tests + count)
                if not caught:
                    still.append(mutant)
                if not caught and kind == 'rest' or caught and program.project.options.only == 'both':
                    report(results[mutant.number])
            left = still
    return results


def main():
    arguments = argparse.ArgumentParser(description='What no test notices when it is changed.')
    for name, usual in (('place', 'fixedmath,raster,rom,kernel'), ('count', '200'), ('seed', '1'), ('build', 'build'), ('compiler', 'cc'), ('flags', ''), ('libraries', ''),
                        ('objects', None), ('list', None), ('equivalent', f'{HERE}/equivalent.txt'), ('only', '')):
        arguments.add_argument(f'--{name}', default=usual)
    arguments.add_argument('--jobs', type=int, default=2)
    options = arguments.parse_args()
    project = Project(options)
    program = Program(project, draw(project))
    drawn = list(program.drawn.values())

    def report(result):
        mutant, line = result.mutant, project.source(result.mutant.path).lines[result.mutant.change.line - 1].strip()
        what = {'': 'survived', 'own': 'own', 'named': 'missed by its room', 'rest': 'missed by its room'}[result.caught]
        print(f'{what} {mutant.path}:{mutant.change.line} ~ {line} ~ {mutant.change.shown} ~ {result.tests} tests', flush=True)

    results = judge(program, drawn, report)
    rooms = {}
    for result in results.values():
        row = rooms.setdefault(os.path.dirname(result.mutant.path), [0, 0, 0, 0])
        row[0] += 1
        row[1] += result.caught == 'own'
        row[2] += result.caught != ''
        row[3] += result.caught == ''
    rooms['together'] = [sum(row[i] for row in rooms.values()) for i in range(4)]
    print(f'# {len(program.refused)} more do not compile')
    print(f'{"room":24} {"tried":>6} {"own":>6} {"":6} {"all":>6} {"":6} {"survived":>8}')
    for room, (tried, own, caught, survived) in rooms.items():
        print(f'{room:24} {tried:6} {own:6} {100 * own / max(tried, 1):4.0f} % {caught:6} {100 * caught / max(tried, 1):4.0f} % {survived:8}')


if __name__ == '__main__':
    main()
