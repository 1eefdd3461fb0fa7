/* Pages of the inside view: costs, memory, log, and the time of frames by place. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/scene/scene.h"

/* ---- the profile ---- */

static void write_sample(ox_inspect *s, const ox_profile_sample *sample) {
    static const char blanks[] = "            ";
    const ox_profile_history *h = &s->profile->history[sample->history];
    const uint32_t in = sample->depth < sizeof blanks - 1 ? sample->depth : (uint32_t)sizeof blanks - 1;
    ox_sheet_row(&s->sheet, sample->calls == 0 ? OX_SHEET_DIM : OX_SHEET_PLAIN, "%5.1q%5.1q%3u %s%s",
                 (int)h->average, (int)h->most, (unsigned)sample->calls, blanks + (sizeof blanks - 1 - in),
                 sample->name);
    ox_sheet_bar(&s->sheet, sample->share, 1000);
}

static void write_names(ox_inspect *s) {
    ox_profile_flat *rows = s->pieces;
    const uint32_t count = ox_profile_flatten(s->profile, rows);
    for (uint32_t shown = 0; shown < count; shown++) { /* the dearest first */
        uint32_t best = shown;
        for (uint32_t i = shown + 1; i < count; i++)
            if (rows[i].share > rows[best].share) best = i;
        const ox_profile_flat row = rows[best];
        rows[best] = rows[shown];
        const ox_profile_history h = ox_profile_of(s->profile, row.name);
        ox_sheet_row(&s->sheet, row.calls == 0 ? OX_SHEET_DIM : OX_SHEET_PLAIN, "%5.1q%5.1q%3u %s",
                     (int)h.average, (int)h.most, (unsigned)row.calls, row.name);
        ox_sheet_bar(&s->sheet, row.share, 1000);
    }
}

static void write_counters(ox_inspect *s) {
    const ox_profile *p = s->profile;
    if (p->counter_count > 0) ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "  now  mean  most counted");
    for (uint32_t i = 0; i < p->counter_count; i++) {
        const ox_profile_counter *c = &p->counters[i];
        ox_sheet_row(&s->sheet, c->last == 0 ? OX_SHEET_DIM : OX_SHEET_PLAIN, "%5u %5u %5u %s",
                     (unsigned)c->last, p->frames == 0 ? 0u : (unsigned)(c->total / p->frames),
                     (unsigned)c->most, c->name);
        ox_sheet_bar(&s->sheet, c->last, c->most);
    }
}

void inspect_page_profile(ox_inspect *s) {
    const ox_profile *p = s->profile;
    if (p == NULL) {
        ox_sheet_row(&s->sheet, OX_SHEET_WARN, "no profile is taken");
        return;
    }
    if (ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "%s",
                     s->is_flat ? "  ave  max  # name" : "  ave  max  # piece") &&
        ox_sheet_is_pressed(&s->sheet, PLAT_A))
        s->is_flat = !s->is_flat;
    if (s->is_flat)
        write_names(s);
    else
        for (uint32_t i = ox_profile_first(p); i != OX_PROFILE_NONE; i = ox_profile_next(p, i))
            write_sample(s, &p->samples[i]);
    if (p->lost > 0) ox_sheet_row(&s->sheet, OX_SHEET_WARN, "%u pieces had no room", (unsigned)p->lost);
    if (p->unmatched > 0) ox_sheet_row(&s->sheet, OX_SHEET_BAD, "%u without an end", (unsigned)p->unmatched);
    write_counters(s);
}

/* ---- memory ---- */

/* A row of how much of something there is, with its bar; nearly full ones are trouble. */
static void write_use(ox_inspect *s, const char *name, size_t used, size_t peak, size_t room,
                      uint32_t refused) {
    const bool is_tight = room > 0 && (refused > 0 || peak * 1000 >= room * OX_SHEET_WARNING);
    ox_sheet_row(&s->sheet,
                 refused > 0 ? OX_SHEET_BAD
                 : is_tight  ? OX_SHEET_WARN
                             : OX_SHEET_PLAIN,
                 "%-9.9s%6u%7u%7u", name, (unsigned)used, (unsigned)peak, (unsigned)room);
    ox_sheet_bar(&s->sheet, (int64_t)used, (int64_t)room);
    if (refused > 0) ox_sheet_row(&s->sheet, OX_SHEET_BAD, "  refused %u times", (unsigned)refused);
}

