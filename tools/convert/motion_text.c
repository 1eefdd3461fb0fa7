/* What a character does, from a text with one statement a line (tools/MOTION.md), as a MOTN chunk. */
#include "tools/convert/motion_text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/import/load/load.h"

/* ---- words ---- */

bool motion_number(const motion_text *t, const char *word, double least, double most, int32_t *value) {
    if (!convert_line_fx(&t->lines, word, value)) return false;
    if (*value >= least * 65536 && *value <= most * 65536) return true;
    return convert_line_wrong(&t->lines, "`%.40s` is out of range; %g to %g are possible", word, least, most);
}

bool motion_number_option(const motion_text *t, const char *key, double least, double most, int32_t *value) {
    const char *word = convert_line_value(&t->lines, key);
    return word == NULL || motion_number(t, word, least, most, value);
}

bool motion_share(const motion_text *t, const char *word, uint16_t *share) {
    int32_t value;
    if (!motion_number(t, word, 0, 1, &value)) return false;
    *share = (uint16_t)(value > 65535 ? 65535 : value);
    return true;
}

uint32_t motion_parameter(const motion_text *t, const char *name) {
    const char *known[MOTION_PARAMETERS + 1] = {NULL};
    for (uint32_t i = 0; i < t->r.parameter_count; i++) {
        if (strcmp(t->parameter_names[i], name) == 0) return i;
        known[i] = t->parameter_names[i];
    }
    const char *meant = cart_suggest(name, known);
    convert_line_look(&t->lines, name);
    convert_line_wrong(&t->lines, "`%.40s` is no number, switch or trigger that stands above%s%s%s", name,
                       meant == NULL ? "" : "; did you mean `", meant == NULL ? "" : meant,
                       meant == NULL ? "" : "`?");
    return MOTION_NONE;
}

bool motion_joint(const motion_text *t, const char *name, int32_t *number) {
    if (t->of_sheet)
        return convert_line_wrong(&t->lines, "a sheet has no joints; `%s` is for motions of skeletons",
                                  t->lines.words[0]);
    *number = -1;
    if (t->rig == NULL) return true;
    for (uint32_t i = 0; i < t->rig->count; i++) {
        if (strcmp(t->rig->joints[i].name, name) != 0) continue;
        *number = (int32_t)i;
        return true;
    }
    convert_line_look(&t->lines, name);
    return convert_line_wrong(&t->lines, "the skeleton has no joint `%.40s`; its first is `%.40s`", name,
                              t->rig->joints[0].name);
}

/* A name of a thing of the text: false after a sentence. */
static bool take_name(const motion_text *t, int word, char to[CART_NAME_MAX]) {
    if (word >= t->lines.count) return convert_line_wrong(&t->lines, "`%s` wants a name", t->lines.words[0]);
    const char *name = t->lines.words[word];
    convert_line_look(&t->lines, name);
    if (strlen(name) == 0 || strlen(name) >= CART_NAME_MAX || strchr(name, '*') != NULL ||
        strchr(name, '=') != NULL)
        return convert_line_wrong(&t->lines, "`%.40s` is no name; letters, digits, - and _ are possible",
                                  name);
    snprintf(to, CART_NAME_MAX, "%s", name);
    return true;
}

static bool all_words_taken(const motion_text *t, int words) {
    return convert_line_all_asked(&t->lines, words);
}

/* ---- the skeleton ---- */

static const cart_asset *asset_called(const pack_source *s, const char *kind, const char *name) {
    for (uint32_t i = 0; i < s->c->asset_count; i++) {
        const cart_asset *asset = &s->c->assets[i];
        if (strcmp(asset->kind, kind) == 0 && strcmp(asset->name, name) == 0) return asset;
    }
    return NULL;
}

static bool wants_asset(const motion_text *t, const char *kind, const char *name) {
    convert_line_look(&t->lines, name);
    return asset_called(t->s, kind, name) != NULL ||
           convert_line_wrong(&t->lines, "the cart has no %s `%.40s`; add `%s %.40s FILE` to cart.txt", kind,
                              name, kind, name);
}

/* Reads the joints of the skeleton out of its file; without a list of companions nothing is known of them. */
static bool load_rig(motion_text *t, const cart_asset *asset) {
    const pack_source *s = t->s;
    uint8_t *data;
    size_t size;
    char *path;
    if (s->companions == NULL) return true;
    if (!pack_companion_read(s, asset->file, &path, &data, &size)) return false;
    free(data);
    t->has_scene = import_scene_load(path, pack_option(asset, "axes"), 1, &t->scene, s->error);
    if (t->has_scene) t->rig = import_rig_make(path, &t->scene, pack_option(asset, "skin"), s->error);
    free(path);
    return t->rig != NULL;
}

static bool read_skeleton(motion_text *t) {
    char name[CART_NAME_MAX];
    if (t->r.skeleton != 0) return convert_line_wrong(&t->lines, "there is one `skeleton`; take one out");
    if (!take_name(t, 1, name) || !wants_asset(t, "skeleton", name) || !all_words_taken(t, 2)) return false;
    t->r.skeleton = pack_chunk_id("skeleton", name);
    return load_rig(t, asset_called(t->s, "skeleton", name));
}

