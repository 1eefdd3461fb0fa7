/* The state of the port to browsers, and the functions that the page gives the program (platform/web/player.js). */
#ifndef OXCART_WEB_WEB_H
#define OXCART_WEB_WEB_H

#include "platform/claim.h"
#include "platform/pixel.h"

enum { WEB_NOTICES = 16, WEB_STORAGE = 65536 };

/* A pad as the page read it last. */
typedef struct web_pad {
    plat_input in;
    uint16_t abilities;
    bool is_there;
} web_pad;

/* The port's state, all zero at the start. */
struct plat {
    int width, height, stride; /* of the picture, the stride in bytes; 0 before video is open */
    plat_format format;
    uint8_t *making;   /* the frame in the making, in its own format */
    uint32_t *picture; /* the frame as the page shows it: red, green, blue and 255 in the order of bytes */
    size_t making_room, picture_room; /* bytes */
    uint32_t palette[256];            /* in the form of the pixels of `picture` */
    plat_kept_ramp ramp;
    plat_block main;   /* base NULL until plat_memory; size 0: WEB_MEMORY */
    uint8_t claimed;   /* bits of plat_single */
    plat_input input;  /* of the page itself: keys, pointer, fingers, lean; as web_input set it last */
    plat_input polled; /* the same as the last plat_poll gave it */
    web_pad pads[PLAT_DEVICES - 1];
    uint16_t
        senses[PLAT_SENSES]; /* where the page writes senses, before web_input and web_pad_input take them */
    uint8_t notices[WEB_NOTICES];
    int notice_first, notice_count;
    uint32_t sound_rate;   /* 0: the speaker is not open */
    uint32_t sound_lost;   /* frames */
    uint8_t storage_state; /* 0: not asked for yet, 1: there, 2: the browser keeps nothing */
    uint8_t storage[WEB_STORAGE];
    const void *rom;
    size_t rom_bytes;
};

/* A function of the page, by its name in player.js. */
#define WEB_PAGE(name) __attribute__((import_module("page"), import_name(name)))

/* Microseconds that never go back; always 0 where the page has no clock (tests). */
WEB_PAGE("ticks") uint64_t web_page_ticks(void);

/* Writes one line of the log. */
WEB_PAGE("log") void web_page_log(int level, const char *text, size_t size);

/* Shows width x height pixels of four bytes. The pixels stay unchanged until the next frame. */
WEB_PAGE("present") void web_page_present(const uint32_t *pixels, int width, int height);

/* Saved games. load fills `bytes` and returns how many were kept, 0 when none were, -1 where the browser keeps
 * nothing; save keeps `size` bytes. */
WEB_PAGE("load") int web_page_load(uint8_t *bytes, size_t most);
WEB_PAGE("save") bool web_page_save(const uint8_t *bytes, size_t size);

/* Shakes the pad of a player, or all pads (-1). */
WEB_PAGE("rumble") bool web_page_rumble(int player, int motor, uint32_t strength, uint32_t milliseconds);

/* Hands the picture (screenshot) or a text (keep) to the user as a file. */
WEB_PAGE("screenshot") bool web_page_screenshot(void);
WEB_PAGE("keep") bool web_page_keep(const char *name, size_t name_size, const char *text, size_t text_size);

/* The speaker: `speaker` opens it for samples of 16 bits and answers the rate of frames, 0 where there is no speaker;
 * `silence` closes it; `queued` counts frames that are not heard yet; `sound` takes frames; `pause` pauses and goes
 * on. */
WEB_PAGE("speaker") uint32_t web_page_speaker(uint32_t rate, uint32_t channels);
WEB_PAGE("silence") void web_page_silence(void);
WEB_PAGE("queued") uint32_t web_page_queued(void);
WEB_PAGE("sound") void web_page_sound(const int16_t *frames, uint32_t count);
WEB_PAGE("pause") void web_page_pause(bool paused);

/* Reserves `size` bytes of memory for good, aligned to 16; NULL when the browser has no more. */
void *web_reserve(size_t size);

/* Fills the unused part of the call stack with the pattern of plat_stack; call it first of all. */
void web_paint_stack(void);

/* Queues a notice of the system for plat_notice. */
void web_notify(plat *p, plat_notice_kind kind);

#endif
