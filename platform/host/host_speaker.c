/* Programs of desktops that play raw samples from their standard input, best first, and which of them are there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/host/host_internal.h"

/* Programs that can be told are asked to keep little sound, 40 ms, so that a shot is heard when it is seen; the port keeps up to four
 * sixtieths of a second itself. */
static const struct {
    const char *program, *command;
} speakers[] = {
    {"pw-cat", "pw-cat --playback --raw --rate %r --channels %c --format s16 --latency 40ms -"},
    {"paplay", "paplay --raw --rate=%r --channels=%c --format=s16ne --latency-msec=40"},
    {"aplay", "aplay -q -t raw -f S16_LE -r %r -c %c --buffer-time=40000"},
    {"play", "play -q --buffer 1024 -t raw -e signed-integer -b 16 -r %r -c %c -"},
    {"ffplay",
     "ffplay -loglevel quiet -nodisp -autoexit -fflags nobuffer -f s16le -ar %r -ch_layout %cc -i -"},
    {"ffplay", "ffplay -loglevel quiet -nodisp -autoexit -fflags nobuffer -f s16le -ar %r -ac %c -i -"},
};
enum { SPEAKERS = sizeof speakers / sizeof speakers[0], PATH_SIZE = 1024 };

/* Whether one of the folders of $PATH has a program of that name. */
static bool has_program(const char *name) {
    const char *path = getenv("PATH");
    while (path != NULL && *path != 0) {
        char file[PATH_SIZE];
        struct stat there;
        const size_t length = strcspn(path, ":");
        const int size = snprintf(file, sizeof file, "%.*s/%s", (int)length, path, name);
        if (length > 0 && size > 0 && (size_t)size < sizeof file && access(file, X_OK) == 0 &&
            stat(file, &there) == 0 && S_ISREG(there.st_mode))
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

const char *host_next_speaker(uint32_t *at, const char **program) {
    while (*at < SPEAKERS) {
        const uint32_t now = (*at)++;
        if (!has_program(speakers[now].program)) continue;
        *program = speakers[now].program;
        return speakers[now].command;
    }
    return NULL;
}
