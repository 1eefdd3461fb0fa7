"""The manual as pages: public headers and texts become HTML that one searches without a server.

    python3 tools/docs/docs.py OUT FOLDER HEADER... -- TEXT...

FOLDER is where headers lie that the build makes; a HEADER or TEXT is a path from the root of the tree. OUT gets one page for each, `index.html`,
`search.js` with a row for each name and heading, and the style and script that lie beside this file.

A header is told in its own order: groups of lines between empty lines, of each group the comment as prose and the declarations as they are written.
Bodies of inline functions are left out. Every name that a header declares is an anchor of its page, and a link wherever else it stands."""
import html
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = re.compile(r"[A-Za-z_]\w*")
TOKEN = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*|.', re.S)


def page_of(path):
    return path.replace("/", "_") + ".html"


def escape(text):
    return html.escape(text, quote=False)


# ---- headers ----


class Header:
    """A header as groups: (prose or None, code, names declared in it as (name, kind, signature))."""

    def __init__(self, path, text):
        self.path = path
        self.groups = [self.group(part) for part in self.split(text)]
        self.groups = [g for g in self.groups if g is not None]

    @staticmethod
    def split(text):
        """Parts between empty lines that lie outside of comments, braces and continued lines."""
        parts, at, depth, comment, continued = [[]], 0, 0, False, False
        for line in text.split("\n"):
            if line.strip() == "" and depth == 0 and not comment and not continued:
                parts.append([])
                continue
            parts[-1].append(line)
            at = 0
            # A directive is one line to whoever counts braces, but for a comment that begins in it.
            directive = continued or line.lstrip().startswith("#")
            continued = line.endswith("\\") and not comment
            while at < len(line):
                if comment:
                    end = line.find("*/", at)
                    comment, at = end < 0, len(line) if end < 0 else end + 2
                elif line.startswith("/*", at):
                    comment, at = True, at + 2
                elif line[at] == '"':
                    found = re.match(r'"(?:\\.|[^"\\])*"', line[at:])
                    at += found.end() if found else 1
                elif line[at] == "'":
                    found = re.match(r"'(?:\\.|[^'\\])+'", line[at:])
                    at += found.end() if found else 1
                else:
                    if not directive and line[at] in "{}":
                        depth += 1 if line[at] == "{" else -1
                    at += 1
        return ["\n".join(part) for part in parts if part]

    def group(self, part):
        prose, code = [], part
        while True:
            found = re.match(r"\s*/\*(.*?)\*/[ \t]*(?:\n|$)", code, re.S)
            if not found:
                break
            prose.append(found.group(1))
            code = code[found.end():]
        code = self.without_guards(self.without_bodies(code)).strip("\n")
        if not prose and not code:
            return None
        return ("\n\n".join(prose) if prose else None, code, self.declared(code))

    @staticmethod
    def without_guards(code):
        lines = [line for line in code.split("\n") if not re.match(r"#(ifndef|define) OXCART_\w+_H$", line)]
        return "" if lines == ["#endif"] else "\n".join(lines)

    @staticmethod
    def without_bodies(code):
        out, at, depth, start = "", 0, 0, 0
        for found in TOKEN.finditer(code):
            token = found.group()
            if token == "{":
                if depth == 0 and re.search(r"\)\s*$", code[at:found.start()]) and not Header.in_define(code, found.start()):
                    out, start = out + code[at:found.start()].rstrip() + ";", -1
                depth += 1
            elif token == "}":
                depth -= 1
                if depth == 0 and start == -1:
                    at, start = found.end(), 0
        return out + code[at:]

    @staticmethod
    def in_define(code, at):
        first = code.rfind("\n", 0, at) + 1
        while first > 1 and code[first - 2] == "\\":
            first = code.rfind("\n", 0, first - 2) + 1
        return code.startswith("#", first)

    @staticmethod
    def declared(code):
        names = []
        plain = re.sub(r"/\*.*?\*/", " ", code, flags=re.S)
        for found in re.finditer(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?", plain, re.M):
            names.append((found.group(1), "macro", "#define " + found.group(1) + (found.group(2) or "")))
        plain = re.sub(r"^[ \t]*#(?:.*\\\n)*.*$", "", plain, flags=re.M)
        for text in Header.statements(plain):
            text = re.sub(r"__attribute__\s*\(\(.*?\)\)(?=[\s;])", "", text)
            text = re.sub(r"\b(?:FX_[A-Z_]+|RS_[A-Z_]+|OX_[A-Z_]+)\s*\([^()]*\)(?=\s)", "", text)
            short = " ".join(text.split())
            head = re.sub(r"\{.*\}", "{}", short, flags=re.S)
            if re.search(r"\benum\b[^{;()]*\{", short):
                inside = short[short.index("{") + 1:short.rindex("}")]
                names += [(n, "constant", "constant") for n in re.findall(r"(?:^|,)\s*([A-Za-z_]\w*)", inside)]
            if head.startswith("_Static_assert"):
                continue
            if head.startswith("typedef"):
                found = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", head) or re.search(r"(\w+)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$", head) \
                    or re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", head)
                if found:
                    names.append((found.group(1), "type", head))
            elif re.match(r"(?:struct|union)\s+\w+\s*(?:\{\})?$", head):
                names.append((head.split()[1], "type", head))
            elif "(" in head and not head.startswith("enum"):
                found = re.search(r"(\w+)\s*\(", head)
                if found and " " in head[:found.start()].strip() + " " and re.search(r"[\w*]\s*$", head[:found.start()]):
                    names.append((found.group(1), "function", short))
            elif head and not head.startswith("enum"):
                found = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*(?:=.*)?$", head)
                if found and " " in head:
                    names.append((found.group(1), "constant", head))
        return names

    @staticmethod
    def statements(plain):
        """What ends with a semicolon outside of braces."""
        depth, start = 0, 0
        for i, c in enumerate(plain):
            depth += (c == "{") - (c == "}")
            if c == ";" and depth == 0:
                yield plain[start:i].strip()
                start = i + 1

    def title(self):
        return prose_lines(self.groups[0][0] or "")[0] if self.groups and self.groups[0][0] else ""


