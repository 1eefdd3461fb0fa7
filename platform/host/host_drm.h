/* What the Linux kernel's display drivers read and write (KMS with dumb buffers): the kernel's own records and numbers, which never change. They stand
 * here because libc brings no header of them. */
#ifndef OXCART_PLATFORM_HOST_HOST_DRM_H
#define OXCART_PLATFORM_HOST_HOST_DRM_H

#include <stdint.h>
#include <sys/ioctl.h>

typedef struct host_drm_mode {
    uint32_t clock;
    uint16_t width, hsync_start, hsync_end, htotal, hskew;
    uint16_t height, vsync_start, vsync_end, vtotal, vscan;
    uint32_t refresh, flags, type;
    char name[32];
} host_drm_mode;

typedef struct host_drm_resources {
    uint64_t fbs, crtcs, connectors, encoders; /* addresses of arrays */
    uint32_t fb_count, crtc_count, connector_count, encoder_count;
    uint32_t min_width, max_width, min_height, max_height;
} host_drm_resources;

typedef struct host_drm_crtc {
    uint64_t connectors;
    uint32_t connector_count, crtc, fb, x, y, gamma_size, mode_valid;
    host_drm_mode mode;
} host_drm_crtc;

typedef struct host_drm_encoder {
    uint32_t encoder, type, crtc, possible_crtcs, possible_clones;
} host_drm_encoder;

typedef struct host_drm_connector {
    uint64_t encoders, modes, properties, values;
    uint32_t mode_count, property_count, encoder_count;
    uint32_t encoder, connector, type, type_number, connection, wide, high, subpixel, padding;
} host_drm_connector;

typedef struct host_drm_fb {
    uint32_t fb, width, height, pitch, bits, depth, handle;
} host_drm_fb;

typedef struct host_drm_dirty {
    uint32_t fb, flags, colour, clip_count;
    uint64_t clips;
} host_drm_dirty;

typedef struct host_drm_flip {
    uint32_t crtc, fb, flags, reserved;
    uint64_t user;
} host_drm_flip;

typedef struct host_drm_dumb {
    uint32_t height, width, bits, flags, handle, pitch;
    uint64_t size;
} host_drm_dumb;

typedef struct host_drm_dumb_map {
    uint32_t handle, padding;
    uint64_t offset;
} host_drm_dumb_map;

typedef struct host_drm_capability {
    uint64_t capability, value;
} host_drm_capability;

typedef struct host_drm_event {
    uint32_t type, length;
} host_drm_event;

#define HOST_DRM_GET_CAP _IOWR('d', 0x0c, host_drm_capability)
#define HOST_DRM_SET_MASTER _IO('d', 0x1e)
#define HOST_DRM_DROP_MASTER _IO('d', 0x1f)
#define HOST_DRM_GET_RESOURCES _IOWR('d', 0xa0, host_drm_resources)
#define HOST_DRM_GET_CRTC _IOWR('d', 0xa1, host_drm_crtc)
#define HOST_DRM_SET_CRTC _IOWR('d', 0xa2, host_drm_crtc)
#define HOST_DRM_GET_ENCODER _IOWR('d', 0xa6, host_drm_encoder)
#define HOST_DRM_GET_CONNECTOR _IOWR('d', 0xa7, host_drm_connector)
#define HOST_DRM_ADD_FB _IOWR('d', 0xae, host_drm_fb)
#define HOST_DRM_REMOVE_FB _IOWR('d', 0xaf, uint32_t)
#define HOST_DRM_PAGE_FLIP _IOWR('d', 0xb0, host_drm_flip)
#define HOST_DRM_DIRTY_FB _IOWR('d', 0xb1, host_drm_dirty)
#define HOST_DRM_CREATE_DUMB _IOWR('d', 0xb2, host_drm_dumb)
#define HOST_DRM_MAP_DUMB _IOWR('d', 0xb3, host_drm_dumb_map)
#define HOST_DRM_DESTROY_DUMB _IOWR('d', 0xb4, uint32_t)

enum {
    HOST_DRM_CAP_DUMB = 1,
    HOST_DRM_CONNECTED = 1,
    HOST_DRM_MODE_PREFERRED = 1 << 3,
    HOST_DRM_FLIP_EVENT = 1,
    HOST_DRM_EVENT_FLIPPED = 2
};

#endif
