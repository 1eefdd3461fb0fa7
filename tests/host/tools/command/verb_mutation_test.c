/* Damaged files through the verbs that read them, `convert`, `pack` and `assemble`: a file is taken, or
 * refused with its name and a place in it, and then nothing is written. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/host/tools/import/damaged_files.h"
#include "tools/command/command.h"

typedef struct work {
    const char *name; /* of the whole file */
    const char *file; /* the file's name beside the cart */
    const char *
        how; /* statements of a cart that has it, or the ending of what it is converted to, or NULL: it is assembled */
} work;

static const work works[] = {
    {"obj", "it.obj", ".obj"},
    {"obj", "it.obj", "mesh it it.obj"},
    {"mtl", "m.mtl", "mesh it with.obj"},
    {"gltf", "it.gltf", ".oxs"},
    {"glb", "it.glb", "mesh it it.glb"},
    {"collada", "it.dae", ".obj"},
    {"collada with motion", "it.dae", "skeleton it it.dae\nclip it it.dae skeleton=it"},
    {"intermediate", "it.oxs", "mesh it it.oxs"},
    {"json", "it.json", ".json"},
    {"ini", "it.ini", ".ini"},
    {"map", "it.tmx", ".txt"},
    {"tmj", "it.tmj", ".txt"},
    {"table", "it.txt", ".txt"},
    {"strings", "it.txt", "text it it.txt"},
    {"font", "it.bdf", "font it it.bdf"},
    {"numeric", "it.txt", "table it it.txt"},
    {"cart", "cart.txt", ""},
    {"level", "it.level", "level it it.level"},
    {"numbers", "it.csv", "table it it.csv"},
    {"rows", "it.csv", "data it it.csv"},
    {"bank", "it.txt", "bank it it.txt"},
    {"cues", "it.json", "sound hum hum.wav\ncues it it.json"},
    {"regions", "it.csv", "size 16x16\nregions it it.csv width=4 height=4 tile=8x8"},
    {"attributes", "it.txt", "attributes it it.txt"},
    {"topology", "it.txt", "topology it it.txt"},
    {"particles", "it.particles", "particles it it.particles"},
    {"goad", "it.goad", "script it it.goad"},
    {"png", "it.png", ".png"},
    {"png", "it.png", "texture it it.png"},
    {"bmp", "it.bmp", ".png"},
    {"tga", "it.tga", ".png"},
    {"gif", "it.gif", ".png"},
    {"xpm", "it.xpm", ".png"},
    {"xpm", "it.xpm", "texture it it.xpm"},
    {"jpeg", "it.jpg", ".png"},
    {"dds", "it.dds", ".png"},
    {"tiff", "it.tif", ".png"},
    {"wav", "it.wav", ".wav"},
    {"wav", "it.wav", "sound it it.wav"},
    {"mod", "it.mod", "song it it.mod"},
    {"dump", "it.txt", NULL},
};
enum { WORKS = sizeof works / sizeof works[0] };

static char folder[120], output[200];

static void write_file(const char *name, const void *data, size_t size) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "wb");
    CHECK(out != NULL && fwrite(data, 1, size, out) == size);
    if (out != NULL) fclose(out);
}

static void write_text(const char *name, const char *text) { write_file(name, text, strlen(text)); }

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk) {
    (void)status, (void)flag, (void)walk;
    return remove(path);
}

static unsigned files_there;

static int count_one(const char *path, const struct stat *status, int flag, struct FTW *walk) {
    (void)path, (void)status, (void)flag, (void)walk;
    files_there++;
    return 0;
}

static unsigned count_files(void) {
    files_there = 0;
    (void)nftw(folder, count_one, 8, FTW_PHYS);
    return files_there;
}