static void write_regions(ox_inspect *s) {
    ox_memory_region region;
    size_t peak, size;
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "%-9s%6s%7s%7s", "bytes", "used", "peak", "of");
    for (int i = 0; ox_console_region(s->host->console, i, &region); i++)
        write_use(s, region.name, region.used, region.peak, region.size, region.refused);
    if (ox_console_stack(s->host->console, &peak, &size)) write_use(s, "stack", peak, peak, size, 0);
}

/* Whether a client of memory lasts from scene to scene: those of a scene and of a picture are as large as these. */
static bool is_lasting(const ox_memory_region *region) {
    return region->kind == OX_REGION_ARENA && !ox_text_equal(ox_text_of(region->name), ox_text_of("level"));
}

/* Bytes that a client holds beyond what it held when the first scene began. */
static size_t left_behind(const ox_inspect *s, const ox_memory_region *region) {
    for (uint32_t i = 0; is_lasting(region) && i < s->begun_count; i++)
        if (s->begun[i].name == region->name)
            return region->used > s->begun[i].used ? region->used - s->begun[i].used : 0;
    return 0;
}

void inspect_begin_memory(ox_inspect *s) {
    ox_memory_region region;
    const bool is_first = s->begun_count == 0;
    for (int i = 0; ox_console_region(s->host->console, i, &region); i++) {
        const size_t left = left_behind(s, &region);
        if (is_first && is_lasting(&region) && s->begun_count < OX_INSPECT_CLIENTS) {
            s->begun[s->begun_count].name = region.name;
            s->begun[s->begun_count++].used = region.used;
        }
        if (left > 0)
            ox_log_write(s->host->log, PLAT_LOG_WARNING, "leak: a scene has left %u bytes of `%s`",
                         (unsigned)left, region.name);
    }
}

static void write_leaks(ox_inspect *s) {
    ox_memory_region region;
    for (int i = 0; ox_console_region(s->host->console, i, &region); i++) {
        const size_t left = left_behind(s, &region);
        if (left > 0) ox_sheet_row(&s->sheet, OX_SHEET_BAD, "%s left %u bytes", region.name, (unsigned)left);
    }
}

static void list_memory(const ox_inspect *s, ox_text *out) {
    const ox_world *w = s->host->world;
    ox_memory_region region;
    char name[40];
    ox_text_string(out, "kind,name,used,peak,of,refused,left\n");
    for (int i = 0; ox_console_region(s->host->console, i, &region); i++)
        ox_text_add(out, "bytes,%s,%u,%u,%u,%u,%u\n", region.name, (unsigned)region.used,
                    (unsigned)region.peak, (unsigned)region.size, (unsigned)region.refused,
                    (unsigned)left_behind(s, &region));
    ox_text_add(out, "items,objects,%u,%u,%u,%u,0\n", (unsigned)w->alive, (unsigned)w->live_peak,
                (unsigned)w->config.objects, (unsigned)w->refused);
    for (uint32_t i = 0; i < w->component_count; i++) {
        const ox_component_store *store = &w->components[i];
        ox_text_add(out, "items,%s,%u,%u,%u,%u,0\n", inspect_name(s, store->type->name, name),
                    (unsigned)ox_component_count(store), (unsigned)ox_component_peak(store),
                    (unsigned)store->type->capacity, (unsigned)store->refused);
    }
}

bool inspect_do_memory(ox_inspect *s, const inspect_given *a) {
    enum { LINES = 100 };
    if (!inspect_is_word(a->words[0], "csv")) return inspect_refuse(s, "csv", a->words[0]);
    return inspect_keep_text(s, "memory", list_memory, LINES * 64) ||
           inspect_refuse(s, "this machine keeps no texts", "");
}

static void write_world(ox_inspect *s) {
    const ox_world *w = s->host->world;
    char name[40];
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "%-9s%6s%7s%7s", "world", "now", "peak", "of");
    write_use(s, "objects", w->alive, w->live_peak, w->config.objects, w->refused);
    for (uint32_t i = 0; i < w->component_count; i++) {
        const ox_component_store *store = &w->components[i];
        if (ox_component_peak(store) == 0 && store->refused == 0) continue;
        const uint32_t spare = store->rows != NULL ? 0u : 1u; /* node 0 of a pool is none */
        const uint32_t peak = ox_component_peak(store);
        write_use(s, inspect_name(s, store->type->name, name), ox_component_count(store),
                  peak > spare ? peak - spare : peak, store->type->capacity, store->refused);
    }
}

