/* Formats the one-line error messages of the importers. */
#include "tools/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void append_text(tool_error *error, const char *format, va_list arguments) {
    size_t used = strlen(error->text);
    size_t room = sizeof error->text - used;
    int length = vsnprintf(error->text + used, room, format, arguments);

    if (length < 0) {
        error->text[used] = '\0';
    } else if ((size_t)length >= room) {
        memcpy(error->text + sizeof error->text - 4, "...", 4);
    }
    for (size_t i = used; error->text[i] != '\0'; i++) {
        unsigned char c = (unsigned char)error->text[i];
        if (c < 0x20 || c == 0x7F) {
            error->text[i] = '?';
        }
    }
}

static void append_format(tool_error *error, const char *format, ...) IMPORT_PRINTF(2, 3);

static void append_format(tool_error *error, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    append_text(error, format, arguments);
    va_end(arguments);
}

/* A very long path must not push the sentence itself out of the buffer: its end is what tells files apart. */
static void begin_sentence(tool_error *error, const char *file) {
    enum { LONGEST = 200 };

    memset(error, 0, sizeof *error);
    if (file != NULL) {
        size_t length = strlen(file);
        if (length > LONGEST) {
            append_format(error, "...%s", file + (length - LONGEST));
        } else {
            append_format(error, "%s", file);
        }
    }
    error->file = (uint16_t)strlen(error->text);
}

/* Writes the sentence behind the place that it is about. */
static bool end_sentence(tool_error *error, const char *format, va_list arguments) {
    error->sentence = (uint16_t)strlen(error->text);
    append_text(error, format, arguments);
    return false;
}

bool import_error_file(tool_error *error, const char *file, const char *format, ...) {
    va_list arguments;

    if (error == NULL) {
        return false;
    }
    begin_sentence(error, file);
    if (file != NULL) {
        append_format(error, ": ");
    }
    va_start(arguments, format);
    end_sentence(error, format, arguments);
    va_end(arguments);
    return false;
}

bool import_error_line(tool_error *error, const char *file, unsigned long line, const char *format, ...) {
    va_list arguments;

    if (error == NULL) {
        return false;
    }
    begin_sentence(error, file);
    append_format(error, file != NULL ? ":%lu: " : "line %lu: ", line);
    error->line = line;
    va_start(arguments, format);
    end_sentence(error, format, arguments);
    va_end(arguments);
    return false;
}

bool import_error_at(tool_error *error, const char *file, unsigned long line, unsigned long column,
                     const char *format, ...) {
    va_list arguments;

    if (error == NULL) {
        return false;
    }
    begin_sentence(error, file);
    append_format(error, file != NULL ? ":%lu:%lu: " : "line %lu, column %lu: ", line, column);
    error->line = line;
    error->column = column;
    va_start(arguments, format);
    end_sentence(error, format, arguments);
    va_end(arguments);
    return false;
}

bool import_error_offset(tool_error *error, const char *file, size_t offset, const char *format, ...) {
    va_list arguments;

    if (error == NULL) {
        return false;
    }
    begin_sentence(error, file);
    append_format(error, file != NULL ? ": offset %zu: " : "offset %zu: ", offset);
    error->offset = offset;
    error->binary = true;
    va_start(arguments, format);
    end_sentence(error, format, arguments);
    va_end(arguments);
    return false;
}

bool import_error_column(tool_error *error, unsigned long column) {
    if (error != NULL) {
        error->column = column;
    }
    return false;
}

bool import_error_internal(tool_error *error, const char *file, const char *format, ...) {
    char sentence[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    import_error_file(error, file, "%s; this is a mistake in oxcart, please report it", sentence);
    if (error != NULL) {
        error->internal = true;
    }
    return false;
}

bool import_error_memory(tool_error *error, const char *file) {
    return import_error_file(error, file,
                             "not enough memory on this machine; close other programs or "
                             "make the file smaller");
}

const char *import_format_list(const char *(*name)(size_t index), char list[IMPORT_FORMAT_LIST]) {
    size_t used = 0;
    list[0] = 0;
    for (size_t i = 0; name(i) != NULL && used < IMPORT_FORMAT_LIST; i++) {
        const char *between = i == 0 ? "" : name(i + 1) == NULL ? " or " : ", ";
        int length = snprintf(list + used, IMPORT_FORMAT_LIST - used, "%s%s", between, name(i));
        used += length > 0 ? (size_t)length : 0;
    }
    return list;
}
