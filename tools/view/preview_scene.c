/* Previews that the console plays: an image with all assets for drawing, and a scene of the asset alone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/particles/module.h"
#include "kernel/preset/presets.h"
#include "platform/host/host.h"
#include "tools/cart/cart.h"
#include "tools/image/assemble.h"
#include "tools/image/chunk.h"
#include "tools/import/base/angle.h"
#include "tools/import/model/obj.h"
#include "tools/pack/pack.h"
#include "tools/record_writer.h"
#include "tools/view/preview.h"
#include "tools/view/viewer.h"

enum {
    MEMORY = 96 << 20,
    FRAME = 24 << 20,
    BALL_RINGS = 16,
    BALL_SIDES = 32,
    BACKGROUND = 0x203040,
    CANVAS_GROUND = 0x202830
};

/* Makes a ball of radius 1, on which materials are shown. */
static bool make_ball(import_model *m, tool_error *error) {
    writer obj = {0};
    char text[160];
    for (int i = 0; i < (BALL_RINGS + 1) * (BALL_SIDES + 1); i++) {
        double up = 180.0 * (i / (BALL_SIDES + 1)) / BALL_RINGS,
               around = 360.0 * (i % (BALL_SIDES + 1)) / BALL_SIDES;
        double y = import_cos(up * (IMPORT_PI / 180)), out = import_sin(up * (IMPORT_PI / 180));
        double x = out * import_sin(around * (IMPORT_PI / 180)),
               z = out * import_cos(around * (IMPORT_PI / 180));
        int length = snprintf(text, sizeof text, "v %.6f %.6f %.6f\nvn %.6f %.6f %.6f\nvt %.6f %.6f\n", x, y,
                              z, x, y, z, around / 180, 1 - up / 180);
        writer_bytes(&obj, text, (size_t)length);
    }
    for (int i = 0; i < BALL_RINGS * BALL_SIDES; i++) {
        int a = i / BALL_SIDES * (BALL_SIDES + 1) + i % BALL_SIDES + 1, b = a + BALL_SIDES + 1;
        int length = snprintf(text, sizeof text, "f %d/%d/%d %d/%d/%d %d/%d/%d %d/%d/%d\n", a, a, a, b, b, b,
                              b + 1, b + 1, b + 1, a + 1, a + 1, a + 1);
        writer_bytes(&obj, text, (size_t)length);
    }
    bool ok = obj.failed ? import_error_memory(error, "ball")
                         : import_obj_from_memory("ball", obj.data, obj.size, NULL, 0, m, error);
    writer_free(&obj);
    return ok;
}

/* Packs a cart of a scene with one object, the ball. The light is that of oxcart view. */
static bool pack_stage(const preview_look *look, import_model *ball, import_image *dot, writer *image,
                       tool_error *error) {
    const pack_options options = {.names = false};
    pack_report report;
    cart *c = calloc(1, sizeof *c);
    if (c == NULL) return import_error_memory(error, "preview");
    cart_defaults(c);
    snprintf(c->path, sizeof c->path, "preview");
    c->width = look->width;
    c->height = look->height;
    c->format = PLAT_XRGB8888;
    c->budget = MEMORY;
    c->frame = FRAME;
    cart_mesh *mesh = cart_add_mesh(c);
    cart_material *material = cart_add_material(c);
    cart_texture *texture = cart_add_texture(c);
    cart_scene *scene = cart_add_scene(c);
    cart_camera *camera = scene == NULL ? NULL : cart_add_camera(scene);
    cart_light *light = scene == NULL ? NULL : cart_add_light(scene);
    cart_object *object = scene == NULL ? NULL : cart_add_object(scene);
    bool ok = mesh != NULL && material != NULL && texture != NULL && camera != NULL && light != NULL &&
              object != NULL;
    if (ok) {
        snprintf(mesh->name, sizeof mesh->name, "preview");
        mesh->model = ball;
        snprintf(mesh->material, sizeof mesh->material,
                 "preview"); /* with a texture, so that coordinates are packed */
        snprintf(material->name, sizeof material->name, "preview");
        snprintf(material->texture, sizeof material->texture, "preview");
        snprintf(texture->name, sizeof texture->name, "preview");
        texture->picture = dot;
        snprintf(scene->name, sizeof scene->name, "preview");
        snprintf(c->start, sizeof c->start, "preview");
        snprintf(object->mesh, sizeof object->mesh, "preview");
        scene->background = BACKGROUND;
        scene->ambient = 0.2;
        scene->turntable = PREVIEW_TURN;
        camera->at[2] = 2.8;
        camera->near_plane = 0.5;
        camera->far_plane = 10;
        for (int k = 0; k < 3; k++) light->vector[k] = -1;
        object->shading = 255;
        ok = pack_cart(c, &options, image, &report, error);
    } else {
        import_error_memory(error, "preview");
    }
    cart_free(c);
    free(c);
    return ok;
}

