/* Pictures of the place: an image with all that it is drawn with, and a console that plays it nowhere. */
#include <stdlib.h>
#include <string.h>

#include "kernel/player/player.h"
#include "kernel/preset/presets.h"
#include "platform/host/host.h"
#include "rom/rom.h"
#include "tools/edit/edit_view.h"
#include "tools/import/image/png_write.h"
#include "tools/pack/pack.h"
#include "tools/record_writer.h"
#include "tools/view/preview.h"

enum { MEMORY = 160 << 20, SHOT_WIDTH = 320, SHOT_HEIGHT = 240, FRAMES_MOST = 100000 };

static fx fixed(double value) {
    return (fx)writer_fx(value > CART_WORLD ? CART_WORLD : value < -CART_WORLD ? -CART_WORLD : value);
}

vec3 edit_fixed(const double v[3]) { return (vec3){fixed(v[0]), fixed(v[1]), fixed(v[2])}; }

/* ---- images ---- */

bool edit_stage(edit *e, writer *stage, uint32_t *scene, tool_error *error) {
    const preview_look look = {.width = SHOT_WIDTH, .height = SHOT_HEIGHT};
    const rom_chunk chunk = {.id = rom_id("level/edited"), .type = ROM_TAG_LEVEL};
    writer packed = {0};
    rom_image image;
    rom_error fault;
    memset(stage, 0, sizeof *stage);
    const pack_options options = {.names = false};
    bool ok = pack_looks(&e->c, "script", &options, &packed, error);
    if (ok && rom_open(packed.data, packed.size, &image, &fault) != ROM_OK)
        ok = import_error_file(error, e->folder, "%s", fault.text);
    ok = ok && preview_stage(&image, e->folder, &chunk, &look, stage, scene, error);
    writer_free(&packed);
    return ok;
}

bool edit_scene_image(edit *e, writer *image, uint32_t *scene, tool_error *error) {
    const pack_options options = {.names = false};
    pack_report report;
    char name[CART_NAME_MAX + 8];
    cart_camera kept = {.line = 0};
    cart_scene *own = NULL;
    memset(image, 0, sizeof *image);
    for (uint32_t i = 0; i < e->c.scene_count; i++) {
        if (rom_id(e->c.scenes[i].name) == rom_id(e->place_name)) own = &e->c.scenes[i];
    }
    if (own == NULL || own->camera_count == 0)
        return import_error_file(error, e->folder, "there is no scene `%s`", e->place_name);
    kept = own->cameras[0];
    memset(&own->cameras[0].motion, 0, sizeof own->cameras[0].motion);
    memcpy(own->cameras[0].at, e->camera.at, sizeof e->camera.at);
    memcpy(own->cameras[0].target, e->camera.target, sizeof e->camera.target);
    bool ok = pack_cart(&e->c, &options, image, &report, error);
    own->cameras[0] = kept;
    snprintf(name, sizeof name, "scene/%s", e->place_name);
    *scene = rom_id(name);
    return ok;
}

/* ---- a console that plays nowhere ---- */

typedef struct machine {
    plat *port;
    ox_console *console;
} machine;

static bool boot(machine *m, const writer *image, uint32_t scene, const ox_cart *game, const int size[2],
                 tool_error *error) {
    char text[200] = "";
    host_options options = {.driver = HOST_DRIVER_HEADLESS, .quiet = true, .memory = MEMORY, .threads = 1};
    ox_error fault = {.text = ""};
    *m = (machine){host_open(&options, text, sizeof text), NULL};
    if (m->port == NULL) return import_error_file(error, NULL, "cannot be played: %s", text);
    ox_boot_options how = ox_boot_defaults(m->port, image->data, image->size);
    how.deterministic = true;
    how.scene = scene;
    how.log_hashes = true;
    how.cart = game;
    how.watch = UINT32_MAX;
    how.modules = ox_preset_silent;

    if (size != NULL) {
        how.format = PLAT_XRGB8888;
        how.width = size[0];
        how.height = size[1];
    }
    m->console = ox_console_boot(&how, &fault);
    return m->console != NULL || import_error_file(error, NULL, "cannot be played: %s", fault.text);
}

