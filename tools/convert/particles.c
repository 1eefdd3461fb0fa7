/* Particles that an emitter sends out, from a text with one statement a line (tools/PARTICLES.md), as a PTCL chunk. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/convert/pack_kinds.h"
#include "tools/record_writer.h"

enum { ENTRIES = ROM_PARTICLES_ENTRIES };

typedef struct reading {
    convert_lines lines;
    const pack_source *s;
    rom_particles_record r;
    bool sized; /* `size` was given */
} reading;

/* The number of words behind the statement's word. */
static int arguments(const reading *t) { return t->lines.count - 1; }
static const char *argument(const reading *t, int i) { return t->lines.words[i + 1]; }

/* The next mistake names word i behind the statement's word; returns true. */
static bool about(const reading *t, int i) {
    convert_line_look(&t->lines, argument(t, i));
    return true;
}

static bool wants(const reading *t, int least, int most, const char *what) {
    if (arguments(t) >= least && arguments(t) <= most) return true;
    return convert_line_wrong(&t->lines, "`%s` wants %s", t->lines.words[0], what);
}

static bool read_number(const reading *t, int i, double least, double most, int32_t *value) {
    if (!convert_line_fx(&t->lines, argument(t, i), value)) return false;
    if (*value >= least * 65536 && *value <= most * 65536) return true;
    return convert_line_wrong(&t->lines, "`%s` is out of range; %g to %g are possible", argument(t, i), least,
                              most);
}

static bool read_whole(const reading *t, int i, int32_t least, int32_t most, int32_t *value) {
    double given;
    if (cart_parse_number(argument(t, i), &given) && given >= least && given <= most &&
        given == floor(given)) {
        *value = (int32_t)given;
        return true;
    }
    return about(t, i) && convert_line_wrong(&t->lines, "`%s` is no whole number from %d to %d",
                                             argument(t, i), (int)least, (int)most);
}

static bool one_of(const reading *t, const char *const *choices, int *value) {
    char list[120] = "";
    size_t used = 0;
    if (!wants(t, 1, 4, "a word")) return false;
    *value = cart_choice(argument(t, 0), choices);
    if (*value >= 0) return true;
    for (int i = 0; choices[i] != NULL && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : ", ", choices[i]);
    return about(t, 0) &&
           convert_line_wrong(&t->lines, "`%s` is unknown; possible are %s", argument(t, 0), list);
}

/* Takes one number, or the least and the most of a range. */
static bool range(const reading *t, double least, double most, int32_t *low, int32_t *high) {
    if (!wants(t, 1, 2, "one number, or the least and the most") || !read_number(t, 0, least, most, low))
        return false;
    *high = *low;
    if (arguments(t) == 2 && !read_number(t, 1, least, most, high)) return false;
    return *low <= *high || convert_line_wrong(&t->lines, "the least is above the most; turn them round");
}

static bool vector(const reading *t, double most, int32_t value[3]) {
    if (!wants(t, 1, 1, "X,Y,Z") || !convert_line_vector(&t->lines, argument(t, 0), value)) return false;
    for (int i = 0; i < 3; i++) {
        if (value[i] > most * 65536 || value[i] < -most * 65536)
            return convert_line_wrong(&t->lines, "`%s` is out of range; -%g to %g are possible",
                                      argument(t, 0), most, most);
    }
    return true;
}

/* ---- curves ---- */

/* Where entry k of a curve lies among `count` given points: between point *low and the next, by this many
 * fifteenths. */
static int place_of(int k, int count, int *low) {
    int at = k * (count - 1);
    *low = at / (ENTRIES - 1);
    if (*low == count - 1 && count > 1) --*low;
    return at - *low * (ENTRIES - 1);
}

static int32_t part_between(int32_t from, int32_t to, int part) {
    return from + (int32_t)writer_round(((double)to - from) * part / (ENTRIES - 1));
}

/* Spreads given points over all entries of a curve. `steps`: each entry has the value of a point, without
 * interpolation. */
