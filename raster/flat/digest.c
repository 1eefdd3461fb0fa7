/* What each band of a frame of two dimensions shows, as a number: items, how they are put, their records, and the contents that they lead to. */
#include "raster/flat/flat_work.h"

#if RS_FRAGMENT_LINKED

static const uint32_t START = RS_DIGEST_START;

static inline uint32_t fold_word(uint32_t hash, uint32_t word) { return rs_digest_fold(hash, word); }

static uint32_t fold_words(uint32_t hash, const void *base, size_t bytes) {
    const uint32_t *word = base;
    for (size_t left = bytes / 4; left > 0; left--) hash = fold_word(hash, *word++);
    return hash;
}

static uint32_t fold_bytes(uint32_t hash, const void *base, size_t bytes) {
    const uint8_t *byte = base;
    for (; bytes > 0 && ((uintptr_t)byte & 3u) != 0; bytes--) hash = fold_word(hash, *byte++);
    hash = fold_words(hash, byte, bytes);
    for (size_t i = bytes & ~(size_t)3; i < bytes; i++) hash = fold_word(hash, byte[i]);
    return hash;
}

/* Adds contents that need not stay, if they are few. */
static void add_contents(rs_digest *d, const void *at, size_t bytes) {
    enum { MOST = 4096 };
    if (bytes == 0 || rs_digest_is_fixed(d, at)) return;
    if (bytes > MOST)
        d->is_known = false;
    else
        d->hash = fold_bytes(d->hash, at, bytes);
}

static void add_layer(rs_digest *d, const rs_layer *l) {
    d->hash = fold_words(d->hash, l, sizeof *l);
    add_contents(d, l->cells, (size_t)l->pitch * (size_t)l->rows * l->cell_bytes);
    add_contents(d, l->substitutes, l->substitute_count * sizeof *l->substitutes);
}

static void add_letters(rs_digest *d, const rs_letters *l) {
    d->hash = fold_word(fold_word(d->hash, (uint32_t)l->count), l->native);
    if (l->bits != 1) d->is_known = false; /* they are mixed, through tables of the palette */
    for (int32_t i = 0; i < l->count; i++) {
        const rs_glyph *g = &l->glyphs[i];
        if (!rs_digest_is_fixed(d, g->coverage)) d->is_known = false;
        d->hash = fold_word(fold_word(d->hash, (uint32_t)(uintptr_t)g->coverage),
                            (uint16_t)g->x | (uint32_t)(uint16_t)g->y << 16);
        d->hash = fold_word(d->hash, g->width | (uint32_t)g->height << 8);
    }
}

static void add_words(rs_digest *d, const rs_words *w) {
    d->hash = fold_word(fold_word(d->hash, (uint32_t)w->x), (uint32_t)w->y);
    for (const char *at = w->text; *at != '\0'; at++) d->hash = fold_word(d->hash, (uint8_t)*at);
}

/* How items of a draw are put. Tables of the palette may change, and so may those that change indices. */
void rs_digest_put(rs_digest *d, const rs_draw *draw) {
    const rs_put *put = &draw->put;
    d->is_known = put->mode == RS_FLAT_OPAQUE && put->tint == 0 && put->surface == RS_PAL8 &&
                  (put->pixels == NULL || rs_digest_is_fixed(d, put->pixels)) &&
                  (put->remap == NULL || rs_digest_is_fixed(d, put->remap));
    d->hash = fold_word(fold_words(START, put, sizeof *put), (uint32_t)(uintptr_t)draw->function);
}

static bool has_no_record(rs_item_function function) {
    return function == rs_draw_rectangle || function == RS_NEAREST_OF(rs_quick_draw_blit);
}

void rs_digest_item(rs_digest *d, const rs_draw *draw, const rs_item *item) {
    const void *const record = rs_item_record(draw, item);
    d->hash = fold_word(fold_word(fold_word(d->hash, item->next), item->colour), item->c);
    if (has_no_record(draw->function))
        d->hash = fold_word(d->hash, item->a | (uint32_t)item->b << 16);
    else if (draw->function == rs_draw_layer)
        add_layer(d, record);
    else if (draw->function == rs_draw_glyphs)
        add_letters(d, record);
    else if (draw->function == rs_draw_words)
        add_words(d, record);
    else
        d->is_known = false;
}

/* The bands that rows touch, as bits. */
static uint32_t bands_in(const rs_frame *frame, uint32_t rows) {
    const int first = rs_band_of(frame, (int)(rows & 0xFFFFu)),
              last = rs_band_of(frame, (int)(rows >> 16) - 1);
    return (UINT32_C(2) << last) - (UINT32_C(1) << first);
}

bool rs_frame_band_digests(const rs_frame *frame, rs_block fixed, uint32_t *digests) {
    rs_digest d = {(uintptr_t)fixed.base, fixed.size, 0, true};
    uint32_t unknown = 0, put_hash = 0, put = UINT32_MAX;
    bool put_known = false;
    if (!rs_frame_is_flat(frame) || frame->bins != NULL || frame->live || frame->stages != NULL ||
        frame->bands > 31)
        return false;
    for (int32_t band = 0; band < frame->bands; band++)
        digests[band] = fold_word(START, frame->target.background);
    for (uint32_t i = 0; i < frame->item_count; i++) {
        const rs_item *item = rs_item_at(frame, i);
        const rs_draw *draw = rs_draw_at(frame, item->draw);
        const uint32_t bands = bands_in(frame, item->next);
        if ((bands & ~unknown) == 0) continue;
        if (put != item->draw) {
            rs_digest_put(&d, draw);
            put = item->draw, put_hash = d.hash, put_known = d.is_known;
        }
        d.hash = put_hash, d.is_known = put_known;
        rs_digest_item(&d, draw, item);
        if (!d.is_known) unknown |= bands;
        for (uint32_t band = 0; bands >> band != 0; band++)
            if ((bands >> band & 1u) != 0) digests[band] = fold_word(digests[band], d.hash);
    }
    for (int32_t band = 0; band < frame->bands; band++)
        if ((unknown >> band & 1u) != 0) digests[band] = 0;
    return true;
}

#else

/* Small players draw band after band. */
bool rs_frame_band_digests(const rs_frame *frame, rs_block fixed, uint32_t *digests) {
    (void)frame, (void)fixed, (void)digests;
    return false;
}

#endif