/* Copies one chunk, unpacked. */
static writer *copy_chunk(assembly *a, const rom_chunk *entry) {
    rom_chunk chunk = *entry;
    uint8_t *owned = NULL;
    writer *out = NULL;
    if (chunk_unpack(&chunk, &owned, NULL) == ROM_OK) out = assemble_add_id(a, chunk.id, chunk.type, 4);
    if (out != NULL) {
        out->size = 0;
        writer_bytes(out, chunk.data, chunk.size);
        assemble_variant(a, chunk.variant);
        if ((chunk.flags & ROM_ENTRY_SECTIONED) != 0) assemble_sectioned(a);
    }
    free(owned);
    return out;
}

/* Copies all chunks that a scene draws with into an image without a limit of memory. */
static bool copy_base(assembly *a, const rom_image *image) {
    static const uint32_t types[] = {
        ROM_TAG_INFO,     ROM_TAG_BUDGET,   ROM_TAG_PALETTE,   ROM_TAG_IMAGE, ROM_TAG_BLOCK_TEXTURE,
        ROM_TAG_MATERIAL, ROM_TAG_MESH,     ROM_TAG_MODEL,     ROM_TAG_SCENE, ROM_TAG_SKIN,
        ROM_TAG_SKELETON, ROM_TAG_CLIP,     ROM_TAG_PARTICLES, ROM_TAG_VIEW,  ROM_TAG_SHEET,
        ROM_TAG_TILE_SET, ROM_TAG_TILE_MAP, ROM_TAG_SCENE_MAPS};
    rom_chunk chunk;
    for (uint32_t i = 0; rom_entry(image, i, &chunk); i++) {
        bool wanted = false;
        for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) wanted = wanted || chunk.type == types[k];
        writer *out = wanted && chunk.codec != ROM_CODEC_DELETED ? copy_chunk(a, &chunk) : NULL;
        if (out == NULL || chunk.type != ROM_TAG_BUDGET) continue;
        writer_put_u32(out, ROM_BUDGET_MEMORY, MEMORY);
        writer_put_u32(out, ROM_BUDGET_FRAME, FRAME);
        writer_put_u8(out, ROM_BUDGET_BAND, 0);
    }
    return a->count > 0;
}

/* Writes the clip of the only object, or two blended clips. */
static void put_clip(writer *out, const preview_look *look) {
    const rom_object_clip_record row = {
        .clip = look->clip, .rate = 65536, .second = look->blend, .weight = look->weight};
    if (look->clip == 0) return;
    writer_align(out, 4);
    writer_put_u32(out, ROM_SCENE_CLIP_COUNT, 1);
    writer_put_u32(out, ROM_SCENE_CLIPS_AT, (uint32_t)out->size);
    record_add_object_clip(out, &row);
}

/* The bounds of the particles of some seconds: the middle of their box and its radius. */
static bool reach_of(const rom_chunk *chunk, vec3 *middle, double *radius) {
    enum { ROOM = 1 << 19, STEPS = 240 };
    const ox_particles_setup setup = {
        .particles = 2048, .emitters = 1, .rate = 60, .seed = 1, .format = RS_XRGB8888};
    vec3 low = V3_ZERO, high = V3_ZERO;
    ox_particles particles;
    ox_arena arena;
    void *room = malloc(ROOM);
    if (room == NULL) return false;
    ox_arena_init(&arena, room, ROOM);
    bool ok = ox_particles_init(&particles, &setup, &arena) == OX_OK;
    const ox_emission emission = {.kind =
                                      ok ? ox_particles_kind(&particles, chunk->id, chunk->data, NULL) : -1};
    ok = ok && ox_particles_emit(&particles, &emission) != 0;
    for (int i = 0; ok && i < STEPS; i++) {
        ox_particles_step(&particles);
        for (uint32_t k = 0; k < particles.count; k++) {
            const fx size = particles.kinds[0].sizes[OX_PARTICLE_ENTRIES / 2] / 2;
            low = v3_min(low, v3_subs(particles.pool[k].position, (vec3){size, size, size}));
            high = v3_max(high, v3_adds(particles.pool[k].position, (vec3){size, size, size}));
        }
    }
    free(room);
    *middle = (vec3){low.x / 2 + high.x / 2, low.y / 2 + high.y / 2, low.z / 2 + high.z / 2};
    const double sides[3] = {(high.x / 2 - low.x / 2) / 65536.0, (high.y / 2 - low.y / 2) / 65536.0,
                             (high.z / 2 - low.z / 2) / 65536.0};
    *radius = sqrt(sides[0] * sides[0] + sides[1] * sides[1] + sides[2] * sides[2]);
    return ok;
}

