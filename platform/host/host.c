/* The desktop port: opens a driver, and does the work that is the same for all drivers: memory, time, pace, log,
 * jobs. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/input/device.h"
#include "platform/host/host_fb.h"
#include "platform/host/host_internal.h"

static const char *const driver_labels[HOST_DRIVERS] = {"auto", "sdl", "terminal", "fb", "headless"};

const char *host_driver_label(host_driver driver) {
    return (unsigned)driver < HOST_DRIVERS ? driver_labels[driver] : "unknown";
}

bool host_driver_parse(const char *name, host_driver *driver) {
    for (int i = 0; i < HOST_DRIVERS; i++) {
        if (strcmp(name, driver_labels[i]) != 0) continue;
        *driver = (host_driver)i;
        return true;
    }
    return false;
}

bool host_has_sdl(void) {
#if defined(PLAT_HOST_SDL)
    return true;
#else
    return false;
#endif
}

/* ---- opening and closing ---- */

static bool open_backend(plat *p, const host_backend *backend, char *error, size_t error_size) {
    if (!backend->open(p, error, error_size)) return false;
    p->backend = backend;
    return true;
}

static bool open_sdl(plat *p, char *error, size_t error_size) {
#if defined(PLAT_HOST_SDL)
    return open_backend(p, &host_sdl_backend, error, error_size);
#else
    (void)p;
    snprintf(error, error_size,
             "this program was built without SDL2 and has no window; use the terminal driver, or install "
             "SDL2 (libsdl2-dev) and build again");
    return false;
#endif
}

static bool open_fb(plat *p, char *error, size_t error_size) {
#if defined(HOST_HAS_FB)
    return open_backend(p, &host_fb_backend, error, error_size);
#else
    (void)p;
    snprintf(error, error_size,
             "this program was built where Linux's own headers (linux/fb.h, linux/input.h) were not, and has "
             "no framebuffer; use the terminal");
    return false;
#endif
}

static bool is_set(const char *variable) {
    const char *value = getenv(variable);
    return value != NULL && value[0] != 0;
}

/* On a console of Linux, which shows letters alone, the display itself is better than a terminal. */
static bool is_console(void) {
#if defined(HOST_HAS_FB)
    return host_fb_console_is_here();
#else
    return false;
#endif
}

/* Opens a window where there is a display, the framebuffer on a console of Linux, else the terminal. */
static bool open_auto(plat *p, char *error, size_t error_size) {
    char window_error[HOST_ERROR_SIZE] = "no display (DISPLAY and WAYLAND_DISPLAY are not set)";
    char terminal_error[HOST_ERROR_SIZE] = "", fb_error[HOST_ERROR_SIZE] = "";
    if (!host_has_sdl() || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")) {
        if (open_sdl(p, window_error, sizeof window_error)) return true;
    }
    if (is_console() && open_fb(p, fb_error, sizeof fb_error)) return true;
    if (open_backend(p, &host_terminal_backend, terminal_error, sizeof terminal_error)) return true;
    snprintf(error, error_size, "window: %s; terminal: %s", window_error, terminal_error);
    return false;
}

static bool open_driver(plat *p, char *error, size_t error_size) {
    switch (p->options.driver) {
    case HOST_DRIVER_AUTO:
        return open_auto(p, error, error_size);
    case HOST_DRIVER_SDL:
        return open_sdl(p, error, error_size);
    case HOST_DRIVER_TERMINAL:
        return open_backend(p, &host_terminal_backend, error, error_size);
    case HOST_DRIVER_FB:
        return open_fb(p, error, error_size);
    case HOST_DRIVER_HEADLESS:
        return open_backend(p, &host_headless_backend, error, error_size);
    case HOST_DRIVERS:
        break;
    }
    snprintf(error, error_size, "there is no driver number %d; use auto, sdl, terminal, fb or headless",
             (int)p->options.driver);
    return false;
}

/* A block of zeros, aligned to 16 bytes; pages that are never touched cost nothing. */
static bool take_block(plat_block *block, void **allocated, size_t size) {
    *allocated = size <= SIZE_MAX - 15 ? calloc(1, size + 15) : NULL;
    if (*allocated == NULL) return false;
    block->base = (uint8_t *)*allocated + (16 - (uintptr_t)*allocated % 16) % 16;
    block->size = size;
    return true;
}