/* What plays are animations of a sheet; nothing is known of them here. */
static bool read_sheet(motion_text *t) {
    char name[CART_NAME_MAX];
    if (t->r.skeleton != 0)
        return convert_line_wrong(&t->lines, "there is one `skeleton` or `sheet`; take one out");
    if (!take_name(t, 1, name) || !wants_asset(t, "sheet", name) || !all_words_taken(t, 2)) return false;
    t->r.skeleton = pack_chunk_id("sheet", name);
    t->of_sheet = true;
    return true;
}

/* A clip, or an animation of the sheet: its id. 0 after a sentence. */
static uint32_t take_clip(const motion_text *t, const char *name) {
    if (t->of_sheet) return rom_id(name);
    return wants_asset(t, "clip", name) ? pack_chunk_id("clip", name) : 0;
}

/* ---- parameters ---- */

static bool add_parameter(motion_text *t, rom_motion_parameter_record *parameter, int words) {
    char *name = t->parameter_names[t->r.parameter_count];
    static const char *const taken[] = {"end", "not", "when", "and", NULL};
    if (t->r.parameter_count == MOTION_PARAMETERS)
        return convert_line_wrong(&t->lines, "more than %d numbers, switches and triggers",
                                  MOTION_PARAMETERS);
    if (!take_name(t, 1, name)) return false;
    for (uint32_t i = 0; i < t->r.parameter_count; i++)
        if (strcmp(t->parameter_names[i], name) == 0)
            return convert_line_wrong(&t->lines, "`%s` stands above already; take one out", name);
    if (cart_choice(name, taken) >= 0) return convert_line_wrong(&t->lines, "`%s` is a word of ways", name);
    if (!all_words_taken(t, words)) return false;
    parameter->name = rom_id(name);
    t->parameters[t->r.parameter_count++] = *parameter;
    return true;
}

/* aims=yaw|pitch: the number follows the look. */
static bool read_aims(const motion_text *t, const char *word, rom_motion_parameter_record *p) {
    static const char *const kinds[] = {"yaw", "pitch", NULL};
    const int kind = cart_choice(word, kinds);
    convert_line_look(&t->lines, word);
    if (t->of_sheet) return convert_line_wrong(&t->lines, "sprites look nowhere; take `aims` out");
    if (kind < 0) return convert_line_wrong(&t->lines, "`%.40s`: aims=yaw or aims=pitch is wanted", word);
    p->kind = (uint8_t)(ROM_MOTION_PARAMETER_YAW + kind);
    p->low = -65536;
    p->high = 65536;
    return true;
}

static bool read_number(motion_text *t) {
    rom_motion_parameter_record p = {.low = -32000 * 65536, .high = 32000 * 65536};
    const char *aims = convert_line_value(&t->lines, "aims");
    if (aims != NULL && !read_aims(t, aims, &p)) return false;
    if (aims != NULL) return add_parameter(t, &p, 2);
    const bool starts = t->lines.count > 2 && strchr(t->lines.words[2], '=') == NULL;
    if (starts && !motion_number(t, t->lines.words[2], -32000, 32000, &p.start)) return false;
    if (!motion_number_option(t, "low", -32000, 32000, &p.low) ||
        !motion_number_option(t, "high", -32000, 32000, &p.high) ||
        !motion_number_option(t, "rate", 0, 32000, &p.rate))
        return false;
    if (p.low > p.high) return convert_line_wrong(&t->lines, "low is above high; turn them round");
    if (!starts) p.start = p.low > 0 ? p.low : p.high < 0 ? p.high : 0;
    if (p.start < p.low || p.start > p.high)
        return convert_line_wrong(&t->lines, "it starts outside of low and high");
    return add_parameter(t, &p, starts ? 3 : 2);
}

static bool read_switch(motion_text *t) {
    rom_motion_parameter_record p = {.kind = ROM_MOTION_PARAMETER_SWITCH, .high = 65536};
    if (convert_line_flag(&t->lines, "on")) p.start = 65536;
    return add_parameter(t, &p, 2);
}

static bool read_trigger(motion_text *t) {
    rom_motion_parameter_record p = {.kind = ROM_MOTION_PARAMETER_TRIGGER, .high = 65536};
    return add_parameter(t, &p, 2);
}

/* ---- layers ---- */

