/* The encoder of movies. */
#include "tools/encode/movie_encode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/angle.h"
#include "tools/import/image/pixels.h"
#include "tools/import/sound/adpcm.h"
#include "tools/record_writer.h"

enum {
    BLOCK = ROM_MOVIE_BLOCK,
    SIDE = ROM_MOVIE_SIDE,
    SAMPLES = 4096,
    ROUNDS = 6,
    WEIGHTS = 40,
    HEAD = 1,
    PATCH = 16
};

/* One block of a frame: its form and its error in each mode. */
typedef struct block {
    uint8_t bytes[ROM_MOVIE_MODES][128];
    uint64_t errors[ROM_MOVIE_MODES]; /* UINT64_MAX: the mode cannot hold the block */
    uint8_t mode;
} block;

typedef struct encoder {
    const char *name;
    const movie_options *options;
    uint32_t width, height, across, down;
    uint16_t *before, *now; /* as decoded */
    block *blocks;
    uint8_t *patches; /* as in the chunk */
    int16_t (*patch_rgb)[PATCH][3];
    uint32_t patch_count;
    uint64_t error; /* sum over all frames */
    tool_error *fault;
} encoder;

/* ---- colours ---- */

static void rgb_of(uint16_t pixel, int out[3]) {
    out[0] = import_sample_to_8(pixel >> 11, 5);
    out[1] = import_sample_to_8(pixel >> 5 & 63u, 6);
    out[2] = import_sample_to_8(pixel & 31u, 5);
}

/* Channels are rounded as import_pixels_write does. */
static uint16_t pixel_of(const int rgb[3]) {
    return (uint16_t)((unsigned)(rgb[0] * 31 + 127) / 255u << 11 | (unsigned)(rgb[1] * 63 + 127) / 255u << 5 |
                      (unsigned)(rgb[2] * 31 + 127) / 255u);
}

static uint64_t colour_distance(const int a[3], const int b[3]) {
    int r = a[0] - b[0], g = a[1] - b[1], c = a[2] - b[2];
    return (uint64_t)(r * r + g * g + c * c);
}

static void put_half(uint8_t *to, uint16_t value) {
    to[0] = (uint8_t)(value & 0xFFu);
    to[1] = (uint8_t)(value >> 8);
}

/* The wanted colours of a block; pixels outside of the picture repeat its edge and do not count. */
typedef struct wanted {
    int rgb[BLOCK][3];
    bool counts[BLOCK];
    uint32_t x, y, width, height;
} wanted;

static void take_block(const encoder *e, const import_image *picture, uint32_t x, uint32_t y, wanted *w) {
    w->x = x;
    w->y = y;
    w->width = e->width - x < SIDE ? e->width - x : SIDE;
    w->height = e->height - y < SIDE ? e->height - y : SIDE;
    for (uint32_t i = 0; i < BLOCK; i++) {
        uint32_t px = i % SIDE < w->width ? i % SIDE : w->width - 1,
                 py = i / SIDE < w->height ? i / SIDE : w->height - 1;
        const uint8_t *from = picture->rgba + 4 * ((size_t)(y + py) * e->width + x + px);
        for (int k = 0; k < 3; k++) w->rgb[i][k] = from[k];
        w->counts[i] = i % SIDE < w->width && i / SIDE < w->height;
    }
}

/* ---- modes ---- */

/* The error of a block of the frame before, (dx, dy) away; gives up above `most`. */
static uint64_t moved_error(const encoder *e, const wanted *w, int dx, int dy, uint64_t most) {
    int64_t x = (int64_t)w->x + dx, y = (int64_t)w->y + dy;
    uint64_t sum = 0;
    if (x < 0 || y < 0 || x + w->width > e->width || y + w->height > e->height) return UINT64_MAX;
    for (uint32_t row = 0; row < w->height && sum < most; row++) {
        const uint16_t *from = e->before + (size_t)(y + row) * e->width + (size_t)x;
        for (uint32_t i = 0; i < w->width; i++) {
            int rgb[3];
            rgb_of(from[i], rgb);
            sum += colour_distance(rgb, w->rgb[row * SIDE + i]);
        }
    }
    return sum;
}

