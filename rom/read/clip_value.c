/* Samples free tracks: values of fields. */
#include "fixedmath/angle.h"
#include "fixedmath/spline.h"
#include "rom/clip.h"
#include "rom/records.h"

enum { HEAD = 16 }; /* id object, id component, u16 keys, u16 numbers of a key, fx tension */

uint32_t rom_clip_tracks(const uint8_t *clip) {
    return clip[ROM_CLIP_FORM] == ROM_CLIP_PLAIN ? 0 : rom_u32(clip + ROM_CLIP_TRACK_COUNT);
}

bool rom_clip_value_track(const uint8_t *clip, uint32_t index, rom_clip_value *track) {
    const uint8_t *row = clip + rom_u32(clip + ROM_CLIP_TRACKS_AT) + (size_t)index * ROM_CLIP_TRACK_SIZE;
    if (index >= rom_clip_tracks(clip) || row[ROM_CLIP_TRACK_JOINT] != 255 ||
        row[ROM_CLIP_TRACK_CHANNEL] < ROM_CLIP_VALUE)
        return false;
    const uint8_t *data = clip + rom_u32(clip + ROM_CLIP_DATA_AT) + rom_u32(row + ROM_CLIP_TRACK_OFFSET);
    *track = (rom_clip_value){.object = rom_u32(data),
                              .component = rom_u32(data + 4),
                              .name = rom_u32(row + ROM_CLIP_TRACK_NAME),
                              .frames = data + HEAD,
                              .count = rom_u16(data + 8),
                              .tension = rom_i32(data + 12),
                              .channel = row[ROM_CLIP_TRACK_CHANNEL],
                              .form = row[ROM_CLIP_TRACK_FORM],
                              .flags = row[ROM_CLIP_TRACK_FLAGS],
                              .width = (uint8_t)rom_u16(data + 10)};
    track->keys = track->frames + ((track->count * 2u + 3u) & ~3u);
    return true;
}

/* The keys beside those about a time: in a loop beyond its ends. At other ends and at cuts it is the key itself, and stands for one that
 * goes on as straight. */
static uint32_t key_before(const rom_clip_value *track, const rom_clip_span *s, bool loops) {
    if ((rom_u16(track->frames + 2 * (size_t)s->first) & ROM_CLIP_CUT) != 0) return s->first;
    return s->first > 0 ? s->first - 1 : loops ? track->count - 1 : s->first;
}

static uint32_t key_after(const rom_clip_value *track, const rom_clip_span *s, bool loops) {
    const uint32_t next = s->second + 1 < track->count ? s->second + 1 : loops ? 0 : s->second;
    return (rom_u16(track->frames + 2 * (size_t)next) & ROM_CLIP_CUT) != 0 ? s->second : next;
}

static int64_t frames_between(const uint8_t *clip, const rom_clip_value *track, uint32_t from, uint32_t to) {
    const int64_t a = rom_u16(track->frames + 2 * (size_t)from) & (ROM_CLIP_CUT - 1),
                  b = rom_u16(track->frames + 2 * (size_t)to) & (ROM_CLIP_CUT - 1);
    return b > a ? b - a : b - a + rom_u32(clip + ROM_CLIP_FRAMES);
}

/* ---- numbers ---- */

/* One number of the four keys that a curve looks at, and how far apart they are in frames, 0: an end. */
typedef struct stretch {
    int32_t key[4];
    int64_t width[3];
} stretch;

static int32_t in_range(int64_t value) {
    return (int32_t)(value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value);
}

/* The slope at key `k` for the whole of the middle interval: (1 - tension)/2 of the two ways to and from it, each as if it took that interval. At an end both are
 * the one that there is. */
static int64_t slope_at(const stretch *s, uint32_t k, fx tension) {
    int64_t to = (int64_t)s->key[k] - s->key[k - 1], from = (int64_t)s->key[k + 1] - s->key[k];
    if (s->width[k - 1] == 0) to = from;
    if (s->width[k] == 0) from = to;
    if (s->width[k - 1] != 0 && s->width[k - 1] != s->width[1]) to = to * s->width[1] / s->width[k - 1];
    if (s->width[k] != 0 && s->width[k] != s->width[1]) from = from * s->width[1] / s->width[k];
    return fx_rshr64(((int64_t)FX_ONE - tension) * in_range(to + from), 17);
}