static bool curve(const reading *t, double least, double most, bool fraction, bool steps,
                  int32_t out[ENTRIES]) {
    int32_t points[ENTRIES];
    int count = arguments(t), low;
    if (!wants(t, 1, ENTRIES, "1 to 16 numbers, evenly over a particle's life")) return false;
    for (int i = 0; i < count; i++) {
        if (!(fraction ? read_number(t, i, least, most, &points[i])
                       : read_whole(t, i, (int32_t)least, (int32_t)most, &points[i])))
            return false;
    }
    for (int k = 0; k < ENTRIES; k++) {
        int part = place_of(k, count, &low);
        out[k] = count == 1 ? points[0]
                 : steps    ? points[k * count / ENTRIES]
                            : part_between(points[low], points[low + 1], part);
    }
    return true;
}

static bool colours(reading *t) {
    uint32_t points[ENTRIES];
    int count = arguments(t), low;
    if (!wants(t, 1, ENTRIES, "1 to 16 colours #RRGGBB, evenly over a particle's life")) return false;
    for (int i = 0; i < count; i++) {
        if (!cart_parse_colour(argument(t, i), &points[i]))
            return about(t, i) &&
                   convert_line_wrong(&t->lines, "`%s` is no colour; write #RRGGBB", argument(t, i));
    }
    for (int k = 0; k < ENTRIES; k++) {
        int part = place_of(k, count, &low);
        uint32_t rgb = 0;
        for (int shift = 0; shift < 24; shift += 8)
            rgb |= (uint32_t)(count == 1 ? (int32_t)(points[0] >> shift & 255u)
                                         : part_between((int32_t)(points[low] >> shift & 255u),
                                                        (int32_t)(points[low + 1] >> shift & 255u), part))
                   << shift;
        t->r.colours[k] = rgb;
    }
    return true;
}

/* ---- statements ---- */

static bool read_shape(reading *t) {
    static const char *const shapes[] = {"point", "box", "ball", "disc", "ring", NULL};
    int shape;
    if (!one_of(t, shapes, &shape)) return false;
    t->r.shape = (uint8_t)shape;
    memset(t->r.extent, 0, sizeof t->r.extent);
    if (shape == 0) return wants(t, 1, 1, "nothing behind `point`");
    if (!wants(t, 2, 2, shape == 1 ? "half its sides, X,Y,Z" : "a radius in metres")) return false;
    if (shape != 1) return read_number(t, 1, 0, 1024, &t->r.extent[0]);
    if (!convert_line_vector(&t->lines, argument(t, 1), t->r.extent)) return false;
    for (int i = 0; i < 3; i++) {
        if (t->r.extent[i] < 0 || t->r.extent[i] > 1024 * 65536)
            return convert_line_wrong(&t->lines, "half a side is 0 to 1024 metres");
    }
    return true;
}

static bool read_billboard(reading *t) {
    static const char *const billboards[] = {"square", "disc", "soft", NULL};
    int billboard;
    if (!one_of(t, billboards, &billboard) || !wants(t, 1, 1, "one word")) return false;
    t->r.billboard = (uint8_t)billboard;
    return true;
}

static bool read_blend(reading *t) {
    static const char *const modes[] = {"solid", "door", "alpha", "add", NULL};
    int mode;
    if (!one_of(t, modes, &mode) || !wants(t, 1, 1, "one word")) return false;
    t->r.mode = (uint8_t)mode;
    return true;
}

static bool read_full(reading *t) {
    static const char *const words[] = {"drop", "oldest", NULL};
    int word;
    if (!one_of(t, words, &word) || !wants(t, 1, 1, "one word")) return false;
    t->r.flags = (uint8_t)((t->r.flags & ~ROM_PARTICLES_REPLACES) | (word == 1 ? ROM_PARTICLES_REPLACES : 0));
    return true;
}

static bool read_rate(reading *t) {
    return wants(t, 1, 1, "births a second") && read_number(t, 0, 0, 4096, &t->r.rate);
}

static bool read_burst(reading *t) {
    int32_t count;
    if (!wants(t, 1, 3, "a number, and perhaps `every SECONDS`") || !read_whole(t, 0, 1, 8191, &count))
        return false;
    t->r.burst = (uint16_t)count;
    t->r.every = 0;
    if (arguments(t) == 1) return true;
    if (arguments(t) != 3 || strcmp(argument(t, 1), "every") != 0)
        return about(t, 1) &&
               convert_line_wrong(&t->lines, "behind the number stands nothing, or `every SECONDS`");
    return read_number(t, 2, 0.02, 1024, &t->r.every);
}