static bool read_mask(motion_text *t, rom_motion_layer_record *layer) {
    const char *word = convert_line_value(&t->lines, "mask");
    char copy[160];
    if (word == NULL) return true;
    if (strlen(word) >= sizeof copy)
        return convert_line_wrong(&t->lines, "a mask of more than %d letters", (int)sizeof copy - 1);
    snprintf(copy, sizeof copy, "%s", word);
    for (char *at = copy, *comma; at != NULL; at = comma == NULL ? NULL : comma + 1) {
        rom_motion_mask_record mask = {.weight = 65536};
        int32_t number, weight = 65536;
        comma = strchr(at, ',');
        if (comma != NULL) *comma = 0;
        char *colon = strchr(at, ':');
        if (colon != NULL) *colon = 0;
        if (!motion_joint(t, at, &number) || (colon != NULL && !motion_number(t, colon + 1, 0, 1, &weight)))
            return false;
        if (t->r.mask_count == MOTION_MASKS)
            return convert_line_wrong(&t->lines, "more than %d joints in all masks", MOTION_MASKS);
        mask.joint = rom_id(at);
        mask.weight = (uint32_t)weight;
        t->masks[t->r.mask_count++] = mask;
        layer->mask_count++;
    }
    return true;
}

static bool add_layer(motion_text *t, const rom_motion_layer_record *layer) {
    if (t->r.layer_count == MOTION_LAYERS)
        return convert_line_wrong(&t->lines, "more than %d layers; take some out", MOTION_LAYERS);
    t->layers[t->r.layer_count] = *layer;
    t->layers[t->r.layer_count++].state_first = t->r.state_count;
    return true;
}

static bool read_layer(motion_text *t) {
    rom_motion_layer_record layer = {.weight = MOTION_NONE, .mask_first = t->r.mask_count};
    char name[CART_NAME_MAX];
    if (!take_name(t, 1, name)) return false;
    layer.name = rom_id(name);
    for (uint32_t i = 0; i < t->r.layer_count; i++)
        if (t->layers[i].name == layer.name)
            return convert_line_wrong(&t->lines, "layer `%s` stands above already", name);
    if (convert_line_flag(&t->lines, "adds")) layer.adds = 1;
    const char *weight = convert_line_value(&t->lines, "weight");
    if (weight != NULL) {
        const uint32_t parameter = motion_parameter(t, weight);
        if (parameter == MOTION_NONE) return false;
        layer.weight = (uint8_t)parameter;
    }
    if (t->r.layer_count == 0 && convert_line_value(&t->lines, "noise") != NULL)
        return convert_line_wrong(&t->lines,
                                  "the first layer is always all there; noise is for those above it");
    if (t->r.layer_count < MOTION_LAYERS && !motion_read_noise(t, t->r.layer_count)) return false;
    return read_mask(t, &layer) && all_words_taken(t, 2) && add_layer(t, &layer);
}

/* ---- states ---- */

/* How fast a clip runs, below 0 backwards. */
static bool read_speed(const motion_text *t, const char *word, int32_t *speed) {
    if (!motion_number(t, word, -100, 100, speed)) return false;
    return *speed != 0 ||
           convert_line_wrong(&t->lines, "a speed of 0 never moves; write at=NUMBER for a moment");
}

/* A clip with its place: walk, walk@1.5, left@-1,0, each perhaps with xSPEED behind: walk@1.5x2. */
static bool add_point(motion_text *t, rom_motion_state_record *state, char *word) {
    rom_motion_point_record point = {.speed = 65536};
    char *at = strchr(word, '@'), *comma = at == NULL ? NULL : strchr(at, ','), *times;
    const int parameters = state->blend == ROM_MOTION_STATE_LINE     ? 1
                           : state->blend == ROM_MOTION_STATE_PLANE  ? 2
                           : state->blend == ROM_MOTION_STATE_SQUARE ? 2
                                                                     : 0;
    if (state->point_count == MOTION_STATE_POINTS || t->r.point_count == MOTION_POINTS)
        return convert_line_wrong(&t->lines, "more than %d clips in a state", MOTION_STATE_POINTS);
    times = at == NULL ? NULL : strchr(at, 'x');
    if (times != NULL) *times = 0;
    if (at != NULL) *at = 0;
    if (comma != NULL) *comma = 0;
    if ((at != NULL) != (parameters > 0) || (comma != NULL) != (parameters > 1)) {
        static const char *const wanted[] = {"the name alone", "NAME@X", "NAME@X,Y"};
        return convert_line_wrong(&t->lines, "for `%.40s` %s is wanted", word, wanted[parameters]);
    }
    if ((at != NULL && !motion_number(t, at + 1, -32000, 32000, &point.x)) ||
        (comma != NULL && !motion_number(t, comma + 1, -32000, 32000, &point.y)) ||
        (times != NULL && !read_speed(t, times + 1, &point.speed)))
        return false;
    const bool is_nothing = parameters > 0 && !t->of_sheet && strcmp(word, "none") == 0;
    point.clip = is_nothing ? 0 : take_clip(t, word);
    if (point.clip == 0 && !is_nothing) return false;
    const rom_motion_point_record *others = t->points + state->point_first;
    for (uint32_t i = 0; i < state->point_count; i++)
        if (others[i].x == point.x && others[i].y == point.y)
            return convert_line_wrong(&t->lines, "two clips stand at one place; take one out");
    if (parameters == 1 && state->point_count > 0 && others[state->point_count - 1].x > point.x)
        return convert_line_wrong(&t->lines, "clips along a number stand in its order; turn them round");
    t->points[t->r.point_count++] = point;
    state->point_count++;
    return true;
}

