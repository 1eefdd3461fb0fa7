/* The viewer's buttons, and drawing of assets. */
#include "tools/view/viewer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/particles/module.h"
#include "platform/host/host.h"
#include "raster/flat.h"
#include "raster/inspect.h"
#include "rom/rom.h"

enum {
    RATE_LEAST = 25,
    RATE_MOST = 400,
    WEIGHT_STEP = 4096,
    KEYS_HEIGHT = 10,
    KEYS_INK = 0xC0D0E0,
    KEYS_GROUND = 0x101418
};

/* ---- abilities of an asset ---- */

static bool is_played(const viewer *v) { return preview_is_played(&v->chunk, &v->look); }

bool viewer_moves(const viewer *v) {
    return v->chunk.type == ROM_TAG_MESH && v->look.clip != 0 && !v->look.fields;
}

/* The clip that moves the mesh; NULL when it does not, for example since it is for another skeleton. */
static const uint8_t *moving_clip(const viewer *v) {
    const ox_scene *scene = ox_console_played_scene(v->console);
    return viewer_moves(v) && scene->clip_count > 0 ? scene->clips[0].clips[0] : NULL;
}

static int32_t clip_step(const uint8_t *clip) {
    return (int32_t)((uint32_t)rom_u16(clip + ROM_CLIP_RATE) * 256u / 60u);
}

/* Frames that pass in a step at 100 percent, in 1/65536, for assets that play by themselves. */
static int32_t frames_a_step(const viewer *v) {
    const uint8_t *moving = v->console == NULL ? NULL : moving_clip(v);
    if (moving != NULL) return clip_step(moving);
    switch (v->chunk.type) {
    case ROM_TAG_CLIP:
        return clip_step(v->chunk.data);
    case ROM_TAG_SHEET:
        return v->look.book > 0 ? 65536 : 0;
    case ROM_TAG_LEVEL:
        return v->look.fly ? 65536 : 0;
    case ROM_TAG_PARTICLES:
        return is_played(v) ? 65536 : 0;
    default:
        return 0;
    }
}

/* The clip behind `id` that moves the same skeleton as `clip`, whose own id is `own`; 0 behind the last. */
static uint32_t next_clip(const viewer *v, const uint8_t *clip, uint32_t own, uint32_t id) {
    uint32_t best = 0, skeleton = rom_u32(clip + ROM_CLIP_SKELETON);
    rom_chunk other;
    for (uint32_t i = 0; rom_entry(v->image, i, &other); i++) {
        if (other.type != ROM_TAG_CLIP || other.id <= id || other.id == own ||
            other.codec != ROM_CODEC_STORED)
            continue;
        if (rom_u32(other.data + ROM_CLIP_SKELETON) == skeleton && (best == 0 || other.id < best))
            best = other.id;
    }
    return best;
}

void viewer_show(viewer *v, const rom_chunk *chunk, rom_status status) {
    v->chunk = *chunk;
    v->status = status;
    v->position = 0;
    v->steps = 0;
    v->effect_steps = 0;
    v->move = 0;
    v->playing = v->playing || !v->again;
    if (v->rate == 0) v->rate = 100;
    if (chunk->type == ROM_TAG_SHEET && v->buttons && v->look.book == 0 &&
        rom_u32(chunk->data + ROM_SHEET_ANIMATION_COUNT) > 0)
        v->look.book = 1;
}

int viewer_format(const viewer *v, int own) {
    return preview_is_own(&v->chunk, &v->look) ? own : PLAT_XRGB8888;
}

/* ---- buttons ---- */

static void go_frames(viewer *v, int64_t by) {
    int64_t at = (int64_t)v->look.frame + by;
    v->look.frame = (uint32_t)(at < 0 ? 0 : at > 1000000 ? 1000000 : at);
}

