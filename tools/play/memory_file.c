/* Rows of memory in a file. */
#include "tools/play/memory_file.h"

#include <stdio.h>

bool memory_file_write(const char *path, const ox_console *console, const char *why) {
    ox_memory_region region;
    size_t peak, size;
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "oxcart: cannot write %s\n", path);
        return false;
    }
    fprintf(file, "name,used,peak,of,refused\n");
    for (int i = 0; console != NULL && ox_console_region(console, i, &region); i++)
        fprintf(file, "%s,%lu,%lu,%lu,%lu\n", region.name, (unsigned long)region.used,
                (unsigned long)region.peak, (unsigned long)region.size, (unsigned long)region.refused);
    if (console != NULL && ox_console_stack(console, &peak, &size))
        fprintf(file, "stack,%lu,%lu,%lu,0\n", (unsigned long)peak, (unsigned long)peak, (unsigned long)size);
    if (console == NULL) fprintf(file, "# the game did not begin: %s\n", why);
    return fclose(file) == 0;
}
