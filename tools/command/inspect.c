/* oxcart inspect: tells everything about an image, shows its bytes with their meaning, and changes single bytes and
 * chunks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/section.h"
#include "tools/cart/cart.h"
#include "tools/command/command.h"
#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/inspect/hex.h"
#include "tools/report/arguments.h"

typedef struct wishes {
    const char *path, *chunk, *patch, *replace, *output;
    bool verify, hex, keep;
    int32_t at, bytes;
} wishes;

static const char *const classes[] = {"any", "main", "video", "fast", "debug", "5", "6", "7"};
static const char *const lives[] = {"cache", "level", "short", "resident"};

/* ---- telling ---- */

static void print_head(const rom_image *image) {
    const uint8_t *base = image->base;
    printf("image   %u bytes, format %u.%u, aligned to %u\n", image->size, base[ROM_AT_MAJOR],
           base[ROM_AT_MINOR], image->alignment);
    printf("cart    %08x version %u.%u, content %08x\n", image->cart, image->cart_version >> 16,
           image->cart_version & 0xFFFFu, image->content_crc);
    printf("flags   %s%s%s%s%s%s\n", (image->flags & ROM_FLAG_NAMES) != 0 ? "names " : "",
           (image->flags & ROM_FLAG_OVERLAY) != 0 ? "overlay " : "",
           (image->flags & ROM_FLAG_ADD_ON) != 0 ? "add-on " : "",
           (image->flags & ROM_FLAG_RELEASE) != 0 ? "release " : "",
           (image->flags & ROM_FLAG_CLOSED) != 0 ? "closed " : "",
           (image->flags & ROM_FLAG_LINEAR) != 0 ? "linear" : "");
    if ((image->flags & (ROM_FLAG_OVERLAY | ROM_FLAG_ADD_ON)) != 0)
        printf("base    cart %08x version %u\n", rom_u32(base + ROM_AT_BASE),
               rom_u32(base + ROM_AT_BASE_VERSION));
    printf("places  directory at %u with %u entries, budget at %u, info at %u\n", image->directory,
           image->count, image->budget, image->info);
    if (image->budget == 0) return;
    const uint8_t *budget = base + image->budget;
    printf("budget  %u bytes, %u for the display list, picture %ux%u %s, %u steps a second\n",
           rom_u32(budget + ROM_BUDGET_MEMORY), rom_u32(budget + ROM_BUDGET_FRAME),
           rom_u16(budget + ROM_BUDGET_WIDTH), rom_u16(budget + ROM_BUDGET_HEIGHT),
           cart_formats[budget[ROM_BUDGET_FORMAT]], rom_u16(budget + ROM_BUDGET_RATE));
    if (rom_has(budget, ROM_BUDGET_CACHE_BYTES))
        printf("        cache %u, %u blocks of %u, %u streams of 2 x %u, scratch %u\n",
               rom_u32(budget + ROM_BUDGET_CACHE_BYTES), rom_u32(budget + ROM_BUDGET_BLOCK_COUNT),
               rom_u32(budget + ROM_BUDGET_BLOCK_BYTES), rom_u16(budget + ROM_BUDGET_STREAM_COUNT),
               rom_u32(budget + ROM_BUDGET_STREAM_BYTES), rom_u32(budget + ROM_BUDGET_SCRATCH_BYTES));
}

static void print_sections(const image_entry *e) {
    rom_sections sections;
    if ((e->chunk.flags & ROM_ENTRY_SECTIONED) == 0 ||
        rom_sections_open(&e->chunk, &sections, NULL) != ROM_OK)
        return;
    static const char *const names[] = {"main", "video", "temporary", "debug"};
    for (uint32_t i = 0; i < sections.count; i++) {
        rom_section s = rom_sections_at(&sections, i);
        printf("    section %s: %u bytes, %u unpacked%s%s, aligned to %u\n", names[s.class & 3], s.stored,
               s.size, s.codec != 0 ? ", " : "", chunk_codec_name(s.codec), s.alignment);
    }
}

