/* The desktop port's display as the console sees it: a clock, which may be the test's own, a beam worked out from the
 * clock, modes, notices, and rumble that is handed on to the program that opened the port. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fixedmath/assert.h"
#include "platform/host/host_internal.h"

enum {
    REFRESH = 60000,    /* in 1/1000 Hz, when the options say nothing */
    LINES = 160,        /* visible ones before a picture is open */
    ABOVE = 228,        /* of 228 lines ... */
    BELOW = 160,        /* ... 160 are seen: the ratio of a Game Boy Advance */
    SECOND = 1000000000 /* thousandths of a microsecond */
};

/* ---- the clock ---- */

uint64_t plat_ticks(plat *p) {
    if (!p->options.fake_clock) return (host_now() - p->origin) / 1000;
    uint64_t now = p->fake_now;
    host_advance(p, p->options.fake_step);
    return now;
}

uint64_t host_time(const plat *p) {
    return p->options.fake_clock ? p->fake_now : (host_now() - p->origin) / 1000;
}

static void sleep_for(uint64_t microseconds) {
    struct timespec rest = {.tv_sec = (time_t)(microseconds / 1000000u),
                            .tv_nsec = (long)(microseconds % 1000000u * 1000u)};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR) continue;
}

static void let_pass(plat *p, uint64_t microseconds) {
    if (p->options.fake_clock)
        host_advance(p, microseconds);
    else
        sleep_for(microseconds);
}

void plat_wait(plat *p, uint32_t microseconds) { let_pass(p, microseconds); }

/* ---- the beam ---- */

static uint32_t refresh_of(const plat *p) { return p->options.refresh != 0 ? p->options.refresh : REFRESH; }
static uint32_t visible_of(const plat *p) { return p->height > 0 ? (uint32_t)p->height : LINES; }
static uint32_t lines_of(const plat *p) { return (visible_of(p) * ABOVE + BELOW - 1) / BELOW; }

/* line_at: lines that the beam has begun since the port was opened. start_of: the time when line number `line`
 * begins. */
static uint64_t line_at(const plat *p, uint64_t now) {
    uint64_t refresh = refresh_of(p), lines = lines_of(p), cycles = now * refresh;
    return cycles / SECOND * lines + cycles % SECOND * lines / SECOND;
}

static uint64_t start_of(const plat *p, uint64_t line) {
    uint64_t refresh = refresh_of(p), lines = lines_of(p);
    uint64_t frames = line / lines, rest = line % lines;
    return (frames * SECOND + (rest * SECOND + lines - 1) / lines + refresh - 1) / refresh;
}

static uint64_t blanks_at(const plat *p, uint64_t line) {
    return (line + lines_of(p) - visible_of(p)) / lines_of(p);
}

/* The beam reads the lines that it has reached from the memory of plat_show. */
static void scan_to(plat *p, uint64_t now) {
    uint64_t to = line_at(p, now), lines = lines_of(p);
    if (p->scanned == NULL || p->options.on_scan == NULL) {
        p->scan_line = to;
        return;
    }
    for (; p->scan_line < to; p->scan_line++) {
        uint64_t next = p->scan_line + 1;
        size_t y = (size_t)(next % lines);
        if (y < visible_of(p)) {
            const uint8_t *row = p->scan.pixels;
            if (row != NULL)
                memcpy(p->scanned + y * (size_t)p->stride, row + (ptrdiff_t)y * p->scan.stride,
                       (size_t)p->stride);
        } else if (y == visible_of(p)) {
            host_frame frame = {.pixels = p->scanned,
                                .palette = p->palette,
                                .width = p->width,
                                .height = p->height,
                                .stride = p->stride,
                                .format = p->format,
                                .number = (uint32_t)blanks_at(p, next)};
            p->options.on_scan(p->options.on_scan_argument, &frame);
            p->scan = p->scan_next;
        }
    }
}

void host_advance(plat *p, uint64_t microseconds) {
    if (!p->options.fake_clock) return;
    p->fake_now += microseconds;
    scan_to(p, p->fake_now);
}

int plat_line(plat *p) {
    uint64_t now = host_time(p);
    scan_to(p, now);
    return (int)(line_at(p, now) % lines_of(p));
}

uint32_t plat_blanks(plat *p) {
    uint64_t now = host_time(p);
    scan_to(p, now);
    return (uint32_t)blanks_at(p, line_at(p, now));
}