static void try_moved(const encoder *e, const wanted *w, block *b) {
    int reach = (int)e->options->search;
    b->errors[ROM_MOVIE_SKIP] = moved_error(e, w, 0, 0, UINT64_MAX);
    for (int dy = -reach; dy <= reach; dy++) {
        for (int dx = -reach; dx <= reach; dx++) {
            uint64_t error =
                (dx == 0 && dy == 0) ? UINT64_MAX : moved_error(e, w, dx, dy, b->errors[ROM_MOVIE_MOVED]);
            if (error >= b->errors[ROM_MOVIE_MOVED]) continue;
            b->errors[ROM_MOVIE_MOVED] = error;
            b->bytes[ROM_MOVIE_MOVED][0] = (uint8_t)(dx & 0xFF);
            b->bytes[ROM_MOVIE_MOVED][1] = (uint8_t)(dy & 0xFF);
        }
    }
}

static uint32_t nearest(const int rgb[3], int colours[][3], uint32_t count) {
    uint32_t best = 0;
    for (uint32_t k = 1; k < count; k++)
        if (colour_distance(rgb, colours[k]) < colour_distance(rgb, colours[best])) best = k;
    return best;
}

/* Tries `count` colours: the means of their pixels, from groups of rising brightness on. Errors are those of the
 * colours as 565, as they are shown. */
static void try_few(const wanted *w, uint32_t count, uint32_t mode, block *b) {
    uint8_t group[BLOCK], *to = b->bytes[mode];
    int colours[4][3] = {{0}}, low = INT32_MAX, high = INT32_MIN;
    for (int i = 0; i < BLOCK; i++) {
        int luma = 2 * w->rgb[i][0] + 5 * w->rgb[i][1] + w->rgb[i][2];
        if (luma < low) low = luma;
        if (luma > high) high = luma;
    }
    for (int i = 0; i < BLOCK; i++)
        group[i] = (uint8_t)((uint32_t)(2 * w->rgb[i][0] + 5 * w->rgb[i][1] + w->rgb[i][2] - low) * count /
                             (uint32_t)(high - low + 1));
    for (int round = 0; round < 4; round++) {
        for (uint32_t k = 0; k < count; k++) {
            int sum[3] = {0, 0, 0}, members = 0;
            for (int i = 0; i < BLOCK; i++) {
                if (group[i] != k || !w->counts[i]) continue;
                members++;
                for (int c = 0; c < 3; c++) sum[c] += w->rgb[i][c];
            }
            for (int c = 0; c < 3 && members > 0; c++) sum[c] = (sum[c] + members / 2) / members;
            if (members > 0) rgb_of(pixel_of(sum), colours[k]);
        }
        for (int i = 0; i < BLOCK; i++) group[i] = (uint8_t)nearest(w->rgb[i], colours, count);
    }
    uint32_t bits = count == 1 ? 0 : count == 2 ? 1 : 2, row_bytes = bits;
    memset(to, 0, 128);
    for (uint32_t k = 0; k < count; k++) put_half(to + 2 * k, pixel_of(colours[k]));
    b->errors[mode] = 0;
    for (uint32_t i = 0; i < BLOCK; i++) {
        uint32_t bit = i % SIDE * bits;
        if (bits > 0) to[2 * count + i / SIDE * row_bytes + bit / 8] |= (uint8_t)(group[i] << bit % 8);
        if (w->counts[i]) b->errors[mode] += colour_distance(w->rgb[i], colours[group[i]]);
    }
}

static uint64_t patch_error(const encoder *e, const wanted *w, uint32_t quarter, uint32_t patch,
                            uint64_t most) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < PATCH && sum < most; i++) {
        uint32_t at = (quarter / 2 * 4 + i / 4) * SIDE + quarter % 2 * 4 + i % 4;
        const int16_t *p = e->patch_rgb[patch][i];
        int rgb[3] = {p[0], p[1], p[2]};
        if (w->counts[at]) sum += colour_distance(w->rgb[at], rgb);
    }
    return sum;
}

