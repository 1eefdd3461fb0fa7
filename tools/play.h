/* Plays ROM images on the desktop port: what oxcart run and oxcart view share. */
#ifndef OXCART_TOOLS_PLAY_H
#define OXCART_TOOLS_PLAY_H

#include "platform/host/host.h"
#include "tools/arguments.h"

/* All zero but format = -1 is a sensible choice. */
typedef struct play_settings {
    const char *title;
    int driver; /* host_driver */
    bool terminal, headless;
    int32_t frames;     /* to play; 0: until the user quits */
    bool hash, stats;   /* print `frame=K hash=H` a frame; one line of figures at the end */
    const char *shot;   /* picture file to keep, or NULL */
    int32_t shot_frame; /* of which frame; -1: of the last */
    const char *input;  /* input script or NULL */
    int32_t bands, threads, scale;
    int size[2];     /* 0: as the ROM asks */
    int format;      /* plat_format, -1: as the ROM asks */
    uint32_t memory; /* bytes of the machine; 0: the port's default */
    bool quiet;
    const char *record; /* file to record to, or NULL */
    const char *replay; /* recording to play instead of the input, or NULL */
    bool thorough;      /* the recording has every value in every step */
} play_settings;

/* The options of both verbs, for arguments_parse: copy them into a table of at least PLAY_OPTIONS + 1
 * entries. Returns how many there are. */
enum { PLAY_OPTIONS = 19 };
int play_options(play_settings *settings, argument_option *options);

/* Settles what depends on one another. False after a line on stderr: exit with EXIT_USAGE. */
bool play_settle(const char *verb, play_settings *settings);

typedef struct player player;

/* Opens the port; NULL after a line on stderr. */
player *play_open(const play_settings *settings);

typedef enum play_end { PLAY_DONE, PLAY_INTERRUPTED, PLAY_REFUSED } play_end;

/* Boots an image (aligned to 4 bytes; `name` stands in errors) and plays it. `interrupt` (may be NULL) is
 * asked about twice a second and ends the game when it says so; another image may be played then. */
play_end play_image(player *p, const char *name, const void *image, size_t size,
                    bool (*interrupt)(void *argument), void *argument);

/* Closes the port and prints the figures. Returns the exit code: EXIT_BAD when `end` is PLAY_REFUSED or the
 * port could not do all that was asked (a shot, say). A command that was ended by a signal ends by it. */
int play_close(player *p, play_end end);

#endif
