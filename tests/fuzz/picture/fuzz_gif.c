/* Fuzz target: any bytes as a GIF file: its first frame, and all frames. */
#include "tests/fuzz/picture/picture.h"
#include "tools/import/image/gif.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_image strip;
    tool_error error = {.text = ""};
    uint32_t count;
    fuzz_picture(import_gif_decode, "fuzz.gif", data, size);
    if (import_gif_strip("fuzz.gif", data, size, &strip, NULL, 20, &count, &error)) {
        if (count == 0 || strip.width % (int)count != 0) abort();
        import_image_free(&strip);
    } else if (error.text[0] == '\0' || strip.rgba != NULL) {
        abort();
    }
    return 0;
}
