/* The framebuffer driver: pictures and devices of Linux without a desktop, by libc and the kernel's own files. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "platform/host/host_fb.h"

#if defined(HOST_HAS_FB)

#include "platform/host/host_signals.h"

enum { CARDS = 4, PLAINS = 2, AWAY = 50 /* milliseconds between two looks whether the console is back */ };

/* ---- the kernel ---- */

static int kernel_open(const char *path, int flags) { return open(path, flags); }

static int kernel_control(int file, unsigned long request, void *argument) {
    return ioctl(file, request, argument);
}

static void *kernel_map(int file, size_t size, uint64_t offset) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)offset);
    return memory != MAP_FAILED ? memory : NULL;
}

static bool kernel_ready(int file, int milliseconds) {
    struct pollfd one = {.fd = file, .events = POLLIN};
    return poll(&one, 1, milliseconds) > 0;
}

const host_fb_calls host_fb_kernel = {.open = kernel_open,
                                      .close = close,
                                      .control = kernel_control,
                                      .read = read,
                                      .map = kernel_map,
                                      .unmap = munmap,
                                      .ready = kernel_ready};

/* ---- displays ---- */

void host_fb_explain(const char *path, const char *what, char *error, size_t error_size) {
    const char *group = strstr(path, "/event") != NULL ? "input"
                        : strstr(path, "/tty") != NULL ? "tty"
                                                       : "video";
    if (errno == EACCES || errno == EPERM)
        snprintf(error, error_size,
                 "%s: %s: no permission; be in the group %s (usermod -aG %s USER), or root", path, what,
                 group, group);
    else
        snprintf(error, error_size, "%s: %s: %s", path, what, strerror(errno));
}

static bool open_path(host_fb *f, const char *path, char *error, size_t error_size) {
    const bool card = strncmp(path, "/dev/dri/", 9) == 0;
    snprintf(f->path, sizeof f->path, "%s", path);
    f->file = f->calls->open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (f->file < 0) {
        host_fb_explain(path, "it cannot be opened", error, error_size);
        return false;
    }
    if (card ? host_fb_kms_open(f, error, error_size) : host_fb_plain_open(f, error, error_size)) return true;
    f->calls->close(f->file);
    return false;
}

/* The first display that works. Of those that do not, the one is told that is there, or else the first. */
static bool open_first(host_fb *f, char *error, size_t error_size) {
    char path[HOST_FB_PATH], trouble[HOST_ERROR_SIZE];
    bool told = false;
    snprintf(error, error_size, "this machine has no display: there is no /dev/dri/card0 and no /dev/fb0");
    for (int i = 0; i < CARDS + PLAINS; i++) {
        snprintf(path, sizeof path, i < CARDS ? "/dev/dri/card%d" : "/dev/fb%d", i < CARDS ? i : i - CARDS);
        errno = 0;
        if (open_path(f, path, trouble, sizeof trouble)) return true;
        if (told || errno == ENOENT || errno == ENODEV || errno == ENXIO) continue;
        snprintf(error, error_size, "%s", trouble);
        told = true;
    }
    return false;
}

bool host_fb_open(host_fb *f, const host_fb_calls *calls, const char *path, char *error, size_t error_size) {
    memset(f, 0, sizeof *f);
    f->calls = calls;
    return path != NULL ? open_path(f, path, error, error_size) : open_first(f, error, error_size);
}

void host_fb_close(host_fb *f) {
    if (f->way == NULL) return;
    f->way->close(f);
    f->calls->close(f->file);
    f->way = NULL;
}

/* ---- the driver ---- */

/* Signal handlers must reach the display, of which there is one per process. */
static struct {
    plat *owner; /* NULL: free */
    host_fb display;
    host_screen screen;
    host_fb_input *input;
    host_evdev_desk desk;
    uint8_t blank[HOST_FB_BUFFERS]; /* buffers whose borders are to be cleared */
} shown;

/* What a signal's handler does before the process ends. */
static void end_at_once(void) {
    if (shown.display.way != NULL) shown.display.way->release(&shown.display);
    host_fb_console_close();
}

static void at_exit(void) {
    if (shown.owner != NULL) end_at_once();
}

static bool fb_open(plat *p, char *error, size_t error_size) {
    static bool exit_known;
    char log[HOST_ERROR_SIZE];
    if (shown.owner != NULL || !host_signals_begin(end_at_once)) {
        snprintf(error, error_size,
                 "another console of this program has the display; run one of them headless");
        return false;
    }
    memset(&shown.desk, 0, sizeof shown.desk);
    shown.input = host_fb_input_open(&host_fb_kernel, "/dev/input", error, error_size);
    if (shown.input == NULL ||
        !host_fb_open(&shown.display, &host_fb_kernel, p->options.device, error, error_size)) {
        host_fb_input_close(shown.input);
        host_signals_end(end_at_once);
        return false;
    }
    host_fb_console_open(&host_fb_kernel, log, sizeof log);
    if (log[0] != 0) host_logf(p, PLAT_LOG_WARNING, "%s", log);
    host_fb_console_keys(&shown.desk.letters);
    shown.desk.width = shown.display.width;
    shown.desk.height = shown.display.height;
    shown.desk.pointer.x = shown.display.width / 2;
    shown.desk.pointer.y = shown.display.height / 2;
    if (!exit_known) exit_known = atexit(at_exit) == 0;
    shown.owner = p;
    host_logf(p, PLAT_LOG_INFO, "the display is %s, %dx%d in %d bits, %s\n", shown.display.path,
              shown.display.width, shown.display.height, shown.display.form.bytes * 8,
              shown.display.flips ? "two pictures in turn" : "one picture");
    return true;
}

