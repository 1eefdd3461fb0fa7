/* The log: formats a line once, hands it to the port and keeps it in the ring. */
#include "kernel/debug/log.h"

#include <string.h>

#include "kernel/debug/format.h"

bool ox_log_init(ox_log *log, plat *platform, ox_arena *arena, uint32_t lines, uint32_t width) {
    memset(log, 0, sizeof *log);
    log->platform = platform;
    log->level = PLAT_LOG_INFO;
    if (lines == 0 || (lines & (lines - 1u)) != 0 || width == 0 || width > OX_LOG_LINE) return false;
    log->ring = ox_arena_push_zero(arena, OX_ARENA_LOW, (size_t)lines * width, 1);
    if (log->ring == NULL) return false;
    log->lines = lines;
    log->width = width;
    return true;
}

void ox_log_write(ox_log *log, plat_log_level level, const char *format, ...) {
    char line[OX_LOG_LINE];
    va_list arguments;
    if (log == NULL || level > log->level) return;
    va_start(arguments, format);
    ox_text text = ox_text_begin(line, sizeof line);
    ox_text_add_list(&text, format, arguments);
    va_end(arguments);
    if ((unsigned)level < 3u) log->counts[level]++;
    if (log->platform != NULL) plat_log(log->platform, level, line);
    if (log->ring != NULL) {
        ox_text row =
            ox_text_begin(log->ring + (size_t)(log->written & (log->lines - 1u)) * log->width, log->width);
        ox_text_string(&row, line);
    }
    log->written++;
}

const char *ox_log_recent(const ox_log *log, uint32_t age) {
    if (log->ring == NULL || age >= log->lines || age >= log->written) return NULL;
    return log->ring + (size_t)((log->written - 1u - age) & (log->lines - 1u)) * log->width;
}
