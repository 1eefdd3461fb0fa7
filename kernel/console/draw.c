/* Draws a frame: records it, rasterizes it band by band or all at once, hands it over, and measures its cost. */
#include "kernel/console/internal.h"
#include "kernel/console/start_screen.h"
#include "kernel/debug/profile.h"
#include "kernel/scene/hud.h"
#include "rom/haar.h"

enum {
    RESERVE = 512, /* bytes of resident memory that bands leave alone */
    HEADS = 112    /* bytes of fast memory that bands leave alone */
};

/* ---- where bands lie ---- */

static size_t line_bytes(const ox_console *c) {
    return (size_t)c->bands.stride + (((size_t)c->options.width * 2u + 3u) & ~(size_t)3u);
}

static int lines_in(const ox_console *c, size_t bytes) {
    size_t lines = bytes / line_bytes(c);
    return lines > (size_t)c->options.height ? c->options.height : (int)lines;
}

/* Whether the display composes pictures: then there are no meshes, and bands without depth have three times as many lines. */
static bool composes(const ox_console *c) {
    uint8_t spare;
    return !ROM_SMALL_PLAYER && plat_composes(c->platform, &spare);
}

static bool enough(const ox_console *c, int lines) {
    return lines >= OX_BAND_LEAST || lines >= c->options.height || (lines > OX_BAND_LEAST / 2 && composes(c));
}

/* Height of bands when the picture has as few of them as `lines` allows, and all are about equally tall. */
static int even_lines(const ox_console *c, int lines) {
    if (lines < OX_BAND_LEAST) return lines;
    int bands = (c->options.height + lines - 1) / lines, even = (c->options.height + bands - 1) / bands;
    return even < OX_BAND_LEAST ? OX_BAND_LEAST : even;
}

/* Lines of a band in fast memory: as many as were asked for, or none where only main memory has so many; else as many as leave room for the heads of bands, or,
 * where vertices have no memory of their own, as three quarters of fast memory hold. 0 when main memory serves
 * better. */
static int fast_lines(const ox_console *c, int rom_lines, int in_main) {
    size_t bytes = ox_arena_largest(&c->fast, OX_ARENA_LOW, OX_ALIGNMENT);
    int all = lines_in(c, bytes), wish = c->options.band_lines;
    if (!enough(c, all)) return 0;
    if (wish != 0) return wish <= all ? wish : in_main < all ? all : 0;
    if (rom_lines != 0 && rom_lines <= all) return rom_lines;
    if (rom_lines >= c->options.height && rom_lines <= in_main)
        return 0; /* the cart wants all of it at once */
    size_t for_bands = c->bands.vertices.size != 0 ? bytes - (bytes < HEADS ? bytes : HEADS) : bytes / 4 * 3;
    int lines = even_lines(c, lines_in(c, for_bands));
    return enough(c, lines) ? lines : all;
}

static void take_bands(ox_console *c, ox_arena *arena, ox_arena_end end, int lines) {
    size_t bytes = (size_t)lines * line_bytes(c);
    uint8_t *base = ox_arena_push(arena, end, bytes, OX_ALIGNMENT);
    if (base == NULL) return;
    c->bands.pixels = base;
    c->bands.depth = (uint16_t *)(void *)(base + (size_t)lines * (size_t)c->bands.stride);
    c->bands.capacity = lines;
    c->bands.whole = lines >= c->options.height;
    c->bands.fast = arena == &c->fast;
}

/* Lines of a band at the start: as the options say; else all that there is room for, divided among the processors. */
static int first_lines(const ox_console *c) {
    int most = c->bands.capacity, processors = plat_processors(c->platform), jobs = 5 * processors;
    if (c->options.band_lines != 0 && c->options.band_lines < most) return c->options.band_lines;
    if (!c->bands.whole || processors <= 1) return most;
    int lines = (c->options.height + jobs - 1) / jobs;
    return lines < OX_BAND_LEAST ? OX_BAND_LEAST : lines;
}

/* Lines of a band without depth: two-dimensional pictures use the depth's memory for lines. 0: bands have depth, as
 * where somebody asked for bands of some height. */