static void write_capacities(ox_inspect *s) {
    const ox_module *module;
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "%-20s%9s", "capacity", "items");
    for (uint32_t m = 0; (module = ox_module_at(s->host, m)) != NULL; m++) {
        if (ox_module_state(s->host, module->id) == NULL) continue;
        for (uint32_t i = 0; i < module->capacity_count; i++) {
            const ox_capacity *c = &module->capacities[i];
            ox_sheet_row(&s->sheet, ox_module_is_declared(s->host, c) ? OX_SHEET_PLAIN : OX_SHEET_DIM,
                         "%-20s%9u", c->name, (unsigned)ox_module_capacity(s->host, c));
        }
    }
}

void inspect_page_memory(ox_inspect *s) {
    write_regions(s);
    write_leaks(s);
    write_world(s);
    write_capacities(s);
}

/* ---- the log ---- */

void inspect_fold(ox_inspect *s, ox_sheet_ink ink, const char *line) {
    const size_t width = s->sheet.columns < 8 ? 8 : (size_t)s->sheet.columns,
                 length = ox_text_of(line).length,
                 first = ink >= OX_SHEET_WARN ? width - 1 : width; /* rows of trouble begin with a mark */
    ox_sheet_row(&s->sheet, ink, "%s", line);
    for (size_t at = first; at < length; at += width - 1)
        ox_sheet_row(&s->sheet, OX_SHEET_DIM, " %s", line + at);
}

void inspect_page_log(ox_inspect *s) {
    const ox_log *log = s->host->log;
    ox_sheet_row(&s->sheet, log->counts[PLAT_LOG_ERROR] > 0 ? OX_SHEET_BAD : OX_SHEET_HEAD,
                 "%u errors, %u warnings, %u more", (unsigned)log->counts[PLAT_LOG_ERROR],
                 (unsigned)log->counts[PLAT_LOG_WARNING], (unsigned)log->counts[PLAT_LOG_INFO]);
    for (uint32_t age = 0; ox_log_recent(log, age) != NULL; age++) { /* the newest first */
        static const ox_sheet_ink inks[OX_LOG_LEVELS] = {OX_SHEET_BAD, OX_SHEET_WARN, OX_SHEET_PLAIN,
                                                         OX_SHEET_DIM, OX_SHEET_DIM};
        const ox_log_note *note = ox_log_note_of(log, age);
        char line[OX_LOG_LINE + OX_LOG_CHANNEL + 16];
        ox_format(line, sizeof line, "%u %s: %s", note == NULL ? 0u : (unsigned)note->frame,
                  note == NULL || note->channel == NULL ? "console" : note->channel, ox_log_recent(log, age));
        inspect_fold(
            s, note == NULL || (unsigned)note->level >= OX_LOG_LEVELS ? OX_SHEET_PLAIN : inks[note->level],
            line);
    }
}

/* ---- the time of frames by place ---- */

static int16_t square_of(fx metres) {
    const int32_t side = OX_INSPECT_SPOT * FX_ONE;
    return (int16_t)(metres >= 0 ? metres / side : -((side - 1 - metres) / side));
}

/* The square of the ground below the eye; the heat map has no room for more squares than it has. */
static void note_spot(ox_inspect *s, uint32_t microseconds) {
    const vec3 eye = s->host->scene->eye;
    const int16_t x = square_of(eye.x), z = square_of(eye.z);
    uint32_t i = 0;
    while (i < s->spot_count && (s->spots[i].x != x || s->spots[i].z != z)) i++;
    if (i == OX_INSPECT_SPOTS) return;
    if (i == s->spot_count) s->spots[s->spot_count++] = (ox_inspect_spot){.x = x, .z = z};
    s->spots[i].count++;
    s->spots[i].total += microseconds;
    if (microseconds > s->spots[i].most) s->spots[i].most = microseconds;
}

void inspect_note_place(ox_inspect *s, uint32_t microseconds) {
    if (s->maps) note_spot(s, microseconds);
}

