/* The XML reader: one pass, a stack made of the parents' links. */
#include "tools/import/text/xml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/import/base/text.h"
#include "tools/import/text/json.h"

typedef struct piece {
    struct piece *next;
    const char *text;
    size_t length;
} piece;

/* An element while its text and children still grow; the tree sees only the first member. */
typedef struct building {
    import_xml element;
    struct building *outer, *last; /* the element around, the youngest child */
    piece *pieces, *last_piece;    /* of the text */
    size_t length;
} building;

typedef struct parser {
    import_xml_document *document;
    const char *at, *end, *line_start;
    uint32_t line;
    tool_error *error;
    building *open; /* the element whose end is to come; NULL outside of the root */
    int depth;
} parser;

static uint32_t column_of(const parser *p) { return (uint32_t)(p->at - p->line_start) + 1; }

static bool wrong(parser *p, const char *format, ...) IMPORT_PRINTF(2, 3);

static bool wrong(parser *p, const char *format, ...) {
    char sentence[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return import_error_at(p->error, p->document->file, p->line, column_of(p), "%s", sentence);
}

static bool no_memory(parser *p) { return import_error_memory(p->error, p->document->file); }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* The first characters of names: letters, _ and :; every byte of a longer UTF-8 sequence counts as a letter. */
static bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
           (unsigned char)c >= 0x80;
}

static bool is_name(char c) { return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }

static bool starts(const parser *p, const char *word) {
    size_t length = strlen(word);
    return (size_t)(p->end - p->at) >= length && memcmp(p->at, word, length) == 0;
}

/* Moves one byte further and counts line ends. */
static void step(parser *p) {
    char c = *p->at++;
    if (c == '\n' || (c == '\r' && (p->at >= p->end || *p->at != '\n'))) {
        p->line++;
        p->line_start = p->at;
    }
}

static void skip(parser *p, size_t count) {
    while (count-- > 0) step(p);
}

static bool skip_blanks(parser *p) {
    bool any = false;
    for (; p->at < p->end && is_blank(*p->at); any = true) step(p);
    return any;
}

/* ---- references ---- */

static bool is_character(uint32_t code) {
    if (code < 0x20) return code == 9 || code == 10 || code == 13;
    return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) && code != 0xFFFE && code != 0xFFFF;
}

static int digit_of(char c, unsigned base) {
    int value = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : 99;
    return value < (int)base ? value : -1;
}

/* Reads a numeric reference, `&#65;` or `&#x41;`. */
static bool read_number(parser *p, uint32_t *code) {
    unsigned base = starts(p, "&#x") ? 16 : 10;
    const char *at = p->at + (base == 16 ? 3 : 2), *first = at;
    *code = 0;
    for (; at < p->end && digit_of(*at, base) >= 0 && *code <= 0x10FFFF; at++) {
        *code = *code * base + (uint32_t)digit_of(*at, base);
    }
    if (at == first || at >= p->end || *at != ';' || !is_character(*code)) {
        return wrong(p,
                     "this is no character reference; write `&#` digits `;`, of a character that XML allows");
    }
    skip(p, (size_t)(at + 1 - p->at));
    return true;
}

/* Reads the reference at `&`. */
static bool read_reference(parser *p, uint32_t *code) {
    static const struct {
        const char *name;
        char character;
    } named[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    if (starts(p, "&#")) return read_number(p, code);
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        if (!starts(p, named[i].name)) continue;
        *code = (unsigned char)named[i].character;
        skip(p, strlen(named[i].name));
        return true;
    }
    return wrong(
        p,
        "unknown reference; XML knows &lt; &gt; &amp; &quot; &apos; and numbers, a plain & is written &amp;");
}

/* ---- elements ---- */

/* True when the byte at p->at may stand in a text as it is; else false with a fault. */
static bool check_byte(parser *p) {
    unsigned char c = (unsigned char)*p->at;
    if (is_character(c) || c >= 0x80) return true;
    return wrong(p, "byte 0x%02X is not allowed in XML", c);
}

