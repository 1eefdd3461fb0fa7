/* Fuzz target: any bytes as a chunk of any type in an image with right checksums, which every tool looks at that
 * shows, compares, measures or rewrites images: model, dump, diff, sizes, overlay, level text, pictures, sounds,
 * previews. First the type's tag in four bytes, then a byte that says how the chunk is looked at, then the chunk. A
 * tag that names no type stands for some type. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/types.h"
#include "tests/unit/rom/rom_samples.h"
#include "tools/data/ids.h"
#include "tools/data/level_text.h"
#include "tools/image/assemble.h"
#include "tools/image/chunk.h"
#include "tools/inspect/chunk_decode.h"
#include "tools/inspect/dump.h"
#include "tools/inspect/size_report.h"
#include "tools/pack/level_report.h"
#include "tools/pack/overlay.h"
#include "tools/view/preview.h"

enum { HEAD = 5, PREVIEW = 1, PLAY = 2, FIELDS = 4, FLY = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const rom_type *type_of(uint32_t tag) {
    const rom_type *type = rom_type_of(tag);
    uint32_t count = 0;
    while (rom_type_at(count) != NULL) count++;
    return type != NULL ? type : rom_type_at(tag % count);
}

static void add(assembly *a, const char *name, uint32_t tag, const void *bytes, size_t size) {
    writer *out = assemble_add(a, name, tag, 4);
    if (out == NULL) abort();
    out->size = 0;
    writer_bytes(out, bytes, size);
}

/* Builds an image around the chunk. Budget, info and palette are the smallest good ones, unless the chunk is one of
 * them: an image with such a chunk opens only when the chunk is good. Any other chunk stands in the place of plain
 * bytes, so that it may be damaged behind checksums that are right. */
static bool build(const rom_type *type, const uint8_t *data, size_t size, writer *image) {
    static const uint32_t own[] = {ROM_TAG_BUDGET, ROM_TAG_INFO, ROM_TAG_PALETTE};
    static const char *const names[] = {"budget", "info", "palette"};
    static uint32_t words[SAMPLE_ROOM / 4];
    assembly a = {.cart = 0xCA47u, .cart_version = 0x10000u, .names = true};
    tool_error error = {.text = ""};
    const char *name = "it/it";
    for (uint32_t i = 0; i < 3; i++) {
        if (type->tag == own[i]) name = names[i];
        if (type->tag != own[i])
            add(&a, names[i], own[i], words, sample_chunk(rom_type_of(own[i]), (uint8_t *)words));
    }
    bool lone = strcmp(name, "it/it") != 0;
    uint32_t least = sample_chunk(rom_type_of(ROM_TAG_RAW), (uint8_t *)words);
    if (lone) {
        add(&a, name, type->tag, data, size);
    } else {
        add(&a, name, ROM_TAG_RAW, words, least);
        if (size > least) writer_zeros(&a.chunks[a.count - 1].bytes, size - least);
    }
    bool ok = assemble_finish(&a, "fuzz.rom", image, &error);
    if (!ok && (!lone || error.text[0] == 0)) abort();
    assemble_free(&a);
    rom_chunk chunk;
    rom_image opened;
    if (!ok || lone) return ok;
    if (rom_open(image->data, image->size, &opened, NULL) != ROM_OK) abort();
    for (uint32_t i = 0; rom_entry(&opened, i, &chunk); i++) {
        if (chunk.type != ROM_TAG_RAW) continue;
        writer_put_u32(image, opened.directory + (size_t)i * ROM_ENTRY_SIZE + ROM_ENTRY_TYPE, type->tag);
        memcpy(image->data + chunk.offset, data, size < chunk.stored ? size : chunk.stored);
    }
    image_seal(image->data, image->size);
    return true;
}

static const char *no_name(void *context, uint32_t id) { return context == NULL && id % 3u == 0 ? "" : NULL; }

static void must_say(const tool_error *error) {
    if (error->text[0] == 0 || strchr(error->text, '\n') != NULL) abort();
}

