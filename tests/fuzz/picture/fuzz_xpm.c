/* Fuzz target: any bytes as an XPM file. A picture that is read is the same after it was written and read again. */
#include "tests/fuzz/picture/picture.h"
#include "tools/import/image/xpm.h"

static void write_and_read(const import_image *image) {
    writer text = {0};
    import_image again;
    tool_error error = {.text = ""};
    size_t pixels = (size_t)image->width * (size_t)image->height;
    if (!import_xpm_write(image, "it", &text, &error)) abort();
    if (!import_xpm_decode("again.xpm", text.data, text.size, &again, &error)) abort();
    if (again.width != image->width || again.height != image->height ||
        again.palette_count != image->palette_count)
        abort();
    if (memcmp(again.rgba, image->rgba, pixels * 4) != 0 || again.has_alpha != image->has_alpha) abort();
    if (image->indices != NULL && memcmp(again.indices, image->indices, pixels) != 0) abort();
    import_image_free(&again);
    writer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_image image;
    tool_error error;
    fuzz_picture(import_xpm_decode, "fuzz.xpm", data, size);
    if (size < 20000 && import_xpm_decode("fuzz.xpm", data, size, &image, &error)) {
        write_and_read(&image);
        import_image_free(&image);
    }
    return 0;
}
