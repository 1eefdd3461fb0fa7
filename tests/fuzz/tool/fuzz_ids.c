/* Fuzz target: any bytes as C source and as a list of names. A list that is taken can be written and read again. */
#include <stdlib.h>

#include "tools/data/ids.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    for (int kind = 0; kind < 2; kind++) {
        ids list = {0}, again = {0};
        tool_error error;
        writer out = {0}, header = {0};
        bool good = kind == 0 ? ids_read_source(&list, "fuzz.c", text, size, &error)
                              : ids_read_list(&list, "fuzz.txt", text, size, &error);
        if (good && ids_check(&list, &error)) {
            ids_write_header(&list, "FUZZ_H", &header);
            ids_write_list(&list, &out);
            bool same = ids_read_list(&again, "again.txt", (const char *)out.data, out.size, &error);
            if (!same || again.count != list.count) abort();
            writer_free(&out);
            ids_translate(&list, text, size, &out);
        }
        writer_free(&out);
        writer_free(&header);
        ids_free(&list);
        ids_free(&again);
    }
    return 0;
}
