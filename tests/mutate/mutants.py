"""Finds what can be changed in a C source, and writes the source with all chosen changes in it.

A mutant is one change of one function's text. write() puts a copy of the function's body into the function for each of its mutants, so a file is
compiled once with all of them, and a number chosen at run time (choose.c) says which copy runs. Code outside functions (tables, macros) stays
as it is, and so does what the preprocessor leaves out."""
import collections
import re

Token = collections.namedtuple('Token', 'kind text start end line')
Function = collections.namedtuple('Function', 'name first last')  # numbers of the tokens { and }
Change = collections.namedtuple('Change', 'start end text line shown')  # in the source; shown: what was, and what is

TOKENS = re.compile(r'''
    (?P<space>[ \t\r\n]+|//[^\n]*|/\*.*?\*/|\\\n)
  | (?P<directive>\#(?:/\*.*?\*/|[^\n\\]|\\.)*)
  | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<number>\.?[0-9](?:[eEpP][+-]|[0-9A-Za-z_.])*)
  | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
''', re.X | re.S | re.M)

OPEN, CLOSE = {'(': ')', '[': ']', '{': '}'}, {')', ']', '}'}
# What binds less than the operator that a row begins with, and so ends its operands.
ASSIGN = {'=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>='}
ENDS = ASSIGN | {',', ';', '?', ':', 'return', 'case'}
OTHER = {'<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '&&': '||', '||': '&&', '+': '-', '-': '+', '<<': '>>', '>>': '<<',
         '&': '|', '|': '&', '+=': '-=', '-=': '+=', '++': '--', '--': '++', '|=': '&=', '&=': '|=', '<<=': '>>=', '>>=': '<<='}
MAYBE_UNARY = {'+', '-', '&'}
KEYWORDS = {'if', 'else', 'for', 'while', 'do', 'switch', 'case', 'default', 'return', 'goto', 'break', 'continue', 'sizeof'}
TYPE_WORDS = {'const', 'static', 'volatile', 'unsigned', 'signed', 'int', 'char', 'short', 'long', 'bool', 'void', 'struct', 'union', 'enum', 'typedef',
              'register', 'extern', 'inline', 'FX_STATIC_ASSERT', '_Static_assert', 'static_assert'}
CLAMP = re.compile(r'(^|_)(min|max|clamp|limit|least|most|saturate)(_|$)')
COMMUTES = re.compile(r'(^|_)(mul|wide|min|max|dot|add|adds|add64|squares|same|near|equal|equal_folded|distance2?|memcmp)$')  # swapped arguments mean the same
UNTOLD = re.compile(r'ASSERT|^(OX_CREATED|OX_DESTROYED|sizeof|offsetof|_Alignof|alignof)$')  # calls whose arguments are let be


def tokens_of(text):
    found, line = [], 1
    for piece in TOKENS.finditer(text):
        if piece.lastgroup != 'space':
            found.append(Token(piece.lastgroup, piece.group(), piece.start(), piece.end(), line))
        line += piece.group().count('\n')
    return found