static int flat_lines(const ox_console *c, int rom_lines) {
    const bool is_asked = c->options.band_lines != 0 || rom_lines != 0,
               has_bands = c->options.cart != NULL && c->options.cart->band != NULL;
    if (c->bands.whole || is_asked || has_bands) return 0;
    const size_t bytes = (size_t)c->bands.capacity * line_bytes(c), most = bytes / (size_t)c->bands.stride;
    return even_lines(c, most > (size_t)c->options.height ? c->options.height : (int)most);
}

/* Bytes of resident memory that bands leave alone: they get all the rest, and pictures are unpacked while the game plays. */
static size_t left_alone(const ox_console *c, size_t bytes) {
    enum { PYRAMIDS = 64 };
    uint32_t ids[PYRAMIDS];
    const uint32_t count = ROM_SMALL_PLAYER ? 0 : ox_stock_list(&c->stock, ROM_TAG_HAAR, ids, PYRAMIDS);
    const size_t wanted =
        count == 0 ? 0 : ox_resources_pyramid_bytes(&c->resources, ids, count < PYRAMIDS ? count : PYRAMIDS);
    const size_t least = OX_BAND_LEAST * line_bytes(c) + RESERVE;
    if (wanted == 0 || bytes < least) return RESERVE;
    return wanted > bytes - least ? bytes - least + RESERVE : wanted + RESERVE;
}

bool ox_console_place_bands(ox_console *c, int rom_lines) {
    int height = c->options.height;
    if (c->options.band_lines > height) c->options.band_lines = height;
    if (rom_lines > height) rom_lines = height;
    c->bands.stride = (c->options.width * rs_format_bytes((rs_format)c->options.format) + 3) & ~3;
    size_t main_bytes = ox_arena_largest(c->resident, OX_ARENA_HIGH, OX_ALIGNMENT);
    const size_t reserve = left_alone(c, main_bytes);
    int in_main = lines_in(c, main_bytes < reserve ? 0 : main_bytes - reserve);
    int in_fast = fast_lines(c, rom_lines, in_main), wish = c->options.band_lines;
    if (in_main >= height && composes(c)) in_main = (height + 1) / 2;
    if (in_fast != 0) {
        take_bands(c, &c->fast, OX_ARENA_LOW, in_fast);
    } else if (enough(c, in_main)) {
        bool side_by_side = plat_processors(c->platform) > 1 && in_main == height;
        bool asked = wish != 0 && wish < in_main && !side_by_side;
        take_bands(c, c->resident, OX_ARENA_HIGH, asked ? wish : even_lines(c, in_main));
    }
    if (c->bands.pixels == NULL) return false;
    c->bands.lines = c->bands.first = first_lines(c);
    c->bands.flat_lines = flat_lines(c, rom_lines);
    if (ox_arena_largest(&c->fast, OX_ARENA_LOW, OX_ALIGNMENT) >= rs_frame_size() + HEADS) {
        void *frame = ox_arena_push_low(&c->fast, rs_frame_size(), OX_ALIGNMENT);
        if (frame != NULL) c->frame = frame;
    }
    c->bands.rest.size = ox_arena_largest(&c->fast, OX_ARENA_LOW, OX_ALIGNMENT);
    c->bands.rest.base =
        c->bands.rest.size == 0 ? NULL : ox_arena_push_low(&c->fast, c->bands.rest.size, OX_ALIGNMENT);
    return true;
}

void ox_console_change_bands(ox_console *c, int direction) {
    static const int heights[] = {8, 16, 32, 64, RS_SIZE_MAX};
    int best = c->bands.lines, height = c->options.height;
    for (int i = 0; i < 5; i++) {
        int lines = direction > 0 ? heights[i] : heights[4 - i];
        if (lines > height) lines = height;
        if (lines > c->bands.capacity) lines = c->bands.capacity;
        if (direction > 0 ? lines > best : lines < best) {
            c->bands.flat_lines = 0;
            c->bands.lines = lines;
            return;
        }
    }
}

/* ---- clock ---- */

