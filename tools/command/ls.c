/* oxcart ls and oxcart check: list the chunks of a ROM image, and check whether it is whole. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "tools/cart/cart.h"
#include "tools/cart/limits.h"
#include "tools/command/command.h"
#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/pack/equivalence.h"
#include "tools/report/arguments.h"

static void print_text(const char *label, const uint8_t *chunk, uint32_t field) {
    uint32_t length = rom_has(chunk, field) ? rom_u32(chunk + field + 4) : 0;
    if (length == 0) return;
    printf("%s \"%.*s\"\n", label, (int)length, (const char *)chunk + rom_u32(chunk + field));
}

static void print_head(const rom_image *image) {
    rom_error fault;
    rom_chunk chunk;
    printf("image %u bytes, %u chunks, cart %08x version %u.%u, content %08x\n", image->size, image->count,
           image->cart, image->cart_version >> 16, image->cart_version & 0xFFFFu, image->content_crc);
    if (rom_find(image, rom_id("info"), ROM_TAG_INFO, &chunk) &&
        rom_check_entry(&chunk, true, &fault) == ROM_OK) {
        print_text("title", chunk.data, ROM_INFO_TITLE);
        print_text("author", chunk.data, ROM_INFO_AUTHOR);
        print_text("version", chunk.data, ROM_INFO_VERSION);
        print_text("home", chunk.data, ROM_INFO_HOME);
        print_text("licence", chunk.data, ROM_INFO_LICENCE);
    }
    if (image->budget == 0) return;
    const uint8_t *budget = image->base + image->budget;
    printf("budget %u bytes, frame %u, picture %ux%u %s, band %u, rate %u\n",
           rom_u32(budget + ROM_BUDGET_MEMORY), rom_u32(budget + ROM_BUDGET_FRAME),
           rom_u16(budget + ROM_BUDGET_WIDTH), rom_u16(budget + ROM_BUDGET_HEIGHT),
           cart_formats[budget[ROM_BUDGET_FORMAT]], budget[ROM_BUDGET_BAND],
           rom_u16(budget + ROM_BUDGET_RATE));
}

void command_json_image(json_writer *json, const rom_image *image) {
    json_number(json, "bytes", image->size);
    json_id(json, "cart", image->cart);
    json_number(json, "cart_version", image->cart_version >> 16);
    json_id(json, "content", image->content_crc);
    if (image->budget == 0) return;
    const uint8_t *budget = image->base + image->budget;
    json_number(json, "budget", rom_u32(budget + ROM_BUDGET_MEMORY));
    json_number(json, "frame", rom_u32(budget + ROM_BUDGET_FRAME));
    json_number(json, "width", rom_u16(budget + ROM_BUDGET_WIDTH));
    json_number(json, "height", rom_u16(budget + ROM_BUDGET_HEIGHT));
    json_text(json, "format", cart_formats[budget[ROM_BUDGET_FORMAT]]);
    json_number(json, "band", budget[ROM_BUDGET_BAND]);
    json_number(json, "rate", rom_u16(budget + ROM_BUDGET_RATE));
}

static bool is_damage(rom_status status) {
    return status != ROM_OK && status != ROM_UNKNOWN_TYPE && status != ROM_UNKNOWN_CODEC;
}

/* Prints a few words about a chunk, which was checked before. */
static void print_detail(const rom_chunk *chunk) {
    const uint8_t *data = chunk->data;
    if (chunk->type == ROM_TAG_MESH) {
        printf("  %u triangles, %u vertices, %u parts", rom_u32(data + ROM_MESH_TRIANGLES),
               rom_u32(data + ROM_MESH_VERTICES), rom_u32(data + ROM_MESH_PARTS));
    } else if (chunk->type == ROM_TAG_IMAGE) {
        printf("  %ux%u %s", rom_u16(data + ROM_IMAGE_WIDTH), rom_u16(data + ROM_IMAGE_HEIGHT),
               cart_formats[data[ROM_IMAGE_FORMAT]]);
    } else if (chunk->type == ROM_TAG_HAAR) {
        printf("  %ux%u, %u levels", rom_u16(data + ROM_HAAR_WIDTH), rom_u16(data + ROM_HAAR_HEIGHT),
               data[ROM_HAAR_LEVELS]);
    } else if (chunk->type == ROM_TAG_MATERIAL) {
        printf("  #%06x %s", rom_u32(data + ROM_MATERIAL_COLOUR), cart_shadings[data[ROM_MATERIAL_SHADING]]);
    } else if (chunk->type == ROM_TAG_SCENE) {
        printf("  %u cameras, %u lights, %u objects", rom_u16(data + ROM_SCENE_CAMERAS),
               rom_u16(data + ROM_SCENE_LIGHTS), rom_u16(data + ROM_SCENE_OBJECTS));
    }
}

