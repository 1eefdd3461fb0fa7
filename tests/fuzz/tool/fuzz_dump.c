/* Fuzzes the way from text to image: any text; an image that is made must open, and its dump must give the same
 * image. */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/inspect/dump.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads the text as a single chunk of the type that its first line names; a refusal has a line. */
static void read_chunk(const uint8_t *data, size_t size) {
    writer bytes;
    tool_error error = {.text = ""};
    uint32_t tag = size > 18 ? rom_u32(data + 15) : 0; /* the type's tag stands behind `chunk 01234567 ` */
    if (dump_read_chunk("fuzz", (const char *)data, size, tag, &bytes, &error)) {
        if (bytes.size < 4) abort();
        writer_free(&bytes);
    } else if (error.text[0] == 0 || bytes.data != NULL) {
        abort();
    }
}

/* Whether the text asks for much: a few words can ask for a gigabyte of zeros, which are given and take long to
 * pack. */
static bool is_large(const uint8_t *data, size_t size) {
    static const char word[] = "bytes=";
    for (size_t at = 0, digits = 0; at + sizeof word - 1 <= size; at++, digits = 0) {
        if (memcmp(data + at, word, sizeof word - 1) != 0) continue;
        for (size_t i = at + sizeof word - 1; i < size && data[i] >= '0' && data[i] <= '9'; i++) digits++;
        if (digits > 5) return true;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    writer image, again;
    tool_error error = {.text = ""};
    rom_image opened;
    char *text = NULL;
    size_t length = 0;
    if (is_large(data, size)) return 0;
    read_chunk(data, size);
    if (!dump_assemble("fuzz", (const char *)data, size, &image, &error)) {
        if (error.text[0] == 0 || image.data != NULL) abort();
        return 0;
    }
    if (rom_open(image.data, image.size, &opened, NULL) != ROM_OK) abort();
    FILE *out = open_memstream(&text, &length);
    if (out == NULL || !dump_image(&opened, "fuzz", NULL, out, &error)) abort();
    fclose(out);
    if (!dump_assemble("again", text, length, &again, &error)) abort();
    if (again.size != image.size || memcmp(again.data, image.data, image.size) != 0) abort();
    free(text);
    writer_free(&image);
    writer_free(&again);
    return 0;
}
