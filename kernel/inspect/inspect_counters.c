/* Counters of the engine in the profile: what pictures, steps and the world came to. */
#include "kernel/inspect/internal.h"
#include "kernel/scene/scene.h"
#include "raster/inspect.h"

#if OX_PROFILED

/* ---- parts of the picture ---- */

enum { PARTS = 4 }; /* that have names of their own */
static const char *const parts[PARTS] = {"view 1", "view 2", "view 3", "view 4"};
static const char *const drawn_in[PARTS] = {"drawn in view 1", "drawn in view 2", "drawn in view 3",
                                            "drawn in view 4"};

/* Each part is a piece of the profile, and its triangles are a counter. */
static void tell_part(void *inspect, const rs_frame *frame, uint32_t part) {
    ox_inspect *s = inspect;
    rs_stats now, own;
    rs_frame_stats(frame, &now);
    if (part == 0) s->scene_counts.models = s->scene_counts.outside = 0; /* a picture that is recorded anew */
    if (s->part < PARTS) {
        rs_stats_between(&s->part_began, &now, &own);
        ox_profile_end(s->profile, parts[s->part]);
        ox_profile_count(s->profile, drawn_in[s->part], own.drawn);
    }
    s->part = part;
    s->part_began = now;
    if (part < PARTS) ox_profile_begin(s->profile, parts[part]);
}

/* ---- begin and end ---- */

void inspect_begin_counters(ox_inspect *s) {
    const ox_module_host *host = s->host;
    ox_profile *p = s->profile;
    s->part = PARTS;
    s->scene_counts = (ox_scene_counts){.part = tell_part, .context = s};
    if (p == NULL) return;
    ox_profile_watch(p, "objects", &host->world->alive, false);
    ox_profile_watch(p, "objects made", &host->world->made, true);
    ox_profile_watch(p, "objects refused", &host->world->refused, true);
}

void inspect_end_counters(ox_inspect *s) { s->host->scene->counts = NULL; }

/* ---- steps ---- */

void inspect_count_step(ox_inspect *s) {
    ox_profile *p = s->profile;
    const ox_collisions *c = ox_console_collisions(s->host->console);
    if (c == NULL) return;
    ox_profile_count(p, "questions", c->costs.questions);
    ox_profile_count(p, "questions: boxes", c->costs.broad);
    ox_profile_count(p, "questions: shapes", c->costs.mid);
    ox_profile_count(p, "questions: hits", c->costs.narrow);
}

/* ---- frames ---- */

static void count_picture(const ox_inspect *s, const rs_frame *list) {
    ox_profile *p = s->profile;
    rs_stats stats;
    rs_state_stats states;
    rs_frame_stats(list, &stats);
    rs_frame_state_stats(list, &states);
    ox_profile_count(p, "triangles", stats.submitted);
    ox_profile_count(p, "outside", stats.rejected);
    ox_profile_count(p, "from behind", stats.culled);
    ox_profile_count(p, "clipped", stats.clipped);
    ox_profile_count(p, "drawn", stats.drawn);
    ox_profile_count(p, "left out", stats.lost);
    ox_profile_count(p, "vertices", stats.vertices);
    ox_profile_count(p, "states", states.requested);
    ox_profile_count(p, "state changes", states.applied);
    ox_profile_count(p, "list bytes", (uint32_t)stats.list_bytes);
}

static void count_models(ox_inspect *s) {
    ox_scene_counts *c = &s->scene_counts;
    ox_profile_count(s->profile, "models", c->models);
    ox_profile_count(s->profile, "models outside", c->outside);
    ox_profile_count(s->profile, "models outside %", c->models == 0 ? 0 : c->outside * 100u / c->models);
    c->models = c->outside = 0;
    s->host->scene->counts = c;
}

/* Pixels that triangles cover, also behind others, and how many those are to a hundred pixels of the picture. */
static void count_pixels(const ox_inspect *s, const rs_frame *list) {
    rs_census census;
    uint64_t pixels = 0;
    rs_frame_census(list, &census);
    for (uint32_t i = 0; i < RS_COST_FLAT; i++) pixels += census.pixels[i];
    const uint64_t all = (uint64_t)s->host->options->width * (uint64_t)s->host->options->height;
    ox_profile_count(s->profile, "pixels", (uint32_t)pixels);
    ox_profile_count(s->profile, "overdraw %", (uint32_t)(pixels * 100u / all));
}

/* Requests for memory that were refused since the last frame. */
static void count_refusals(ox_inspect *s) {
    ox_memory_region region;
    uint32_t refused = 0;
    for (int i = 0; ox_console_region(s->host->console, i, &region); i++) refused += region.refused;
    ox_profile_count(s->profile, "memory refused", refused - s->refused_before);
    s->refused_before = refused;
}

void inspect_count_frame(ox_inspect *s) {
    const rs_frame *list = ox_console_list(s->host->console);
    ox_profile_count(s->profile, "steps", s->steps_of_frame);
    count_models(s);
    count_picture(s, list);
    if (s->is_open && s->page == OX_INSPECT_PROFILE) count_pixels(s, list);
    count_refusals(s);
    if (s->bus != NULL) {
        ox_profile_count(s->profile, "events", s->bus->traced - s->traced_before);
        ox_profile_count(s->profile, "events dropped", s->bus->counts.dropped - s->dropped_before);
        s->traced_before = s->bus->traced;
        s->dropped_before = s->bus->counts.dropped;
    }
}

#endif
