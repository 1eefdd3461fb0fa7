/* XML texts (XML 1.0; definitions of document types are not read) as a tree, with line and column of everything. */
#ifndef OXCART_TOOLS_IMPORT_TEXT_XML_H
#define OXCART_TOOLS_IMPORT_TEXT_XML_H

#include "tools/base/error.h"
#include "tools/import/base/arena.h"

#include <stdint.h>

/* The deepest nesting of elements, and the longest text that is read. */
#define IMPORT_XML_DEPTH 1024
#define IMPORT_XML_LIMIT ((size_t)128 << 20)

typedef struct import_xml_attribute {
    const char *name, *value; /* references resolved, blanks of any kind as spaces */
    uint32_t line, column;
} import_xml_attribute;

/* An element. Texts are UTF-8 that has been checked, end in a zero byte and hold none. */
typedef struct import_xml {
    const char *name;
    const char *text;      /* its own character data, that of its children left out; "" when there is none */
    uint32_t line, column; /* of its `<`, from 1; a column is one byte */
    uint32_t attribute_count;
    const import_xml_attribute *attributes;
    const struct import_xml *parent, *first, *next; /* first child, next sibling; NULL at the ends */
} import_xml;

typedef struct import_xml_document {
    const char *file; /* as it was given; for messages */
    const import_xml *root;
    import_arena arena; /* all memory of the tree */
} import_xml_document;

/*
 * Reads a text of `size` bytes in UTF-8 (with or without byte order mark; a declaration of another encoding is refused).
 * Comments and processing instructions are skipped; CDATA, the five named references and numeric ones are resolved; line ends of
 * every system become LF. A `<!DOCTYPE>` that only names its definition is skipped; one with declarations of its own (entities) is
 * refused, as are two attributes of one name, characters that XML does not allow, and anything deeper than IMPORT_XML_DEPTH. No recursion; an element takes some 150 bytes beside
 * its texts. On failure false, `file:LINE:COLUMN: what is wrong; how to mend it`, and an empty document.
 */
bool import_xml_parse(const char *file, const char *text, size_t size, import_xml_document *document,
                      tool_error *error);
void import_xml_free(import_xml_document *document);

/* `file:LINE:COLUMN: PATH: ...` for an element, PATH as map/layer/data; returns false. */
bool import_xml_fault(const import_xml_document *document, const import_xml *at, tool_error *error,
                      const char *format, ...) IMPORT_PRINTF(4, 5);

/* The first child, or the next sibling, of that name (NULL: of any); NULL when there is none. */
const import_xml *import_xml_child(const import_xml *element, const char *name);
const import_xml *import_xml_sibling(const import_xml *element, const char *name);

/* The attribute's value, NULL when it is absent. */
const char *import_xml_attribute_of(const import_xml *element, const char *name);

/*
 * Attributes with their schema: true, and *value as it was, when the attribute is absent and not `required`; false
 * with a fault that names element and attribute when the attribute is missing, of another kind or out of range.
 * Whole numbers are decimal, with or without a sign; a boolean is true, false, 1 or 0; a choice gives the index of
 * the word in `choices`, which ends with NULL.
 */
typedef struct import_xml_reader {
    const import_xml_document *document;
    const import_xml *element;
    tool_error *error;
} import_xml_reader;

bool import_xml_text(const import_xml_reader *reader, const char *name, bool required, const char **value);
bool import_xml_whole(const import_xml_reader *reader, const char *name, bool required, int64_t least,
                      int64_t most, int64_t *value);
bool import_xml_number(const import_xml_reader *reader, const char *name, bool required, double least,
                       double most, double *value);
bool import_xml_boolean(const import_xml_reader *reader, const char *name, bool required, bool *value);
bool import_xml_choice(const import_xml_reader *reader, const char *name, bool required,
                       const char *const *choices, int *value);

/* Fails on an attribute whose name is not in `names`, or a child whose name is not in `children` (both end with NULL). */
bool import_xml_only(const import_xml_reader *reader, const char *const *names, const char *const *children);

/* The children of that name number least..most; else a fault says how many there are. */
bool import_xml_count(const import_xml_reader *reader, const char *child, uint32_t least, uint32_t most);

#endif