/* at=NUMBER: the number says the moment, from its low to its high. */
static bool read_moment(motion_text *t, const char *word, rom_motion_state_record *state) {
    const uint32_t number = motion_parameter(t, word);
    if (number == MOTION_NONE) return false;
    const rom_motion_parameter_record *p = &t->parameters[number];
    if (p->low <= -32000 * 65536 || p->high >= 32000 * 65536 || p->low == p->high)
        return convert_line_wrong(&t->lines, "`%.40s` has no range; give it low= and high=", word);
    state->blend = ROM_MOTION_STATE_MOMENT;
    state->x = (uint8_t)number;
    return true;
}

static bool read_over(motion_text *t, bool is_square, rom_motion_state_record *state) {
    const char *word = convert_line_value(&t->lines, "over"),
               *comma = word == NULL ? NULL : strchr(word, ',');
    char first[CART_NAME_MAX];
    state->x = state->y = MOTION_NONE;
    state->blend = ROM_MOTION_STATE_CLIP;
    const char *moment = convert_line_value(&t->lines, "at");
    if (moment != NULL && (word != NULL || is_square || (state->flags & ROM_MOTION_STATE_ONCE) != 0))
        return convert_line_wrong(&t->lines, "at= stands without over=, `square` and `once`; take one out");
    if (moment != NULL) return read_moment(t, moment, state);
    if (is_square && comma == NULL)
        return convert_line_wrong(&t->lines, "a square lies over two numbers; write over=NUMBER,NUMBER");
    if (word == NULL) return true;
    const size_t length = comma == NULL ? strlen(word) : (size_t)(comma - word);
    if (length >= sizeof first)
        return convert_line_wrong(&t->lines, "over=NUMBER or over=NUMBER,NUMBER is wanted");
    snprintf(first, sizeof first, "%.*s", (int)length, word);
    const uint32_t x = motion_parameter(t, first),
                   y = comma == NULL || x == MOTION_NONE ? MOTION_NONE : motion_parameter(t, comma + 1);
    if (x == MOTION_NONE || (comma != NULL && y == MOTION_NONE)) return false;
    state->x = (uint8_t)x;
    state->y = (uint8_t)y;
    state->blend = comma == NULL ? ROM_MOTION_STATE_LINE
                   : is_square   ? ROM_MOTION_STATE_SQUARE
                                 : ROM_MOTION_STATE_PLANE;
    return true;
}

/* Brings the clips of a square into the order low-low, high-low, low-high, high-high. */
static bool sort_square(motion_text *t, const rom_motion_state_record *state) {
    rom_motion_point_record *p = t->points + state->point_first, sorted[4];
    uint32_t found = 0;
    if (state->point_count != 4) return convert_line_wrong(&t->lines, "a square has four clips");
    int32_t low[2] = {p[0].x, p[0].y}, high[2] = {p[0].x, p[0].y};
    for (int i = 1; i < 4; i++) {
        low[0] = p[i].x < low[0] ? p[i].x : low[0];
        low[1] = p[i].y < low[1] ? p[i].y : low[1];
        high[0] = p[i].x > high[0] ? p[i].x : high[0];
        high[1] = p[i].y > high[1] ? p[i].y : high[1];
    }
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            if (p[k].x != ((i & 1) != 0 ? high[0] : low[0]) || p[k].y != ((i & 2) != 0 ? high[1] : low[1]))
                continue;
            sorted[i] = p[k];
            found |= 1u << i;
        }
    }
    if (found != 15 || low[0] == high[0] || low[1] == high[1])
        return convert_line_wrong(&t->lines, "the clips do not stand at the corners of a square");
    memcpy(p, sorted, sizeof sorted);
    return true;
}

static bool read_points(motion_text *t, rom_motion_state_record *state, uint32_t flags) {
    int32_t speed = 65536;
    const char *word = convert_line_value(&t->lines, "speed");
    if (word != NULL && !read_speed(t, word, &speed)) return false;
    for (int i = 2; i < t->lines.count; i++) {
        if (strchr(t->lines.words[i], '=') != NULL || (flags >> i & 1u) != 0) continue;
        t->lines.asked.words |= 1u << i;
        convert_line_look(&t->lines, t->lines.words[i]);
        if (!add_point(t, state, t->lines.words[i])) return false;
        rom_motion_point_record *point = &t->points[t->r.point_count - 1u];
        const int64_t product = (int64_t)point->speed * speed / 65536;
        point->speed = product != 0 ? (int32_t)product : (point->speed < 0) == (speed < 0) ? 1 : -1;
        if (state->blend == ROM_MOTION_STATE_MOMENT) {
            point->x = t->parameters[state->x].low;
            point->y = t->parameters[state->x].high;
        }
    }
    if (state->point_count == 0)
        return convert_line_wrong(&t->lines,
                                  "a state has a clip; write `state NAME CLIP`, or `state NAME none`");
    if ((state->blend == ROM_MOTION_STATE_CLIP || state->blend == ROM_MOTION_STATE_MOMENT) &&
        state->point_count > 1)
        return convert_line_wrong(&t->lines, "several clips want a number to choose by; write over=NUMBER");
    return true;
}