static void print_entry(const image_model *m, uint32_t i) {
    const image_entry *e = &m->entries[i];
    const rom_chunk *c = &e->chunk;
    const char *codec = chunk_codec_name(c->codec);
    printf("%08x %s %10u %9u %9u %-8s %-8s %-5s %s", c->id, e->type, c->offset, c->stored, c->size,
           codec[0] == 0 ? "-" : codec, lives[(c->flags & ROM_ENTRY_LIFETIME) >> ROM_ENTRY_LIFETIME_SHIFT],
           classes[c->flags & ROM_ENTRY_CLASS], e->name);
    if (c->variant != 0) printf(" variant %04x", c->variant);
    if (e->shared) printf(" (shared)");
    if (c->codec == ROM_CODEC_DELETED) printf(" (deleted)");
    printf("\n");
    print_sections(e);
    for (uint32_t k = e->first_out; k < e->first_out + e->out_count; k++) {
        const image_link *l = &m->links[k];
        printf("    -> %s %s (%s)\n", m->entries[l->to].type, m->entries[l->to].name, l->field);
    }
    for (uint32_t k = e->first_in; k < e->first_in + e->in_count; k++) {
        const image_link *l = &m->links[m->by_target[k]];
        printf("    <- %s %s (%s)\n", m->entries[l->from].type, m->entries[l->from].name, l->field);
    }
}

static void list_links(json_writer *json, const image_model *m, const char *name, uint32_t first,
                       uint32_t count, bool out) {
    json_begin_array(json, name);
    for (uint32_t k = first; k < first + count; k++) {
        const image_link *l = out ? &m->links[k] : &m->links[m->by_target[k]];
        const image_entry *other = &m->entries[out ? l->to : l->from];
        json_begin_object(json, NULL);
        json_text(json, "type", other->type);
        json_text(json, "name", other->name);
        json_text(json, "field", l->field);
        json_end_object(json);
    }
    json_end_array(json);
}

static void list_entry(json_writer *json, const image_model *m, const image_entry *e) {
    const rom_chunk *c = &e->chunk;
    json_begin_object(json, NULL);
    json_id(json, "id", c->id);
    json_text(json, "type", e->type);
    json_text(json, "name", e->name);
    json_number(json, "offset", c->offset);
    json_number(json, "bytes", c->stored);
    json_number(json, "full", c->size);
    json_text(json, "codec", chunk_codec_name(c->codec));
    json_text(json, "life", lives[(c->flags & ROM_ENTRY_LIFETIME) >> ROM_ENTRY_LIFETIME_SHIFT]);
    json_text(json, "class", classes[c->flags & ROM_ENTRY_CLASS]);
    json_number(json, "variant", c->variant);
    json_switch(json, "shared", e->shared);
    list_links(json, m, "refers_to", e->first_out, e->out_count, true);
    list_links(json, m, "referred_by", e->first_in, e->in_count, false);
    json_end_object(json);
}

static void print_packages(const image_model *m) {
    for (uint32_t i = 0; i < m->count; i++) {
        const image_entry *e = &m->entries[i];
        if (e->chunk.type != ROM_TAG_PACKAGE || e->status != ROM_OK || e->chunk.codec != ROM_CODEC_STORED)
            continue;
        const uint8_t *p = e->chunk.data;
        printf("package %s: %u chunks, %u bytes, %u unpacked, %u temporary", e->name,
               rom_u32(p + ROM_PACKAGE_ITEM_COUNT), rom_u32(p + ROM_PACKAGE_STORED),
               rom_u32(p + ROM_PACKAGE_FULL), rom_u32(p + ROM_PACKAGE_TEMPORARY));
        if (rom_u32(p + ROM_PACKAGE_BLOCK_BYTES) != 0)
            printf(", in blocks of %u", rom_u32(p + ROM_PACKAGE_BLOCK_BYTES));
        printf("\n");
    }
}

static bool is_damage(rom_status status) {
    return status != ROM_OK && status != ROM_UNKNOWN_TYPE && status != ROM_UNKNOWN_CODEC;
}

/* Checks every checksum and every chunk; true when all are good. */
static bool verify(const image_model *m, const char *path) {
    json_writer *json = command_json();
    tool_error error;
    rom_error fault;
    unsigned faults = 0;
    if (rom_check_content(m->image, &fault) != ROM_OK) {
        chunk_wrong(&error, path, NULL, &fault);
        command_failed(&error);
        faults++;
    }
    for (uint32_t i = 0; i < m->count; i++) {
        const image_entry *e = &m->entries[i];
        if (e->chunk.codec == ROM_CODEC_DELETED || !is_damage(e->status)) continue;
        import_error_offset(&error, path, e->chunk.offset, "chunk %s: %s", e->name, e->fault.text);
        command_failed(&error);
        faults++;
    }
    if (json != NULL) json_number(json, "chunks", m->count);
    if (json == NULL && faults == 0) printf("%s: all checksums and %u chunks are good\n", path, m->count);
    return faults == 0;
}

