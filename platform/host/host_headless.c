/* The headless driver: frames are kept but not shown, input comes from the script alone. */
#include "platform/host/host_internal.h"

static bool headless_open(plat *p, char *error, size_t error_size) {
    (void)p;
    (void)error;
    (void)error_size;
    return true;
}

static bool headless_video(plat *p, int width, int height, char *error, size_t error_size) {
    (void)p;
    (void)width;
    (void)height;
    (void)error;
    (void)error_size;
    return true;
}

static void headless_present(plat *p) { (void)p; }

static void headless_poll(plat *p, plat_input *in) {
    (void)p;
    (void)in;
}

static void headless_close(plat *p) { (void)p; }

const host_backend host_headless_backend = {
    .name = "headless",
    .paced = false,
    .open = headless_open,
    .video = headless_video,
    .present = headless_present,
    .poll = headless_poll,
    .log = NULL,
    .close = headless_close,
};