static bool read_state(motion_text *t) {
    static const rom_motion_layer_record body = {.weight = MOTION_NONE};
    rom_motion_state_record state = {.point_first = t->r.point_count, .triangle_first = t->r.triangle_count};
    if (t->r.layer_count == 0) {
        rom_motion_layer_record base = body;
        base.name = rom_id("body");
        if (!add_layer(t, &base)) return false;
    }
    rom_motion_layer_record *layer = &t->layers[t->r.layer_count - 1u];
    if (t->r.state_count == MOTION_STATES || layer->state_count == MOTION_LAYER_STATES)
        return convert_line_wrong(&t->lines, "more than %d states in a layer, or %d in all",
                                  MOTION_LAYER_STATES, MOTION_STATES);
    char *name = t->state_names[t->r.state_count];
    if (!take_name(t, 1, name)) return false;
    state.name = rom_id(name);
    for (uint32_t i = 0; i < t->r.state_count; i++)
        if (t->states[i].name == state.name)
            return convert_line_wrong(&t->lines,
                                      "state `%s` stands above already; names of states are used once", name);
    if (convert_line_flag(&t->lines, "once")) state.flags |= ROM_MOTION_STATE_ONCE;
    if (convert_line_flag(&t->lines, "travels")) state.flags |= ROM_MOTION_STATE_TRAVELS;
    if (t->of_sheet && (state.flags & ROM_MOTION_STATE_TRAVELS) != 0)
        return convert_line_wrong(&t->lines, "pictures of a sheet travel nowhere; take `travels` out");
    const bool is_square = convert_line_flag(&t->lines, "square");
    const uint32_t flags = t->lines.asked.words;
    if (convert_line_flag(&t->lines, "none")) {
        if (t->r.layer_count == 1) return convert_line_wrong(&t->lines, "the first layer always has a clip");
        state.x = state.y = MOTION_NONE;
    } else if (!read_over(t, is_square, &state) || !read_points(t, &state, flags) ||
               (state.blend == ROM_MOTION_STATE_PLANE && !motion_triangulate(t, &state)) ||
               (state.blend == ROM_MOTION_STATE_SQUARE && !sort_square(t, &state))) {
        return false;
    }
    if (!all_words_taken(t, 2)) return false;
    t->states[t->r.state_count++] = state;
    layer->state_count++;
    return true;
}

/* ---- sets ---- */

/* The clip that a state above plays; 0 after a sentence. */
uint32_t motion_played_clip(const motion_text *t, const char *name) {
    const uint32_t id = t->of_sheet ? rom_id(name) : pack_chunk_id("clip", name);
    for (uint32_t i = 0; i < t->r.point_count; i++)
        if (t->points[i].clip == id) return id;
    convert_line_look(&t->lines, name);
    convert_line_wrong(&t->lines, "no state above plays `%.40s`", name);
    return 0;
}

/* wear SET CLIP=OTHER ...: what a character plays in the places of some clips. */
static bool read_wear(motion_text *t) {
    char name[CART_NAME_MAX];
    const uint32_t first = t->r.swap_count;
    uint32_t sets = 0;
    if (!take_name(t, 1, name)) return false;
    for (uint32_t i = 0; i < first; i++) {
        if (t->swaps[i].set == rom_id(name))
            return convert_line_wrong(&t->lines, "set `%s` stands above already", name);
        sets += i == 0 || t->swaps[i].set != t->swaps[i - 1].set;
    }
    if (sets == MOTION_SETS) return convert_line_wrong(&t->lines, "more than %d sets", MOTION_SETS);
    for (int i = 2; i < t->lines.count; i++) {
        char of[CART_NAME_MAX], *equals = strchr(t->lines.words[i], '=');
        t->lines.asked.words |= 1u << i;
        if (equals == NULL || (size_t)(equals - t->lines.words[i]) >= sizeof of)
            return convert_line_wrong(&t->lines, "`wear SET CLIP=OTHER CLIP=OTHER` is wanted");
        snprintf(of, sizeof of, "%.*s", (int)(equals - t->lines.words[i]), t->lines.words[i]);
        if (t->r.swap_count == MOTION_SWAPS)
            return convert_line_wrong(&t->lines, "more than %d clips in all sets", MOTION_SWAPS);
        const uint32_t id = motion_played_clip(t, of);
        const uint32_t other = id == 0 ? 0 : take_clip(t, equals + 1);
        if (other == 0) return false;
        t->swaps[t->r.swap_count++] = (rom_motion_swap_record){rom_id(name), id, other};
    }
    return t->r.swap_count > first || convert_line_wrong(&t->lines, "a set has clips; write CLIP=OTHER");
}

