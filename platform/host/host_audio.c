/* The desktop port's speaker: a WAV file, a program that plays raw samples from its standard input, and the
 * program that opened the port (on_audio). Writing never waits: samples that find no room are lost and counted. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/host/host_internal.h"

enum {
    TICKS = 4, /* sixtieths of a second of sound that may wait for the program */
    USUAL_RATE = 32000,
    WAV_HEAD = 44,
    SOCKET_BYTES = 4096 /* bytes that the system buffers for the program; it may buffer more */
};

typedef struct host_speaker {
    plat_audio form;
    uint32_t frame_bytes;
    uint64_t started, paused_at; /* microseconds; the queue is played from `started` on */
    uint64_t written;            /* frames since `started` */
    uint32_t lost;
    bool paused;
    FILE *wav;
    char *
        wav_part; /* name of the file until it is whole; NULL: sound goes straight to its place, a pipe or a device */
    uint64_t wav_bytes;
    bool wav_failed;
    int program;                /* socket, -1: none */
    bool told;                  /* the log has told that the program has ended */
    const char *command, *name; /* of the program; name NULL: the user's own */
    uint32_t next;              /* of the desktop's programs */
    uint32_t taken;             /* bytes that it has taken, of its first second */
    pid_t child;
    uint8_t *ring;
    uint32_t ring_size, ring_at, ring_count; /* bytes */
} host_speaker;

/* ---- the file ---- */

