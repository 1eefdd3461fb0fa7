/* Names and their ids: collects them from sources, images and lists, checks them, and writes the header of
 * constants and the list that maps ids back. */
#ifndef OXCART_TOOLS_DATA_IDS_H
#define OXCART_TOOLS_DATA_IDS_H

#include <stdint.h>

#include "tools/base/error.h"
#include "tools/base/writer.h"
#include "tools/report/report.h"

typedef struct ids_name {
    char *name; /* as the file has it, backslashes in sources resolved */
    uint32_t id;
    const char *file;   /* where the name was seen first; the caller's string */
    unsigned long line; /* 0: an image */
} ids_name;

/* A collection that is all zero is empty. */
typedef struct ids {
    ids_name *names; /* after ids_check sorted by name, each once */
    size_t count, capacity;
    tool_report *said; /* gets warnings; or NULL */
} ids;

void ids_free(ids *list);

/* Reads every SID("name") of C text; comments and other strings do not count. */
bool ids_read_source(ids *list, const char *file, const char *text, size_t size, tool_error *error);

/* Reads a list: one name a line, blanks at its ends do not count; a line may begin with the id of its name in
 * eight hexadecimal digits, as lists written by ids_write_list do, which must fit. Empty lines and lines that
 * begin with # are passed over. A name that stands twice in one list is an error that names both lines. */
bool ids_read_list(ids *list, const char *file, const char *text, size_t size, tool_error *error);

/* Texts of carts (statements.h): cart.txt gives its chunks, pools and tables, a level its objects, kinds, tags and properties, a
 * string table its keys. Two objects of one level with one name are an error that names both lines. */
bool ids_is_data(const char *file, const char *text, size_t size);
bool ids_read_data(ids *list, const char *file, const char *text, size_t size, tool_error *error);

/* Adds one name; all readers call this function. An error for control characters, blanks at its ends, more than
 * 255 bytes. */
bool ids_add(ids *list, const char *file, unsigned long line, const char *name, size_t length,
             tool_error *error);

/* Reads the names that a ROM image carries; an error when the image was packed without names. */
bool ids_read_image(ids *list, const char *file, const uint8_t *data, size_t size, tool_error *error);

/* Sorts the names, and refuses two names with one id, a name whose id is 0, and two names that give one
 * constant. Warns of names that differ in case or slashes alone, and keeps the first of them. */
bool ids_check(ids *list, tool_error *error);

/* Writes constants for `#include`, after ids_check: #define SID_PAC_MAN 0x69B38F09u; `guard` names the file. */
void ids_write_header(const ids *list, const char *guard, writer *out);

/* Writes constants for scripts: const SID_PAC_MAN = 'pac_man' */
void ids_write_script(const ids *list, writer *out);

/* Writes a list, "69b38f09 pac_man" a line. */
void ids_write_list(const ids *list, writer *out);

/* The first name with that id, or NULL. */
const char *ids_find(const ids *list, uint32_t id);

/* Copies a log, each #69b38f09 whose name is known replaced by the name. */
void ids_translate(const ids *list, const char *text, size_t size, writer *out);

#endif
