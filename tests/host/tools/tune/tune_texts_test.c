/* Numbers of all texts of a cart: levels, data tables, tables, particles, scripts; found by their labels, changed alone, held to what packing
 * takes. */
#define _XOPEN_SOURCE 700
#include "tests/host/tools/pack/packed_cart.h"
#include "tools/import/base/file.h"
#include "tools/tune/tune.h"

typedef struct text {
    const char *name, *words;
} text;

static const text texts[] = {
    {"cart.txt", "title \"Texts\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nmesh sign square.obj\n"
                 "data units units.csv   # who fights\ntable power power.csv kind=u8\ntable curve curve.txt\n"
                 "particles smoke smoke.particles\nlevel town town.level\nsound boom boom.wav\ncues main "
                 "main.json\nbank steps steps.bank\nscript game game.goad with=shared.goad\n"
                 "scene one\n camera at=0,0,4 target=0,0,0\n object sign at=0,0,0 behaviour=Hero\nend\n"},
    {"square.obj", "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n"},
    {"units.csv", "key,health:i32,speed:fx,name:text,mood:id\r\norc,12,1.5,\"Orc, the "
                  "\"\"2nd\"\"\",7\r\n\r\nelf,7,\"2.25\",\"two\nlines\",x\r\ntroll,40,-0.5,9,y"},
    {"power.csv", "0,1,4,9\n1,2,5,10\n"},
    {"curve.txt", "# twice as much\nexpression x * 2\ndomain 0 1\ncount 4\nformat fx\n"},
    {"smoke.particles",
     "# smoke\nrate 30   # births\nlife 0.5 1.25\nforce 0,-9.8,0\ncolour #ff0000 #00ff00\n"},
    {"town.level", "level 1\nbounds 0,0,0 9,9,9\n# an orc\nspawn orc at=1,0,2 yaw=45   # he\n  set health "
                   "12\nspawn orc at=3,0,2\n set health 13\n"},
    {"game.goad", "// how it plays: const WRONG = 1\n/* tune no: fx = 2.0 */ const LIMIT = 12\nconst HEX = "
                  "0x1F\nconst LONG = 1_000\n"
                  "tune walk.speed: fx = 0.5 in 0.0..4.0   // metres a step\ntune away: vec3 = vec3(1.0, "
                  "-2.5,\n  0.0)\nvar seen = 6\n"
                  "behaviour Hero {\n  prop power: int = 3 in 0..9\n  prop turn: angle = 90deg; prop late: "
                  "int = -250ms\n  var left = 5\n"
                  "  on tick { self.pos = self.pos + away * walk.speed\n log(\"const X = 1\") }\n}\n"},
    {"main.json", "{\r\n  \"cues\": [{\"name\": \"bang\", \"volume\": 0.75, \"sources\": [\"boom\", "
                  "{\"sound\": \"boom\", \"weight\": 2}]},\n"
                  "    {\"name\": \"thud\", \"falloff\": 15e1, \"most\":3 , \"sources\": [\"boom\"]}],\n  "
                  "\"buses\": [{\"name\": \"music\", \"volume\": 0.5,\n"
                  " \"duck\": {\"for\": \"voice\", \"by\": 9, \"attack\": 6, \"release\": 30}}]}\n"},
    {"steps.bank", "# steps\nsand boom volume=0.5 pan=-0.25 # soft\n"},
    {"shared.goad", "const SHARED = 2s\n"},
};
enum { TEXTS = sizeof texts / sizeof texts[0] };