/* ---- finding ---- */

/* Finds the single entry that a word means. */
static bool find_one(const image_model *m, const char *path, const char *word, uint32_t *found,
                     tool_error *error) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        if (!chunk_is_meant(&m->entries[i].chunk, word)) continue;
        *found = i;
        count++;
    }
    if (count == 1) return true;
    if (count == 0) return import_error_file(error, path, "no chunk `%s`; see oxcart inspect %s", word, path);
    return import_error_file(error, path, "%u chunks are `%s`; write the name of one", count, word);
}

/* ---- changing ---- */

static int digit(char c) {
    const char *digits = "0123456789abcdef", *at = strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c);
    return c == 0 || at == NULL ? -1 : (int)(at - digits);
}

/* Writes bytes: OFFSET=BYTES in hexadecimal, the offset decimal or 0x... */
static bool patch_bytes(const wishes *w, uint8_t *data, size_t size, tool_error *error) {
    char *end;
    unsigned long long at = strtoull(w->patch, &end, 0);
    size_t length = *end == '=' ? strlen(end + 1) : 0;
    if (end == w->patch || length == 0 || length % 2 != 0)
        return import_error_file(error, "--patch", "`%.60s`; write OFFSET=BYTES such as 0x1c0=05ff",
                                 w->patch);
    if (at + length / 2 > size)
        return import_error_file(error, w->path,
                                 "offset %llu lies behind the end of the image; it has %zu bytes", at, size);
    for (size_t i = 0; i < length / 2; i++) {
        int high = digit(end[1 + 2 * i]), low = digit(end[2 + 2 * i]);
        if (high < 0 || low < 0)
            return import_error_file(error, "--patch", "`%.60s`; bytes are two hexadecimal digits each",
                                     w->patch);
        data[at + i] = (uint8_t)(high * 16 + low);
    }
    if (!w->keep) image_seal(data, size);
    return import_file_write(w->output, data, size, error);
}

/* Puts a file in the place of a chunk: CHUNK=FILE. */
static bool replace_chunk(const wishes *w, const image_model *m, tool_error *error) {
    const char *equals = strchr(w->replace, '=');
    char word[IMAGE_NAME_ROOM];
    uint32_t index;
    uint8_t *data;
    size_t size;
    writer out;
    if (equals == NULL || equals - w->replace >= (ptrdiff_t)sizeof word)
        return import_error_file(error, "--replace", "`%.60s`; write CHUNK=FILE such as mesh/hero=hero.MESH",
                                 w->replace);
    snprintf(word, sizeof word, "%.*s", (int)(equals - w->replace), w->replace);
    if (!find_one(m, w->path, word, &index, error) || !import_file_read(equals + 1, &data, &size, error))
        return false;
    bool ok = image_replace(m->image, index, data, size, equals + 1, &out, error);
    free(data);
    if (!ok) return false;
    ok = import_file_write(w->output, out.data, out.size, error);
    writer_free(&out);
    return ok;
}

/* ---- the verb ---- */

static bool show_image(const wishes *w, const image_model *m, tool_error *error) {
    json_writer *json = command_json();
    uint32_t only = UINT32_MAX;
    if (w->chunk != NULL && w->hex && !find_one(m, w->path, w->chunk, &only, error)) return false;
    if (w->hex) {
        uint32_t at = (uint32_t)w->at, count = w->bytes > 0 ? (uint32_t)w->bytes : UINT32_MAX;
        if (only != UINT32_MAX) {
            const rom_chunk *c = &m->entries[only].chunk;
            if (at > c->stored) at = c->stored;
            if (count > c->stored - at) count = c->stored - at;
            at += c->offset;
        }
        return hex_print(m, at, count, stdout) || import_error_memory(error, w->path);
    }
    if (json != NULL) {
        command_json_image(json, m->image);
        json_begin_array(json, "chunks");
    } else {
        if (w->chunk == NULL) print_head(m->image);
        if (w->chunk == NULL) print_packages(m);
        printf("id       type     offset    stored      full codec    life     class name\n");
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        if (w->chunk != NULL && !chunk_is_meant(&m->entries[i].chunk, w->chunk)) continue;
        if (json != NULL)
            list_entry(json, m, &m->entries[i]);
        else
            print_entry(m, i);
        count++;
    }
    if (json != NULL) json_end_array(json);
    if (w->chunk != NULL && count == 0) return find_one(m, w->path, w->chunk, &only, error);
    return true;
}

