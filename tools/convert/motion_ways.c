/* Ways between the states of a motion: lines `FROM -> TO`, and which of them counts where several fit. */
#include <stdio.h>
#include <string.h>

#include "tools/convert/motion_text.h"

/* ---- a line ---- */

static const char *const tests[] = {"<", "<=", ">", ">=", "==", "!=", NULL};

static bool add_condition(motion_text *t, motion_rule *rule, uint32_t parameter, int test, int32_t value) {
    if (rule->way.condition_count == MOTION_WAY_CONDITIONS || t->r.condition_count == MOTION_CONDITIONS)
        return convert_line_wrong(&t->lines, "more than %d conditions; take some out", MOTION_WAY_CONDITIONS);
    t->conditions[t->r.condition_count++] =
        (rom_motion_condition_record){.parameter = (uint8_t)parameter, .test = (uint8_t)test, .value = value};
    rule->way.condition_count++;
    rule->way.flags |= ROM_MOTION_WAY_ALONE;
    return true;
}

/* One condition from word *i on, which is left at the word behind it: `speed > 0.2`, `jump`, `not armed`, `end`. */
static bool read_condition(motion_text *t, motion_rule *rule, int *i) {
    const convert_lines *l = &t->lines;
    const bool negated = *i < l->count && strcmp(l->words[*i], "not") == 0;
    if (negated) ++*i;
    if (*i >= l->count) return convert_line_wrong(l, "a condition is missing; write `speed > 0.2` or so");
    const char *name = l->words[(*i)++];
    convert_line_look(l, name);
    if (strcmp(name, "end") == 0 && !negated)
        return add_condition(t, rule, MOTION_NONE, ROM_MOTION_CONDITION_END, 0);
    const uint32_t parameter = motion_parameter(t, name);
    const int test = *i < l->count ? cart_choice(l->words[*i], tests) : -1;
    int32_t value;
    if (parameter == MOTION_NONE) return false;
    if (test < 0)
        return add_condition(t, rule, parameter,
                             negated ? ROM_MOTION_CONDITION_EQUAL : ROM_MOTION_CONDITION_OTHER, 0);
    if (negated) return convert_line_wrong(l, "`not` stands before a switch or a trigger alone");
    if (++*i >= l->count) return convert_line_wrong(l, "a number is missing behind `%s`", tests[test]);
    return motion_number(t, l->words[(*i)++], -32000, 32000, &value) &&
           add_condition(t, rule, parameter, test, value);
}

static bool read_conditions(motion_text *t, motion_rule *rule) {
    for (int i = 3; i < t->lines.count; i++) {
        if (strcmp(t->lines.words[i], "when") != 0) continue;
        do {
            t->lines.asked.words |= 1u << i;
            const int first = ++i;
            if (!read_condition(t, rule, &i)) return false;
            for (int k = first; k < i; k++) t->lines.asked.words |= 1u << k;
        } while (i < t->lines.count && strcmp(t->lines.words[i], "and") == 0);
        i--;
    }
    int32_t seconds = -1;
    if (convert_line_flag(&t->lines, "end") &&
        !add_condition(t, rule, MOTION_NONE, ROM_MOTION_CONDITION_END, 0))
        return false;
    return motion_number_option(t, "after", 0, 600, &seconds) &&
           (seconds < 0 || add_condition(t, rule, MOTION_NONE, ROM_MOTION_CONDITION_AFTER, seconds));
}

static bool read_window(const motion_text *t, rom_motion_way_record *way) {
    const char *word = convert_line_value(&t->lines, "window"),
               *comma = word == NULL ? NULL : strchr(word, ',');
    char first[32];
    if (word == NULL) return true;
    if (comma == NULL || (size_t)(comma - word) >= sizeof first)
        return convert_line_wrong(&t->lines, "a window is two parts of a round; write window=0.5,0.6");
    snprintf(first, sizeof first, "%.*s", (int)(comma - word), word);
    if (!motion_share(t, first, &way->window_low) || !motion_share(t, comma + 1, &way->window_high))
        return false;
    return way->window_low != way->window_high || convert_line_wrong(&t->lines, "the window is never open");
}

