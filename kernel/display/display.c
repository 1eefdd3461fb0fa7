/* Opens displays, hands out what is drawn next, and changes pictures in the blank. */
#include "kernel/display/display.h"

#include <string.h>

#include "kernel/memory/life.h"
#include "kernel/names/hash.h"

FX_STATIC_ASSERT(RS_SIZE_MAX <= INT16_MAX, "a surface's sides are int16_t");

static int pixel_bytes(plat_format format) { return rs_format_bytes((rs_format)format); }

static int stride_of(const ox_display_config *c) { return (c->width * pixel_bytes(c->format) + 3) & ~3; }

static int lines_of(const ox_display_config *c) {
    return c->buffering == OX_BUFFER_BAND ? c->band_lines : c->height;
}

static int pictures_of(const ox_display_config *c) {
    switch (c->buffering) {
    case OX_BUFFER_SWAP:
        return 2;
    case OX_BUFFER_TRIPLE:
        return 3;
    case OX_BUFFER_BAND:
        return c->two_strips ? 2 : 1;
    default:
        return 1;
    }
}

static bool makes_sense(const ox_display_config *c) {
    bool bits = c->stencil_bits == 0 || c->stencil_bits == 1 || c->stencil_bits == 2 ||
                c->stencil_bits == 4 || c->stencil_bits == 8;
    bool copies = c->buffering == OX_BUFFER_BAND || c->buffering == OX_BUFFER_COPY;
    return c->width >= 1 && c->width <= RS_SIZE_MAX && c->height >= 1 && c->height <= RS_SIZE_MAX &&
           (unsigned)c->format < PLAT_FORMATS && (unsigned)c->buffering < OX_BUFFERINGS && bits &&
           (!c->half || (copies && c->width <= RS_SIZE_MAX / 2)) && (!c->pairs || c->format == PLAT_PAL8) &&
           (c->buffering != OX_BUFFER_BAND || (c->band_lines >= 1 && c->band_lines <= c->height));
}

/* Bytes of the planes: of a picture, depth, stencil, alpha, and of a doubled line. */
static void plane_bytes(const ox_display_config *c, size_t bytes[5]) {
    size_t lines = (size_t)lines_of(c), width = (size_t)c->width;
    bytes[0] = lines * (size_t)stride_of(c);
    bytes[1] = c->depth ? lines * width * 2 : 0;
    bytes[2] = lines * ((width * (size_t)c->stencil_bits + 7) / 8);
    bytes[3] = c->alpha ? lines * width : 0;
    bytes[4] = c->half ? 2 * width * (size_t)pixel_bytes(c->format) : 0;
    for (int i = 0; i < 5; i++) bytes[i] = OX_ALIGN_UP(bytes[i], (size_t)OX_ALIGNMENT);
}

size_t ox_display_bytes(const ox_display_config *config) {
    size_t bytes[5];
    if (!makes_sense(config)) return 0;
    plane_bytes(config, bytes);
    return bytes[0] * (size_t)pictures_of(config) + bytes[1] + bytes[2] + bytes[3] + bytes[4];
}

/* ---- opening ---- */

static bool has_mode(plat *platform, const ox_display_config *c) {
    int factor = c->half ? 2 : 1;
    plat_mode mode;
    for (int i = 0; plat_mode_at(platform, i, &mode); i++) {
        bool any = mode.width == 0 || (c->width * factor <= mode.width && c->height * factor <= mode.height);
        if (any && (mode.formats >> c->format & 1u) != 0) return true;
    }
    return false;
}

static bool take_planes(ox_display *d, ox_arena *arena) {
    size_t bytes[5];
    plane_bytes(&d->config, bytes);
    uint8_t *planes[5] = {NULL, NULL, NULL, NULL, NULL};
    for (int i = 0; i < d->picture_count; i++) {
        d->pictures[i] = ox_arena_push_high(arena, bytes[0], OX_ALIGNMENT);
        if (d->pictures[i] == NULL) return false;
        memset(d->pictures[i], 0, bytes[0]);
    }
    for (int i = 1; i < 5; i++) {
        if (bytes[i] == 0) continue;
        planes[i] = ox_arena_push_high(arena, bytes[i], OX_ALIGNMENT);
        if (planes[i] == NULL) return false;
    }
    d->picture_bytes = bytes[0];
    d->depth = (uint16_t *)(void *)planes[1];
    d->stencil = planes[2];
    d->alpha = planes[3];
    d->doubled = planes[4];
    return true;
}

