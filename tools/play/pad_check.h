/* The list that pads are looked over by: each control in turn, how it rests and how far it goes, what it becomes in a game, whether it shakes and stops; and
 * what a game does when the pad is pulled out or its battery is nearly empty. A person's hands do what is asked, or an input script does.
 *
 *     pad_check_script(1, text, sizeof text);                      the port's input script, for a pad that is not there
 *     count = pad_check_controls(&check, items);                    PAD_ITEMS of room
 *     count += pad_check_game(&image, items + count);
 *     good = pad_check_tell(stdout, items, count);
 */
#ifndef OXCART_TOOLS_PLAY_PAD_CHECK_H
#define OXCART_TOOLS_PLAY_PAD_CHECK_H

#include <stdio.h>

#include "platform/platform.h"
#include "tools/base/writer.h"

enum { PAD_ITEMS = 48, PAD_SCRIPT = 4096 };

typedef struct pad_item {
    char name[32];
    bool passed;
    char text[96]; /* what was found */
} pad_item;

/* What a port's motors were told, for pads that are not there: `pad_check_felt` is its on_rumble. */
typedef struct pad_motors {
    uint32_t now[2], times[2]; /* strength; how often it began to shake */
} pad_motors;
void pad_check_felt(void *motors, int pad, int motor, uint32_t strength, uint32_t milliseconds);

typedef struct pad_check {
    plat *port;   /* with a picture open */
    int place;    /* of the device */
    bool by_hand; /* a person is asked on standard output, and has ten seconds for each control */
    void (*fault)(plat_input *in); /* what is wrong with the pad, for tests of the list; or NULL */
    const pad_motors *motors;      /* what they were told; or NULL */
} pad_check;

/* Writes the input script of hands that do all that is asked of the pad in a place. */
void pad_check_script(int place, char *text, size_t size);

/* Looks over the controls of a device. Returns the number of items. */
int pad_check_controls(const pad_check *check, pad_item *items);

/* Plays an image that has scripts without a picture, and looks what it does with a pad that shakes, whose battery goes, that is pulled out and comes back. */
int pad_check_game(const writer *image, pad_item *items);

/* Prints a line for each item and one for all; whether all have passed. */
bool pad_check_tell(FILE *out, const pad_item *items, int count);

#endif