static const struct {
    const char *label, *word, *text;
} numbers[] = {{"data units/orc.health", "12", "units.csv"},
               {"data units/orc.speed", "1.5", "units.csv"},
               {"data units/elf.health", "7", "units.csv"},
               {"data units/elf.speed", "2.25", "units.csv"},
               {"data units/troll.health", "40", "units.csv"},
               {"data units/troll.speed", "-0.5", "units.csv"},
               {"table power/1.3", "4", "power.csv"},
               {"table power/2.1", "1", "power.csv"},
               {"table curve/expression.3", "2", "curve.txt"},
               {"table curve/domain.2", "1", "curve.txt"},
               {"table curve/count.1", "4", "curve.txt"},
               {"particles smoke/rate.1", "30", "smoke.particles"},
               {"particles smoke/life.2", "1.25", "smoke.particles"},
               {"particles smoke/force.1.2", "-9.8", "smoke.particles"},
               {"level town/bounds.2.3", "9", "town.level"},
               {"level town/spawn orc.yaw", "45", "town.level"},
               {"level town/spawn orc/set health.1", "12", "town.level"},
               {"level town/spawn orc#2.at.1", "3", "town.level"},
               {"level town/spawn orc/set health#2.1", "13", "town.level"},
               {"cues main/cues/bang.volume", "0.75", "main.json"},
               {"cues main/cues/bang/sources/2.weight", "2", "main.json"},
               {"cues main/cues/thud.most", "3", "main.json"},
               {"cues main/buses/music.volume", "0.5", "main.json"},
               {"cues main/buses/music/duck.by", "9", "main.json"},
               {"bank steps/sand.pan", "-0.25", "steps.bank"},
               {"script game/LIMIT", "12", "game.goad"},
               {"script game/walk.speed", "0.5", "game.goad"},
               {"script game/away.1", "1.0", "game.goad"},
               {"script game/away.2", "-2.5", "game.goad"},
               {"script game/away.3", "0.0", "game.goad"},
               {"script game/Hero.power", "3", "game.goad"},
               {"script game/Hero.turn", "90", "game.goad"},
               {"script game/Hero.late", "-250", "game.goad"},
               {"script game/SHARED", "2", "shared.goad"},
               {"scene one/camera.at.3", "4", "cart.txt"}};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static const text *text_of(const char *name) {
    const text *t = texts;
    while (strcmp(t->name, name) != 0) t++;
    return t;
}

static bool begin(packed_folder *f, tune *t) {
    tool_error error = {.text = ""};
    if (!folder_make(f)) return false;
    for (size_t i = 0; i < TEXTS; i++) folder_write(f, texts[i].name, texts[i].words);
    bool ok = tune_open(f->path, t, &error);
    if (!ok || t->left_out.text[0] != 0) TEST_INFO("%s%s", error.text, t->left_out.text);
    CHECK(ok && t->left_out.text[0] == 0);
    return ok;
}

static void end(packed_folder *f, tune *t) {
    tune_close(t);
    folder_remove(f);
}

/* Whether every text is as it was, but for `words` in the place of `length` bytes at `at` of the text
 * `name`. */
static bool differs_only(const packed_folder *f, const char *name, size_t at, size_t length,
                         const char *words) {
    bool same = true;
    for (size_t i = 0; i < TEXTS; i++) {
        char path[96], wanted[1200];
        uint8_t *data = NULL;
        size_t size = 0;
        tool_error error;
        const text *own = &texts[i];
        snprintf(path, sizeof path, "%s/%s", f->path, own->name);
        if (strcmp(own->name, name) == 0)
            snprintf(wanted, sizeof wanted, "%.*s%s%s", (int)at, own->words, words, own->words + at + length);
        else
            snprintf(wanted, sizeof wanted, "%s", own->words);
        bool equal = import_file_read(path, &data, &size, &error) && size == strlen(wanted) &&
                     memcmp(data, wanted, size) == 0;
        if (!equal) TEST_INFO("%s is not as wanted", own->name);
        same = same && equal;
        free(data);
    }
    return same;
}

