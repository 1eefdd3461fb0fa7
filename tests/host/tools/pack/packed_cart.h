/* Packs a cart that a test spells out: files in a folder of its own, the real packer, an image in memory. */
#ifndef OXCART_TESTS_HOST_PACKED_CART_H
#define OXCART_TESTS_HOST_PACKED_CART_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rom/rom.h"
#include "tests/test.h"
#include "tools/cart/cart.h"
#include "tools/import/image/png_write.h"
#include "tools/pack/pack.h"

typedef struct packed_folder {
    char path[64];
    char files[80][96];
    int count;
} packed_folder;

static inline bool folder_make(packed_folder *f) {
    memset(f, 0, sizeof *f);
    snprintf(f->path, sizeof f->path, "/tmp/oxcart_cart_XXXXXX");
    return mkdtemp(f->path) != NULL;
}

/* Writes a file; a file of the same name is replaced. */
static inline void folder_write(packed_folder *f, const char *name, const char *text) {
    char path[96];
    int i = 0;
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    if (file == NULL) return;
    CHECK_EQ(fwrite(text, 1, strlen(text), file), strlen(text));
    fclose(file);
    while (i < f->count && strcmp(f->files[i], path) != 0) i++;
    if (i == f->count && f->count < 80) snprintf(f->files[f->count++], sizeof f->files[0], "%s", path);
}

/* Writes a picture of one colour with a frame of another. */
static inline void folder_picture(packed_folder *f, const char *name, int side, uint32_t rgb) {
    static uint32_t pixels[64 * 64];
    char path[96];
    tool_error error;
    int i = 0;
    for (int k = 0; k < side * side; k++) {
        int x = k % side, y = k / side;
        bool edge = x == 0 || y == 0 || x == side - 1 || y == side - 1;
        pixels[k] = edge ? 0x202020u : rgb + (uint32_t)((x ^ y) & 3) * 0x040404u;
    }
    import_png_picture picture = {
        .width = side, .height = side, .format = IMPORT_PNG_XRGB32, .pixels = pixels};
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    CHECK(import_png_write(path, &picture, &error));
    while (i < f->count && strcmp(f->files[i], path) != 0) i++;
    if (i == f->count && f->count < 80) snprintf(f->files[f->count++], sizeof f->files[0], "%s", path);
}

static inline void folder_remove(packed_folder *f) {
    for (int i = 0; i < f->count; i++) remove(f->files[i]);
    rmdir(f->path);
}

/* Packs a cart that may be refused; *error says why. The image is aligned as malloc aligns. */
static inline bool folder_pack_told(const packed_folder *f, writer *image, tool_error *error) {
    static const pack_options options = {.names = true};
    pack_report report;
    cart c;
    memset(image, 0, sizeof *image);
    bool ok = cart_load(f->path, &c, error);
    if (!ok) return false;
    ok = pack_cart(&c, &options, image, &report, error);
    cart_free(&c);
    return ok;
}

/* Packs a cart that may not be refused; false after a line with the reason. */
static inline bool folder_pack(const packed_folder *f, writer *image) {
    tool_error error = {.text = ""};
    bool ok = folder_pack_told(f, image, &error);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    return ok;
}

/* A square in the plane z = 0, from -1 to 1, towards +Z. */
static const char folder_square[] = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                                    "f 1/1 2/2 3/3 4/4\n";

#endif