/* Makes the folder with the files that all works find beside their own. */
static void begin(void) {
    static sample s;
    snprintf(folder, sizeof folder, "%s/oxcart_verbs_XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    write_text("with.obj", "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n");
    write_text("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    (void)take_whole("wav", &s);
    write_file("hum.wav", s.data, s.size);
    (void)take_whole("png", &s);
    write_file("a.png", s.data, s.size);
    write_file("t.png", s.data, s.size);
}

/* Writes the cart of a work; works that are converted have none. */
static void lay_out(const work *w) {
    char text[700];
    if (w->how == NULL || w->how[0] == '.' || strcmp(w->file, "cart.txt") == 0) return;
    snprintf(text, sizeof text,
             "format rgb565\nbudget 512K\n%s\nscene main\n  camera at=0,1,4 target=0,0,0\nend\n", w->how);
    write_text("cart.txt", text);
}

/* The report of the last verb. */
static tool_report said;

/* Hides standard error; gives a copy of it. */
static int hide_errors(void) {
    int kept = dup(2), nowhere = open("/dev/null", O_WRONLY);
    fflush(stderr);
    CHECK(kept >= 0 && nowhere >= 0 && dup2(nowhere, 2) == 2);
    close(nowhere);
    return kept;
}

static void show_errors(int kept) {
    fflush(stderr);
    CHECK_EQ(dup2(kept, 2), 2);
    close(kept);
}

static int run(const work *w) {
    char input[240], verb[12], option[] = "-o", quiet[] = "--quiet", no_cache[] = "--no-cache";
    bool pack = w->how != NULL && w->how[0] != '.';
    snprintf(verb, sizeof verb, "%s", w->how == NULL ? "assemble" : pack ? "pack" : "convert");
    snprintf(input, sizeof input, "%s%s%s", folder, pack ? "" : "/", pack ? "" : w->file);
    snprintf(output, sizeof output, "%s/out%s", folder, w->how == NULL || pack ? ".rom" : w->how);
    char *words[] = {verb, input, option, output, quiet, no_cache, NULL};
    int count = w->how == NULL ? 4 : pack ? 6 : 5;
    report_free(command_report());                           /* the report of other tests */
    *command_report() = (tool_report){.tell = report_print}; /* the report at the start of a process */
    int kept = hide_errors(), code = pack             ? verb_pack.run(count, words)
                                     : w->how == NULL ? verb_assemble.run(count, words)
                                                      : verb_convert.run(count, words);
    show_errors(kept);
    report_free(&said);
    said = *command_report();
    *command_report() = (tool_report){.tell = report_print};
    code = command_end(verb, code);
    return code;
}

/* Gives a mistake without a file, or without a line or an offset in it; NULL when every mistake has them. */
static const tool_error *without_place(void) {
    for (uint32_t i = 0; i < said.count; i++) {
        const tool_error *e = &said.entries[i].what;
        if (said.entries[i].severity == REPORT_ERROR && (e->file == 0 || (e->line == 0 && !e->binary)))
            return e;
    }
    return NULL;
}

/* VERB_MUTATIONS in the environment asks for another number of files in all. */
TEST(verbs_take_damaged_files_or_refuse_them_with_their_place) {
    const char *wish = getenv("VERB_MUTATIONS");
    long files = wish != NULL ? strtol(wish, NULL, 10) : 2000, taken = 0, refused = 0;
    static sample whole, s;
    unsigned faults = 0;
    damage_state = 0x9E3779B97F4A7C15u;
    begin();
    for (size_t k = 0; k < WORKS; k++) {
        const work *w = &works[k];
        (void)take_whole(w->name, &whole);
        lay_out(w);
        for (long i = -1; i < files / WORKS + 1; i++) {
            s = whole; /* the first round uses the undamaged file */
            if (i >= 0) damage(&whole, &s);
            write_file(w->file, s.data, s.size);
            unsigned before = count_files();
            int code = run(w);
            unsigned made = count_files() - before;
            const tool_error *lost = without_place();
            bool good = code == EXIT_GOOD
                            ? said.errors == 0 && made > 0
                            : code == EXIT_BAD && said.errors > 0 && made == 0 && lost == NULL && i >= 0;
            if (!good && faults++ < 20) {
                TEST_INFO("%s by %s, file %ld: exit code %d, %u errors, %u files made: %s", w->name, w->how,
                          i, code, (unsigned)said.errors, made,
                          lost != NULL     ? lost->text
                          : said.count > 0 ? said.entries[0].what.text
                                           : "");
            }
            (void)remove(output);
            char beside[240];
            snprintf(beside, sizeof beside, "%s/out.mtl", folder);
            (void)remove(beside);
            taken += code == EXIT_GOOD;
            refused += code == EXIT_BAD;
        }
        char path[240];
        snprintf(path, sizeof path, "%s/%s", folder, w->file);
        (void)remove(path);
    }
    report_free(&said);
    (void)nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    CHECK_EQ(faults, 0);
    CHECK(taken > files / 20 && refused > files / 4);
    TEST_INFO("%ld taken, %ld refused", taken, refused);
}
