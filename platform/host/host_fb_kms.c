/* Displays of the kernel's graphics drivers: a card of /dev/dri sets a mode and shows buffers of plain memory. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/host/host_fb.h"

#if defined(HOST_HAS_FB)

#include "platform/host/host_drm.h"
#include "platform/host/host_kms.h"

enum { LISTED = 64, MODES = 256, PATIENCE = 8 /* milliseconds for a flip that is not done */ };

typedef struct kms {
    uint32_t connector, crtc;
    host_drm_mode mode;
    host_drm_crtc before; /* what the crtc showed when the display was taken */
    uint32_t master;      /* whether this process has the display */
} kms;

int host_kms_choose(const host_drm_mode *modes, uint32_t count) {
    int best = -1;
    for (uint32_t i = 0; i < count; i++) {
        const host_drm_mode *mode = &modes[i], *other = best >= 0 ? &modes[best] : NULL;
        if (mode->width == 0 || mode->height == 0) continue;
        if ((mode->type & HOST_DRM_MODE_PREFERRED) != 0) return (int)i;
        const uint32_t size = (uint32_t)mode->width * mode->height,
                       most = other != NULL ? (uint32_t)other->width * other->height : 0;
        if (size > most || (size == most && mode->refresh > other->refresh)) best = (int)i;
    }
    return best;
}

static bool kms_ask(host_fb *f, unsigned long request, void *argument) {
    int answer;
    do {
        answer = f->calls->control(f->file, request, argument);
    } while (answer < 0 && errno == EINTR);
    return answer >= 0;
}

static uint64_t address(const void *at) { return (uint64_t)(uintptr_t)at; }

/* ---- what is plugged in ---- */

typedef struct list {
    uint32_t crtcs[LISTED], connectors[LISTED], encoders[LISTED];
    uint32_t crtc_count, connector_count;
} list;

static uint32_t at_most(uint32_t count, uint32_t most) { return count < most ? count : most; }

/* The numbers of crtcs and connectors. The kernel fills in a list that has room for all of it. */
static bool list_parts(host_fb *f, list *l) {
    host_drm_resources all = {0}, counts = {0};
    if (!kms_ask(f, HOST_DRM_GET_RESOURCES, &counts)) return false;
    all.crtcs = address(l->crtcs);
    all.connectors = address(l->connectors);
    all.crtc_count = all.connector_count = LISTED;
    if (counts.crtc_count > LISTED || counts.connector_count > LISTED) errno = EOVERFLOW;
    if (counts.crtc_count > LISTED || counts.connector_count > LISTED) return false;
    if (!kms_ask(f, HOST_DRM_GET_RESOURCES, &all)) return false;
    l->crtc_count = at_most(all.crtc_count, LISTED);
    l->connector_count = at_most(all.connector_count, LISTED);
    return true;
}

/* A crtc that an encoder of the connector can have: the one that it has now, or the first. */
static uint32_t crtc_of(host_fb *f, const list *l, const host_drm_connector *connector) {
    host_drm_encoder encoder = {.encoder = connector->encoder};
    if (encoder.encoder != 0 && kms_ask(f, HOST_DRM_GET_ENCODER, &encoder) && encoder.crtc != 0)
        return encoder.crtc;
    for (uint32_t i = 0; i < at_most(connector->encoder_count, LISTED); i++) {
        encoder = (host_drm_encoder){.encoder = l->encoders[i]};
        if (!kms_ask(f, HOST_DRM_GET_ENCODER, &encoder)) continue;
        for (uint32_t c = 0; c < l->crtc_count && c < 32; c++)
            if ((encoder.possible_crtcs >> c & 1U) != 0) return l->crtcs[c];
    }
    return 0;
}

/* Takes the connector when a screen is on it. */
static bool take_connector(host_fb *f, kms *k, list *l, uint32_t number) {
    host_drm_connector connector = {.connector = number};
    host_drm_mode *modes = calloc(MODES, sizeof *modes);
    bool found =
        modes != NULL && kms_ask(f, HOST_DRM_GET_CONNECTOR, &connector); /* looks whether a screen is there */
    found = found && connector.connection == HOST_DRM_CONNECTED && connector.mode_count > 0 &&
            connector.mode_count <= MODES && connector.encoder_count <= LISTED;
    if (found) {
        connector.encoders = address(l->encoders);
        connector.modes = address(modes);
        connector.mode_count = MODES;
        connector.encoder_count = LISTED;
        connector.property_count = 0;
        found = kms_ask(f, HOST_DRM_GET_CONNECTOR, &connector);
    }
    const int mode = found ? host_kms_choose(modes, at_most(connector.mode_count, MODES)) : -1;
    if (mode >= 0) {
        k->connector = number;
        k->mode = modes[mode];
        k->crtc = crtc_of(f, l, &connector);
    }
    free(modes);
    return mode >= 0 && k->crtc != 0;
}

