/* Reading and writing open files: sectors, positions, maps, and the buffered stream. */
#include <string.h>

#include "kernel/file/files.h"
#include "kernel/file/internal.h"
#include "kernel/memory/life.h"

/* ---- one call to the driver ---- */

/* Reads from the medium, and counts the read. */
static ox_status driver_read(ox_files *files, ox_open_file *f, uint32_t offset, void *to, uint32_t bytes,
                             uint32_t *done) {
    ox_mount *mount = &files->mounts[f->mount];
    *done = 0;
    if (mount->device->calls->read == NULL) return OX_UNSUPPORTED;
    ox_status status = mount->device->calls->read(mount->device->context, f->node, offset, to, bytes, done);
    if (*done > bytes) *done = bytes;
    mount->absent = status == OX_BAD_STATE;
    if (*done > 0) {
        files->costs.reads++;
        files->costs.seeks += mount->last_node != f->node || mount->last_end != offset;
        files->costs.bytes_read += *done;
        mount->last_node = f->node;
        mount->last_end = offset + *done;
    }
    return status;
}

/* Reads the sectors around a piece to the bounce buffer and copies the piece. */
static ox_status bounce_read(ox_files *files, ox_open_file *f, uint32_t offset, uint8_t *to, uint32_t bytes,
                             uint32_t *done) {
    const uint32_t sector = files->mounts[f->mount].device->sector;
    uint32_t room = files->bounce_bytes & ~(sector - 1), before = offset & (sector - 1), got = 0;
    uint32_t whole = ox_sector_round(before + bytes, sector);
    if (files->bounce == NULL || room == 0) return OX_OUT_OF_MEMORY;
    ox_status status =
        driver_read(files, f, offset - before, files->bounce, whole < room ? whole : room, &got);
    if (got <= before) return status;
    got -= before;
    *done = got < bytes ? got : bytes;
    memcpy(to, files->bounce + before, *done);
    files->costs.bytes_bounced += *done;
    return status;
}

ox_status ox_file_read_some(ox_files *files, ox_open_file *f, uint32_t offset, void *to, uint32_t bytes,
                            uint32_t *done) {
    uint32_t sector = files->mounts[f->mount].device->sector, before = offset & (sector - 1);
    *done = 0;
    if (offset >= f->size || bytes == 0) return OX_OK;
    if (bytes > f->size - offset) bytes = f->size - offset;
    if (sector == 1) return driver_read(files, f, offset, to, bytes, done);
    uint32_t whole = ox_sector_round(before + bytes, sector);
    bool fits = whole <= files->bounce_bytes, even = before == 0 && whole == bytes;
    if (!even && fits) return bounce_read(files, f, offset, to, bytes, done);
    if (before == 0 && bytes >= sector) return driver_read(files, f, offset, to, bytes & ~(sector - 1), done);
    uint32_t piece = sector - before < bytes ? sector - before : bytes;
    return bounce_read(files, f, offset, to, piece, done);
}

ox_status ox_file_write_some(ox_files *files, ox_open_file *f, uint32_t offset, const void *from,
                             uint32_t bytes, uint32_t *done) {
    ox_mount *mount = &files->mounts[f->mount];
    *done = 0;
    if (f->mode == OX_FILE_READ || mount->device->calls->write == NULL || mount->device->sector != 1)
        return OX_UNSUPPORTED;
    if (offset > f->size || bytes > UINT32_MAX - offset) return OX_BAD_ARGUMENT;
    if (bytes == 0) return OX_OK;
    ox_status status =
        mount->device->calls->write(mount->device->context, f->node, offset, from, bytes, done);
    if (*done > bytes) *done = bytes;
    if (offset + *done > f->size) f->size = offset + *done;
    mount->absent = status == OX_BAD_STATE;
    return status;
}

ox_status ox_file_read_part(ox_files *files, ox_file file, uint32_t offset, void *to, uint32_t bytes,
                            uint32_t *done) {
    ox_open_file *f = ox_open_file_of(files, file);
    *done = 0;
    return f == NULL ? OX_STALE_HANDLE : ox_file_read_some(files, f, offset, to, bytes, done);
}