static void try_patches(const encoder *e, const wanted *w, block *b) {
    if (e->patch_count == 0) return;
    b->errors[ROM_MOVIE_PATCHES] = 0;
    for (uint32_t q = 0; q < 4; q++) {
        uint64_t best = UINT64_MAX;
        for (uint32_t p = 0; p < e->patch_count; p++) {
            uint64_t error = patch_error(e, w, q, p, best);
            if (error >= best) continue;
            best = error;
            b->bytes[ROM_MOVIE_PATCHES][q] = (uint8_t)p;
        }
        b->errors[ROM_MOVIE_PATCHES] += best;
    }
}

static void try_raw(const wanted *w, block *b) {
    b->errors[ROM_MOVIE_RAW] = 0;
    for (int i = 0; i < BLOCK; i++) {
        int shown[3];
        uint16_t pixel = pixel_of(w->rgb[i]);
        rgb_of(pixel, shown);
        put_half(b->bytes[ROM_MOVIE_RAW] + 2 * i, pixel);
        if (w->counts[i]) b->errors[ROM_MOVIE_RAW] += colour_distance(w->rgb[i], shown);
    }
}

/* ---- patches: k-means over parts of the movie ---- */

typedef struct training {
    int16_t rgb[SAMPLES][PATCH][3];
    uint16_t member[SAMPLES];
    uint32_t count;
} training;

static bool sample(encoder *e, const movie_source *source, training *t) {
    uint64_t all = (uint64_t)(e->width / 4) * (e->height / 4) * source->frames, step = all / SAMPLES + 1,
             at = 0;
    uint32_t across = e->width / 4, each = across * (e->height / 4);
    for (uint32_t frame = 0; frame < source->frames; frame++) {
        const import_image *picture = source->next(source->context, frame, e->fault);
        if (picture == NULL) return false;
        for (uint32_t i = 0; i < each; i++, at++) {
            if (at % step != 0 || t->count == SAMPLES) continue;
            for (uint32_t p = 0; p < PATCH; p++) {
                const uint8_t *from = picture->rgba + 4 * ((size_t)(i / across * 4 + p / 4) * e->width +
                                                           i % across * 4 + p % 4);
                for (int c = 0; c < 3; c++) t->rgb[t->count][p][c] = from[c];
            }
            t->count++;
        }
    }
    return true;
}

static uint64_t patch_distance(int16_t (*a)[3], int16_t (*b)[3], uint64_t most) {
    uint64_t sum = 0;
    for (int i = 0; i < PATCH && sum < most; i++) {
        for (int c = 0; c < 3; c++) sum += (uint64_t)((a[i][c] - b[i][c]) * (a[i][c] - b[i][c]));
    }
    return sum;
}

static void assign(encoder *e, training *t) {
    for (uint32_t s = 0; s < t->count; s++) {
        uint64_t best = UINT64_MAX;
        for (uint32_t p = 0; p < e->patch_count; p++) {
            uint64_t d = patch_distance(t->rgb[s], e->patch_rgb[p], best);
            if (d < best) best = d, t->member[s] = (uint16_t)p;
        }
    }
}

static void move_patches(encoder *e, const training *t) {
    for (uint32_t p = 0; p < e->patch_count; p++) {
        int32_t sum[PATCH][3] = {{0}}, members = 0;
        for (uint32_t s = 0; s < t->count; s++) {
            if (t->member[s] != p) continue;
            members++;
            for (int i = 0; i < PATCH; i++)
                for (int c = 0; c < 3; c++) sum[i][c] += t->rgb[s][i][c];
        }
        for (int i = 0; i < PATCH && members > 0; i++)
            for (int c = 0; c < 3; c++)
                e->patch_rgb[p][i][c] = (int16_t)((sum[i][c] + members / 2) / members);
    }
}

