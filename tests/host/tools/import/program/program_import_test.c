/* Files that other programs read: permission, the program's input, and its failures. */
#define _XOPEN_SOURCE 700

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/base/file.h"
#include "tools/import/image/image.h"
#include "tools/import/program/program.h"
#include "tools/import/sound/wav.h"

static char folder[64], file[160];
static tool_error error;
static import_sound sound;

static void write_text(const char *name, const char *text) {
    snprintf(file, sizeof file, "%s/%s", folder, name);
    CHECK(import_file_write(file, text, strlen(text), &error));
}

/* Makes a folder with the settings in it, and PATH with one program, `copier`, which keeps its input. */
static void begin(const char *settings, const char *program) {
    char path[300];
    snprintf(folder, sizeof folder, "/tmp/oxcart-programs-XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/oxcart", folder);
    mkdir(path, 0700);
    if (settings != NULL) write_text("oxcart/programs.txt", settings);
    write_text("copier", program);
    chmod(file, 0700);
    setenv("XDG_CONFIG_HOME", folder, 1);
    snprintf(path, sizeof path, ".:%s:/usr/bin:/bin", folder);
    setenv("PATH", path, 1);
}

static void end(const char *path, const char *config) {
    char command[200];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_EQ(system(command), 0);
    setenv("PATH", path, 1);
    if (config != NULL)
        setenv("XDG_CONFIG_HOME", config, 1);
    else
        unsetenv("XDG_CONFIG_HOME");
}

static void write_wav(const char *name) {
    writer out = {0};
    import_sound two;
    CHECK(import_sound_allocate(NULL, 8000, 1, 2, &two, &error));
    two.samples[1] = 77 * 65536;
    import_wav_write(&two, &out);
    snprintf(file, sizeof file, "%s/%s", folder, name);
    CHECK(import_file_write(file, out.data, out.size, &error));
    import_sound_free(&two);
    writer_free(&out);
}

static bool refused(const char *words) {
    error.text[0] = 0;
    if (import_sound_load(file, &sound, &error)) {
        import_sound_free(&sound);
        return false;
    }
    if (strstr(error.text, words) == NULL) TEST_INFO("%s", error.text);
    return strstr(error.text, words) != NULL && strchr(error.text, '\n') == NULL;
}

#define COPIER "#!/bin/sh\necho \"$@\" > words; cp words \"$KEPT\"; cp \"$2\" \"$1\"\n"
#define IMPORTER "importer .blob wav copier {out} {in}\n"

typedef struct surroundings {
    char path[4096], config[1024];
    bool has_config;
} surroundings;

static surroundings keep(void) {
    surroundings s = {.has_config = getenv("XDG_CONFIG_HOME") != NULL};
    snprintf(s.path, sizeof s.path, "%s", getenv("PATH"));
    if (s.has_config) snprintf(s.config, sizeof s.config, "%s", getenv("XDG_CONFIG_HOME"));
    return s;
}

TEST(programs_run_only_when_their_user_allows_them) {
    surroundings before = keep();
    begin(IMPORTER, COPIER);
    setenv("KEPT", "/dev/null", 1);
    write_wav("hop.blob");
    CHECK(refused("allow copier"));
    end(before.path, before.has_config ? before.config : NULL);
    begin("# mine\nallow copier\n" IMPORTER, COPIER);
    write_wav("hop.BLOB");
    CHECK(import_sound_load(file, &sound, &error));
    CHECK_EQ(sound.frames, 2);
    CHECK_EQ(sound.samples[1] / 65536, 77);
    import_sound_free(&sound);
    CHECK(import_program_reads(file, IMPORT_PROGRAM_WAV) && !import_program_reads(file, IMPORT_PROGRAM_PNG));
    end(before.path, before.has_config ? before.config : NULL);
    begin(NULL, COPIER);
    write_wav("hop.blob");
    CHECK(!import_program_reads(file, IMPORT_PROGRAM_WAV));
    end(before.path, before.has_config ? before.config : NULL);
}

TEST(programs_never_see_the_name_of_a_file) {
    surroundings before = keep();
    char kept[200], words[200] = "";
    begin("allow copier\n" IMPORTER, COPIER);
    snprintf(kept, sizeof kept, "%s/kept", folder);
    setenv("KEPT", kept, 1);
    error.text[0] = 0;
    write_wav("-i; touch gone `id` $HOME.blob");
    CHECK(import_sound_load(file, &sound, &error));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    import_sound_free(&sound);
    FILE *list = fopen(kept, "rb");
    CHECK(list != NULL && fgets(words, sizeof words, list) != NULL);
    if (list != NULL) fclose(list);
    CHECK(strcmp(words, "./out.wav ./in.blob\n") == 0);
    end(before.path, before.has_config ? before.config : NULL);
}

TEST(programs_that_fail_hang_or_are_missing_are_told_in_a_line) {
    surroundings before = keep();
    begin("allow copier\n" IMPORTER, "#!/bin/sh\necho it is broken >&2\necho more\nexit 3\n");
    write_wav("a.blob");
    CHECK(refused("copier ended with 3: it is broken"));
    end(before.path, before.has_config ? before.config : NULL);
    begin("allow copier\n" IMPORTER, "#!/bin/sh\nexit 0\n");
    write_wav("a.blob");
    CHECK(refused("wrote nothing"));
    end(before.path, before.has_config ? before.config : NULL);
    begin("allow copier\nseconds 1\n" IMPORTER, "#!/bin/sh\nsleep 30 & sleep 30\n");
    write_wav("a.blob");
    time_t start = time(NULL);
    CHECK(refused("longer than 1 seconds"));
    CHECK(time(NULL) - start < 10);
    end(before.path, before.has_config ? before.config : NULL);
    begin("allow copier\nimporter .blob wav no-such-program-here {in} {out}\n", COPIER);
    write_wav("a.blob");
    CHECK(refused("install no-such-program-here"));
    end(before.path, before.has_config ? before.config : NULL);
    begin("allow copier\nimporter .blob wav copier {in}\n", COPIER);
    write_wav("a.blob");
    CHECK(refused("programs.txt:2:"));
    write_wav("a.wav"); /* a file that the tools read by themselves needs no settings */
    CHECK(import_sound_load(file, &sound, &error));
    import_sound_free(&sound);
    end(before.path, before.has_config ? before.config : NULL);
}

/* Built-in programs: none of them is allowed, and each sentence says which format a file could be saved
 * in. */
TEST(programs_built_in_are_offered_by_name) {
    surroundings before = keep();
    import_image image;
    begin(NULL, COPIER);
    setenv("PATH", folder, 1);
    write_text("hop.ogg", "OggS");
    CHECK(refused("install ffmpeg or sox") && strstr(error.text, "save the file as .wav") != NULL);
    write_text("face.psd", "8BPS");
    CHECK(!import_image_load(file, &image, &error) &&
          strstr(error.text, "install magick or convert") != NULL);
    setenv("PATH", before.path, 1);
    end(before.path, before.has_config ? before.config : NULL);
}
