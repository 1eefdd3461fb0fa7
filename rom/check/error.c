/* The one-line sentences of the reader, put together without stdio. */
#include <string.h>

#include "rom/check/checked.h"

static const char *const names[ROM_STATUSES] = {
    "ok",
    "misaligned",
    "too-small",
    "bad-magic",
    "wrong-byte-order",
    "bad-header-crc",
    "unknown-version",
    "bad-header-size",
    "truncated",
    "bad-size",
    "bad-base",
    "bad-alignment",
    "bad-directory-offset",
    "bad-directory-count",
    "bad-entry",
    "bad-order",
    "bad-layout",
    "overlap",
    "bad-budget",
    "bad-info",
    "bad-content-crc",
    "bad-chunk-crc",
    "unknown-codec",
    "unknown-type",
    "bad-chunk",
    "bad-packing",
    "packed",
};

const char *rom_status_name(rom_status status) {
    return (unsigned)status < ROM_STATUSES ? names[status] : "unknown";
}

typedef struct line {
    char *text;
    size_t used, room; /* room without the final 0 */
} line;

static void put_letter(line *out, char c) {
    if (out->used < out->room) out->text[out->used++] = c;
}

static void put_number(line *out, uint32_t value, uint32_t base, int least_digits) {
    char digits[12];
    int count = 0;
    do {
        digits[count++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0 || count < least_digits);
    while (count > 0) put_letter(out, digits[--count]);
}

static void put_format(line *out, const char *format, const char *name, uint32_t a, uint32_t b) {
    for (const char *at = format; *at != 0; at++) {
        if (at[0] == '%' && at[1] == 's') {
            for (const char *letter = name; *letter != 0; letter++) put_letter(out, *letter);
            at++;
        } else if (at[0] == '%' && (at[1] == 'u' || at[1] == 'x')) {
            bool hexadecimal = at[1] == 'x';
            put_number(out, a, hexadecimal ? 16 : 10, hexadecimal ? 8 : 1);
            a = b;
            at++;
        } else {
            put_letter(out, *at);
        }
    }
}

/* The words and numbers that go into a sentence. */
typedef struct words {
    const char *name;
    uint32_t a, b;
} words;

static rom_status fail_with(rom_error *error, rom_status status, uint32_t offset, const char *format,
                            const words *w) {
    if (error == NULL) return status;
    line out = {error->text, 0, sizeof error->text - 1};
    error->status = status;
    error->offset = offset;
    put_format(&out, "offset %u: ", "", offset, 0);
    put_format(&out, format, w->name, w->a, w->b);
    error->text[out.used] = 0;
    return status;
}

rom_status rom_fail(rom_error *error, rom_status status, uint32_t offset, const char *format, uint32_t a,
                    uint32_t b) {
    return fail_with(error, status, offset, format, &(words){"", a, b});
}

rom_status rom_bad_named(const rom_checked *v, uint32_t at, const char *format, const char *name, uint32_t a,
                         uint32_t b) {
    return fail_with(v->error, ROM_BAD_CHUNK, at, format, &(words){name, a, b});
}

void rom_move_offset(rom_error *error, uint32_t by, const char *inside) {
    char sentence[sizeof error->text];
    size_t skip = 0;
    if (error == NULL) return;
    while (error->text[skip] != ':') skip++;
    skip += 2;
    memcpy(sentence, error->text + skip, sizeof sentence - skip);
    sentence[sizeof sentence - skip - 1] = 0;
    line out = {error->text, 0, sizeof error->text - 1};
    error->offset += by;
    put_format(&out, inside[0] != 0 ? "offset %u: in %s: " : "offset %u: ", inside, error->offset, 0);
    put_format(&out, "%s", sentence, 0, 0);
    error->text[out.used] = 0;
}
