/* Reloading a cart's sources while it plays: every kind of file, mistakes, and a hundred times without a trace. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <sys/stat.h>
#include <time.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "kernel/console/internal.h"
#include "kernel/preset/presets.h"
#include "tests/host/kernel/console/quiet_console.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tools/build/watch.h"
#include "tools/command/command.h"
#include "tools/pack/overlay.h"

static const char cart_text[] =
    "title \"Reload\"\nsize 64x48\nformat rgb565\nbudget 128K\nframe 16K\nstart one\n"
    "texture red red.png\nmaterial red colour=#ff2020 texture=red shading=unlit\n"
    "mesh sign square.obj material=red\ntable power power.csv kind=u8\ntext en en.txt\n"
    "sheet coins coins.png grid=8x8\npixels icon icon.png format=index4\nraw script hero.script\nlevel way "
    "way.txt\n"
    "scene one\n background #101010\n camera at=0,0,4 target=0,0,0\n object sign at=0,0,0 spin=60,0,0\nend\n";

static void write_files(packed_folder *f) {
    folder_write(f, "cart.txt", cart_text);
    folder_write(f, "square.obj", folder_square);
    folder_write(f, "power.csv", "0,1,4,9\n");
    folder_write(f, "en.txt", "hello = Hello\n");
    folder_write(f, "hero.script", "walk");
    folder_write(f, "way.txt", "level 1\nbounds 0,0,0 9,9,9\n");
    folder_picture(f, "red.png", 32, 0xC02020u);
    folder_picture(f, "coins.png", 32, 0xC0C020u);
    folder_picture(f, "icon.png", 16, 0x2020C0u);
}

/* A cart.txt with another background. */
static void write_background(packed_folder *f, uint32_t rgb) {
    char text[sizeof cart_text], number[8];
    snprintf(text, sizeof text, "%s", cart_text);
    snprintf(number, sizeof number, "#%06x", (unsigned)rgb);
    memcpy(strstr(text, "#101010"), number, 7);
    folder_write(f, "cart.txt", text);
}

static void change(packed_folder *f, int what) {
    static const char *const texts[][2] = {
        {"square.obj", "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\n"},
        {"power.csv", "0,1,8,27\n"},
        {"en.txt", "hello = Good day\n"},
        {"hero.script", "jump"},
        {"way.txt", "level 1\nbounds 0,0,0 9,5,9\nspawn orc at=1,0,0\n"}};
    static const char *const pictures[] = {"red.png", "coins.png", "icon.png"};
    if (what == 0) write_background(f, 0x705010u);
    if (what >= 1 && what <= 5) folder_write(f, texts[what - 1][0], texts[what - 1][1]);
    if (what >= 6) folder_picture(f, pictures[what - 6], what == 8 ? 16 : 32, 0x20A060u);
}

enum {
    CHANGES = 9,
    HEAP_SLACK = 32768 /* blocks that the C library keeps after free count as in use */
};

static ox_console *boot(plat *p, const writer *image) {
    ox_error error;
    ox_boot_options options = quiet_options(p, image);
    options.modules = ox_preset_pictures;
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    return console;
}

static uint32_t frame_hash(ox_console *console) {
    ox_frame_stats stats;
    CHECK(ox_console_frame(console));
    ox_console_stats(console, &stats);
    return stats.hash;
}

/* Puts the difference between two images into the running console; *last is the overlay that plays from then
 * on. */
static bool push(ox_console *console, const writer *base, const writer *now, writer *last) {
    rom_image was, is;
    tool_error error = {.text = ""};
    ox_error refusal = {.text = ""};
    writer overlay = {0};
    uint32_t count = 0;
    bool ok = rom_open(base->data, base->size, &was, NULL) == ROM_OK &&
              rom_open(now->data, now->size, &is, NULL) == ROM_OK &&
              overlay_make(&was, &is, "live", NULL, &overlay, &count, &error) &&
              ox_console_replace(console, overlay.data, (uint32_t)overlay.size, &refusal) == OX_OK;
    if (!ok) TEST_INFO("%s%s", error.text, refusal.text);
    if (ok) writer_free(last);
    if (ok) *last = overlay;
    if (!ok) writer_free(&overlay);
    return ok;
}

/* Whether the watch tells a change: a file that is written in its place counts from the second look on. */
static bool changed(watch *w) { return watch_changed(w) || watch_changed(w); }

/* One watcher sees every kind of file. The next build has the change, in less than a second, and the build
 * after it has none. */
