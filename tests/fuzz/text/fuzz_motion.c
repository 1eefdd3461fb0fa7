/* Fuzz target: any bytes as the text of a character, and its chunk with a few bytes changed. A text that the packer accepts must pass the image's own check; a
 * chunk that the check accepts must run: states stay within their layers and weights keep their sum. */
#include <stdlib.h>
#include <string.h>

#include "kernel/motion/machine.h"
#include "rom/check.h"
#include "rom/chunks.h"
#include "rom/types.h"
#include "tools/convert/pack_kinds.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool keep(void *context, uint32_t layer) {
    const uint32_t *count = context;
    return (*count + layer) % 2 == 0;
}

/* Runs a machine whose clips are missing or have steps of their own. */
static void run(const uint8_t *chunk, const uint8_t *data, size_t size) {
    static ox_motion_clip clips[512];
    ox_motion_set set = {.machine = chunk, .skeleton = chunk, .clips = clips};
    ox_motion_run character;
    uint32_t count = 0;
    memset(&character, 0, sizeof character);
    for (uint32_t i = 0; i < 512; i++)
        clips[i].step = ((int64_t)(i + 1) << (20 + i % 17)) * (i % 5 == 4 ? -1 : 1);
    ox_motion_begin(&set, &character);
    for (size_t i = 0; i < 64; i++) {
        ox_motion_told told = {.keep = keep, .context = &count};
        const uint32_t byte = size == 0 ? 0 : data[i % size];
        const uint32_t state = byte % OX_MOTION_COUNT(&set, STATE);
        (void)ox_motion_ask(&set, &character,
                            rom_u32(OX_MOTION_ROW(&set, STATES, STATE, state) + ROM_MOTION_STATE_NAME));
        if (OX_MOTION_COUNT(&set, PARAMETER) > 0)
            (void)ox_motion_put(
                &set, &character,
                rom_u32(OX_MOTION_ROW(&set, PARAMETERS, PARAMETER, 0) + ROM_MOTION_PARAMETER_NAME),
                (fx)(byte * 0x01000193u));
        ox_motion_step(&set, &character, &told);
        count++;
        for (uint32_t k = 0; k < OX_MOTION_COUNT(&set, LAYER); k++) {
            ox_motion_mix mix;
            uint32_t sum = 0;
            if (character.layer[k].state >= OX_MOTION_COUNT(&set, STATE)) abort();
            ox_motion_mix_of(&set, character.layer[k].state, &character, &mix);
            for (uint32_t n = 0; n < mix.count; n++) sum += mix.weight[n];
            if (mix.count > 0 && sum != UF16_ONE) abort();
            if (ox_motion_fade(&set, &character.layer[k]) > UF16_ONE) abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static cart_asset assets[3] = {{.kind = "skeleton", .name = "robot"},
                                   {.kind = "clip", .name = "walk"},
                                   {.kind = "clip", .name = "run"}};
    static cart c;
    c.assets = assets;
    c.asset_count = 3;
    uint8_t *copy = malloc(size + 1);
    if (copy == NULL) return 0;
    memcpy(copy, data, size);
    copy[size] = 0;
    tool_error error = {.text = ""};
    writer out = {0};
    const pack_source source = {
        .c = &c, .asset = &assets[0], .path = "it.motion", .data = copy, .size = size, .error = &error};
    const pack_kind *kind = pack_kind_find("motion");
    rom_error fault;
    writer_u16(&out, rom_type_of(ROM_TAG_MOTION_MACHINE)->version);
    writer_u16(&out, kind->header);
    writer_zeros(&out, kind->header - 4);
    if (!kind->convert(&source, &out)) {
        if (strncmp(error.text, "it.motion", 9) != 0) abort();
    } else {
        if (rom_check_chunk(ROM_TAG_MOTION_MACHINE, out.data, out.size, &fault) != ROM_OK) abort();
        run(out.data, data, size);
        for (size_t i = 0; i + 2 < size && i < 60; i += 3) /* damage behind the header's first words */
            out.data[4 + (data[i] | (size_t)data[i + 1] << 8) % (out.size - 4)] ^= data[i + 2];
        if (rom_check_chunk(ROM_TAG_MOTION_MACHINE, out.data, out.size, &fault) == ROM_OK)
            run(out.data, data, size);
    }
    writer_free(&out);
    free(copy);
    return 0;
}