TEST(tune_reaches_the_numbers_of_all_texts) {
    packed_folder f;
    tune t;
    uint32_t others = 0;
    if (!begin(&f, &t)) return;
    for (size_t i = 0; i < NUMBERS; i++) {
        uint32_t at = tune_find(&t, numbers[i].label);
        bool good = at != TUNE_NONE && strcmp(t.numbers.list[at].word, numbers[i].word) == 0;
        if (!good)
            TEST_INFO("%s = %s", numbers[i].label, at == TUNE_NONE ? "nothing" : t.numbers.list[at].word);
        CHECK(good);
        if (!good) continue;
        const char *words = text_of(numbers[i].text)->words, *place = words + t.numbers.list[at].at;
        unsigned long line = 1;
        for (const char *c = words; c < place; c++) line += *c == '\n';
        CHECK(strncmp(place, numbers[i].word, strlen(numbers[i].word)) == 0);
        CHECK_EQ(t.numbers.list[at].line, line);
        CHECK(strstr(t.numbers.list[at].path, numbers[i].text) != NULL);
    }
    /* words that only look like numbers are not listed: comments, notes, texts and ids of tables, variables,
     * patterns of bits */
    for (uint32_t i = 0; i < t.numbers.count; i++) {
        const char *label = t.numbers.list[i].label;
        others += strstr(label, "WRONG") != NULL || strstr(label, "no") == label ||
                  strstr(label, "mood") != NULL || strstr(label, ".name") != NULL ||
                  strstr(label, "seen") != NULL || strstr(label, "left") != NULL ||
                  strstr(label, "HEX") != NULL || strstr(label, "LONG") != NULL ||
                  strstr(label, "/X") != NULL;
        for (uint32_t k = 0; k < i; k++) CHECK(strcmp(label, t.numbers.list[k].label) != 0);
    }
    CHECK_EQ(others, 0);
    end(&f, &t);
}

TEST(tune_changes_that_number_of_any_text_alone) {
    packed_folder f;
    tune t;
    tool_error error = {.text = ""};
    if (!begin(&f, &t)) return;
    for (size_t i = 0; i < NUMBERS; i++) {
        char word[TUNE_WORD];
        uint32_t number = tune_find(&t, numbers[i].label);
        if (number == TUNE_NONE) continue;
        const size_t at = t.numbers.list[number].at;
        CHECK(tune_step(numbers[i].word, 2, false, word));
        bool written = tune_set(&t, number, word, &error);
        if (!written) TEST_INFO("%s: %s", numbers[i].label, error.text);
        CHECK(written && differs_only(&f, numbers[i].text, at, strlen(numbers[i].word), word));
        number = tune_find(&t, numbers[i].label);
        CHECK(number != TUNE_NONE && strcmp(t.numbers.list[number].word, word) == 0);
        CHECK(tune_set(&t, number, numbers[i].word, &error));
    }
    CHECK(differs_only(&f, "", 0, 0, ""));
    end(&f, &t);
}

/* A number that packing would refuse is not written; the sentence names the text and its line. */
TEST(tune_refuses_what_a_text_cannot_take) {
    static const struct {
        const char *label, *word, *sentence;
        unsigned long line;
    } cases[] = {{"data units/elf.health", "7.5", "is no i32", 4},
                 {"data units/orc.speed", "40000", "is no fx", 2},
                 {"table power/2.4", "300", "is no u8", 2},
                 {"table curve/count.1", "-4", "curve.txt", 4},
                 {"particles smoke/life.2", "0.25", "least is above", 3},
                 {"cues main/buses/music.volume", "2", "main.json", 4},
                 {"bank steps/sand.volume", "3", "steps.bank", 2},
                 {"particles smoke/rate.1", "5000", "out of range", 2},
                 {"level town/spawn orc.at.1", "20000", "out of range", 4},
                 {"script game/Hero.power", "12", "outside its range", 10},
                 {"script game/walk.speed", "4.5", "outside its range", 5},
                 {"script game/LIMIT", "1.5", "", 0},
                 {"scene one/camera.at.3", "99999", "cart.txt", 17}};
    packed_folder f;
    tune t;
    if (!begin(&f, &t)) return;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tool_error error = {.text = ""};
        bool refused = !tune_set(&t, tune_find(&t, cases[i].label), cases[i].word, &error);
        bool good = cases[i].line == 0 ? !refused
                                       : refused && strstr(error.text, cases[i].sentence) != NULL &&
                                             error.line == cases[i].line;
        if (!good) TEST_INFO("%s: %s (line %lu)", cases[i].label, error.text, error.line);
        CHECK(good);
        if (cases[i].line == 0)
            CHECK(tune_set(&t, tune_find(&t, cases[i].label), "12",
                           &error)); /* a constant takes the type of its value */
    }
    CHECK(differs_only(&f, "", 0, 0, ""));
    end(&f, &t);
}

