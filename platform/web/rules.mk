# Browsers: the player (player.wasm) and the page around it.

WEB_CC ?= clang
WEB_HERE := $(and $(shell command -v $(WEB_CC) 2>/dev/null),$(shell command -v wasm-ld 2>/dev/null))
# Memory is copied by instructions of its own (bulk memory), which every browser of these years has.
WEB_CFLAGS := -std=c11 -O2 $(DEBUG) $(WARN) --target=wasm32 -mbulk-memory -ffreestanding -ffunction-sections -fdata-sections \
	-isystem platform/gba/libc
# The stack lies below everything else, so that more than it holds is a fault.
WEB_LINK := --target=wasm32 -nostdlib -Wl,--no-entry -Wl,--gc-sections -Wl,--stack-first -Wl,-z,stack-size=131072
WEB_OBJ := $(patsubst %.c,$(B)/web/obj/%.o,$(CORE_SRC) platform/cartridge.c $(wildcard platform/web/*.c)) \
	$(B)/web/obj/gen/fixedmath_tables.o

$(foreach part,$(KERNEL_SMALL),$(B)/web/obj/kernel/$(part)/%.o): WEB_CFLAGS += -Os
$(addprefix $(B)/web/obj/kernel/,$(addprefix memory/,$(KERNEL_QUICK)) script/run.o): WEB_CFLAGS += -O2
$(B)/web/obj/raster/%.o: WEB_CFLAGS += -O3

$(B)/web/obj/%.o: %.c platform/web/rules.mk
	@mkdir -p $(@D)
	$(WEB_CC) $(WEB_CFLAGS) -I. -I$(B)/gen -MMD -MP -c $< -o $@

$(B)/web/obj/gen/%.o: $(B)/gen/%.c platform/web/rules.mk
	@mkdir -p $(@D)
	$(WEB_CC) $(WEB_CFLAGS) -I. -I$(B)/gen -MMD -MP -c $< -o $@

# With names for whoever looks for a fault, and without.
$(B)/web/player.named.wasm: $(WEB_OBJ)
	$(WEB_CC) $(WEB_LINK) -Wl,-Map,$(@:.wasm=.map) $^ -o $@

$(B)/web/player.wasm: $(WEB_OBJ)
	$(WEB_CC) $(WEB_LINK) -Wl,--strip-all $^ -o $@

$(B)/web/page.html: platform/web/page.html platform/web/player.js
	@mkdir -p $(@D)
	sed -e '/^@SCRIPT@$$/{r platform/web/player.js' -e 'd}' $< >$@

ifneq ($(WEB_HERE),)
PLAYER_FILES += $(B)/web/player.wasm $(B)/web/page.html
endif

web: $(B)/showcase.html

$(B)/showcase.html: $(B)/oxcart $(B)/showcase.rom $(filter $(B)/web/%,$(PLAYER_FILES))
	$(B)/oxcart export $(B)/showcase.rom --web $@

-include $(shell test -d $(B)/web && find $(B)/web -name '*.d')
