/* Devices: what comes and goes, and whose it is. */
#include "kernel/input/device.h"

#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/memory/life.h"

void ox_input_devices_init(ox_input_devices *devices, uint32_t players) {
    FX_CHECK_OR(players >= 1 && players <= OX_PLAYERS_MAX, "input: devices of 1 to 4 players", players = 1);
    memset(devices, 0, sizeof *devices);
    devices->players = players;
}

/* ---- input of several devices ---- */

/* Takes the stick of two that is pushed the farther. */
static void join_sticks(int16_t *x, int16_t *y, int32_t other_x, int32_t other_y) {
    const int64_t far = (int64_t)*x * *x + (int64_t)*y * *y,
                  other = (int64_t)other_x * other_x + (int64_t)other_y * other_y;
    if (other <= far) return;
    *x = (int16_t)other_x;
    *y = (int16_t)other_y;
}

static int16_t farther(int16_t a, int16_t b) { return a > b ? a : b; }

static int16_t add_halves(int32_t a, int32_t b) { return (int16_t)int_clamp(a + b, -32767, 32767); }

static void join_senses(plat_senses *all, const plat_senses *one) {
    join_sticks(&all->right_x, &all->right_y, one->right_x, one->right_y);
    all->left_trigger = farther(all->left_trigger, one->left_trigger);
    all->right_trigger = farther(all->right_trigger, one->right_trigger);
    if ((one->tilt[0] | one->tilt[1] | one->tilt[2]) != 0) memcpy(all->tilt, one->tilt, sizeof all->tilt);
    if ((one->spin[0] | one->spin[1] | one->spin[2]) != 0) memcpy(all->spin, one->spin, sizeof all->spin);
    all->state |= one->state;
    if (all->typed == 0) all->typed = one->typed;
    for (int i = 0; i < PLAT_KEY_WORDS; i++) all->keys[i] |= one->keys[i];
    if (one->touches[0].id != 0) memcpy(all->touches, one->touches, sizeof all->touches);
}

static uint32_t first_word(const plat_input *in) {
    return in->change_count > 0 ? in->changes[0] : in->buttons;
}

static void add_change(plat_input *all, uint32_t word) {
    if (all->change_count < PLAT_CHANGES)
        all->changes[all->change_count++] = (uint16_t)word;
    else if (all->changes_lost < 255)
        all->changes_lost++;
}

/* Joins what buttons were: first one device changes, then the other. None of their edges is lost, and none is added. */
static void join_changes(plat_input *all, const plat_input *one) {
    const uint32_t held = first_word(one);
    for (uint32_t i = 0; i < all->change_count; i++) all->changes[i] |= (uint16_t)held;
    if (one->change_count > 0) add_change(all, all->buttons | held);
    for (uint32_t i = 1; i < one->change_count; i++) add_change(all, all->buttons | one->changes[i]);
    all->changes_lost = (uint8_t)int_min(255, all->changes_lost + one->changes_lost);
}

void ox_input_join(plat_input *all, const plat_input *one) {
    join_changes(all, one);
    all->buttons |= one->buttons;
    join_sticks(&all->stick_x, &all->stick_y, one->stick_x, one->stick_y);
    if (one->pointer_held || one->pointer_x != 0 || one->pointer_y != 0) {
        all->pointer_x = one->pointer_x;
        all->pointer_y = one->pointer_y;
    }
    all->pointer_held = all->pointer_held || one->pointer_held;
    all->pointer_dx = add_halves(all->pointer_dx, one->pointer_dx);
    all->pointer_dy = add_halves(all->pointer_dy, one->pointer_dy);
    all->wheel = add_halves(all->wheel, one->wheel);
    all->quit = all->quit || one->quit;
    join_senses(&all->senses, &one->senses);
}

/* ---- who has what ---- */

static bool has_pad(const ox_input_devices *d, uint32_t player) {
    for (uint32_t i = 0; i < PLAT_DEVICES; i++)
        if (d->list[i].is_there && d->list[i].kind == PLAT_DEVICE_PAD && d->list[i].player == player)
            return true;
    return false;
}