static uint32_t mean_of(const ox_inspect_spot *spot) {
    return spot->count == 0 ? 0 : (uint32_t)(spot->total / spot->count);
}

bool inspect_keep_text(const ox_inspect *s, const char *name,
                       void (*write)(const ox_inspect *s, ox_text *out), size_t size) {
    ox_arena *arena = s->host->resident;
    const ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    char *text = ox_arena_push_low(arena, size, 1); /* too much for a stack, and soon given back */
    if (text == NULL) return false;
    ox_text out = ox_text_begin(text, size);
    write(s, &out);
    const bool kept = plat_keep_text(s->host->platform, name, text);
    FX_VERIFY(ox_arena_rollback(arena, mark));
    return kept;
}

static void list_places(const ox_inspect *s, ox_text *out) {
    ox_text_string(out, "x,z,frames,mean,most\n");
    for (uint32_t i = 0; i < s->spot_count; i++)
        ox_text_add(out, "%d,%d,%u,%u,%u\n", s->spots[i].x * OX_INSPECT_SPOT, s->spots[i].z * OX_INSPECT_SPOT,
                    (unsigned)s->spots[i].count, (unsigned)mean_of(&s->spots[i]), (unsigned)s->spots[i].most);
}

bool inspect_keep_places(const ox_inspect *s) {
    return inspect_keep_text(s, "places", list_places, OX_INSPECT_SPOTS * 48);
}

/* A letter for how dear a place is: the more ink, the dearer. */
static char letter_of(uint32_t mean, uint32_t most) {
    static const char letters[] = ".:-=+*#@";
    return most == 0 ? '.' : letters[(uint64_t)mean * 7u / most];
}

/* Rows of the map: north is up. */
static void write_map(ox_inspect *s, uint32_t dearest) {
    int left = INT16_MAX, right = INT16_MIN, top = INT16_MAX, bottom = INT16_MIN;
    for (uint32_t i = 0; i < s->spot_count; i++) {
        const ox_inspect_spot *spot = &s->spots[i];
        if (spot->x < left) left = spot->x;
        if (spot->x > right) right = spot->x;
        if (spot->z < top) top = spot->z;
        if (spot->z > bottom) bottom = spot->z;
    }
    if (right - left >= s->sheet.columns) right = left + s->sheet.columns - 1;
    if (bottom - top >= OX_SHEET_ROWS) bottom = top + OX_SHEET_ROWS - 1;
    for (int z = top; z <= bottom; z++) {
        char line[OX_SHEET_COLUMNS + 1];
        memset(line, ' ', sizeof line);
        line[right - left + 1] = 0;
        for (uint32_t i = 0; i < s->spot_count; i++) {
            const ox_inspect_spot *spot = &s->spots[i];
            if (spot->z == z && spot->x <= right) line[spot->x - left] = letter_of(mean_of(spot), dearest);
        }
        ox_sheet_row(&s->sheet, OX_SHEET_PLAIN, "%s", line);
    }
}

void inspect_page_places(ox_inspect *s) {
    uint32_t best = 0;
    const bool is_chosen = ox_sheet_row(&s->sheet, OX_SHEET_LIVE, "%s",
                                        s->maps ? "stop to note times by place" : "note times by place");
    if (is_chosen && ox_sheet_is_pressed(&s->sheet, PLAT_A)) s->maps = !s->maps;
    if (ox_sheet_row(&s->sheet, OX_SHEET_LIVE, "forget %u places", (unsigned)s->spot_count) &&
        ox_sheet_is_pressed(&s->sheet, PLAT_A))
        s->spot_count = 0;
    if (s->spot_count == 0) return;
    for (uint32_t i = 1; i < s->spot_count; i++)
        if (mean_of(&s->spots[i]) > mean_of(&s->spots[best])) best = i;
    const ox_inspect_spot *spot = &s->spots[best];
    ox_sheet_row(&s->sheet, OX_SHEET_WARN, "dearest %d,%d: %u us", spot->x * OX_INSPECT_SPOT,
                 spot->z * OX_INSPECT_SPOT, (unsigned)mean_of(spot));
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "%d m a square, . cheap @ dear", (int)OX_INSPECT_SPOT);
    write_map(s, mean_of(spot));
}
