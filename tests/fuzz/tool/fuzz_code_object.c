/* Fuzz target: any bytes as an object file whose symbols are read. Names lie within the bytes and end there. */
#include <stdlib.h>
#include <string.h>

#include "tools/code/code_check.h"
#include "tools/code/code_object.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool hear(void *context, code_symbol_kind kind, const char *name) {
    uint32_t allowance;
    size_t *names = context;
    if (name[0] == 0 || kind > CODE_SYMBOL_CHANGES) abort();
    if (kind == CODE_SYMBOL_NEEDED && strlen(name) < 64) (void)code_judge_name(name, &allowance);
    return ++*names < 1000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t names = 0;
    if (!code_object_symbols(data, size, hear, &names) && names > 0) abort();
    return 0;
}