/* How many simpler forms a mesh has. */
static uint32_t details_of(const viewer *v) {
    rom_chunk model;
    bool has = v->chunk.type == ROM_TAG_MESH && rom_find(v->image, v->chunk.id, ROM_TAG_MODEL, &model) &&
               model.codec == ROM_CODEC_STORED;
    return has ? rom_u32(model.data + ROM_MODEL_DETAIL_COUNT) : 0;
}

/* Shows the same asset on a new stage; the scene goes on as it was. */
static void play_again(viewer *v) {
    v->again = true;
    v->before = *ox_console_played_scene(v->console);
    ox_console_quit(v->console);
}

/* Does Select: the next detail, flip-book or clip. An asset with only one of them shows the console's figures, as a
 * played scene does. */
static void next_number(viewer *v) {
    const uint8_t *moving = moving_clip(v);
    if (moving != NULL) {
        v->look.blend = next_clip(v, moving, v->look.clip, v->look.blend);
        play_again(v);
        v->before.hud = v->stood.hud;
        return;
    }
    switch (v->chunk.type) {
    case ROM_TAG_SHEET:
        v->look.book = (v->look.book + 1) % (rom_u32(v->chunk.data + ROM_SHEET_ANIMATION_COUNT) + 1);
        break;
    case ROM_TAG_CLIP:
        v->look.blend = next_clip(v, v->chunk.data, v->chunk.id, v->look.blend);
        if (v->look.blend != 0 && v->look.weight == 0) v->look.weight = 32768;
        break;
    case ROM_TAG_PARTICLES:
        v->look.frame = 0;
        v->position = 0;
        break;
    case ROM_TAG_MESH:
        v->look.detail = (v->look.detail + 1) % (details_of(v) + 2);
        break;
    default:
        break;
    }
    if (v->chunk.type == ROM_TAG_SHEET) v->look.frame = 0;
    if (details_of(v) > 0 || v->chunk.type == ROM_TAG_SHEET || v->chunk.type == ROM_TAG_CLIP ||
        v->chunk.type == ROM_TAG_PARTICLES)
        ox_console_played_scene(v->console)->hud = false;
}

static void press_all(viewer *v, const ox_input *input) {
    const bool played = is_played(v), goes = frames_a_step(v) != 0;
    if ((input->pressed & PLAT_A) != 0) {
        int before = viewer_format(v, -1);
        if (v->chunk.type == ROM_TAG_LEVEL && (!v->look.fly || v->look.mode == PREVIEW_MODES - 1)) {
            v->look.fly = !v->look.fly;
            v->look.mode = PREVIEW_SHOWN;
        } else if (played) {
            v->look.mode = (v->look.mode + 1) % PREVIEW_MODES;
        }
        if (viewer_format(v, -1) != before) play_again(v);
    }
    if ((input->pressed & PLAT_B) != 0 && !v->alone) {
        v->move = (input->held & PLAT_DOWN) != 0 ? -1 : 1;
        ox_console_quit(v->console);
    }
    if ((input->pressed & PLAT_SELECT) != 0) next_number(v);
    if (goes && (input->pressed & PLAT_START) != 0) v->playing = !v->playing;
    if (played && v->chunk.type != ROM_TAG_LEVEL && !(goes && !v->playing))
        return; /* the other buttons turn the scene */
    if ((input->repeat & (PLAT_LEFT | PLAT_RIGHT)) != 0 && moving_clip(v) != NULL)
        v->position = 0; /* steps by hand go to whole frames */
    if ((input->repeat & PLAT_RIGHT) != 0) go_frames(v, 1);
    if ((input->repeat & PLAT_LEFT) != 0) go_frames(v, -1);
    if ((input->pressed & PLAT_UP) != 0 && v->rate < RATE_MOST) v->rate *= 2;
    if ((input->pressed & PLAT_DOWN) != 0 && v->rate > RATE_LEAST && (input->held & PLAT_B) == 0)
        v->rate /= 2;
    if ((input->repeat & PLAT_R) != 0 && v->look.weight < 65536) v->look.weight += WEIGHT_STEP;
    if ((input->repeat & PLAT_L) != 0 && v->look.weight >= WEIGHT_STEP) v->look.weight -= WEIGHT_STEP;
}

