/* Devices and whose they are: keyboards, pads and the rest of a machine, told apart, and given to players.
 *
 *     ox_input_devices_init(&devices, 2);                                   two players
 *     each frame, behind plat_poll, with inputs[] all zero:
 *         for each place: ox_input_devices_see(&devices, place, there ? &about : NULL, &in, inputs);
 *         ox_input_devices_settle(&devices, inputs);                        inputs[p] is what player p gave
 *
 * WHO HAS WHAT. A device belongs to one player at most, and a player may have several. A pad that comes goes to the player whose pad was lost, else to
 * the first player without one. The machine's own devices (place 0) go to the first player without a pad; when all have one, to the first player. With
 * one player all devices are that player's. A device that belongs to nobody takes a player's place by START, where a pad was lost or nothing plays.
 *
 * LOSS. When the last pad of a player is pulled out, its buttons are up at once, and the player's senses say PLAT_DEVICE_LOST until another device
 * takes its place: a pad that is plugged in, or START of a device that has no player; of a single player START of any device. A pad that nobody has
 * pressed anything on is not missed. PLAT_BATTERY_LOW is said of devices with less than a tenth of their battery.
 *
 * Steps never look here: loss and low batteries come with a player's record (record.h), so recordings have them. (GEA 8.5.5.)
 *
 * Bytes: 100. Cost: some hundred instructions a device. */
#ifndef OXCART_KERNEL_INPUT_DEVICE_H
#define OXCART_KERNEL_INPUT_DEVICE_H

#include "kernel/input/record.h"

enum { OX_INPUT_NOBODY = 255, OX_INPUT_BATTERY_LOW = 25 };

typedef struct ox_input_device {
    uint16_t abilities; /* PLAT_HAS_STICK ... */
    uint8_t kind, battery;
    uint8_t player; /* whose it is, or OX_INPUT_NOBODY */
    bool is_there;
    bool has_spoken; /* something was pressed on it */
    bool starts;     /* START is held on it */
} ox_input_device;

typedef struct ox_input_devices {
    ox_input_device list[PLAT_DEVICES];
    uint32_t players; /* 1 to OX_PLAYERS_MAX */
    uint32_t given;   /* a bit for each player whose input code gives: no device goes there */
    uint32_t lost;    /* a bit for each player whose device was lost */
    uint32_t changes; /* how often a device came, went, or changed its player; for messages */
} ox_input_devices;

void ox_input_devices_init(ox_input_devices *devices, uint32_t players);

/* What is in a place; about NULL: nothing. Adds its input to that of its player. */
void ox_input_devices_see(ox_input_devices *devices, uint32_t place, const plat_device *about,
                          const plat_input *in, plat_input inputs[OX_PLAYERS_MAX]);

/* Behind all places: says in the players' senses what is lost and low. */
void ox_input_devices_settle(ox_input_devices *devices, plat_input inputs[OX_PLAYERS_MAX]);

/* Gives a device to a player, or to OX_INPUT_NOBODY. False: there is no such device or player. */
bool ox_input_devices_give(ox_input_devices *devices, uint32_t place, uint32_t player);

/* Adds the input of one device to that of others: buttons and keys of all; of sticks the one that is pushed the farthest; of triggers the farther one;
 * pointer, fingers and tilt of whoever has them. */
void ox_input_join(plat_input *all, const plat_input *one);

#endif
