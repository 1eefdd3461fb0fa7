/* One-line error messages of the importers: where the input is wrong, what is wrong, and how to mend it. */
#ifndef OXCART_TOOLS_BASE_ERROR_H
#define OXCART_TOOLS_BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Every function of this folder that can fail returns bool and takes a `tool_error *` as its last argument
 * (NULL: the caller does not care for the sentence). On failure the text holds exactly one line without a
 * line end:
 *
 *     hero.obj:118: corner 3 names position 90, but there are 88; check the export
 *     hero.png: offset 33: wrong checksum in chunk IDAT; the file is damaged, export it again
 *     out/shot.png: cannot write: No space left on device; free some space or choose another folder
 *
 * On success the text is left as it was. Control characters that come in by a file name or by file contents
 * are replaced by '?', and a text too long for the buffer ends in "...". An empty text is no error.
 *
 * Beside the text stands its place in parts, so that a report (tools/report/report.h) can print the place as editors
 * read it. The parts hold only while the text is not empty. Only the functions below write the text and the parts.
 */
typedef struct tool_error {
    char text[512];
    unsigned long line, column; /* from 1; 0: none is known */
    size_t offset;              /* in bytes, when `binary` */
    bool binary;
    bool internal; /* a mistake of the program, not of its input */
    uint16_t file,
        sentence; /* characters of the file's name (0: none), and where the sentence begins in the text */
} tool_error;

/* Lets the compiler check the arguments of a printf-like function. */
#if defined(__GNUC__)
#define IMPORT_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define IMPORT_PRINTF(format_at, first_at)
#endif

/* Each function fills the error's text (file may be NULL: no place is named) and returns false, so that a caller can
 * write `return import_error_line(error, name, line, "...")`. */
bool import_error_file(tool_error *error, const char *file, const char *format, ...) IMPORT_PRINTF(3, 4);
bool import_error_line(tool_error *error, const char *file, unsigned long line, const char *format, ...)
    IMPORT_PRINTF(4, 5);
bool import_error_at(tool_error *error, const char *file, unsigned long line, unsigned long column,
                     const char *format, ...) IMPORT_PRINTF(5, 6);
bool import_error_offset(tool_error *error, const char *file, size_t offset, const char *format, ...)
    IMPORT_PRINTF(4, 5);

/* Sets the column (from 1) of an error whose text stays as it is; returns false. */
bool import_error_column(tool_error *error, unsigned long column);

/* Reports a state that only a mistake of the program itself can cause; returns false. */
bool import_error_internal(tool_error *error, const char *file, const char *format, ...) IMPORT_PRINTF(3, 4);

/* The names of a table's rows as they stand in a sentence, "A, B or C": name(i) gives them, NULL beyond the last. Returns `list`. */
enum { IMPORT_FORMAT_LIST = 240 };
const char *import_format_list(const char *(*name)(size_t index), char list[IMPORT_FORMAT_LIST]);

/* The message for a malloc that failed while `file` was read. */
bool import_error_memory(tool_error *error, const char *file);

#endif