/* Calls the tools that want a checked chunk. */
static void look(const rom_image *image, const rom_chunk *found, uint8_t how) {
    rom_chunk chunk = *found;
    uint8_t *owned = NULL;
    tool_error error = {.text = ""};
    import_image picture;
    import_sound sound;
    if (chunk_unpack(&chunk, &owned, NULL) == ROM_OK) {
        for (uint32_t level = 0;
             chunk_is_picture(chunk.type) && level < chunk_picture_levels(&chunk) && level < 12; level++) {
            if (chunk_picture(image, &chunk, level, "fuzz.rom", &picture, &error))
                import_image_free(&picture);
            else
                must_say(&error);
        }
        if (chunk.type == ROM_TAG_SOUND) {
            if (chunk_sound(&chunk, "fuzz.rom", &sound, &error))
                import_sound_free(&sound);
            else
                must_say(&error);
        }
        writer text = {0};
        if (chunk.type == ROM_TAG_LEVEL &&
            !level_text_write(chunk.data, chunk.stored, "fuzz.rom", no_name, NULL, &text, &error))
            must_say(&error);
        writer_free(&text);
    }
    free(owned);
    const preview_look wish = {
        .width = 64, .height = 64, .frame = how >> 4, .fields = (how & FIELDS) != 0, .fly = (how & FLY) != 0};
    uint32_t hash;
    if ((how & PREVIEW) == 0 || (preview_is_played(found, &wish) && (how & PLAY) == 0)) return;
    if (preview_chunk(image, "fuzz.rom", found, &wish, &picture, &hash, &error))
        import_image_free(&picture);
    else
        must_say(&error);
}

/* Calls the tools that take whole images, also images with a damaged chunk. */
static void measure(const rom_image *image, const rom_image *other, const char **text, size_t *length) {
    tool_error error = {.text = ""};
    image_model model;
    size_report sizes = {0};
    writer out = {0};
    uint32_t count;
    FILE *to = open_memstream((char **)(uintptr_t)text, length);
    if (to == NULL) abort();
    if (!image_model_make(image, "fuzz.rom", &model, &error)) abort();
    for (uint32_t i = 0; i < model.count; i++) {
        const image_entry *e = &model.entries[i];
        if (e->status != ROM_OK && e->fault.text[0] == 0) abort();
        if (image_model_at(&model, e->chunk.offset) == UINT32_MAX && e->chunk.stored > 0) abort();
    }
    if (size_report_make(&model, &sizes, &error) && !size_report_budget(&sizes, "fuzz.rom", &error))
        must_say(&error);
    size_report_free(&sizes);
    image_model_free(&model);
    error.text[0] = 0;
    if (!level_report(image, "fuzz.rom", to, &error)) must_say(&error);
    (void)dump_difference(image, other, &(const dump_comparison){.most = 20}, to);
    error.text[0] = 0;
    if (!overlay_make(other, image, "fuzz.rom", to, &out, &count, &error)) must_say(&error);
    writer_free(&out);
    ids names = {0};
    error.text[0] = 0;
    if (!ids_read_image(&names, "fuzz.rom", image->base, image->size, &error)) must_say(&error);
    ids_free(&names);
    fclose(to);
}

/* Writes the image as text and makes an image of the text; places that packages name follow from where chunks lie. */
static void there_and_back(const rom_image *image) {
    tool_error error = {.text = ""};
    writer again = {0};
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (to == NULL) abort();
    bool told = dump_image(image, "fuzz.rom", NULL, to, &error);
    fclose(to);
    if (!told) must_say(&error);
    rom_image opened;
    if (told && dump_assemble("fuzz.txt", text, length, &again, &error)) {
        if (rom_open(again.data, again.size, &opened, NULL) != ROM_OK) abort();
    } else {
        must_say(&error);
    }
    writer_free(&again);
    free(text);
}

static void replace(const rom_image *image, uint32_t index, const uint8_t *data, size_t size) {
    tool_error error = {.text = ""};
    writer out = {0};
    if (!image_replace(image, index, data, size, "fuzz.rom", &out, &error)) must_say(&error);
    writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static writer base;
    static rom_image other;
    writer image = {0};
    rom_image opened;
    rom_chunk chunk;
    char *text = NULL;
    size_t length = 0;
    if (size < HEAD + 4 || size > 20000) return 0;
    if (base.size == 0) {
        static uint32_t raw[SAMPLE_ROOM / 4];
        uint32_t bytes = sample_chunk(rom_type_of(ROM_TAG_RAW), (uint8_t *)raw);
        if (!build(rom_type_of(ROM_TAG_RAW), (uint8_t *)raw, bytes & ~(size_t)3, &base) ||
            rom_open(base.data, base.size, &other, NULL) != ROM_OK)
            abort();
    }
    const rom_type *type = type_of(rom_u32(data));
    uint8_t how = data[4];
    if (!build(type, data + HEAD, (size - HEAD) & ~(size_t)3, &image)) {
        writer_free(&image);
        return 0;
    }
    if (rom_open(image.data, image.size, &opened, NULL) != ROM_OK) abort();
    measure(&opened, &other, (const char **)(uintptr_t)&text, &length);
    free(text);
    there_and_back(&opened);
    for (uint32_t i = 0; rom_entry(&opened, i, &chunk); i++) {
        if (chunk.type != type->tag) continue;
        look(&opened, &chunk, how);
        if ((how & FIELDS) != 0) replace(&opened, i, data + HEAD, size - HEAD);
    }
    writer_free(&image);
    return 0;
}
