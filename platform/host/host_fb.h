/* Inside the framebuffer driver: a machine with Linux and no desktop shows pictures and reads devices by the kernel's own files alone.
 *
 * A display is a card of /dev/dri with dumb buffers (host_fb_kms), or an old framebuffer /dev/fb0 (host_fb_plain). The console (host_fb_console) is the
 * kernel's text screen, which must be still meanwhile. Devices are those of /dev/input (host_fb_input). All of them call the kernel by one table,
 * so that tests hand over machines that are not there. */
#ifndef OXCART_PLATFORM_HOST_HOST_FB_H
#define OXCART_PLATFORM_HOST_HOST_FB_H

#include <sys/types.h>

#include "platform/host/host_evdev.h"
#include "platform/host/host_screen.h"

#if defined(HOST_HAS_FB)

/* Calls of the kernel; like those of libc they leave the reason of a failure in errno. */
typedef struct host_fb_calls {
    int (*open)(const char *path, int flags);
    int (*close)(int file);
    int (*control)(int file, unsigned long request, void *argument);
    ssize_t (*read)(int file, void *bytes, size_t size);
    void *(*map)(int file, size_t size,
                 uint64_t offset); /* shared, to read and write; NULL: it cannot be done */
    int (*unmap)(void *memory, size_t size);
    bool (*ready)(int file, int milliseconds); /* waits until something can be read */
} host_fb_calls;

extern const host_fb_calls host_fb_kernel;

enum { HOST_FB_BUFFERS = 2, HOST_FB_PATH = 64 };

typedef struct host_fb_buffer {
    uint8_t *pixels; /* NULL: there is none */
    size_t size;
    uint32_t handle, fb; /* of a card */
} host_fb_buffer;

typedef struct host_fb host_fb;

/* A way to have a display. */
typedef struct host_fb_way {
    /* Takes the display that host_fb_release has given up, or a new one. */
    bool (*take)(host_fb *f);
    /* Gives the display up, as it was found. Signal handlers call it. */
    void (*release)(host_fb *f);
    /* Shows buffer f->back, or what was drawn of the only one. */
    void (*show)(host_fb *f);
    /* Whether buffer f->back may be drawn; waits for a moment. */
    bool (*ready)(host_fb *f);
    void (*close)(host_fb *f);
} host_fb_way;

/* A display that is open. */
struct host_fb {
    const host_fb_calls *calls;
    const host_fb_way *way; /* NULL: closed */
    char path[HOST_FB_PATH];
    int file;
    int width, height, stride;
    host_form form;
    host_fb_buffer buffers[HOST_FB_BUFFERS];
    int back;    /* the buffer that is drawn next */
    bool flips;  /* there are two of them */
    bool waits;  /* the kernel has not told yet that the last flip was done */
    bool dirty;  /* the driver wants to be told what was drawn */
    void *state; /* of the way */
};

/* Opens the display at a path, or the first that works where path is NULL. False with a sentence in error. */
bool host_fb_open(host_fb *f, const host_fb_calls *calls, const char *path, char *error, size_t error_size);
void host_fb_close(host_fb *f);

bool host_fb_kms_open(host_fb *f, char *error, size_t error_size);
bool host_fb_plain_open(host_fb *f, char *error, size_t error_size);

/* "PATH: WHAT: reason of errno", with the group that may use the device where that is the reason. */
void host_fb_explain(const char *path, const char *what, char *error, size_t error_size);

/* ---- the console ---- */

/* Takes the kernel's text screen: graphics instead of text, no echo of keys, and switches to other consoles are asked for. A machine without one is
 * as good; `log` then has a sentence where somebody should know. */
void host_fb_console_open(const host_fb_calls *calls, char *log, size_t log_size);

/* Gives it back; signal handlers call it. */
void host_fb_console_close(void);

/* Whether standard input is such a screen. */
bool host_fb_console_is_here(void);

/* What the user wants who presses Alt and F1: the console is to be left, or has come back. */
typedef enum host_fb_turn { HOST_FB_STAY, HOST_FB_LEAVE, HOST_FB_RETURN } host_fb_turn;

host_fb_turn host_fb_console_turn(void);

/* Agrees to leave, or takes note of the return. */
void host_fb_console_agree(host_fb_turn turn);

/* The letters of the console's keys; those of a keyboard of the United States where there is no console. */
void host_fb_console_keys(host_evdev_letters *letters);

/* ---- devices ---- */

typedef struct host_fb_input host_fb_input;

/* Opens the devices of a folder ("/dev/input"). NULL with a sentence in error: there are some, and none may be read. */
host_fb_input *host_fb_input_open(const host_fb_calls *calls, const char *folder, char *error,
                                  size_t error_size);
void host_fb_input_close(host_fb_input *input); /* NULL is allowed */

/* Reads what has come, and looks for new devices now and then. */
void host_fb_input_read(host_fb_input *input, host_evdev_desk *desk);

/* Forgets what is held, as when the console comes back. */
void host_fb_input_forget(host_fb_input *input, host_evdev_desk *desk);

/* Puts pads into their places. */
void host_fb_input_pads(host_fb_input *input, host_device devices[PLAT_DEVICES]);

#endif

#endif
