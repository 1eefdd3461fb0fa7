/* Reads keys and mouse out of the bytes that a terminal sends.
 *
 * Plain terminals send a byte sequence per press and again for each repeat, but nothing on release: a
 * button then counts as held for HOST_KEYS_HOLD after its last sequence. Terminals that know the kitty keyboard
 * protocol also report releases, and then holding is exact. Esc is told apart from the sequences that begin
 * with it by a short silence. */
#ifndef OXCART_PLATFORM_HOST_HOST_KEYS_H
#define OXCART_PLATFORM_HOST_HOST_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platform/platform.h"

#define HOST_KEYS_HOLD ((uint64_t)150000000)       /* nanoseconds */
#define HOST_KEYS_ESC_SILENCE ((uint64_t)60000000) /* nanoseconds after which an Esc stands alone */

enum { HOST_KEYS_BUTTONS = 12, HOST_KEYS_PENDING = 64 };

typedef struct host_keys {
    uint8_t pending[HOST_KEYS_PENDING]; /* the beginning of a sequence */
    size_t pending_count;
    uint64_t pending_since;                         /* when its last byte came */
    uint64_t held_until[HOST_KEYS_BUTTONS];         /* in the order of the bits of plat_input.buttons */
    uint32_t fresh;                                 /* pressed since the last host_keys_buttons */
    uint64_t key_until[PLAT_KEYS];                  /* likewise of keys (PLAT_KEY_A ...) */
    uint16_t fresh_keys[PLAT_KEY_WORDS];            /* pressed since the last host_keys_senses */
    uint16_t typed;                                 /* a character since then */
    bool reports_releases;                          /* the terminal said that it speaks the kitty protocol */
    bool quit, suspend, screenshot, redraw, inside; /* asked for; the reader clears them */
    bool mouse_seen, mouse_held;                    /* first mouse button */
    int mouse_column, mouse_row;                    /* cells, from 0 */
    int wheel; /* notches, away from the user positive; the reader clears it */
} host_keys;

/* Takes bytes that came at time `now` (nanoseconds). */
void host_keys_feed(host_keys *keys, const uint8_t *bytes, size_t count, uint64_t now);

/* Settles an Esc that stayed alone; call it once per poll. */
void host_keys_tick(host_keys *keys, uint64_t now);

/* The buttons held now. A button pressed since the last call is among them, however short the press was. */
uint32_t host_keys_buttons(host_keys *keys, uint64_t now);

/* The keys held now, likewise, and the last character that was typed. */
void host_keys_senses(host_keys *keys, uint64_t now, plat_senses *senses);

/* Releases all buttons and the mouse, as when the window loses the keyboard. */
void host_keys_release_all(host_keys *keys);

#endif