def prose_lines(comment):
    """The lines of a comment without its frame."""
    lines = [re.sub(r"^\s*\*(?: |$)", "", line) if i > 0 else line.strip() for i, line in enumerate(comment.split("\n"))]
    while lines and not lines[-1].strip():
        lines.pop()
    return lines or [""]


def first_sentence(comment):
    text = " ".join(" ".join(prose_lines(comment)).split()).strip("- ")
    found = re.match(r"(.{20,240}?[.:])(?= |$)", text)
    return found.group(1) if found else text[:200]


# ---- the manual ----


class Manual:
    def __init__(self, out, root, headers, texts):
        self.out, self.headers, self.texts = out, headers, texts
        self.root = root
        self.places = {}  # name: page#anchor
        self.rows = []    # of the search
        self.pages = {path: page_of(path) for path in list(texts) + [h.path for h in headers]}
        self.dead = []
        for h in headers:
            for prose, _, names in h.groups:
                # What is a macro in one kind of build is a function in another.
                functions = {name for name, kind, _ in names if kind == "function"}
                for name, kind, signature in names:
                    if name not in self.places and (kind == "function" or name not in functions):
                        self.places[name] = page_of(h.path) + "#" + name
                        self.rows.append((name, kind, self.places[name], (first_sentence(prose) if prose else signature)[:220]))

    # -- names in code and prose --

    def linked(self, text, here, own=()):
        """Escaped text whose known names are links; those of `own` become anchors where they stand first."""
        out, own = [], set(own)
        for found in re.finditer(r'/\*.*?\*/|"[^"\n]*"|<[^<>\n]*>|[A-Za-z_]\w*(?:/\w+)*\.(?:h|md)\b|[A-Za-z_]\w*|.', text, re.S):
            token = found.group()
            path = token.strip('"<>')
            if path in self.pages and ("/" in path or path.endswith("md")):
                mark = token[0] if token[0] in '"<' else ""
                out.append(escape(mark) + f'<a href="{self.pages[path]}">{escape(path)}</a>' + escape({'"': '"', "<": ">", "": ""}[mark]))
            elif token.startswith("/*"):
                out.append('<i>' + self.linked(token[:2], here) + self.linked(token[2:], here) + "</i>")
            elif token in own:
                own.discard(token)
                anchor = f' id="{token}"' if self.places.get(token) == f"{here}#{token}" else ""
                out.append(f"<b{anchor}>{escape(token)}</b>")
            elif token in self.places:
                place = self.places[token]
                out.append(f'<a href="{place[len(here):] if place.startswith(here + "#") else place}">{escape(token)}</a>')
            elif len(token) > 1 and token[0] in '"<':
                out.append(escape(token[0]) + self.linked(token[1:], here))
            else:
                out.append(escape(token))
        return "".join(out)

    def prose(self, comment, here):
        """Paragraphs, and what is set in as it is."""
        out, paragraph, listing = [], [], []

        def flush():
            if paragraph:
                out.append("<p>" + self.linked(" ".join(paragraph), here) + "</p>")
            if listing:
                while listing and not listing[-1].strip():
                    listing.pop()
                out.append("<pre>" + self.linked("\n".join(listing), here) + "</pre>")
            paragraph.clear()
            listing.clear()

        for line in prose_lines(comment):
            if line.startswith("  ") or (listing and not line.strip()):
                if paragraph:
                    flush()
                listing.append(line)
            elif not line.strip():
                flush()
            else:
                if listing or line.startswith("- "):
                    flush()
                paragraph.append(line.strip())
        flush()
        return "\n".join(out)

    def header_page(self, h):
        here = page_of(h.path)
        body = [f"<h1>{escape(h.path)}</h1>"]
        for i, (prose, code, names) in enumerate(h.groups):
            if prose:
                section = re.match(r"^\s*-{2,}\s*(.*?)\s*-{2,}\s*$", prose.strip(), re.S)
                if section and not code:
                    body.append(f"<h2>{escape(section.group(1))}</h2>")
                else:
                    body.append(self.prose(prose, here))
            if code:
                body.append('<pre class="code">' + self.linked(code, here, [n for n, _, _ in names]) + "</pre>")
        self.rows.append((h.path, "header", here, first_sentence(h.groups[0][0] or "") if h.groups else ""))
        self.write(here, h.path, "\n".join(body))

    # -- texts --

    def target(self, path, link):
        """Where a link of a text leads: a page, an address elsewhere, or None for a file that has no page."""
        if re.match(r"\w+:", link):
            return link
        name, _, anchor = link.partition("#")
        whole = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(os.path.join(self.root, whole)):
            self.dead.append(f"{path}: {link}")
        if whole in self.pages:
            return self.pages[whole] + ("#" + anchor if anchor else "")
        return None

    def inline(self, text, path):
        out = []
        for found in re.finditer(r"`([^`]+)`|!?\[([^\]]*)\]\(([^)]+)\)|\*\*(.+?)\*\*|<(https?://[^>]+)>|.", text, re.S):
            code, words, link, strong, address = found.groups()
            if code is not None:
                out.append("<code>" + self.linked(code, page_of(path)) + "</code>")
            elif link is not None:
                to = self.target(path, link)
                inside = self.inline(words, path)
                out.append(f'<a href="{html.escape(to)}">{inside}</a>' if to else inside)
            elif strong is not None:
                out.append("<strong>" + self.inline(strong, path) + "</strong>")
            elif address is not None:
                out.append(f'<a href="{html.escape(address)}">{escape(address)}</a>')
            else:
                out.append(escape(found.group()))
        return "".join(out)

    def image(self, line, path):
        found = re.search(r'src="([^"]+)"', line)
        source = os.path.normpath(os.path.join(os.path.dirname(path), found.group(1)))
        shutil.copyfile(os.path.join(self.root, source), os.path.join(self.out, os.path.basename(source)))
        return line.replace(found.group(1), os.path.basename(source))

    def text_page(self, path, text):
        here, body, lines, i, used = page_of(path), [], text.split("\n"), 0, set()
        title = path
        while i < len(lines):
            line = lines[i]
            i += 1
            if not line.strip():
                continue
            heading = re.match(r"(#{1,6}) (.*)", line)
            if line.startswith("```"):
                code = []
                while i < len(lines) and not lines[i].startswith("```"):
                    code.append(lines[i])
                    i += 1
                i += 1
                name = line[3:].split()
                label = f"<h5>{escape(name[0])}</h5>" if name and "." in name[0] else ""
                body.append(label + '<pre class="code">' + self.linked("\n".join(code), here) + "</pre>")
            elif heading:
                level, words = len(heading.group(1)), heading.group(2)
                anchor = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
                while anchor in used:
                    anchor += "-1"
                used.add(anchor)
                plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", words)
                if level == 1:
                    title = plain
                follows = next((l for l in lines[i:] if l.strip()), "")
                self.rows.append((plain, "text", f"{here}#{anchor}", path + ": " + re.sub(r"[`*|]", "", follows)[:160]))
                body.append(f'<h{level} id="{anchor}">{self.inline(words, path)}</h{level}>')
            elif line.startswith("|"):
                rows = [line]
                while i < len(lines) and lines[i].startswith("|"):
                    rows.append(lines[i])
                    i += 1
                body.append(self.table(rows, path))
            elif line.startswith("    "):
                code = [line]
                while i < len(lines) and (lines[i].startswith("    ") or not lines[i].strip()):
                    code.append(lines[i])
                    i += 1
                body.append("<pre>" + self.linked("\n".join(l[4:] for l in code).rstrip(), here) + "</pre>")
            elif line.startswith("<img"):
                body.append("<p>" + self.image(line, path) + "</p>")
            elif re.match(r"\s*(?:[-*]|\d+\.) ", line):
                ordered = re.match(r"\s*\d+\. ", line)
                items = [line]
                while i < len(lines) and lines[i].strip() and not lines[i].startswith(("#", "```", "|")):
                    items.append(lines[i])
                    i += 1
                body.append(self.list_of(items, path, "ol" if ordered else "ul", line))
            else:
                words = [line]
                while i < len(lines) and lines[i].strip() and not re.match(r"#{1,6} |```|\||<img|[-*] |\d+\. ", lines[i]):
                    words.append(lines[i])
                    i += 1
                body.append("<p>" + self.inline(" ".join(words), path) + "</p>")
        self.write(here, title, "\n".join(body))

    def table(self, rows, path):
        out = ["<table>"]
        for n, row in enumerate(rows):
            if re.match(r"^\|[\s:|-]+\|$", row):
                continue
            cells = [c.replace("\0", "|").strip() for c in row.strip().strip("|").replace("\\|", "\0").split("|")]
            kind = "th" if n == 0 and len(rows) > 1 and re.match(r"^\|[\s:|-]+\|$", rows[1]) else "td"
            out.append("<tr>" + "".join(f"<{kind}>{self.inline(c, path)}</{kind}>" for c in cells) + "</tr>")
        return "\n".join(out + ["</table>"])

    def list_of(self, lines, path, kind, first):
        items = []
        for line in lines:
            if re.match(r"\s*(?:[-*]|\d+\.) ", line):
                items.append(re.sub(r"^\s*(?:[-*]|\d+\.) ", "", line))
            else:
                items[-1] += " " + line.strip()
        number = re.match(r"\s*(\d+)\.", first)
        start = f' start="{number.group(1)}"' if number and number.group(1) != "1" else ""
        return f"<{kind}{start}>" + "".join(f"<li>{self.inline(item, path)}</li>" for item in items) + f"</{kind}>"

    # -- pages --

    def write(self, name, title, body):
        with open(os.path.join(HERE, "page.html"), encoding="utf-8") as file:
            page = file.read()
        with open(os.path.join(self.out, name), "w", encoding="utf-8") as file:
            file.write(page.replace("@TITLE@", escape(title)).replace("@BODY@", body))

    def index(self):
        body = ["<h1>Oxcart</h1>", "<h2>Texts</h2>", "<table>"]
        for path, text in self.texts.items():
            found = re.search(r"^# (.*)", text, re.M)
            body.append(f'<tr><td><a href="{page_of(path)}">{escape(path)}</a></td><td>{escape(found.group(1) if found else "")}</td></tr>')
        body.append("</table>")
        folder = None
        for h in self.headers:
            if os.path.dirname(h.path) != folder:
                body.append(("</table>" if folder else "<h2>Headers</h2>") + f"<h3>{escape(os.path.dirname(h.path))}</h3><table>")
                folder = os.path.dirname(h.path)
            about = escape(first_sentence(h.groups[0][0] or "")) if h.groups else ""
            body.append(f'<tr><td><a href="{page_of(h.path)}">{escape(os.path.basename(h.path))}</a></td><td>{about}</td></tr>')
        self.write("index.html", "Oxcart", "\n".join(body + ["</table>"]))

    def make(self):
        for h in self.headers:
            self.header_page(h)
        for path, text in self.texts.items():
            self.text_page(path, text)
        self.index()
        with open(os.path.join(self.out, "search.js"), "w", encoding="utf-8") as file:
            quoted = [",".join('"' + cell.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("</", "<\\/") + '"' for cell in row) for row in self.rows]
            file.write("const ROWS = [\n" + "".join(f"[{row}],\n" for row in quoted) + "];\n")
        for name in ("page.css", "page.js"):
            shutil.copyfile(os.path.join(HERE, name), os.path.join(self.out, name))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main(words):
    out, made = words[0], words[1]
    middle = words.index("--")
    headers = []
    for path in words[2:middle]:
        headers.append(Header(path, read(path if os.path.exists(path) else os.path.join(made, path))))
    texts = {path: read(path) for path in words[middle + 1:]}
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    manual = Manual(out, ".", headers, texts)
    manual.make()
    for line in manual.dead:
        print(f"{line}: leads nowhere", file=sys.stderr)
    print(f"{len(headers)} headers, {len(texts)} texts, {len(manual.places)} names")
    return 1 if manual.dead else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