/* Skips a comment or an instruction from its opening of so many bytes to behind the `word` that closes it; a
 * fault at the opening when `word` never comes. Its bytes are checked like those of texts. */
static bool skip_past(parser *p, size_t opening, const char *word, const char *what) {
    parser begin = *p;
    for (skip(p, opening); p->at < p->end && !starts(p, word); step(p)) {
        if (!check_byte(p)) return false;
    }
    if (p->at >= p->end) {
        p->at = begin.at, p->line = begin.line, p->line_start = begin.line_start;
        return wrong(p, "the %s that begins here never ends; close it with `%s`", what, word);
    }
    skip(p, strlen(word));
    return true;
}

/* Reads everything up to `stop`, with references resolved unless `plain`, into fresh memory; blanks become
 * spaces for `attribute`. */
static bool read_text(parser *p, char stop, const char *plain, bool attribute, const char **text,
                      size_t *length) {
    const char *begin = p->at;
    const char *last = plain != NULL ? NULL : memchr(begin, stop, (size_t)(p->end - begin));
    if (plain != NULL) {
        size_t length_of_stop = strlen(plain);
        for (last = begin;
             (size_t)(p->end - last) >= length_of_stop && memcmp(last, plain, length_of_stop) != 0;)
            last++;
        if ((size_t)(p->end - last) < length_of_stop) last = NULL;
    } else if (last == NULL && !attribute) {
        last = p->end;
    }
    if (last == NULL)
        return wrong(p, "this never ends; `%s` is missing", plain != NULL ? plain : stop == '"' ? "\"" : "'");
    char *out = import_arena_take(&p->document->arena, (size_t)(last - begin) + 1);
    size_t used = 0;
    if (out == NULL) return no_memory(p);
    while (p->at < last) {
        uint32_t code = 0;
        if (*p->at == '&' && plain == NULL) {
            if (!read_reference(p, &code)) return false;
            used += fx_utf8_write(out + used, code);
            continue;
        }
        if (!check_byte(p)) return false;
        if (attribute && *p->at == '<') return wrong(p, "`<` cannot stand in an attribute; write &lt;");
        if (plain == NULL && !attribute && starts(p, "]]>"))
            return wrong(p, "`]]>` cannot stand in a text; write ]]&gt;");
        char c = *p->at;
        step(p);
        if (c == '\r') {
            if (p->at < last && *p->at == '\n') step(p);
            c = '\n';
        }
        out[used++] = attribute && is_blank(c) ? ' ' : c;
    }
    *text = out;
    *length = used;
    return true;
}

static bool add_text(parser *p, const char *text, size_t length) {
    building *b = p->open;
    piece *more = import_arena_take(&p->document->arena, sizeof *more);
    if (more == NULL) return no_memory(p);
    more->text = text;
    more->length = length;
    if (b->last_piece == NULL)
        b->pieces = more;
    else
        b->last_piece->next = more;
    b->last_piece = more;
    b->length += length;
    return true;
}

/* Joins the pieces of a text at the element's end. */
static bool end_text(parser *p, building *b) {
    char *text;
    if (b->pieces == NULL || b->pieces->next == NULL) {
        b->element.text = b->pieces == NULL ? "" : b->pieces->text;
        return true;
    }
    text = import_arena_take(&p->document->arena, b->length + 1);
    if (text == NULL) return no_memory(p);
    b->element.text = text;
    for (const piece *part = b->pieces; part != NULL; part = part->next) {
        memcpy(text, part->text, part->length);
        text += part->length;
    }
    return true;
}

static const char *read_name(parser *p) {
    const char *begin = p->at;
    if (p->at >= p->end || !is_name_start(*p->at)) {
        wrong(p, "a name is wanted here");
        return NULL;
    }
    while (p->at < p->end && is_name(*p->at)) p->at++;
    const char *name = import_arena_text(&p->document->arena, begin, (size_t)(p->at - begin));
    if (name == NULL) no_memory(p);
    return name;
}

enum { ATTRIBUTES_MOST = 64 };