static bool read_for(reading *t) {
    return wants(t, 1, 1, "seconds") && read_number(t, 0, 0.02, 1024, &t->r.lasting);
}
static bool read_life(reading *t) { return range(t, 0.02, 64, &t->r.life_least, &t->r.life_most); }
static bool read_speed(reading *t) { return range(t, -100, 100, &t->r.speed_least, &t->r.speed_most); }
static bool read_spin(reading *t) { return range(t, -16, 16, &t->r.spin_least, &t->r.spin_most); }
static bool read_force(reading *t) { return vector(t, 100, t->r.force); }
static bool read_wind(reading *t) { return vector(t, 100, t->r.wind); }
static bool read_drag(reading *t) {
    return wants(t, 1, 1, "a number") && read_number(t, 0, 0, 30, &t->r.drag);
}
static bool read_inherit(reading *t) {
    return wants(t, 1, 1, "a number") && read_number(t, 0, 0, 1, &t->r.inherit);
}
static bool read_within(reading *t) {
    return wants(t, 1, 1, "metres") && read_number(t, 0, 0.01, 1024, &t->r.within);
}
static bool read_aspect(reading *t) {
    return wants(t, 1, 1, "width over height") && read_number(t, 0, 0.015625, 64, &t->r.aspect);
}

static bool read_floor(reading *t) {
    t->r.flags |= ROM_PARTICLES_HAS_FLOOR;
    return wants(t, 1, 1, "metres, as seen from the emitter") && read_number(t, 0, -1024, 1024, &t->r.floor);
}

static bool read_along(reading *t) {
    t->r.flags |= ROM_PARTICLES_ALONG;
    return wants(t, 0, 0, "nothing behind it");
}

/* Takes a direction of any length but 0, and keeps it at unit length. */
static bool read_direction(reading *t) {
    int32_t given[3];
    if (!vector(t, 1024, given)) return false;
    double length =
        sqrt((double)given[0] * given[0] + (double)given[1] * given[1] + (double)given[2] * given[2]);
    if (length < 65)
        return convert_line_wrong(&t->lines, "a direction that leads nowhere; write 0,1,0 or so");
    for (int i = 0; i < 3; i++) t->r.direction[i] = (int32_t)writer_round(given[i] / length * 65536);
    return true;
}

static bool read_spread(reading *t) {
    int32_t degrees;
    if (!wants(t, 1, 1, "degrees, 180 to all sides") || !read_number(t, 0, 0, 180, &degrees)) return false;
    t->r.spread = (uint16_t)writer_round((double)degrees / 65536 * 32768 / 180);
    return true;
}

static bool read_vary(reading *t) {
    int32_t share;
    if (!wants(t, 1, 1, "a number, 0 to 1") || !read_number(t, 0, 0, 1, &share)) return false;
    t->r.vary = (uint8_t)writer_round((double)share / 65536 * 255);
    return true;
}

static bool log2_frames(const reading *t, const char **at, uint8_t *log2) {
    uint32_t count = 0;
    for (; **at >= '0' && **at <= '9' && count < 100; ++*at) count = count * 10 + (uint32_t)(**at - '0');
    for (*log2 = 0; *log2 < 4 && 1u << *log2 < count;) ++*log2;
    return 1u << *log2 == count ||
           (about(t, 1) &&
            convert_line_wrong(
                &t->lines, "`%s`: frames beside and below one another are 1, 2, 4, 8 or 16; write 4x2 or so",
                argument(t, 1)));
}

static bool read_picture(reading *t) {
    if (!wants(t, 1, 3, "the name of a texture, and perhaps its frames (4x2) and `any`")) return false;
    const cart_texture *texture = cart_find_texture(t->s->c, argument(t, 0));
    if (texture == NULL)
        return about(t, 0) &&
               convert_line_wrong(&t->lines,
                                  "`%s` is no texture of the cart; add `texture %s FILE keyed` to cart.txt",
                                  argument(t, 0), argument(t, 0));
    t->r.texture = pack_chunk_id("texture", argument(t, 0));
    t->r.log2_columns = t->r.log2_rows = 0;
    t->r.flags &= (uint8_t)~ROM_PARTICLES_ANY_FRAME;
    if (arguments(t) >= 2) {
        const char *at = argument(t, 1);
        if (!log2_frames(t, &at, &t->r.log2_columns)) return false;
        if (*at++ != 'x')
            return about(t, 1) && convert_line_wrong(&t->lines, "`%s` is no pair of numbers; write 4x2 or so",
                                                     argument(t, 1));
        if (!log2_frames(t, &at, &t->r.log2_rows)) return false;
        if (*at != 0)
            return about(t, 1) && convert_line_wrong(&t->lines, "`%s` is no pair of numbers; write 4x2 or so",
                                                     argument(t, 1));
    }
    if (arguments(t) < 3) return true;
    if (strcmp(argument(t, 2), "any") != 0)
        return about(t, 2) &&
               convert_line_wrong(&t->lines, "`%s` is unknown; `any` is possible: any frame", argument(t, 2));
    t->r.flags |= ROM_PARTICLES_ANY_FRAME;
    return true;
}

