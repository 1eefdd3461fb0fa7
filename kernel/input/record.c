/* Records of a step's input: made out of a step, played into a step, and filled by sources. */
#include "kernel/input/record.h"

#include <string.h>

#include "fixedmath/root.h"
#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_PLAYERS_MAX <= 4, "a recording names players with two bits");

static int16_t clamped_half(int32_t value) { return (int16_t)int_clamp(value, INT16_MIN, INT16_MAX); }

ox_input_record ox_input_recorded(const ox_input *input) {
    return (ox_input_record){.held = input->held,
                             .stick_x = input->raw_x,
                             .stick_y = input->raw_y,
                             .pointer_x = clamped_half(input->pointer_x),
                             .pointer_y = clamped_half(input->pointer_y),
                             .dx = clamped_half(input->pointer_dx),
                             .dy = clamped_half(input->pointer_dy),
                             .drag_x = clamped_half(input->drag_x),
                             .drag_y = clamped_half(input->drag_y),
                             .wheel = clamped_half(input->wheel),
                             .senses = input->senses};
}

void ox_input_play(ox_input *input, const ox_input_record *record) {
    input->level = record->held;
    ox_input_settle(input);
    input->raw_x = record->stick_x;
    input->raw_y = record->stick_y;
    input->pointer_x = record->pointer_x;
    input->pointer_y = record->pointer_y;
    input->sum[0] = record->dx;
    input->sum[1] = record->dy;
    input->sum[2] = record->drag_x;
    input->sum[3] = record->drag_y;
    input->sum[4] = record->wheel;
    input->polled = record->senses;
    ox_input_step(input);
}

bool ox_input_record_same(const ox_input_record *a, const ox_input_record *b) {
    return a->held == b->held && a->stick_x == b->stick_x && a->stick_y == b->stick_y &&
           a->pointer_x == b->pointer_x && a->pointer_y == b->pointer_y && a->dx == b->dx && a->dy == b->dy &&
           a->drag_x == b->drag_x && a->drag_y == b->drag_y && a->wheel == b->wheel &&
           memcmp(&a->senses, &b->senses, sizeof a->senses) == 0;
}

FX_STATIC_ASSERT(sizeof(plat_senses) == 2 * (12 + PLAT_KEY_WORDS + 3 * PLAT_TOUCHES) && PLAT_SENSES <= 32,
                 "senses are half words alone, with a bit of a mask each");

void ox_input_senses_halves(const plat_senses *senses, uint16_t halves[PLAT_SENSES]) {
    memcpy(halves, senses, sizeof *senses);
}

void ox_input_senses_of(plat_senses *senses, const uint16_t halves[PLAT_SENSES]) {
    memcpy(senses, halves, sizeof *senses);
}

/* ---- state ---- */

#define HAS_SENSES (1u << 30) /* beside the buttons that are saved: senses follow */

/* A mask, and the half words that are not 0. Nothing where all of them are. */
static void save_senses(const plat_senses *senses, ox_writer *to) {
    uint16_t halves[PLAT_SENSES];
    uint32_t mask = 0;
    ox_input_senses_halves(senses, halves);
    for (uint32_t i = 0; i < PLAT_SENSES; i++) mask |= halves[i] != 0 ? 1u << i : 0u;
    ox_write_u32(to, mask);
    for (uint32_t i = 0; i < PLAT_SENSES; i++)
        if ((mask >> i & 1u) != 0) ox_write_u16(to, halves[i]);
}

static void restore_senses(plat_senses *senses, ox_reader *from) {
    uint16_t halves[PLAT_SENSES] = {0};
    const uint32_t mask = ox_read_u32(from);
    for (uint32_t i = 0; i < PLAT_SENSES; i++)
        if ((mask >> i & 1u) != 0) halves[i] = (uint16_t)ox_read_u16(from);
    if ((mask & ~((1u << (PLAT_SENSES - 1)) * 2u - 1u)) != 0) from->bad = true;
    ox_input_senses_of(senses, halves);
}

static bool has_senses(const plat_senses *senses) {
    const plat_senses none = {0};
    return memcmp(senses, &none, sizeof none) != 0;
}

void ox_input_save(const ox_input *input, ox_writer *to) {
    const bool senses = has_senses(&input->senses);
    ox_write_u32(to, input->held | (senses ? HAS_SENSES : 0u));
    ox_write_u32(to, input->repeat_wait);
    if (senses) save_senses(&input->senses, to);
}

ox_status ox_input_restore(ox_input *input, ox_reader *from) {
    uint32_t held = ox_read_u32(from), wait = ox_read_u32(from);
    plat_senses senses = {0};
    if ((held & HAS_SENSES) != 0) restore_senses(&senses, from);
    if (from->bad) return OX_BAD_DATA;
    input->held = input->level = held & ~HAS_SENSES;
    input->senses = input->polled = senses;
    memset(input->keys_pressed, 0, sizeof input->keys_pressed);
    memset(input->keys_released, 0, sizeof input->keys_released);
    input->state_changed = 0;
    input->touches_begun = 0;
    input->is_seen = true;
    input->repeat_wait = wait;
    input->pressed = input->released = input->repeat = 0;
    ox_input_settle(input);
    return OX_OK;
}

/* ---- sources ---- */

ox_status ox_input_sources_init(ox_input_sources *sources, ox_input_player *players, uint32_t count) {
    if (players == NULL || count == 0 || count > OX_PLAYERS_MAX) return OX_BAD_ARGUMENT;
    memset(players, 0, count * sizeof *players);
    for (uint32_t i = 0; i < count; i++) {
        ox_input_init(&players[i].input);
        players[i].source.name = "devices";
    }
    *sources = (ox_input_sources){players, count, false};
    return OX_OK;
}

ox_status ox_input_source_set(ox_input_sources *sources, uint32_t player, ox_input_source source) {
    OX_CREATED(sources->players);
    if (player >= sources->count) return OX_BAD_ARGUMENT;
    ox_input_player *p = &sources->players[player];
    const plat_input still = {0};
    if (p->source.fill != NULL && source.fill == NULL)
        ox_input_feed(&p->input, &still); /* the devices count as still until the next poll */
    p->source = source;
    return OX_OK;
}

void ox_input_sources_feed(ox_input_sources *sources, uint32_t player, const plat_input *polled) {
    FX_CHECK_OR(player < sources->count, "input: polled devices of a player that there is not", return );
    plat_input fed = *polled;
    if (!sources->senses) fed.senses = (plat_senses){.state = polled->senses.state & PLAT_DEVICE_STATES};
    ox_input_feed(&sources->players[player].input, &fed);
}

void ox_input_sources_step(ox_input_sources *sources, uint32_t tick) {
    for (uint32_t i = 0; i < sources->count; i++) {
        ox_input_player *p = &sources->players[i];
        if (p->source.fill == NULL) {
            ox_input_step(&p->input);
            p->record = ox_input_recorded(&p->input);
            continue;
        }
        memset(&p->record, 0, sizeof p->record);
        p->source.fill(p->source.context, tick, &p->record);
        ox_input_play(&p->input, &p->record);
    }
}

void ox_input_sources_recorded(const ox_input_sources *sources, ox_input_record records[OX_PLAYERS_MAX]) {
    for (uint32_t i = 0; i < sources->count; i++) records[i] = sources->players[i].record;
}
