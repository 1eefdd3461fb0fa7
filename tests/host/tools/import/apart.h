/* Runs code that may be stopped in a process of its own, whose log comes back. */
#ifndef OXCART_TESTS_HOST_APART_H
#define OXCART_TESTS_HOST_APART_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/import/image/png_write.h"

/* Calls `run` in a child process, whose standard error fills `log` (size bytes, ends with 0). Gives its exit
 * status, or minus the signal that ended it. */
static inline int run_apart(int (*run)(void *argument), void *argument, char *log, size_t size) {
    int pipes[2], status = 0;
    size_t used = 0;
    if (pipe(pipes) != 0) return -1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(pipes[1], 2);
        close(pipes[0]);
        _exit(run(argument));
    }
    close(pipes[1]);
    for (ssize_t got = 1; got > 0 && used < size - 1; used += (size_t)(got > 0 ? got : 0))
        got = read(pipes[0], log + used, size - 1 - used);
    log[used] = 0;
    close(pipes[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* A host_picture_writer for screens that a person wants to keep. */
static inline bool save_picture(const char *path, int width, int height, const uint32_t *pixels, char *error,
                                size_t error_size) {
    const import_png_picture picture = {
        .width = width, .height = height, .format = IMPORT_PNG_XRGB32, .pixels = pixels};
    tool_error fault;
    (void)error, (void)error_size;
    return import_png_write(path, &picture, &fault);
}

#endif
