/* Fuzz target: any bytes as a list of calls to the writer of memory images, against a model that keeps single bytes;
 * then as sections, which the console's reader must give back. */
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "rom/section.h"
#include "tools/base/writer.h"
#include "tools/image/assemble.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MODEL_BYTES = 1 << 15 };

typedef struct model {
    uint8_t bytes[MODEL_BYTES];
    size_t size;
} model;

static void set(model *m, size_t at, uint32_t value, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        m->bytes[at + i] = (uint8_t)(value & 255u);
        value /= 256u;
    }
}

static void add(model *m, uint32_t value, uint32_t count) {
    set(m, m->size, value, count);
    m->size += count;
}

/* Makes one call: `what` is its number, `value` the number to write, `extra` a count, alignment or place. False when
 * the model is full. */
static bool call(writer *w, model *m, uint32_t what, uint32_t value, uint32_t extra) {
    size_t there = m->size;
    if (m->size + 4096 > MODEL_BYTES) return false;
    switch (what % 9) {
    case 0:
        writer_u8(w, value);
        add(m, value, 1);
        break;
    case 1:
        writer_u16(w, value);
        add(m, value, 2);
        break;
    case 2:
        writer_u32(w, value);
        add(m, value, 4);
        break;
    case 3:
        writer_bytes(w, &extra, extra % 5);
        for (uint32_t i = 0; i < extra % 5; i++) add(m, ((const uint8_t *)&extra)[i], 1);
        break;
    case 4:
        writer_zeros(w, extra % 300);
        for (uint32_t i = 0; i < extra % 300; i++) add(m, 0, 1);
        break;
    case 5:
        if (writer_align(w, (size_t)1 << extra % 9) % ((size_t)1 << extra % 9) != 0) abort();
        while (m->size % ((size_t)1 << extra % 9) != 0) add(m, 0, 1);
        break;
    case 6: /* cases 6 to 8 fill in bytes that were reserved */
        if (there < 1) break;
        writer_put_u8(w, extra % there, value);
        set(m, extra % there, value, 1);
        break;
    case 7:
        if (there < 2) break;
        writer_put_u16(w, extra % (there - 1), value);
        set(m, extra % (there - 1), value, 2);
        break;
    default:
        if (there < 4) break;
        writer_put_u32(w, extra % (there - 3), value);
        set(m, extra % (there - 3), value, 4);
        break;
    }
    return true;
}

static void sections(const writer *w, const uint8_t *data, size_t size) {
    assemble_section list[4];
    const uint32_t classes[4] = {ROM_SECTION_MAIN, ROM_SECTION_VIDEO, ROM_SECTION_TEMPORARY,
                                 ROM_SECTION_DEBUG};
    uint32_t count = size < 1 ? 1 : data[0] % 3 + 2;
    size_t each = w->size / count & ~(size_t)3;
    writer out = {0};
    tool_error error = {.text = ""};
    rom_sections opened;
    if (each < 4) return;
    for (uint32_t i = 0; i < count; i++)
        list[i] = (assemble_section){.class = classes[i],
                                     .alignment = 4u << data[i % size] % 4,
                                     .data = w->data + i * each,
                                     .size = each};
    if (!assemble_write_sections(&out, "fuzz", list, count, &error)) {
        if (error.text[0] == 0) abort();
        writer_free(&out);
        return;
    }
    const rom_chunk chunk = {.data = out.data,
                             .stored = (uint32_t)out.size,
                             .size = (uint32_t)out.size,
                             .id = 1,
                             .type = ROM_TAG_RAW,
                             .flags = ROM_ENTRY_SECTIONED};
    if (rom_sections_open(&chunk, &opened, NULL) != ROM_OK) abort();
    for (uint32_t i = 0; i < count; i++) {
        rom_section s = rom_sections_at(&opened, i);
        if (s.size != each || memcmp(s.data, w->data + i * each, each) != 0) abort();
    }
    writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static model m;
    writer w = {0};
    m.size = 0;
    for (size_t i = 0; i + 9 <= size && call(&w, &m, data[i], rom_u32(data + i + 1), rom_u32(data + i + 5));
         i += 9) {
    }
    if (w.failed || w.size != m.size || (m.size > 0 && memcmp(w.data, m.bytes, m.size) != 0)) abort();
    for (size_t i = 0; i + 4 <= m.size; i++) { /* the console's reader gives the model's words */
        if (rom_u32(w.data + i) != (m.bytes[i] | (uint32_t)m.bytes[i + 1] << 8 |
                                    (uint32_t)m.bytes[i + 2] << 16 | (uint32_t)m.bytes[i + 3] << 24))
            abort();
    }
    if (size > 0) sections(&w, data, size);
    writer_free(&w);
    return 0;
}