/* Every property of a camera is a number of the text, and each of them counts: another number makes another
 * scene. */
TEST(tune_reaches_all_of_a_camera) {
    static const char words[] =
        "title \"Camera\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nscene one\n"
        " camera at=0,1,4 target=0,0.5,0 fov=45 near=0.25 far=50 separation=0.125 orbit=2,0.25,30 "
        "bob=0.5,0.125,60 # all\nend\n";
    static const char *const keys[] = {"at.1",    "at.2",  "at.3",  "target.1",   "target.2", "target.3",
                                       "fov",     "near",  "far",   "separation", "orbit.1",  "orbit.2",
                                       "orbit.3", "bob.1", "bob.2", "bob.3"};
    packed_folder f;
    tune t;
    tool_error error = {.text = ""};
    writer before, after;
    if (!folder_make(&f)) return;
    folder_write(&f, "cart.txt", words);
    CHECK(tune_open(f.path, &t, &error));
    CHECK_EQ(t.numbers.count, sizeof keys / sizeof keys[0]);
    CHECK(folder_pack(&f, &before));
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char label[60], word[TUNE_WORD], old[TUNE_WORD];
        snprintf(label, sizeof label, "scene one/camera.%s", keys[i]);
        uint32_t number = tune_find(&t, label);
        CHECK(number != TUNE_NONE);
        if (number == TUNE_NONE) continue;
        memcpy(old, t.numbers.list[number].word, sizeof old);
        CHECK(tune_step(old, 1, false, word) && tune_set(&t, number, word, &error) &&
              folder_pack(&f, &after));
        bool other = after.size != before.size || memcmp(after.data, before.data, after.size) != 0;
        if (!other) TEST_INFO("%s makes no difference", label);
        CHECK(other);
        CHECK(tune_set(&t, number, old, &error));
        writer_free(&after);
    }
    CHECK(folder_pack(&f, &after));
    CHECK(after.size == before.size && memcmp(after.data, before.data, after.size) == 0);
    writer_free(&before);
    writer_free(&after);
    end(&f, &t);
}

/* A text that is missing or wrong has no numbers, and the reason is known. The numbers of a wrong cart.txt
 * are there, so that it can be mended. */
TEST(tune_tells_which_text_it_cannot_read) {
    packed_folder f;
    tune t;
    tool_error error = {.text = ""};
    char path[96];
    if (!begin(&f, &t)) return;
    const uint32_t all = t.numbers.count;
    snprintf(path, sizeof path, "%s/units.csv", f.path);
    CHECK(remove(path) == 0 && tune_read(&t, &error));
    CHECK(strstr(t.left_out.text, "units.csv") != NULL && t.numbers.count == all - 6);
    folder_write(&f, "units.csv", text_of("units.csv")->words);
    CHECK(tune_read(&t, &error) && t.left_out.text[0] == 0 && t.numbers.count == all);
    folder_write(&f, "cart.txt", "nonsense\nscene one\n camera at=0,0,4 target=0,0,0\nend\n");
    CHECK(tune_read(&t, &error) && t.numbers.count == 6 && strstr(t.left_out.text, "nonsense") != NULL);
    CHECK(!tune_set(&t, 0, "1", &error) && strstr(error.text, "nonsense") != NULL);
    end(&f, &t);
}
