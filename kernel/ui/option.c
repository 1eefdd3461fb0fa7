/* Options of players: kept numbers that take effect. */
#include "kernel/ui/option.h"

#include "fixedmath/scalar.h"
#include "kernel/sound/event.h"
#include "kernel/type/name.h"
#include "kernel/ui/internal.h"

#define OPTION(name, least, greatest, usual)                                                                 \
    { name, OX_NAME(name), OX_NAME("option_" name), least, greatest, usual }

const ox_option ox_options[OX_OPTIONS] = {OPTION("volume", 0, 100, 100),    OPTION("world", 0, 100, 100),
                                          OPTION("music", 0, 100, 100),     OPTION("voice", 0, 100, 100),
                                          OPTION("interface", 0, 100, 100), OPTION("gamma", 10, 30, 10),
                                          OPTION("scale", 50, 200, 100),    OPTION("effects", 0, 1, 1),
                                          OPTION("subtitles", 0, 1, 1),     OPTION("prompts", 0, 1, 1)};

static const ox_option *find_option(ox_id id) {
    for (uint32_t i = 0; i < OX_OPTIONS; i++)
        if (ox_options[i].id == id) return &ox_options[i];
    return NULL;
}

static int32_t value_of(const ox_module_host *host, const ox_option *option) {
    const int32_t away = ox_game_kept(host->console, option->kept);
    return int_clamp(option->usual + int_clamp(away, INT16_MIN, INT16_MAX), option->least, option->greatest);
}

int32_t ox_option_get(const ox_module_host *host, ox_id id) {
    const ox_option *option = find_option(id);
    return option == NULL ? 0 : value_of(host, option);
}

/* Sounds of a bus are as loud as its option says, and the display as bright. */
static void apply_option(const ox_module_host *host, const ox_option *option) {
    const int32_t value = value_of(host, option);
    const ox_sound_service sound = ox_engine_sound(host->engine);
    const uint32_t bus = ox_sound_bus_of(option->id == OX_NAME("volume") ? OX_NAME("master") : option->id);
    if (bus < OX_SOUND_BUSES && sound.operations->loudness != NULL)
        sound.operations->loudness(sound.state, bus, (uint32_t)value);
    if (option->id == OX_NAME("gamma")) (void)ox_console_gamma(host->console, value);
}

bool ox_option_set(const ox_module_host *host, ox_id id, int32_t value) {
    const ox_option *option = find_option(id);
    if (option == NULL) return false;
    const int32_t next = int_clamp(value, option->least, option->greatest);
    if (next == value_of(host, option)) return true;
    if (!ox_game_keep(host->console, option->kept, next - option->usual)) return false;
    apply_option(host, option);
    return true;
}

void ox_options_apply(const ox_module_host *host) {
    for (uint32_t i = 0; i < OX_OPTIONS; i++)
        if (value_of(host, &ox_options[i]) != ox_options[i].usual) apply_option(host, &ox_options[i]);
}
