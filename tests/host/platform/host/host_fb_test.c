/* Displays and devices of Linux without any: a kernel of the case's own answers. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "platform/host/host_fb.h"

#include "tests/test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fb.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/host/host_drm.h"
#include "platform/host/host_kms.h"

enum { CARD = 50, PLAIN = 51, DEVICE = 100, MOST = 8, SIDE = 64 };

/* The machine that the case pretends to be. */
static struct {
    const char *there; /* the only device that opens, or NULL: all of them */
    int open_error;    /* why others do not */
    int opened, closed;

    bool no_dumb, no_screen, no_flips, no_dirty, no_second, only_16, tells_dirty;
    int master_error; /* of taking the display, or 0 */
    bool has_master;
    uint32_t dumbs, freed, shown, flips, dirty;
    uint8_t *memory[4];
    int events; /* flips that are done and not told yet */
    int busy;   /* flips that are refused */

    struct fb_var_screeninfo var;
    struct fb_fix_screeninfo fixed;
    int pans, no_pan;
    uint8_t plain[SIDE * SIDE * 8];

    struct {
        uint8_t keys[HOST_EVDEV_KEYS / 8];
        uint8_t queue[1024];
        size_t queued;
        bool gone;
    } devices[MOST];
} k;

static void mark(uint8_t *bits, int at) { bits[at / 8] |= (uint8_t)(1U << at % 8); }

static int fake_open(const char *path, int flags) {
    (void)flags;
    const char *event = strstr(path, "/event");
    if (k.there != NULL && strcmp(path, k.there) != 0) {
        errno = k.open_error;
        return -1;
    }
    k.opened++;
    if (event != NULL) return DEVICE + atoi(event + 6);
    return strstr(path, "/fb") != NULL ? PLAIN : CARD;
}

static int fake_close(int file) {
    (void)file;
    k.closed++;
    return 0;
}

static int refuse(int reason) {
    errno = reason;
    return -1;
}

static int create_dumb(host_drm_dumb *dumb) {
    if (k.no_second && k.dumbs - k.freed > 0) return refuse(ENOMEM);
    k.dumbs++;
    dumb->handle = k.dumbs;
    dumb->pitch = dumb->width * dumb->bits / 8 + 16; /* rows are longer than pictures */
    dumb->size = (uint64_t)dumb->pitch * dumb->height;
    free(k.memory[k.dumbs % 4]);
    k.memory[k.dumbs % 4] = malloc((size_t)dumb->size);
    return 0;
}

static int get_connector(host_drm_connector *connector) {
    connector->connection = k.no_screen ? 2 : 1;
    if (connector->mode_count >= 2 && connector->modes != 0) {
        host_drm_mode *modes = (host_drm_mode *)(uintptr_t)connector->modes;
        modes[0] = (host_drm_mode){.width = SIDE * 2, .height = SIDE, .refresh = 60};
        modes[1] = (host_drm_mode){
            .width = SIDE, .height = SIDE / 2, .refresh = 60, .type = HOST_DRM_MODE_PREFERRED};
        ((uint32_t *)(uintptr_t)connector->encoders)[0] = 21;
    }
    connector->mode_count = 2;
    connector->encoder_count = 1;
    return 0;
}

static int get_resources(host_drm_resources *all) {
    if (all->crtcs != 0)
        ((uint32_t *)(uintptr_t)all->crtcs)[0] = 30, ((uint32_t *)(uintptr_t)all->crtcs)[1] = 31;
    if (all->connectors != 0) ((uint32_t *)(uintptr_t)all->connectors)[0] = 11;
    all->crtc_count = 2;
    all->connector_count = 1;
    return 0;
}

static int page_flip(const host_drm_flip *flip) {
    if (k.no_flips) return refuse(EINVAL);
    if (k.busy > 0) {
        k.busy--;
        return refuse(EBUSY);
    }
    k.flips++;
    k.events++;
    k.shown = flip->fb;
    return 0;
}

