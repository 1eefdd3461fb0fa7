/* Files: one way to open, read, write and list files on every port, whatever medium they lie on.
 *
 *     ox_files_config config = {.handles = 8, .requests = 16, .bounce = 2048};
 *     if (ox_failed(ox_files_init(&files, &config, &arena))) ...
 *     ox_files_mount(&files, "rom", &cart_device, 0);              prefix, driver, order
 *     ox_file score;
 *     if (!ox_failed(ox_file_open(&files, OX_TEXT("save:scores"), OX_FILE_READ, &score))) {
 *         status = ox_file_read(&files, score, table, sizeof table, &bytes);
 *         ox_file_close(&files, score);
 *     }
 *
 * DEVICES are named before the colon: `rom:` mounted images (image_device.h), `save:` and `mem:` small file systems
 * on sectors and in memory (block_device.h), `zip:` archives (zip_device.h), `host:` a directory of the computer
 * (platform/host/host_files.h; refused with OX_UNSUPPORTED where config.retail is set). The names are data: any word
 * of up to 7 letters can be mounted. Several mounts may have one prefix: then the mount with the highest order is
 * asked first, of equal orders the latest mount, and writes go to the first mount that can be written.
 *
 * PATHS without a device are looked for along the search order, a text of directories
 * ("mods:;patch:;rom:levels;rom:"), first to last; the first hit counts. ox_files_find tells where a path
 * lies, or where it was looked for in vain.
 *
 * HANDLES are numbers with a generation: a closed, forged or null handle gives OX_STALE_HANDLE, never a crash. There
 * are config.handles of them (OX_FULL beyond). ox_files_leaks lists the files that are open at the end.
 *
 * SECTORS. A device that only moves whole sectors is read through the bounce buffer, sector by sector at the ends of
 * a request; whole sectors in its middle go straight to their place, and nothing behind the destination is touched.
 * Such devices can only be read. The buffer is config.bounce bytes taken once; or it is lent for the time of a
 * loading phase.
 *
 * All calls of this header do their work at once and belong in loading phases; request.h has the same calls for play.
 *
 * Statuses besides those named above: OX_NOT_FOUND, OX_BAD_DATA (no path), OX_FULL, OX_IO_ERROR, OX_UNSUPPORTED (the
 * device cannot, or may only be read), OX_BAD_STATE (the medium is not there now; try again), OX_ALREADY_THERE.
 * Memory: 168 bytes and 160 a handle, 96 a request. */
#ifndef OXCART_KERNEL_FILE_FILES_H
#define OXCART_KERNEL_FILE_FILES_H

#include "kernel/debug/log.h"
#include "kernel/file/device.h"
#include "kernel/handle/handle.h"
#include "kernel/memory/arena.h"

OX_HANDLE_KIND(ox_file);

#define OX_FILE_MOUNTS 12
#define OX_FILE_ORDER_ROOM 256  /* bytes of the search order */
#define OX_FILE_PATIENCE 100000 /* empty reads in a row after which a device counts as gone */

/* The costs of loading so far: the three costs of a medium apart, and the costs of decoding and waiting. */
typedef struct ox_load_costs {
    uint32_t opens, seeks; /* a seek is a read that does not begin where the last read of this medium ended */
    uint32_t reads;        /* calls of drivers */
    uint64_t bytes_read;   /* bytes read by drivers: whole sectors count whole */
    uint64_t bytes_bounced, bytes_mapped; /* bytes copied out of the bounce buffer; bytes used in place */
    uint64_t bytes_decoded;
    uint64_t decode_cycles; /* cycles of decoding by config.cycles */
    uint32_t requests;      /* completed requests */
    uint32_t stalls;        /* times that the simulation had to wait for a request */
    uint32_t missed;        /* missed deadlines */
} ox_load_costs;

typedef struct ox_mount {
    char prefix[OX_PATH_DEVICE_MAX + 1]; /* "" = free mount */
    const ox_device *device;
    int32_t order;
    uint32_t open;                /* open handles */
    uint32_t last_node, last_end; /* node and end of the last read */
    bool absent;                  /* the medium said OX_BAD_STATE last */
} ox_mount;