static bool train(encoder *e, const movie_source *source) {
    training *t = e->options->patches == 0 ? NULL : calloc(1, sizeof *t);
    if (e->options->patches == 0 || e->width < 4 || e->height < 4) return free(t), true;
    if (t == NULL) return import_error_memory(e->fault, e->name);
    bool ok = sample(e, source, t);
    e->patch_count = t->count < e->options->patches ? t->count : e->options->patches;
    for (uint32_t p = 0; ok && p < e->patch_count; p++)
        memcpy(e->patch_rgb[p], t->rgb[(uint64_t)p * t->count / e->patch_count], sizeof e->patch_rgb[p]);
    for (int round = 0; ok && round < ROUNDS; round++) {
        assign(e, t);
        move_patches(e, t);
    }
    for (uint32_t p = 0; ok && p < e->patch_count; p++) {
        for (int i = 0; i < PATCH; i++) {
            int rgb[3] = {e->patch_rgb[p][i][0], e->patch_rgb[p][i][1], e->patch_rgb[p][i][2]};
            uint16_t pixel = pixel_of(rgb);
            put_half(e->patches + (size_t)p * ROM_MOVIE_PATCH_SIZE + 2 * (size_t)i, pixel);
            rgb_of(pixel, rgb);
            for (int c = 0; c < 3; c++) e->patch_rgb[p][i][c] = (int16_t)rgb[c];
        }
    }
    free(t);
    return ok;
}

/* ---- frames ---- */

static void try_all(encoder *e, const import_image *picture, bool key) {
    for (uint32_t i = 0; i < e->across * e->down; i++) {
        block *b = &e->blocks[i];
        wanted w;
        take_block(e, picture, i % e->across * SIDE, i / e->across * SIDE, &w);
        for (int mode = 0; mode < ROM_MOVIE_MODES; mode++) b->errors[mode] = UINT64_MAX;
        if (!key) try_moved(e, &w, b);
        try_few(&w, 1, ROM_MOVIE_ONE, b);
        try_few(&w, 2, ROM_MOVIE_TWO, b);
        try_few(&w, 4, ROM_MOVIE_FOUR, b);
        try_patches(e, &w, b);
        try_raw(&w, b);
    }
}

/* Chooses the modes of blocks by the weight; returns the bytes of the frame. A change of mode costs its head
 * besides. */
static uint32_t choose_mode(encoder *e, uint64_t weight) {
    uint32_t bytes = 0, run = 0, before = ROM_MOVIE_MODES;
    for (uint32_t i = 0; i < e->across * e->down; i++) {
        block *b = &e->blocks[i];
        uint64_t least = UINT64_MAX;
        for (uint32_t mode = 0; mode < ROM_MOVIE_MODES; mode++) {
            if (b->errors[mode] == UINT64_MAX) continue;
            uint64_t cost =
                b->errors[mode] + weight * (rom_movie_bytes[mode] + (mode == before ? 0u : (uint32_t)HEAD));
            if (cost < least) least = cost, b->mode = (uint8_t)mode;
        }
        run = b->mode == before && run < ROM_MOVIE_RUN ? run + 1 : 1;
        bytes += rom_movie_bytes[b->mode] + (run == 1 ? 1u : 0u);
        before = b->mode;
    }
    return bytes;
}

/* The least weight, out of a rising row of weights, that keeps to the target; the last one when none does. */
static uint64_t find_weight(encoder *e, bool *fits) {
    uint64_t weight = e->options->weight == 0 ? 300 : e->options->weight;
    *fits = true;
    if (e->options->target == 0 || choose_mode(e, weight) <= e->options->target) return weight;
    for (int step = 0; step < WEIGHTS; step++) {
        weight += weight / 2;
        if (choose_mode(e, weight) <= e->options->target) return weight;
    }
    *fits = false;
    return weight;
}

static void write_frame(const encoder *e, writer *out, movie_report *report) {
    uint32_t count = e->across * e->down;
    for (uint32_t i = 0; i < count;) {
        uint32_t run = 1, mode = e->blocks[i].mode;
        while (i + run < count && run < ROM_MOVIE_RUN && e->blocks[i + run].mode == mode) run++;
        writer_u8(out, mode | (run - 1) << 3);
        for (uint32_t k = 0; k < run; k++)
            writer_bytes(out, e->blocks[i + k].bytes[mode], rom_movie_bytes[mode]);
        report->modes[mode] += run;
        i += run;
    }
}