uint32_t plat_wait_blank(plat *p) {
    uint64_t now = host_time(p), count = blanks_at(p, line_at(p, now));
    uint64_t line = count * lines_of(p) + visible_of(p);
    while (blanks_at(p, line_at(p, now)) == count) {
        uint64_t until = start_of(p, line);
        let_pass(p, until > now ? until - now : 1);
        now = host_time(p);
    }
    scan_to(p, now);
    return (uint32_t)blanks_at(p, line_at(p, now));
}

/* A desktop's processor rests while its programs wait; a signal wakes them. */
void plat_halt(plat *p) {
    enum { NAP = 500 };
    let_pass(p, NAP);
}

bool plat_show(plat *p, const void *pixels, int stride, bool at_once) {
    if (p->options.on_scan == NULL || p->width == 0) return false;
    if (p->scanned == NULL) p->scanned = calloc((size_t)p->height, (size_t)p->stride);
    if (p->scanned == NULL) return false;
    scan_to(p, host_time(p));
    p->scan_next.pixels = pixels;
    p->scan_next.stride = stride;
    if (at_once || p->scan.pixels == NULL) p->scan = p->scan_next;
    return true;
}

/* ---- modes ---- */

bool plat_mode_at(plat *p, int index, plat_mode *mode) {
    if (index != 0) return false;
    *mode = (plat_mode){.formats = (1u << PLAT_FORMATS) - 1u, .refresh = refresh_of(p), .buffers = 2};
    return true;
}

void plat_video_close(plat *p) {
    host_frame_free(p);
    p->making = p->shown = NULL;
    p->picture = NULL;
    p->width = p->height = p->stride = 0;
    p->has_frame = false;
}

void plat_describe(plat *p, plat_machine *machine) {
    plat_storage_info storage = {0};
    plat_storage(p, &storage);
    *machine = (plat_machine){.abilities = PLAT_CAN_POINT | PLAT_CAN_TYPE | PLAT_CAN_BLANK | PLAT_CAN_HALT |
                                           PLAT_CAN_WATCH | PLAT_CAN_NOTICE,
                              .tick_rate = 1000000,
                              .refresh = refresh_of(p),
                              .lines = (int)lines_of(p),
                              .visible = (int)visible_of(p),
                              .save_bytes = storage.size,
                              .save_sector = storage.sector};
    if (storage.size != 0) machine->abilities |= PLAT_CAN_SAVE;
    if (host_has_speaker(p)) machine->abilities |= PLAT_CAN_SOUND;
    if (p->options.on_rumble != NULL || p->backend->rumble != NULL) machine->abilities |= PLAT_CAN_RUMBLE;
    if (p->options.on_scan != NULL) machine->abilities |= PLAT_CAN_SHOW;
    if (plat_processors(p) > 1) machine->abilities |= PLAT_CAN_WORK;
}

/* ---- captions, notices, rumble ---- */

void host_caption(plat *p, const char *text) {
    for (int i = 0; i < HOST_CAPTION_LINES; i++) {
        size_t length = strcspn(text, "\n");
        snprintf(p->caption[i], sizeof p->caption[i], "%.*s",
                 length > HOST_CAPTION_LENGTH ? HOST_CAPTION_LENGTH : (int)length, text);
        text += length + (text[length] == '\n');
    }
}

void host_notify(plat *p, plat_notice_kind kind) {
    if (p->notice_count == HOST_NOTICES) return;
    p->notices[(p->notice_first + p->notice_count++) % HOST_NOTICES] = (uint8_t)kind;
}

plat_notice_kind plat_notice(plat *p) {
    if (p->notice_count == 0) return PLAT_NOTHING;
    plat_notice_kind kind = (plat_notice_kind)p->notices[p->notice_first];
    p->notice_first = (p->notice_first + 1) % HOST_NOTICES;
    p->notice_count--;
    return kind;
}

bool plat_rumble(plat *p, int pad, int motor, uint32_t strength, uint32_t milliseconds) {
    const bool flies = host_wireless_shake(p->wireless, pad + 1, motor, strength, milliseconds);
    if (flies && pad >= 0) return true;
    if (p->options.on_rumble == NULL)
        return p->backend->rumble != NULL && p->backend->rumble(p, pad, motor, strength, milliseconds);
    p->options.on_rumble(p->options.on_rumble_argument, pad, motor, strength, milliseconds);
    return true;
}
