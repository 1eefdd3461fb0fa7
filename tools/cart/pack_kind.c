#include "tools/cart/pack_kind.h"

#include <stdio.h>
#include <string.h>

#include "rom/rom.h"

const pack_kind *pack_kind_at(uint32_t index) {
    const pack_kind *kind = pack_kinds;
    while (kind->word != NULL && index > 0) kind++, index--;
    return kind->word != NULL ? kind : NULL;
}

const pack_kind *pack_kind_find(const char *word) {
    for (const pack_kind *kind = pack_kinds; kind->word != NULL; kind++)
        if (strcmp(kind->word, word) == 0) return kind;
    return NULL;
}

const char *pack_option(const cart_asset *asset, const char *key) {
    for (int i = 0; i < CART_OPTIONS && asset->options[i].key[0] != 0; i++) {
        if (strcmp(asset->options[i].key, key) == 0) return asset->options[i].value;
    }
    return NULL;
}

uint32_t pack_chunk_id(const char *folder, const char *name) {
    char full[CART_NAME_MAX + 24];
    snprintf(full, sizeof full, "%s/%s", folder, name);
    return rom_id(full);
}
