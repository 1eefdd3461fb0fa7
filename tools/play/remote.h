/* Sends images, whole ones or overlays, from a tool to a game that runs in another process, which answers each. The
 * connection is TCP on this machine alone (127.0.0.1): a game on another machine is reached through a tunnel, such as
 * `ssh -L`.
 *
 *     remote_listener *l = remote_listen(4100, &error);                        the game's side
 *     live_rebuild rebuild = remote_rebuild(l, &files);                    as live.h wants it; `files` may be NULL
 *     ...
 *     remote_close(l);
 *
 *     if (!remote_send(4100, image.data, image.size, &error)) ...            the tool's side; the sentence is the game's
 *
 * A CONNECTION carries one image: the 8 bytes "OXLIVE1\n", its size and its CRC-32 (u32, little-endian), its bytes.
 * The answer is "ok\n", or "refused: SENTENCE\n", and the end. Bytes that are no whole image are refused like a bad
 * file (rom/check.h). Any program on this machine may connect and send, so a game listens only when it is asked to. */
#ifndef OXCART_TOOLS_PLAY_REMOTE_H
#define OXCART_TOOLS_PLAY_REMOTE_H

#include "tools/play/play.h"

enum {
    REMOTE_PORT_LEAST = 1024,
    REMOTE_PORT_MOST = 65535,
    REMOTE_PATIENCE =
        5, /* seconds that a game waits for a head or an image; a tool waits four times that for an answer */
    REMOTE_BYTES = 1024, /* bytes of an image for each further millisecond of waiting */
    REMOTE_IMAGE_MOST = 256 << 20
};

typedef struct remote_listener remote_listener;

/* Listens at a port; 0: any free port. NULL and a sentence when the port is in use, or the system has none. */
remote_listener *remote_listen(uint16_t port, tool_error *error);
void remote_close(remote_listener *l); /* NULL is legal */

/* The port of a listener. */
uint16_t remote_port(const remote_listener *l);

/* A source of images that are received, and of images of `files` (may be NULL). Listener and `files` must stay where
 * they are. */
live_rebuild remote_rebuild(remote_listener *l, const live_rebuild *files);

/* Sends an image and waits until the game has it. False and a sentence when no game listens or the game refuses the
 * image. */
bool remote_send(uint16_t port, const void *image, size_t size, tool_error *error);

#endif