/* `part` of the way to the second key, in 2^-30. */
static int32_t number_between(const rom_clip_value *track, const stretch *s, uint32_t part) {
    if (part == 0) return s->key[1];
    if (track->form != ROM_CLIP_CURVE)
        return in_range(s->key[1] + fx_rshr64(((int64_t)s->key[2] - s->key[1]) * (int64_t)part, 30));
    q30 weight[4];
    hermite_weights((uf16)((part + 8192u) >> 14), weight);
    return hermite_apply(weight, s->key[1], in_range(slope_at(s, 1, track->tension)), s->key[2],
                         in_range(slope_at(s, 2, track->tension)));
}

/* Angles are counted on from the key before, so that none goes the long way. */
static void unwind(stretch *s) {
    for (uint32_t i = 1; i < 4; i++)
        s->key[i] = in_range((int64_t)s->key[i - 1] + ang_diff((ang16)s->key[i - 1], (ang16)s->key[i]));
}

static int32_t colour_between(const rom_clip_value *track, const stretch *s, uint32_t part) {
    uint32_t rgb = 0;
    for (uint32_t shift = 0; shift < 24; shift += 8) {
        stretch one = *s;
        for (uint32_t i = 0; i < 4; i++) one.key[i] = (int32_t)((uint32_t)s->key[i] >> shift & 0xFFu) << 16;
        const int64_t level = fx_rshr64(number_between(track, &one, part), 16);
        rgb |= (uint32_t)(level < 0 ? 0 : level > 255 ? 255 : level) << shift;
    }
    return (int32_t)rgb;
}

/* ---- turns ---- */

static quat turn_of(const rom_clip_value *track, uint32_t key, uint32_t part) {
    const uint8_t *at = track->keys + ((size_t)key * track->width + 4u * part) * 4u;
    return (quat){rom_i32(at), rom_i32(at + 4), rom_i32(at + 8), rom_i32(at + 12)};
}

static quat turn_between(const rom_clip_value *track, const rom_clip_span *s, uint32_t part) {
    const quat p = turn_of(track, s->first, 0), q = turn_of(track, s->second, 0);
    const uf16 t = (uf16)((part + 8192u) >> 14);
    if (t == 0) return p;
    if (track->form == ROM_CLIP_CURVE) {
        const quat a = turn_of(track, s->first, 1), b = turn_of(track, s->second, 1);
        const bool other =
            q4_dot_wide(p, q) < 0; /* where a loop comes round, the first key is on the other side */
        return q4_squad(p, other ? q4_neg(q) : q, a, other ? q4_neg(b) : b, t);
    }
    return track->form == ROM_CLIP_GREAT ? q4_slerp(p, q, t) : q4_nlerp(p, q, t);
}

/* ---- values ---- */

uint32_t rom_clip_value_at(const uint8_t *clip, const rom_clip_value *track, fx time,
                           int32_t values[ROM_CLIP_VALUES]) {
    const bool loops = (clip[ROM_CLIP_FLAGS] & ROM_CLIP_LOOPS) != 0;
    rom_clip_span s = rom_clip_span_at(clip, track->frames, track->count, rom_clip_wrap(clip, time));
    if (track->form == ROM_CLIP_STEPS || track->form == ROM_CLIP_CONSTANT) s.into = 0;
    const uint32_t part = s.into == 0 ? 0 : (uint32_t)(((uint64_t)s.into << 30) / s.length);
    if (track->channel == ROM_CLIP_TURN) {
        const euler16 angles = euler_from_q4(turn_between(track, &s, part));
        values[0] = angles.yaw;
        values[1] = angles.pitch;
        values[2] = angles.roll;
        return 3;
    }
    uint32_t key[4] = {s.first, s.first, s.second, s.second};
    stretch own = {.width = {1, 1, 1}};
    if (track->form == ROM_CLIP_CURVE && part != 0) {
        key[0] = key_before(track, &s, loops);
        key[3] = key_after(track, &s, loops);
        own.width[1] = frames_between(clip, track, key[1], key[2]);
        for (uint32_t i = 0; i < 3; i += 2)
            own.width[i] = key[i] == key[i + 1] ? 0 : frames_between(clip, track, key[i], key[i + 1]);
    }
    for (uint32_t n = 0; n < track->width; n++) {
        for (uint32_t i = 0; i < 4; i++)
            own.key[i] = rom_i32(track->keys + ((size_t)key[i] * track->width + n) * 4u);
        if ((track->flags & ROM_CLIP_ANGLES) != 0) unwind(&own);
        values[n] = (track->flags & ROM_CLIP_COLOURS) != 0 ? colour_between(track, &own, part)
                                                           : number_between(track, &own, part);
        if ((track->flags & ROM_CLIP_ANGLES) != 0) values[n] = (ang16)values[n];
    }
    return track->width;
}