static bool read_attribute(parser *p, import_xml_attribute *list, uint32_t count) {
    import_xml_attribute *a = &list[count];
    size_t length;
    if (count == ATTRIBUTES_MOST) return wrong(p, "an element has at most %d attributes", ATTRIBUTES_MOST);
    a->line = p->line;
    a->column = column_of(p);
    parser from = *p;
    a->name = read_name(p);
    if (a->name == NULL) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(list[i].name, a->name) != 0) continue;
        p->at = from.at;
        return wrong(p, "the attribute `%s` stands here twice", a->name);
    }
    skip_blanks(p);
    if (p->at >= p->end || *p->at != '=') return wrong(p, "`=` is wanted behind the attribute's name");
    step(p);
    skip_blanks(p);
    if (p->at >= p->end || (*p->at != '"' && *p->at != '\'')) return wrong(p, "a value in quotes is wanted");
    char quote = *p->at;
    step(p);
    if (!read_text(p, quote, NULL, true, &a->value, &length)) return false;
    step(p);
    return true;
}

/* Reads the attributes, up to `>` or `/>`. */
static bool read_attributes(parser *p, import_xml *element, bool *closed) {
    import_xml_attribute list[ATTRIBUTES_MOST];
    uint32_t count = 0;
    for (;;) {
        bool blank = skip_blanks(p);
        if (p->at >= p->end) return wrong(p, "the file ends inside of <%s", element->name);
        *closed = starts(p, "/>");
        if (*closed || *p->at == '>') break;
        if (!blank) return wrong(p, "a blank, `>` or `/>` is wanted here");
        if (!read_attribute(p, list, count)) return false;
        count++;
    }
    skip(p, *closed ? 2 : 1);
    if (count == 0) return true;
    import_xml_attribute *kept = import_arena_take(&p->document->arena, count * sizeof *kept);
    if (kept == NULL) return no_memory(p);
    memcpy(kept, list, count * sizeof *kept);
    element->attributes = kept;
    element->attribute_count = count;
    return true;
}

static bool close_element(parser *p) {
    building *b = p->open;
    if (!end_text(p, b)) return false;
    p->open = b->outer;
    p->depth--;
    return true;
}

static bool begin_element(parser *p) {
    building *b = import_arena_take(&p->document->arena, sizeof *b), *outer = p->open;
    bool closed;
    if (b == NULL) return no_memory(p);
    if (p->open == NULL && p->document->root != NULL)
        return wrong(p, "a second root element; a file has one");
    if (p->depth == IMPORT_XML_DEPTH)
        return wrong(p, "more than %d elements inside one another", IMPORT_XML_DEPTH);
    b->element.line = p->line;
    b->element.column = column_of(p);
    b->element.parent = outer == NULL ? NULL : &outer->element;
    b->outer = outer;
    b->element.text = "";
    step(p);
    b->element.name = read_name(p);
    if (b->element.name == NULL || !read_attributes(p, &b->element, &closed)) return false;
    if (outer == NULL)
        p->document->root = &b->element;
    else if (outer->last == NULL)
        outer->element.first = &b->element;
    else
        outer->last->element.next = &b->element;
    if (outer != NULL) outer->last = b;
    p->open = b;
    p->depth++;
    return !closed || close_element(p);
}

static bool end_element(parser *p) {
    if (p->open == NULL) return wrong(p, "nothing is open that could be closed here");
    skip(p, 2);
    const char *name = read_name(p);
    if (name == NULL) return false;
    if (strcmp(name, p->open->element.name) != 0) {
        return wrong(p, "</%s> cannot close <%s> of line %u", name, p->open->element.name,
                     (unsigned)p->open->element.line);
    }
    skip_blanks(p);
    if (p->at >= p->end || *p->at != '>') return wrong(p, "`>` is wanted here");
    step(p);
    return close_element(p);
}

static bool read_characters(parser *p) {
    const char *text;
    size_t length;
    if (p->open == NULL) {
        skip_blanks(p);
        if (p->at < p->end && *p->at != '<') return wrong(p, "text outside of the root element");
        return true;
    }
    return read_text(p, '<', NULL, false, &text, &length) && add_text(p, text, length);
}