/* ---- marks ---- */

uint32_t convert_event_id(const char *word) {
    char small[CART_NAME_MAX];
    size_t i = 0;
    for (; word[i] != 0 && i + 1 < sizeof small; i++) small[i] = (char)tolower((unsigned char)word[i]);
    small[i] = 0;
    return rom_id(small);
}

static bool read_mark(motion_text *t) {
    rom_motion_mark_record mark = {.of = 0};
    const bool always = convert_line_flag(&t->lines, "always");
    const int words = t->lines.count - (always ? 1 : 0);
    double number;
    if (words < 4 || words > 5)
        return convert_line_wrong(&t->lines, "`mark CLIP PART Event [ARGUMENT] [always]` is wanted");
    if (t->r.mark_count == MOTION_MARKS)
        return convert_line_wrong(&t->lines, "more than %d marks", MOTION_MARKS);
    const char *clip = t->lines.words[1], *event = t->lines.words[3];
    mark.of = motion_played_clip(t, clip);
    if (mark.of == 0) return false;
    if (!motion_share(t, t->lines.words[2], &mark.phase)) return false;
    convert_line_look(&t->lines, event);
    if (!isupper((unsigned char)event[0]) || strlen(event) >= CART_NAME_MAX)
        return convert_line_wrong(&t->lines, "`%.40s` is no event; events begin with a capital letter",
                                  event);
    mark.event = convert_event_id(event);
    mark.flags = always ? ROM_MOTION_MARK_ALWAYS : 0;
    if (words == 5) {
        const char *argument = t->lines.words[4];
        const bool is_number = cart_parse_number(argument, &number);
        convert_line_look(&t->lines, argument);
        if (is_number && (number != floor(number) || fabs(number) > 2147483647.0))
            return convert_line_wrong(&t->lines, "`%.40s` is no whole number and no name", argument);
        mark.argument = is_number ? (int32_t)number : (int32_t)rom_id(argument);
    }
    t->marks[t->r.mark_count++] = mark;
    return true;
}

/* ---- limbs and looks ---- */

/* Whether the second joint hangs on the first, and the third on the second: the two bones of a limb. */
static bool is_chain(const motion_text *t, const int32_t joint[3]) {
    for (int i = 1; i < 3 && t->rig != NULL; i++)
        if (t->rig->joints[joint[i]].parent != joint[i - 1])
            return convert_line_wrong(&t->lines, "joint `%.40s` does not hang on `%.40s`",
                                      t->lines.words[2 + i], t->lines.words[1 + i]);
    return true;
}

static bool read_limb(motion_text *t) {
    const bool is_leg = strcmp(t->lines.words[0], "leg") == 0;
    rom_motion_limb_record limb = {.pole = {0, 0, is_leg ? -65536 : 65536}};
    char name[CART_NAME_MAX];
    int32_t joint[3];
    if (t->lines.count < 5)
        return convert_line_wrong(&t->lines,
                                  "`%s NAME JOINT JOINT JOINT` is wanted: hip, knee, ankle or the like",
                                  t->lines.words[0]);
    if (t->r.limb_count == MOTION_LIMBS)
        return convert_line_wrong(&t->lines, "more than %d limbs", MOTION_LIMBS);
    if (!take_name(t, 1, name)) return false;
    limb.name = rom_id(name);
    for (uint32_t i = 0; i < t->r.limb_count; i++)
        if (t->limbs[i].name == limb.name)
            return convert_line_wrong(&t->lines, "limb `%s` stands above already", name);
    for (int i = 0; i < 3; i++)
        if (!motion_joint(t, t->lines.words[2 + i], &joint[i])) return false;
    if (!is_chain(t, joint)) return false;
    limb.root = rom_id(t->lines.words[2]);
    limb.middle = rom_id(t->lines.words[3]);
    limb.end = rom_id(t->lines.words[4]);
    const char *pole = convert_line_value(&t->lines, "pole");
    if (pole != NULL && !convert_line_vector(&t->lines, pole, limb.pole)) return false;
    for (int i = 0; i < 3; i++)
        if (limb.pole[i] > 1000 * 65536 || limb.pole[i] < -1000 * 65536)
            return convert_line_wrong(&t->lines, "a pole is a direction such as 0,0,-1");
    if (limb.pole[0] == 0 && limb.pole[1] == 0 && limb.pole[2] == 0)
        return convert_line_wrong(&t->lines, "a pole leads somewhere; write pole=0,0,-1 or so");

    if (!all_words_taken(t, 5)) return false;
    t->limbs[t->r.limb_count++] = limb;
    return true;
}

static bool is_below(const motion_text *t, int32_t root, int32_t end) {
    int32_t at = end;
    for (int joints = 1; t->rig != NULL && at != root; joints++) {
        at = t->rig->joints[at].parent;
        if (at < 0 || joints == MOTION_CHAIN)
            return convert_line_wrong(&t->lines, "`%.40s` does not hang on `%.40s`, %d joints at most apart",
                                      t->lines.words[3], t->lines.words[2], MOTION_CHAIN);
    }
    return t->rig == NULL || root != end ||
           convert_line_wrong(&t->lines, "a chain leads from one joint to another");
}