/* Makes the display read the first picture; where it cannot, pictures are copied. */
static void show_first(ox_display *d) {
    ox_buffering *b = &d->config.buffering;
    if (*b == OX_BUFFER_BAND || *b == OX_BUFFER_COPY) return;
    if (plat_show(d->platform, d->pictures[0], d->stride, true)) {
        d->drawn = *b == OX_BUFFER_SINGLE ? 0 : 1;
        return;
    }
    *b = OX_BUFFER_COPY;
    d->picture_count = 1;
}

ox_status ox_display_open(ox_display *display, plat *platform, ox_arena *arena,
                          const ox_display_config *config) {
    int factor = config->half ? 2 : 1;
    if (platform == NULL || arena == NULL || !makes_sense(config)) return OX_BAD_ARGUMENT;
    if (!has_mode(platform, config)) return OX_NO_VIDEO;
    ox_display d = {
        .arena = arena, .mark = ox_arena_mark(arena, OX_ARENA_HIGH), .config = *config, .waiting = -1};
    d.picture_count = pictures_of(config);
    d.stride = stride_of(config);
    if (!take_planes(&d, arena)) {
        ox_arena_rollback(arena, d.mark);
        return OX_OUT_OF_MEMORY;
    }
    bool claimed = plat_claim(platform, PLAT_DISPLAY, true);
    FX_ASSERT_MSG(claimed, "a second display is opened on one port");
    if (!claimed ||
        !plat_video_open(platform, config->width * factor, config->height * factor, config->format)) {
        ox_arena_rollback(arena, d.mark);
        if (claimed) plat_claim(platform, PLAT_DISPLAY, false);
        return claimed ? OX_NO_VIDEO : OX_BAD_STATE;
    }
    d.platform = platform;
    plat_describe(platform, &d.machine);
    show_first(&d);
    *display = d;
    return OX_OK;
}

void ox_display_close(ox_display *display) {
    if (display->platform != NULL) {
        plat_video_close(display->platform);
        plat_claim(display->platform, PLAT_DISPLAY, false);
        ox_arena_rollback(display->arena, display->mark);
    }
    OX_CLEAR(display);
}

/* ---- waiting ---- */

static void await_blank(ox_display *d) {
    plat_wait_blank(d->platform);
    d->stats.waits++;
}

bool ox_display_passed(const ox_display *display, int y) {
    int line = plat_line(display->platform);
    return line > y || line >= display->config.height;
}

/* ---- drawing ---- */

/* Debug builds find whoever writes into a picture in sight. */
static void note_shown(ox_display *d) {
#if OX_DEBUG
    d->shown_sum = ox_hash_hsieh(d->pictures[d->shown], d->picture_bytes);
#else
    (void)d;
#endif
}

static void check_shown(const ox_display *d) {
#if OX_DEBUG
    FX_ASSERT_MSG(d->stats.swaps == 0 || d->drawn == d->shown ||
                      d->shown_sum == ox_hash_hsieh(d->pictures[d->shown], d->picture_bytes),
                  "display: somebody has drawn into the picture that is shown");
#else
    (void)d;
#endif
}

static rs_surface surface_of(const ox_display *d, uint8_t *pixels, int top, int lines) {
    return (rs_surface){.pixels = pixels,
                        .stride = d->stride,
                        .width = (int16_t)d->config.width,
                        .height = (int16_t)d->config.height,
                        .top = (int16_t)top,
                        .lines = (int16_t)lines,
                        .format = (uint8_t)d->config.format};
}

rs_surface ox_display_draw(ox_display *display, uint32_t *age) {
    OX_CREATED(display->platform);
    ox_display *d = display;
    uint32_t next = d->stats.frames + 1, stamp = d->stamps[d->drawn];
    if (age != NULL) *age = stamp == 0 ? 0 : next - stamp;
    check_shown(d);
    if (d->config.buffering == OX_BUFFER_SINGLE && !d->config.at_once) await_blank(d);
    return surface_of(d, d->pictures[d->drawn], 0, lines_of(&d->config));
}