typedef struct ox_files_config {
    uint32_t handles;                  /* files open at a time, 1..255; usually 8 */
    uint32_t requests;                 /* asynchronous requests at a time (request.h), 0..255; usually 16 */
    uint32_t block;                    /* bytes of a request done in one step; 0 = 512 */
    uint32_t starve;                   /* pumps after which a waiting request gets one block; 0 = 8 */
    uint32_t bounce;                   /* bytes of the bounce buffer for devices with sectors; 0 = none */
    bool retail;                       /* a build for players: no device of the computer can be mounted */
    uint32_t (*cycles)(void *context); /* a counter for decode_cycles, or NULL */
    void *cycles_context;
} ox_files_config;

typedef struct ox_files {
    ox_files_config config;
    ox_mount mounts[OX_FILE_MOUNTS];
    uint8_t asked[OX_FILE_MOUNTS]; /* indices of mounts in the order of asking */
    uint32_t mount_count;
    ox_handles handles, requests;
    char search[OX_FILE_ORDER_ROOM];
    uint8_t *bounce;
    uint32_t bounce_bytes;
    ox_mark bounce_mark; /* mark of a lent buffer */
    bool bounce_lent;
    uint32_t serial, tick; /* serial number and tick of requests */
    ox_load_costs costs;
} ox_files;

/* Begins the file system, with tables from the low end of the arena. OX_BAD_ARGUMENT or OX_OUT_OF_MEMORY, and no
 * memory is taken. */
FX_MUST_CHECK ox_status ox_files_init(ox_files *files, const ox_files_config *config, ox_arena *arena);

/* Closes all files, and clears the file system. Requests that wait are forgotten; nobody is told of them. */
void ox_files_end(ox_files *files);

/* ---- mounts ---- */

/* Mounts a device (kept by pointer). OX_BAD_ARGUMENT: the prefix is no word of 1..7 letters and digits, or there is
 * no device; OX_FULL; OX_UNSUPPORTED: a directory of the computer in a build for players; OX_ALREADY_THERE: this
 * device has the prefix. */
FX_MUST_CHECK ox_status ox_files_mount(ox_files *files, const char *prefix, const ox_device *device,
                                       int32_t order);

/* Unmounts a device. OX_BAD_STATE while files on it are open; OX_NOT_FOUND. */
FX_MUST_CHECK ox_status ox_files_unmount(ox_files *files, const ox_device *device);

/* Mount `index` in the order of asking over all prefixes (by prefix, then highest order); NULL beyond the
 * last. */
const ox_mount *ox_files_mounted(const ox_files *files, uint32_t index);

/* Sets the search order: directories separated by `;`. A `:` that does not end the name of a mount separates as well.
 * A directory without a device is on the device of the directory before: "host:a:b;rom:" is host:a, host:b and rom:.
 * OX_FULL, OX_BAD_DATA (no path, or the first directory names no device): the order stays as it was. */
FX_MUST_CHECK ox_status ox_files_search(ox_files *files, ox_text_view order);

/* Logs the mounts and the search order; for the start. */
void ox_files_report(const ox_files *files, ox_log *log);

/* Finds a path without a device: writes the absolute path of the first hit to `out`. OX_NOT_FOUND, and `out` holds
 * the places tried, separated by "; " (as many as fit). */
FX_MUST_CHECK ox_status ox_files_find(ox_files *files, ox_text_view path, ox_text *out,
                                      const ox_mount **mount);

/* ---- files ---- */

/* Opens a file. OX_FULL when all handles are in use; OX_BAD_STATE for writing to a file that is open. *file is null
 * after every failure. A path without a device is searched, so a new file needs a device. */
FX_MUST_CHECK ox_status ox_file_open(ox_files *files, ox_text_view path, ox_file_mode mode, ox_file *file);
FX_MUST_CHECK ox_status ox_file_close(ox_files *files, ox_file file);

/* Reads or writes from the position on, and moves the position. *done is the number of bytes transferred, also after
 * a failure; it is less than `bytes` with OX_OK only at the end of the file. */
FX_MUST_CHECK ox_status ox_file_read(ox_files *files, ox_file file, void *to, uint32_t bytes, uint32_t *done);
FX_MUST_CHECK ox_status ox_file_write(ox_files *files, ox_file file, const void *from, uint32_t bytes,
                                      uint32_t *done);

/* Reads by one call of the driver: some of `bytes` at `offset`; the position stays. *done 0 with OX_OK: nothing yet,
 * ask again, or the end. For callers that do something else meanwhile. */