static bool read_size(reading *t) { return curve(t, 0, 256, true, false, t->r.sizes); }
static bool read_colour(reading *t) { return colours(t); }

static bool read_alpha(reading *t) {
    int32_t values[ENTRIES];
    if (!curve(t, 0, 1, true, false, values)) return false;
    for (int i = 0; i < ENTRIES; i++) t->r.alphas[i] = (uint8_t)writer_round((double)values[i] / 65536 * 255);
    return true;
}

static bool read_frame(reading *t) {
    int32_t values[ENTRIES];
    if (!curve(t, 0, 255, false, true, values)) return false;
    for (int i = 0; i < ENTRIES; i++) t->r.frames[i] = (uint8_t)values[i];
    return true;
}

typedef struct statement {
    const char *word;
    bool (*read)(reading *t);
} statement;

static const statement statements[] = {{"shape", read_shape},
                                       {"billboard", read_billboard},
                                       {"blend", read_blend},
                                       {"full", read_full},
                                       {"rate", read_rate},
                                       {"burst", read_burst},
                                       {"for", read_for},
                                       {"life", read_life},
                                       {"speed", read_speed},
                                       {"spin", read_spin},
                                       {"force", read_force},
                                       {"wind", read_wind},
                                       {"drag", read_drag},
                                       {"inherit", read_inherit},
                                       {"within", read_within},
                                       {"aspect", read_aspect},
                                       {"floor", read_floor},
                                       {"along", read_along},
                                       {"direction", read_direction},
                                       {"spread", read_spread},
                                       {"vary", read_vary},
                                       {"picture", read_picture},
                                       {"size", read_size},
                                       {"colour", read_colour},
                                       {"alpha", read_alpha},
                                       {"frame", read_frame}};

enum { STATEMENTS = sizeof statements / sizeof statements[0] };

static bool read_line(reading *t, uint32_t *seen) {
    for (size_t i = 0; i < STATEMENTS; i++) {
        if (strcmp(statements[i].word, t->lines.words[0]) != 0) continue;
        if ((*seen >> i & 1u) != 0)
            return convert_line_wrong(&t->lines, "`%s` is given twice; take one out", t->lines.words[0]);
        *seen |= 1u << i;
        return statements[i].read(t);
    }
    return convert_line_wrong(
        &t->lines,
        "`%s` is unknown; possible are rate, burst, life, speed, size, colour, alpha and "
        "more: see tools/PARTICLES.md",
        t->lines.words[0]);
}

bool convert_particles(const pack_source *s, writer *out) {
    reading t = {.lines = {.source = s}, .s = s};
    uint32_t seen = 0;
    t.r = (rom_particles_record){.life_least = 65536,
                                 .life_most = 65536,
                                 .direction = {0, 65536, 0},
                                 .aspect = 65536,
                                 .billboard = 2,
                                 .mode = 2};
    for (int i = 0; i < ENTRIES; i++) {
        t.r.sizes[i] = 16384;
        t.r.colours[i] = 0xFFFFFF;
        t.r.alphas[i] = 255;
    }
    while (convert_line_next(&t.lines)) {
        if (!read_line(&t, &seen) && !convert_line_go_on(&t.lines)) return false;
    }
    if (t.lines.failed) return false;
    if (t.r.rate == 0 && t.r.burst == 0)
        return import_error_line(s->error, s->path, 1,
                                 "the effect sends nothing out; write `rate N` or `burst N`");
    record_put_particles(out, 0, &t.r);
    return true;
}
