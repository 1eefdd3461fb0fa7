#!/bin/sh
# The manual as pages: it is built, every function that a public header declares has a place in it and in its search, and no link is dead.
. tests/judge.sh
B=${B:-build}
MAKE=${MAKE:-make}
tool=$(missing python3 gcc)
[ -z "$tool" ] || { echo "skip docs no $tool here"; exit 0; }
"$MAKE" -s B="$B" docs "$B/include/oxcart/oxcart.h" >"$B/docs.log" 2>&1
judge docs_are_built $? "$(tail -n 1 "$B/docs.log")"

# The compiler tells which functions it read, and where: those whose name the header itself writes; macros make others. A cache of compilations would not bring that list back.
(cd "$B/include/oxcart" && find . -name '*.h' ! -name 'c_*.h' ! -path ./oxcart.h | sed 's,^\./\(.*\),#include "\1",') >"$B/docs.c"
echo 'int nothing;' >>"$B/docs.c"
CCACHE_DISABLE=1 gcc -std=c11 -w -fsyntax-only -I "$B/include/oxcart" -aux-info "$B/docs.functions" "$B/docs.c"
python3 - "$B" <<'END' >"$B/docs.findings" 2>&1
import glob, os, re, sys
from html import unescape
build = sys.argv[1]
public, docs = build + "/include/oxcart/", build + "/docs/"
pages = {os.path.basename(name): open(name, encoding="utf-8").read() for name in glob.glob(docs + "*.html")}
anchors = {name: set(re.findall(r' id="([^"]+)"', page)) for name, page in pages.items()}
rows = dict(re.findall(r'^\["([^"]+)","function","([^"]+)"', open(docs + "search.js", encoding="utf-8").read(), re.M))
functions, links, texts = 0, 0, {}
for line in open(build + "/docs.functions"):
    found = re.match(r"/\* " + re.escape(public) + r"(\S+?):\d+:.*?\*/ .*?([a-z]\w*) \(", line)
    if not found:
        continue
    header, name = found.groups()
    text = texts.setdefault(header, re.sub(r"/\*.*?\*/", "", open(public + header).read(), flags=re.S))
    if not re.search(r"^[A-Za-z_][\w\s*]*\b%s\s*\(" % name, text, re.M):
        continue
    functions += 1
    page, _, anchor = rows.get(name, "").partition("#")
    if anchor not in anchors.get(page, ()):
        print("function %s of %s has no entry" % (name, header))
for name, page in pages.items():
    for link in re.findall(r'(?:href|src)="([^"]+)"', page):
        link = unescape(link)
        if re.match(r"\w+:", link):
            continue
        links += 1
        to, _, anchor = link.partition("#")
        to = to or name
        if to not in pages and not os.path.exists(docs + to) or anchor and anchor not in anchors.get(to, ()):
            print("link %s of %s is dead" % (link, name))
print("# %d functions, %d links in %d pages" % (functions, links, len(pages)))
if functions < 2000 or links < 20000:
    print("function none, link none: too few are found")
END
! grep -q ^function "$B/docs.findings"
judge docs_have_every_public_function $? "$(grep -m 3 ^function "$B/docs.findings" | tr '\n' ';')"
! grep -qE '^(link|Traceback)' "$B/docs.findings" && grep -q '^# ' "$B/docs.findings"
judge docs_links_lead_somewhere $? "$(grep -vm 3 ^function "$B/docs.findings" | tr '\n' ';')"
grep '^#' "$B/docs.findings"

if ! command -v node >/dev/null; then
    echo "skip docs_search no node here"
    exit 0
fi
# The page's own search, without a page.
{
    echo 'const nowhere = { addEventListener() {} }; const document = { getElementById: () => nowhere, addEventListener() {} };'
    cat "$B/docs/search.js" tools/docs/page.js
    echo 'for (const text of ["fx_sqrt", "ox_world spawn", "one new port no such", "porter"]) console.log(text + ": " + (found(text)[0] || ["none"])[0]);'
} >"$B/docs.search.js"
node "$B/docs.search.js" >"$B/docs.found" 2>&1
grep -qx 'fx_sqrt: fx_sqrt' "$B/docs.found" && grep -q '^ox_world spawn: ox_.*spawn' "$B/docs.found" &&
    grep -qx 'one new port no such: none' "$B/docs.found" && grep -q "^porter: A porter's day" "$B/docs.found"
judge docs_search $? "$(tr '\n' ';' <"$B/docs.found")"