static bool has_device(const ox_input_devices *d, uint32_t player) {
    for (uint32_t i = 0; i < PLAT_DEVICES; i++)
        if (d->list[i].is_there && d->list[i].player == player) return true;
    return false;
}

/* The player for a pad that has just come. */
static uint32_t find_player(const ox_input_devices *d) {
    for (uint32_t i = 0; i < d->players; i++)
        if ((d->lost >> i & 1u) != 0) return i;
    for (uint32_t i = 0; i < d->players; i++)
        if ((d->given >> i & 1u) == 0 && !has_pad(d, i)) return i;
    return d->players == 1 ? 0 : (uint32_t)OX_INPUT_NOBODY;
}

static void give_device(ox_input_devices *d, uint32_t place, uint32_t player) {
    d->list[place].player = (uint8_t)player;
    if (player < OX_PLAYERS_MAX) d->lost &= ~(1u << player);
    d->changes++;
}

/* The machine's own devices go to the first player without a pad, else to the first of all. */
static void seat_own(ox_input_devices *d) {
    uint32_t player = 0;
    if (!d->list[0].is_there) return;
    while (player < d->players && ((d->given >> player & 1u) != 0 || has_pad(d, player))) player++;
    if (player == d->players) player = 0;
    if (d->list[0].player != player) give_device(d, 0, player);
}

static void let_go(ox_input_devices *d, uint32_t place) {
    ox_input_device *device = &d->list[place];
    const uint32_t player = device->player;
    const bool is_missed = device->has_spoken && player < d->players;
    *device = (ox_input_device){.player = OX_INPUT_NOBODY};
    d->changes++;
    if (is_missed && (d->players == 1 || !has_device(d, player))) d->lost |= 1u << player;
}

static void take_in(ox_input_devices *d, uint32_t place, const plat_device *about) {
    ox_input_device *device = &d->list[place];
    const uint32_t player = about->kind == PLAT_DEVICE_OWN ? 0 : find_player(d);
    *device = (ox_input_device){.abilities = about->abilities, .kind = about->kind, .is_there = true};
    give_device(d, place, player);
    seat_own(d);
}

void ox_input_devices_see(ox_input_devices *devices, uint32_t place, const plat_device *about,
                          const plat_input *in, plat_input inputs[OX_PLAYERS_MAX]) {
    OX_CREATED(devices->players);
    if (place >= PLAT_DEVICES) return;
    ox_input_device *device = &devices->list[place];
    if (about == NULL) {
        if (device->is_there) let_go(devices, place);
        return;
    }
    if (!device->is_there) take_in(devices, place, about);
    const bool starts = (in->buttons & PLAT_START) != 0, begins = starts && !device->starts;
    device->battery = about->battery;
    device->has_spoken = device->has_spoken || in->buttons != 0;
    device->starts = starts;
    for (uint32_t i = 0; begins && i < devices->players; i++) {
        const bool is_free =
            (devices->lost >> i & 1u) != 0 || ((devices->given >> i & 1u) == 0 && !has_device(devices, i));
        if (!is_free || (device->player < devices->players && devices->players > 1)) continue;
        give_device(devices, place, i);
        break;
    }
    if (device->player < OX_PLAYERS_MAX) ox_input_join(&inputs[device->player], in);
}

void ox_input_devices_settle(ox_input_devices *devices, plat_input inputs[OX_PLAYERS_MAX]) {
    for (uint32_t i = 0; i < PLAT_DEVICES; i++) {
        const ox_input_device *device = &devices->list[i];
        if (!device->is_there || device->player >= devices->players) continue;
        if (device->battery < OX_INPUT_BATTERY_LOW) inputs[device->player].senses.state |= PLAT_BATTERY_LOW;
    }
    for (uint32_t i = 0; i < devices->players; i++)
        if ((devices->lost >> i & 1u) != 0) inputs[i].senses.state |= PLAT_DEVICE_LOST;
}

bool ox_input_devices_give(ox_input_devices *devices, uint32_t place, uint32_t player) {
    if (place >= PLAT_DEVICES || !devices->list[place].is_there) return false;
    if (player >= devices->players && player != OX_INPUT_NOBODY) return false;
    give_device(devices, place, player);
    return true;
}
