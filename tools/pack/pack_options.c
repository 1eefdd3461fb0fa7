/* Writes the chunk `options`: what players and developers may set. */
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

static int by_id(const void *a, const void *b) {
    const uint32_t x = rom_id(((const cart_game_option *)a)->name),
                   y = rom_id(((const cart_game_option *)b)->name);
    return (x > y) - (x < y);
}

/* The options of the cart in the order of their ids; with cheats among them also `cheats`, which allows them, and `cheated`. NULL without memory. */
static cart_game_option *list_options(const cart_game *g, uint32_t *count) {
    static const cart_game_option of_cheats[] = {{.name = "cheats",
                                                  .text = "whether cheats may be set",
                                                  .kind = ROM_OPTION_SWITCH,
                                                  .greatest = 1,
                                                  .step = 1,
                                                  .flags = ROM_OPTION_DEVELOPER},
                                                 {.name = "cheated",
                                                  .text = "whether one was",
                                                  .kind = ROM_OPTION_SWITCH,
                                                  .greatest = 1,
                                                  .step = 1,
                                                  .flags = ROM_OPTION_DEVELOPER | ROM_OPTION_FIXED}};
    cart_game_option *list = malloc((g->option_count + 2) * sizeof *list);
    bool cheats = false;
    *count = g->option_count;
    if (list == NULL) return NULL;
    for (uint32_t i = 0; i < *count; i++) {
        list[i] = g->options[i];
        cheats = cheats || (list[i].flags & ROM_OPTION_CHEAT) != 0;
    }
    for (uint32_t i = 0; cheats && i < 2; i++) list[(*count)++] = of_cheats[i];
    qsort(list, *count, sizeof *list, by_id);
    return list;
}

bool pack_options_of_players(pack_job *job) {
    uint32_t count;
    if (job->c->game.option_count == 0) return true;
    cart_game_option *list = list_options(&job->c->game, &count);
    writer *out =
        list == NULL ? NULL : assemble_add(&job->chunks, "options", ROM_TAG_OPTIONS, ROM_OPTIONS_SIZE);
    if (out == NULL) {
        free(list);
        return pack_no_memory(job);
    }
    writer_zeros(out, (size_t)count * ROM_OPTION_SIZE);
    for (uint32_t i = 0; i < count; i++) {
        const cart_game_option *o = &list[i];
        const bool is_constant = !job->options->names && (o->flags & ROM_OPTION_DEVELOPER) != 0;
        rom_option_record row = {.name = rom_id(o->name),
                                 .least = o->least,
                                 .greatest = o->greatest,
                                 .usual = o->usual,
                                 .step = o->step,
                                 .kind = (uint16_t)o->kind,
                                 .flags = (uint16_t)(o->flags | (is_constant ? ROM_OPTION_CONSTANT : 0))};
        row.words = pack_add_text(out, o->words);
        if (!is_constant) row.path = pack_add_text(out, o->name);
        if (!is_constant) row.text = pack_add_text(out, o->text);
        record_put_option(out, ROM_OPTIONS_SIZE + (size_t)i * ROM_OPTION_SIZE, &row);
    }
    const rom_options_record r = {.count = count, .at = ROM_OPTIONS_SIZE};
    writer_align(out, 4);
    record_put_options(out, 0, &r);
    free(list);
    return out->failed ? pack_no_memory(job) : true;
}