FX_MUST_CHECK ox_status ox_file_read_part(ox_files *files, ox_file file, uint32_t offset, void *to,
                                          uint32_t bytes, uint32_t *done);

/* Sets the position: 0..size, else OX_BAD_ARGUMENT. */
FX_MUST_CHECK ox_status ox_file_seek(ox_files *files, ox_file file, uint32_t position);
FX_MUST_CHECK ox_status ox_file_tell(const ox_files *files, ox_file file, uint32_t *position);
FX_MUST_CHECK ox_status ox_file_size(const ox_files *files, ox_file file, uint32_t *size);

/* The bytes of a file in place, where the medium is memory: good until the file is closed. NULL where the medium is
 * not memory, or for bytes beyond the end. */
FX_MUST_CHECK const void *ox_file_map(ox_files *files, ox_file file, uint32_t offset, uint32_t bytes);

/* Calls by path. ox_file_remove takes files that are not open and empty directories (else OX_BAD_STATE);
 * ox_file_rename takes files that are not open, to a free name on the same device. The directory of a new file must
 * exist. */
FX_MUST_CHECK ox_status ox_file_stat(ox_files *files, ox_text_view path, ox_file_info *info);
bool ox_file_exists(ox_files *files, ox_text_view path);
FX_MUST_CHECK ox_status ox_file_remove(ox_files *files, ox_text_view path);
FX_MUST_CHECK ox_status ox_file_rename(ox_files *files, ox_text_view from,
                                       ox_text_view to); /* on the same device */
FX_MUST_CHECK ox_status ox_file_make_directory(ox_files *files, ox_text_view path);

/* The entries of a directory in the order of their names' bytes: begin with info.name empty and go on until OX_EMPTY.
 * Of several mounts with one prefix all entries are listed, each name once, as the first mount has it. */
FX_MUST_CHECK ox_status ox_file_next(ox_files *files, ox_text_view directory, ox_file_info *info);

/* Reads a whole file: OX_OK only when it is complete; *bytes is the number of bytes read. OX_FULL when the capacity
 * is too small: nothing is read. */
FX_MUST_CHECK ox_status ox_file_read_all(ox_files *files, ox_text_view path, void *to, uint32_t capacity,
                                         uint32_t *bytes);

/* Calls `tell` (may be NULL) for every open file, and returns how many there are. */
uint32_t ox_files_leaks(const ox_files *files, void (*tell)(void *context, const char *path), void *context);

/* ---- sectors ---- */

/* `bytes` rounded up to whole sectors; and the most that a read at any offset needs. */
static inline uint32_t ox_sector_round(uint32_t bytes, uint32_t sector) {
    return (bytes + sector - 1) & ~(sector - 1);
}
static inline uint32_t ox_sector_bound(uint32_t bytes, uint32_t sector) { return bytes + sector; }

/* Lends a bounce buffer of `bytes` at the arena's high end for a loading phase; all reads use it until it is given
 * back. With a buffer as large as the largest read rounded up, every read is one transfer. OX_OUT_OF_MEMORY;
 * OX_BAD_STATE (asserted) when a buffer is lent already. */
FX_MUST_CHECK ox_status ox_files_bounce_begin(ox_files *files, ox_arena *arena, uint32_t bytes);
void ox_files_bounce_end(ox_files *files, ox_arena *arena);

/* ---- buffered reading ---- */

/* Reads a file byte by byte or line by line over a buffer of the caller. Any `status` but OX_OK ends the stream:
 * OX_EMPTY at the end of the file. */
typedef struct ox_file_stream {
    ox_files *files;
    ox_file file;
    uint8_t *buffer;
    uint32_t size, at, filled; /* size of the buffer; offset of the next byte; bytes in the buffer */
    ox_status status;
} ox_file_stream;

void ox_file_stream_begin(ox_file_stream *stream, ox_files *files, ox_file file, void *buffer, uint32_t size);

/* The next byte, taken from the stream or left in it; -1 at the end and after an error. */
int ox_file_stream_get(ox_file_stream *stream);
int ox_file_stream_peek(ox_file_stream *stream);

/* Passes over `bytes`; false when the stream had fewer. */
bool ox_file_stream_skip(ox_file_stream *stream, uint32_t bytes);

/* The next line without its end (LF or CR LF), cut to the text's room; false when there is no line. */
bool ox_file_stream_line(ox_file_stream *stream, ox_text *line);

#endif
