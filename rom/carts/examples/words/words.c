/* A console to type into: a line is taken apart, names become numbers and numbers names again, and functions are
 * called by name. */
#include "kernel/bytes/fnv.h"
#include "kernel/export/export.h"
#include "kernel/names/hash.h"
#include "kernel/names/intern.h"
#include "kernel/text/view.h"
#include "rom/carts/examples/example.h"

/* 1. A function that may be called, and its adapter. `oxcart registry` writes a table of such functions from the
 * marked prototypes of headers. */
static int32_t doors_open;
static bool door_open(ox_id door, fx speed) {
    doors_open++;
    return door != OX_ID_NONE && speed > 0;
}
static void call_door_open(ox_export_function function, const ox_export_value *arguments,
                           ox_export_value *result) {
    bool (*open)(ox_id, fx) = (bool (*)(ox_id, fx))function;
    *result = ox_export_bool(open(arguments[0].as.id, arguments[1].as.fixed));
}

/* 2. A line: a word, then name = value pairs. Nothing is copied. */
static ox_status run_line(const ox_exports *exports, ox_intern *names, ox_text_view line, ox_log *out) {
    ox_text_view rest = ox_text_trim(line), verb, pair, name;
    ox_export_value arguments[2] = {ox_export_id(OX_ID_NONE), ox_export_fx(FX_ONE)},
                    result = {OX_EXPORT_VOID, {0}};
    char hex[OX_INTERN_HEX];
    size_t at = 0;
    if (!ox_text_split(&rest, ' ', &verb)) return OX_EMPTY;
    while (ox_text_split(&rest, ',', &pair)) {
        ox_text_view value = pair;
        if (!ox_text_split(&value, '=', &name)) continue;
        name = ox_text_trim(name);
        value = ox_text_trim(value);
        if (ox_text_equal_folded(name, OX_TEXT("door")))
            arguments[0] = ox_export_id(ox_intern_text(names, value));
        else if (ox_text_starts_with(name, OX_TEXT("sp")) && ox_text_ends_with(name, OX_TEXT("d")) &&
                 ox_text_parse_fx(value, &arguments[1].as.fixed, &at) != OX_OK)
            SAY("  the number is wrong at letter %u", (unsigned)at);
    }
    const ox_status status = ox_export_call(exports, ox_id_of(verb), arguments, 2, &result);
    if (status == OX_OK)
        SAY("  %s: %s", ox_intern_name(names, arguments[0].as.id, hex),
            result.as.truth ? "opens" : "stays shut");
    return status;
}

void example(plat *platform, ox_log *out) {
    static _Alignas(4) uint8_t memory[2048];
    static const char *const lines[] = {" door_open door = Gates/Iron , speed = 1.5 ",
                                        "door_open DOOR=gates/wood, speed=-2", "door_open speed = fast",
                                        "door_close door = gates/iron"};
    const ox_export rows[] = {{.id = SID("door_open"),
                               .function = (ox_export_function)door_open,
                               .adapter = call_door_open,
                               .result = OX_EXPORT_BOOL,
                               .count = 2,
                               .parameters = {OX_EXPORT_ID, OX_EXPORT_FX},
                               .name = "door_open"}};
    const ox_exports exports = {rows, 1, 0};
    ox_intern names;
    (void)platform;
    if (ox_intern_init(&names, memory, sizeof memory, 32) != OX_OK) return;
    for (int i = 0; i < 4; i++) {
        SAY("%s", lines[i]);
        const ox_status status = run_line(&exports, &names, ox_text_of(lines[i]), out);
        if (status != OX_OK) SAY("  %s", ox_status_name(status));
    }
    SAY("%d calls, %u names are remembered", (int)doors_open, (unsigned)names.count);

    /* 3. Hashes of words, for tables and checks; and numbers as people write them. */
    const ox_text_view word = OX_TEXT("gates/iron");
    int32_t number = 0;
    uint32_t unsigned_number = 0;
    size_t at = 0;
    SAY("%08x by lookup3, %08x by Hsieh, #%08x as a name", (unsigned)ox_hash_lookup3(word.at, word.length, 1),
        (unsigned)ox_hash_hsieh(word.at, word.length), (unsigned)ox_id_of(word));
    SAY("the slash is letter %u, the last t %u, `iron` begins at %u", (unsigned)ox_text_find_char(word, '/'),
        (unsigned)ox_text_find_last_char(word, 't'), (unsigned)ox_text_find(word, OX_TEXT("iron")));
    ox_status first = ox_text_parse_int(OX_TEXT("-0x1F"), &number, &at);
    ox_status second = ox_text_parse_unsigned(OX_TEXT("99999999999"), &unsigned_number, &at);
    SAY("-0x1F is %d (%s); 99999999999 is %s, the nearest is %u", (int)number, ox_status_name(first),
        ox_status_name(second), (unsigned)unsigned_number);
    SAY("Iron %s iron, and comes %s it",
        ox_text_equal_folded(OX_TEXT("Iron"), ox_text_part(word, 6, 4)) ? "is" : "is not",
        ox_text_compare(OX_TEXT("Iron"), OX_TEXT("iron")) < 0 ? "before" : "behind");
    SAY("folded they compare as %d", ox_text_compare_folded(OX_TEXT("Iron"), OX_TEXT("iron")));
}