static bool find_screen(host_fb *f, kms *k, char *error, size_t error_size) {
    list l;
    memset(&l, 0, sizeof l);
    if (!list_parts(f, &l)) {
        snprintf(error, error_size, "%s: it shows nothing: %s", f->path, strerror(errno));
        return false;
    }
    for (uint32_t i = 0; i < l.connector_count; i++)
        if (take_connector(f, k, &l, l.connectors[i])) return true;
    snprintf(error, error_size, "%s: no screen is plugged in (%lu connectors)", f->path,
             (unsigned long)l.connector_count);
    return false;
}

/* ---- buffers ---- */

static void free_buffer(host_fb *f, host_fb_buffer *buffer) {
    if (buffer->pixels != NULL) f->calls->unmap(buffer->pixels, buffer->size);
    if (buffer->fb != 0) (void)kms_ask(f, HOST_DRM_REMOVE_FB, &buffer->fb);
    if (buffer->handle != 0) (void)kms_ask(f, HOST_DRM_DESTROY_DUMB, &buffer->handle);
    *buffer = (host_fb_buffer){NULL, 0, 0, 0};
}

static bool make_buffer(host_fb *f, host_fb_buffer *buffer, uint32_t bits) {
    host_drm_dumb dumb = {.width = (uint32_t)f->width, .height = (uint32_t)f->height, .bits = bits};
    if (!kms_ask(f, HOST_DRM_CREATE_DUMB, &dumb)) return false;
    buffer->handle = dumb.handle;
    host_drm_fb fb = {.width = dumb.width,
                      .height = dumb.height,
                      .pitch = dumb.pitch,
                      .bits = bits,
                      .depth = bits == 32 ? 24 : 16,
                      .handle = dumb.handle};
    host_drm_dumb_map map = {.handle = dumb.handle};
    const bool whole = dumb.pitch >= dumb.width * (bits / 8) && dumb.size / dumb.height >= dumb.pitch;
    if (whole && kms_ask(f, HOST_DRM_ADD_FB, &fb) && kms_ask(f, HOST_DRM_MAP_DUMB, &map)) {
        buffer->fb = fb.fb;
        buffer->size = (size_t)dumb.size;
        buffer->pixels = f->calls->map(f->file, buffer->size, map.offset);
    }
    if (buffer->pixels == NULL) {
        free_buffer(f, buffer);
        return false;
    }
    memset(buffer->pixels, 0, buffer->size);
    f->stride = (int)dumb.pitch;
    return true;
}

/* Shows a buffer with the mode of the screen. */
static bool set_mode(host_fb *f, uint32_t fb) {
    kms *k = f->state;
    uint32_t connector = k->connector;
    host_drm_crtc crtc = {.connectors = address(&connector),
                          .connector_count = 1,
                          .crtc = k->crtc,
                          .fb = fb,
                          .mode_valid = 1,
                          .mode = k->mode};
    return kms_ask(f, HOST_DRM_SET_CRTC, &crtc);
}

static const host_form form_32 = {.bytes = 4, .red = {16, 8}, .green = {8, 8}, .blue = {0, 8}};
static const host_form form_16 = {.bytes = 2, .red = {11, 5}, .green = {5, 6}, .blue = {0, 5}};

/* Buffers of 32 bits, or of 16 where the driver has no others. A second one is there for flips, and may be missing. */
static bool make_buffers(host_fb *f) {
    for (uint32_t bits = 32; bits >= 16; bits -= 16) {
        if (!make_buffer(f, &f->buffers[0], bits)) continue;
        if (set_mode(f, f->buffers[0].fb)) {
            f->form = bits == 32 ? form_32 : form_16;
            f->flips = make_buffer(f, &f->buffers[1], bits);
            f->back = f->flips ? 1 : 0;
            f->dirty = true; /* until the driver says that it does not want to know */
            return true;
        }
        const int reason = errno;
        free_buffer(f, &f->buffers[0]);
        errno = reason;
    }
    return false;
}

/* ---- the way ---- */

