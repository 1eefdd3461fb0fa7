/* Pictures of a game that rests, as below a menu that stops it, and bands of pictures in two dimensions: what has not changed is not drawn again. */
#include "kernel/console/internal.h"

enum { OLD = 2, LINES_LEAST = 8, TRIES = 8, TRY_EACH = 32 };

static uint32_t fold(uint32_t hash, uint32_t digest) { return (hash ^ digest) * 0x01000193u; }

/* Whether the picture is a function of the list alone. Lists that take turns in memory are never alike, figures are new
 * in each frame, and a cart in C has its steps all the same. */
static bool is_compared(const ox_console *c, bool figures) {
    const bool looked_at = c->options.log_hashes || c->options.count_pixels;
    return !ROM_SMALL_PLAYER && c->rests && !figures && !c->cart_runs && !c->still.off &&
           c->budget.frame_copies == 1 && (c->bands.whole || !looked_at);
}

/* Whether each band is compared: bands are drawn in turn, and what they show is told by the list and by contents that are digested, too. Pictures
 * that have had no band in common with those before for a while are looked at now and then. */
static bool is_compared_by_bands(const ox_console *c, bool figures) {
    const bool looked_at = c->options.log_hashes || c->options.count_pixels;
    const int bands =
        c->bands.flat_lines == 0 ? 0 : (c->options.height + c->bands.flat_lines - 1) / c->bands.flat_lines;
    return !ROM_SMALL_PLAYER && c->bands.flat && !c->bands.whole && !looked_at && !figures && !c->cart_runs &&
           !c->still.off && bands > 1 && bands <= OX_STILL_BANDS &&
           (c->still.tries < TRIES || c->number % TRY_EACH <= OLD);
}

static void prepare_by_bands(ox_console *c) {
    ox_still *s = &c->still;
    s->lines = (uint8_t)c->bands.flat_lines;
    s->bands = (uint8_t)((c->options.height + s->lines - 1) / s->lines);
}

void ox_still_prepare(ox_console *c, bool figures) {
    ox_still *s = &c->still;
    const bool by_bands = is_compared_by_bands(c, figures);
    if (!ROM_SMALL_PLAYER && by_bands != s->by_bands) s->known = 0;
    s->bands = 0;
    if (!ROM_SMALL_PLAYER) s->by_bands = by_bands;
    if (by_bands) {
        prepare_by_bands(c);
        return;
    }
    if (!is_compared(c, figures)) {
        s->known = 0;
        return;
    }
    const int height = c->options.height, lines = (height + OX_STILL_BANDS - 1) / OX_STILL_BANDS;
    s->lines = (uint8_t)(lines < LINES_LEAST ? LINES_LEAST : lines);
    s->bands = c->bands.whole ? (uint8_t)((height + s->lines - 1) / s->lines) : 1;
    s->mark = (rs_frame_mark){0};
    for (uint32_t i = 0; i < OX_STILL_BANDS; i++) s->now[i] = 0;
}

void ox_still_scene(ox_console *c) {
    ox_still *s = &c->still;
    if (ROM_SMALL_PLAYER || s->bands == 0 || s->by_bands) return;
    const uint32_t digest = rs_frame_digest(c->frame, &s->mark, NULL);
    for (uint32_t i = 0; i < s->bands; i++) s->now[i] = fold(s->now[i], digest);
}

void ox_still_piece(ox_console *c) {
    ox_still *s = &c->still;
    if (ROM_SMALL_PLAYER || s->bands == 0 || s->by_bands) return;
    const uint32_t digest = rs_frame_digest(c->frame, &s->mark, s->bands == 1 ? NULL : s->now);
    if (s->bands == 1) s->now[0] = fold(s->now[0], digest);
}

void ox_still_end(ox_console *c) {
    ox_still *s = &c->still;
    ox_still_piece(c);
    if (ROM_SMALL_PLAYER || s->bands == 0) return;
    const rs_block cartridge = {(uint8_t *)(uintptr_t)c->image.base, c->image.size};
    if (s->by_bands && !rs_frame_band_digests(c->frame, cartridge, s->now)) {
        s->bands = s->known = 0;
        return;
    }
    const bool is_known = s->known == s->bands && !rs_frame_is_live(c->frame);
    if (s->tries < TRIES) s->tries++;
    for (uint32_t i = 0; i < s->bands; i++) {
        const bool is_same = is_known && s->now[i] == s->before[i] && !(s->by_bands && s->now[i] == 0);
        if (is_same) s->tries = 0;
        s->ages[i] = (uint8_t)(!is_same ? 0 : s->ages[i] < OLD ? s->ages[i] + 1 : OLD);
        s->before[i] = s->now[i];
    }
    s->known = s->bands;
}
