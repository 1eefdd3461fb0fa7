/* Limits on sizes, and the sections of linked programs. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/base/words.h"
#include "tools/inspect/size_report.h"

/* ---- limits ---- */

/* Finds the bytes of the row that a limit names. */
static bool find_bytes(const size_report *r, const char *name, uint64_t *bytes) {
    static const size_part order[] = {SIZE_TYPE,    SIZE_MEMORY, SIZE_PACKAGE, SIZE_CHUNK,
                                      SIZE_PROGRAM, SIZE_WASTE,  SIZE_IMAGE};
    if (strcmp(name, "image") == 0) {
        *bytes = r->image;
        return true;
    }
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        const size_row *row = size_report_find(r, order[i], name);
        if (row == NULL) continue;
        *bytes = row->bytes;
        return true;
    }
    return false;
}

bool size_report_limit(const size_report *report, const char *file, const char *limits, tool_error *error) {
    char piece[IMAGE_NAME_ROOM + 40];
    while (*limits != 0) {
        size_t length = strcspn(limits, ",");
        uint32_t limit;
        uint64_t bytes;
        if (length >= sizeof piece) return import_error_file(error, "--limit", "a name that is too long");
        snprintf(piece, sizeof piece, "%.*s", (int)length, limits);
        limits += length + (limits[length] == ',');
        char *equals = strrchr(piece, '=');
        const char *number = equals == NULL ? piece : equals + 1, *name = equals == NULL ? "image" : piece;
        if (equals != NULL) *equals = 0;
        if (!cart_parse_bytes(number, &limit))
            return import_error_file(error, "--limit",
                                     "`%.60s`; write BYTES or NAME=BYTES, such as 200K or IMAG=64K", piece);
        if (!find_bytes(report, name, &bytes))
            return import_error_file(error, file,
                                     "nothing is called `%.100s`; see the names in oxcart size --csv", name);
        if (bytes <= limit) continue;
        return import_error_file(
            error, file, "%.100s: %llu bytes, the limit is %u; leave something out or write `compress on`",
            name, (unsigned long long)bytes, limit);
    }
    return true;
}

bool size_report_budget(const size_report *report, const char *file, tool_error *error) {
    const size_row *budget = size_report_find(report, SIZE_MEMORY, "budget");
    for (size_t i = 0; budget != NULL && i < report->count; i++) {
        const size_row *row = &report->rows[i];
        if (row->part != SIZE_MEMORY || strncmp(row->name, "peak ", 5) != 0 || row->bytes <= budget->bytes)
            continue;
        return import_error_file(
            error, file,
            "%.120s needs %llu bytes at its peak (%s), the budget has %llu; raise it or divide the level",
            row->name + 5, (unsigned long long)row->bytes, row->note, (unsigned long long)budget->bytes);
    }
    return true;
}

/* ---- link maps ---- */

typedef struct region {
    char name[40];
    uint64_t origin, length, used;
} region;

static size_row *add_row(size_report *r, const char *name, uint64_t bytes) {
    void *array = r->rows;
    bool room = import_grow(&array, &r->capacity, r->count + 1, sizeof *r->rows);
    r->rows = array;
    r->failed = r->failed || !room;
    if (!room) return NULL;
    size_row *row = &r->rows[r->count++];
    memset(row, 0, sizeof *row);
    row->part = SIZE_PROGRAM;
    row->bytes = bytes;
    snprintf(row->name, sizeof row->name, "%s", name);
    return row;
}

/* The next line, cut to the room. */
static bool next_line(const char **at, const char *end, char *line, size_t room) {
    if (*at >= end) return false;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    size_t length = (size_t)((stop == NULL ? end : stop) - *at);
    snprintf(line, room, "%.*s", (int)(length < room ? length : room - 1), *at);
    *at = stop == NULL ? end : stop + 1;
    return true;
}

/* Counts bytes to the region that an address lies in. */
static void use(region *regions, size_t count, uint64_t address, uint64_t bytes) {
    for (size_t i = 0; i < count; i++) {
        region *g = &regions[i];
        if (address >= g->origin && address - g->origin < g->length) g->used += bytes;
    }
}

static bool is_loaded(const char *name) {
    static const char *const others[] = {
        ".debug", ".comment", ".ARM.attributes", ".stab", ".note", ".riscv.attributes", NULL};
    for (int i = 0; others[i] != NULL; i++) {
        if (strncmp(name, others[i], strlen(others[i])) == 0) return false;
    }
    return true;
}

bool size_report_add_map(size_report *report, const char *file, const char *text, size_t size, uint32_t stack,
                         tool_error *error) {
    const char *at = text, *end = text + size;
    char line[400], name[100], pending[100] = "";
    region regions[16];
    size_t region_count = 0;
    bool configuration = false, sections = false, stacked = false;
    while (next_line(&at, end, line, sizeof line)) {
        unsigned long long address, bytes, load;
        int used = 0;
        if (strncmp(line, "Memory Configuration", 20) == 0) configuration = true;
        if (strncmp(line, "Linker script and memory map", 28) == 0) {
            configuration = false;
            sections = true;
        }
        if (configuration && sscanf(line, "%39s 0x%llx 0x%llx", name, &address, &bytes) == 3 &&
            strcmp(name, "*default*") != 0 && region_count < sizeof regions / sizeof regions[0]) {
            region *g = &regions[region_count++];
            *g = (region){.origin = address, .length = bytes};
            snprintf(g->name, sizeof g->name, "%.39s", name);
        }
        if (!sections) continue;
        bool begins =
            sscanf(line, "%99s%n", name, &used) == 1 && (line[0] == '.' || isalpha((unsigned char)line[0]));
        bool numbers = false;
        if (begins) {
            numbers = sscanf(line + used, " 0x%llx 0x%llx", &address, &bytes) == 2;
            snprintf(pending, sizeof pending, "%s", !numbers && line[used] == 0 ? name : "");
        } else if (pending[0] != 0) { /* the line before had a long name alone */
            numbers = sscanf(line, " 0x%llx 0x%llx", &address, &bytes) == 2;
            snprintf(name, sizeof name, "%s", pending);
            pending[0] = 0;
        }
        if (!numbers || bytes == 0 || !is_loaded(name)) continue;
        const char *from = strstr(line, "load address 0x");
        size_row *row = add_row(report, name, bytes);
        if (row == NULL) break;
        snprintf(row->note, sizeof row->note, "at 0x%08llx", address);
        use(regions, region_count, address, bytes);
        if (from != NULL && sscanf(from, "load address 0x%llx", &load) == 1 && load != address) {
            use(regions, region_count, load, bytes);
            snprintf(row->note, sizeof row->note, "at 0x%08llx, loaded from 0x%08llx", address, load);
        }
        if (stack > 0 && !stacked && strcmp(name, ".bss") == 0) {
            use(regions, region_count, address, stack);
            add_row(report, "stack reserve", stack);
            stacked = true;
        }
    }
    if (!sections)
        return import_error_file(error, file, "is no map of the GNU linker; link with -Wl,-Map,FILE");
    for (size_t i = 0; i < region_count && !report->failed; i++) {
        snprintf(line, sizeof line, "%.39s free", regions[i].name);
        size_row *row = add_row(
            report, line, regions[i].used < regions[i].length ? regions[i].length - regions[i].used : 0);
        if (row != NULL)
            snprintf(row->note, sizeof row->note, "of %llu bytes", (unsigned long long)regions[i].length);
    }
    return !report->failed || import_error_memory(error, file);
}
