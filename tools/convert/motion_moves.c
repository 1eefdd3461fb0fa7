/* Lines of motions about joints that move besides their clips, feet that stand, layers that wander. */
#include <math.h>
#include <string.h>

#include "tools/convert/motion_text.h"

/* A joint that the line names second, and the number of a row. */
static bool take_turn(motion_text *t, rom_motion_turn_record *turn, int words) {
    int32_t number;
    if (t->lines.count < 2 || strchr(t->lines.words[1], '=') != NULL)
        return convert_line_wrong(&t->lines, "`%s JOINT ...` is wanted", t->lines.words[0]);
    if (t->r.turn_count == MOTION_TURNS)
        return convert_line_wrong(&t->lines, "more than %d joints that move besides their clips",
                                  MOTION_TURNS);
    if (!motion_joint(t, t->lines.words[1], &number) || !convert_line_all_asked(&t->lines, words))
        return false;
    turn->joint = rom_id(t->lines.words[1]);
    t->turns[t->r.turn_count++] = *turn;
    return true;
}

static bool take_number(const motion_text *t, const char *key, bool needed, uint8_t *number) {
    const char *word = convert_line_value(&t->lines, key);
    *number = MOTION_NONE;
    if (word == NULL)
        return !needed || convert_line_wrong(&t->lines, "%s=NUMBER is wanted, which stands above", key);
    const uint32_t found = motion_parameter(t, word);
    *number = (uint8_t)found;
    return found != MOTION_NONE;
}

static bool take_axis(const motion_text *t, int32_t axis[3]) {
    const char *word = convert_line_value(&t->lines, "axis");
    axis[0] = axis[2] = 0;
    axis[1] = 65536;
    if (word != NULL && !convert_line_vector(&t->lines, word, axis)) return false;
    for (int i = 0; i < 3; i++)
        if (axis[i] > 1000 * 65536 || axis[i] < -1000 * 65536)
            return convert_line_wrong(&t->lines, "an axis is a direction such as 0,1,0");
    return axis[0] != 0 || axis[1] != 0 || axis[2] != 0 ||
           convert_line_wrong(&t->lines, "an axis leads somewhere; write axis=0,1,0 or so");
}

bool motion_read_turn(motion_text *t) {
    rom_motion_turn_record turn = {.kind = ROM_MOTION_TURN_BY, .degrees = 65536};
    return take_number(t, "by", true, &turn.number) && take_axis(t, turn.axis) &&
           motion_number_option(t, "degrees", -32000, 32000, &turn.degrees) && take_turn(t, &turn, 2);
}

bool motion_read_sway(motion_text *t) {
    rom_motion_turn_record turn = {.kind = ROM_MOTION_TURN_SWAY, .degrees = 3 * 65536, .span = 3 * 65536};
    const char *phase = convert_line_value(&t->lines, "phase");
    return take_number(t, "by", false, &turn.number) && take_axis(t, turn.axis) &&
           motion_number_option(t, "degrees", 0, 180, &turn.degrees) &&
           motion_number_option(t, "seconds", 0.1, 1000, &turn.span) &&
           (phase == NULL || motion_share(t, phase, &turn.phase)) && take_turn(t, &turn, 2);
}

bool motion_read_shy(motion_text *t) {
    rom_motion_turn_record turn = {
        .kind = ROM_MOTION_TURN_SHY, .degrees = 45 * 65536, .span = 65536, .axis = {0, 65536, 0}};
    const char *from = convert_line_value(&t->lines, "from");
    if (from == NULL) return convert_line_wrong(&t->lines, "from=NAME is wanted: a name, type or tag");
    turn.from = rom_id(from);
    return take_number(t, "by", false, &turn.number) &&
           motion_number_option(t, "degrees", -170, 170, &turn.degrees) &&
           motion_number_option(t, "radius", 0.01, 1000, &turn.span) && take_turn(t, &turn, 2);
}

/* noise=MOST,SECONDS of a layer. */
bool motion_read_noise(motion_text *t, uint32_t layer) {
    const char *word = convert_line_value(&t->lines, "noise");
    int32_t most, seconds;
    char share[CART_NAME_MAX];
    const char *comma = word == NULL ? NULL : strchr(word, ',');
    if (word == NULL) return true;
    if (comma == NULL || (size_t)(comma - word) >= sizeof share)
        return convert_line_wrong(&t->lines, "noise=MOST,SECONDS is wanted, such as noise=0.5,2");
    memcpy(share, word, (size_t)(comma - word));
    share[comma - word] = 0;
    if (!motion_number(t, share, 0, 1, &most) || !motion_number(t, comma + 1, 0.05, 600, &seconds))
        return false;
    t->noises[t->r.noise_count++] = (rom_motion_noise_record){
        .layer = (uint16_t)layer, .steps = (uint16_t)((int64_t)seconds * 60 / 65536), .most = (uint32_t)most};
    return true;
}

/* ---- feet ---- */

static bool find_leg(const motion_text *t, const char *name, uint16_t *limb) {
    for (uint32_t i = 0; i < t->r.limb_count; i++) {
        if (t->limbs[i].name != rom_id(name) || t->limbs[i].middle == 0) continue;
        *limb = (uint16_t)i;
        return true;
    }
    convert_line_look(&t->lines, name);
    return convert_line_wrong(&t->lines, "no `leg %.40s` stands above", name);
}

/* plant LEG CLIP FROM,TO */
bool motion_read_plant(motion_text *t) {
    rom_motion_plant_record plant = {.spare = 0};
    char from[CART_NAME_MAX];
    const char *comma = t->lines.count == 4 ? strchr(t->lines.words[3], ',') : NULL;
    if (comma == NULL || (size_t)(comma - t->lines.words[3]) >= sizeof from)
        return convert_line_wrong(&t->lines,
                                  "`plant LEG CLIP FROM,TO` is wanted, parts of the clip's length");
    if (t->r.plant_count == MOTION_PLANTS)
        return convert_line_wrong(&t->lines, "more than %d lines `plant`", MOTION_PLANTS);
    memcpy(from, t->lines.words[3], (size_t)(comma - t->lines.words[3]));
    from[comma - t->lines.words[3]] = 0;
    plant.of = motion_played_clip(t, t->lines.words[2]);
    if (!find_leg(t, t->lines.words[1], &plant.limb) || plant.of == 0 ||
        !motion_share(t, from, &plant.from) || !motion_share(t, comma + 1, &plant.to))
        return false;
    if (plant.from == plant.to)
        return convert_line_wrong(&t->lines, "a foot stands from one part to another");
    t->plants[t->r.plant_count++] = plant;
    return true;
}

/* feet [drop=0.3] [settle=0.1] */
bool motion_read_feet(motion_text *t) {
    int32_t settle = 6554;
    if (!motion_number_option(t, "drop", 0, 100, &t->r.plant_drop) ||
        !motion_number_option(t, "settle", 0, 4, &settle) || !convert_line_all_asked(&t->lines, 1))
        return false;
    t->r.plant_steps = (uint16_t)((int64_t)settle * 60 / 65536);
    if (t->r.plant_steps == 0) t->r.plant_steps = 1;
    return true;
}