static bool kms_take(host_fb *f) {
    kms *k = f->state;
    if (!kms_ask(f, HOST_DRM_SET_MASTER, NULL)) return false;
    k->master = 1;
    f->waits = false;
    return f->buffers[0].pixels == NULL || set_mode(f, f->buffers[f->flips ? 1 - f->back : f->back].fb);
}

static void kms_release(host_fb *f) {
    kms *k = f->state;
    if (k == NULL || k->master == 0) return;
    uint32_t connector = k->connector;
    if (k->before.mode_valid != 0) {
        host_drm_crtc crtc = k->before;
        crtc.connectors = address(&connector);
        crtc.connector_count = 1;
        (void)kms_ask(f, HOST_DRM_SET_CRTC, &crtc);
    }
    (void)kms_ask(f, HOST_DRM_DROP_MASTER, NULL);
    k->master = 0;
}

/* Reads what the kernel tells of flips. */
static void read_events(host_fb *f) {
    uint8_t bytes[1024];
    const ssize_t count = f->calls->read(f->file, bytes, sizeof bytes);
    for (ssize_t at = 0; at + (ssize_t)sizeof(host_drm_event) <= count;) {
        host_drm_event event;
        memcpy(&event, bytes + at, sizeof event);
        if (event.type == HOST_DRM_EVENT_FLIPPED) f->waits = false;
        if (event.length < sizeof event) return;
        at += (ssize_t)event.length;
    }
}

static bool kms_ready(host_fb *f) {
    if (f->waits && f->calls->ready(f->file, PATIENCE)) read_events(f);
    return !f->waits;
}

/* One buffer from now on, the one that is seen: this driver has no flips. */
static void flip_no_more(host_fb *f) {
    f->flips = false;
    (void)set_mode(f, f->buffers[f->back].fb);
}

static void kms_show(host_fb *f) {
    kms *k = f->state;
    host_drm_flip flip = {.crtc = k->crtc, .fb = f->buffers[f->back].fb, .flags = HOST_DRM_FLIP_EVENT};
    if (f->flips && kms_ask(f, HOST_DRM_PAGE_FLIP, &flip)) {
        f->waits = true;
        f->back = 1 - f->back;
        return;
    }
    if (f->flips && (errno == EBUSY || errno == EACCES)) return; /* the next picture is shown instead */
    if (f->flips) flip_no_more(f);
    host_drm_dirty dirty = {.fb = f->buffers[f->back].fb};
    if (f->dirty) f->dirty = kms_ask(f, HOST_DRM_DIRTY_FB, &dirty);
}

static void kms_close(host_fb *f) {
    kms_release(f);
    for (int i = 0; i < HOST_FB_BUFFERS; i++) free_buffer(f, &f->buffers[i]);
    free(f->state);
    f->state = NULL;
}

static const host_fb_way kms_way = {
    .take = kms_take, .release = kms_release, .show = kms_show, .ready = kms_ready, .close = kms_close};

/* Takes the display, finds its screen and shows a black picture. */
static bool kms_begin(host_fb *f, char *error, size_t error_size) {
    kms *k = f->state;
    host_drm_capability dumb = {.capability = HOST_DRM_CAP_DUMB};
    if (!kms_ask(f, HOST_DRM_GET_CAP, &dumb) || dumb.value == 0) {
        snprintf(error, error_size, "%s: its driver has no plain buffers (dumb buffers)", f->path);
        return false;
    }
    if (!kms_take(f)) {
        snprintf(
            error, error_size,
            "%s: another program has the display (%s); end the desktop, or go to a console by Ctrl+Alt+F3",
            f->path, strerror(errno));
        return false;
    }
    if (!find_screen(f, k, error, error_size)) return false;
    k->before.crtc = k->crtc;
    if (!kms_ask(f, HOST_DRM_GET_CRTC, &k->before)) k->before.mode_valid = 0;
    f->width = k->mode.width;
    f->height = k->mode.height;
    if (make_buffers(f)) return true;
    snprintf(error, error_size, "%s: it does not show %dx%d: %s", f->path, f->width, f->height,
             strerror(errno));
    return false;
}

bool host_fb_kms_open(host_fb *f, char *error, size_t error_size) {
    f->state = calloc(1, sizeof(kms));
    if (f->state == NULL) {
        snprintf(error, error_size, "%s: no memory", f->path);
        return false;
    }
    f->way = &kms_way;
    if (kms_begin(f, error, error_size)) return true;
    kms_close(f);
    f->way = NULL;
    return false;
}

#else

typedef int host_fb_kms_left_out; /* a C file must hold a declaration */

#endif