/* ---- reading and writing in one go ---- */

ox_status ox_file_read(ox_files *files, ox_file file, void *to, uint32_t bytes, uint32_t *done) {
    ox_open_file *f = ox_open_file_of(files, file);
    ox_status status = OX_OK;
    uint32_t empty = 0;
    *done = 0;
    if (f == NULL) return OX_STALE_HANDLE;
    if (bytes > f->size - f->position) bytes = f->size - f->position;
    while (*done < bytes && !ox_failed(status)) {
        uint32_t some;
        status = ox_file_read_some(files, f, f->position, (uint8_t *)to + *done, bytes - *done, &some);
        f->position += some;
        *done += some;
        empty = some > 0 ? 0 : empty + 1;
        if (empty > OX_FILE_PATIENCE) return OX_TIMEOUT;
    }
    return status;
}

ox_status ox_file_write(ox_files *files, ox_file file, const void *from, uint32_t bytes, uint32_t *done) {
    ox_open_file *f = ox_open_file_of(files, file);
    ox_status status = OX_OK;
    uint32_t empty = 0;
    *done = 0;
    if (f == NULL) return OX_STALE_HANDLE;
    if (f->mode == OX_FILE_APPEND) f->position = f->size;
    if (f->mode == OX_FILE_READ) return OX_UNSUPPORTED;
    while (*done < bytes && !ox_failed(status)) {
        uint32_t some;
        status =
            ox_file_write_some(files, f, f->position, (const uint8_t *)from + *done, bytes - *done, &some);
        f->position += some;
        *done += some;
        empty = some > 0 ? 0 : empty + 1;
        if (empty > OX_FILE_PATIENCE) return OX_TIMEOUT;
    }
    return status;
}

void ox_file_close_now(ox_files *files, ox_file file) {
    ox_open_file *f = ox_open_file_of(files, file);
    if (f == NULL) return;
    ox_mount *mount = &files->mounts[f->mount];
    if (mount->device->calls->close != NULL) mount->device->calls->close(mount->device->context, f->node);
    mount->open--;
    ox_handles_release(&files->handles, file.bits);
}

ox_status ox_file_close(ox_files *files, ox_file file) {
    const ox_open_file *f = ox_open_file_of(files, file);
    if (f == NULL) return OX_STALE_HANDLE;
    if (f->pending > 0) return OX_BAD_STATE;
    ox_file_close_now(files, file);
    return OX_OK;
}

ox_status ox_file_seek(ox_files *files, ox_file file, uint32_t position) {
    ox_open_file *f = ox_open_file_of(files, file);
    if (f == NULL) return OX_STALE_HANDLE;
    if (position > f->size) return OX_BAD_ARGUMENT;
    f->position = position;
    return OX_OK;
}

ox_status ox_file_tell(const ox_files *files, ox_file file, uint32_t *position) {
    const ox_open_file *f = ox_open_file_of(files, file);
    *position = f == NULL ? 0 : f->position;
    return f == NULL ? OX_STALE_HANDLE : OX_OK;
}

ox_status ox_file_size(const ox_files *files, ox_file file, uint32_t *size) {
    const ox_open_file *f = ox_open_file_of(files, file);
    *size = f == NULL ? 0 : f->size;
    return f == NULL ? OX_STALE_HANDLE : OX_OK;
}

const void *ox_file_map(ox_files *files, ox_file file, uint32_t offset, uint32_t bytes) {
    const ox_open_file *f = ox_open_file_of(files, file);
    if (f == NULL || offset > f->size || bytes > f->size - offset) return NULL;
    const ox_device *device = files->mounts[f->mount].device;
    const void *at =
        device->calls->map == NULL ? NULL : device->calls->map(device->context, f->node, offset, bytes);
    if (at != NULL) files->costs.bytes_mapped += bytes;
    return at;
}