static void shut(machine *m) {
    if (m->console != NULL) ox_console_close(m->console);
    if (m->port != NULL) (void)host_close(m->port);
}

/* ---- play ---- */

static bool frames_of(edit_words *w, uint32_t *frames, bool *listed) {
    double number = 60;
    for (int i = 1; i < w->count; i++) {
        bool is_frames = strncmp(w->words[i], "frames=", 7) == 0;
        if (!is_frames && strcmp(w->words[i], "list") != 0)
            return edit_wrong(w, i, "`play [frames=N] [list]` is wanted");
        if (is_frames && (!cart_parse_number(w->words[i] + 7, &number) || number < 1 ||
                          number > FRAMES_MOST || number != (double)(uint32_t)number))
            return edit_wrong(w, i, "`%.40s` is no number of frames from 1 to %d", w->words[i] + 7,
                              FRAMES_MOST);
        *listed = *listed || !is_frames;
    }
    *frames = (uint32_t)number;
    return true;
}

/* The word behind an id, out of the table of types and the names of objects. */
static const char *word_of(const edit *e, uint32_t id) {
    for (size_t i = 1; i < e->table.count; i++) {
        if (rom_id(e->table.list[i].key) == id) return e->table.list[i].key;
    }
    for (uint32_t i = 0; i < e->object_count; i++) {
        if (e->objects[i].name[0] != 0 && rom_id(e->objects[i].name) == id) return e->objects[i].name;
    }
    return "?";
}

typedef struct telling {
    const edit *e;
    bool listed;
    uint32_t count;
} telling;

static void tell(void *context, ox_id type, ox_id name, vec3 place, ox_id mesh) {
    telling *t = context;
    char at[100];
    (void)mesh;
    t->count++;
    if (!t->listed || t->e->out == NULL) return;
    edit_decimals((const double[3]){place.x / 65536.0, place.y / 65536.0, place.z / 65536.0}, at);
    fprintf(t->e->out, "  %s%s%s at=%s\n", word_of(t->e, type),
            name == 0 ? "" : " name=", name == 0 ? "" : word_of(t->e, name), at);
}

static uint32_t instances_of(const level_game *g) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->geometry_count; i++)
        count += rom_u32(g->geometries[i].section + ROM_GEOMETRY_INSTANCE_COUNT);
    return count;
}

level_game edit_game(edit *e) {
    return (level_game){.level = e->level.data,
                        .level_size = e->level.size,
                        .types = e->kinds.size == 0 ? NULL : e->kinds.data,
                        .eye = edit_fixed(e->camera.at),
                        .target = edit_fixed(e->camera.target)};
}

static bool play_level(edit_words *w, uint32_t frames, bool listed) {
    edit *e = w->e;
    writer stage;
    uint32_t scene;
    machine m = {NULL, NULL};
    level_game g = edit_game(e);
    const ox_cart game = level_game_cart(&g);
    bool ok = edit_stage(e, &stage, &scene, w->error) && boot(&m, &stage, scene, &game, NULL, w->error);
    if (!ok && g.why[0] != 0) import_error_file(w->error, NULL, "%s", g.why);
    for (uint32_t i = 0; ok && i < frames; i++) ox_console_frame(m.console);
    if (ok && e->out != NULL) {
        ox_frame_stats stats;
        telling told = {e, false, 0};
        ox_console_stats(m.console, &stats);
        level_game_each(&g, tell, &told);
        fprintf(e->out, "played %s: %u frames, %u objects, %u instances, frame=%08x world=%08x\n",
                e->place_name, (unsigned)frames, (unsigned)told.count, (unsigned)instances_of(&g),
                (unsigned)stats.hash, (unsigned)ox_world_hash(&g.world, OX_FNV_START));
        told.listed = listed;
        level_game_each(&g, tell, &told);
    }
    shut(&m);
    level_game_end(&g);
    writer_free(&stage);
    return ok;
}