static void print_chunk(const rom_image *image, rom_chunk *chunk, const char *path) {
    json_writer *json = command_json();
    rom_error fault;
    tool_error error;
    uint8_t *owned;
    char type[5], name[CART_NAME_MAX + 16];
    const rom_chunk stored = *chunk;
    chunk_type_name(chunk->type, type);
    chunk_name(image, chunk, name, sizeof name);
    if (json != NULL) {
        json_begin_object(json, NULL);
        json_id(json, "id", chunk->id);
        json_text(json, "type", type);
        json_number(json, "offset", chunk->offset);
        json_number(json, "bytes", chunk->stored);
        json_number(json, "full", chunk->size);
        json_text(json, "codec", chunk_codec_name(chunk->codec));
        json_id(json, "crc", chunk->crc);
        if (name[0] != '#') json_text(json, "name", name);
        json_end_object(json);
        return;
    }
    printf("%08x %s %10u %10u %08x %s", chunk->id, type, chunk->offset, chunk->stored, chunk->crc,
           name[0] == '#' ? "-" : name);
    rom_status status = chunk_unpack(chunk, &owned, &fault);
    if (status == ROM_OK) print_detail(chunk);
    if (owned != NULL) printf("  (%s, %u bytes)", chunk_codec_name(chunk->codec), chunk->size);
    printf("\n");
    free(owned);
    if (!is_damage(status)) return;
    chunk_wrong(&error, path, &stored, &fault);
    command_failed(&error);
}