TEST(reload_follows_every_kind_of_file) {
    packed_folder f;
    watch w;
    writer base, now, last = {0};
    tool_error error;
    const pack_options packing = command_pack_options(true);
    if (!folder_make(&f)) return;
    write_files(&f);
    CHECK(watch_open(&w, f.path, &packing));
    CHECK(watch_build(&w, &base, &error));
    plat *p = quiet_port(NULL);
    ox_console *console = boot(p, &base);
    for (int what = 0; what < CHANGES && console != NULL; what++) {
        struct timespec begin, end;
        CHECK(!watch_changed(&w));
        change(&f, what);
        clock_gettime(CLOCK_MONOTONIC, &begin);
        if (!changed(&w)) test_fail(__FILE__, __LINE__, "a change is not seen", what, 1);
        bool built = watch_build(&w, &now, &error);
        CHECK(built);
        if (!built) continue;
        CHECK(push(console, &base, &now, &last));
        clock_gettime(CLOCK_MONOTONIC, &end);
        CHECK((end.tv_sec - begin.tv_sec) * 1000 + (end.tv_nsec - begin.tv_nsec) / 1000000 < 1000);
        CHECK(now.size != base.size || memcmp(now.data, base.data, now.size) != 0);
        uint32_t before = frame_hash(console);
        write_files(&f); /* the old files come back */
        writer_free(&now);
        CHECK(changed(&w) && watch_build(&w, &now, &error) && now.size == base.size &&
              memcmp(now.data, base.data, now.size) == 0);
        CHECK(push(console, &base, &now, &last));
        (void)before;
        writer_free(&now);
    }
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
    writer_free(&last);
    writer_free(&base);
    watch_close(&w);
    folder_remove(&f);
}

static int remove_one(const char *path, const struct stat *what, int kind, struct FTW *at) {
    (void)what, (void)kind, (void)at;
    return remove(path);
}

static bool remove_store(const char *path) { return nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS) == 0; }

/* Of forty-eight files in eight scripts the one that changed lets its script be compiled, and nothing else. */
TEST(reload_of_one_of_many_files_compiles_its_script) {
    enum { SCRIPTS = 8, FILES = 6 };
    static char lines[2048];
    packed_folder f;
    watch w;
    writer base, now;
    tool_error error;
    const pack_options packing = command_pack_options(true);
    char store[sizeof f.path + 16];
    if (!folder_make(&f)) return;
    snprintf(lines, sizeof lines,
             "title \"Many\"\nsize 64x48\nformat rgb565\nbudget 128K\nscene one\n camera at=0,0,4 "
             "target=0,0,0\nend\n");
    for (int i = 0; i < SCRIPTS * FILES; i++) {
        char name[32], text[200];
        snprintf(name, sizeof name, "s%d.goad", i);
        snprintf(text, sizeof text,
                 "behaviour Walker%d {\n    var steps = %d\n    on tick { steps += 1 }\n}\n", i, i);
        folder_write(&f, name, text);
        snprintf(lines + strlen(lines), sizeof lines - strlen(lines),
                 i % FILES == 0   ? "script m%d s%d.goad with="
                 : i % FILES == 1 ? "%.0ds%d.goad"
                                  : "%.0d,s%d.goad",
                 i % FILES == 0 ? i / FILES : 0, i);
        if (i % FILES == FILES - 1) snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "\n");
    }
    folder_write(&f, "cart.txt", lines);
    CHECK(watch_open(&w, f.path, &packing));
    snprintf(store, sizeof store, "%s/.oxcart", f.path);
    w.p.cache = store;
    const bool built = watch_build(&w, &base, &error);
    if (!built) TEST_INFO("%s", error.text);
    CHECK(built);
    const uint32_t all = w.p.sums.ran;
    CHECK(all >= SCRIPTS);
    folder_write(&f, "s17.goad", "behaviour Walker17 {\n    var steps = 17\n    on tick { steps += 2 }\n}\n");
    CHECK(changed(&w) && watch_build(&w, &now, &error));
    CHECK_EQ(w.p.sums.ran, 1);
    CHECK(now.size == base.size && memcmp(now.data, base.data, now.size) != 0);
    writer_free(&now);
    writer_free(&base);
    watch_close(&w);
    CHECK(remove_store(store));
    folder_remove(&f);
}

