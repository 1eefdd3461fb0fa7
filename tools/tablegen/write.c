/* Rounding a table, its checksum, and its form as C source. */
#include "tools/tablegen/tablegen.h"

#include <math.h>

void tablegen_round(tablegen_table *table) {
    for (int i = 0; i < table->count; i++) table->entry[i] = (int64_t)floor(table->value[i] + 0.5);
}

uint32_t tablegen_checksum(const tablegen_table *table) {
    uint32_t crc = 0xFFFFFFFFu;

    for (int i = 0; i < table->count; i++) {
        uint32_t word = (uint32_t)table->entry[i];

        for (int bit = 0; bit < 32; bit++) {
            uint32_t mix = (crc ^ (word >> bit)) & 1u;

            crc = (crc >> 1) ^ (mix ? 0xEDB88320u : 0u);
        }
    }
    return ~crc;
}

void tablegen_write(FILE *file, const tablegen_table *table) {
    double largest = 0.0, sum = 0.0;
    int width = table->bytes * 2, per_line = table->bytes == 2 ? 12 : 8;

    for (int i = 0; i < table->count; i++) {
        double error = fabs((double)table->entry[i] - table->value[i]);

        sum += error;
        largest = error > largest ? error : largest;
    }
    fprintf(
        file,
        "\n/* %s.\n * Format %s; %d entries, %d bytes; error in units of the format: max %.3f, mean %.3f;\n",
        table->formula, table->format, table->count, table->count * table->bytes, largest,
        sum / table->count);
    fprintf(file, " * checksum %08X. */\n", (unsigned)tablegen_checksum(table));
    fprintf(file, "const %s %s[%d]%s = {", table->type, table->name,
            table->shape[0] ? table->count / 2 : table->count, table->shape);
    for (int i = 0; i < table->count; i++) {
        int negative = table->entry[i] < 0;
        uint32_t digits = (uint32_t)(negative ? -table->entry[i] : table->entry[i]);

        fprintf(file, "%s", i % per_line == 0 ? "\n    " : " ");
        if (table->shape[0] && i % 2 == 0) fprintf(file, "{");
        fprintf(file, "%s0x%0*X%s,", negative ? "-" : "", width, (unsigned)digits,
                table->shape[0] && i % 2 == 1 ? "}" : "");
    }
    fprintf(file, "\n};\n");
}