/* Holds the mesh at the frame, and the scene in its old state while buttons control the clip. */
static void hold_clip(viewer *v) {
    ox_scene *scene = ox_console_played_scene(v->console);
    if (v->steps > 0 && !v->playing) {
        scene->yaw = v->stood.yaw;
        scene->pitch = v->stood.pitch;
        scene->zoom = v->stood.zoom;
    }
    scene->by_hand = true;
    scene->paused = false;
    scene->table_steps = 0;
    scene->clips_held = true;
    scene->clips_at = (fx)((v->look.frame > 32767 ? 32767u : v->look.frame) * 65536u + (uint32_t)v->position);
    scene->clips_weight = (uf16)v->look.weight;
    v->stood = *scene;
}

/* Brings the particles to the frame: from their present state, or anew from the start. Frame n is what a game shows n
 * steps after its first. */
static void hold_particles(viewer *v) {
    ox_scene *scene = ox_console_played_scene(v->console);
    ox_particles *particles = ox_console_particles(v->console);
    if (particles == NULL) return;
    if (v->steps > 0 && !v->playing) {
        scene->yaw = v->stood.yaw;
        scene->pitch = v->stood.pitch;
        scene->zoom = v->stood.zoom;
    }
    scene->paused = false;
    if (v->effect_steps > v->look.frame + 1) {
        ox_console_particles_restart(v->console);
        v->effect_steps = 0;
    }
    particles->held = false;
    for (; v->effect_steps <= v->look.frame; v->effect_steps++) ox_particles_step(particles);
    particles->held = true;
    v->stood = *scene;
}

/* The first step shows the frame that was asked for. */
static void step_viewer(void *state, const ox_input *input) {
    viewer *v = state;
    if (v->buttons) press_all(v, input);
    ox_console_played_scene(v->console)->detail = (int32_t)v->look.detail;
    if (v->steps > 0 && v->buttons && v->playing) {
        v->position += (int32_t)((int64_t)frames_a_step(v) * v->rate / 100);
        go_frames(v, v->position >> 16);
        v->position &= 0xFFFF;
    }
    if (moving_clip(v) != NULL) hold_clip(v);
    if (v->buttons && v->chunk.type == ROM_TAG_PARTICLES) hold_particles(v);
    v->steps++;
}

/* ---- pictures ---- */

static uint32_t native(const viewer *v, uint32_t rgb) {
    return ox_resource_native(ox_console_played_scene(v->console)->resources, rgb);
}

/* Writes what the keys do and the state of the asset, as words to be broken into lines. */
static void tell_keys(const viewer *v, char *text, size_t room) {
    const bool level = v->chunk.type == ROM_TAG_LEVEL, played = is_played(v), goes = frames_a_step(v) != 0;
    const char *select = v->chunk.type == ROM_TAG_CLIP || viewer_moves(v) ? "blend"
                         : v->chunk.type == ROM_TAG_SHEET                 ? "book"
                         : v->chunk.type == ROM_TAG_PARTICLES             ? "restart"
                         : details_of(v) > 0                              ? "detail"
                                                                          : "figures";
    char how[60] = "";
    if (played) snprintf(how, sizeof how, "[%s]", preview_modes[v->look.mode]);
    if (v->look.detail > 1)
        snprintf(how, sizeof how, "[%s, lod%u]", preview_modes[v->look.mode], (unsigned)v->look.detail - 1);
    if (goes)
        snprintf(how, sizeof how, "[%u %d%%%s]", (unsigned)v->look.frame, (int)v->rate,
                 v->playing ? "" : " paused");
    snprintf(text, room, "%s %s%s%s%s Backspace:%s%s", how, v->alone ? "" : "X:next ",
             played || level ? "Z:view " : "", goes || played ? "Enter:pause " : "",
             played && goes && !level && !v->playing ? "Left/Right:frame Up/Down:rate"
             : played && !level                      ? "Arrows:turn S:shading A:texture"
             : goes                                  ? "Left/Right:frame Up/Down:rate"
                                                     : "Left/Right:frame",
             select, v->look.blend != 0 ? " Tab/W:weight" : "");
}