class Source:
    """A file's text, its functions, and the changes in them. dead: line numbers that no compiler sees here; zeros: constants that are 0."""

    def __init__(self, path, text, dead=frozenset(), zeros=frozenset()):
        self.path, self.text, self.dead, self.zeros = path, text, dead, zeros
        self.lines = text.split('\n')
        self.tokens = tokens_of(text)
        self.partner = self._partners()
        self.functions = self._functions()

    def _partners(self):
        """For each bracket the number of the other one."""
        partner, stack = {}, []
        for i, token in enumerate(self.tokens):
            if token.kind != 'sign':
                continue
            if token.text in OPEN:
                stack.append(i)
            elif token.text in CLOSE and stack and OPEN[self.tokens[stack[-1]].text] == token.text:
                partner[i] = stack.pop()
                partner[partner[i]] = i
        return partner

    def _functions(self):
        found, i = [], 0
        while i < len(self.tokens):
            token = self.tokens[i]
            if token.kind == 'sign' and token.text in OPEN and i in self.partner:
                end = self.partner[i]
                before = self.tokens[i - 1] if i > 0 else None
                if token.text == '{' and before.text == ')' and i - 1 in self.partner:
                    name = self.tokens[self.partner[i - 1] - 1]
                    if name.kind == 'word':
                        found.append(Function(name.text, i, end))
                elif token.text == '{' and before.kind == 'text':  # extern "C"
                    end = i
                i = end
            i += 1
        return found

    # ---- changes ----

    def changes(self, function):
        """All changes of a function, in the order of the source."""
        found, self.quiet = [], self._quiet(function)
        for i in range(function.first + 1, function.last):
            token = self.tokens[i]
            if i in self.quiet or token.line in self.dead or token.kind == 'directive':
                continue
            for start, end, text in self._at(function, i):
                was, now = self.text[start:end], text
                if was != now:
                    found.append(Change(start, end, text, token.line, self._shown(start, end, text)))
        return found

    def _shown(self, start, end, text):
        """The change with a word on both sides, so that it can be told from others of its line."""
        before = re.search(r'(\S*\s?)$', self.text[self.text.rfind('\n', 0, start) + 1:start]).group(1)
        after = re.match(r'\s?[^\s;]*', self.text[end:]).group()
        squeeze = lambda piece: re.sub(r'\s+', ' ', piece).strip()
        return f'{squeeze(before + self.text[start:end] + after)} -> {squeeze(before + text + after) or "nothing"}'

    def _quiet(self, function):
        """Tokens in assertions and sizes: what they say does not run."""
        quiet = set()
        for i in range(function.first, function.last):
            if self.tokens[i].kind == 'word' and UNTOLD.search(self.tokens[i].text) and self.tokens[i + 1].text == '(':
                quiet.update(range(i, self.partner.get(i + 1, i) + 1))
            elif self.tokens[i].text == 'sizeof' and self.tokens[i + 2].text == '[':  # all items of an array have one size
                quiet.update(range(i, self.partner.get(i + 2, i) + 1))
            elif self.tokens[i].text == 'FX_VERIFY':  # the call runs; what its result is compared with is looked at in debug builds
                inside = i + 2
                while inside < self.partner.get(i + 1, i):
                    quiet.update([inside] if self.tokens[inside].text in ('==', '!=') else [])
                    inside = self.partner.get(inside, inside) + 1 if self.tokens[inside].text in OPEN else inside + 1
        return quiet

    def _at(self, function, i):
        token, after, before = self.tokens[i], self.tokens[i + 1], self.tokens[i - 1]
        if token.kind == 'number':
            yield from self._number(token, before)
        elif token.kind == 'sign':
            yield from self._sign(function, i)
        elif token.kind == 'word' and token.text in ('if', 'while') and after.text == '(' and i + 1 in self.partner:
            inside = self.tokens[i + 1].end, self.tokens[self.partner[i + 1]].start
            if not (token.text == 'while' and self.text[inside[0]:inside[1]].strip().isdigit()):
                yield inside[0], inside[1], '0'
                if token.text == 'if':
                    yield inside[0], inside[1], '1'
        elif token.kind == 'word' and after.text == '(' and token.text not in KEYWORDS and i + 1 in self.partner:
            yield from self._call(i)
        yield from self._statement(i)

    def _number(self, token, before):
        match = re.fullmatch(r'(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]*)', token.text)
        if not match or before.text == 'case':
            return
        value = int(match.group(1), 16) if match.group(1)[:2] in ('0x', '0X') else int(match.group(1), 8 if match.group(1)[0] == '0' else 10)
        yield token.start, token.end, f'{value + 1}{match.group(2)}'
        if value > 0:
            yield token.start, token.end, f'{value - 1}{match.group(2)}'

    def _sign(self, function, i):
        token = self.tokens[i]
        if token.text in OTHER and not (token.text in MAYBE_UNARY and not self._ends_operand(i - 1)):
            if not (token.text in ('+', '-') and self.tokens[i + 1].text in self.zeros):
                yield token.start, token.end, OTHER[token.text]
        if token.text in ('&&', '||'):  # one of the two conditions alone
            left, right = self._operand(function, i, -1, token.text), self._operand(function, i, 1, token.text)
            yield left[0], right[0], ''
            yield left[1], right[1], ''
        elif token.text == '?':
            left = self._operand(function, i, -1, '?')
            if self.text[left[0]:left[1]].strip():
                yield left[0], left[1], '1'
                yield left[0], left[1], '0'

    def _ends_operand(self, i):
        """Whether a sign behind this token has an operand on its left; a cast is none."""
        token = self.tokens[i]
        if token.text == ')' and i in self.partner:
            opening = self.partner[i]
            before = self.tokens[opening - 1]
            if before.kind == 'word' and before.text not in KEYWORDS or before.text in (')', ']'):
                return True
            inside = self.tokens[opening + 1:i]
            names = [t for t in inside if t.kind == 'word']
            is_cast = bool(names) and all(t.kind == 'word' or t.text == '*' for t in inside) and (
                inside[-1].text == '*' or len(names) > 1 or names[0].text in TYPE_WORDS
                or re.search(r'_t$|^(fx|ang16|ang32|uf16|vec[234]|quat|ox_\w+|rs_\w+|rom_\w+)$', names[0].text) is not None)
            return not is_cast and before.text not in ('if', 'while', 'for', 'switch')
        return token.kind in ('number', 'text') or token.text == ']' or token.kind == 'word' and token.text not in KEYWORDS

    def _operand(self, function, i, step, sign):
        """Where the operand of && || or ? on one side begins and ends in the text."""
        ends = ENDS | ({'||'} if sign == '&&' else set())
        j = i + step
        while function.first < j < function.last:
            text = self.tokens[j].text
            if self.tokens[j].kind == 'sign' and j in self.partner and (text in OPEN) == (step > 0):
                j = self.partner[j]
            elif text in ends or self.tokens[j].kind == 'sign' and (text in OPEN or text in CLOSE):
                break
            elif step > 0 and text == sign:
                break
            j += step
        if step < 0:
            return self.tokens[j + 1].start, self.tokens[i - 1].end
        return self.tokens[i + 1].start, self.tokens[j - 1].end

    def _call(self, i):
        """Arguments swapped with the next; a clamp dropped."""
        opening, name = i + 1, self.tokens[i].text
        pieces, depth_end, start = [], self.partner[opening], opening + 1
        j = opening + 1
        while j <= depth_end:
            if j == depth_end or self.tokens[j].text == ',' and self.tokens[j].kind == 'sign':
                if j > start:
                    pieces.append((self.tokens[start].start, self.tokens[j - 1].end))
                start = j + 1
            elif self.tokens[j].text in OPEN and j in self.partner:
                j = self.partner[j]
            j += 1
        text = lambda piece: self.text[piece[0]:piece[1]]
        for a, b in zip(pieces, pieces[1:]):
            if text(a) != text(b) and not name.isupper() and not COMMUTES.search(name):  # what macros take are not all values
                yield a[0], b[1], text(b) + self.text[a[1]:b[0]] + text(a)
        if CLAMP.search(name.lower()) and len(pieces) in (2, 3):
            for piece in pieces[:2 if len(pieces) == 2 else 1]:
                yield self.tokens[i].start, self.tokens[depth_end].end, f'({text(piece)})'

    def _statement(self, i):
        """The statement that begins at a token, removed."""
        token, before = self.tokens[i], self.tokens[i - 1]
        if not (before.text in (';', '{', '}', 'else', ':', 'do') or before.text == ')' and self._heads(i - 1)):
            return
        first = token.text
        if first in ('if', 'for', 'while', 'do', 'switch', 'case', 'default', 'else', 'return', 'goto', '{', '}', ';') or first in TYPE_WORDS:
            return
        if before.text == ':' and not self._labels(i - 1):
            return
        if first == 'continue' and before.text == ')' and self.tokens[self.partner[i - 1] - 1].text != 'if':  # a loop's whole body
            return
        j = i
        while j < len(self.tokens) and self.tokens[j].text != ';':
            if self.tokens[j].kind == 'sign' and self.tokens[j].text in OPEN:
                if j not in self.partner or self.tokens[j].text == '{':
                    return
                j = self.partner[j]
            elif self.tokens[j].text in ('{', '}') or self.tokens[j].kind == 'directive':
                return
            j += 1
        piece = self.text[token.start:self.tokens[j].start]
        if re.match(r'[A-Za-z_]\w*\s+[\w*]|[A-Za-z_]\w*\s*\*+\s*\w+\s*(=|$)', piece):  # a declaration
            return
        if re.match(r'\(void\)\s*\w+$', piece) or piece.strip().endswith(':'):
            return
        yield token.start, self.tokens[j].start, ''

    def _heads(self, i):
        """Whether a ) closes the head of if, for or while."""
        return i in self.partner and self.tokens[self.partner[i] - 1].text in ('if', 'for', 'while', 'switch')

    def _labels(self, i):
        """Whether a : stands behind case, default or a label."""
        for j in range(i - 1, max(i - 8, 0), -1):
            if self.tokens[j].text in ('case', 'default'):
                return True
            if self.tokens[j].text in (';', '{', '}'):
                return j == i - 2
            if self.tokens[j].text == '?':
                return False
        return False

    def labels(self, function):
        """Labels of goto, which are local to each copy."""
        found = []
        for i in range(function.first + 1, function.last - 1):
            if (self.tokens[i].kind == 'word' and self.tokens[i + 1].text == ':' and self.tokens[i - 1].text in (';', '{', '}', ':')
                    and self.tokens[i].text != 'default'):
                found.append(self.tokens[i].text)
        return found