typedef struct stopwatch {
    plat *platform;
    uint64_t ticks, tick_sum;
    uint32_t cycles, cycle_sum;
} stopwatch;

static void watch_start(stopwatch *watch) {
    watch->ticks = plat_ticks(watch->platform);
    watch->cycles = plat_cycles(watch->platform);
}

static void watch_stop(stopwatch *watch) {
    watch->cycle_sum += plat_cycles(watch->platform) - watch->cycles;
    watch->tick_sum += plat_ticks(watch->platform) - watch->ticks;
}

/* ---- what a band tells ---- */

/* CRC-32 over lines of pixels, as if every pixel lay in memory with its low byte first. */
static uint32_t hash_lines(const ox_console *c, uint32_t crc, const uint8_t *pixels, int lines) {
    int bytes = rs_format_bytes((rs_format)c->options.format);
    size_t row = (size_t)c->options.width * (size_t)bytes;
    for (int y = 0; y < lines; y++, pixels += c->bands.stride) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        uint8_t turned[64];
        for (size_t at = 0; bytes > 1 && at < row; at += sizeof turned) {
            size_t count = row - at < sizeof turned ? row - at : sizeof turned;
            for (size_t i = 0; i < count; i++) turned[i] = pixels[at + (i ^ (size_t)(bytes - 1))];
            crc = rom_crc32(crc, turned, count);
        }
        if (bytes > 1) continue;
#endif
        crc = rom_crc32(crc, pixels, row);
    }
    return crc;
}

/* Number of depth values that something was drawn to. */
static uint32_t count_covered(const uint16_t *depth, size_t count) {
    uint32_t covered = 0;
    for (size_t i = 0; i < count; i++) covered += depth[i] != 65535u;
    return covered;
}

static int lines_now(const ox_console *c) {
    if (!ROM_SMALL_PLAYER && c->still.bands > 1) return c->still.lines;
    return c->bands.flat ? c->bands.flat_lines : c->bands.lines;
}

static rs_surface surface_with(const ox_console *c, int top, int lines) {
    rs_surface surface = {.pixels = c->bands.pixels,
                          .stride = c->bands.stride,
                          .width = (int16_t)c->options.width,
                          .height = (int16_t)c->options.height,
                          .top = (int16_t)top,
                          .lines = (int16_t)lines,
                          .format = (uint8_t)c->options.format};
    if (c->bands.whole) surface.pixels += (size_t)top * (size_t)c->bands.stride;
    return surface;
}

static rs_surface surface_of(const ox_console *c, int top) {
    const int left = c->options.height - top, lines = lines_now(c);
    return surface_with(c, top, left < lines ? left : lines);
}

/* Whether somebody looks at how the picture is made. */
#if OX_PROFILED
static bool is_looked_at(const ox_console *c) { return c->band != NULL; }

void ox_console_draw_by(ox_console *c, ox_band_function *band, void *state) {
    c->band = band;
    c->band_state = state;
    c->bands.flat_lines = 0; /* bands have depth from now on */
}
#else
static bool is_looked_at(const ox_console *c) { return (void)c, false; }
#endif

/* Whether a cart in C, or who looks, makes the picture of the list itself. */
static bool draws_itself(const ox_console *c) {
    return is_looked_at(c) || (c->cart_runs && c->options.cart->band != NULL);
}

static void draw_band(void *argument, int band) {
    const ox_console *c = argument;
    int top = band * lines_now(c);
    rs_surface surface = surface_of(c, top);
    uint16_t *depth = c->bands.flat ? NULL : c->bands.depth;
    if (c->bands.whole) depth += (size_t)top * (size_t)c->options.width;
#if OX_PROFILED
    if (c->band != NULL) {
        c->band(c->band_state, c->frame, band, &surface, depth);
        return;
    }
#endif
    if (draws_itself(c)) {
        c->options.cart->band(c->options.cart->state, c->frame, band, &surface, depth);
        return;
    }
    rs_frame_band_stage(c->frame, c->stage, band, &surface, depth);
}

