/* Unpacking chunks and naming them. */
#include "tools/image/chunk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/codec.h"

const char *chunk_codec_name(uint32_t codec) {
    switch (codec) {
    case ROM_CODEC_RUNS:
        return "runs";
    case ROM_CODEC_RUNS_16:
        return "runs-16";
    case ROM_CODEC_LZ:
        return "lz";
    case ROM_CODEC_DELTA_LZ:
        return "delta-lz";
    case ROM_CODEC_LZ_BIOS:
        return "lz-bios";
    case ROM_CODEC_STORED:
        return "";
    default:
        return "codec";
    }
}

rom_status chunk_unpack(rom_chunk *chunk, uint8_t **owned, rom_error *fault) {
    rom_status status = rom_check_entry(chunk, true, fault);
    *owned = NULL;
    if (status != ROM_PACKED) return status;
    *owned = malloc((size_t)chunk->size + 1);
    if (*owned == NULL)
        return rom_fail(fault, ROM_PACKED, chunk->offset, "no memory to unpack %u bytes", chunk->size, 0);
    status = rom_decode(chunk->codec, chunk->data, chunk->stored, *owned, chunk->size, fault);
    chunk->data = *owned;
    chunk->stored = chunk->size;
    return status == ROM_OK ? rom_check_chunk(chunk->type, *owned, chunk->size, fault) : status;
}

void chunk_type_name(uint32_t type, char name[5]) {
    for (int i = 0; i < 4; i++) {
        char c = (char)(type >> (8 * i) & 0xFFu);
        name[i] = c >= 32 && c < 127 ? c : '?';
    }
    name[4] = 0;
}

void chunk_type_write(uint32_t type, char text[10]) {
    chunk_type_name(type, text);
    for (int i = 0; i < 4; i++) {
        uint32_t c = type >> (8 * i) & 0xFFu;
        if (c > 32 && c < 127) continue;
        snprintf(text, 10, "#%08x", type);
        return;
    }
}

bool chunk_type_read(const char *text, uint32_t *type) {
    uint8_t c[4];
    if (strlen(text) == 9 && text[0] == '#') {
        *type = 0;
        for (int i = 1; i < 9; i++) {
            const char *digits = "0123456789abcdef", *at = strchr(digits, text[i]);
            if (at == NULL) return false;
            *type = *type << 4 | (uint32_t)(at - digits);
        }
        return true;
    }
    if (strlen(text) != 4) return false;
    memcpy(c, text, 4);
    for (int i = 0; i < 4; i++) {
        if (c[i] <= 32 || c[i] >= 127) return false;
    }
    *type = ROM_TAG(c[0], c[1], c[2], c[3]);
    return true;
}

void chunk_name(const rom_image *image, const rom_chunk *chunk, char *name, size_t room) {
    uint32_t length = 0;
    const char *text = rom_name(image, chunk->id, &length);
    if (text == NULL && chunk->type == ROM_TAG_NAMES && chunk->id == rom_id("names")) {
        text = "names";
        length = 5;
    }
    if (text == NULL) {
        snprintf(name, room, "#%08x", chunk->id);
    } else {
        snprintf(name, room, "%.*s", (int)length, text);
    }
}

bool chunk_is_meant(const rom_chunk *chunk, const char *word) {
    char type[5], id[12];
    chunk_type_name(chunk->type, type);
    snprintf(id, sizeof id, "%08x", chunk->id);
    if (strcmp(word, type) == 0 || strcmp(word, id) == 0 || (word[0] == '#' && strcmp(word + 1, id) == 0))
        return true;
    return rom_id(word) == chunk->id;
}

bool chunk_wrong(tool_error *error, const char *file, const rom_chunk *chunk, const rom_error *fault) {
    if (chunk != NULL)
        return import_error_offset(error, file, chunk->offset, "chunk %08x: %s", chunk->id, fault->text);
    const char *sentence = strncmp(fault->text, "offset ", 7) == 0 ? strstr(fault->text, ": ") : NULL;
    return import_error_offset(error, file, fault->offset, "%s",
                               sentence == NULL ? fault->text : sentence + 2);
}