def function_of(source, change):
    for number, function in enumerate(source.functions):
        if source.tokens[function.first].start < change.start < source.tokens[function.last].end:
            return number
    return None


def write(source, chosen):
    """The source with a copy of a function's body for each chosen mutant: a list of (number of the mutant, number of the place that is counted
    as reached, change). Returns the text, and which of its lines belong to which mutant."""
    by_function = {}
    for number, place, change in chosen:
        by_function.setdefault(function_of(source, change), []).append((number, place, change))
    pieces, at, lines, line = [], 0, {}, 1

    def put(text):
        nonlocal line
        pieces.append(text)
        line += text.count('\n')

    for index in sorted(by_function):
        function = source.functions[index]
        start, end = source.tokens[function.first].end, source.tokens[function.last].start
        put(source.text[at:start])
        put(f'\nmutants_reached[{by_function[index][0][1]}] = 1;\nswitch (mutant_chosen) {{\n')
        labels = source.labels(function)
        for number, _, change in by_function[index]:
            first = line
            put(f'case {number}: {{')
            put(f' __label__ {", ".join(labels)};' if labels else '')
            put(source.text[start:change.start] + change.text + source.text[change.end:end] + '\nmutant_over(); }\n')
            for each in range(first, line):
                lines[each] = number
        put('default: break; }\n{')
        put(source.text[start:end] + '}')
        at = end
    put(source.text[at:])
    return ''.join(pieces), lines