static bool read_hold(const motion_text *t, rom_motion_way_record *way) {
    int32_t seconds = 0, priority = 0;
    if (!motion_number_option(t, "hold", 0, 600, &seconds) ||
        !motion_number_option(t, "priority", 0, 255, &priority))
        return false;
    way->hold = (uint16_t)(((int64_t)seconds * 60 + 32768) >> 16);
    way->priority = (uint8_t)(priority >> 16);
    return true;
}

/* curve=A,B: a cubic Bezier with these inner values. Curves that several ways have stand in the chunk once. */
static bool read_own_curve(motion_text *t, const char *word, const char *comma, uint8_t *curve) {
    char first[32];
    rom_motion_curve_record own;
    if ((size_t)(comma - word) >= sizeof first)
        return convert_line_wrong(&t->lines, "two inner values are wanted; write curve=0,1 or so");
    snprintf(first, sizeof first, "%.*s", (int)(comma - word), word);
    if (!motion_number(t, first, 0, 1, &own.inner_first) ||
        !motion_number(t, comma + 1, 0, 1, &own.inner_last))
        return false;
    uint32_t i = 0;
    while (i < t->r.curve_count &&
           (t->curves[i].inner_first != own.inner_first || t->curves[i].inner_last != own.inner_last))
        i++;
    if (i == MOTION_CURVES)
        return convert_line_wrong(&t->lines, "more than %d curves of your own; share some", MOTION_CURVES);
    t->curves[i] = own;
    if (i == t->r.curve_count) t->r.curve_count++;
    *curve = (uint8_t)(4 + i);
    return true;
}

static bool read_curve(motion_text *t, uint8_t *curve) {
    static const char *const curves[] = {"straight", "smooth", "slow-first", "slow-last", NULL};
    const char *word = convert_line_value(&t->lines, "curve"),
               *comma = word == NULL ? NULL : strchr(word, ',');
    if (comma != NULL) return read_own_curve(t, word, comma, curve);
    const int number = word == NULL ? 1 : cart_choice(word, curves);
    *curve = (uint8_t)(number < 0 ? 0 : number);
    return number >= 0 ||
           convert_line_wrong(&t->lines,
                              "`%s` is no curve; possible are straight, smooth, slow-first, slow-last, or "
                              "two inner values A,B",
                              word);
}

static bool read_manner(motion_text *t, rom_motion_way_record *way) {
    const char *phase;
    if (!read_curve(t, &way->curve)) return false;
    const bool frozen = convert_line_flag(&t->lines, "frozen"),
               snapshot = convert_line_flag(&t->lines, "snapshot");
    if (frozen && snapshot)
        return convert_line_wrong(&t->lines, "`frozen` and `snapshot` at once; take one out");
    way->kind = (uint8_t)(frozen ? ROM_MOTION_WAY_FROZEN : snapshot ? ROM_MOTION_WAY_SNAPSHOT : 0);
    if (convert_line_flag(&t->lines, "match")) way->flags |= ROM_MOTION_WAY_MATCH;
    phase = convert_line_value(&t->lines, "phase");
    return phase == NULL || motion_share(t, phase, &way->phase);
}

bool motion_read_way(motion_text *t) {
    if (t->rule_count == MOTION_RULES)
        return convert_line_wrong(&t->lines, "more than %d ways; use * and PREFIX*", MOTION_RULES);
    motion_rule *rule = &t->rules[t->rule_count];
    if (t->lines.count < 3)
        return convert_line_wrong(&t->lines, "`FROM -> TO` wants two states, or * or PREFIX*");
    if (t->r.layer_count == 0)
        return convert_line_wrong(&t->lines, "no state stands above; write `state NAME CLIP`");
    *rule = (motion_rule){.line = t->lines.line, .layer = t->r.layer_count - 1u};
    if (strlen(t->lines.words[0]) >= CART_NAME_MAX || strlen(t->lines.words[2]) >= CART_NAME_MAX)
        return convert_line_wrong(&t->lines, "a name of at most %d letters is wanted", CART_NAME_MAX - 1);
    snprintf(rule->from, sizeof rule->from, "%s", t->lines.words[0]);
    snprintf(rule->to, sizeof rule->to, "%s", t->lines.words[2]);
    rule->way.condition_first = t->r.condition_count;
    rule->way.fade = 13107;
    if (!read_conditions(t, rule) || !motion_number_option(t, "fade", 0, 60, &rule->way.fade) ||
        !read_window(t, &rule->way) || !read_hold(t, &rule->way) || !read_manner(t, &rule->way) ||
        !convert_line_all_asked(&t->lines, 3))
        return false;
    t->rule_count++;
    return true;
}

