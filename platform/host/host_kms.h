/* The choice among the modes of a screen. */
#ifndef OXCART_PLATFORM_HOST_HOST_KMS_H
#define OXCART_PLATFORM_HOST_HOST_KMS_H

#include "platform/host/host_drm.h"

/* The mode that the screen prefers, else the one of the most pixels and, of those, of the most pictures a second; -1: there is none. */
int host_kms_choose(const host_drm_mode *modes, uint32_t count);

#endif