/* A mistake is told with file and line, and the game plays on with its old values. */
TEST(reload_of_a_bad_file_leaves_the_old_values) {
    packed_folder f;
    watch w;
    writer base, now, last = {0};
    tool_error error = {.text = ""};
    const pack_options packing = command_pack_options(true);
    if (!folder_make(&f)) return;
    write_files(&f);
    CHECK(watch_open(&w, f.path, &packing) && watch_build(&w, &base, &error));
    plat *p = quiet_port(NULL);
    ox_console *console = boot(p, &base);
    w.p.packing.said = NULL;
    write_background(&f, 0x204080u);
    CHECK(changed(&w) && watch_build(&w, &now, &error) && push(console, &base, &now, &last));
    writer_free(&now);
    uint32_t good = frame_hash(console);
    folder_write(&f, "power.csv", "0,1,banana,27\n");
    CHECK(changed(&w));
    CHECK(!watch_build(&w, &now, &error) && now.data == NULL);
    CHECK(strstr(error.text, "power.csv") != NULL && strstr(error.text, "banana") != NULL);
    CHECK(error.line == 1);
    uint32_t size = 0;
    const uint8_t *table =
        ox_manager_get(&ox_console_stock(console)->manager, rom_id("table/power"), ROM_TAG_TABLE, &size);
    CHECK(table != NULL && table[rom_u32(table + ROM_TABLE_VALUES_AT) + 3] == 9);
    (void)frame_hash(console);
    folder_write(&f, "power.csv", "0,1,8,27\n");
    CHECK(changed(&w) && watch_build(&w, &now, &error) && push(console, &base, &now, &last));
    table = ox_manager_get(&ox_console_stock(console)->manager, rom_id("table/power"), ROM_TAG_TABLE, &size);
    CHECK(table != NULL && table[rom_u32(table + ROM_TABLE_VALUES_AT) + 3] == 27);
    CHECK(good != 0);
    writer_free(&now);
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
    writer_free(&last);
    writer_free(&base);
    watch_close(&w);
    folder_remove(&f);
}

