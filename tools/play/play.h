/* Plays ROM images on the desktop port: functions that oxcart run and oxcart view share. */
#ifndef OXCART_TOOLS_PLAY_PLAY_H
#define OXCART_TOOLS_PLAY_PLAY_H

#include "kernel/console/console.h"
#include "kernel/module/module.h"
#include "platform/host/host.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"
#include "tools/build/live.h"
#include "tools/report/arguments.h"

/* How an image is played. All zero but format = -1 is a sensible choice. */
typedef struct play_settings {
    const char *title;
    int driver; /* host_driver */
    bool terminal, headless, fb;
    const char *device; /* of the framebuffer driver, or NULL */
    int32_t frames;     /* frames to play; 0: until the user quits */
    bool hash, stats;   /* print `frame=K hash=H` a frame; one line of figures at the end */
    const char *shot;   /* picture file to keep, or NULL */
    int32_t shot_frame; /* frame of the picture; -1: the last */
    const char *input;  /* input script or NULL */
    int32_t bands, threads, scale;
    int size[2];     /* 0: the ROM's size */
    int format;      /* plat_format, -1: the ROM's format */
    uint32_t memory; /* bytes of the machine; 0: the port's default */
    bool quiet;
    const char *record; /* file to record to, or NULL */
    const char *replay; /* recording to play instead of the input, or NULL */
    int32_t take_over;  /* ticks of the replay behind which the input counts; 0: never */
    int32_t forward;    /* step up to which no pictures are made; 0: none */
    bool loop;          /* the replay begins anew at its end */
    bool
        force; /* a recording of another image of the cart is played, too; files are followed while one is written or played */
    bool thorough;                 /* the recording has every value in every step */
    const char *level;             /* scene to begin with: "main", or NULL: the cart's start scene */
    bool old_add_ons;              /* add-ons made for another interface of the game play, too */
    const char *overlays;          /* ROM images that lie over the cart's, separated by commas; NULL: none */
    const char *language, *region; /* tags of the cart's variants, or NULL */
    bool live;                     /* an image: follow its file; a folder: follow it in headless runs too */
    const char *wav;               /* file that keeps all sound, or NULL */
    const char *
        player; /* command that plays raw samples from its standard input, or NULL: one that the desktop has */
    bool mute;  /* none */
    int32_t wireless;  /* UDP port at which wireless pads are heard, or 0 */
    bool sounds;       /* a line for each sound */
    const char *bus;   /* the only bus that is heard, or NULL */
    const char *saves; /* file of saved games; NULL: nothing is kept */
    const char *
        show; /* what is drawn over the picture, with commas: "shapes,contacts" (kernel/collision/show.h); or NULL */
    const char *
        inspect; /* page of the inside view that stands open from the first frame on (kernel/inspect/inspect.h); or NULL */
    bool looks;               /* run: a person may open the inside view */
    const char *commands;     /* file of lines for the view's console, done before the first frame; or NULL */
    const char *option_files; /* texts of options, with commas (tools/play/option_sources.h); or NULL */
    argument_list options;    /* NAME=VALUE */
    int32_t user;             /* whose own values count */
    uint32_t off[OX_MODULES_MOST], off_count; /* ids of modules that do not play */
    const char *log;            /* what the log takes, with commas (tools/play/log_file.h); or NULL */
    const char *memory_file;    /* file that has the use of memory at the end, or NULL */
    const char *log_file;       /* file that has its lines, or NULL */
    const char *pictures;       /* folder that gets every frame as a picture, or NULL */
    struct ox_profile *profile; /* taken while nobody looks, or NULL */
    bool strict;                /* a missing, damaged or refused chunk ends the game */
    void (*each)(void *context, const ox_console *console); /* called after each frame; may be NULL */
    bool (*before)(void *context,
                   ox_console *console); /* called before each frame; false ends the game; may be NULL */
    void (*ended)(void *context, ox_console *console); /* called before a game closes; may be NULL */
    void *context;
    const ox_cart *
        cart; /* a game in C beside the scene, or NULL; not watched; frames are counted on from image to image */
    uint32_t scene; /* id of the scene to begin with, 0: as `level` says */
    int gamma;      /* tenths above 1.0 of ox_console_gamma */
    int32_t
        listen; /* run: port at which images are taken (tools/play/remote.h); 0: any free port, -1: none */
    bool start_screen; /* a start screen with the cart's title and author, for a person at play */
} play_settings;

/* The options of both verbs, for arguments_parse: copy them into a table of at least PLAY_OPTIONS + 1
 * entries. Returns how many there are. */
enum { PLAY_OPTIONS = 48 };
int play_options(play_settings *settings, argument_option *options);

/* Settles options that depend on one another. False after a line on stderr: exit with EXIT_USAGE. */
bool play_settle(const char *verb, play_settings *settings);

typedef struct player player;

/* Opens the port; NULL after a line on stderr. */
player *play_open(const play_settings *settings);

typedef enum play_end { PLAY_DONE, PLAY_INTERRUPTED, PLAY_REFUSED, PLAY_CRASHED } play_end;

/* Boots an image (aligned to 4 bytes; `name` stands in errors) and plays it. With `rebuild` (may be NULL),
 * changes are put into the running game, chunk by chunk, and its state is kept (kernel/resource/live.h). A
 * mistake is told, and the game goes on as it was. When the change needs a restart (another budget or size, the first script or sound,
 * or a layout that the game does not know), the result is PLAY_INTERRUPTED, and *next has the image to play then. */
play_end play_image(player *p, const char *name, const void *image, size_t size, const live_rebuild *rebuild,
                    writer *next);

/* Whether a build was still running when a game ended, and did not stop: the context of its live_rebuild must stay
 * until the process ends. */
bool play_gave_up(const player *p);

/* Sets pixel format, first scene and game in C for the next image. */
void play_next(player *p, int format, uint32_t scene, const ox_cart *game);

/* Closes the port and prints the figures. Returns the exit code: EXIT_BAD when `end` is PLAY_REFUSED or the
 * port could not do all that was asked (a shot, say). A signal that ended the command ends the process. */
int play_close(player *p, play_end end);

#endif