/* chain NAME ROOT END [bend=DEGREES]: a limb without a middle, whose pole says how far its joints bend. */
static bool read_chain(motion_text *t) {
    rom_motion_limb_record limb = {.middle = 0};
    char name[CART_NAME_MAX];
    int32_t joint[2];
    if (t->lines.count < 4)
        return convert_line_wrong(&t->lines, "`chain NAME JOINT JOINT` is wanted: its first and its last");
    if (t->r.limb_count == MOTION_LIMBS)
        return convert_line_wrong(&t->lines, "more than %d limbs", MOTION_LIMBS);
    if (!take_name(t, 1, name)) return false;
    limb.name = rom_id(name);
    for (uint32_t i = 0; i < t->r.limb_count; i++)
        if (t->limbs[i].name == limb.name)
            return convert_line_wrong(&t->lines, "limb `%s` stands above already", name);
    for (int i = 0; i < 2; i++)
        if (!motion_joint(t, t->lines.words[2 + i], &joint[i])) return false;
    if (!is_below(t, joint[0], joint[1]) || !motion_number_option(t, "bend", 1, 180, &limb.pole[0]))
        return false;
    limb.root = rom_id(t->lines.words[2]);
    limb.end = rom_id(t->lines.words[3]);
    if (!all_words_taken(t, 4)) return false;
    t->limbs[t->r.limb_count++] = limb;
    return true;
}

static bool read_look(motion_text *t) {
    int32_t joint;
    if (t->r.look_count > 0)
        return convert_line_wrong(&t->lines, "`look` stands above already; take one out");
    t->r.look_yaw = 70 * 65536;
    t->r.look_pitch = 40 * 65536;
    t->r.look_speed = 240 * 65536;
    if (!motion_number_option(t, "yaw", 1, 170, &t->r.look_yaw) ||
        !motion_number_option(t, "pitch", 1, 85, &t->r.look_pitch) ||
        !motion_number_option(t, "speed", 1, 3600, &t->r.look_speed))
        return false;
    for (int i = 1; i < t->lines.count; i++) {
        char *word = t->lines.words[i], *colon = strchr(word, ':');
        rom_motion_look_record look = {.share = 65536};
        if (strchr(word, '=') != NULL) continue;
        if (t->r.look_count == MOTION_LOOKS)
            return convert_line_wrong(&t->lines, "more than %d joints", MOTION_LOOKS);
        if (colon != NULL) *colon = 0;
        if (!motion_joint(t, word, &joint) ||
            (colon != NULL && !motion_number(t, colon + 1, 0, 1, &look.share)))
            return false;
        t->lines.asked.words |= 1u << i;
        look.joint = rom_id(word);
        t->looks[t->r.look_count++] = look;
    }
    int64_t sum = 0;
    for (uint32_t i = 0; i < t->r.look_count; i++) sum += t->looks[i].share;
    bool aims = false;
    for (uint32_t i = 0; i < t->r.parameter_count; i++)
        aims = aims || t->parameters[i].kind >= ROM_MOTION_PARAMETER_YAW;
    if (t->r.look_count == 0 || (sum == 0 && !aims) || sum > 65536 + 64)
        return convert_line_wrong(&t->lines,
                                  "the joints of a look share one turn; write look head:0.6 neck:0.4");
    return all_words_taken(t, 1);
}

/* ---- the text ---- */

typedef struct statement {
    const char *word;
    bool (*read)(motion_text *t);
} statement;
static const statement statements[] = {
    {"skeleton", read_skeleton}, {"sheet", read_sheet},        {"number", read_number},
    {"switch", read_switch},     {"trigger", read_trigger},    {"layer", read_layer},
    {"state", read_state},       {"mark", read_mark},          {"leg", read_limb},
    {"arm", read_limb},          {"chain", read_chain},        {"look", read_look},
    {"wear", read_wear},         {"turn", motion_read_turn},   {"sway", motion_read_sway},
    {"shy", motion_read_shy},    {"plant", motion_read_plant}, {"feet", motion_read_feet},
    {"pose", motion_read_pose},  {"core", motion_read_core},   {"limit", motion_read_limit}};

enum { STATEMENTS = sizeof statements / sizeof statements[0] };

static bool read_line(motion_text *t) {
    const char *word = t->lines.words[0], *known[STATEMENTS + 1] = {NULL};
    if (t->lines.count > 1 && strcmp(t->lines.words[1], "->") == 0) return motion_read_way(t);
    for (size_t i = 0; i < STATEMENTS; i++) {
        known[i] = statements[i].word;
        if (strcmp(word, statements[i].word) != 0) continue;
        if (i > 1 && t->r.skeleton == 0)
            return convert_line_wrong(&t->lines, "first of all stands `skeleton NAME` or `sheet NAME`");
        return statements[i].read(t);
    }
    const char *meant = cart_suggest(word, known);
    return convert_line_wrong(&t->lines, "`%.40s` is unknown%s%s%s", word,
                              meant == NULL ? "" : "; did you mean `", meant == NULL ? "" : meant,
                              meant == NULL ? "; see tools/MOTION.md" : "`?");
}