/* Jobs come from both ends of their range. So the first half of the jobs are the bands from the middle upwards; the
 * other half, last job first, are the bands from the middle downwards: most of the work comes first, so that all
 * processors end at about the same time, and a band mostly comes to the processor that drew it before. */
static int from_the_middle(int job, int bands) {
    const int above = bands / 2;
    return job < above ? above - 1 - job : above + bands - 1 - job;
}

/* Draws a band and hands it over in one job: what was just drawn is still in the cache of the processor that drew it.
 */
static void draw_and_hand_over(void *argument, int job) {
    const ox_console *c = argument;
    const int band = c->jobs ? from_the_middle(job, rs_frame_bands(c->frame)) : job;
    rs_surface surface = surface_of(c, band * lines_now(c));
    if (ox_still_draws(c, band)) draw_band(argument, band);
    if (c->is_last && ox_still_hands(c, band))
        plat_band(c->platform, surface.top, surface.lines, surface.pixels, surface.stride);
}

static void examine(ox_console *c, int lines, bool count_pixels) {
    if (c->options.log_hashes) c->stats.hash = hash_lines(c, c->stats.hash, c->bands.pixels, lines);
    if (count_pixels && !c->bands.flat) {
        c->stats.pixels += count_covered(c->bands.depth, (size_t)lines * (size_t)c->options.width);
    }
}

/* Runs jobs of the rasterizer on all processors. */
static void run_jobs(void *console, void (*job)(void *argument, int index), void *argument, int count) {
    ox_console *c = console;
    c->jobs = true;
    plat_parallel(c->platform, job, argument, count);
    c->jobs = false;
}

/* Draws with the whole picture in memory: bands side by side where there are several processors. */
static void draw_whole(ox_console *c, stopwatch *watch, bool count_pixels) {
    const int bands = rs_frame_bands(c->frame), stages = draws_itself(c) ? 1 : rs_frame_stages(c->frame);
    const rs_surface picture = surface_with(c, 0, c->options.height);
    for (int i = 0; i < stages; i++) {
        c->stage = (uint8_t)i;
        c->is_last = i == stages - 1;
        if (bands > 1 && plat_processors(c->platform) > 1 && !rs_frame_is_serial(c->frame)) {
            run_jobs(c, draw_and_hand_over, c, bands);
        } else {
            for (int band = 0; band < bands; band++) draw_and_hand_over(c, band);
        }
        if (!c->is_last) rs_frame_stage_end(c->frame, i, &picture, c->bands.depth);
    }
    for (int band = 0; band < bands; band++)
        if (ox_still_hands(c, band))
            c->stats.written +=
                (uint32_t)surface_of(c, band * lines_now(c)).lines * (uint32_t)c->options.width;
    watch_stop(watch);
    examine(c, c->options.height, count_pixels);
}

/* Draws with one band in memory: each is handed over before the next one is drawn. The watch stands still while a
 * band is examined. */
static void draw_in_turn(ox_console *c, stopwatch *watch, bool count_pixels) {
    const bool examined = c->options.log_hashes || count_pixels;
    const bool by_bands = !ROM_SMALL_PLAYER && c->still.bands > 1;
    const int bands = by_bands || ox_still_hands(c, 0) ? rs_frame_bands(c->frame) : 0;
    for (int band = 0; band < bands; band++) {
        if (by_bands && !ox_still_hands(c, band)) continue;
        if (examined && band > 0) watch_start(watch);
        rs_surface surface = surface_of(c, band * lines_now(c));
        draw_band(c, band);
        rs_columns columns = rs_frame_columns(c->frame, band);
        plat_band_columns(c->platform, surface.top, surface.lines, surface.pixels, surface.stride,
                          columns.left, columns.right, columns.background);
        c->stats.written += (uint32_t)surface.lines * (uint32_t)c->options.width;
        /* Any call makes a port finish reading the band, so that the next one may be drawn over it. */
        (void)plat_processors(c->platform);
        if (!examined) continue;
        watch_stop(watch);
        examine(c, surface.lines, count_pixels);
    }
    if (bands > 0) c->bands.kept = !draws_itself(c);
    if (!examined) watch_stop(watch);
}

/* ---- the frame ---- */