static int inspect(const wishes *w, uint8_t *data, size_t size) {
    rom_image image;
    rom_error fault;
    image_model m;
    tool_error error;
    bool ok = true, good = true;
    if (w->patch != NULL) return patch_bytes(w, data, size, &error) ? EXIT_GOOD : command_failed(&error);
    if (rom_open(data, size, &image, &fault) != ROM_OK) {
        if (command_json() == NULL) hex_print_header(data, size, stdout);
        chunk_wrong(&error, w->path, NULL, &fault);
        return command_failed(&error);
    }
    if (!image_model_make(&image, w->path, &m, &error)) return command_failed(&error);
    if (w->replace != NULL) {
        ok = replace_chunk(w, &m, &error);
    } else if (w->verify) {
        good = verify(&m, w->path);
    } else {
        ok = show_image(w, &m, &error);
    }
    image_model_free(&m);
    if (!ok) return command_failed(&error);
    return good ? EXIT_GOOD : EXIT_BAD;
}

static int command_inspect(int argc, char **argv) {
    wishes w = {.path = NULL};
    const argument_option options[] = {{"--chunk", ARGUMENT_TEXT, &w.chunk, 0, 0, NULL},
                                       {"--verify", ARGUMENT_FLAG, &w.verify, 0, 0, NULL},
                                       {"--hex", ARGUMENT_FLAG, &w.hex, 0, 0, NULL},
                                       {"--at", ARGUMENT_NUMBER, &w.at, 0, INT32_MAX, NULL},
                                       {"--bytes", ARGUMENT_NUMBER, &w.bytes, 1, INT32_MAX, NULL},
                                       {"--patch", ARGUMENT_TEXT, &w.patch, 0, 0, NULL},
                                       {"--keep-checksums", ARGUMENT_FLAG, &w.keep, 0, 0, NULL},
                                       {"--replace", ARGUMENT_TEXT, &w.replace, 0, 0, NULL},
                                       {"-o", ARGUMENT_TEXT, &w.output, 0, 0, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    uint8_t *data;
    size_t size;
    tool_error error;
    if (!arguments_parse(argc, argv, options, &w.path, 1, "the ROM image")) return EXIT_USAGE;
    if ((w.patch != NULL || w.replace != NULL) != (w.output != NULL))
        return arguments_wrong("inspect", "-o OUT.rom goes with --patch or --replace");
    if (w.patch != NULL && w.replace != NULL)
        return arguments_wrong("inspect", "--patch or --replace, one at a time");
    if (w.keep && w.patch == NULL) return arguments_wrong("inspect", "--keep-checksums goes with --patch");
    if (w.hex && command_json() != NULL)
        return arguments_wrong("inspect", "--hex is for people; leave --json out");
    if ((w.at > 0 || w.bytes > 0) && !w.hex)
        return arguments_wrong("inspect", "--at and --bytes go with --hex");
    if (!import_file_read(w.path, &data, &size, &error)) return command_failed(&error);
    int code = inspect(&w, data, size);
    free(data);
    return code;
}

const command_verb verb_inspect = {
    {"inspect", "look into a ROM image, and change bytes of it",
     "usage: oxcart inspect FILE.rom [--chunk NAME|ID|TYPE] [--verify] [--json]\n"
     "       oxcart inspect FILE.rom --hex [--chunk NAME] [--at OFFSET] [--bytes N]\n"
     "       oxcart inspect FILE.rom --patch OFFSET=BYTES [--keep-checksums] -o OUT.rom\n"
     "       oxcart inspect FILE.rom --replace CHUNK=FILE -o OUT.rom\n"
     "Header, budget, packages and every chunk: sizes stored and full, codec, lifetime, memory class, "
     "sections, what it "
     "refers\n"
     "to (->) and what refers to it (<-). --verify checks all checksums and contents. --hex shows the bytes "
     "with the field "
     "that\n"
     "each is. --patch writes bytes and makes the checksums anew, unless they are to be kept; --replace puts "
     "the bytes of a "
     "file\n"
     "(see oxcart extract) in the place of a chunk. An image that is refused is explained, with its header.\n"
     "example: oxcart inspect mygame.rom --chunk mesh/hero\n"
     "example: oxcart inspect mygame.rom --hex --bytes 64\n"},
    command_inspect,
};