/* ---- the chunk ---- */

#define PUT_ALL(rows, kind)                                                                                  \
    if (t->r.kind##_count > 0) t->r.rows##_at = (uint32_t)out->size;                                         \
    for (uint32_t i = 0; i < t->r.kind##_count; i++) record_add_motion_##kind(out, &t->rows[i])

/* Marks go in the order of their phases; those of one phase as the text has them. */
static void sort_marks(motion_text *t) {
    for (uint32_t i = 1; i < t->r.mark_count; i++) {
        const rom_motion_mark_record mark = t->marks[i];
        uint32_t at = i;
        for (; at > 0 && t->marks[at - 1].phase > mark.phase; at--) t->marks[at] = t->marks[at - 1];
        t->marks[at] = mark;
    }
}

static void put_machine(motion_text *t, writer *out) {
    sort_marks(t);
    PUT_ALL(parameters, parameter);
    PUT_ALL(layers, layer);
    PUT_ALL(states, state);
    PUT_ALL(points, point);
    PUT_ALL(triangles, triangle);
    PUT_ALL(ways, way);
    PUT_ALL(conditions, condition);
    PUT_ALL(marks, mark);
    PUT_ALL(masks, mask);
    PUT_ALL(limbs, limb);
    PUT_ALL(looks, look);
    PUT_ALL(swaps, swap);
    PUT_ALL(curves, curve);
    PUT_ALL(turns, turn);
    PUT_ALL(noises, noise);
    PUT_ALL(plants, plant);
    record_put_motion_machine(out, 0, &t->r);
}

/* Marks of two clips of one blend that tell the same stand at one part of their rounds, or feet do not meet the ground together: others are told of. */
static void compare_marks(const motion_text *t, const rom_motion_state_record *state) {
    for (uint32_t i = 0; i < t->r.mark_count; i++) {
        for (uint32_t k = i + 1; k < t->r.mark_count; k++) {
            const rom_motion_mark_record *a = &t->marks[i], *b = &t->marks[k];
            bool has_a = false, has_b = false;
            for (uint32_t n = 0; n < state->point_count; n++) {
                has_a = has_a || t->points[state->point_first + n].clip == a->of;
                has_b = has_b || t->points[state->point_first + n].clip == b->of;
            }
            const uint16_t apart = (uint16_t)(a->phase - b->phase);
            if (!has_a || !has_b || a->of == b->of || a->event != b->event || a->argument != b->argument ||
                apart <= 1024 || apart >= 65536 - 1024)
                continue;
            pack_companion_note(t->s,
                                "motion %s: marks that tell the same stand at %.3f of one clip and at %.3f "
                                "of another one of the "
                                "same blend",
                                t->s->asset->name, a->phase / 65536.0, b->phase / 65536.0);
        }
    }
}

/* What only the whole text shows: a layer without a state. */
static bool check_whole(const motion_text *t) {
    const pack_source *s = t->s;
    if (t->r.state_count == 0)
        return import_error_line(s->error, s->path, 1, "the character does nothing; write `state NAME CLIP`");
    for (uint32_t i = 0; i < t->r.parameter_count; i++)
        if (t->parameters[i].kind >= ROM_MOTION_PARAMETER_YAW && t->r.look_count == 0)
            return import_error_line(s->error, s->path, t->lines.line,
                                     "a number aims, and there is no `look`; write `look JOINT:0` at least");
    for (uint32_t i = 0; i < t->r.layer_count; i++)
        if (t->layers[i].state_count == 0)
            return import_error_line(s->error, s->path, t->lines.line,
                                     "a layer has no state; write `state NAME none` below it at least");
    return true;
}

bool convert_motion_machine(const pack_source *s, writer *out) {
    motion_text *t = calloc(1, sizeof *t);
    if (t == NULL) return import_error_memory(s->error, s->path);
    t->lines.source = s;
    t->s = s;
    bool ok = true;
    while (ok && convert_line_next(&t->lines)) ok = read_line(t) || convert_line_go_on(&t->lines);
    ok = ok && !t->lines.failed && check_whole(t) && motion_make_ways(t) && motion_check(t);
    if (ok) {
        for (uint32_t i = 0; i < t->r.state_count; i++) compare_marks(t, &t->states[i]);
        put_machine(t, out);
        pack_companion_note(s, "motion %s: %u states in %u layers, %u ways, %u bytes", s->asset->name,
                            (unsigned)t->r.state_count, (unsigned)t->r.layer_count, (unsigned)t->r.way_count,
                            (unsigned)out->size);
    }
    free(t->rig);
    if (t->has_scene) import_scene_free(&t->scene);
    free(t);
    return ok;
}