/* Appends to a file. */
static void write_on(const packed_folder *f, const char *name, const char *text) {
    char path[96];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    FILE *file = fopen(path, "ab");
    CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* Puts a file in the place of another. True when the system tells the replacement apart from writing: its
 * clocks may be too coarse. */
static bool replace(packed_folder *f, const char *name, const char *text) {
    char path[96], next[96];
    struct stat status;
    folder_write(f, "next", text);
    snprintf(next, sizeof next, "%s/next", f->path);
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    const struct timespec tick = {0, 12000000};
    (void)nanosleep(&tick, NULL);
    CHECK(chmod(next, 0644) == 0 && rename(next, path) == 0 && stat(path, &status) == 0);
    return status.st_ctim.tv_sec != status.st_mtim.tv_sec || status.st_ctim.tv_nsec != status.st_mtim.tv_nsec;
}

TEST(reload_waits_until_files_stand_still) {
    packed_folder f;
    watch w;
    writer image;
    tool_error error;
    char path[96];
    const pack_options packing = command_pack_options(true);
    if (!folder_make(&f)) return;
    write_files(&f);
    CHECK(watch_open(&w, f.path, &packing) && watch_build(&w, &image, &error));
    writer_free(&image);
    CHECK(!watch_changed(&w) && !watch_changed(&w));
    folder_write(&f, "power.csv", "0,1,8,");
    CHECK(!watch_changed(&w));
    write_on(&f, "power.csv", "27\n");
    CHECK(!watch_changed(&w) && watch_changed(&w) && !watch_changed(&w));
    CHECK(watch_build(&w, &image, &error) && !w.overtaken);
    writer_free(&image);

    /* editors that keep a backup take the old file away before they write */
    snprintf(path, sizeof path, "%s/power.csv", f.path);
    CHECK(remove(path) == 0 && !watch_changed(&w));
    folder_write(&f, "power.csv", "0,1,4,9\n");
    CHECK(!watch_changed(&w) && watch_changed(&w));

    /* a file that is replaced is whole: there is no need to wait */
    const bool told = replace(&f, "power.csv", "0,1,4,16\n");
    CHECK(watch_changed(&w) == told && watch_changed(&w) == !told);
    folder_write(&f, "en.txt", "hello = Hi\n"); /* another file is still being written */
    (void)replace(&f, "power.csv", "0,1,4,9\n");
    CHECK(!watch_changed(&w) && watch_changed(&w));

    /* a file that is written without end is built all the same */
    for (int round = 0; round < 2; round++) {
        for (int i = 1; i < WATCH_LOOKS_MOST; i++) {
            write_on(&f, "en.txt", "# more\n");
            CHECK(!watch_changed(&w));
        }
        write_on(&f, "en.txt", "# more\n");
        CHECK(watch_changed(&w) && w.news.endless);
    }
    watch_close(&w);
    folder_remove(&f);
}

/* Writes a text while the folder is packed. */
typedef struct meddling {
    packed_folder *folder;
    const char *text;
} meddling;

static void meddle(void *argument, const char *what, unsigned done, unsigned total) {
    const meddling *m = argument;
    (void)what;
    (void)done;
    (void)total;
    if (m->text != NULL) folder_write(m->folder, "power.csv", m->text);
}

TEST(reload_is_not_told_what_others_write_meanwhile) {
    packed_folder f;
    watch w;
    writer image;
    tool_error error;
    meddling m = {&f, NULL};
    pack_options packing = command_pack_options(true);
    packing.progress = meddle;
    packing.argument = &m;
    if (!folder_make(&f)) return;
    write_files(&f);
    CHECK(watch_open(&w, f.path, &packing));
    w.p.jobs = 1;
    /* a change while the first build reads is not lost, and not told as a mistake: the file may be half
     * written */
    m.text = "0,1,8,27,\n";
    CHECK(!watch_build(&w, &image, &error) && w.overtaken);
    folder_write(&f, "power.csv", "0,1,8,27\n");
    m.text = NULL;
    CHECK(changed(&w) && watch_build(&w, &image, &error) && !w.overtaken && !changed(&w));
    writer_free(&image);
    write_background(&f, 0x204080u);
    m.text = "0,banana\n";
    CHECK(changed(&w) && !watch_build(&w, &image, &error) && w.overtaken);
    m.text = NULL;
    CHECK(!watch_changed(&w) && watch_changed(&w)); /* the file stayed as it is: now it is a mistake */
    CHECK(!watch_build(&w, &image, &error) && !w.overtaken && strstr(error.text, "banana") != NULL);
    for (int i = 0; i < WATCH_LOOKS_MOST; i++) { /* a mistake in a file that never rests is told, too */
        write_on(&f, "power.csv", "1,banana\n");
        CHECK(watch_changed(&w) == (i == WATCH_LOOKS_MOST - 1));
    }
    m.text = "0,banana,\n";
    CHECK(!watch_build(&w, &image, &error) && !w.overtaken);
    watch_close(&w);
    folder_remove(&f);
}

static size_t heap_in_use(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    return mallinfo2().uordblks; /* 0 with an allocator of a sanitizer, which looks for leaks itself */
#else
    return 0;
#endif
}

/* After a few reloads each state of the cart has been there once: from then on nothing may grow.
 * OXCART_RELOADS sets the number of reloads. */
TEST(reload_a_hundred_times_leaks_nothing) {
    const char *rounds = getenv("OXCART_RELOADS");
    int count = rounds == NULL ? 100 : atoi(rounds);
    packed_folder f;
    watch w;
    writer base, now, last = {0};
    tool_error error;
    size_t heap = 0, peak = 0, used = 0;
    uint32_t watched = 0;
    pack_options packing = command_pack_options(true);
    if (!folder_make(&f)) return;
    write_files(&f);
    packing.said = NULL; /* a report would keep the messages that it told */
    CHECK(watch_open(&w, f.path, &packing));
    w.p.jobs = 1;
#if defined(__GLIBC__)
    (void)mallopt(M_ARENA_MAX, 1); /* heaps of other threads are not counted */
#endif
    CHECK(watch_build(&w, &base, &error));
    plat *p = quiet_port(NULL);
    ox_console *console = boot(p, &base);
    for (int i = 0; i < count && console != NULL; i++) {
        ox_frame_stats stats;
        write_background(&f, i % 2 == 0 ? 0x705010u : 0x107050u);
        folder_write(&f, "power.csv", i % 2 == 0 ? "0,1,8,27\n" : "0,1,4,9\n");
        bool ok = changed(&w) && watch_build(&w, &now, &error) && push(console, &base, &now, &last);
        CHECK(ok);
        if (!ok) break;
        writer_free(&now);
        (void)frame_hash(console);
        ox_console_stats(console, &stats);
        if (i == 9)
            heap = heap_in_use(), watched = w.count, peak = stats.memory_peak,
            used = ox_arena_used(console->resident);
        if (i > 9) CHECK(stats.memory_peak == peak && ox_arena_used(console->resident) == used);
    }
    size_t after = heap_in_use();
    CHECK(after < heap + HEAP_SLACK);
    CHECK(w.count == watched);
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
    writer_free(&last);
    writer_free(&base);
    watch_close(&w);
    folder_remove(&f);
}