static void put_little(uint8_t *at, uint32_t bytes, uint32_t value) {
    for (uint32_t i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static bool put_wav_head(host_speaker *s) {
    uint8_t head[WAV_HEAD] = "RIFF....WAVEfmt ";
    uint32_t bytes = s->wav_bytes > 0xFFFFFF00u ? 0xFFFFFF00u : (uint32_t)s->wav_bytes;
    put_little(head + 4, 4, bytes + WAV_HEAD - 8 + (bytes & 1u));
    put_little(head + 16, 4, 16);
    put_little(head + 20, 2, 1);
    put_little(head + 22, 2, s->form.channels);
    put_little(head + 24, 4, s->form.rate);
    put_little(head + 28, 4, s->form.rate * s->frame_bytes);
    put_little(head + 32, 2, s->frame_bytes);
    put_little(head + 34, 2, s->form.bits);
    memcpy(head + 36, "data", 4);
    put_little(head + 40, 4, bytes);
    return fseek(s->wav, 0, SEEK_SET) == 0 && fwrite(head, 1, WAV_HEAD, s->wav) == WAV_HEAD;
}

/* Writes samples as WAV files have them: little-endian 16 bits, or bytes about 128. */
static bool put_wav(host_speaker *s, const void *frames, uint32_t count) {
    uint8_t room[512];
    uint32_t samples = count * s->form.channels, at = 0;
    while (at < samples) {
        uint32_t now = samples - at < 256 ? samples - at : 256, bytes = now * s->form.bits / 8;
        for (uint32_t i = 0; i < now; i++) {
            if (s->form.bits == 16)
                put_little(room + (size_t)2 * i, 2, (uint16_t)((const int16_t *)frames)[at + i]);
            else
                room[i] = (uint8_t)(((const int8_t *)frames)[at + i] + 128);
        }
        if (fwrite(room, 1, bytes, s->wav) != bytes) return false;
        s->wav_bytes += bytes;
        at += now;
    }
    return true;
}

static void wav_trouble(plat *p, host_speaker *s) {
    if (!s->wav_failed)
        host_logf(p, PLAT_LOG_ERROR, "%s: %s; the sound is not kept", p->options.wav, strerror(errno));
    s->wav_failed = true;
    p->shot_failed = true;
}

static void open_wav(plat *p, host_speaker *s) {
    struct stat there;
    bool old = stat(p->options.wav, &there) == 0;
    if (old && S_ISREG(there.st_mode) && access(p->options.wav, W_OK) != 0) {
        wav_trouble(p, s);
        return;
    }
    if ((!old || S_ISREG(there.st_mode)) &&
        asprintf(&s->wav_part, "%s.%ld.part", p->options.wav, (long)getpid()) < 0)
        s->wav_part = NULL;
    s->wav = fopen(s->wav_part != NULL ? s->wav_part : p->options.wav, "wb");
    if (s->wav == NULL || !put_wav_head(s)) wav_trouble(p, s);
}

/* Completes the file. A sound that failed halfway does not replace the old file. */
static void close_wav(plat *p, host_speaker *s) {
    if (s->wav == NULL) {
        free(s->wav_part);
        return;
    }
    if ((s->wav_bytes & 1u) != 0 && fputc(0, s->wav) == EOF) wav_trouble(p, s);
    if (!s->wav_failed && !put_wav_head(s)) wav_trouble(p, s);
    if (fclose(s->wav) != 0) wav_trouble(p, s);
    if (s->wav_part != NULL && !s->wav_failed && rename(s->wav_part, p->options.wav) != 0) wav_trouble(p, s);
    if (s->wav_part != NULL && s->wav_failed) remove(s->wav_part);
    free(s->wav_part);
    s->wav = NULL;
}

/* ---- the program ---- */

/* The command with %r, %c and %b as rate, channels and bits. */
static void fill_in(const host_speaker *s, const char *command, char *line, size_t size) {
    size_t at = 0;
    for (; *command != 0 && at + 12 < size; command++) {
        if (command[0] == '%' && command[1] != 0 && strchr("rcb", command[1]) != NULL) {
            unsigned value = command[1] == 'r'   ? s->form.rate
                             : command[1] == 'c' ? s->form.channels
                                                 : s->form.bits;
            at += (size_t)snprintf(line + at, size - at, "%u", value);
            command++;
        } else {
            line[at++] = *command;
        }
    }
    line[at] = 0;
}

static void end_child(host_speaker *s) {
    if (s->program >= 0) close(s->program);
    s->program = -1;
    s->ring_count = 0;
    if (s->child <= 0) return;
    kill(s->child, SIGKILL);
    waitpid(s->child, NULL, 0);
    s->child = 0;
}

static bool start_program(host_speaker *s) {
    int ends[2], small = SOCKET_BYTES;
    char line[512];
    fill_in(s, s->command, line, sizeof line);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    s->child = fork();
    if (s->child == 0) {
        dup2(ends[1], STDIN_FILENO);
        if (ends[1] != STDIN_FILENO) close(ends[1]);
        if (s->name != NULL && freopen("/dev/null", "w", stderr) == NULL) _exit(127);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    s->program = ends[0];
    s->taken = 0;
    return s->child > 0;
}

/* Starts the next of the desktop's programs; false: none is left. */
static bool start_next(host_speaker *s) {
    do {
        end_child(s);
        s->command = host_next_speaker(&s->next, &s->name);
    } while (s->command != NULL && !start_program(s));
    return s->command != NULL;
}

/* The program plays no more: another one of the desktop's does, or nothing is heard from now on. */
static void program_gone(plat *p, host_speaker *s, const char *why) {
    if (s->name != NULL && start_next(s)) return;
    end_child(s);
    if (s->told) return;
    s->told = true;
    if (p->options.player != NULL)
        host_logf(p, PLAT_LOG_WARNING, "the sound goes on unheard: `%s` %s", p->options.player, why);
    else
        host_logf(p, PLAT_LOG_INFO,
                  "the sound goes on unheard: none of pw-cat, paplay, aplay, play and ffplay plays here; "
                  "--audio names another program, --mute asks for none");
}

static void open_program(plat *p, host_speaker *s) {
    s->ring_size = (s->form.rate / 60u + 1u) * s->frame_bytes * TICKS;
    s->ring = malloc(s->ring_size);
    s->command = p->options.player;
    if (s->ring != NULL && (s->command != NULL ? start_program(s) : start_next(s))) return;
    program_gone(p, s, "cannot be started");
}

/* Says which of the desktop's programs plays, once it has taken half a second of sound. */
static void tell_program(plat *p, host_speaker *s, uint32_t bytes) {
    if (s->name == NULL || s->taken > s->form.rate * s->frame_bytes) return;
    const bool before = s->taken > s->form.rate * s->frame_bytes / 2;
    s->taken += bytes;
    if (!before && s->taken > s->form.rate * s->frame_bytes / 2)
        host_logf(p, PLAT_LOG_INFO, "the sound is played by %s; --mute plays none", s->name);
}

/* Hands over the bytes that the program takes without waiting. */
static void feed_program(plat *p, host_speaker *s) {
    while (s->program >= 0 && s->ring_count > 0) {
        uint32_t run = s->ring_size - s->ring_at;
        if (run > s->ring_count) run = s->ring_count;
        ssize_t sent = send(s->program, s->ring + s->ring_at, run, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (sent < 0) {
            program_gone(p, s, "has ended");
            return;
        }
        s->ring_at = (s->ring_at + (uint32_t)sent) % s->ring_size;
        s->ring_count -= (uint32_t)sent;
        tell_program(p, s, (uint32_t)sent);
    }
}

static void put_program(plat *p, host_speaker *s, const uint8_t *bytes, uint32_t count) {
    feed_program(p, s);
    if (s->program < 0) return;
    uint32_t room = (s->ring_size - s->ring_count) / s->frame_bytes * s->frame_bytes;
    if (count > room) {
        s->lost += (count - room) / s->frame_bytes;
        count = room;
    }
    for (uint32_t i = 0; i < count; i++) s->ring[(s->ring_at + s->ring_count + i) % s->ring_size] = bytes[i];
    s->ring_count += count;
    feed_program(p, s);
}

/* Whether the program has ended, within so many hundredths of a second. */
static bool ends_within(host_speaker *s, int hundredths, int *status) {
    for (int i = 0; i < hundredths; i++) {
        if (waitpid(s->child, status, WNOHANG) != 0) return true;
        usleep(10000);
    }
    return false;
}

/* Hands over the remaining sound, within a quarter of a second. Then the program reads the end of its input and has a
 * second to end, and a quarter more after SIGTERM. */
static void close_program(plat *p, host_speaker *s) {
    int status = 0;
    struct timeval wait = {.tv_sec = 0, .tv_usec = 250000};
    if (s->program >= 0 && s->ring_count > 0) {
        setsockopt(s->program, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
        for (uint32_t at = 0; at < s->ring_count;) {
            uint32_t from = (s->ring_at + at) % s->ring_size, run = s->ring_size - from;
            if (run > s->ring_count - at) run = s->ring_count - at;
            ssize_t sent = send(s->program, s->ring + from, run, MSG_NOSIGNAL);
            if (sent <= 0) break;
            at += (uint32_t)sent;
        }
    }
    if (s->program >= 0) close(s->program);
    if (s->child > 0 && !ends_within(s, 100, &status)) {
        kill(s->child, SIGTERM);
        if (!ends_within(s, 25, &status)) {
            kill(s->child, SIGKILL);
            waitpid(s->child, &status, 0);
        }
    }
    s->child = 0;
    s->program = -1;
    if (p->options.player != NULL && WIFEXITED(status) && WEXITSTATUS(status) != 0)
        program_gone(p, s, "has ended with a failure");
    free(s->ring);
}

/* ---- the port's functions ---- */

bool host_has_speaker(const plat *p) {
    return p->options.wav != NULL || p->options.player != NULL || p->options.any_player ||
           p->options.on_audio != NULL;
}

bool plat_audio_open(plat *p, const plat_audio *wanted, plat_audio *given, void (*due)(void *context),
                     void *context) {
    (void)due, (void)context;
    const plat_audio *own = &p->options.audio;
    uint32_t rate = own->rate != 0 ? own->rate : wanted->rate != 0 ? wanted->rate : USUAL_RATE;
    if (p->speaker != NULL || !host_has_speaker(p) || rate < 4000 || rate > 65535) return false;
    host_speaker *s = calloc(1, sizeof *s);
    if (s == NULL) return false;
    s->form = (plat_audio){.rate = rate,
                           .block = own->block,
                           .channels = own->channels != 0      ? own->channels
                                       : wanted->channels != 0 ? wanted->channels
                                                               : 2,
                           .bits = own->bits != 0      ? own->bits
                                   : wanted->bits != 0 ? wanted->bits
                                                       : 16};
    s->frame_bytes = (uint32_t)s->form.channels * s->form.bits / 8u;
    s->program = -1;
    s->started = host_time(p);
    p->speaker = s;
    if (p->options.wav != NULL) open_wav(p, s);
    if (p->options.player != NULL || p->options.any_player) open_program(p, s);
    *given = s->form;
    return true;
}

uint32_t plat_audio_queued(plat *p) {
    host_speaker *s = p->speaker;
    if (s == NULL) return 0;
    uint64_t now = s->paused ? s->paused_at : host_time(p),
             played = (now - s->started) * s->form.rate / 1000000u;
    if (played < s->written) return (uint32_t)(s->written - played);
    s->started = now; /* the queue has run dry: the next frame plays when it comes */
    s->written = 0;
    return 0;
}

uint32_t plat_audio_space(plat *p) {
    if (p->speaker == NULL) return 0;
    uint32_t most = (p->speaker->form.rate / 60u + 1u) * TICKS, queued = plat_audio_queued(p);
    return queued < most ? most - queued : 0;
}

void plat_audio_write(plat *p, const void *frames, uint32_t count) {
    host_speaker *s = p->speaker;
    if (s == NULL) return;
    (void)plat_audio_queued(p);
    s->written += count;
    if (s->wav != NULL && !s->wav_failed && !put_wav(s, frames, count)) wav_trouble(p, s);
    if (s->program >= 0) put_program(p, s, frames, count * s->frame_bytes);
    if (p->options.on_audio != NULL)
        p->options.on_audio(p->options.on_audio_argument, &s->form, frames, count);
}

uint32_t plat_audio_lost(plat *p) { return p->speaker == NULL ? 0 : p->speaker->lost; }

void plat_audio_pause(plat *p, bool paused) {
    host_speaker *s = p->speaker;
    if (s == NULL || s->paused == paused) return;
    if (paused)
        s->paused_at = host_time(p);
    else
        s->started += host_time(p) - s->paused_at;
    s->paused = paused;
}

void plat_audio_close(plat *p) {
    host_speaker *s = p->speaker;
    if (s == NULL) return;
    close_wav(p, s);
    close_program(p, s);
    p->speaker = NULL;
    free(s);
}
