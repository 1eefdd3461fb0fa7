/* The picture of the inside view: ways to see how it is made. */
#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/text/view.h"
#include "raster/inspect.h"

static const struct {
    const char *name, *about;
    uint8_t mode; /* rs_view_mode */
} ways[OX_INSPECT_WAYS] = {
    [OX_INSPECT_PICTURE] = {"picture", "as the game draws it", RS_VIEWS},
    [OX_INSPECT_WIRE] = {"wire", "edges, hidden ones too", RS_VIEW_WIREFRAME},
    [OX_INSPECT_OVERDRAW] = {"overdraw", "how often a pixel is shaded", RS_VIEW_OVERDRAW},
    [OX_INSPECT_DEPTH] = {"depth", "white near, black far", RS_VIEW_DEPTH},
    [OX_INSPECT_NORMALS] = {"normals", "where triangles face", RS_VIEW_NORMALS},
    [OX_INSPECT_LEVELS] = {"levels", "ideal mip levels, 0 white", RS_VIEW_LEVELS},
    [OX_INSPECT_DENSITY] = {"density", "texels: blue few, red many", RS_VIEW_DENSITY},
    [OX_INSPECT_TRIANGLES] = {"triangles", "a colour for each", RS_VIEW_TRIANGLES},
    [OX_INSPECT_BANDS] = {"bands", "first lines of bands", RS_VIEWS}};

ox_inspect_way ox_inspect_find_way(const char *name, size_t length) {
    for (int i = 0; i < OX_INSPECT_WAYS; i++)
        if (ox_text_equal(ox_text_of(ways[i].name), (ox_text_view){name, length})) return (ox_inspect_way)i;
    return OX_INSPECT_WAYS;
}

void ox_inspect_draw_in(ox_inspect *s, ox_inspect_way way) {
    if ((unsigned)way >= OX_INSPECT_WAYS) return;
    s->way = (uint8_t)way;
#if OX_PROFILED
    if (s->host != NULL)
        ox_console_draw_by(s->host->console, way == OX_INSPECT_PICTURE ? NULL : inspect_draw_band, s);
#endif
}

/* ---- bands ---- */

/* Numbers of how often a pixel was shaded become colours, from cold to hot. */
static void colour_counts(const ox_inspect *s, const rs_surface *surface) {
    static const uint32_t colours[] = {0x000000, 0x2040C0, 0x20A040, 0xE0D020, 0xE08020, 0xE02020, 0xFFFFFF};
    enum { MOST = sizeof colours / sizeof colours[0] - 1 };
    uint32_t native[MOST + 1];
    for (int i = 0; i <= MOST; i++) native[i] = ox_resource_native(s->host->resources, colours[i]);
    for (int y = surface->top; y < surface->top + surface->lines; y++)
        for (int x = 0; x < surface->width; x++) {
            const uint32_t times = rs_pixel(surface, x, y);
            rs_plot(surface, x, y, native[times < MOST ? times : MOST]);
        }
}

/* Depth as grey, by its logarithm: codes say 1 / distance, and most of a picture would be nearly black. */
static void colour_depth(const ox_inspect *s, const rs_surface *surface, const uint16_t *depth) {
    enum { CODES = 16, PARTS = 16 }; /* bits of a code; greys of each */
    uint32_t native[CODES * PARTS];
    for (uint32_t i = 0; i < CODES * PARTS; i++)
        native[i] = ox_resource_native(s->host->resources, i * 0x010101u);
    for (int y = 0; y < surface->lines; y++)
        for (int x = 0; x < surface->width; x++) {
            uint32_t nearness = 65535u - *depth++, bits = 0;
            if (nearness == 0) continue;
            while (nearness >> (bits + 1) != 0) bits++;
            const uint32_t part = (nearness << PARTS >> bits) - (1u << PARTS);
            rs_plot(surface, x, surface->top + y, native[bits * PARTS + part * PARTS / (1u << PARTS)]);
        }
}

void inspect_draw_band(void *inspect, const rs_frame *frame, int band, const rs_surface *surface,
                       uint16_t *depth) {
    const ox_inspect *s = inspect;
    if (s->way == OX_INSPECT_BANDS) {
        rs_frame_band(frame, band, surface, depth);
        for (int x = 0; x < surface->width; x++)
            rs_plot(surface, x, surface->top, ox_resource_native(s->host->resources, 0xFF40A0));
        return;
    }
    rs_frame_band_view(frame, band, surface, depth, (rs_view_mode)ways[s->way].mode);
    if (s->way == OX_INSPECT_OVERDRAW)
        colour_counts(s, surface);
    else if (s->way == OX_INSPECT_DEPTH)
        colour_depth(s, surface, depth);
    else
        return;
    rs_frame_band_view(frame, band, surface, depth, RS_VIEW_OVER);
}

/* ---- the page ---- */

static void write_ways(ox_inspect *s) {
    const ox_boot_options *o = s->host->options;
    if (ox_sheet_row(&s->sheet, OX_SHEET_LIVE, "drawn as %s", ways[s->way].name) &&
        ox_sheet_step(&s->sheet) != 0) {
        const int by = ox_sheet_step(&s->sheet) > 0 ? 1 : OX_INSPECT_WAYS - 1;
        ox_inspect_draw_in(s, (ox_inspect_way)((s->way + by) % OX_INSPECT_WAYS));
    }
    ox_sheet_row(&s->sheet, OX_SHEET_DIM, "  %s", ways[s->way].about);
    const rs_frame *list = ox_console_list(s->host->console);
    if (s->way == OX_INSPECT_DENSITY) {
        const uint64_t area = rs_frame_density(list, o->width / 2, o->height / 2);
        ox_sheet_row(&s->sheet, OX_SHEET_PLAIN, "  in the middle %.2q texels",
                     area > INT32_MAX ? INT32_MAX : (int)area);
    }
    if (s->way == OX_INSPECT_OVERDRAW) {
        uint64_t pixels = 0;
        rs_census census;
        rs_frame_census(list, &census);
        for (int i = 0; i < RS_COST_FLAT; i++) pixels += census.pixels[i];
        ox_sheet_row(&s->sheet, OX_SHEET_PLAIN, "  %u covered, %.2q a pixel", (unsigned)pixels,
                     (int)((pixels << 16) / (uint32_t)(o->width * o->height)));
    }
}

static void write_categories(ox_inspect *s) {
    ox_sketch *sketch = &s->sketch;
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "over it: %u shapes, %u lost", (unsigned)sketch->count,
                 (unsigned)sketch->dropped);
    for (uint32_t i = 0; i < sketch->category_count; i++) {
        const bool on = (sketch->on >> i & 1u) != 0;
        if (ox_sheet_row(&s->sheet, on ? OX_SHEET_LIVE : OX_SHEET_DIM, "%s %s", on ? "on " : "off",
                         sketch->categories[i].name) &&
            (ox_sheet_is_pressed(&s->sheet, PLAT_A) || ox_sheet_step(&s->sheet) != 0))
            sketch->on ^= 1u << i;
    }
}

void inspect_page_draw(ox_inspect *s) {
    write_ways(s);
    write_categories(s);
}