/* Writes a scene of one emitter, with the camera so far away that all particles are seen. The camera is turned, not
 * the emitter. */
static bool put_emitter(writer *out, const rom_chunk *chunk) {
    const rom_scene_emitter_record row = {.particles = chunk->id, .seed = 1};
    const size_t camera = rom_u32(out->data + ROM_SCENE_CAMERA_AT);
    vec3 middle;
    double radius;
    if (!reach_of(chunk, &middle, &radius)) return false;
    if (radius < 0.25) radius = 0.25;
    if (radius > 2000) radius = 2000;
    const int32_t away = (int32_t)writer_fx(radius * 2.2), at[3] = {middle.x, middle.y, middle.z};
    for (uint32_t k = 0; k < 3; k++) {
        writer_put_u32(out, camera + ROM_CAMERA_TARGET + 4 * k, (uint32_t)at[k]);
        writer_put_u32(out, camera + ROM_CAMERA_POSITION + 4 * k, (uint32_t)(at[k] + (k == 2 ? away : 0)));
    }
    writer_put_u32(out, camera + ROM_CAMERA_NEAR, writer_fx(radius * 0.05));
    writer_put_u32(out, camera + ROM_CAMERA_FAR, writer_fx(radius * 12));
    writer_put_u32(out, ROM_SCENE_FLAGS,
                   rom_u32(out->data + ROM_SCENE_FLAGS) & ~(uint32_t)ROM_SCENE_TURNTABLE);
    writer_put_u16(out, ROM_SCENE_OBJECTS, 0);
    writer_align(out, 4);
    writer_put_u32(out, ROM_SCENE_EMITTER_COUNT, 1);
    writer_put_u32(out, ROM_SCENE_EMITTERS_AT, (uint32_t)out->size);
    record_add_scene_emitter(out, &row);
    return true;
}

/* Adds the scene of one object: the mesh itself, scaled to radius 1 about the origin, or the ball in the material. */
static bool add_stage(assembly *a, const rom_image *image, const rom_chunk *chunk, const preview_look *look,
                      const rom_image *stage) {
    rom_chunk scene, ball, palette;
    uint8_t *owned = NULL;
    if (!rom_find(stage, rom_id("scene/preview"), ROM_TAG_SCENE, &scene) ||
        !rom_find(stage, rom_id("mesh/preview"), ROM_TAG_MESH, &ball))
        return false;
    writer *out = copy_chunk(a, &scene);
    if (out == NULL || out->failed) return false;
    if (rom_find(image, rom_id("palette"), ROM_TAG_PALETTE, &palette)) {
        uint32_t colours[256];
        if (chunk_unpack(&palette, &owned, NULL) == ROM_OK) {
            for (uint32_t i = 0; i < 256; i++)
                colours[i] = rom_u32(palette.data + rom_u32(palette.data + ROM_PALETTE_COLOURS) + i * 4);
            writer_put_u8(out, ROM_SCENE_BACKGROUND_INDEX, (uint32_t)rs_nearest(colours, BACKGROUND));
        }
        free(owned);
    }
    size_t object = rom_u32(out->data + ROM_SCENE_OBJECT_AT);
    if (chunk->type == ROM_TAG_PARTICLES) return put_emitter(out, chunk);
    if (chunk->type != ROM_TAG_MESH && chunk->type != ROM_TAG_MATERIAL) { /* drawn by the viewer */
        writer_put_u16(out, ROM_SCENE_OBJECTS, 0);
        if (chunk->type != ROM_TAG_LEVEL) writer_put_u32(out, ROM_SCENE_BACKGROUND, CANVAS_GROUND);
        return true;
    }
    if (chunk->type == ROM_TAG_MESH) {
        const uint8_t *d = chunk->data;
        double radius = rom_i32(d + ROM_MESH_RADIUS) > 0 ? rom_i32(d + ROM_MESH_RADIUS) / 65536.0 : 1;
        writer_put_u32(out, object + ROM_OBJECT_MESH, chunk->id);
        writer_put_u32(out, object + ROM_OBJECT_SCALE,
                       writer_fx(1 / radius) == 0 ? 1 : writer_fx(1 / radius));
        for (uint32_t k = 0; k < 3; k++) /* a turntable turns places too, so turn about the middle */
            writer_put_u32(out, object + ROM_OBJECT_POSITION + 4 * k,
                           writer_fx(-rom_i32(d + ROM_MESH_CENTRE + 4 * k) / 65536.0 / radius));
        put_clip(out, look);
        return true;
    }
    out = copy_chunk(a, &ball);
    if (out == NULL || out->failed) return false;
    size_t part = rom_u32(out->data + ROM_MESH_PART_AT);
    writer_put_u32(out, part + ROM_PART_MATERIAL, chunk->id);
    return true;
}

