/* Pictures of the place: an image with all assets to draw it, and a console without a display that plays it. */
#include <stdlib.h>
#include <string.h>

#include "kernel/preset/presets.h"
#include "kernel/scene/scene.h"
#include "kernel/world/query.h"
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

/* Makes the scene `edited`, for a level that no scene has. */
static cart_scene *make_scene(edit *e, cart *c) {
    cart_scene *made = cart_add_scene(c);
    bool lit = false;
    for (uint32_t i = 0; i < e->object_count; i++) lit = lit || strcmp(e->objects[i].kind, "light") == 0;
    if (made == NULL || cart_add_camera(made) == NULL || cart_add_level(made) == NULL) return NULL;
    snprintf(made->name, sizeof made->name, "edited");
    snprintf(made->levels[0].name, sizeof made->levels[0].name, "%s", e->place_name);
    cart_light *sun = lit ? NULL : cart_add_light(made);
    if (sun != NULL) memcpy(sun->vector, (const double[3]){-1, -2, -1}, sizeof sun->vector);
    return lit || sun != NULL ? made : NULL;
}

/* The scene that plays the place, changed to begin at the editor's camera; NULL without memory. */
static cart_scene *scene_to_play(edit *e, cart *c) {
    for (uint32_t i = 0; i < c->scene_count && e->place == EDIT_SCENE; i++)
        if (rom_id(c->scenes[i].name) == rom_id(e->place_name)) return &c->scenes[i];
    for (uint32_t i = 0; i < c->scene_count; i++) {
        cart_scene *scene = &c->scenes[i];
        for (uint32_t k = 0; k < scene->level_count; k++) {
            cart_scene_level *row = &scene->levels[k];
            if (rom_id(row->name) != rom_id(e->place_name)) continue;
            row->near_by = row->far_off = 0;
            row->by[0] = 0;
            row->later = false;
            return scene;
        }
    }
    return make_scene(e, c);
}

bool edit_image(edit *e, writer *image, uint32_t *scene, tool_error *error) {
    char name[CART_NAME_MAX + 8];
    cart *c = calloc(1, sizeof *c);
    memset(image, 0, sizeof *image);
    if (c == NULL) return import_error_memory(error, e->folder);
    bool ok =
        cart_parse_with(e->files[0].path, e->files[0].text, e->files[0].size, &(cart_reading){0}, c, error);
    cart_scene *played = ok ? scene_to_play(e, c) : NULL;
    if (ok && played == NULL) ok = import_error_memory(error, e->folder);
    if (ok && played->camera_count > 0 && played->view.line == 0) {
        cart_camera *camera = &played->cameras[0];
        memset(&camera->motion, 0, sizeof camera->motion);
        memcpy(camera->at, e->camera.at, sizeof camera->at);
        memcpy(camera->target, e->camera.target, sizeof camera->target);
    }
    if (ok) {
        snprintf(name, sizeof name, "scene/%s", played->name);
        *scene = rom_id(name);
        ok = edit_pack(e, c, false, image, error);
    }
    cart_free(c);
    free(c);
    return ok;
}

/* ---- a console without a display ---- */

typedef struct machine {
    plat *port;
    ox_console *console;
} machine;

/* Boots a console: with a cart in C, in true colours and the given size; without one, as the image asks. */
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

/* The word of an id, out of types, meshes and the names of objects. */
static const char *word_of(const edit *e, uint32_t id) {
    for (uint32_t i = 0; i < e->c.types.object_count; i++)
        if (rom_id(e->c.types.objects[i].name) == id) return e->c.types.objects[i].name;
    for (uint32_t i = 0; i < e->object_count; i++) {
        const edit_object *o = &e->objects[i];
        if (o->name[0] != 0 && rom_id(o->name) == id) return o->name;
        if (o->type[0] != 0 && rom_id(o->type) == id) return o->type;
    }
    return "?";
}

static void tell_object(const edit *e, const ox_world *world, const ox_object *object) {
    char at[100];
    const ox_id type = world->types[object->type].type->name;
    const vec3 *place = ox_place_of(world, object);
    const vec3 there = place == NULL ? (vec3){0, 0, 0} : *place;
    edit_decimals((const double[3]){there.x / 65536.0, there.y / 65536.0, there.z / 65536.0}, at);
    fprintf(e->out, "  %s%s%s at=%s\n", word_of(e, type),
            object->name == 0 ? "" : " name=", object->name == 0 ? "" : word_of(e, object->name), at);
}

static void tell_play(const edit *e, uint32_t frames, bool listed, ox_console *console) {
    const ox_world *world = ox_console_world(console);
    ox_frame_stats stats;
    ox_console_stats(console, &stats);
    fprintf(e->out, "played %s: %u frames, %u objects, frame=%08x world=%08x\n", e->place_name,
            (unsigned)frames, (unsigned)world->alive, (unsigned)stats.hash,
            (unsigned)ox_world_hash(world, OX_FNV_START));
    for (uint32_t t = 0; listed && t < world->type_count; t++)
        for (const ox_object *o = ox_world_first(world, t); o != NULL; o = ox_world_next(world, o))
            tell_object(e, world, o);
}

static bool play_place(edit_words *w, uint32_t frames, bool listed) {
    edit *e = w->e;
    writer image;
    uint32_t scene;
    machine m = {NULL, NULL};
    bool ok = edit_image(e, &image, &scene, w->error) && boot(&m, &image, scene, NULL, NULL, w->error);
    for (uint32_t i = 0; ok && i < frames; i++) ox_console_frame(m.console);
    if (ok && e->out != NULL) tell_play(e, frames, listed, m.console);
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
    return play_place(w, frames, listed);
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