rs_target ox_console_target(const ox_console *c) {
    return (rs_target){.width = c->options.width,
                       .height = c->options.height,
                       .format = (rs_format)c->options.format,
                       .band_lines = lines_now(c),
                       .palette = c->resources.palette,
                       .background = c->scene.background};
}

static void note_memory(ox_console *c) {
    size_t frame = ox_frame_memory_used(&c->frame_memory),
           frame_peak = ox_frame_memory_peak(&c->frame_memory);
    size_t used = frame * c->budget.frame_copies, peak = frame_peak * c->budget.frame_copies;
    for (uint32_t i = 0; i < c->plan.client_count; i++) {
        const ox_plan_client *client = &c->plan.clients[i];
        if (client->class != OX_CLASS_MAIN || client->tag == OX_TAG_FRAME) continue;
        used += ox_arena_used(&c->memory.clients[i]);
        peak += ox_arena_peak(&c->memory.clients[i]);
    }
    c->stats.memory_used = (uint32_t)used;
    c->stats.memory_peak = (uint32_t)peak;
    c->stats.memory_budget = c->budget.main;
}

/* Records the figures of the frame before: this frame's are not known yet. */
static void record_hud(ox_console *c) {
    uint32_t sum = 0, count = c->time_count < OX_FRAME_TIMES ? c->time_count : OX_FRAME_TIMES;
    for (uint32_t i = 0; i < count; i++) sum += c->times[i];
    ox_hud hud = {.draw_microseconds = c->stats.draw_microseconds,
                  .frame_microseconds = count == 0 ? 0 : sum / count,
                  .triangles = c->stats.triangles,
                  .triangles_drawn = c->stats.triangles_drawn,
                  .pixels = c->stats.pixels,
                  .memory_used = c->stats.memory_used,
                  .memory_budget = c->stats.memory_budget,
                  .memory_peak = c->stats.memory_peak,
                  .band_lines = lines_now(c),
                  .look = ox_look_name(c->scene.look),
                  .paused = c->scene.paused,
                  .light = c->hud_light,
                  .dark = c->hud_dark};
    ox_hud_record(&hud, c->frame);
}

/* Whether the start screen is still to be seen. */
static bool shows_start_screen(ox_console *c) {
    if (c->options.start_screen == 0 || c->options.deterministic || c->start_screen_over) return false;
    if (c->start_screen_end == 0) c->start_screen_end = plat_ticks(c->platform) + c->options.start_screen;
    c->start_screen_over = c->host.input->held != 0 || plat_ticks(c->platform) >= c->start_screen_end;
    return !c->start_screen_over;
}

/* Not inline: the start screen's lines would lie on the stack of every frame. */
static __attribute__((noinline)) void record_start_screen(ox_console *c) {
    ox_start_screen screen;
    ox_start_screen_make(&screen, &c->image, c->options.width, c->options.height);
    ox_start_screen_record(&screen, c->frame, c->options.width, c->options.height, c->hud_light, c->hud_dark);
}