static bool take_memory(plat *p, char *error, size_t error_size) {
    size_t size = p->options.memory != 0 ? p->options.memory : HOST_MEMORY_DEFAULT;
    bool ok = take_block(&p->memory.main, &p->memory_blocks[0], size);
    if (ok && p->options.fast_memory != 0) {
        ok = take_block(&p->memory.fast, &p->memory_blocks[1], p->options.fast_memory);
    }
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    size_t convert = p->options.convert != 0 ? p->options.convert : size;
    ok = ok && take_block(&p->memory.convert, &p->memory_blocks[2], convert);
#endif
    if (!ok)
        snprintf(error, error_size, "no %lu bytes of memory for the console; ask for less",
                 (unsigned long)size);
    return ok;
}

static bool open_parts(plat *p, char *error, size_t error_size) {
    if (!take_memory(p, error, error_size)) return false;
    int shots = p->options.shot_count;
    if (shots > 0) p->shot_done = calloc((size_t)shots, sizeof *p->shot_done);
    p->pool = host_pool_open(p->options.threads);
    if (p->pool == NULL || (shots > 0 && p->shot_done == NULL)) {
        snprintf(error, error_size, "out of memory while opening; close other programs");
        return false;
    }
    const char *path = p->options.input_script, *text = p->options.input_text;
    if (path != NULL || text != NULL) {
        p->script = path != NULL ? host_script_open(path, error, error_size)
                                 : host_script_parse("input", text, error, error_size);
        if (p->script == NULL) return false;
    }
    if (p->options.wireless != 0) {
        p->wireless = host_wireless_open((uint16_t)p->options.wireless, error, error_size);
        if (p->wireless == NULL) return false;
    }
    return open_driver(p, error, error_size);
}

static void free_parts(plat *p) {
    plat_audio_close(p);
    host_script_free(p->script);
    host_wireless_close(p->wireless);
    for (int i = 0; i < PLAT_DEVICES; i++) free(p->airs[i]);
    host_pool_close(p->pool);
    host_frame_free(p);
    host_storage_close(p);
    host_watch_end(p);
    free(p->scanned);
    free(p->shot_done);
    for (size_t i = 0; i < sizeof p->memory_blocks / sizeof p->memory_blocks[0]; i++)
        free(p->memory_blocks[i]);
    pthread_mutex_destroy(&p->log_lock);
    free(p);
}

plat *host_open(const host_options *options, char *error, size_t error_size) {
    plat *p = calloc(1, sizeof *p);
    if (p == NULL) {
        snprintf(error, error_size, "out of memory while opening; close other programs");
        return NULL;
    }
    p->options = *options;
    pthread_mutex_init(&p->log_lock, NULL);
    p->origin = host_now();
    if (!open_parts(p, error, error_size)) {
        free_parts(p);
        return NULL;
    }
    host_paint_stack(p);
    host_watch_assertions();
    if (p->options.pace == HOST_PACE_AUTO) p->options.pace = p->backend->paced ? HOST_PACE_ON : HOST_PACE_OFF;
    return p;
}

bool host_close(plat *p) {
    if (p == NULL) return true;
    plat_audio_close(p);
    bool done = !p->shot_failed;
    for (int i = 0; i < p->options.shot_count; i++) {
        if (p->shot_done[i]) continue;
        done = false;
        host_logf(
            p, PLAT_LOG_ERROR, "%s was not written: frame %lu never came, the run ended after %lu frames",
            p->options.shots[i].path, (unsigned long)p->options.shots[i].frame, (unsigned long)p->presented);
    }
    p->backend->close(p);
    free_parts(p);
    return done;
}

const char *host_driver_name(const plat *p) { return p->backend->name; }

const char *host_video_error(const plat *p) { return p->video_error; }

void plat_memory(plat *p, plat_memory_map *map) { *map = p->memory; }

/* ---- time ---- */

uint64_t host_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

uint32_t plat_cycles(plat *p) {
    (void)p;
    return 0;
}

/* Waits for the moment of the next frame. Moments lie exactly a sixtieth of a second apart. A late frame does
 * not wait; a frame more than four frames late starts a new count of moments instead of hurrying after the old
 * count. */