/* ---- which way counts ---- */

/* How closely a name with or without * says a state: -1 not at all, else the more the closer. */
static int closeness(const char *pattern, const char *name) {
    const size_t length = strlen(pattern);
    if (length == 0 || pattern[length - 1] != '*') return strcmp(pattern, name) == 0 ? 1000 : -1;
    return strncmp(pattern, name, length - 1) == 0 ? (int)length - 1 : -1;
}

/* Whether a pattern says any state of its layer. */
static bool says_any(const motion_text *t, const motion_rule *rule, const char *pattern) {
    const rom_motion_layer_record *layer = &t->layers[rule->layer];
    for (uint32_t i = 0; i < layer->state_count; i++)
        if (closeness(pattern, t->state_names[layer->state_first + i]) >= 0) return true;
    return import_error_line(t->s->error, t->s->path, rule->line,
                             "`%.40s` is no state of this layer; write `state %.40s CLIP` above", pattern,
                             pattern);
}

/* The rule of a pair of states: the one that says the first most closely, of those the one that says the second most closely. NULL: none, or
 * *ambiguous. */
static const motion_rule *rule_of(const motion_text *t, uint32_t layer, uint32_t from, uint32_t to,
                                  const motion_rule **ambiguous) {
    const motion_rule *best = NULL;
    int best_from = -1, best_to = -1;
    *ambiguous = NULL;
    for (uint32_t i = 0; i < t->rule_count; i++) {
        const motion_rule *rule = &t->rules[i];
        const int a = closeness(rule->from, t->state_names[from]),
                  b = closeness(rule->to, t->state_names[to]);
        if (rule->layer != layer || a < 0 || b < 0 || a < best_from || (a == best_from && b < best_to))
            continue;
        *ambiguous = a == best_from && b == best_to ? best : NULL;
        best = rule;
        best_from = a;
        best_to = b;
    }
    return best;
}

/* The ways from one state. A way from a state to itself has to say so: * does not. */
static bool make_ways_from(motion_text *t, uint32_t layer, uint32_t from) {
    const rom_motion_layer_record *l = &t->layers[layer];
    const motion_rule *ambiguous;
    for (uint32_t k = 0; k < l->state_count; k++) {
        const uint32_t to = l->state_first + k;
        const motion_rule *rule = rule_of(t, layer, from, to, &ambiguous);
        if (rule == NULL || (from == to && (closeness(rule->from, t->state_names[from]) != 1000 ||
                                            closeness(rule->to, t->state_names[to]) != 1000)))
            continue;
        if (ambiguous != NULL)
            return import_error_line(t->s->error, t->s->path, rule->line,
                                     "from `%.40s` to `%.40s` there is another way in line %lu; take one out",
                                     t->state_names[from], t->state_names[to], ambiguous->line);
        if (t->r.way_count == MOTION_WAYS)
            return import_error_line(t->s->error, t->s->path, rule->line, "more than %d ways in all",
                                     MOTION_WAYS);
        rom_motion_way_record *way = &t->ways[t->r.way_count++];
        *way = rule->way;
        way->from = (uint16_t)from;
        way->to = (uint16_t)to;
    }
    return true;
}

bool motion_make_ways(motion_text *t) {
    for (uint32_t i = 0; i < t->rule_count; i++)
        if (!says_any(t, &t->rules[i], t->rules[i].from) || !says_any(t, &t->rules[i], t->rules[i].to))
            return false;
    for (uint32_t layer = 0; layer < t->r.layer_count; layer++) {
        for (uint32_t i = 0; i < t->layers[layer].state_count; i++)
            if (!make_ways_from(t, layer, t->layers[layer].state_first + i)) return false;
    }
    return true;
}
