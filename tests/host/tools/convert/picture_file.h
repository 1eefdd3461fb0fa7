/* For tests of converters of pictures: pictures as PNG files, and file names that no other process has. */
#ifndef OXCART_TESTS_PICTURE_FILE_H
#define OXCART_TESTS_PICTURE_FILE_H

#include <stdio.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/image/image.h"
#include "tools/import/image/png_write.h"

/* Writes the picture as a PNG into `out`, which the caller frees. */
static inline void picture_png(const import_image *image, writer *out) {
    const import_png_picture picture = {
        .width = image->width, .height = image->height, .format = IMPORT_PNG_RGBA, .pixels = image->rgba};
    CHECK(import_png_encode("t", &picture, &out->data, &out->size, NULL));
}

int getpid(void); /* getpid is not of C itself */

/* The path of a file in the temporary folder that only this process uses. */
static inline void temporary_path(char *path, size_t room, const char *name) {
    snprintf(path, room, "/tmp/oxcart_%d_%s", getpid(), name);
}

#endif
