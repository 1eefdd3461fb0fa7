/* Bindings: commands of controls, as events. */
#include "kernel/input_map/binding.h"

#include "kernel/debug/log.h"
#include "kernel/input_map/internal.h"

void ox_input_bindings_hold(ox_input_bindings *b, const ox_module_host *host) {
    rom_chunk chunk;
    const rom_image *image = host->image;
    for (uint32_t i = rom_next(image, ROM_TAG_BINDINGS, 0); i < image->count;
         i = rom_next(image, ROM_TAG_BINDINGS, i + 1)) {
        if (!rom_entry(image, i, &chunk)) return;
        if (b->count == OX_INPUT_BINDING_SETS ||
            ox_manager_hold(host->manager, chunk.id, ROM_TAG_BINDINGS, &b->sets[b->count]) != OX_OK) {
            ox_log_write(host->log, PLAT_LOG_WARNING, "no room for bindings #%08x", (unsigned)chunk.id);
            continue;
        }
        b->count++;
    }
}

void ox_input_bindings_drop(ox_input_bindings *b, const ox_module_host *host) {
    while (b->count > 0) ox_manager_let_go(host->manager, b->sets[--b->count].handle);
}

bool ox_input_bindings_sense(const ox_input_bindings *b) {
    for (uint32_t i = 0; i < b->count; i++) {
        const uint8_t *d = b->sets[i].data, *row = d + rom_word(d + ROM_BINDINGS_AT);
        for (uint32_t k = rom_word(d + ROM_BINDINGS_COUNT); k > 0; k--, row += ROM_BINDING_SIZE)
            if (row[ROM_BINDING_SOURCE] == ROM_BINDING_OF_KEY) return true;
    }
    return false;
}

/* Whether a row's control was pressed, or let go, in this step. */
static bool is_due(const ox_input_map *map, uint32_t player, const ox_input *input, const uint8_t *row) {
    const bool released = (row[ROM_BINDING_FLAGS] & ROM_BINDING_ON_RELEASE) != 0;
    const uint32_t control = rom_half(row + ROM_BINDING_CONTROL);
    switch (row[ROM_BINDING_SOURCE]) {
    case ROM_BINDING_OF_BUTTONS:
        return ((released ? input->released : input->pressed) & control) != 0;
    case ROM_BINDING_OF_KEY:
        return ox_input_key(released ? input->keys_released : input->keys_pressed, control);
    default:
        return map->chunk != NULL && (released ? ox_input_action_ended : ox_input_action_began)(
                                         map, player, rom_word(row + ROM_BINDING_ACTION));
    }
}

/* Whether a set counts: its context is the topmost one that there is, or one that is seen through those above it. */
static bool is_in_context(const ox_input_map_player *p, ox_id context) {
    if (context == 0) return true;
    for (uint32_t i = p->depth; i > 0; i--) {
        if (p->contexts[i - 1] == context) return true;
        if ((p->alone >> (i - 1) & 1u) != 0) return false;
    }
    return false;
}

void ox_input_bindings_step(const ox_input_bindings *b, const ox_input_map *map, uint32_t player,
                            const ox_input *input, const ox_module_host *host) {
    const ox_event_service events = ox_engine_events(host->engine);
    const int32_t number = (int32_t)player + 1;
    for (uint32_t i = 0; i < b->count; i++) {
        const uint8_t *d = b->sets[i].data, *row = d + rom_word(d + ROM_BINDINGS_AT);
        if (!is_in_context(&map->players[player], rom_word(d + ROM_BINDINGS_CONTEXT))) continue;
        for (uint32_t k = rom_word(d + ROM_BINDINGS_COUNT); k > 0; k--, row += ROM_BINDING_SIZE)
            if (is_due(map, player, input, row))
                events.operations->post(events.state, rom_word(row + ROM_BINDING_COMMAND), &number, 1);
    }
}
