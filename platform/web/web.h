/* The state of the port to browsers, and the functions that the page gives the program (platform/web/player.js). */
#ifndef OXCART_WEB_WEB_H
#define OXCART_WEB_WEB_H

#include "platform/claim.h"
#include "platform/pixel.h"

enum { WEB_NOTICES = 16, WEB_STORAGE = 65536 };

/* All zero at the start. */
struct plat {
    int width, height, stride; /* of the picture, the stride in bytes; 0 before video is open */
    plat_format format;
    uint8_t *making;   /* the frame in the making, in its own format */
    uint32_t *picture; /* the frame as the page shows it: red, green, blue and 255 in the order of bytes */
    size_t making_room, picture_room; /* bytes */
    uint32_t palette[256];            /* as `picture`'s pixels */
    plat_kept_ramp ramp;
    plat_block main;  /* the size says what is wanted, 0: the most there is */
    uint8_t claimed;  /* bits of plat_single */
    plat_input input; /* as the page told it last */
    uint8_t notices[WEB_NOTICES];
    int notice_first, notice_count;
    uint32_t sound_rate;   /* 0: the speaker is not open */
    uint32_t sound_lost;   /* frames */
    uint8_t storage_state; /* 0: not asked for yet, 1: there, 2: the browser keeps nothing */
    uint8_t storage[WEB_STORAGE];
    const void *rom;
    size_t rom_bytes;
};

/* A function of the page, by its name there. */
#define WEB_PAGE(name) __attribute__((import_module("page"), import_name(name)))

/* Microseconds, never going back; 0 always where the page has no clock (tests). */
WEB_PAGE("ticks") uint64_t web_page_ticks(void);

/* One line of the log. */
WEB_PAGE("log") void web_page_log(int level, const char *text, size_t size);

/* Shows width x height pixels of four bytes. They stay as they are until the next frame. */
WEB_PAGE("present") void web_page_present(const uint32_t *pixels, int width, int height);

/* Saved games: fills `bytes` and returns how many were kept, 0 when none were, -1 where nothing can be; keeps them. */
WEB_PAGE("load") int web_page_load(uint8_t *bytes, size_t most);
WEB_PAGE("save") bool web_page_save(const uint8_t *bytes, size_t size);

/* Shakes the pads: a player's, or everyone's (-1). */
WEB_PAGE("rumble") bool web_page_rumble(int player, int motor, uint32_t strength, uint32_t milliseconds);

/* Hands the picture, or a text, to the user as a file. */
WEB_PAGE("screenshot") bool web_page_screenshot(void);
WEB_PAGE("keep") bool web_page_keep(const char *name, size_t name_size, const char *text, size_t text_size);

/* The speaker: opens it for frames of 16 bits and answers their rate, 0 where there is none; closes it; how many frames are not
 * heard yet; takes more; stands still and goes on. */
WEB_PAGE("speaker") uint32_t web_page_speaker(uint32_t rate, uint32_t channels);
WEB_PAGE("silence") void web_page_silence(void);
WEB_PAGE("queued") uint32_t web_page_queued(void);
WEB_PAGE("sound") void web_page_sound(const int16_t *frames, uint32_t count);
WEB_PAGE("pause") void web_page_pause(bool paused);

/* Bytes of memory for good, aligned to 16; NULL when the browser has no more. */
void *web_reserve(size_t size);

/* Fills the unused part of the call stack with the pattern of plat_stack; call it first of all. */
void web_paint_stack(void);

/* The system tells something; see plat_notice. */
void web_notify(plat *p, plat_notice_kind kind);

#endif
