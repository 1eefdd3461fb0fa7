/* The state of a game, object by object, and back and forth. */
#include "tools/play/playthrough_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/module/module.h"
#include "kernel/replay/world.h"
#include "rom/types.h"

static ox_sim state_of(ox_console *console, ox_sim_part parts[OX_STATE_PARTS]) {
    return (ox_sim){parts, ox_console_list_state(console, parts)};
}

/* ---- objects ---- */

/* What an item is called: an object of the world by its own name or, with its place among the objects, by its type's; all else by its id. */
typedef struct item_name {
    uint32_t id;
    bool is_type;
    uint32_t place;
} item_name;

static item_name name_of(const char *part, const ox_sim_item *item) {
    item_name name = {.id = item->id};
    if (strcmp(part, "world") != 0 || item->name == NULL || strcmp(item->name, "object") != 0) return name;
    const ox_sim_object *object = item->record;
    name.is_type = object->name == 0;
    name.id = name.is_type ? object->type : object->name;
    name.place = item->id & 0xFFFFu;
    return name;
}

static void put_line(ox_console *console, writer *out, uint32_t frame, const char *part, item_name name,
                     uint32_t hash) {
    char line[160], word[96];
    uint32_t length;
    const char *known = rom_name(ox_console_modules(console)->image, name.id, &length);
    if (known != NULL)
        snprintf(word, sizeof word, "%.*s", (int)(length < 70 ? length : 70), known);
    else
        snprintf(word, sizeof word, "%08lx", (unsigned long)name.id);
    if (name.is_type) snprintf(word + strlen(word), 12, ".%lu", (unsigned long)name.place);
    for (char *c = word; *c != 0; c++)
        if (*c == ' ') *c = '_';
    snprintf(line, sizeof line, "%lu %.40s %s %08lx\n", (unsigned long)frame, part, word,
             (unsigned long)hash);
    writer_bytes(out, line, strlen(line));
}

/* Items that follow one another with one id are one object. */
static void list_part(ox_console *console, const ox_sim_part *part, uint32_t frame, writer *out) {
    ox_sim_item item;
    uint32_t cursor = 0, id = 0, hash = OX_FNV_START, count = 0;
    item_name name = {0};
    while (part->next(part->context, &cursor, &item)) {
        if (count > 0 && item.id != id) {
            put_line(console, out, frame, part->name, name, hash);
            hash = OX_FNV_START;
        }
        if (count == 0 || item.id != id) name = name_of(part->name, &item);
        id = item.id;
        hash = ox_sim_item_hash(&item, hash);
        count++;
    }
    if (count > 0) put_line(console, out, frame, part->name, name, hash);
}

void state_list_objects(ox_console *console, uint32_t frame, writer *out) {
    ox_sim_part parts[OX_STATE_PARTS];
    const ox_sim state = state_of(console, parts);
    for (uint32_t i = 0; i < state.count; i++) {
        const ox_sim one = {&parts[i], 1};
        if (parts[i].next != NULL)
            list_part(console, &parts[i], frame, out);
        else if (!parts[i].raw)
            put_line(console, out, frame, parts[i].name, (item_name){0}, ox_sim_hash(&one, OX_FNV_START));
    }
}

/* ---- memory ---- */

void state_mark(const ox_console *console, state_marks *marks) {
    ox_memory_region region;
    memset(marks, 0, sizeof *marks);
    while (marks->count < STATE_MARKS && ox_console_region(console, (int)marks->count, &region))
        marks->peaks[marks->count++] = region.kind == OX_REGION_FRAME ? SIZE_MAX : region.peak;
}

const char *state_risen(const ox_console *console, const state_marks *marks) {
    ox_memory_region region;
    for (uint32_t i = 0; i < marks->count && ox_console_region(console, (int)i, &region); i++)
        if (region.peak > marks->peaks[i] || region.refused > 0) return region.name;
    return NULL;
}

/* ---- back and forth ---- */

static bool restore_bytes(const ox_sim *state, const uint8_t *bytes, size_t size) {
    ox_reader from = ox_reader_bytes(bytes, size);
    return ox_sim_restore(state, &from) == OX_OK;
}

bool state_go_and_return(ox_console *console, state_kept *kept) {
    ox_sim_part parts[OX_STATE_PARTS];
    const ox_sim state = state_of(console, parts);
    const size_t size = ox_sim_bytes(&state);
    uint8_t *bytes = malloc(size + 1);
    if (bytes == NULL) return false;
    ox_writer to = ox_writer_bytes(bytes, size);
    ox_sim_save(&state, &to);
    bool ok = kept->bytes == NULL || kept->scene != ox_console_scene(console) ||
              restore_bytes(&state, kept->bytes, kept->size);
    ok = restore_bytes(&state, bytes, size) && ok;
    free(kept->bytes);
    *kept = (state_kept){bytes, size, ox_console_scene(console)};
    return ok;
}

/* ---- languages ---- */

bool state_next_language(ox_console *console, uint32_t *language) {
    rom_chunk chunk;
    const rom_image *image = ox_console_modules(console)->image;
    const uint32_t count = rom_find(image, rom_id("info"), ROM_TAG_INFO, &chunk)
                               ? rom_half(chunk.data + ROM_INFO_LANGUAGE_COUNT)
                               : 0;
    if (count < 2) return false;
    *language = *language % count + 1;
    ox_console_ask_language(console, (uint8_t)*language, 0);
    return true;
}