static int control_card(unsigned long request, void *argument) {
    switch (request) {
    case HOST_DRM_GET_CAP:
        ((host_drm_capability *)argument)->value = !k.no_dumb;
        return 0;
    case HOST_DRM_SET_MASTER:
        if (k.master_error != 0) return refuse(k.master_error);
        k.has_master = true;
        return 0;
    case HOST_DRM_DROP_MASTER:
        k.has_master = false;
        return 0;
    case HOST_DRM_GET_RESOURCES:
        return get_resources(argument);
    case HOST_DRM_GET_CONNECTOR:
        return get_connector(argument);
    case HOST_DRM_GET_ENCODER:
        ((host_drm_encoder *)argument)->possible_crtcs = 2;
        return 0;
    case HOST_DRM_GET_CRTC:
        ((host_drm_crtc *)argument)->fb = 77;
        ((host_drm_crtc *)argument)->mode_valid = 1;
        return 0;
    case HOST_DRM_SET_CRTC:
        CHECK_EQ(((host_drm_crtc *)argument)->crtc, 31);
        if (k.only_16 && ((host_drm_crtc *)argument)->fb < 200) return refuse(EINVAL);
        k.shown = ((host_drm_crtc *)argument)->fb;
        return 0;
    case HOST_DRM_CREATE_DUMB:
        return create_dumb(argument);
    case HOST_DRM_ADD_FB:
        ((host_drm_fb *)argument)->fb =
            ((host_drm_fb *)argument)->handle + (((host_drm_fb *)argument)->bits == 16 ? 200u : 100u);
        return 0;
    case HOST_DRM_MAP_DUMB:
        ((host_drm_dumb_map *)argument)->offset = ((host_drm_dumb_map *)argument)->handle;
        return 0;
    case HOST_DRM_DESTROY_DUMB:
        k.freed++;
        return 0;
    case HOST_DRM_PAGE_FLIP:
        return page_flip(argument);
    case HOST_DRM_DIRTY_FB:
        k.dirty++;
        return k.no_dirty ? refuse(ENOSYS) : 0;
    default:
        return 0;
    }
}

static int control_plain(unsigned long request, void *argument) {
    if (request == FBIOGET_VSCREENINFO) *(struct fb_var_screeninfo *)argument = k.var;
    if (request == FBIOGET_FSCREENINFO) *(struct fb_fix_screeninfo *)argument = k.fixed;
    if (request == FBIOPUT_VSCREENINFO) k.var = *(const struct fb_var_screeninfo *)argument;
    if (request == FBIOPAN_DISPLAY) {
        if (k.no_pan > 0 && --k.no_pan == 0) return refuse(EINVAL);
        k.pans++;
        k.var.yoffset = ((const struct fb_var_screeninfo *)argument)->yoffset;
    }
    return 0;
}

static int control_device(int number, unsigned long request, void *argument) {
    const size_t size = _IOC_SIZE(request);
    if (request == EVIOCGNAME(size)) snprintf(argument, size, "thing %d", number);
    if (request == EVIOCGBIT(EV_KEY, size)) memcpy(argument, k.devices[number].keys, size);
    return 0;
}

static int fake_control(int file, unsigned long request, void *argument) {
    if (file >= DEVICE) return control_device(file - DEVICE, request, argument);
    return file == CARD ? control_card(request, argument) : control_plain(request, argument);
}

static ssize_t fake_read(int file, void *bytes, size_t size) {
    if (file >= DEVICE) {
        const int number = file - DEVICE;
        const size_t count = k.devices[number].queued < size ? k.devices[number].queued : size;
        if (k.devices[number].gone) return refuse(ENODEV);
        if (count == 0) return refuse(EAGAIN);
        memcpy(bytes, k.devices[number].queue, count);
        k.devices[number].queued = 0;
        return (ssize_t)count;
    }
    const host_drm_event event = {HOST_DRM_EVENT_FLIPPED, 32};
    if (k.events == 0 || size < 32) return refuse(EAGAIN);
    k.events--;
    memset(bytes, 0, 32);
    memcpy(bytes, &event, sizeof event);
    return 32;
}

static void *fake_map(int file, size_t size, uint64_t offset) {
    if (file == CARD) return k.memory[offset % 4];
    return size <= sizeof k.plain ? k.plain : NULL;
}

static int fake_unmap(void *memory, size_t size) {
    (void)memory, (void)size;
    return 0;
}

static bool fake_ready(int file, int milliseconds) {
    (void)file, (void)milliseconds;
    return k.events > 0;
}

static const host_fb_calls kernel = {.open = fake_open,
                                     .close = fake_close,
                                     .control = fake_control,
                                     .read = fake_read,
                                     .map = fake_map,
                                     .unmap = fake_unmap,
                                     .ready = fake_ready};