bool ox_display_band(ox_display *display, rs_surface *strip) {
    ox_display *d = display;
    int height = d->config.height, lines = d->config.band_lines;
    FX_CHECK_OR(d->config.buffering == OX_BUFFER_BAND, "display: strips of a display that has whole pictures",
                return false);
    if (d->band_top >= height) return false;
    if (lines > height - d->band_top) lines = height - d->band_top;
    *strip = surface_of(d, d->pictures[d->drawn], d->band_top, lines);
    return true;
}

/* ---- handing over ---- */

/* Makes every pixel of a line two. */
static void double_line(const ox_display *d, const uint8_t *from) {
    size_t bytes = (size_t)pixel_bytes(d->config.format);
    uint8_t *to = d->doubled;
    for (int x = 0; x < d->config.width; x++, from += bytes, to += 2 * bytes) {
        memcpy(to, from, bytes);
        memcpy(to + bytes, from, bytes);
    }
}

static void hand_over(ox_display *d, const uint8_t *pixels, int top, int lines) {
    d->stats.copied += (uint32_t)(lines * d->config.width * pixel_bytes(d->config.format));
    if (!d->config.half) {
        plat_band(d->platform, top, lines, pixels, d->stride);
        return;
    }
    for (int y = 0; y < lines; y++) {
        (void)plat_processors(d->platform); /* any call: the port has read the line before */
        double_line(d, pixels + (size_t)y * (size_t)d->stride);
        plat_band(d->platform, 2 * (top + y), 2, d->doubled, 0);
    }
}

void ox_display_band_done(ox_display *display, const rs_surface *strip) {
    ox_display *d = display;
    hand_over(d, strip->pixels, strip->top, strip->lines);
    if (d->picture_count == 2)
        d->drawn ^= 1; /* the port may read one strip while the other is drawn */
    else
        (void)plat_processors(d->platform);
    d->band_top += strip->lines;
}

/* The picture goes to the display at the next blank; the picture before must have got there. */
static void queue(ox_display *d) {
    int done = d->drawn;
    if (!d->config.at_once && d->waiting >= 0 && plat_blanks(d->platform) == d->blank) await_blank(d);
    (void)plat_show(d->platform, d->pictures[done], d->stride, d->config.at_once);
    d->blank = plat_blanks(d->platform);
    d->shown = done;
    d->waiting = done;
    d->stats.swaps++;
    note_shown(d);
    d->drawn = (done + 1) % d->picture_count;
    if (d->picture_count == 2 && !d->config.at_once) {
        await_blank(d); /* until then the other picture is read */
        d->waiting = -1;
    }
}

void ox_display_present(ox_display *display) {
    ox_display *d = display;
    check_shown(d);
    d->stats.frames++;
    d->stamps[d->drawn] = d->stats.frames;
    switch (d->config.buffering) {
    case OX_BUFFER_SWAP:
    case OX_BUFFER_TRIPLE:
        queue(d);
        break;
    case OX_BUFFER_COPY:
        if (!d->config.at_once) await_blank(d);
        hand_over(d, d->pictures[0], 0, d->config.height);
        plat_present(d->platform);
        break;
    case OX_BUFFER_BAND:
        d->band_top = 0;
        if (!d->config.at_once) await_blank(d);
        plat_present(d->platform);
        break;
    default:
        break;
    }
}

void ox_display_copy_pairs(uint16_t *line, int x, const uint8_t *pixels, int count) {
    for (int i = 0; i < count;) {
        uint8_t both[2];
        uint16_t *at = &line[(x + i) / 2];
        memcpy(both, at, 2);
        if (((x + i) & 1) != 0) {
            both[1] = pixels[i++];
        } else {
            both[0] = pixels[i++];
            if (i < count) both[1] = pixels[i++];
        }
        uint16_t pair;
        memcpy(&pair, both, 2);
        *at = pair;
    }
}
