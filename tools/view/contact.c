/* Draws contact sheets with the console itself. */
#include "tools/view/contact.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/console/console.h"
#include "platform/host/host.h"
#include "tools/import/image/png_write.h"

typedef struct sheet {
    const view_look *look;
    view_source *source;
    const import_animation *only;
    int columns, rows;
    double centre[3], scale; /* shared by all tiles of a row */
    uint8_t *pixels;         /* rows * columns tiles, 4 bytes a pixel */
    tool_error *error;
} sheet;

static const import_animation *animation_of(const sheet *s, int row) {
    if (s->only != NULL || !s->source->is_scene || s->source->scene.animation_count == 0) return s->only;
    return &s->source->scene.animations[row];
}

static double time_of(const sheet *s, const import_animation *animation, int column) {
    if (animation == NULL || s->columns < 2) return 0;
    return animation->duration * column / (s->columns - 1);
}

/* ---- one scale for a row ---- */

static void widen_bounds(const import_model *model, double low[3], double high[3], bool *any) {
    import_bounds box = import_model_bounds(model);
    for (int k = 0; k < 3; k++) {
        low[k] = *any ? fmin(low[k], (double)box.minimum[k]) : (double)box.minimum[k];
        high[k] = *any ? fmax(high[k], (double)box.maximum[k]) : (double)box.maximum[k];
    }
    *any = true;
}

static bool find_scale(sheet *s, int row) {
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, square = 0;
    bool any = false;
    const import_animation *animation = animation_of(s, row);
    for (int column = 0; column < (animation == NULL ? 1 : s->columns); column++) {
        import_model model;
        if (!view_pose(s->look, s->source, animation, time_of(s, animation, column), &model, s->error))
            return false;
        widen_bounds(&model, low, high, &any);
        if (s->source->is_scene) {
            import_model_free(&model);
        } else {
            s->source->model = model; /* the model is kept for drawing */
        }
    }
    for (int k = 0; k < 3; k++) {
        s->centre[k] = (low[k] + high[k]) / 2;
        square += (high[k] - low[k]) * (high[k] - low[k]) / 4;
    }
    s->scale = square > 0 ? 1 / sqrt(square) : 1;
    return true;
}

static void fit(const sheet *s, import_model *model) {
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        for (int k = 0; k < 3; k++) {
            float *value = &model->vertices[i].position[k];
            *value = (float)(((double)*value - s->centre[k]) * s->scale) + 0.0f;
        }
    }
}

/* ---- tiles ---- */

static void place_tile(const sheet *s, const uint8_t *tile, int row, int column) {
    size_t width = (size_t)s->look->width, height = (size_t)s->look->height,
           stride = width * (size_t)s->columns * 4;
    uint8_t *to = s->pixels + (size_t)row * height * stride + (size_t)column * width * 4;
    for (size_t y = 0; y < height; y++) memcpy(to + y * stride, tile + y * width * 4, width * 4);
}

/* Plays `frames` frames of a packed cart; frame i goes into column first + i. */
static bool play_tiles(sheet *s, const writer *image, uint32_t memory, int row, int first, int frames) {
    char text[300] = "";
    host_options options = {.driver = HOST_DRIVER_HEADLESS, .quiet = true, .memory = memory, .threads = 1};
    if (options.memory < HOST_MEMORY_DEFAULT) options.memory = HOST_MEMORY_DEFAULT;
    uint8_t *tile = malloc((size_t)s->look->width * (size_t)s->look->height * 4);
    plat *port = host_open(&options, text, sizeof text);
    ox_error fault = {.status = 0};
    ox_console *console = NULL;
    bool ok = tile != NULL && port != NULL;
    if (ok) {
        ox_boot_options boot = ox_boot_defaults(port, image->data, image->size);
        boot.deterministic = true;
        console = ox_console_boot(&boot, &fault);
        ok = console != NULL;
        if (!ok) snprintf(text, sizeof text, "%s", fault.text);
    }
    for (int i = 0; ok && i < frames; i++) {
        ox_console_frame(console);
        ok = host_frame_rgba(port, tile);
        if (ok) place_tile(s, tile, row, first + i);
    }
    if (console != NULL) ox_console_close(console);
    if (port != NULL && !host_close(port)) ok = false;
    free(tile);
    return ok || import_error_file(s->error, s->look->file, "cannot be drawn: %s",
                                   text[0] == 0 ? "no frame came" : text);
}

static bool draw_row(sheet *s, int row) {
    const import_animation *animation = animation_of(s, row);
    for (int column = 0; column < s->columns; column++) {
        import_model model;
        writer image = {.data = NULL};
        uint32_t memory;
        if (!view_pose(s->look, s->source, animation, time_of(s, animation, column), &model, s->error))
            return false;
        fit(s, &model);
        int frames = animation == NULL ? s->columns : 1;
        bool ok = view_pack(s->look, &model, &image, &memory, s->error) &&
                  play_tiles(s, &image, memory, row, column, frames);
        writer_free(&image);
        import_model_free(&model);
        if (!ok) return false;
        column += frames - 1;
    }
    if (animation != NULL) {
        printf("row %d: %s, 0 to %.3f s\n", row, animation->name, animation->duration);
    } else {
        printf("row %d: once round\n", row);
    }
    return true;
}

bool contact_sheet(const view_look *look, view_source *source, const import_animation *only, int columns,
                   const char *path, tool_error *error) {
    sheet s = {.look = look, .source = source, .only = only, .columns = columns, .rows = 1, .error = error};
    if (only == NULL && source->is_scene && source->scene.animation_count > 0)
        s.rows = (int)(source->scene.animation_count < 32 ? source->scene.animation_count : 32);
    int width = look->width * columns, height = look->height * s.rows;
    if (width > 16384 || height > 16384)
        return import_error_file(
            error, path, "the sheet would be %dx%d; choose fewer columns or a smaller size", width, height);
    s.pixels = calloc((size_t)width * (size_t)height, 4);
    if (s.pixels == NULL) return import_error_memory(error, path);
    bool ok = true;
    for (int row = 0; ok && row < s.rows; row++) ok = find_scale(&s, row) && draw_row(&s, row);
    const import_png_picture picture = {
        .width = width, .height = height, .format = IMPORT_PNG_RGBA, .pixels = s.pixels};
    ok = ok && import_png_write(path, &picture, error);
    free(s.pixels);
    return ok;
}