static bool read_cdata(parser *p) {
    const char *text;
    size_t length;
    if (p->open == NULL) return wrong(p, "text outside of the root element");
    skip(p, 9);
    if (!read_text(p, 0, "]]>", false, &text, &length)) return false;
    skip(p, 3);
    return add_text(p, text, length);
}

/* Checks `<?xml ... encoding="..."?>`: only UTF-8 and its part US-ASCII are read. */
static bool check_encoding(parser *p) {
    const char *close = p->at;
    while (close < p->end && *close != '>') close++;
    for (const char *at = p->at; at + 9 < close; at++) {
        if (memcmp(at, "encoding=", 9) != 0) continue;
        static const char *const known[] = {"UTF-8", "utf-8", "US-ASCII", "us-ascii", "ASCII", "ascii"};
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
            size_t length = strlen(known[i]);
            if ((size_t)(close - at) > 10 + length && memcmp(at + 10, known[i], length) == 0) return true;
        }
        return wrong(p, "only the encoding UTF-8 is read; save the file as UTF-8");
    }
    return true;
}

/* Skips a document type that is no more than a name and the place of its definition; the definition is not read.
 * A document type that declares something by itself is refused. */
static bool skip_document_type(parser *p) {
    const char *at = p->at;
    char quote = 0;
    for (; at < p->end && (quote != 0 || (*at != '>' && *at != '[')); at++) {
        if (quote != 0)
            quote = *at == quote ? 0 : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
    }
    if (at == p->end || *at == '[' || p->document->root != NULL)
        return wrong(p, "document types and entities of one's own are not read; take this declaration out");
    skip(p, (size_t)(at + 1 - p->at));
    return true;
}

static bool read_markup(parser *p) {
    if (starts(p, "<!--")) return skip_past(p, 4, "-->", "comment");
    if (starts(p, "<![CDATA[")) return read_cdata(p);
    if (starts(p, "<!DOCTYPE")) return skip_document_type(p);
    if (starts(p, "<!"))
        return wrong(p, "document types and entities of one's own are not read; take this declaration out");
    if (starts(p, "<?")) {
        if (starts(p, "<?xml") && !check_encoding(p)) return false;
        return skip_past(p, 2, "?>", "instruction");
    }
    if (starts(p, "</")) return end_element(p);
    return begin_element(p);
}

static bool parse(parser *p) {
    while (p->at < p->end) {
        if (!(*p->at == '<' ? read_markup(p) : read_characters(p))) return false;
    }
    if (p->open != NULL)
        return wrong(p, "the file ends, but <%s> of line %u is still open", p->open->element.name,
                     (unsigned)p->open->element.line);
    if (p->document->root == NULL) return wrong(p, "there is no element in this file");
    return true;
}

/* Checks that the text is UTF-8; the fault is at the first byte that begins no whole character. */
static bool check_utf8(parser *p) {
    if (import_utf8_is_valid(p->at, (size_t)(p->end - p->at))) return true;
    while (p->at < p->end) {
        size_t length = 1;
        while (length < 4 && p->at + length < p->end && ((unsigned char)p->at[length] & 0xC0) == 0x80)
            length++;
        if (!import_utf8_is_valid(p->at, length)) break;
        skip(p, length);
    }
    return wrong(p, "this is no UTF-8; save the file as UTF-8");
}

bool import_xml_parse(const char *file, const char *text, size_t size, import_xml_document *document,
                      tool_error *error) {
    if (size == 0) text = ""; /* `text` may be NULL */
    parser p = {
        .document = document, .at = text, .end = text + size, .line_start = text, .line = 1, .error = error};
    memset(document, 0, sizeof *document);
    document->file = file;
    if (size > IMPORT_XML_LIMIT)
        return import_error_file(error, file, "XML files of at most 128 MB are read");
    p.at = p.line_start = text + import_text_mark(text, size);
    if (check_utf8(&p) && parse(&p)) return true;
    import_xml_free(document);
    return false;
}

void import_xml_free(import_xml_document *document) {
    import_arena_free(&document->arena);
    document->root = NULL;
}
