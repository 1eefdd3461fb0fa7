/* Writes a sample of every record for tests: a struct filled with numbers, and the bytes that an image holds then. The bytes
 * come from the description alone, so structs in memory and the packer's writer can both be held against them. */
#include <string.h>

#include "tools/records/records.h"

enum { SAMPLE_BYTES = 512 };

/* The number at a place of the sample: any bits will do, as long as no number repeats nearby. */
static uint32_t number_at(uint32_t seed, uint32_t offset) {
    uint32_t x = (seed * 2654435761u) ^ (offset * 2246822519u + 0x9E3779B9u);
    x ^= x >> 15;
    x *= 2246822519u;
    return x ^ x >> 13;
}

static void put_bytes(uint8_t *bytes, uint32_t offset, uint32_t value, uint32_t count) {
    for (uint32_t i = 0; i < count && offset + i < SAMPLE_BYTES; i++)
        bytes[offset + i] = (uint8_t)(value >> 8 * i);
}

static const char *cast_of(field_kind k) {
    static const char *const casts[KINDS] = {
        [KIND_U8] = "(uint8_t)", [KIND_U16] = "(uint16_t)", [KIND_ANGLE] = "(uint16_t)",
        [KIND_I8] = "(int8_t)",  [KIND_I16] = "(int16_t)",  [KIND_I32] = "(int32_t)",
        [KIND_FX] = "(int32_t)"};
    return casts[k] == NULL ? "" : casts[k];
}

/* Writes the sample of the fields of a record, also of embedded ones; `path` leads to the record in C. */
static void put_sample(const record *r, const char *path, uint32_t base, uint32_t seed, uint8_t *bytes,
                       FILE *out) {
    for (uint32_t i = 0; i < r->field_count; i++) {
        const field *f = &r->fields[i];
        if (f->kind == KIND_PAD) continue;
        for (uint32_t k = 0; k < f->count; k++) {
            char place[4 * NAME_MAX_BYTES];
            uint32_t one = f->bytes / f->count, offset = base + f->offset + k * one;
            uint32_t value = number_at(seed, offset), more = number_at(seed, offset + 4);
            int length = snprintf(place, sizeof place, f->count > 1 ? "%s%s[%u]" : "%s%s", path, f->name, k);
            if (length < 0 || (size_t)length >= sizeof place - 2) continue;
            if (f->kind == KIND_RECORD) {
                strcat(place, ".");
                put_sample(f->of, place, offset, seed, bytes, out);
            } else if (f->kind == KIND_TEXT) {
                fprintf(out, "    r->%s = (rom_text_place){0x%xu, 0x%xu};\n", place, value, more);
                put_bytes(bytes, offset, value, 4);
                put_bytes(bytes, offset + 4, more, 4);
            } else {
                uint32_t bits = one * 8;
                value = bits < 32 ? value & ((1u << bits) - 1) : value;
                fprintf(out, "    r->%s = %s0x%xu;\n", place, cast_of(f->kind), value);
                put_bytes(bytes, offset, value, one);
            }
        }
    }
}

void records_write_samples(const records *all, FILE *out) {
    fprintf(out, "/* A sample of every record: its struct, and the bytes of an image. Generated from "
                 "rom/records.txt: do "
                 "not edit.\n *\n *     RECORD_SAMPLE(NAME, CHUNK)    for each; CHUNK: it begins with "
                 "version and header size */\n");
    for (uint32_t i = 0; i < all->count; i++) {
        const record *r = &all->list[i];
        uint8_t bytes[SAMPLE_BYTES] = {0};
        char name[NAME_MAX_BYTES];
        records_identifier(r->name, name);
        fprintf(out, "\nstatic void sample_%s(rom_%s_record *r) {\n", name, name);
        if (records_is_chunk(r)) {
            fprintf(out, "    r->chunk_version = 0x%xu;\n    r->chunk_header = %u;\n", r->version, r->size);
            put_bytes(bytes, 0, r->version | r->size << 16, 4);
        }
        put_sample(r, "", 0, i + 1, bytes, out);
        fprintf(out, "}\nstatic const uint8_t image_of_%s[] = {", name);
        for (uint32_t k = 0; k < r->size && k < SAMPLE_BYTES; k++)
            fprintf(out, k % 24 == 0 ? "\n    %u," : " %u,", bytes[k]);
        fprintf(out, "\n};\n");
    }
    fprintf(out, "\n#define RECORD_SAMPLES");
    for (uint32_t i = 0; i < all->count; i++) {
        char name[NAME_MAX_BYTES];
        records_identifier(all->list[i].name, name);
        fprintf(out, " \\\n    RECORD_SAMPLE(%s, %d)", name, records_is_chunk(&all->list[i]));
    }
    fprintf(out, "\n");
}
