/* Puts the figures into lines of text. */
#include "kernel/scene/hud.h"

#include "kernel/debug/format.h"
#include "raster/flat.h"

enum { LINES = 7, COLUMNS = 24, LEFT = 2, TOP = 2, LINE_HEIGHT = 9, CHARACTER = 8 };

/* The lines so far and the longest of them. */
typedef struct page {
    char lines[LINES][COLUMNS + 1];
    int count, longest;
} page;

static void add_line(page *out, size_t length) {
    out->count++;
    if ((int)length > out->longest) out->longest = (int)length;
}

#define ADD(out, ...)                                                                                        \
    do {                                                                                                     \
        ox_text line = ox_text_begin((out)->lines[(out)->count], COLUMNS + 1);                               \
        ox_text_add(&line, __VA_ARGS__);                                                                     \
        add_line(out, line.length);                                                                          \
    } while (0)

static void write_lines(const ox_hud *hud, page *out) {
    unsigned tenths = (hud->draw_microseconds + 50u) / 100u, period = hud->frame_microseconds;
    out->count = out->longest = 0;
    ADD(out, "%u.%ums %ufps", tenths / 10u, tenths % 10u,
        period == 0 ? 0u : (1000000u + period / 2u) / period);
    ADD(out, "tri %u/%u", (unsigned)hud->triangles, (unsigned)hud->triangles_drawn);
    if (hud->pixels != 0) ADD(out, "px %u", (unsigned)hud->pixels);
    ADD(out, "mem %u/%uK", (unsigned)((hud->memory_used + 1023u) >> 10),
        (unsigned)(hud->memory_budget >> 10));
    ADD(out, "peak %uK", (unsigned)((hud->memory_peak + 1023u) >> 10));
    ADD(out, "band %d", hud->band_lines);
    ADD(out, "%s%s", hud->look, hud->paused ? " *" : "");
}

void ox_hud_record(const ox_hud *hud, rs_frame *frame) {
    page out;
    write_lines(hud, &out);
    rs_frame_rectangle(frame, LEFT, TOP, out.longest * CHARACTER + 4, out.count * LINE_HEIGHT + 3, hud->dark);
    for (int i = 0; i < out.count; i++) {
        rs_frame_text(frame, LEFT + 2, TOP + 2 + i * LINE_HEIGHT, out.lines[i], hud->light);
    }
}