static void keep_pace(plat *p) {
    enum { FRAME = 16666666, LATE = 4 * FRAME };
    uint64_t now = host_now();
    if (p->deadline == 0 || now > p->deadline + LATE) {
        p->deadline = now;
    } else {
        struct timespec until = {.tv_sec = (time_t)(p->deadline / 1000000000U),
                                 .tv_nsec = (long)(p->deadline % 1000000000U)};
        while (now < p->deadline && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
            continue;
    }
    p->deadline_third += 2;
    p->deadline += FRAME + p->deadline_third / 3;
    p->deadline_third %= 3;
}

void plat_present(plat *p) {
    if (p->width == 0) return;
    uint8_t *swap = p->shown;
    p->shown = p->making;
    p->making = swap;
    memcpy(p->shown_palette, p->palette, sizeof p->palette);
    p->shown_ramp = p->ramp;
    p->presented++;
    p->has_frame = true;
    if (p->options.pace == HOST_PACE_ON && p->options.fake_clock)
        plat_wait_blank(p);
    else if (p->options.pace == HOST_PACE_ON)
        keep_pace(p);
    p->backend->present(p);
    host_save_due(p);
    host_frame frame;
    if (p->options.on_frame != NULL && host_last_frame(p, &frame))
        p->options.on_frame(p->options.on_frame_argument, &frame);
}

/* ---- input ---- */

/* Devices of the input script: in the places that it names. */
static void poll_script(plat *p) {
    if (host_script_apply(p->script, p->presented, &p->devices[0].in)) p->screenshot_due = true;
    for (int i = 1; i < PLAT_DEVICES; i++) {
        host_device *device = &p->devices[i];
        uint32_t loss;
        device->is_there = host_script_device(p->script, p->presented, i, &device->about, &device->in);
        if (!host_script_flies(p->script, i, &loss)) continue;
        if (p->airs[i] == NULL) p->airs[i] = calloc(1, sizeof *p->airs[i]);
        device->is_there = p->airs[i] != NULL &&
                           host_air_pass(p->airs[i], device->is_there, loss, &device->about, &device->in);
    }
}

/* A pointer beside the picture is said to be there, and has its nearest pixel. */
static void keep_pointer_inside(const plat *p, plat_input *in) {
    if (p->width == 0 || (in->pointer_x < p->width && in->pointer_y < p->height)) return;
    in->senses.state |= PLAT_POINTER_OUTSIDE;
    if (in->pointer_x >= p->width) in->pointer_x = (int16_t)(p->width - 1);
    if (in->pointer_y >= p->height) in->pointer_y = (int16_t)(p->height - 1);
}

/* A filter sees buttons as they are held: what was tapped since the last poll is held in this one. */
static void hold_taps(plat_input *in) {
    for (uint32_t i = 0; i < in->change_count; i++) in->buttons |= in->changes[i];
    in->change_count = 0;
}

void plat_poll(plat *p, plat_input *in) {
    memset(in, 0, sizeof *in);
    memset(p->devices, 0, sizeof p->devices);
    p->devices[0] = (host_device){
        .is_there = true,
        .about = {.battery = PLAT_BATTERY_UNKNOWN, .abilities = PLAT_HAS_POINTER | PLAT_HAS_KEYS}};
    snprintf(p->devices[0].about.name, sizeof p->devices[0].about.name, "keyboard and mouse");
    p->backend->poll(p, &p->devices[0].in);
    if (p->script != NULL) poll_script(p);
    if (p->wireless != NULL) host_wireless_poll(p->wireless, p->devices);
    for (int i = 0; i < PLAT_DEVICES; i++) {
        if (!p->devices[i].is_there) continue;
        keep_pointer_inside(p, &p->devices[i].in);
        ox_input_join(in, &p->devices[i].in);
    }
    if (p->filter != NULL) {
        hold_taps(in);
        p->filter(p->filter_context, in);
    }
    if (p->options.frame_limit != 0 && p->presented >= p->options.frame_limit) in->quit = true;
}

/* A filter changes what devices give together, so they are not told apart then. */
bool plat_device_at(plat *p, int place, plat_device *device, plat_input *in) {
    if (place < 0 || place >= PLAT_DEVICES || !p->devices[place].is_there || p->filter != NULL) return false;
    *device = p->devices[place].about;
    *in = p->devices[place].in;
    return true;
}

/* Where bytes of a pad's memory lie; NULL: beside it. */
static uint8_t *slot_at(plat *p, int place, uint32_t at, uint32_t count) {
    return at > HOST_SLOT || count > HOST_SLOT - at ? NULL : &p->slots[place][at];
}

static bool has_endpoint(const plat *p, int place, plat_endpoint endpoint) {
    static const uint16_t abilities[PLAT_ENDPOINTS] = {PLAT_HAS_LIGHTS, PLAT_HAS_FORCE, PLAT_HAS_SPEAKER,
                                                       PLAT_HAS_MICROPHONE, PLAT_HAS_SLOT};
    return place >= 0 && place < PLAT_DEVICES && p->devices[place].is_there && endpoint < PLAT_ENDPOINTS &&
           (p->devices[place].about.abilities & abilities[endpoint]) != 0;
}

bool plat_device_write(plat *p, int place, plat_endpoint endpoint, uint32_t at, const void *bytes,
                       uint32_t count) {
    if (!has_endpoint(p, place, endpoint) || endpoint == PLAT_MICROPHONE) return false;
    if (endpoint == PLAT_SLOT) {
        uint8_t *slot = slot_at(p, place, at, count);
        if (slot != NULL) memcpy(slot, bytes, count);
        return slot != NULL;
    }
    if (endpoint == PLAT_LIGHTS && count == 1 &&
        host_wireless_light(p->wireless, place, *(const uint8_t *)bytes))
        return true;
    if (p->options.on_endpoint == NULL)
        return p->backend->give == NULL || p->backend->give(p, place, endpoint, bytes, count);
    p->options.on_endpoint(p->options.on_endpoint_argument, place, endpoint, bytes, count);
    return true;
}

/* Pads of input scripts alone have something to read: memories, and microphones that hear a saw of 250 Hz. */
uint32_t plat_device_read(plat *p, int place, plat_endpoint endpoint, uint32_t at, void *bytes,
                          uint32_t count) {
    if (!has_endpoint(p, place, endpoint)) return 0;
    if (endpoint == PLAT_SLOT) {
        const uint8_t *slot = slot_at(p, place, at, count);
        if (slot != NULL) memcpy(bytes, slot, count);
        return slot == NULL ? 0 : count;
    }
    if (endpoint != PLAT_MICROPHONE) return 0;
    for (uint32_t i = 0; i < count / 2; i++) {
        const int16_t sample = (int16_t)((int32_t)(i % 32) * 512 - 8192);
        memcpy((uint8_t *)bytes + (size_t)i * 2, &sample, sizeof sample);
    }
    return count & ~1u;
}

void host_filter_input(plat *p, host_input_filter filter, void *context) {
    p->filter = filter;
    p->filter_context = context;
}

void host_type(plat *p, bool types) { p->types = types; }

void host_typed_put(plat *p, char letter) {
    if (p->typed_count < sizeof p->typed) p->typed[p->typed_count++] = letter;
}

char host_typed(plat *p) {
    if (p->typed_count == 0) return 0;
    const char letter = p->typed[0];
    memmove(p->typed, p->typed + 1, --p->typed_count);
    return letter;
}

/* ---- log ---- */

static void emit_log(plat *p, const char *text, size_t size) {
    if (p->backend != NULL && p->backend->log != NULL) {
        p->backend->log(p, text, size);
    } else {
        fwrite(text, 1, size, stderr);
    }
}

void plat_log(plat *p, plat_log_level level, const char *text) {
    static const char *const prefixes[] = {"error: ", "warning: ", ""};
    if (level == PLAT_LOG_INFO && p->options.quiet) return;
    char part[256];
    const char *prefix = (unsigned)level <= PLAT_LOG_INFO ? prefixes[level] : "";
    size_t used = strlen(prefix);
    memcpy(part, prefix, used);
    pthread_mutex_lock(&p->log_lock);
    for (; *text != 0; text++) {
        if (used == sizeof part - 1) {
            emit_log(p, part, used);
            used = 0;
        }
        unsigned char c = (unsigned char)*text;
        part[used++] =
            (char)(c < 0x20 || c == 0x7f ? ' ' : c); /* no control code may reach somebody's terminal */
    }
    part[used++] = '\n';
    emit_log(p, part, used);
    pthread_mutex_unlock(&p->log_lock);
}

void host_logf(plat *p, plat_log_level level, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    plat_log(p, level, text);
}

/* ---- work ---- */

void plat_parallel(plat *p, void (*job)(void *argument, int index), void *argument, int count) {
    host_pool_run(p->pool, job, argument, count);
}

int plat_processors(plat *p) { return host_pool_threads(p->pool); }
