/* AUD-033: songs as text, there and back. */
#include "rom/records.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tests/host/tools/convert/picture_file.h"
#include "tests/host/tools/import/sound/small_mod.h"
#include "tools/convert/convert.h"
#include "tools/convert/song_text.h"

static converted_asset made, again;

/* Writes a text of what a text says. */
static bool rewrite(const uint8_t *text, size_t size, writer *out, tool_error *error) {
    import_song song;
    if (!song_text_decode("it.song", text, size, &song, error)) return false;
    const bool ok = song_text_write("it.song", &song, out, error);
    import_song_free(&song);
    return ok;
}

static void same_chunks(const char *text, size_t size, const writer *back) {
    CHECK(convert_asset(&made, "song", "it.song", text, size, ""));
    CHECK(convert_asset(&again, "song", "it.song", back->data, back->size, ""));
    CHECK(made.chunk.size == again.chunk.size &&
          memcmp(made.chunk.data, again.chunk.data, made.chunk.size) == 0);
    const pack_companion_chunk *a = made.companions.chunks, *b = again.companions.chunks;
    for (; a != NULL && b != NULL; a = a->next, b = b->next)
        CHECK(a->bytes.size == b->bytes.size && memcmp(a->bytes.data, b->bytes.data, a->bytes.size) == 0);
    CHECK(a == NULL && b == NULL && made.companions.chunks != NULL);
    converted_free(&made);
    converted_free(&again);
}

static const char every_word[] =
    "song All of it\ntempo 140\nspeed 3\nchannels 3\ninstrument square volume=40 decay=40\ninstrument pulse "
    "pan=3\n"
    "instrument saw hold=9 decay=1000\ninstrument triangle vibrato=7\ninstrument noise volume=0 pan=255 "
    "decay=8 hold=64\n"
    "pattern a # the first\nC-0.1 B-7.5:ZFF F#3\n=== . :A04\npattern b\n.2:300\norder b a b\nrestart 2\n";

TEST(convert_song_text_there_and_back) {
    uint8_t *harbour;
    size_t size;
    tool_error error = {.text = ""};
    writer first = {0}, second = {0}, other = {0};
    CHECK(import_file_read("rom/carts/jukebox/harbour.song", &harbour, &size, &error));
    CHECK(rewrite(harbour, size, &first, &error));
    CHECK(rewrite(first.data, first.size, &second, &error)); /* what was written comes back as it is */
    CHECK(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    same_chunks((const char *)harbour, size, &first);
    CHECK(rewrite((const uint8_t *)every_word, sizeof every_word - 1, &other, &error));
    same_chunks(every_word, sizeof every_word - 1, &other);
    writer_free(&first);
    writer_free(&second);
    writer_free(&other);
    free(harbour);
}

TEST(convert_song_text_refuses_what_it_has_no_words_for) {
    static uint8_t mod[SMALL_MOD];
    tool_error error = {.text = ""};
    import_song song;
    writer out = {0};
    small_mod(mod);
    CHECK(import_song_decode("it.mod", mod, sizeof mod, &song, &error));
    CHECK_EQ(song.unknown_count, 0);
    CHECK(!song_text_write("it.mod", &song, &out, &error));
    CHECK(strstr(error.text, "it.mod: its notes slide as those of ProTracker") != NULL);
    song.kind = IMPORT_SONG_FASTTRACKER;
    song.linear = true;
    CHECK(!song_text_write("it.mod", &song, &out, &error));
    CHECK(strstr(error.text, "is none of songs in text") != NULL ||
          strstr(error.text, "has what songs in text have not") != NULL);
    import_song_free(&song);
    writer_free(&out);
}

TEST(convert_song_file_into_text) {
    tool_error error = {.text = ""};
    char path[300];
    uint8_t *text;
    size_t size;
    temporary_path(path, sizeof path, "copy.song");
    CHECK(convert_file("rom/carts/jukebox/harbour.song", path, NULL, NULL, &error));
    CHECK(import_file_read(path, &text, &size, &error));
    CHECK(size > 100 && memcmp(text, "song Harbour\ntempo 110\n", 23) == 0);
    free(text);
    (void)remove(path);
    CHECK(!convert_file("rom/carts/jukebox/cart.txt", path, NULL, NULL, &error));
}
