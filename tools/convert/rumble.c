/* Patterns that shake pads, as lines of a text:
 *
 *     on Hurt                an event that begins it
 *     priority 5             0 to 255: a pattern of a lower one does not disturb it
 *     both 1.0 0.1           strong, light or both motors, how strongly, how many seconds
 *     rest 0.05
 *     light 0.5 0.2
 */
#include <string.h>

#include "rom/rom.h"
#include "tools/cart/cart.h"
#include "tools/convert/converters.h"
#include "tools/record_writer.h"

enum { PARTS_MOST = 64, USUAL_RATE = 60, STEPS_MOST = 65535 };

typedef struct rumble_text {
    convert_lines lines;
    rom_rumble_record head;
    rom_rumble_part_record parts[PARTS_MOST];
    uint32_t rate;
} rumble_text;

/* A number of a line within its range. */
static bool read_number(rumble_text *t, int word, double most, double *value) {
    int32_t number;
    if (word >= t->lines.count)
        return convert_line_wrong(&t->lines, "a number is missing behind `%s`", t->lines.words[word - 1]);
    if (!convert_line_fx(&t->lines, t->lines.words[word], &number)) return false;
    *value = number / 65536.0;
    return (*value >= 0 && *value <= most) ||
           convert_line_wrong(&t->lines, "`%s` is beyond 0 to %g", t->lines.words[word], most);
}

static bool read_part(rumble_text *t, uint32_t motors) {
    double strength = 0, seconds;
    const int at = motors == 0 ? 1 : 2;
    if (t->head.count == PARTS_MOST)
        return convert_line_wrong(&t->lines, "more than %d parts", (int)PARTS_MOST);
    if ((motors != 0 && !read_number(t, 1, 1, &strength)) || !read_number(t, at, 60, &seconds)) return false;
    if (t->lines.count > at + 1)
        return convert_line_wrong(&t->lines, "`%s` is one word too many", t->lines.words[at + 1]);
    const uint32_t steps = (uint32_t)(seconds * t->rate + 0.5);
    t->parts[t->head.count++] = (rom_rumble_part_record){.motors = (uint8_t)motors,
                                                         .strength = (uint8_t)(strength * 255 + 0.5),
                                                         .steps = (uint16_t)(steps == 0           ? 1
                                                                             : steps > STEPS_MOST ? STEPS_MOST
                                                                                                  : steps)};
    return true;
}

static bool read_line(rumble_text *t) {
    static const char *const motors[] = {"rest", "strong", "light", "both"};
    const char *word = t->lines.words[0];
    double priority;
    for (uint32_t i = 0; i < 4; i++)
        if (strcmp(word, motors[i]) == 0) return read_part(t, i);
    if (strcmp(word, "on") == 0 && t->lines.count == 2) {
        t->head.on = convert_event_id(t->lines.words[1]);
        return true;
    }
    if (strcmp(word, "priority") == 0 && t->lines.count == 2) {
        if (!read_number(t, 1, 255, &priority)) return false;
        t->head.priority = (uint8_t)priority;
        return true;
    }
    return convert_line_wrong(
        &t->lines,
        "`%s` is no part; write strong|light|both STRENGTH SECONDS, rest SECONDS, on EVENT or "
        "priority N",
        word);
}

bool convert_rumble(const pack_source *source, writer *out) {
    rumble_text t = {.lines = {.source = source}, .rate = USUAL_RATE};
    bool ok = true;
    if (source->c != NULL && source->c->rate != 0) t.rate = source->c->rate;
    while (ok && convert_line_next(&t.lines)) ok = read_line(&t) || convert_line_go_on(&t.lines);
    if (!ok || t.lines.failed) return false;
    if (t.head.count == 0)
        return import_error_file(source->error, source->path, "nothing shakes; write such as `both 1.0 0.2`");
    t.head.at = (uint32_t)out->size;
    for (uint32_t i = 0; i < t.head.count; i++) record_add_rumble_part(out, &t.parts[i]);
    record_put_rumble(out, 0, &t.head);
    return !out->failed || import_error_memory(source->error, source->path);
}