/* ---- sound ---- */

static uint32_t sound_until(const import_sound *sound, double rate, uint32_t frame) {
    double exact = floor((double)frame * sound->rate / rate);
    return exact > sound->frames ? sound->frames : (uint32_t)exact;
}

static bool write_sound(const encoder *e, const import_sound *sound, uint32_t from, uint32_t to,
                        writer *out) {
    size_t count = (size_t)(to - from) * sound->channels;
    int16_t *samples = malloc((count + 1) * sizeof *samples);
    if (samples == NULL) return import_error_memory(e->fault, e->name);
    for (size_t i = 0; i < count; i++)
        samples[i] = (int16_t)import_sound_round(sound->samples[(size_t)from * sound->channels + i], 16);
    bool ok = true;
    if (e->options->sound_format == 2 && count > 0) {
        const import_adpcm_options options = {.block_bytes =
                                                  65532 / (4 * sound->channels) * 4 * sound->channels};
        import_adpcm_report report;
        ok = import_adpcm_encode(e->name, samples, to - from, sound->channels, &options, out, &report,
                                 e->fault);
    }
    for (size_t i = 0; i < count && e->options->sound_format == 1; i++) writer_u16(out, (uint16_t)samples[i]);
    for (size_t i = 0; i < count && e->options->sound_format == 0; i++)
        writer_u8(out, (uint32_t)import_sound_round(sound->samples[(size_t)from * sound->channels + i], 8) &
                           0xFFu);
    free(samples);
    return ok;
}

/* ---- all of it ---- */

/* Decodes the frame just written, as the console will, and adds its error against the picture to the sum. */
static bool see(encoder *e, const uint8_t *frame, uint32_t bytes, bool key, const import_image *picture,
                uint32_t *checksum) {
    uint8_t index[ROM_MOVIE_FRAME_SIZE] = {0};
    rom_error fault;
    const rom_movie movie = {.index = index,
                             .data = frame,
                             .patches = e->patches,
                             .width = e->width,
                             .height = e->height,
                             .frames = 1,
                             .patch_count = e->patch_count};
    writer head = {.data = index, .size = sizeof index, .capacity = sizeof index};
    writer_put_u32(&head, ROM_MOVIE_FRAME_BYTES, bytes);
    writer_put_u32(&head, ROM_MOVIE_FRAME_VIDEO_BYTES, bytes);
    writer_put_u32(&head, ROM_MOVIE_FRAME_FLAGS, key ? ROM_MOVIE_FRAME_KEY : 0);
    if (rom_movie_frame(&movie, 0, key ? NULL : e->before, e->now, &fault) != ROM_OK)
        return import_error_file(e->fault, e->name, "%s", fault.text);
    *checksum = rom_movie_checksum(&movie, e->now);
    for (size_t i = 0; i < (size_t)e->width * e->height; i++) {
        const uint8_t *p = picture->rgba + 4 * i;
        int shown[3], meant[3] = {p[0], p[1], p[2]};
        rgb_of(e->now[i], shown);
        e->error += colour_distance(shown, meant);
    }
    return true;
}

