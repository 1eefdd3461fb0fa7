/* The list of calls that every writable device must pass, used by the unit tests and those of the host. */
#ifndef OXCART_TEST_FILE_DEVICE_LIST_H
#define OXCART_TEST_FILE_DEVICE_LIST_H

#include <string.h>

#include "kernel/file/request.h"
#include "rom/rom.h"
#include "tests/test.h"

static inline ox_text_view list_path(const char *prefix, const char *name, char *line) {
    ox_text out = ox_text_begin_plain(line, OX_PATH_ROOM);
    ox_text_string(&out, prefix);
    ox_text_string(&out, name);
    return ox_text_seen(&out);
}

static inline void list_names(ox_files *files, const char *prefix, const char *directory,
                              const char *expected) {
    char line[OX_PATH_ROOM], told[64];
    ox_text all = ox_text_begin_plain(told, sizeof told);
    ox_file_info info = {.name = ""};
    ox_text_view path = list_path(prefix, directory, line);
    ox_status status;
    while ((status = ox_file_next(files, path, &info)) == OX_OK) {
        ox_text_string(&all, info.name);
        ox_text_string(&all, info.kind == OX_FILE_DIRECTORY ? "/ " : " ");
    }
    CHECK_EQ(status, OX_EMPTY);
    if (strcmp(told, expected) != 0) TEST_INFO("%s holds %s", line, told);
    CHECK(strcmp(told, expected) == 0);
}

/* Opens, reads, seeks, lists, writes, appends, deletes, renames, makes directories, and does the same by requests. */
static inline void device_list(ox_files *files, const char *prefix) {
    char a[OX_PATH_ROOM], b[OX_PATH_ROOM];
    uint8_t text[64];
    uint32_t done = 0, place = 0;
    ox_file file, other;
    ox_file_info info;
    CHECK_EQ(ox_file_open(files, list_path(prefix, "none", a), OX_FILE_READ, &file), OX_NOT_FOUND);
    CHECK_EQ(ox_file_open(files, list_path(prefix, "no/dir", a), OX_FILE_WRITE, &file), OX_NOT_FOUND);
    CHECK_EQ(ox_file_make_directory(files, list_path(prefix, "sub", a)), OX_OK);
    CHECK_EQ(ox_file_make_directory(files, list_path(prefix, "sub", a)), OX_ALREADY_THERE);
    CHECK_EQ(ox_file_open(files, list_path(prefix, "sub/b", a), OX_FILE_WRITE, &file), OX_OK);
    CHECK_EQ(ox_file_open(files, list_path(prefix, "sub/b", a), OX_FILE_WRITE, &other), OX_BAD_STATE);
    CHECK_EQ(ox_file_remove(files, list_path(prefix, "sub/b", a)), OX_BAD_STATE); /* the file is open */
    CHECK_EQ(ox_file_write(files, file, "0123456789", 10, &done), OX_OK);
    CHECK_EQ(ox_file_seek(files, file, 4), OX_OK);
    CHECK_EQ(ox_file_write(files, file, "xy", 2, &done), OX_OK);
    CHECK(ox_file_tell(files, file, &place) == OX_OK && place == 6);
    CHECK(ox_file_size(files, file, &place) == OX_OK && place == 10);
    CHECK_EQ(ox_file_close(files, file), OX_OK);
    CHECK_EQ(ox_file_close(files, file), OX_STALE_HANDLE);
    CHECK_EQ(ox_file_open(files, list_path(prefix, "sub/b", a), OX_FILE_APPEND, &file), OX_OK);
    CHECK_EQ(ox_file_write(files, file, "end", 3, &done), OX_OK);
    CHECK_EQ(ox_file_close(files, file), OX_OK);
    CHECK_EQ(ox_file_open(files, list_path(prefix, "SUB/B", a), OX_FILE_READ, &file), OX_OK);
    CHECK_EQ(ox_file_write(files, file, "no", 2, &done), OX_UNSUPPORTED);
    CHECK(ox_file_read(files, file, text, sizeof text, &done) == OX_OK && done == 13);
    CHECK(memcmp(text, "0123xy6789end", 13) == 0);
    CHECK(ox_file_read(files, file, text, 1, &done) == OX_OK && done == 0);
    CHECK(ox_file_seek(files, file, 10) == OX_OK && ox_file_read(files, file, text, 9, &done) == OX_OK &&
          done == 3);
    CHECK_EQ(ox_file_close(files, file), OX_OK);
    CHECK(ox_file_stat(files, list_path(prefix, "sub/b", a), &info) == OX_OK && info.size == 13);
    CHECK(strcmp(info.name, "b") == 0 && info.kind == OX_FILE_PLAIN);

    CHECK_EQ(ox_file_open(files, list_path(prefix, "sub/a", a), OX_FILE_WRITE, &file), OX_OK);
    CHECK_EQ(ox_file_close(files, file), OX_OK);
    list_names(files, prefix, "", "sub/ ");
    list_names(files, prefix, "sub", "a b ");
    CHECK_EQ(ox_file_rename(files, list_path(prefix, "sub/b", a), list_path(prefix, "sub/a", b)),
             OX_ALREADY_THERE);
    CHECK_EQ(ox_file_rename(files, list_path(prefix, "sub/b", a), list_path(prefix, "c", b)), OX_OK);
    CHECK_EQ(ox_file_rename(files, list_path(prefix, "sub/b", a), list_path(prefix, "d", b)), OX_NOT_FOUND);
    CHECK_EQ(ox_file_rename(files, list_path(prefix, "c", a), OX_TEXT("other:c")), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_file_remove(files, list_path(prefix, "sub", a)), OX_BAD_STATE); /* not empty */
    CHECK_EQ(ox_file_remove(files, list_path(prefix, "sub/a", a)), OX_OK);
    CHECK_EQ(ox_file_remove(files, list_path(prefix, "sub/a", a)), OX_NOT_FOUND);
    CHECK_EQ(ox_file_remove(files, list_path(prefix, "sub", a)), OX_OK);
    list_names(files, prefix, "", "c ");
    CHECK(ox_file_read_all(files, list_path(prefix, "c", a), text, sizeof text, &done) == OX_OK &&
          done == 13);

    /* Requests are served in the order of issue: the file is made, written, closed and removed, so in the end it is
     * gone. */
    ox_request r[5];
    ox_file made = {0};
    list_path(prefix, "later", b);
    CHECK_EQ(ox_request_open(files, ox_text_of(b), OX_FILE_WRITE, &made, NULL, &r[0]), OX_OK);
    CHECK_EQ(ox_request_wait(files, r[0]), OX_OK);
    CHECK_EQ(ox_request_write(files, (ox_request_piece){made, 0, 5}, "later", NULL, &r[1]), OX_OK);
    CHECK_EQ(ox_request_read(files, (ox_request_piece){made, 1, 4}, text, NULL, &r[2]), OX_OK);
    CHECK_EQ(ox_file_close(files, made), OX_BAD_STATE); /* requests are under way */
    CHECK_EQ(ox_request_close(files, made, NULL, &r[3]), OX_OK);
    CHECK_EQ(ox_request_remove(files, ox_text_of(b), NULL, &r[4]), OX_OK);
    ox_files_tick(files, files->tick + 1);
    for (int i = 0; i < 5; i++) CHECK(ox_request_succeeded(files, r[i]));
    CHECK(memcmp(text, "ater", 4) == 0);
    for (int i = 0; i < 5; i++) CHECK_EQ(ox_request_drop(files, r[i]), OX_OK);
    CHECK(!ox_file_exists(files, ox_text_of(b)));
    CHECK_EQ(ox_file_remove(files, list_path(prefix, "c", a)), OX_OK);
    list_names(files, prefix, "", "");
    CHECK_EQ(ox_files_leaks(files, NULL, NULL), 0);
}

