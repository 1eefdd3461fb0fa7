/* From a tool to a game that runs in another process: images go over, whole ones or overlays, and what became of each comes back. By TCP on this
 * machine alone (127.0.0.1): a game on another one is reached through a tunnel, such as `ssh -L`.
 *
 *     remote_listener *l = remote_listen(4100, &error);                        the game's side
 *     live_rebuild rebuild = remote_rebuild(l, &files);                    as live.h wants it; `files` may be NULL
 *     ...
 *     remote_close(l);
 *
 *     if (!remote_send(4100, image.data, image.size, &error)) ...            the tool's side; the sentence is the game's
 *
 * A CONNECTION carries one image: the 8 bytes "OXLIVE1\n", its size and its CRC-32 (u32, little-endian), its bytes; back come "ok\n", or
 * "refused: SENTENCE\n", and the end. What is no whole image is refused like a file that is none (rom/check.h). Whoever may open a connection on
 * this machine may send, so nobody listens who was not asked to. */
#ifndef OXCART_TOOLS_PLAY_REMOTE_H
#define OXCART_TOOLS_PLAY_REMOTE_H

#include "tools/play/play.h"

enum {
    REMOTE_PORT_LEAST = 1024,
    REMOTE_PORT_MOST = 65535,
    REMOTE_PATIENCE =
        5, /* seconds that a game waits for a head or an image; a tool for an answer four times that */
    REMOTE_BYTES = 1024, /* and a millisecond more for so many of an image */
    REMOTE_IMAGE_MOST = 256 << 20
};

typedef struct remote_listener remote_listener;

/* `port` 0: any that is free. NULL and a sentence: it is in use, or the system has none. */
remote_listener *remote_listen(uint16_t port, tool_error *error);
void remote_close(remote_listener *l); /* NULL is legal */

/* The port that it has. */
uint16_t remote_port(const remote_listener *l);

/* Images that come, and those of `files` (NULL: none); both must stay where they are. */
live_rebuild remote_rebuild(remote_listener *l, const live_rebuild *files);

/* Sends an image and waits until the game has it. False and a sentence: nobody listens, or the game does not take it. */
bool remote_send(uint16_t port, const void *image, size_t size, tool_error *error);

#endif