ox_status ox_file_read_all(ox_files *files, ox_text_view path, void *to, uint32_t capacity, uint32_t *bytes) {
    ox_file file;
    uint32_t size = 0;
    *bytes = 0;
    ox_status status = ox_file_open(files, path, OX_FILE_READ, &file);
    if (ox_failed(status)) return status;
    status = ox_file_size(files, file, &size);
    if (!ox_failed(status)) status = size > capacity ? OX_FULL : ox_file_read(files, file, to, size, bytes);
    if (!ox_failed(status) && *bytes < size) status = OX_IO_ERROR;
    ox_file_close_now(files, file);
    return status;
}

void ox_files_end(ox_files *files) {
    if (files->handles.objects != NULL) {
        for (uint32_t bits; (bits = ox_handles_first(&files->handles)) != 0;)
            ox_file_close_now(files, (ox_file){bits});
    }
    OX_CLEAR(files);
}

uint32_t ox_files_leaks(const ox_files *files, void (*tell)(void *context, const char *path), void *context) {
    uint32_t count = 0;
    for (uint32_t bits = ox_handles_first(&files->handles); bits != 0;
         bits = ox_handles_next(&files->handles, bits)) {
        const ox_open_file *f = ox_open_file_of(files, (ox_file){bits});
        if (tell != NULL) tell(context, f->path);
        count++;
    }
    return count;
}

/* ---- the bounce buffer ---- */

ox_status ox_files_bounce_begin(ox_files *files, ox_arena *arena, uint32_t bytes) {
    FX_ASSERT_MSG(files->bounce == NULL, "a bounce buffer of %u bytes is there already",
                  (unsigned)files->bounce_bytes);
    if (files->bounce != NULL) return OX_BAD_STATE;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_HIGH);
    files->bounce = ox_arena_push_high(arena, bytes, 16);
    if (files->bounce == NULL) return OX_OUT_OF_MEMORY;
    files->bounce_bytes = bytes;
    files->bounce_mark = mark;
    files->bounce_lent = true;
    return OX_OK;
}

void ox_files_bounce_end(ox_files *files, ox_arena *arena) {
    if (!files->bounce_lent) return;
    ox_arena_rollback(arena, files->bounce_mark);
    files->bounce = NULL;
    files->bounce_bytes = 0;
    files->bounce_lent = false;
}

/* ---- the stream ---- */

void ox_file_stream_begin(ox_file_stream *stream, ox_files *files, ox_file file, void *buffer,
                          uint32_t size) {
    *stream = (ox_file_stream){.files = files, .file = file, .buffer = buffer, .size = size, .status = OX_OK};
    if (size == 0) stream->status = OX_BAD_ARGUMENT;
}

int ox_file_stream_peek(ox_file_stream *stream) {
    OX_CREATED(stream->buffer);
    if (stream->at == stream->filled) {
        if (ox_failed(stream->status)) return -1;
        stream->at = 0;
        stream->status =
            ox_file_read(stream->files, stream->file, stream->buffer, stream->size, &stream->filled);
        if (!ox_failed(stream->status) && stream->filled == 0) stream->status = OX_EMPTY;
        if (stream->filled == 0) return -1;
    }
    return stream->buffer[stream->at];
}

int ox_file_stream_get(ox_file_stream *stream) {
    int byte = ox_file_stream_peek(stream);
    if (byte >= 0) stream->at++;
    return byte;
}

bool ox_file_stream_skip(ox_file_stream *stream, uint32_t bytes) {
    while (bytes > 0 && ox_file_stream_peek(stream) >= 0) {
        uint32_t some = stream->filled - stream->at;
        if (some > bytes) some = bytes;
        stream->at += some;
        bytes -= some;
    }
    return bytes == 0;
}

bool ox_file_stream_line(ox_file_stream *stream, ox_text *line) {
    int byte = ox_file_stream_get(stream);
    ox_text_clear(line);
    if (byte < 0) return false;
    for (; byte >= 0 && byte != '\n'; byte = ox_file_stream_get(stream)) {
        char c = (char)byte;
        if (c != '\r' || ox_file_stream_peek(stream) != '\n') ox_text_put(line, &c, 1);
    }
    return true;
}