/* Makes all calls once, for faults; returns the first status that is not OX_OK, with every file closed. */
static inline ox_status device_sequence(ox_files *files, const char *prefix, uint8_t *bytes) {
    char a[OX_PATH_ROOM], b[OX_PATH_ROOM];
    uint32_t done = 0;
    ox_file file;
    ox_file_info info = {.name = ""};
    ox_status status = ox_file_open(files, list_path(prefix, "f", a), OX_FILE_WRITE, &file);
    if (ox_failed(status)) return status;
    status = ox_file_write(files, file, bytes, 300, &done);
    ox_status closed = ox_file_close(files, file);
    if (!ox_failed(status)) status = closed;
    if (!ox_failed(status)) status = ox_file_open(files, ox_text_of(a), OX_FILE_READ, &file);
    if (ox_failed(status)) return status;
    status = ox_file_read(files, file, bytes, 300, &done);
    if (!ox_failed(status)) {
        ox_request request;
        status = ox_request_read(files, (ox_request_piece){file, 10, 200}, bytes, NULL, &request);
        if (!ox_failed(status)) status = ox_request_wait(files, request);
        ox_status dropped = ox_request_drop(files, request);
        if (!ox_failed(status)) status = dropped;
    }
    closed = ox_file_close(files, file);
    if (!ox_failed(status)) status = closed;
    if (!ox_failed(status)) status = ox_file_make_directory(files, list_path(prefix, "d", b));
    if (!ox_failed(status)) status = ox_file_next(files, list_path(prefix, "", b), &info);
    if (!ox_failed(status)) status = ox_file_stat(files, ox_text_of(a), &info);
    if (!ox_failed(status)) status = ox_file_rename(files, ox_text_of(a), list_path(prefix, "d/g", b));
    if (!ox_failed(status)) status = ox_file_remove(files, ox_text_of(b));
    return status;
}

/* Puts another version into the header of a block device, with a right checksum. */
static inline void put_bad_version(uint8_t *disk) {
    disk[4] = 9;
    uint32_t sum = rom_crc32(0, disk, 12);
    for (int i = 0; i < 4; i++) disk[12 + i] = (uint8_t)(sum >> (8 * i));
}

#endif