static void begin(void) {
    for (int i = 0; i < 4; i++) free(k.memory[i]);
    memset(&k, 0, sizeof k);
    k.open_error = ENOENT;
}

/* ---- cards ---- */

TEST(host_fb_modes_are_chosen) {
    host_drm_mode modes[4] = {{.width = 640, .height = 480, .refresh = 75},
                              {.width = 800, .height = 600, .refresh = 56},
                              {.width = 800, .height = 600, .refresh = 60},
                              {.width = 0, .height = 600, .refresh = 90}};
    CHECK_EQ(host_kms_choose(modes, 4), 2);
    modes[0].type = HOST_DRM_MODE_PREFERRED;
    CHECK_EQ(host_kms_choose(modes, 4), 0);
    CHECK_EQ(host_kms_choose(modes, 0), -1);
    CHECK_EQ(host_kms_choose(&modes[3], 1), -1);
}

TEST(host_fb_cards_flip_two_pictures) {
    host_fb f;
    char error[200];
    begin();
    CHECK(host_fb_open(&f, &kernel, NULL, error, sizeof error));
    CHECK(strcmp(f.path, "/dev/dri/card0") == 0);
    CHECK_EQ(f.width, SIDE); /* what the screen prefers */
    CHECK_EQ(f.stride, SIDE * 4 + 16);
    CHECK_EQ(f.form.bytes, 4);
    CHECK(f.flips && f.back == 1 && k.has_master);
    CHECK_EQ(k.shown, 101);
    f.way->show(&f);
    CHECK_EQ(k.shown, 102);
    CHECK_EQ(f.back, 0);
    k.events = 0; /* the kernel has not told yet */
    CHECK(!f.way->ready(&f));
    k.events = 1;
    CHECK(f.way->ready(&f));
    k.busy = 1;
    f.way->show(&f);
    CHECK_EQ(k.shown, 102);
    CHECK(f.flips && f.back == 0); /* the same buffer for the next picture */
    f.way->show(&f);
    CHECK_EQ(k.shown, 101);
    f.way->release(&f);
    CHECK_EQ(k.shown, 77); /* what was shown before */
    CHECK(!k.has_master);
    k.shown = 0;
    f.way->release(&f); /* a second time, as signals may do */
    CHECK_EQ(k.shown, 0);
    CHECK(f.way->take(&f));
    CHECK_EQ(k.shown, 101);
    host_fb_close(&f);
    CHECK_EQ(k.dumbs, k.freed);
    CHECK(!k.has_master && k.closed == k.opened);
    host_fb_close(&f);
}

TEST(host_fb_cards_without_flips_show_one_picture) {
    host_fb f;
    char error[200];
    for (int kind = 0; kind < 3; kind++) {
        begin();
        k.no_flips = kind != 1;
        k.no_second = kind == 1;
        k.no_dirty = kind == 2;
        CHECK(host_fb_open(&f, &kernel, "/dev/dri/card1", error, sizeof error));
        f.way->show(&f);
        CHECK(!f.flips && f.way->ready(&f));
        CHECK_EQ(k.shown, f.buffers[f.back].fb);
        CHECK_EQ(k.dirty, 1);
        f.way->show(&f);
        CHECK_EQ(k.dirty, kind == 2 ? 1 : 2); /* a driver that does not want to know is not told again */
        host_fb_close(&f);
    }
    begin();
    k.only_16 = true;
    CHECK(host_fb_open(&f, &kernel, NULL, error, sizeof error));
    CHECK_EQ(f.form.bytes, 2);
    host_fb_close(&f);
    CHECK_EQ(k.dumbs, k.freed);
}

static bool refused(const char *path, const char *words) {
    host_fb f;
    char error[200] = "";
    const bool open = host_fb_open(&f, &kernel, path, error, sizeof error);
    if (open) host_fb_close(&f);
    if (strstr(error, words) == NULL) TEST_INFO("%s", error);
    return !open && strstr(error, words) != NULL && strchr(error, '\n') == NULL && k.opened == k.closed;
}

