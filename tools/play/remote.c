/* Images over a connection on this machine. */
#define _POSIX_C_SOURCE 200809L
#include "tools/play/remote.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "rom/rom.h"
#include "tools/image/chunk.h"
#include "tools/report/report.h"

enum { HEAD = 16, ANSWER = 600 };
static const char greeting[] = "OXLIVE1\n";

struct remote_listener {
    int socket;
    atomic_int peer; /* socket of the image's sender, -1: none */
    uint16_t port;
    live_rebuild files; /* `changed` NULL: no files */
    bool came;          /* the next build takes an image, not files */
};

/* ---- bytes ---- */

static struct sockaddr_in address_of(uint16_t port) {
    struct sockaddr_in a;
    memset(&a, 0, sizeof a);
    a.sin_family = AF_INET;
    a.sin_port = htons(port);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return a;
}

static int open_socket(void) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s >= 0) (void)fcntl(s, F_SETFD, FD_CLOEXEC);
    return s;
}

/* Sets the time limit for sending; `receive` has a limit of its own. */
static void set_patience(int s, int seconds) {
    const struct timeval t = {.tv_sec = seconds};
    (void)setsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &t, sizeof t);
}

static bool send_all(int s, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    while (size > 0) {
        ssize_t sent = send(s, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static int64_t milliseconds_now(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Receives bytes and gives their number: fewer than `size` when the peer sends no more, or when all bytes together
 * take longer than `milliseconds`, so that a slow peer blocks nobody. */
static size_t receive(int s, void *bytes, size_t size, int64_t milliseconds) {
    const int64_t end = milliseconds_now() + milliseconds;
    size_t got = 0;
    while (got < size) {
        const int64_t left = end - milliseconds_now();
        struct pollfd p = {s, POLLIN, 0};
        const int ready = left <= 0 ? 0 : poll(&p, 1, (int)left);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) break;
        ssize_t some = recv(s, (uint8_t *)bytes + got, size - got, 0);
        if (some < 0 && errno == EINTR) continue;
        if (some <= 0) break;
        got += (size_t)some;
    }
    return got;
}

/* ---- the game's side ---- */

remote_listener *remote_listen(uint16_t port, tool_error *error) {
    struct sockaddr_in a = address_of(port);
    socklen_t size = sizeof a;
    const int on = 1;
    remote_listener *l = calloc(1, sizeof *l);
    if (l == NULL) {
        import_error_memory(error, NULL);
        return NULL;
    }
    atomic_init(&l->peer, -1);
    l->socket = open_socket();
    if (l->socket >= 0) (void)fcntl(l->socket, F_SETFL, O_NONBLOCK); /* a peer may be gone before accept */
    if (l->socket >= 0) (void)setsockopt(l->socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (l->socket >= 0 && bind(l->socket, (const struct sockaddr *)&a, sizeof a) == 0 &&
        listen(l->socket, 4) == 0 && getsockname(l->socket, (struct sockaddr *)&a, &size) == 0) {
        l->port = ntohs(a.sin_port);
        return l;
    }
    import_error_file(error, NULL, "port %u cannot be listened at: %s; choose another one", (unsigned)port,
                      strerror(errno));
    if (l->socket >= 0) (void)close(l->socket);
    free(l);
    return NULL;
}

uint16_t remote_port(const remote_listener *l) { return l->port; }

/* Answers the peer that sent an image; NULL: the game has the image. */
static void answer(remote_listener *l, const char *refusal) {
    char text[ANSWER];
    int peer = atomic_exchange(&l->peer, -1);
    if (peer < 0) return;
    if (refusal == NULL)
        snprintf(text, sizeof text, "ok\n");
    else
        snprintf(text, sizeof text, "refused: %.550s\n", refusal);
    (void)send_all(peer, text, strlen(text));
    (void)shutdown(peer, SHUT_WR);
    (void)close(peer);
}

void remote_close(remote_listener *l) {
    if (l == NULL) return;
    answer(l, "the game has ended");
    (void)close(l->socket);
    free(l);
}

static bool is_image(const uint8_t *data, size_t size, tool_error *error) {
    rom_image image;
    rom_error fault;
    if (rom_open(data, size, &image, &fault) == ROM_OK && rom_check_content(&image, &fault) == ROM_OK)
        return true;
    return chunk_wrong(error, "the image that was sent", NULL, &fault);
}

static bool take_image(int peer, writer *image, tool_error *error) {
    uint8_t head[HEAD];
    if (receive(peer, head, sizeof head, REMOTE_PATIENCE * 1000) < sizeof head ||
        memcmp(head, greeting, 8) != 0)
        return import_error_file(error, NULL, "somebody connected who sends no image");
    const size_t size = rom_u32(head + 8);
    if (size > REMOTE_IMAGE_MOST)
        return import_error_file(error, NULL, "an image of more than %d bytes was sent", REMOTE_IMAGE_MOST);
    writer_zeros(image, size);
    if (image->failed) return import_error_memory(error, NULL);
    if (receive(peer, image->data, size, REMOTE_PATIENCE * 1000 + (int64_t)(size / REMOTE_BYTES)) < size)
        return import_error_file(error, NULL, "an image was sent in part only");
    if (rom_crc32(0, image->data, size) != rom_u32(head + 12))
        return import_error_file(error, NULL, "an image was damaged on its way");
    return is_image(image->data, size, error);
}

static bool came(remote_listener *l) {
    struct pollfd p = {l->socket, POLLIN, 0};
    return poll(&p, 1, 0) == 1 && (p.revents & POLLIN) != 0;
}

static bool changed(void *context) {
    remote_listener *l = context;
    l->came = came(l);
    return l->came || (l->files.changed != NULL && l->files.changed(l->files.context));
}

static bool build(void *context, writer *image, tool_error *error) {
    remote_listener *l = context;
    if (!l->came) return l->files.build(l->files.context, image, error);
    memset(image, 0, sizeof *image);
    int peer = accept(l->socket, NULL, NULL);
    if (peer < 0) return import_error_file(error, NULL, "a connection ended before it began");
    (void)fcntl(peer, F_SETFL, 0);
    set_patience(peer, REMOTE_PATIENCE);
    atomic_store(&l->peer, peer);
    if (take_image(peer, image, error)) return true;
    writer_free(image);
    memset(image, 0, sizeof *image);
    report_print(NULL, REPORT_ERROR, error);
    answer(l, error->text);
    return false;
}

static void stop(void *context) {
    remote_listener *l = context;
    int peer = atomic_load(&l->peer);
    if (peer >= 0) (void)shutdown(peer, SHUT_RD);
    if (l->files.stop != NULL) l->files.stop(l->files.context);
}

static void told(void *context, const char *refusal) { answer(context, refusal); }

live_rebuild remote_rebuild(remote_listener *l, const live_rebuild *files) {
    l->files = files == NULL ? (live_rebuild){.changed = NULL} : *files;
    return (live_rebuild){.changed = changed, .build = build, .stop = stop, .told = told, .context = l};
}

/* ---- the tool's side ---- */

static bool exchange(int s, uint16_t port, const void *image, size_t size, tool_error *error) {
    uint8_t head[HEAD];
    char text[ANSWER + 1];
    writer numbers = {0};
    memcpy(head, greeting, 8);
    writer_u32(&numbers, (uint32_t)size);
    writer_u32(&numbers, rom_crc32(0, image, size));
    if (numbers.failed) return import_error_memory(error, NULL);
    memcpy(head + 8, numbers.data, 8);
    writer_free(&numbers);
    set_patience(s, REMOTE_PATIENCE * 4);
    (void)(send_all(s, head, sizeof head) &&
           send_all(s, image, size)); /* when sending fails, the answer says why */
    (void)shutdown(s, SHUT_WR);
    size_t got = receive(s, text, ANSWER, REMOTE_PATIENCE * 4000 + (int64_t)(size / REMOTE_BYTES));
    text[got] = 0;
    text[strcspn(text, "\n")] = 0;
    if (strcmp(text, "ok") == 0) return true;
    if (strncmp(text, "refused: ", 9) == 0)
        return import_error_file(error, NULL, "the game does not take it: %s", text + 9);
    return import_error_file(error, NULL,
                             "no answer from port %u; is it a game that `oxcart run --listen` plays?",
                             (unsigned)port);
}

bool remote_send(uint16_t port, const void *image, size_t size, tool_error *error) {
    const struct sockaddr_in a = address_of(port);
    int s = open_socket();
    if (size > REMOTE_IMAGE_MOST) {
        if (s >= 0) (void)close(s);
        return import_error_file(error, NULL, "an image of more than %d bytes is not sent",
                                 REMOTE_IMAGE_MOST);
    }
    bool ok = s >= 0 && connect(s, (const struct sockaddr *)&a, sizeof a) == 0;
    if (!ok)
        import_error_file(error, NULL,
                          "nobody listens at port %u (%s); start the game with `oxcart run ... --listen %u`",
                          (unsigned)port, strerror(errno), (unsigned)port);
    ok = ok && exchange(s, port, image, size, error);
    if (s >= 0) (void)close(s);
    return ok;
}