static bool fb_video(plat *p, int width, int height, char *error, size_t error_size) {
    (void)p;
    const host_fb *display = &shown.display;
    if (!host_screen_make(&shown.screen, width, (size_t)display->width * display->form.bytes)) {
        snprintf(error, error_size, "no memory for the screen's picture; choose a smaller one");
        return false;
    }
    shown.screen.form = display->form;
    shown.screen.area = host_area_place(display->width, display->height, width, height);
    memset(shown.blank, 1, sizeof shown.blank);
    return true;
}

/* Makes a buffer black the first time that a picture of this size is drawn there. */
static void clear_borders(const host_fb *display, uint8_t *pixels) {
    if (shown.blank[display->back] == 0) return;
    shown.blank[display->back] = 0;
    for (int y = 0; y < display->height; y++)
        memset(pixels + (ptrdiff_t)display->stride * y, 0, (size_t)display->width * display->form.bytes);
}

/* ---- other consoles ---- */

/* Takes the display again; another program may still be about to let go of it. */
static void come_back(plat *p) {
    const struct timespec moment = {.tv_nsec = AWAY * 1000000L};
    while (host_signalled.quit == 0 && !shown.display.way->take(&shown.display)) nanosleep(&moment, NULL);
    host_fb_input_forget(shown.input, &shown.desk);
    memset(shown.blank, 1, sizeof shown.blank);
    p->deadline = 0;
    host_notify(p, PLAT_RESUMED);
}

/* Gives the display up, waits until the console is back, and takes the display again. The game stands meanwhile, as it does after Ctrl-Z. */
static void go_away(plat *p) {
    const struct timespec moment = {.tv_nsec = AWAY * 1000000L};
    host_notify(p, PLAT_SUSPENDED);
    shown.display.way->release(&shown.display);
    host_fb_console_agree(HOST_FB_LEAVE);
    while (host_fb_console_turn() != HOST_FB_RETURN && host_signalled.quit == 0) nanosleep(&moment, NULL);
    if (host_signalled.quit != 0) return;
    host_fb_console_agree(HOST_FB_RETURN);
    come_back(p);
}

/* Ctrl-Z from elsewhere: the display is given back while the process stands. */
static void stop_here(plat *p) {
    char log[HOST_ERROR_SIZE];
    host_signalled.stop = 0;
    host_notify(p, PLAT_SUSPENDED);
    end_at_once();
    host_signals_stop();
    host_fb_console_open(&host_fb_kernel, log, sizeof log);
    come_back(p);
}

static void settle(plat *p) {
    if (host_signalled.stop != 0) stop_here(p);
    const host_fb_turn turn = host_fb_console_turn();
    if (turn == HOST_FB_LEAVE) go_away(p);
    if (turn == HOST_FB_RETURN) host_fb_console_agree(turn);
}

static void fb_present(plat *p) {
    host_fb *display = &shown.display;
    settle(p);
    if (host_signalled.quit != 0 || !display->way->ready(display))
        return; /* a slow screen misses frames rather than holding up the game */
    uint8_t *pixels = display->buffers[display->back].pixels;
    clear_borders(display, pixels);
    host_screen_draw(&shown.screen, p, pixels, display->stride);
    display->way->show(display);
}

static void fb_poll(plat *p, plat_input *in) {
    host_evdev_desk *desk = &shown.desk;
    settle(p);
    desk->writes = p->types;
    host_fb_input_read(shown.input, desk);
    for (uint32_t i = 0; i < desk->written_count; i++) host_typed_put(p, desk->written[i]);
    if (desk->inside) host_typed_put(p, HOST_TYPED_F1);
    if (desk->screenshot) p->screenshot_due = true;
    if (desk->quit) host_notify(p, PLAT_QUIT);
    desk->inside = desk->screenshot = false;
    desk->written_count = 0;
    host_evdev_desk_poll(desk, &shown.screen.area, p, in);
    host_fb_input_pads(shown.input, p->devices);
    in->quit = desk->quit || host_signalled.quit != 0;
}

static void fb_close(plat *p) {
    (void)p;
    host_fb_close(&shown.display);
    host_fb_console_close();
    host_signals_end(end_at_once);
    host_fb_input_close(shown.input);
    host_screen_free(&shown.screen);
    shown.input = NULL;
    shown.owner = NULL;
}

const host_backend host_fb_backend = {
    .name = "fb",
    .paced = true,
    .open = fb_open,
    .video = fb_video,
    .present = fb_present,
    .poll = fb_poll,
    .close = fb_close,
};

#else

typedef int host_fb_left_out; /* a C file must hold a declaration */

#endif