TEST(host_fb_failures_name_device_and_reason) {
    begin();
    k.master_error = EBUSY;
    CHECK(refused("/dev/dri/card0", "/dev/dri/card0: another program has the display"));
    begin();
    k.no_dumb = true;
    CHECK(refused("/dev/dri/card0", "no plain buffers"));
    begin();
    k.no_screen = true;
    CHECK(refused("/dev/dri/card0", "no screen is plugged in (1 connectors)"));
    CHECK(!k.has_master);
    begin();
    k.there = "nothing";
    CHECK(refused(NULL, "no /dev/dri/card0 and no /dev/fb0"));
    CHECK(refused("/dev/fb3", "/dev/fb3: it cannot be opened: No such file"));
    k.open_error = EACCES;
    CHECK(refused("/dev/dri/card0", "no permission; be in the group video"));
    CHECK(refused(NULL, "/dev/dri/card0: it cannot be opened: no permission"));
    begin();
    k.there = "/dev/fb0"; /* the first that works */
    k.var.bits_per_pixel = 8;
    CHECK(refused("/dev/fb0", "cannot be shown"));
}

/* ---- old framebuffers ---- */

static void be_plain(uint32_t bits, uint32_t pictures) {
    begin();
    k.var = (struct fb_var_screeninfo){.xres = SIDE,
                                       .yres = SIDE / 2,
                                       .yres_virtual = SIDE / 2 * pictures,
                                       .bits_per_pixel = bits,
                                       .red = {.offset = bits == 16 ? 11 : 0, .length = bits == 16 ? 5 : 8},
                                       .green = {.offset = bits == 16 ? 5 : 8, .length = bits == 16 ? 6 : 8},
                                       .blue = {.offset = bits == 16 ? 0 : 16, .length = bits == 16 ? 5 : 8}};
    k.fixed.visual = FB_VISUAL_TRUECOLOR;
    k.fixed.line_length = SIDE * bits / 8 + 32;
    k.fixed.smem_len = k.fixed.line_length * SIDE / 2 * pictures;
    k.fixed.ypanstep = pictures > 1;
}

TEST(host_fb_plain_pictures_lie_in_long_rows) {
    host_fb f;
    char error[200];
    be_plain(32, 1);
    k.var.transp.offset = 24;
    k.var.transp.length = 8;
    k.var.yoffset = 3;
    CHECK(host_fb_open(&f, &kernel, "/dev/fb0", error, sizeof error));
    CHECK(!f.flips && f.stride == SIDE * 4 + 32 && f.buffers[0].pixels == k.plain);
    CHECK_EQ(host_form_pixel(&f.form, 0x112233), 0xFF332211);
    f.way->show(&f);
    CHECK_EQ(k.pans, 0);
    host_fb_close(&f);
    CHECK_EQ(k.var.yoffset, 3); /* as it was found */
    be_plain(16, 1);
    CHECK(host_fb_open(&f, &kernel, "/dev/fb0", error, sizeof error));
    CHECK_EQ(host_form_pixel(&f.form, 0xFF0000), 0xF800);
    host_fb_close(&f);
}

TEST(host_fb_plain_pans_between_two_pictures) {
    host_fb f;
    char error[200];
    be_plain(16, 2);
    CHECK(host_fb_open(&f, &kernel, "/dev/fb0", error, sizeof error));
    CHECK(f.flips && f.back == 1);
    CHECK(f.buffers[1].pixels == f.buffers[0].pixels + (size_t)k.fixed.line_length * SIDE / 2);
    f.way->show(&f);
    CHECK_EQ(k.var.yoffset, SIDE / 2);
    CHECK_EQ(f.back, 0);
    k.no_pan = 1; /* no more */
    f.way->show(&f);
    CHECK(!f.flips && f.back == 1); /* the picture that is seen */
    host_fb_close(&f);
}

/* Sizes that do not fit together would be written beyond the memory. */
TEST(host_fb_plain_sizes_are_not_believed) {
    for (int kind = 0; kind < 6; kind++) {
        be_plain(32, 1);
        if (kind == 0) k.fixed.smem_len--;
        if (kind == 1) k.fixed.line_length = SIDE * 4 - 1;
        if (kind == 2) k.var.xres = UINT32_MAX;
        if (kind == 3) k.var.yres = 0;
        if (kind == 4) k.fixed.line_length = UINT32_MAX;
        if (kind == 5) k.var.red.offset = 30;
        CHECK(refused("/dev/fb0", kind == 5 ? "cannot be shown" : "does not fit together"));
    }
    be_plain(32, 1);
    k.fixed.smem_len = UINT32_MAX;
    CHECK(refused("/dev/fb0", "its memory cannot be reached"));
}

