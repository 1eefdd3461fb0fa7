/* Fuzz target: texts of bindings and of patterns of rumble. A text that is one becomes a chunk that the reader takes; another is refused with a sentence. */
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/chunks.h"
#include "tools/convert/converters.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Converts a text by one of the readers. */
static void convert(const uint8_t *text, size_t size, uint32_t tag, uint32_t header,
                    bool (*reader)(const pack_source *source, writer *out)) {
    static const uint8_t zeros[64];
    tool_error error = {.text = ""};
    rom_error fault = {0};
    cart_asset asset;
    memset(&asset, 0, sizeof asset);
    strcpy(asset.name, "all");
    const pack_source source = {.asset = &asset, .path = "fuzz", .data = text, .size = size, .error = &error};
    writer out = {0};
    writer_bytes(&out, zeros, header);
    if (reader(&source, &out)) {
        out.data[0] = 0;
        out.data[1] = 1; /* version 1.0, which the packer writes */
        out.data[2] = (uint8_t)header;
        if (!out.failed && rom_check_chunk(tag, out.data, out.size, &fault) != ROM_OK) abort();
    } else if (error.text[0] == 0) {
        abort();
    }
    writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *text = malloc(size + 1);
    if (text == NULL) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = 0;
    convert(text, size, ROM_TAG_BINDINGS, ROM_BINDINGS_SIZE, convert_bindings);
    convert(text, size, ROM_TAG_RUMBLE, ROM_RUMBLE_SIZE, convert_rumble);
    free(text);
    return 0;
}
