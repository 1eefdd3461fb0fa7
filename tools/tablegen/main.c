/* Writes the constant tables of fixedmath as C source: tablegen OUTPUT.c */
#include <stdio.h>

#include "tools/tablegen/tablegen.h"

int main(int argc, char **argv) {
    static tablegen_table table;
    FILE *file;
    int bytes = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: tablegen OUTPUT.c\n");
        return 2;
    }
    file = fopen(argv[1], "w");
    if (file == NULL) {
        fprintf(stderr, "tablegen: cannot write %s\n", argv[1]);
        return 1;
    }
    fprintf(file, "/* The constant tables of fixedmath, written by tools/tablegen: change the generator, not "
                  "this. */\n");
    fprintf(file, "#include \"fixedmath/tables.h\"\n");
    for (int i = 0; tablegen_make(i, &table); i++) {
        tablegen_write(file, &table);
        bytes += table.count * table.bytes;
    }
    fprintf(file, "\n_Static_assert(%d <= 10240, \"the tables together stay below 10 KB\");\n", bytes);
    if (fclose(file) != 0) {
        fprintf(stderr, "tablegen: writing %s failed\n", argv[1]);
        return 1;
    }
    return 0;
}
