/* fork and exec with a list of words, limits and a clock. */
#define _XOPEN_SOURCE 700

#include "tools/import/program/run.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_OUTPUT = 256 << 20, HIGHEST_FILE = 1024, TICKS = 100 /* looks a second */ };

static bool is_program(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

bool program_find(const char *name, char *path, size_t room) {
    if (strchr(name, '/') != NULL) {
        int length = snprintf(path, room, "%s", name);
        return name[0] == '/' && length > 0 && (size_t)length < room && is_program(path);
    }
    const char *at = getenv("PATH");
    while (at != NULL && *at != 0) {
        size_t length = strcspn(at, ":");
        int used = snprintf(path, room, "%.*s/%s", (int)length, at, name);
        if (at[0] == '/' && used > 0 && (size_t)used < room && is_program(path)) return true;
        at += length + (at[length] == ':');
    }
    return false;
}

static void limit(int what, rlim_t most) {
    const struct rlimit limits = {most, most};
    setrlimit(what, &limits);
}

/* Runs in the child up to exec: nothing but system calls, since other threads may hold locks. */
static void become(const program_run *run) {
    setpgid(0, 0);
    int none = open("/dev/null", O_RDONLY);
    if (chdir(run->folder) != 0 || none < 0) _exit(127);
    int log = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (log < 0 || dup2(none, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0) _exit(127);
    for (int file = 3; file < HIGHEST_FILE; file++) close(file);
    limit(RLIMIT_FSIZE, MOST_OUTPUT);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, run->seconds);
    execv(run->path, (char *const *)(uintptr_t)run->words);
    _exit(127);
}

program_end program_wait(const program_run *run, int *code) {
    const struct timespec pause = {0, 1000000000 / TICKS};
    int status = 0;
    pid_t child = fork(), ended = 0;
    *code = 0;
    if (child < 0) return PROGRAM_NOT_STARTED;
    if (child == 0) become(run);
    setpgid(child, child); /* parent and child both do this: either may run first */
    for (unsigned tick = 0; ended == 0 && tick < run->seconds * TICKS; tick++) {
        ended = waitpid(child, &status, WNOHANG);
        if (ended == 0) nanosleep(&pause, NULL);
    }
    kill(-child, SIGKILL); /* the group: programs that it started end with it */
    if (ended == 0) waitpid(child, &status, 0);
    if (ended == 0) return PROGRAM_LATE;
    if (ended < 0) return PROGRAM_NOT_STARTED;
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return *code == 0 ? PROGRAM_GOOD : PROGRAM_FAILED;
}

void program_remove_folder(const char *folder) {
    char path[600];
    DIR *list = opendir(folder);
    for (const struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (length > 0 && (size_t)length < sizeof path && entry->d_name[0] != '.') unlink(path);
    }
    if (list != NULL) closedir(list);
    rmdir(folder);
}