static bool encode_frames(encoder *e, const movie_source *source, const import_sound *sound,
                          rom_movie_record *r, writer *index, writer *data, movie_report *report) {
    for (uint32_t frame = 0; frame < source->frames; frame++) {
        const import_image *picture = source->next(source->context, frame, e->fault);
        rom_movie_frame_record row = {.first = (uint32_t)data->size};
        bool key = frame % e->options->key_interval == 0, fits;
        if (picture == NULL) return false;
        try_all(e, picture, key);
        uint64_t weight = find_weight(e, &fits);
        (void)choose_mode(e, weight);
        write_frame(e, data, report);
        if (data->failed || data->size > INT32_MAX)
            return import_error_file(e->fault, e->name,
                                     "the movie is too large; give it a smaller rate, size or target");
        row.video_bytes = (uint32_t)data->size - row.first;
        row.flags = key ? ROM_MOVIE_FRAME_KEY : 0;
        if (!see(e, data->data + row.first, row.video_bytes, key, picture, &row.checksum)) return false;
        if (sound != NULL) {
            uint32_t from = sound_until(sound, e->options->rate, frame),
                     to = sound_until(sound, e->options->rate, frame + 1);
            row.sound_frames = to - from;
            report->sound_frames += to - from;
            if (!write_sound(e, sound, from, to, data)) return false;
        }
        row.bytes = (uint32_t)data->size - row.first;
        record_add_movie_frame(index, &row);
        uint16_t *swap = e->before;
        e->before = e->now;
        e->now = swap;
        report->keys += key;
        report->over += !fits;
        if (row.video_bytes > report->largest) report->largest = row.video_bytes;
        report->video_bytes += row.video_bytes;
        report->sound_bytes += row.bytes - row.video_bytes;
    }
    r->data_bytes = (uint32_t)data->size;
    return true;
}

static void finish_movie(const encoder *e, rom_movie_record *r, const writer *index, const writer *data,
                         writer *out) {
    r->index_at = (uint32_t)writer_align(out, 4);
    writer_bytes(out, index->data, index->size);
    r->patches_at = e->patch_count == 0 ? 0 : (uint32_t)out->size;
    r->patch_count = e->patch_count;
    writer_bytes(out, e->patches, (size_t)e->patch_count * ROM_MOVIE_PATCH_SIZE);
    r->data_at = (uint32_t)out->size;
    writer_bytes(out, data->data, data->size);
    record_put_movie(out, 0, r);
}

bool movie_encode(const char *name, const movie_source *source, const import_sound *sound,
                  const movie_options *options, writer *out, movie_report *report, tool_error *error) {
    encoder e = {
        .name = name, .options = options, .width = source->width, .height = source->height, .fault = error};
    size_t pixels = (size_t)e.width * e.height;
    writer index = {0}, data = {0};
    memset(report, 0, sizeof *report);
    e.across = (e.width + SIDE - 1) / SIDE;
    e.down = (e.height + SIDE - 1) / SIDE;
    e.before = calloc(pixels + 1, sizeof *e.before);
    e.now = calloc(pixels + 1, sizeof *e.now);
    e.blocks = calloc((size_t)e.across * e.down + 1, sizeof *e.blocks);
    e.patches = calloc(256, ROM_MOVIE_PATCH_SIZE);
    e.patch_rgb = calloc(256, sizeof *e.patch_rgb);
    rom_movie_record r = {.width = (uint16_t)e.width,
                          .height = (uint16_t)e.height,
                          .rate = (int32_t)writer_fx(options->rate),
                          .frames = source->frames,
                          .format = 1,
                          .name = options->id,
                          .key_interval = (uint16_t)options->key_interval,
                          .index_count = source->frames};
    if (sound != NULL) {
        r.sound_rate = (uint16_t)sound->rate;
        r.sound_channels = (uint8_t)sound->channels;
        r.sound_format = (uint8_t)options->sound_format;
    }
    bool ok =
        (e.before != NULL && e.now != NULL && e.blocks != NULL && e.patches != NULL && e.patch_rgb != NULL) ||
        import_error_memory(error, name);
    ok = ok && train(&e, source) && encode_frames(&e, source, sound, &r, &index, &data, report);
    if (ok) finish_movie(&e, &r, &index, &data, out);
    if (ok && (out->failed || index.failed)) ok = import_error_memory(error, name);
    report->frames = source->frames;
    report->psnr =
        e.error == 0 ? 99
                     : import_decibels(255.0 * 255.0 * 3 * (double)pixels * source->frames / (double)e.error);
    report->ratio = report->video_bytes == 0
                        ? 0
                        : 2.0 * (double)pixels * source->frames /
                              (double)(report->video_bytes + (uint64_t)e.patch_count * ROM_MOVIE_PATCH_SIZE);
    writer_free(&index);
    writer_free(&data);
    free(e.before);
    free(e.now);
    free(e.blocks);
    free(e.patches);
    free(e.patch_rgb);
    return ok;
}
