/* Carts of a list: a cart is packed, or an image taken over, and becomes a chunk of the list's image. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/carts/module.h"
#include "rom/check.h"
#include "tools/convert/converters.h"
#include "tools/import/base/file.h"
#include "tools/import/program/program.h"
#include "tools/pack/pack.h"
#include "tools/record_writer.h"
#include "tools/step/step.h"

/* Programs that convert foreign files are those of one cart at a time. */
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static bool wrong_cart(const pack_source *s, const char *format, const char *what) {
    return import_error_line(s->error, s->c->path, s->asset->line, format, s->asset->name, what);
}

/* Reads a file once more, so that the step of the list knows that it depends on it. */
static void note_input(void *argument, const char *path) {
    tool_error unused;
    uint8_t *data = NULL;
    size_t size;
    (void)argument;
    if (import_file_exists(path) && import_file_read(path, &data, &size, &unused)) free(data);
}

#define DEEP "cart `%s` is a list of carts itself, which no list may hold%s"

static bool is_list(const cart *c) {
    for (uint32_t i = 0; i < c->asset_count; i++)
        if (strcmp(c->assets[i].kind, "cart") == 0) return true;
    return false;
}

/* Packs the cart of a cart.txt. A list is refused at once: its own carts would wait for it. */
static bool pack_inner(const pack_source *s, const char *folder, writer *image) {
    const build_options building = {.root = folder, .jobs = 1};
    cart c;
    pack_report report;
    const cart_reading how = {NULL, NULL, NULL};
    if (!cart_load_with(folder, &how, &c, s->error)) return false;
    bool ok = c.code_count == 0 || wrong_cart(s, "cart `%s` has `code`: images hold no C%s", "");
    if (ok && is_list(&c)) ok = wrong_cart(s, DEEP, "");
    builder *b = ok ? build_open(&building, s->error) : NULL;
    if (b != NULL) {
        const pack_options options = {.names = !s->companions->release, .build = b};
        ok = pack_cart(&c, &options, image, &report, s->error);
        build_files(b, note_input, NULL);
    }
    for (uint32_t i = 0; i < c.source_count; i++) note_input(NULL, c.sources[i]);
    if (b != NULL) build_close(b);
    cart_free(&c);
    return ok && b != NULL;
}

static bool make_image(const pack_source *s, writer *image) {
    static const char name[] = "cart.txt";
    const size_t length = strlen(s->path), tail = sizeof name - 1;
    if (s->size >= 4 && rom_u32(s->data) == ROM_MAGIC) {
        writer_bytes(image, s->data, s->size);
        return true;
    }
    if (length < tail || strcmp(s->path + length - tail, name) != 0)
        return wrong_cart(s, "cart `%s`: `%.100s` is neither a cart.txt nor an image; write FOLDER/cart.txt",
                          s->asset->file);
    char folder[CART_PATH_MAX] = ".";
    if (length - tail >= sizeof folder) return wrong_cart(s, "cart `%s`: a path too long%s", "");
    if (length > tail) {
        memcpy(folder, s->path, length - tail - 1);
        folder[length - tail - 1] = 0;
    }
    pthread_mutex_lock(&one_at_a_time);
    const bool ok = pack_inner(s, folder, image);
    pthread_mutex_unlock(&one_at_a_time);
    return ok;
}

/* Whether the image can be a cart of this list. */
static bool check_inner(const pack_source *s, const writer *made) {
    rom_image image;
    rom_error fault;
    if (rom_open(made->data, made->size, &image, &fault) != ROM_OK ||
        rom_check_image(&image, &fault) != ROM_OK)
        return wrong_cart(s, "cart `%s`: its image is refused: %s", fault.text);
    if (image.budget == 0) return wrong_cart(s, "cart `%s` has no budget: it only adds to another one%s", "");
    if (rom_next(&image, ROM_TAG_CART, 0) < image.count) return wrong_cart(s, DEEP, "");
    const uint32_t budget = rom_u32(image.base + image.budget + ROM_BUDGET_MEMORY) + OX_CARTS_ROOM;
    if (s->c->budget >= budget) return true;
    return import_error_line(s->error, s->c->path, s->asset->line,
                             "cart `%s` wants more memory than its list has: write `budget %uK` or more",
                             s->asset->name, (unsigned)((budget + 1023u) / 1024u));
}

bool convert_cart(const pack_source *source, writer *out) {
    writer image = {0};
    if (source->c->importers[0] != 0)
        return wrong_cart(source, "cart `%s`: a list of carts has no `importers` of its own%s", "");
    bool ok = make_image(source, &image) && check_inner(source, &image);
    if (ok) {
        writer_align(out, 16);
        const rom_cart_record r = {.name = rom_id(source->asset->name),
                                   .image_bytes = (uint32_t)image.size,
                                   .image_at = (uint32_t)out->size};
        record_put_cart(out, 0, &r);
        writer_bytes(out, image.data, image.size);
    }
    writer_free(&image);
    return ok;
}
