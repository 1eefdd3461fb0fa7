/* Fuzz target: any bytes as a cue file; an accepted file must pass the image's own check. */
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/types.h"
#include "tools/convert/converters.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static cart_asset assets[4] = {{.kind = "cues", .name = "it"},
                                   {.kind = "sound", .name = "a"},
                                   {.kind = "sound", .name = "b"},
                                   {.kind = "sound", .name = "c"}};
    static cart c;
    c.assets = assets;
    c.asset_count = 4;
    uint8_t *copy = malloc(size + 1);
    if (copy == NULL) return 0;
    memcpy(copy, data, size);
    copy[size] = 0;
    tool_error error = {.text = ""};
    writer out = {0};
    const pack_source source = {
        .c = &c, .asset = &assets[0], .path = "it.json", .data = copy, .size = size, .error = &error};
    const pack_kind *kind = pack_kind_find("cues");
    writer_u16(&out, rom_type_of(ROM_TAG_CUES)->version);
    writer_u16(&out, kind->header);
    writer_zeros(&out, kind->header - 4);
    if (!kind->convert(&source, &out)) {
        if (strncmp(error.text, "it.json", 7) != 0) abort();
    } else {
        rom_error fault;
        writer_align(&out, 4);
        if (rom_check_chunk(ROM_TAG_CUES, out.data, out.size, &fault) != ROM_OK) abort();
    }
    writer_free(&out);
    free(copy);
    return 0;
}