static void draw_keys(viewer *v, rs_frame *frame) {
    char text[240];
    int columns = v->look.width / 8 - 1, y = v->look.height - 2 * KEYS_HEIGHT;
    tell_keys(v, text, sizeof text);
    host_caption(ox_console_port(v->console), text);
    (void)rs_frame_rectangle(frame, 0, y, v->look.width, 2 * KEYS_HEIGHT, native(v, KEYS_GROUND));
    for (char *at = text; *at != 0 && y < v->look.height; y += KEYS_HEIGHT) {
        size_t length = strlen(at), cut = length;
        if (cut > (size_t)columns) {
            for (cut = (size_t)columns; cut > 0 && at[cut] != ' ';) cut--;
            if (cut == 0) cut = (size_t)columns;
        }
        char *next = at + cut + (at[cut] == ' ');
        at[cut] = 0;
        (void)rs_frame_text(frame, 4, y + 1, at, native(v, KEYS_INK));
        at = next;
    }
}

static void draw_viewer(void *state, rs_frame *frame, uf16 fraction) {
    viewer *v = state;
    (void)fraction;
    canvas_forget(&v->c);
    if (is_played(v)) {
        v->failed = !viewer_record(v, frame) || v->failed;
    } else {
        v->c.frame = frame;
        v->c.width = v->look.width;
        v->c.height = v->look.height - (v->keys ? 2 * KEYS_HEIGHT : 0);
        const preview_job job = {v->image, v->file, &v->chunk, v->chunk.data, &v->look, &v->c, &v->error};
        v->failed = !preview_draw(&job, v->status) || v->failed;
    }
    if (v->keys) draw_keys(v, frame);
    if (v->failed) ox_console_quit(v->console);
}

static void band(void *state, const rs_frame *frame, int number, const rs_surface *surface, uint16_t *depth) {
    static const uint8_t views[PREVIEW_MODES] = {
        [PREVIEW_WIRE] = RS_VIEW_WIREFRAME, [PREVIEW_FACING] = RS_VIEW_NORMALS,
        [PREVIEW_LEVELS] = RS_VIEW_LEVELS,  [PREVIEW_DENSITY] = RS_VIEW_DENSITY,
        [PREVIEW_DEPTH] = RS_VIEW_DEPTH,    [PREVIEW_TRIANGLES] = RS_VIEW_TRIANGLES};
    const viewer *v = state;
    int mode = is_played(v) ? v->look.mode : PREVIEW_SHOWN;
    if (mode == PREVIEW_WIRE || mode >= PREVIEW_FACING) {
        rs_frame_band_view(frame, number, surface, depth, (rs_view_mode)views[mode]);
    } else {
        rs_frame_band(frame, number, surface, depth);
    }
}

static ox_status start_viewer(void *state, ox_console *console) {
    viewer *v = state;
    v->console = console;
    if (v->again) ox_scene_go_on(ox_console_played_scene(console), &v->before);
    v->again = false;
    return OX_OK;
}

ox_cart viewer_cart(viewer *v) {
    return (ox_cart){.name = "viewer",
                     .start = start_viewer,
                     .step = step_viewer,
                     .draw = draw_viewer,
                     .band = band,
                     .state = v};
}

void viewer_end(viewer *v) {
    canvas_forget(&v->c);
    free(v->scratch);
    v->scratch = NULL;
    v->scratch_bytes = 0;
}
