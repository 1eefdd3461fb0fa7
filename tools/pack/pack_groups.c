/* Finds the assets that belong together as one character. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/pack_kinds.h"
#include "tools/pack/pack_graph.h"

void pack_groups_free(pack_groups *groups) {
    for (uint32_t i = 0; groups->names != NULL && i < groups->count; i++) free(groups->names[i]);
    free(groups->names);
    free(groups->list);
    free(groups->ids);
    memset(groups, 0, sizeof *groups);
}

/* Adds the group of the character whose first part is `first`. */
static bool add_group(const cart *c, uint32_t first, uint32_t *used, pack_groups *groups) {
    const char *character = c->parts[first].character;
    size_t length = strlen(character) + 16;
    char *name = malloc(length);
    if (name == NULL) return false;
    snprintf(name, length, "character/%s", character);
    pack_group *group = &groups->list[groups->count];
    *group = (pack_group){.name = name, .ids = groups->ids + *used};
    groups->names[groups->count++] = name;
    for (uint32_t k = first; k < c->part_count; k++) {
        if (rom_id(c->parts[k].character) != rom_id(character)) continue;
        groups->ids[(*used)++] = pack_chunk_id(c->parts[k].kind, c->parts[k].name);
        group->count++;
    }
    return true;
}

bool pack_groups_of(const cart *c, pack_groups *groups) {
    size_t room = (size_t)c->part_count + 1;
    uint32_t used = 0;
    *groups = (pack_groups){.list = calloc(room, sizeof *groups->list),
                            .ids = calloc(room, sizeof *groups->ids),
                            .names = calloc(room, sizeof *groups->names)};
    bool ok = groups->list != NULL && groups->ids != NULL && groups->names != NULL;
    for (uint32_t i = 0; ok && i < c->part_count; i++) {
        bool told = c->parts[i].character[0] == 0;
        for (uint32_t k = 0; k < i && !told; k++)
            told = rom_id(c->parts[k].character) == rom_id(c->parts[i].character);
        if (!told) ok = add_group(c, i, &used, groups);
    }
    if (!ok) pack_groups_free(groups);
    return ok;
}