static int command_ls(int argc, char **argv) {
    const char *path = NULL;
    uint8_t *data;
    size_t size;
    rom_image image;
    rom_chunk chunk;
    tool_error error;
    const argument_option options[] = {COMMAND_JSON, {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    if (!arguments_parse(argc, argv, options, &path, 1, "the ROM image")) return EXIT_USAGE;
    json_writer *json = command_json();
    if (!command_load_rom(path, &data, &size, &image, &error)) return command_failed(&error);
    if (json != NULL) {
        command_json_image(json, &image);
        json_begin_array(json, "chunks");
    } else {
        print_head(&image);
        printf("id       type     offset      bytes crc      name\n");
    }
    for (uint32_t i = 0; rom_entry(&image, i, &chunk); i++) print_chunk(&image, &chunk, path);
    if (json != NULL) json_end_array(json);
    free(data);
    return EXIT_GOOD; /* unless something was reported */
}

/* Whether the chunk that `id` names is in the image; a warning when it is not. */
static unsigned refer(const rom_image *image, const char *path, const rom_chunk *from, uint32_t id,
                      uint32_t type, const char *what) {
    rom_chunk found;
    uint32_t length, own_length;
    if (id == 0 || rom_find(image, id, type, &found)) return 0;
    const char *name = rom_name(image, id, &length), *own = rom_name(image, from->id, &own_length);
    if (own == NULL) own_length = 0;
    report_warning(command_report(), path, 0,
                   "chunk %08x %.*s names the %s %08x %.*s, which is not there; a placeholder is shown",
                   from->id, (int)own_length, own == NULL ? "" : own, what, id, (int)length,
                   name == NULL ? "" : name);
    return 1;
}

static unsigned check_references(const rom_image *image, const char *path, const rom_chunk *chunk) {
    const uint8_t *data = chunk->data;
    unsigned missing = 0;
    if (chunk->type == ROM_TAG_INFO) {
        missing += refer(image, path, chunk, rom_u32(data + ROM_INFO_START_SCENE), ROM_TAG_SCENE, "scene");
    } else if (chunk->type == ROM_TAG_MATERIAL) {
        rom_chunk pyramid;
        const uint32_t texture = rom_u32(data + ROM_MATERIAL_TEXTURE);
        if (!rom_find(image, texture, ROM_TAG_HAAR, &pyramid))
            missing += refer(image, path, chunk, texture, ROM_TAG_IMAGE, "texture");
    } else if (chunk->type == ROM_TAG_MESH) {
        const uint8_t *part = data + rom_u32(data + ROM_MESH_PART_AT);
        for (uint32_t i = 0; i < rom_u32(data + ROM_MESH_PARTS); i++, part += ROM_PART_SIZE) {
            missing +=
                refer(image, path, chunk, rom_u32(part + ROM_PART_MATERIAL), ROM_TAG_MATERIAL, "material");
        }
    } else if (chunk->type == ROM_TAG_SCENE) {
        const uint8_t *object = data + rom_u32(data + ROM_SCENE_OBJECT_AT);
        for (uint32_t i = 0; i < rom_u16(data + ROM_SCENE_OBJECTS); i++, object += ROM_OBJECT_SIZE) {
            missing += refer(image, path, chunk, rom_u32(object + ROM_OBJECT_MESH), ROM_TAG_MESH, "mesh");
        }
    }
    return missing;
}

/* ---- forms in languages ---- */

enum { LANGUAGES = 256 };

/* The tag of a language as the info chunk lists it, "" when it does not. */
static void language_tag(const rom_image *image, uint32_t number, char tag[24]) {
    const uint8_t *info = image->base + image->info;
    tag[0] = 0;
    if (image->info == 0 || rom_u16(info + ROM_CHUNK_HEADER) < ROM_INFO_LANGUAGES_AT + 4u) return;
    const uint8_t *row = info + rom_u32(info + ROM_INFO_LANGUAGES_AT);
    for (uint32_t i = 0; i < rom_u16(info + ROM_INFO_LANGUAGE_COUNT); i++, row += ROM_LANGUAGE_SIZE) {
        if (rom_u16(row) != number) continue;
        const uint8_t *text = row + ROM_LANGUAGE_TAG;
        snprintf(tag, 24, "%.*s", (int)rom_u32(text + 4), (const char *)info + rom_u32(text));
    }
}

/* Tells of one chunk with forms in some languages in which other languages it has none. */
static unsigned tell_forms(const rom_image *image, const char *path, const rom_chunk *chunk, const bool *used,
                           const bool *has) {
    char list[200] = "", name[120], tag[24];
    size_t length = 0;
    if (memchr(has + 1, true, LANGUAGES - 1) == NULL) return 0; /* one form for all languages */
    for (uint32_t n = 1; n < LANGUAGES && length < sizeof list; n++) {
        if (!used[n] || has[n]) continue;
        language_tag(image, n, tag);
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", length == 0 ? "" : ", ",
                                   tag[0] == 0 ? "?" : tag);
    }
    if (length == 0) return 0;
    chunk_name(image, chunk, name, sizeof name);
    report_warning(command_report(), path, 0, "%s has no form in %s; %s", name, list,
                   has[0] ? "the base form is used"
                          : "it has no base form either, so that a placeholder is shown");
    return 1;
}

/* Tells of chunks that lack a form in a language in which other chunks have one, each once. Variants of a chunk are
 * neighbours. */
static unsigned check_forms(const rom_image *image, const char *path) {
    bool used[LANGUAGES] = {false}, has[LANGUAGES] = {false};
    rom_chunk chunk, last = {.data = NULL};
    unsigned missing = 0;
    for (uint32_t i = 0; rom_entry(image, i, &chunk); i++) used[chunk.variant & 255u] = true;
    for (uint32_t i = 0; rom_entry(image, i, &chunk); i++) {
        if (i > 0 && (chunk.id != last.id || chunk.type != last.type)) {
            missing += tell_forms(image, path, &last, used, has);
            memset(has, 0, sizeof has);
        }
        has[chunk.variant & 255u] = true;
        last = chunk;
    }
    return image->count == 0 ? 0 : missing + tell_forms(image, path, &last, used, has);
}

/* Checks a cart: packs it and discards the image. */
static int check_folder(const char *path) {
    const pack_options options = command_pack_options(false);
    json_writer *json = command_json();
    writer image = {.data = NULL};
    pack_report report;
    tool_error error;
    bool ok = pack_folder(path, &options, &image, &report, &error);
    if (options.progress != NULL) fprintf(stderr, "\r\033[K");
    if (!ok) return command_failed(&error);
    rom_image packed;
    unsigned forms =
        rom_open(image.data, image.size, &packed, NULL) == ROM_OK ? check_forms(&packed, path) : 0;
    if (json != NULL) {
        json_text(json, "folder", path);
        json_number(json, "chunks", report.chunks);
        json_number(json, "bytes", image.size);
        json_number(json, "missing", report.missing);
        json_number(json, "missing_forms", forms);
    } else if (command_report()->errors == 0) {
        printf("%s: good: %u chunks, %zu bytes, %u warnings, %u missing\n", path, report.chunks, image.size,
               report.warnings, report.missing);
    }
    writer_free(&image);
    return EXIT_GOOD;
}

/* ---- a cart's text against its image ---- */

typedef struct equivalence_words {
    const char *image, *input, *target;
    int32_t frames;
} equivalence_words;

static void equivalence_members(json_writer *json, const equivalence *e, const char *told) {
    command_json_lines(json, "different", told);
    json_number(json, "differences", e->differences);
    json_number(json, "frames", e->frames);
    json_id(json, "picture", e->picture);
    json_id(json, "sound", e->sound);
    json_id(json, "state", e->state);
    json_id(json, "scripts", e->scripts);
    if (e->parted != NULL) json_text(json, "parted", e->parted);
    json_number(json, "text_bytes", e->text_bytes);
    json_number(json, "image_bytes", e->image_bytes);
    json_number(json, "text_microseconds", e->text_nanoseconds / 1000);
    json_number(json, "image_microseconds", e->image_nanoseconds / 1000);
}

static void print_equivalence(const equivalence *e, const char *path, const char *told) {
    double ratio =
        (double)e->text_nanoseconds / (double)(e->image_nanoseconds == 0 ? 1 : e->image_nanoseconds);
    printf(
        "%s%s: %u chunks differ; %u frames are equal, picture %08x, sound %08x, state %08x, scripts %08x\n",
        told, path, (unsigned)e->differences, (unsigned)e->frames, (unsigned)e->picture, (unsigned)e->sound,
        (unsigned)e->state, (unsigned)e->scripts);
    printf(
        "text: %llu bytes, %.2f ms; image: %llu bytes, %.2f ms: %.2f of its size, loads %.1f times as fast\n",
        (unsigned long long)e->text_bytes, (double)e->text_nanoseconds / 1e6,
        (unsigned long long)e->image_bytes, (double)e->image_nanoseconds / 1e6,
        (double)e->image_bytes / (double)(e->text_bytes == 0 ? 1 : e->text_bytes), ratio);
}

static int check_equivalence(const char *folder, const equivalence_words *w) {
    equivalence_options o = {
        .frames = (uint32_t)w->frames, .input = w->input, .packing = command_pack_options(true)};
    json_writer *json = command_json();
    char *told = NULL;
    size_t length = 0;
    equivalence e;
    tool_error error;
    if (w->target != NULL && (o.packing.limits = limits_find(w->target)) == NULL)
        return arguments_wrong("check", "--target %s: there is no such machine; possible are " OX_LIMIT_PORTS,
                               w->target);
    o.told = open_memstream(&told, &length);
    if (o.told == NULL) return command_no_memory();
    bool ok = equivalence_check(folder, w->image, &o, &e, &error);
    if (fclose(o.told) != 0) return command_no_memory();
    if (!ok) command_failed(&error);
    if (json != NULL)
        equivalence_members(json, &e, told == NULL ? "" : told);
    else if (ok)
        print_equivalence(&e, w->image, told);
    else if (told != NULL)
        fputs(told, stdout); /* differences found before the check failed */
    free(told);
    if (e.differences > 0)
        import_error_file(&error, w->image, "%u chunks are not those of the text; pack it again",
                          (unsigned)e.differences);
    if (e.differences > 0) command_failed(&error);
    if (ok && e.parted != NULL)
        import_error_file(&error, w->image, "plays otherwise than the text from frame %u on: %s differs",
                          (unsigned)e.frames, e.parted);
    if (e.parted != NULL) command_failed(&error);
    return EXIT_GOOD; /* unless something was reported */
}

/* Checks every chunk, and the chunks that it names. */
static void check_image(const rom_image *image, const char *path, bool whole) {
    json_writer *json = command_json();
    unsigned missing = 0, damaged = 0;
    rom_chunk chunk;
    rom_error fault;
    tool_error error;
    for (uint32_t i = 0; rom_entry(image, i, &chunk); i++) {
        uint8_t *owned;
        rom_status status = chunk_unpack(&chunk, &owned, &fault);
        if (status == ROM_OK) missing += check_references(image, path, &chunk);
        if (is_damage(status)) {
            chunk_wrong(&error, path, &chunk, &fault);
            command_failed(&error);
            damaged++;
        }
        free(owned);
    }
    unsigned forms = check_forms(image, path);
    if (json != NULL) {
        json_text(json, "image", path);
        json_number(json, "chunks", image->count);
        json_number(json, "bytes", image->size);
        json_id(json, "checksum", image->content_crc);
        json_number(json, "missing", missing);
        json_number(json, "missing_forms", forms);
        json_number(json, "damaged", damaged);
    } else if (whole && command_report()->errors == 0) {
        printf("%s: good: %u chunks, %u bytes, checksum %08x", path, image->count, image->size,
               image->content_crc);
        if (missing > 0) printf(", %u missing", missing);
        printf("\n");
    }
}

static int command_check(int argc, char **argv) {
    const char *path = NULL;
    equivalence_words equiv = {.image = NULL, .frames = 600};
    const argument_option options[] = {{"--equiv", ARGUMENT_TEXT, &equiv.image, 0, 0, NULL},
                                       {"--frames", ARGUMENT_NUMBER, &equiv.frames, 1, 1000000, NULL},
                                       {"--input", ARGUMENT_TEXT, &equiv.input, 0, 0, NULL},
                                       {"--target", ARGUMENT_TEXT, &equiv.target, 0, 0, NULL},
                                       COMMAND_STRICT,
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    uint8_t *data;
    size_t size;
    rom_image image;
    rom_error fault;
    tool_error error;
    if (!arguments_parse(argc, argv, options, &path, 1, "the ROM image or the cart's folder"))
        return EXIT_USAGE;
    if (equiv.image != NULL && !command_is_folder(path))
        return arguments_wrong("check", "--equiv compares a cart's folder with an image");
    if (equiv.image == NULL && (equiv.input != NULL || equiv.target != NULL || equiv.frames != 600))
        return arguments_wrong("check", "--frames, --input and --target are for --equiv");
    if (equiv.image != NULL) return check_equivalence(path, &equiv);
    if (command_is_folder(path)) return check_folder(path);
    if (!command_load_rom(path, &data, &size, &image, &error)) return command_failed(&error);
    bool whole = rom_check_content(&image, &fault) == ROM_OK;
    if (whole) whole = rom_check_image(&image, &fault) == ROM_OK;
    check_image(&image, path, whole);
    if (!whole) {
        chunk_wrong(&error, path, NULL, &fault);
        command_failed(&error);
    }
    free(data);
    return EXIT_GOOD; /* unless something was reported */
}

const command_verb verb_ls = {
    {"ls", "list what is in a ROM image",
     "usage: oxcart ls FILE.rom [--json]\n"
     "Prints the header and, for each chunk, its id, type, offset, bytes, checksum and name.\n"
     "example: oxcart ls mygame.rom\n"},
    command_ls,
};

const command_verb verb_check = {
    {"check", "check that a ROM image or a cart is whole",
     "usage: oxcart check FILE.rom|DIR [--equiv FILE.rom [--frames 600] [--input SCRIPT] [--target MACHINE]] "
     "[--strict] [--json]\n"
     "Of an image every checksum, offset, count and index, that what chunks name is there, and that what has "
     "forms in\n"
     "languages has one in each. A cart is packed, and nothing\n"
     "written. --equiv holds a cart's text, converted as run does it, against its image (packed with "
     "--target MACHINE, when\n"
     "so), a release or not: every chunk that the console reads, then pictures, sound and state of so many "
     "frames, in which all\n"
     "buttons are pressed, or those of a script as for run. What differs is told, image -> text; and how "
     "large both are and how\n"
     "long it took to load them.\n"
     "example: oxcart check mygame --equiv mygame.rom\n"
     "example: oxcart check mygame.rom\n"
     "example: oxcart check mygame\n"},
    command_check,
};