/* Plays the scene up to the frame, with the viewer as the cart in C. */
static bool play_scene(const writer *image, uint32_t scene, const preview_job *job, import_image *picture,
                       uint32_t *hash) {
    const preview_look *look = job->look;
    char text[300] = "";
    host_options options = {
        .driver = HOST_DRIVER_HEADLESS, .quiet = true, .memory = MEMORY + (32u << 20), .threads = 1};
    plat *port = host_open(&options, text, sizeof text);
    ox_error fault = {.status = 0};
    ox_console *console = NULL;
    viewer v = {.look = *look, .image = job->image, .file = job->file};
    const ox_cart game = viewer_cart(&v);
    viewer_show(&v, job->chunk, ROM_OK);
    uint32_t frames = job->chunk->type == ROM_TAG_LEVEL || viewer_moves(&v) ? 0 : look->frame;
    bool ok = port != NULL;
    if (ok) {
        ox_boot_options boot = ox_boot_defaults(port, image->data, image->size);
        boot.deterministic = true;
        boot.scene = scene;
        boot.format = viewer_format(&v, -1);
        boot.log_hashes = true;
        boot.width = look->width;
        boot.height = look->height;
        boot.cart = &game;
        boot.watch = UINT32_MAX;
        boot.modules = ox_preset_silent; /* scenes of whole games are shown, too */
        console = ox_console_boot(&boot, &fault);
        ok = console != NULL;
        if (!ok) snprintf(text, sizeof text, "%s", fault.text);
    }
    for (uint32_t i = 0; ok && i <= frames; i++) ox_console_frame(console);
    if (ok && v.failed) snprintf(text, sizeof text, "%.299s", v.error.text);
    ok = ok && !v.failed &&
         import_image_allocate("preview", look->width, look->height, false, picture, job->error);
    if (ok && !host_frame_rgba(port, picture->rgba)) {
        import_image_free(picture);
        ok = false;
    }
    if (ok) {
        ox_frame_stats stats;
        ox_console_stats(console, &stats);
        *hash = stats.hash;
    }
    if (console != NULL) ox_console_close(console);
    if (port != NULL && !host_close(port)) ok = false;
    viewer_end(&v);
    return ok || import_error_file(job->error, job->file, "cannot be shown: %s",
                                   text[0] == 0 ? "no frame came" : text);
}

bool preview_stage(const rom_image *image, const char *file, const rom_chunk *chunk, const preview_look *look,
                   writer *whole, uint32_t *scene, tool_error *error) {
    assembly a = {.cart = image->cart, .cart_version = image->cart_version};
    if (preview_is_own(chunk, look)) a.flags = image->flags & ROM_FLAG_LINEAR;
    writer stage = {0};
    import_model ball = {0};
    import_image dot = {0};
    rom_image opened;
    *scene = chunk->id;
    memset(whole, 0, sizeof *whole);
    bool ok = copy_base(&a, image);
    if (!ok) import_error_file(error, file, "nothing in the image can be shown");
    if (ok && chunk->type != ROM_TAG_SCENE) {
        *scene = rom_id("scene/preview");
        ok = make_ball(&ball, error) && import_image_allocate("dot", 8, 8, false, &dot, error) &&
             pack_stage(look, &ball, &dot, &stage, error);
        if (ok && (rom_open(stage.data, stage.size, &opened, NULL) != ROM_OK ||
                   !add_stage(&a, image, chunk, look, &opened)))
            ok = import_error_memory(error, file);
    }
    ok = ok && assemble_finish(&a, file, whole, error);
    assemble_free(&a);
    import_model_free(&ball);
    import_image_free(&dot);
    writer_free(&stage);
    return ok;
}

bool preview_played(const rom_image *image, const char *file, const rom_chunk *chunk,
                    const preview_look *look, import_image *picture, uint32_t *hash, tool_error *error) {
    const preview_job job = {image, file, chunk, chunk->data, look, NULL, error};
    writer whole;
    uint32_t scene;
    bool ok = preview_stage(image, file, chunk, look, &whole, &scene, error) &&
              play_scene(&whole, scene, &job, picture, hash);
    writer_free(&whole);
    return ok;
}
