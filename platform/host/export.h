/* The contract between `oxcart export --desktop` and the desktop player (platform/host/player.c, built as
 * host/player).
 *
 * An exported program is the player, an ordinary program of the system that oxcart was built for, and behind it:
 *
 *     zero bytes up to the next multiple of 16
 *     part        256 zero bytes, the locator that platform/cartridge.h describes, and the ROM image; the locator's
 *                 offsets count from the part's first byte
 *     tail        16 bytes: the part's size (4 bytes, little-endian), 4 zero bytes, HOST_LOCATOR_MAGIC
 *
 * The player opens its own file and finds the part by the tail. The player holds the magic among its constants, by
 * which the exporter recognizes a player. */
#ifndef OXCART_HOST_EXPORT_H
#define OXCART_HOST_EXPORT_H

#include <stddef.h>

#define HOST_LOCATOR_MAGIC "OXPRGIMG"
#define HOST_CARTRIDGE (256u * 1024u * 1024u) /* the most that the part can be */
#define HOST_TAIL 16
#define HOST_SIDE 1024 /* of a picture */

#endif
