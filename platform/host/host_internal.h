/* Inside the desktop port: the state of one `plat`, and the functions of a driver. */
#ifndef OXCART_PLATFORM_HOST_HOST_INTERNAL_H
#define OXCART_PLATFORM_HOST_HOST_INTERNAL_H

#include <pthread.h>

#include "platform/changes.h"
#include "platform/claim.h"
#include "platform/host/host.h"
#include "platform/host/host_parallel.h"
#include "platform/host/host_script.h"
#include "platform/host/host_wireless.h"
#include "platform/pixel.h"

/* Where libc's development files bring the kernel's headers, there is the framebuffer driver. */
#if defined(__linux__) && defined(__has_include)
#if __has_include(                                                                                           \
    <linux/fb.h>) && __has_include(<linux/input.h>) && __has_include(<linux/vt.h>) && __has_include(<linux/kd.h>)
#define HOST_HAS_FB 1
#endif
#endif

enum { HOST_MAX_SIDE = 8192, HOST_ERROR_SIZE = 200, HOST_NOTICES = 16 };

/* A device as it was polled last. */
typedef struct host_device {
    bool is_there;
    plat_device about;
    plat_input in;
} host_device;

/* Memory that the beam reads. */
typedef struct host_scan {
    const void *pixels;
    int stride;
} host_scan;

/* A driver shows frames and reads devices. host_open calls open, plat_video_open calls video (again for
 * another size), then poll and present follow in turn, and close ends the driver, also after a failed video. */
typedef struct host_backend {
    const char *name;
    bool paced; /* HOST_PACE_AUTO paces this driver */
    /* Sets p->driver_state. False with a sentence in error; then nothing stays open. */
    bool (*open)(plat *p, char *error, size_t error_size);
    /* Makes ready for pictures of width x height; false with a sentence in error leaves everything as it was.
     */
    bool (*video)(plat *p, int width, int height, char *error, size_t error_size);
    void (*present)(plat *p); /* shows the frame in p->shown */
    void (*poll)(plat *p,
                 plat_input *in); /* *in comes zeroed; devices besides the machine's own go to p->devices */
    /* Shakes a motor of a pad; NULL: there are none. */
    bool (*rumble)(plat *p, int pad, int motor, uint32_t strength, uint32_t milliseconds);
    /* Hands bytes to an endpoint of a device; NULL: there are none. */
    bool (*give)(plat *p, int place, plat_endpoint endpoint, const void *bytes, uint32_t count);
    /* Takes part of the log's text, ends of line included; NULL: the text goes to standard error. */
    void (*log)(plat *p, const char *text, size_t size);
    void (*close)(plat *p);
} host_backend;

extern const host_backend host_headless_backend, host_terminal_backend;
#if defined(PLAT_HOST_SDL)
extern const host_backend host_sdl_backend;
#endif
#if defined(HOST_HAS_FB)
extern const host_backend host_fb_backend;
#endif

struct plat {
    host_options options;
    const host_backend *backend;
    void *driver_state;

    plat_memory_map memory;
    void *memory_blocks[3]; /* as allocated */
    host_pool *pool;
    host_script *script;

    int width, height, stride; /* 0 until plat_video_open */
    plat_format format;
    uint8_t *making, *shown;         /* the frame that plat_band fills, and the one presented last */
    uint32_t *picture;               /* room for `shown` in 0x00RRGGBB while it is saved */
    uint32_t palette[256];           /* as plat_palette left it */
    uint32_t shown_palette[256];     /* the palette when `shown` was presented */
    plat_kept_ramp ramp, shown_ramp; /* of plat_ramp, and when `shown` was presented */
    uint32_t presented;              /* frames so far */
    bool has_frame;                  /* `shown` holds a presented frame */
    char video_error[HOST_ERROR_SIZE];

    bool *shot_done;
    bool shot_failed;
    bool screenshot_due; /* after the next present */
    bool types;          /* letters are text and no buttons */
    char typed[64];      /* letters that nobody has taken yet, the oldest first */
    uint32_t typed_count;
    char caption[HOST_CAPTION_LINES]
                [HOST_CAPTION_LENGTH + 1]; /* of host_caption; unused lines are empty, and come last */

    host_device devices[PLAT_DEVICES];      /* in their places */
    uint8_t slots[PLAT_DEVICES][HOST_SLOT]; /* memories of pads of the input script */
    host_air *airs[PLAT_DEVICES];           /* of wireless pads of the input script, or NULL */
    host_wireless *wireless;                /* or NULL */
    host_input_filter filter;               /* or NULL */
    void *filter_context;

    uint64_t origin;         /* nanoseconds: the moment that plat_ticks counts from */
    uint64_t deadline;       /* nanoseconds: when the next frame may be shown; 0 before the first */
    uint32_t deadline_third; /* a sixtieth of a second is 16666666 2/3 ns: thirds carried over */

    uint64_t fake_now;         /* of the fake clock, microseconds */
    host_scan scan, scan_next; /* now, and from the next blank on */
    uint64_t scan_line;        /* lines begun so far */
    uint8_t *scanned;          /* what the beam has read of this refresh */
    uint8_t notices[HOST_NOTICES];
    uint32_t notice_first, notice_count;
    struct host_speaker *speaker; /* NULL: closed */

    pthread_mutex_t log_lock;
    struct host_storage *storage; /* NULL until plat_storage finds options.storage */
    uint8_t claimed;              /* bits of plat_single */
    plat_block stack;             /* painted by host_paint_stack */
};

/* Gives assertions the function that prints a failure when no handler does (fx_assert_last_words). */
void host_watch_assertions(void);

/* A name that no file has yet beside the screenshots: PREFIX-WHAT-YYYYMMDD-HHMMSS.EXTENSION, or with -2, -3, ... before
 * the dot; `what` may be NULL. */
bool host_free_name(const plat *p, const char *what, const char *extension, char *name, size_t size);

/* Frees the storage; bytes written since the last sync are lost. */
void host_storage_close(plat *p);

/* Whether samples have a destination: a file, a program or a function of the options. */
bool host_has_speaker(const plat *p);

/* The command of the next program of the desktop that plays raw samples and is there, from number *at on, which goes on behind it; NULL: there is no
 * other. *program: its name. */
const char *host_next_speaker(uint32_t *at, const char **program);

/* Microseconds of the port's clock, which stands still between two calls when it is the fake clock. */
uint64_t host_time(const plat *p);

/* Ends the watchdog of a port that is closed. */
void host_watch_end(const plat *p);

/* Nanoseconds of the monotonic clock. */
uint64_t host_now(void);

/* Row y of the last presented frame as 0x00RRGGBB. */
void host_shown_row(const plat *p, int y, uint32_t *out);

/* Frees the buffers of the frame. */
void host_frame_free(plat *p);

/* Writes the shots that are due for the frame just presented, and the screenshot that was asked for. */
void host_save_due(plat *p);

/* A letter was typed; when nobody takes letters, later ones are lost. */
void host_typed_put(plat *p, char letter);

/* Logs a formatted line. */
void host_logf(plat *p, plat_log_level level, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#endif
