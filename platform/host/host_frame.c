/* The frame of the desktop port: its two buffers, pixel formats into colours, and the pictures saved from it.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "platform/host/host_internal.h"
#include "platform/no_layers.h"
#include "platform/pixel.h"

/* ---- video ---- */

void host_frame_free(plat *p) {
    free(p->making);
    free(p->shown);
    free(p->picture);
}

bool plat_video_open(plat *p, int width, int height, plat_format format) {
    int pixel = plat_pixel_bytes(format);
    if (width < 1 || height < 1 || width > HOST_MAX_SIDE || height > HOST_MAX_SIDE || pixel == 0) {
        snprintf(p->video_error, sizeof p->video_error,
                 "cannot show %dx%d pixels in format %d; sides are 1 to %d and formats 0 to %d", width,
                 height, (int)format, HOST_MAX_SIDE, (int)PLAT_FORMATS - 1);
        return false;
    }
    size_t count = (size_t)width * (size_t)height;
    uint8_t *making = calloc(count, (size_t)pixel), *shown = calloc(count, (size_t)pixel);
    uint32_t *picture = calloc(count, sizeof *picture);
    bool ok = making != NULL && shown != NULL && picture != NULL;
    if (!ok) {
        snprintf(p->video_error, sizeof p->video_error,
                 "no memory for a picture of %dx%d; choose a smaller one", width, height);
    }
    if (!ok || !p->backend->video(p, width, height, p->video_error, sizeof p->video_error)) {
        free(making);
        free(shown);
        free(picture);
        return false;
    }
    host_frame_free(p);
    free(p->scanned);
    p->scanned = NULL;
    p->scan = p->scan_next = (host_scan){NULL, 0};
    p->making = making;
    p->shown = shown;
    p->picture = picture;
    p->width = width;
    p->height = height;
    p->stride = width * pixel;
    p->format = format;
    p->ramp.on = false;
    p->has_frame = false;
    p->video_error[0] = 0;
    return true;
}

void plat_palette(plat *p, const uint32_t *colours, int first, int count) {
    for (int i = 0; i < count; i++) {
        if (first + i >= 0 && first + i < 256) p->palette[first + i] = colours[i] & 0xffffffU;
    }
}

void plat_ramp(plat *p, const uint8_t *ramp, const uint8_t *green) {
    plat_keep_ramp(&p->ramp, p->format, ramp, green);
}

void plat_band(plat *p, int y, int lines, const void *pixels, int stride) {
    const uint8_t *from = pixels;
    for (int i = y < 0 ? -y : 0; i < lines && y < p->height - i; i++) {
        memcpy(p->making + (size_t)(y + i) * (size_t)p->stride, from + (ptrdiff_t)stride * i,
               (size_t)p->stride);
    }
}

void plat_band_columns(plat *p, int y, int lines, const void *pixels, int stride, int left, int right,
                       uint32_t background) {
    (void)left, (void)right, (void)background;
    plat_band(p, y, lines, pixels, stride);
}

void host_shown_row(const plat *p, int y, uint32_t *out) {
    plat_pixel_row(p->format, p->shown + (size_t)y * (size_t)p->stride, p->shown_palette, &p->shown_ramp,
                   p->width, out);
}

bool host_last_frame(const plat *p, host_frame *frame) {
    if (!p->has_frame) return false;
    *frame = (host_frame){.pixels = p->shown,
                          .palette = p->shown_palette,
                          .width = p->width,
                          .height = p->height,
                          .stride = p->stride,
                          .format = p->format,
                          .number = p->presented - 1};
    return true;
}

/* Brings the last presented frame into p->picture. */
static void fill_picture(const plat *p) {
    for (int y = 0; y < p->height; y++) host_shown_row(p, y, p->picture + (size_t)y * (size_t)p->width);
}

bool host_frame_rgba(const plat *p, uint8_t *rgba) {
    if (!p->has_frame) return false;
    fill_picture(p);
    size_t count = (size_t)p->width * (size_t)p->height;
    for (size_t i = 0; i < count; i++) {
        rgba[4 * i] = (uint8_t)(p->picture[i] >> 16);
        rgba[4 * i + 1] = (uint8_t)(p->picture[i] >> 8);
        rgba[4 * i + 2] = (uint8_t)p->picture[i];
        rgba[4 * i + 3] = 255;
    }
    return true;
}

/* ---- pictures ---- */

/* Saves the last presented frame; the log tells of a failure. */
static bool save_picture(plat *p, const char *path) {
    char error[HOST_ERROR_SIZE + 400] = "";
    if (!p->has_frame) {
        host_logf(p, PLAT_LOG_ERROR, "cannot write %s: no frame was presented yet", path);
        return false;
    }
    if (p->options.save_picture == NULL) {
        host_logf(p, PLAT_LOG_ERROR, "cannot write %s: this program has no picture writer", path);
        return false;
    }
    fill_picture(p);
    if (!p->options.save_picture(path, p->width, p->height, p->picture, error, sizeof error)) {
        host_logf(p, PLAT_LOG_ERROR, "%s", error);
        return false;
    }
    return true;
}

bool host_free_name(const plat *p, const char *what, const char *extension, char *name, size_t size) {
    const char *folder = p->options.screenshot_folder, *prefix = p->options.screenshot_prefix;
    char moment[32] = "";
    time_t now = time(NULL);
    struct tm local;
    struct stat there;
    if (localtime_r(&now, &local) != NULL) strftime(moment, sizeof moment, "%Y%m%d-%H%M%S", &local);
    for (int i = 1; i < 10000; i++) {
        char again[16] = "";
        if (i > 1) snprintf(again, sizeof again, "-%d", i);
        int length = snprintf(name, size, "%s%s%s%s%s-%s%s.%s", folder != NULL ? folder : "",
                              folder != NULL ? "/" : "", prefix != NULL ? prefix : "oxcart",
                              what != NULL ? "-" : "", what != NULL ? what : "", moment, again, extension);
        if (length < 0 || (size_t)length >= size) return false;
        if (lstat(name, &there) != 0) return true;
    }
    return false;
}

bool plat_screenshot(plat *p) {
    char name[4096];
    if (!host_free_name(p, NULL, "png", name, sizeof name)) {
        host_logf(p, PLAT_LOG_ERROR,
                  "no free name for a screenshot; choose another folder or a shorter name");
        return false;
    }
    if (!save_picture(p, name)) return false;
    host_logf(p, PLAT_LOG_INFO, "screenshot %s (%dx%d)", name, p->width, p->height);
    return true;
}

void host_save_due(plat *p) {
    for (int i = 0; i < p->options.shot_count; i++) {
        if (p->options.shots[i].frame != p->presented - 1 || p->shot_done[i]) continue;
        p->shot_done[i] = true;
        if (!save_picture(p, p->options.shots[i].path)) p->shot_failed = true;
    }
    if (p->screenshot_due) {
        p->screenshot_due = false;
        plat_screenshot(p);
    }
}