/* ---- devices ---- */

static char folder[] = "/tmp/oxcart-fb-XXXXXX";

static void make_device(int number, bool there) {
    char path[80];
    snprintf(path, sizeof path, "%s/event%d", folder, number);
    if (!there) {
        CHECK_EQ(unlink(path), 0);
        return;
    }
    const int file = open(path, O_CREAT | O_WRONLY, 0600);
    CHECK(file >= 0 && close(file) == 0);
}

static void press(int number, uint16_t code, int32_t value) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.type = EV_KEY;
    event.code = code;
    event.value = value;
    memcpy(k.devices[number].queue + k.devices[number].queued, &event, sizeof event);
    k.devices[number].queued += sizeof event;
}

static bool pad_at(host_fb_input *input, int place, plat_input *in) {
    static host_device devices[PLAT_DEVICES];
    memset(devices, 0, sizeof devices);
    host_fb_input_pads(input, devices);
    if (in != NULL) *in = devices[place].in;
    return devices[place].is_there;
}

static void read_often(host_fb_input *input, host_evdev_desk *desk) {
    for (int i = 0; i < 60; i++) host_fb_input_read(input, desk);
}

TEST(host_fb_devices_come_and_go) {
    static host_evdev_desk desk;
    char error[200] = "";
    plat_input in;
    begin();
    memset(&desk, 0, sizeof desk);
    host_evdev_us_letters(&desk.letters);
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
    mark(k.devices[0].keys, KEY_ENTER);
    mark(k.devices[1].keys, KEY_POWER); /* of no use */
    mark(k.devices[2].keys, BTN_SOUTH);
    mark(k.devices[3].keys, BTN_SOUTH);
    make_device(0, true);
    make_device(1, true);
    host_fb_input *input = host_fb_input_open(&kernel, folder, error, sizeof error);
    CHECK(input != NULL);
    if (input == NULL) return;
    CHECK_EQ(k.opened, 2);
    press(0, KEY_Z, 1);
    host_fb_input_read(input, &desk);
    CHECK_EQ(desk.button_keys[4], 1);
    make_device(2, true);
    make_device(3, true);
    CHECK(!pad_at(input, 1, NULL));
    read_often(input, &desk);
    CHECK(pad_at(input, 1, NULL) && pad_at(input, 2, NULL));
    CHECK_EQ(k.opened, 4); /* what is of no use is not opened again */
    press(2, BTN_SOUTH, 1);
    host_fb_input_read(input, &desk);
    const bool is_first = pad_at(input, 1, &in) && in.buttons == PLAT_A;
    k.devices[is_first ? 2 : 3].gone = true; /* pulled out: the other keeps its place */
    make_device(is_first ? 2 : 3, false);
    read_often(input, &desk);
    CHECK(!pad_at(input, 1, NULL) && pad_at(input, 2, NULL));
    press(0, KEY_X, 1); /* meant for another console */
    press(0, KEY_X, 0);
    host_fb_input_forget(input, &desk);
    CHECK_EQ(desk.button_keys[4], 0);
    CHECK(desk.changes.head == desk.changes.tail && desk.typed == 0 &&
          desk.fresh_keys[(PLAT_KEY_A + 23) / 16] == 0);
    host_fb_input_close(input);
    CHECK_EQ(k.opened, k.closed);
    make_device(0, false);
    make_device(1, false);
    make_device(is_first ? 3 : 2, false);
    CHECK_EQ(rmdir(folder), 0);
}

TEST(host_fb_devices_that_may_not_be_read_are_told) {
    char error[200] = "";
    begin();
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
    make_device(0, true);
    k.there = "nothing";
    k.open_error = EACCES;
    CHECK(host_fb_input_open(&kernel, folder, error, sizeof error) == NULL);
    CHECK(
        strstr(error, "/event*: no keyboard and no pad may be read: no permission; be in the group input") !=
        NULL);
    make_device(0, false);
    host_fb_input *input = host_fb_input_open(&kernel, folder, error, sizeof error);
    CHECK(input != NULL); /* devices may come yet */
    host_fb_input_close(input);
    host_fb_input_close(NULL);
    CHECK_EQ(rmdir(folder), 0);
}
