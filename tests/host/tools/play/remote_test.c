/* Images sent into a game of another process: a whole image comes in, a bad one is refused and told, an
 * editor's unsaved texts take part. */
#define _XOPEN_SOURCE 700
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <time.h>

#include "kernel/console/internal.h"
#include "tests/host/tools/build/live_game.h"
#include "tools/edit/edit.h"
#include "tools/import/base/file.h"
#include "tools/play/remote.h"

static const char cart_text[] =
    "title \"Linked\" # a cart\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart one\n"
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nlevel town town.level\n"
    "scene one\n background #101010\n camera at=0,0,6 target=0,0,0 # the eye\n object sign name=hero "
    "at=0,0,0\nend\n";

/* A sender, which waits for an answer while the game plays on. */
typedef struct sender {
    pthread_t thread;
    uint16_t port;
    const void *bytes;
    size_t size;
    edit *e; /* commands in the place of bytes, one of which sends */
    const char *commands;
    bool raw;  /* the bytes are sent as they are, without a head */
    bool slow; /* one byte is sent each second, until there is an answer */
    bool sent;
    tool_error error;
    char answer[200]; /* the answer to raw bytes */
    atomic_bool done;
} sender;

static void send_raw(sender *s) {
    struct sockaddr_in a = {
        .sin_family = AF_INET, .sin_port = htons(s->port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int c = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(c, (const struct sockaddr *)&a, sizeof a) == 0) {
        for (size_t i = 0; s->slow && i < s->size; i++) {
            const struct timespec second = {1, 0};
            if (recv(c, s->answer, 1, MSG_PEEK | MSG_DONTWAIT) == 1 ||
                send(c, (const char *)s->bytes + i, 1, MSG_NOSIGNAL) != 1)
                break;
            (void)nanosleep(&second, NULL);
        }
        if (s->size > 0 && !s->slow) (void)!send(c, s->bytes, s->size, MSG_NOSIGNAL);
        (void)shutdown(c, SHUT_WR);
        ssize_t got = recv(c, s->answer, sizeof s->answer - 1, MSG_WAITALL);
        s->answer[got < 0 ? 0 : got] = 0;
    }
    (void)close(c);
}

static void *work(void *argument) {
    sender *s = argument;
    if (s->raw)
        send_raw(s);
    else if (s->e != NULL)
        s->sent = edit_run(s->e, "commands", s->commands, strlen(s->commands), &s->error);
    else
        s->sent = remote_send(s->port, s->bytes, s->size, &s->error);
    atomic_store(&s->done, true);
    return NULL;
}

typedef struct linked {
    playing game;
    remote_listener *from;
    live_rebuild both;
} linked;

static bool begin(linked *g) {
    tool_error error = {.text = ""};
    memset(g, 0, sizeof *g);
    if (!folder_make(&g->game.folder)) return false;
    folder_write(&g->game.folder, "cart.txt", cart_text);
    folder_write(&g->game.folder, "square.obj", folder_square);
    folder_write(&g->game.folder, "town.level", "level 1\nbounds 0,0,0 9,9,9\n");
    g->from = remote_listen(0, &error);
    bool ok = g->from != NULL && start_game(&g->game, NULL, "# no keys\n");
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    if (!ok) return false;
    g->both = remote_rebuild(g->from, &g->game.rebuild);
    live_begin(&g->game.l, &g->both, "linked");
    return rom_open(g->game.image.data, g->game.image.size, &g->game.l.base, NULL) == ROM_OK;
}

static void end(linked *g) {
    end_game(&g->game);
    remote_close(g->from);
    folder_remove(&g->game.folder);
}

static uint64_t milliseconds(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

/* Plays until the sender has its answer; gives the hash of the last picture. */
static uint32_t play_and_send(linked *g, sender *s) {
    const uint64_t from = milliseconds();
    uint32_t hash = 0;
    s->port = remote_port(g->from);
    s->error.text[0] = 0;
    atomic_store(&s->done, false);
    CHECK(pthread_create(&s->thread, NULL, work, s) == 0);
    while (!atomic_load(&s->done) && milliseconds() - from < 60000) {
        const struct timespec pace = {0, 2000000};
        (void)nanosleep(&pace, NULL);
        g->game.now = milliseconds() * 1000;
        hash = play_frames(&g->game, 1);
    }
    CHECK(pthread_join(s->thread, NULL) == 0);
    return hash == 0 ? play_frames(&g->game, 1) : hash;
}

/* Packs the cart with another background. */
static void pack_other(linked *g, writer *image) {
    char text[sizeof cart_text];
    memcpy(text, cart_text, sizeof text);
    memcpy(strstr(text, "#101010"), "#40c020", 7);
    folder_write(&g->game.folder, "cart.txt", text);
    CHECK(folder_pack(&g->game.folder, image));
    folder_write(&g->game.folder, "cart.txt", cart_text);
    CHECK(!watch_changed(&g->game.w) &&
          watch_changed(&g->game.w)); /* the change is not for the game's own watch */
}

TEST(remote_brings_images_into_a_game) {
    static linked g;
    static sender s;
    writer image;
    if (!begin(&g)) return;
    const uint32_t before = play_frames(&g.game, 3);
    pack_other(&g, &image);
    s = (sender){.bytes = image.data, .size = image.size};
    const uint64_t from = milliseconds();
    const uint32_t after = play_and_send(&g, &s);
    if (!s.sent) TEST_INFO("%s", s.error.text);
    CHECK(s.sent && after != before);
    TEST_INFO("an image that is sent is in the game after %u ms", (unsigned)(milliseconds() - from));

    /* an image that is damaged, cut off, no image or empty is refused with a sentence, and the game goes
     * on */
    uint8_t *bad = malloc(image.size + 64);
    CHECK(bad != NULL);
    if (bad == NULL) return;
    memcpy(bad, image.data, image.size);
    bad[image.size / 2] ^= 0x10;
    s = (sender){.bytes = bad, .size = image.size};
    CHECK_EQ(play_and_send(&g, &s), after);
    CHECK(!s.sent && strstr(s.error.text, "does not take it") != NULL);
    s = (sender){.bytes = image.data, .size = image.size / 2};
    CHECK_EQ(play_and_send(&g, &s), after);
    CHECK(!s.sent && strstr(s.error.text, "does not take it") != NULL);
    static const struct {
        const char *bytes;
        size_t size;
        const char *answer;
    } raws[] = {{"", 0, "refused: somebody connected"},
                {"GET / HTTP/1.1\r\n\r\n", 18, "refused: somebody connected"},
                {"OXLIVE1\n\xFF\xFF\xFF\xFF\0\0\0\0", 16, "refused: an image of more than"},
                {"OXLIVE1\n\4\0\0\0\0\0\0\0ab", 18, "refused: an image was sent in part"},
                {"OXLIVE1\n\4\0\0\0\0\0\0\0abcd", 20, "refused: an image was damaged"},
                {"OXLIVE1\n\0\0\0\0\0\0\0\0", 16, "refused: "}};
    for (size_t i = 0; i < sizeof raws / sizeof raws[0]; i++) {
        s = (sender){.raw = true, .bytes = raws[i].bytes, .size = raws[i].size};
        CHECK_EQ(play_and_send(&g, &s), after);
        bool right = strncmp(s.answer, raws[i].answer, strlen(raws[i].answer)) == 0;
        if (!right) TEST_INFO("%u: %s", (unsigned)i, s.answer);
        CHECK(right);
    }
    /* a sender of a byte now and then is heard for as long as any other */
    s = (sender){.raw = true, .slow = true, .bytes = "OXLIVE1\n\4\0\0\0\0\0\0\0", .size = 16};
    const uint64_t slow_from = milliseconds();
    CHECK_EQ(play_and_send(&g, &s), after);
    CHECK(strncmp(s.answer, "refused: somebody connected", 27) == 0);
    CHECK(milliseconds() - slow_from < 12000);
    free(bad);
    writer_free(&image);
    const uint16_t port = remote_port(g.from);
    end(&g);
    tool_error error;
    CHECK(!remote_send(port, "x", 1, &error) && strstr(error.text, "nobody listens") != NULL);
}

/* Unsaved texts are in the game, and not in the files; saved texts come by the files. */
TEST(remote_editor_sends_what_is_not_saved) {
    static linked g;
    static sender s;
    tool_error error = {.text = ""};
    uint32_t size = 0;
    if (!begin(&g)) return;
    const uint32_t before = play_frames(&g.game, 3);
    edit *e = edit_open(g.game.folder.path, &error);
    CHECK(e != NULL && edit_go(e, EDIT_SCENE, "one", NULL, &error));
    if (e == NULL) return;
    s = (sender){.e = e, .commands = "move hero 1,0,0\nsend 80\n"};
    CHECK(play_and_send(&g, &s) == before && !s.sent && strstr(s.error.text, "is no port") != NULL);
    s = (sender){.e = e, .commands = "send\n"};
    CHECK(play_and_send(&g, &s) == before && !s.sent && strstr(s.error.text, "to which port") != NULL);
    e->port = remote_port(g.from);
    const uint32_t after = play_and_send(&g, &s);
    if (!s.sent) TEST_INFO("%s", s.error.text);
    CHECK(s.sent && after != before);
    CHECK(edit_is_changed(e));
    uint8_t *data;
    char path[96];
    snprintf(path, sizeof path, "%s/cart.txt", g.game.folder.path);
    CHECK(import_file_read(path, &data, &(size_t){0}, &error));
    CHECK(strcmp((const char *)data, cart_text) == 0);
    free(data);

    /* unsaved texts of levels are sent as well */
    s.commands = "open level town\nplace sign at=1,2,3\nsend\n";
    (void)play_and_send(&g, &s);
    if (!s.sent) TEST_INFO("%s", s.error.text);
    const uint8_t *level = ox_manager_get(&ox_console_stock(g.game.console)->manager, rom_id("level/town"),
                                          ROM_TAG_LEVEL, &size);
    CHECK(s.sent && level != NULL && size == e->level.size && memcmp(level, e->level.data, size) == 0);
    s.commands = "undo all\nsend\n";
    CHECK_EQ(play_and_send(&g, &s), before);
    CHECK(s.sent && !edit_is_changed(e));
    edit_close(e);
    end(&g);
}