static bool play_scene(edit_words *w, uint32_t frames) {
    edit *e = w->e;
    writer image;
    uint32_t scene;
    machine m = {NULL, NULL};
    bool ok = edit_scene_image(e, &image, &scene, w->error) && boot(&m, &image, scene, NULL, NULL, w->error);
    for (uint32_t i = 0; ok && i < frames; i++) ox_console_frame(m.console);
    if (ok && e->out != NULL) {
        ox_frame_stats stats;
        ox_console_stats(m.console, &stats);
        fprintf(e->out, "played %s: %u frames, %u objects, frame=%08x\n", e->place_name, (unsigned)frames,
                (unsigned)ox_console_world(m.console)->alive, (unsigned)stats.hash);
    }
    shut(&m);
    writer_free(&image);
    return ok;
}

bool edit_play(edit_words *w) {
    uint32_t frames = 0;
    bool listed = false;
    if (w->e->file == EDIT_NONE)
        return edit_wrong(w, 0, "no place is open; `places` lists them, `open` opens one");
    if (!frames_of(w, &frames, &listed)) return false;
    w->looked = 0;
    if (w->e->dry) return true;
    if (w->e->window) {
        w->e->wish.play = true;
        return true;
    }
    return w->e->place == EDIT_LEVEL ? play_level(w, frames, listed) : play_scene(w, frames);
}

/* ---- pictures ---- */

static ox_status begin_view(void *state, ox_console *console) {
    ((edit_view *)state)->console = console;
    return OX_OK;
}

static void draw_view(void *state, rs_frame *frame, uf16 fraction) {
    (void)fraction;
    edit_view_record(state, frame);
}

static bool shot_words(edit_words *w, int size[2]) {
    if (w->count < 2 || w->count > 3) return edit_wrong(w, 0, "`shot FILE.png [size=WxH]` is wanted");
    if (w->count == 3 &&
        (strncmp(w->words[2], "size=", 5) != 0 || !cart_parse_size(w->words[2] + 5, &size[0], &size[1])))
        return edit_wrong(w, 2, "`%.40s` is no size=WIDTHxHEIGHT", w->words[2]);
    size_t length = strlen(w->words[1]);
    return (length > 4 && strcmp(w->words[1] + length - 4, ".png") == 0) ||
           edit_wrong(w, 1, "`%.80s` is no FILE.png", w->words[1]);
}

bool edit_shot(edit_words *w) {
    edit *e = w->e;
    int size[2] = {SHOT_WIDTH, SHOT_HEIGHT};
    writer stage;
    uint32_t scene;
    machine m = {NULL, NULL};
    import_image picture;
    if (e->file == EDIT_NONE)
        return edit_wrong(w, 0, "no place is open; `places` lists them, `open` opens one");
    if (!shot_words(w, size)) return false;
    if (e->dry) return true;
    edit_view v = {.e = e, .width = size[0], .height = size[1], .grid = true};
    const ox_cart game = {.name = "editor", .start = begin_view, .draw = draw_view, .state = &v};
    bool ok = edit_stage(e, &stage, &scene, w->error) && boot(&m, &stage, scene, &game, size, w->error);
    if (ok) ox_console_frame(m.console);
    ok = ok && import_image_allocate("editor", size[0], size[1], false, &picture, w->error);
    if (ok) {
        const import_png_picture png = {
            .width = size[0], .height = size[1], .format = IMPORT_PNG_RGBA, .pixels = picture.rgba};
        ok = host_frame_rgba(m.port, picture.rgba) && !v.failed
                 ? import_png_write(w->words[1], &png, w->error)
                 : import_error_memory(w->error, NULL);
        import_image_free(&picture);
    }
    shut(&m);
    writer_free(&stage);
    return ok;
}
