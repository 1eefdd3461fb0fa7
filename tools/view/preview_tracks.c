/* Previews of clips of free tracks: the numbers of each track as lines over time, its keys as dots, cuts and marks as uprights. */
#include <stdio.h>
#include <string.h>

#include "raster/flat.h"
#include "rom/clip.h"
#include "tools/base/known.h"
#include "tools/view/preview.h"

enum {
    TITLE = 16,
    EDGE = 4,
    LINE = 10,
    DIM = 0x8090A0,
    GRID = 0x303844,
    NOW = 0xE0E0E0,
    KEY = 0xFFC040,
    CUT = 0xC04848,
    NAME = 40
};

static const uint32_t colours[ROM_CLIP_VALUES] = {0xFF8080, 0x60C080, 0xA0C8FF, 0xC080FF};

/* Where a track is drawn. */
typedef struct band {
    const preview_job *job;
    rom_clip_value track;
    int top, height; /* of the lines, below the name */
    int32_t low, high;
} band;

static int x_at(const preview_job *job, fx time) {
    const int64_t frames = rom_u32(job->data + ROM_CLIP_FRAMES);
    return EDGE + (int)((int64_t)time * (job->c->width - 2 * EDGE - 1) / (frames * 65536));
}

static int y_at(const band *b, int32_t value) {
    const int64_t range = (int64_t)b->high - b->low;
    return b->top + b->height - 1 -
           (range == 0 ? b->height / 2 : (int)(((int64_t)value - b->low) * (b->height - 1) / range));
}

/* Angles are shown from -180 to 180 degrees. */
static uint32_t numbers_at(const band *b, fx time, int32_t values[ROM_CLIP_VALUES]) {
    const uint32_t count = rom_clip_value_at(b->job->data, &b->track, time, values);
    for (uint32_t i = 0; i < count; i++)
        if (b->track.channel == ROM_CLIP_TURN || (b->track.flags & ROM_CLIP_ANGLES) != 0)
            values[i] = (int16_t)(uint16_t)values[i];
    return count;
}

static fx time_at(const preview_job *job, int x) {
    const int64_t frames = rom_u32(job->data + ROM_CLIP_FRAMES), wide = job->c->width - 2 * EDGE - 1;
    return (fx)(frames * 65536 * x / wide);
}

/* The name of an object, as the image knows it; of a field, as scripts say it. */
static void put_name(const band *b, uint32_t id, char text[NAME]) {
    static const char *const words[] = {"pos", "angle", "turn", "fov"};
    uint32_t length = 0;
    const char *name = id == 0 ? NULL : rom_name(b->job->image, id, &length);
    snprintf(text, NAME, id == 0 ? "self" : "#%08lx", (unsigned long)id);
    if (name != NULL) snprintf(text, NAME, "%.*s", length < NAME ? (int)length : NAME - 1, name);
    for (size_t i = 0; name == NULL && i < sizeof words / sizeof *words; i++)
        if (rom_id(words[i]) == id) snprintf(text, NAME, "%s", words[i]);
    for (const ox_module *const *m = known_modules(); name == NULL && *m != NULL; m++)
        for (uint32_t i = 0; i < (*m)->field_count; i++) {
            const char *told = (*m)->fields[i].declaration;
            if ((*m)->fields[i].name == id) snprintf(text, NAME, "%.*s", (int)strcspn(told, ":"), told);
        }
}

static void put_track(band *b) {
    static const char *const forms[] = {"one key", "straight", "slerp", "curve", "steps"};
    const int wide = b->job->c->width - 2 * EDGE;
    int32_t values[ROM_CLIP_VALUES], last[ROM_CLIP_VALUES] = {0};
    char object[NAME], field[NAME];
    b->low = INT32_MAX, b->high = INT32_MIN;
    for (int x = 0; x < wide; x++)
        for (uint32_t i = 0, count = numbers_at(b, time_at(b->job, x), values); i < count; i++) {
            b->low = values[i] < b->low ? values[i] : b->low;
            b->high = values[i] > b->high ? values[i] : b->high;
        }
    put_name(b, b->track.object, object);
    put_name(b, b->track.name, field);
    canvas_text(b->job->c, EDGE, b->top - LINE, DIM, "%s.%s %s, %u keys", object, field,
                forms[b->track.form < 5 ? b->track.form : 0], (unsigned)b->track.count);
    for (uint32_t i = 0; i < b->track.count; i++) {
        const uint32_t frame = rom_u16(b->track.frames + 2 * (size_t)i);
        const int x = x_at(b->job, (fx)((frame & (ROM_CLIP_CUT - 1u)) << 16));
        if ((frame & ROM_CLIP_CUT) != 0)
            (void)rs_frame_rectangle(b->job->c->frame, x, b->top, 1, b->height, CUT);
    }
    for (int x = 0; x < wide; x++) {
        const uint32_t count = numbers_at(b, time_at(b->job, x), values);
        for (uint32_t i = 0; i < count; i++) {
            const int y = y_at(b, values[i]), from = x == 0 ? y : y_at(b, last[i]);
            (void)rs_frame_rectangle(b->job->c->frame, EDGE + x, y < from ? y : from, 1,
                                     (y < from ? from - y : y - from) + 1, colours[i]);
            last[i] = values[i];
        }
    }
    for (uint32_t i = 0; i < b->track.count; i++) {
        const fx time = (fx)((rom_u16(b->track.frames + 2 * (size_t)i) & (ROM_CLIP_CUT - 1u)) << 16);
        const uint32_t count = numbers_at(b, time, values);
        for (uint32_t n = 0; n < count; n++)
            (void)rs_frame_rectangle(b->job->c->frame, x_at(b->job, time) - 1, y_at(b, values[n]) - 1, 3, 3,
                                     KEY);
    }
}

bool preview_tracks(const preview_job *job) {
    const uint8_t *d = job->data;
    const uint32_t frames = rom_u32(d + ROM_CLIP_FRAMES), marks = rom_u32(d + ROM_CLIP_TRIGGER_COUNT),
                   frame = job->look->frame % (frames + 1);
    uint32_t count = 0, drawn = 0;
    band b = {.job = job};
    for (uint32_t i = 0; i < rom_clip_tracks(d); i++) count += rom_clip_value_track(d, i, &b.track);
    canvas_text(job->c, EDGE, TITLE, DIM, "frame %u of %u, %.2f a second, %u tracks, %u marks",
                (unsigned)frame, (unsigned)frames, rom_u16(d + ROM_CLIP_RATE) / 256.0, (unsigned)count,
                (unsigned)marks);
    const int top = TITLE + LINE + EDGE, room = job->c->height - top - EDGE;
    const int each = count == 0 ? room : room / (int)count < 2 * LINE ? 2 * LINE : room / (int)count;
    for (uint32_t i = 0; i < marks; i++) {
        const fx time =
            rom_i32(d + rom_u32(d + ROM_CLIP_TRIGGERS_AT) + (size_t)i * ROM_TRIGGER_SIZE + ROM_TRIGGER_TIME);
        if (time <= (fx)(frames << 16))
            (void)rs_frame_rectangle(job->c->frame, x_at(job, time), top, 1, room, GRID);
    }
    (void)rs_frame_rectangle(job->c->frame, x_at(job, (fx)(frame << 16)), top, 1, room, NOW);
    for (uint32_t i = 0; i < rom_clip_tracks(d); i++) {
        if (!rom_clip_value_track(d, i, &b.track)) continue;
        b.top = top + (int)drawn++ * each + LINE;
        b.height = each - LINE - 2;
        if (b.top + b.height <= job->c->height) put_track(&b);
    }
    return true;
}