/* Fills the display list; false when the list cannot even be begun. */
static bool record(ox_console *c, uf16 fraction, bool hud, bool start_screen) {
    const bool composed = ox_compose_prepare(c, draws_itself(c));
    ox_still_prepare(c, composed || hud || start_screen || is_looked_at(c) || ox_scene_is_flown(&c->scene));
    rs_target target = ox_console_target(c);
    rs_block list;
    rs_stats stats;
    ox_frame_memory_begin(&c->frame_memory);
    ox_scene_pose(&c->scene, &c->frame_memory, fraction);
    list.base = ox_frame_memory_open(&c->frame_memory, &list.size, OX_ALIGNMENT);
    if (!rs_frame_begin(c->frame, &target, list, c->bands.rest)) return false;
    if (c->bands.flat) rs_frame_flat(c->frame);
    rs_frame_vertices(c->frame, c->bands.vertices, c->bands.kept);
    if (c->bands.whole) {
        rs_frame_keep(c->frame);
        rs_frame_processors(c->frame, run_jobs, c, plat_processors(c->platform));
    }
    if (!c->bands.whole) rs_frame_compact(c->frame); /* memory is scarce where bands are drawn in turn */
    ox_scene_record(&c->scene, c->frame, fraction);
    ox_modules_draw(c, OX_PASS_OVER, c->frame, fraction);
    if (c->cart_runs && c->options.cart->draw != NULL)
        c->options.cart->draw(c->options.cart->state, c->frame, fraction);
    ox_still_scene(c);
    ox_modules_draw(c, OX_PASS_GLASS, c->frame, fraction);
    if (hud) record_hud(c);
    if (start_screen) record_start_screen(c);
    ox_still_end(c);
    ox_compose_take(c);
    rs_frame_stats(c->frame, &stats);
    ox_frame_memory_commit(&c->frame_memory, list.base, stats.list_bytes);
    c->stats.triangles = stats.submitted;
    c->stats.triangles_drawn = stats.drawn;
    if (stats.lost > 0 && !c->list_full && (!c->bands.flat || rs_frame_is_flat(c->frame))) {
        c->list_full = true;
        ox_log_write(&c->log, PLAT_LOG_WARNING,
                     "frame %u: the display list of %u bytes is full, %u things are missing",
                     (unsigned)c->number, (unsigned)list.size, (unsigned)stats.lost);
    }
    return true;
}

static void log_frame(ox_console *c) {
    bool cycles = c->options.log_cycles || (c->scene.flags & ROM_SCENE_LOG_CYCLES) != 0;
    if (c->options.log_hashes) {
        ox_log_write(&c->log, PLAT_LOG_INFO, "frame=%u hash=%08x", (unsigned)c->number,
                     (unsigned)c->stats.hash);
    }
    if (cycles && c->stats.draw_cycles != 0) {
        ox_log_write(&c->log, PLAT_LOG_INFO, "frame=%u cycles=%u", (unsigned)c->number,
                     (unsigned)c->stats.draw_cycles);
    }
}

void ox_console_draw(ox_console *c, uf16 fraction) {
    bool hud = c->scene.hud && !c->options.deterministic && (c->image.flags & ROM_FLAG_RELEASE) == 0;
    bool start_screen = shows_start_screen(c);
    bool count_pixels = c->options.count_pixels || (hud && !c->bands.fast);
    stopwatch watch = {.platform = c->platform};
    watch_start(&watch);
    if (c->bands.whole) /* announces that jobs of bands follow as soon as the list is recorded */
        plat_parallel(c->platform, draw_band, c, 0);
    c->bands.flat = c->bands.flat_lines != 0;
    OX_PIECE_BEGIN(c, "record");
    bool recorded = record(c, fraction, hud, start_screen);
    if (c->bands.flat && !(recorded && rs_frame_is_flat(c->frame))) { /* bands have depth from now on */
        c->bands.flat_lines = 0;
        c->bands.flat = false;
        recorded = record(c, fraction, hud, start_screen);
    }
    if (!recorded) {
        /* the list cannot hold so many bands, but it can hold those of the start */
        c->bands.lines = c->bands.first;
        c->still.off = true;
        record(c, fraction, hud, start_screen);
    }
    OX_PIECE_END(c, "record");
    c->stats.frame = c->number;
    c->stats.hash = 0;
    c->stats.pixels = c->stats.written = 0;
    OX_PIECE_BEGIN(c, "rasterize");
    if (ox_compose_draw(c))
        watch_stop(&watch);
    else if (c->bands.whole)
        draw_whole(c, &watch, count_pixels);
    else
        draw_in_turn(c, &watch, count_pixels);
    c->stats.draw_microseconds = (uint32_t)watch.tick_sum;
    c->stats.draw_cycles = watch.cycle_sum;
    OX_PIECE_END(c, "rasterize");
    note_memory(c);
    OX_PIECE_BEGIN(c, "present");
    plat_present(c->platform);
    OX_PIECE_END(c, "present");
    log_frame(c);
    ox_debug_service debug = ox_engine_debug(&c->engine);
    debug.operations->frame(debug.state, c->number, c->stats.draw_microseconds);
    c->number++;
}
