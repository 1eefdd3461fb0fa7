/* Tests of paths: the console's own, and those of other systems. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/file/host_path.h"
#include "kernel/file/path.h"
#include "kernel/names/id.h"
#include "tests/test.h"

typedef ox_status path_maker(ox_text *out, ox_text_view path);

/* Whether the function makes `expected` of the path; an empty text stands for a refusal. */
static bool makes(path_maker *maker, const char *path, const char *expected) {
    char line[OX_PATH_ROOM];
    ox_text out = ox_text_begin_plain(line, sizeof line);
    bool good = maker(&out, ox_text_of(path)) == OX_OK;
    bool same = good == (expected[0] != 0) && ox_text_equal(ox_text_seen(&out), ox_text_of(expected));
    if (!same) TEST_INFO("%s gives %s", path, line);
    return same;
}

TEST(file_path_canonical_form) {
    CHECK(makes(ox_path_canonical, "a/./b/../c", "a/c"));
    CHECK(makes(ox_path_canonical, "rom:A\\.\\b//../C.PNG", "rom:a/c.png"));
    CHECK(makes(ox_path_canonical, "/a//b/", "/a/b"));
    CHECK(makes(ox_path_canonical, "save:", "save:"));
    CHECK(makes(ox_path_canonical, "rom:a/..", "rom:"));
    CHECK(makes(ox_path_canonical, "../x", ""));
    CHECK(makes(ox_path_canonical, "rom:../x", ""));
    CHECK(makes(ox_path_canonical, "/a/../../x", ""));
    CHECK(makes(ox_path_canonical, "a b", ""));
    CHECK(makes(ox_path_canonical, "toolongname:a", ""));
    CHECK(makes(ox_path_canonical, "a:b:c", ""));
    CHECK(makes(ox_path_canonical,
                "Stra\xC3\x9F"
                "e",
                "stra\xC3\x9F"
                "e"));
    char long_path[OX_PATH_MAX + 2];
    memset(long_path, 'x', sizeof long_path);
    long_path[OX_PATH_MAX] = 0;
    CHECK(makes(ox_path_canonical, long_path, long_path));
    long_path[OX_PATH_MAX] = 'x';
    long_path[OX_PATH_MAX + 1] = 0;
    CHECK(makes(ox_path_canonical, long_path, ""));
    CHECK_EQ(ox_path_check(ox_text_of(long_path)), OX_FULL);
    CHECK_EQ(ox_path_check(OX_TEXT("a?")), OX_BAD_DATA);
    char small[4];
    ox_text out = ox_text_begin_plain(small, sizeof small);
    CHECK_EQ(ox_path_canonical(&out, OX_TEXT("abcdef")), OX_FULL);
    CHECK_EQ(out.length, 0);
}

TEST(file_path_taken_apart_and_joined) {
    static const char *const paths[] = {
        "rom:a/b/c.ext", "x.tar.gz", ".profile", "name",     "c.",        "/",     "a/",
        "host:",         "/a.b/c",   "..",       "a/../b.c", "rom:x.y/z", "a\\b.c"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        char line[OX_PATH_ROOM];
        ox_text out = ox_text_begin_plain(line, sizeof line);
        ox_path_parts parts = ox_path_split(ox_text_of(paths[i]));
        CHECK_EQ(ox_path_join(&out, &parts), OX_OK);
        CHECK(ox_text_equal(ox_text_seen(&out), ox_text_of(paths[i])));
    }
    CHECK(ox_text_equal(ox_path_split(OX_TEXT("x.tar.gz")).extension, OX_TEXT("gz")));
    CHECK(ox_path_split(OX_TEXT(".profile")).extension.at == NULL);
    CHECK(ox_path_split(OX_TEXT("name")).extension.at == NULL);
    CHECK(ox_path_split(OX_TEXT("a.b/name")).extension.at == NULL);
    CHECK(ox_text_equal(ox_path_split(OX_TEXT("rom:a/b/c.ext")).directory, OX_TEXT("a/b/")));
    CHECK(ox_text_equal(ox_path_split(OX_TEXT("rom:a/b/c.ext")).device, OX_TEXT("rom")));
    char line[OX_PATH_ROOM];
    ox_text out = ox_text_begin_plain(line, sizeof line);
    CHECK_EQ(ox_path_replace_extension(&out, OX_TEXT("gfx/hero.png"), OX_TEXT("pal")), OX_OK);
    CHECK(strcmp(line, "gfx/hero.pal") == 0);
    CHECK_EQ(ox_path_replace_extension(&out, OX_TEXT("gfx/hero.png"), OX_TEXT("")), OX_OK);
    CHECK(strcmp(line, "gfx/hero") == 0);
    char wide[OX_PATH_MAX + 1];
    memset(wide, 'x', OX_PATH_MAX);
    wide[OX_PATH_MAX] = 0;
    CHECK_EQ(ox_path_replace_extension(&out, ox_text_of(wide), OX_TEXT("png")), OX_FULL);
    ox_path_parts parts = {.directory = ox_text_of(wide), .name = OX_TEXT("x")};
    CHECK_EQ(ox_path_join(&out, &parts), OX_FULL);
    CHECK(ox_path_compare(OX_TEXT("A\\b"), OX_TEXT("a/B")) == 0);
    CHECK(ox_path_compare(OX_TEXT("a"), OX_TEXT("ab")) < 0 &&
          ox_path_compare(OX_TEXT("b"), OX_TEXT("ab")) > 0);
}

