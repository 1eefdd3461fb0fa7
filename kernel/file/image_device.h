/* The device `rom:`: the chunks of the mounted images as files, read only.
 *
 *     ox_image_device_init(&rom, &images, &device);
 *     status = ox_files_mount(&files, "rom", &device, 0);
 *     status = ox_file_read_all(&files, OX_TEXT("rom:gfx/pirate.png"), ...);
 *
 * A path is a resource's name: its id finds the chunk, through all images and variants. Where several types share a
 * name, an extension of the type's letters in lower case tells them apart: "rom:hero.mesh" is the MESH named "hero".
 * Packed chunks are unpacked while they are read, which goes from the start to the end into one block of memory
 * (OX_BAD_STATE otherwise); stored chunks in images in memory can be mapped. Packed chunks of images in files are the
 * resource manager's business (OX_UNSUPPORTED). Listing needs the names in the image. 136 bytes an open file. */
#ifndef OXCART_KERNEL_FILE_IMAGE_DEVICE_H
#define OXCART_KERNEL_FILE_IMAGE_DEVICE_H

#include "kernel/file/images.h"
#include "rom/codec.h"

#define OX_IMAGE_DEVICE_FILES 8

typedef struct ox_image_device {
    const ox_images *images;
    struct ox_image_file {
        ox_found found;
        rom_decoder decoder;
        uint8_t *to; /* place of the unpacked bytes */
        bool open;
    } files[OX_IMAGE_DEVICE_FILES];
} ox_image_device;

void ox_image_device_init(ox_image_device *rom, const ox_images *images, ox_device *device);

#endif