/* Makes a path of up to `most` random segments, some of them "." and "..", that does not climb above its root. */
static void random_path(rng32 *random, char *line, uint32_t most, bool dots) {
    ox_text out = ox_text_begin_plain(line, OX_PATH_ROOM);
    uint32_t depth = 0;
    ox_text_string(&out, "rom:");
    for (uint32_t i = rng_below(random, most + 1); i > 0; i--) {
        uint32_t kind = dots ? rng_below(random, 6) : 5;
        char name[2] = {(char)('a' + rng_below(random, 3)), 0};
        if (kind == 0 && depth == 0) kind = 5;
        depth += kind == 0 ? UINT32_MAX : kind == 1 ? 0 : 1;
        ox_text_string(&out, kind == 0 ? ".." : kind == 1 ? "." : name);
        if (i > 1) ox_text_string(&out, "/");
    }
}

TEST(file_path_relative_and_back) {
    char path[OX_PATH_ROOM], base[OX_PATH_ROOM], way[OX_PATH_ROOM], back[OX_PATH_ROOM],
        canonical[OX_PATH_ROOM];
    ox_text out = ox_text_begin_plain(way, sizeof way), whole = ox_text_begin_plain(back, sizeof back);
    ox_text form = ox_text_begin_plain(canonical, sizeof canonical);
    rng32 random = rng32_seed(20, 1);
    uint32_t wrong = 0;
    for (int i = 0; i < 1000; i++) {
        random_path(&random, path, 7, true);
        random_path(&random, base, 6, false);
        wrong += ox_path_canonical(&form, ox_text_of(path)) != OX_OK;
        wrong += ox_path_relative(&out, ox_text_of(path), ox_text_of(base)) != OX_OK;
        wrong += ox_path_is_absolute(ox_text_seen(&out));
        wrong += ox_path_absolute(&whole, ox_text_seen(&out), ox_text_of(base)) != OX_OK;
        wrong += strcmp(back, canonical) != 0;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(ox_path_absolute(&out, OX_TEXT("../gfx/pirate.png"), OX_TEXT("rom:levels/1")), OX_OK);
    CHECK(strcmp(way, "rom:levels/gfx/pirate.png") == 0);
    CHECK_EQ(ox_path_absolute(&out, OX_TEXT("/gfx"), OX_TEXT("rom:levels/1")), OX_OK);
    CHECK(strcmp(way, "rom:gfx") == 0);
    CHECK_EQ(ox_path_absolute(&out, OX_TEXT("save:x"), OX_TEXT("rom:levels/1")), OX_OK);
    CHECK(strcmp(way, "save:x") == 0);
    CHECK_EQ(ox_path_absolute(&out, OX_TEXT("../../../x"), OX_TEXT("rom:levels/1")), OX_NOT_FOUND);
    CHECK_EQ(ox_path_absolute(&out, OX_TEXT("x"), OX_TEXT("levels")), OX_BAD_DATA);
    CHECK_EQ(ox_path_relative(&out, OX_TEXT("x"), OX_TEXT("rom:")), OX_BAD_DATA);
    CHECK_EQ(ox_path_relative(&out, OX_TEXT("save:a"), OX_TEXT("rom:b")), OX_OK);
    CHECK(strcmp(way, "save:a") == 0);
    CHECK_EQ(ox_path_relative(&out, OX_TEXT("rom:a/b"), OX_TEXT("rom:a/b")), OX_OK);
    CHECK(strcmp(way, ".") == 0);
}

TEST(file_path_patterns) {
    static const struct {
        const char *path, *pattern;
        bool fits;
    } cases[] = {{"gfx/hero.png", "gfx/*.png", true},
                 {"gfx/a/hero.png", "gfx/*.png", false},
                 {"gfx/Hero.PNG", "GFX\\h?ro.*", true},
                 {"", "*", true},
                 {"", "?", false},
                 {"abcabd", "*abd", true},
                 {"abc", "abc*", true},
                 {"abc", "ab", false},
                 {"a/b", "a?b", false},
                 {"a/b/c", "*/*/*", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_EQ(ox_path_match(ox_text_of(cases[i].path), ox_text_of(cases[i].pattern)), cases[i].fits);
    }
}

TEST(file_path_dotted_names) {
    ox_dotted_name name;
    CHECK(ox_path_dotted(OX_TEXT("Locust_Boomer.PhysicalMaterials.LocustBommerLeather"), &name));
    CHECK(ox_text_equal(name.package, OX_TEXT("Locust_Boomer")));
    CHECK(ox_text_equal(name.folder, OX_TEXT("PhysicalMaterials")));
    CHECK(ox_text_equal(name.resource, OX_TEXT("LocustBommerLeather")));
    CHECK(ox_path_dotted(OX_TEXT("a.b.c.d"), &name) && ox_text_equal(name.folder, OX_TEXT("b.c")));
    CHECK(ox_path_dotted(OX_TEXT("a.d"), &name) && name.folder.length == 0);
    CHECK(!ox_path_dotted(OX_TEXT("plain"), &name));
    CHECK(!ox_path_dotted(OX_TEXT(".b"), &name));
    CHECK(!ox_path_dotted(OX_TEXT("a."), &name));
    CHECK_EQ(SID("Locust_Boomer.PhysicalMaterials.LocustBommerLeather"), 0x5C978BCFu);
}

TEST(file_path_of_dotted_names) {
    static const char *const cases[][2] = {{"Locust_Boomer.PhysicalMaterials.LocustBommerLeather",
                                            "Locust_Boomer/PhysicalMaterials/LocustBommerLeather"},
                                           {"a.b.c.d", "a/b/c/d"},
                                           {"a.d", "a/d"},
                                           {"a..d", "a/d"}}; /* an empty folder between the dots */
    static const char *const none[] = {"", "plain", ".b", "a.", "a...d", "a.b..d", "a..b.d"};
    char line[OX_PATH_ROOM], narrow[6];
    ox_text out = ox_text_begin_plain(line, sizeof line), small = ox_text_begin_plain(narrow, sizeof narrow);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_EQ(ox_path_of_dotted(&out, ox_text_of(cases[i][0])), OX_OK);
        CHECK(strcmp(line, cases[i][1]) == 0);
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        CHECK_EQ(ox_path_of_dotted(&out, ox_text_of(none[i])), OX_BAD_ARGUMENT);
        CHECK_EQ(out.length, 0);
    }
    CHECK_EQ(ox_path_of_dotted(&small, OX_TEXT("ab.cde")), OX_FULL);
    CHECK_EQ(small.length, 0);
    /* The id of a dotted name is that of its path, in any spelling. */
    CHECK_EQ(ox_path_of_dotted(&out, OX_TEXT("Gfx.Pirate")), OX_OK);
    CHECK_EQ(ox_id_of(ox_text_seen(&out)), SID("gfx\\pirate"));
}

/* ---- other systems ---- */

static bool resolves(ox_host_system system, const char *path, const ox_host_current *current,
                     const char *expected) {
    char line[OX_HOST_PATH_ROOM];
    ox_text out = ox_text_begin_plain(line, sizeof line);
    bool good =
        ox_host_path_resolve(&out, system, ox_text_of(path), current) == OX_OK && strcmp(line, expected) == 0;
    if (!good) TEST_INFO("%s gives %s", path, line);
    return good;
}

TEST(file_host_paths_resolved) {
    ox_host_current windows = {.directory = OX_TEXT("\\Windows")};
    windows.directories['X' - 'A'] = OX_TEXT("\\game\\assets");
    CHECK(resolves(OX_HOST_WINDOWS, "System32", &windows, "\\Windows\\System32"));
    CHECK(resolves(OX_HOST_WINDOWS, "X:animation\\walk.anim", &windows,
                   "X:\\game\\assets\\animation\\walk.anim"));
    windows.drive = 'c';
    CHECK(resolves(OX_HOST_WINDOWS, "System32", &windows, "C:\\Windows\\System32"));
    CHECK(resolves(OX_HOST_WINDOWS, "C:System32", &windows, "C:\\Windows\\System32"));
    CHECK(resolves(OX_HOST_WINDOWS, "\\x", &windows, "C:\\x"));
    CHECK(resolves(OX_HOST_WINDOWS, "Y:a", &windows, "Y:\\a"));
    CHECK(resolves(OX_HOST_WINDOWS, "D:/x", &windows, "D:/x"));
    ox_host_current local = {.directory = OX_TEXT("/usr/local")}, game = {.directory = OX_TEXT("/game")};
    CHECK(resolves(OX_HOST_UNIX, "bin/grep", &local, "/usr/local/bin/grep"));
    CHECK(resolves(OX_HOST_UNIX, "src/audio/effects.cpp", &game, "/game/src/audio/effects.cpp"));
    CHECK(resolves(OX_HOST_UNIX, "/bin/sh", &game, "/bin/sh"));
    ox_host_current mac = {.directory = OX_TEXT("Disk:Games")};
    CHECK(resolves(OX_HOST_MAC, ":Art:Hero", &mac, "Disk:Games:Art:Hero"));
    CHECK(resolves(OX_HOST_MAC, "Other:Hero", &mac, "Other:Hero"));
    char small[4];
    ox_text out = ox_text_begin_plain(small, sizeof small);
    CHECK_EQ(ox_host_path_resolve(&out, OX_HOST_UNIX, OX_TEXT("bin/grep"), &local), OX_FULL);
}

TEST(file_host_paths_are_absolute) {
    static const struct {
        ox_host_system system;
        const char *path;
        ox_host_path_kind kind;
    } cases[] = {{OX_HOST_WINDOWS, "C:\\Windows\\System32", OX_HOST_ABSOLUTE},
                 {OX_HOST_WINDOWS, "D:\\", OX_HOST_ABSOLUTE},
                 {OX_HOST_WINDOWS, "\\", OX_HOST_ROOTED},
                 {OX_HOST_WINDOWS, "\\game\\assets\\animation\\walk.anim", OX_HOST_ROOTED},
                 {OX_HOST_WINDOWS, "\\\\joe-dell\\Shared\\_Files\\Images\\foo.jpg", OX_HOST_SHARE},
                 {OX_HOST_UNIX, "/usr/local/bin/grep", OX_HOST_ABSOLUTE},
                 {OX_HOST_UNIX, "/game/src/audio/effects.cpp", OX_HOST_ABSOLUTE},
                 {OX_HOST_UNIX, "/", OX_HOST_ABSOLUTE},
                 {OX_HOST_WINDOWS, "System32", OX_HOST_RELATIVE},
                 {OX_HOST_WINDOWS, "X:animation\\walk.anim", OX_HOST_DRIVE_RELATIVE},
                 {OX_HOST_UNIX, "bin/grep", OX_HOST_RELATIVE}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ox_host_path_kind kind = ox_host_path_kind_of(cases[i].system, ox_text_of(cases[i].path));
        CHECK_EQ(kind, cases[i].kind);
        bool absolute = cases[i].kind != OX_HOST_RELATIVE && cases[i].kind != OX_HOST_DRIVE_RELATIVE;
        CHECK_EQ(ox_host_path_is_absolute(cases[i].system, ox_text_of(cases[i].path)), absolute);
    }
}

static bool converts(ox_host_system from, ox_host_system to, const char *path, const char *expected) {
    char line[OX_HOST_PATH_ROOM];
    ox_text out = ox_text_begin_plain(line, sizeof line);
    return ox_host_path_convert(&out, from, to, ox_text_of(path)) == OX_OK && strcmp(line, expected) == 0;
}

TEST(file_host_paths_converted_and_judged) {
    char line[OX_HOST_PATH_ROOM];
    ox_text out = ox_text_begin_plain(line, sizeof line);
    CHECK(converts(OX_HOST_WINDOWS, OX_HOST_UNIX, "gfx\\hero.png", "gfx/hero.png"));
    CHECK(converts(OX_HOST_UNIX, OX_HOST_MAC, "gfx/hero.png", ":gfx:hero.png"));
    CHECK(converts(OX_HOST_MAC, OX_HOST_WINDOWS, ":gfx:hero.png", "gfx\\hero.png"));
    CHECK(converts(OX_HOST_MAC, OX_HOST_UNIX, "hero.png", "hero.png"));
    CHECK_EQ(ox_host_path_convert(&out, OX_HOST_WINDOWS, OX_HOST_UNIX, OX_TEXT("C:\\x")), OX_BAD_ARGUMENT);

    ox_text_view rest = OX_TEXT(" \"My Files\\a.png\" b\\ c.png d"), all = rest;
    CHECK_EQ(ox_host_path_unquote(&out, OX_HOST_WINDOWS, rest, &rest), OX_OK);
    CHECK(strcmp(line, "My Files\\a.png") == 0);
    CHECK_EQ(ox_host_path_unquote(&out, OX_HOST_UNIX, rest, &rest), OX_OK);
    CHECK(strcmp(line, "b c.png") == 0);
    CHECK_EQ(ox_host_path_unquote(&out, OX_HOST_UNIX, rest, &rest), OX_OK);
    CHECK_EQ(ox_host_path_unquote(&out, OX_HOST_UNIX, rest, &rest), OX_EMPTY);
    CHECK_EQ(ox_host_path_unquote(&out, OX_HOST_UNIX, ox_text_part(all, 0, 6), &rest), OX_BAD_DATA);

    CHECK(ox_host_name_fault(OX_HOST_UNIX, OX_TEXT("a:b?")) == NULL);
    CHECK(ox_host_name_fault(OX_HOST_UNIX, OX_TEXT("")) != NULL);
    CHECK(ox_host_name_fault(OX_HOST_WINDOWS, OX_TEXT("a:b")) != NULL);
    CHECK(ox_host_name_fault(OX_HOST_WINDOWS, OX_TEXT("NUL.txt")) != NULL);
    CHECK(ox_host_name_fault(OX_HOST_WINDOWS, OX_TEXT("name.")) != NULL);
    CHECK(ox_host_name_fault(OX_HOST_WINDOWS, OX_TEXT("a longer name.jpeg")) == NULL);
    CHECK(ox_host_name_fault(OX_HOST_MAC, OX_TEXT("a/b")) == NULL &&
          ox_host_name_fault(OX_HOST_MAC, OX_TEXT("a:b")) != NULL);
    CHECK(ox_host_name_fault(OX_HOST_DOS, OX_TEXT("AUTOEXEC.BAT")) == NULL);
    CHECK(ox_host_name_fault(OX_HOST_DOS, OX_TEXT("AUTOEXEC1.BAT")) != NULL);
    CHECK(ox_host_name_fault(OX_HOST_DOS, OX_TEXT("HERO.JPEG")) != NULL);
    CHECK(ox_host_name_fault(OX_HOST_DOS, OX_TEXT("A.B.C")) != NULL);

    ox_text_view names[] = {OX_TEXT("hero.png"), OX_TEXT("foe.png"), OX_TEXT("Hero.PNG")};
    uint32_t first = 9, second = 9;
    CHECK(ox_host_names_clash(names, 3, &first, &second) && first == 0 && second == 2);
    CHECK(!ox_host_names_clash(names, 2, &first, &second));
}

/* A path that is too long before ".." shortens it is refused, even if the shortened path would fit. */
TEST(file_path_too_long_on_the_way) {
    char line[9];
    ox_text out = ox_text_begin_plain(line, sizeof line);
    CHECK_EQ(ox_path_canonical(&out, OX_TEXT("m:abcd/ef/..")), OX_FULL);
    CHECK_EQ(out.length, 0);
    CHECK_EQ(ox_path_canonical(&out, OX_TEXT("m:abcd/e/..")), OX_OK);
    CHECK(ox_text_equal(ox_text_seen(&out), OX_TEXT("m:abcd")));
}
