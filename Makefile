# Oxcart: builds the `oxcart` command, the ports, the tests and the benchmarks. `make help` lists the targets.
# B is the build folder, so that several builds can live side by side: make B=build/clang CC=clang unit


# As many compilers as there are processors, unless a number is given. The targets named here start builds of their own.
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS))$(filter test bench size fuzz,$(MAKECMDGOALS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif

ifneq ($(and $(filter deps,$(MAKECMDGOALS)),$(filter-out deps,$(MAKECMDGOALS))),)
# `make deps test`: what `deps` installs is looked for by a second make.
after := $(filter-out deps,$(MAKECMDGOALS))
.PHONY: deps $(after)
$(firstword $(after)): deps
	@$(MAKE) --no-print-directory $(after)
$(wordlist 2,$(words $(after)),$(after)): $(firstword $(after))
	@:
deps:
	sh tools/deps.sh
else

B ?= build
OPT ?= -O2
# Line numbers and the names of functions; for a debugger: make OPT=-Og DEBUG=-g3
DEBUG ?= -g1
PREFIX ?= /usr/local
WARN := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
CFLAGS += -std=c11 $(OPT) $(DEBUG) $(WARN) $(SANITIZE)
CPPFLAGS += -I. -I$(B)/gen
HOSTCC ?= $(CC)
LDLIBS_HOST = -lm -lpthread -ldl
# C of carts is loaded into the running command, whose console it calls.
LDFLAGS_CODE := -rdynamic

# SDL2 is optional: without it the window driver is left out and the terminal driver remains.
SDL_CFLAGS := $(shell pkg-config --cflags sdl2 2>/dev/null || sdl2-config --cflags 2>/dev/null)
SDL_LIBS := $(shell pkg-config --libs sdl2 2>/dev/null || sdl2-config --libs 2>/dev/null)
ifneq ($(SDL_LIBS),)
HOST_DEFINES := -DPLAT_HOST_SDL=1
endif

# Generated sources are named apart so that a clean tree builds in one pass.
TABLES := $(B)/gen/fixedmath_tables.c
CORE_DIRS := $(foreach layer,fixedmath raster rom,$(sort $(patsubst %/,%,$(dir $(wildcard $(layer)/*/*.c))))) $(sort $(patsubst %/,%,$(dir $(wildcard kernel/*/*.c))))
CORE_SRC := $(foreach d,$(CORE_DIRS),$(sort $(wildcard $(d)/*.c)))
# Parts that do little in a frame: the small machines compile them for size, everything else for speed.
KERNEL_SMALL := bytes containers handle memory names residency scene script text type
KERNEL_QUICK := heap.o partition.o # of kernel/memory: what they do often
# Where the compiler is gcc: without what -Os leaves in that makes code longer.
KERNEL_SMALL_GCC := -Os -fno-inline-small-functions -fno-move-loop-invariants -fno-ipa-sra
KERNEL_QUICK_GCC := -O2 -finline-small-functions -fmove-loop-invariants -fipa-sra
HOST_SRC := $(filter-out platform/host/player.c,$(sort $(wildcard platform/host/*.c)))
TOOL_SRC := $(filter-out $(addsuffix /%,$(addprefix tools/,assets records tablegen)),$(sort $(wildcard tools/*/*.c tools/import/*/*.c)))
UNIT_SRC := $(sort $(wildcard tests/unit/*/*.c tests/unit/*/*/*.c))
HOSTTEST_SRC := $(sort $(wildcard $(addsuffix /*.c,tests/host/* tests/host/*/* tests/host/*/*/*)))
ifeq ($(wildcard /usr/include/linux/fb.h),)
# The framebuffer driver is left out where Linux's own headers are not, and its tests with it.
HOSTTEST_SRC := $(filter-out %/host_fb_test.c %/host_evdev_test.c,$(HOSTTEST_SRC))
endif
# Examples in C that have a twin in Goad: tests/host/rom/carts/twins_test.c plays both.
TWIN_SRC := $(sort $(wildcard rom/carts/examples/*/in_c/*.c))
# What of other ports runs anywhere.
PORT_SRC := platform/gba/cells.c platform/gba/composer.c

# A test runs once for each time that it is compiled: the optimizer is for those that compute what they compare with, or count what inlined
# functions cost, on every machine.
HOT_TESTS := $(addprefix tests/,unit/fixedmath/% unit/kernel/memory/% unit/raster/% host/raster/% host/fixedmath/% host/kernel/collision/% host/kernel/memory/%)
COLD_TESTS := $(filter-out $(HOT_TESTS),$(UNIT_SRC) $(HOSTTEST_SRC))

# Where the library sources of a build come from; ports reuse the list with their own compiler.
CORE_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(CORE_SRC)) $(B)/obj/gen/fixedmath_tables.o
HOST_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(HOST_SRC))
TOOL_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(TOOL_SRC)) $(B)/obj/gen/known_words_list.o
# The players that `oxcart export` puts before an image, found beside the command: each port adds those that its compiler can make.
PLAYER_FILES :=
TEST_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(UNIT_SRC) $(HOSTTEST_SRC) $(TWIN_SRC) $(PORT_SRC) tests/test_main.c)

.DELETE_ON_ERROR:
.PHONY: all run check conformance coverage test players refresh unit bench size format lint deps gba web desktop clean install help gallery fuzz FORCE

# Players of other machines are built when something wants them; those that were built stay as new as the command.
all: $(B)/oxcart $(B)/showcase.rom refresh

help:
	@echo 'make           build $(B)/oxcart and the showcase'
	@echo 'make run       play the showcase (window, else terminal)'
	@echo 'make check     after a change: the unit tests and the quick scripts'
	@echo 'make test      run everything this machine can run; log in $(B)/test.log'
	@echo 'make unit      build and run the unit tests on this machine only'
	@echo 'make conformance PORT=template  what a port draws and does, compared with the desktop'
	@echo 'make coverage  how many lines and branches of each room the unit tests reach'
	@echo 'make mutate    which changes of the code no test notices: PLACE=kernel/world COUNT=200 SEED=1'
	@echo 'make bench     counts that do not depend on the machine: GBA cycles, instructions, bytes'
	@echo 'make size      bytes of code, constants and data per folder and port'
	@echo 'make format    bring every C source and header to .clang-format'
	@echo 'make lint      clang-tidy over every source (.clang-tidy)'
	@echo 'make docs      pages of the public headers and texts, with a search: $(B)/docs/index.html (needs python3)'
	@echo 'make examples  play the example programs of rom/carts/examples and compare what they say'
	@echo 'make gallery   draw every way of shading into $(B)/gallery.png'
	@echo 'make gba       the showcase as a Game Boy Advance ROM'
	@echo 'make web       the showcase as a page for browsers'
	@echo 'make players   the players of every machine whose compiler is here, for oxcart export'
	@echo 'make desktop   the showcase as a program of its own, without symbols: $(B)/showcase'
	@echo 'make deps      install, on Debian, all that the above can use'
	@echo 'make install   install oxcart under PREFIX ($(PREFIX))'
	@echo 'make clean     remove $(B)'

# ---- the library, the command ----

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) -MMD -MP -c $< -o $@

$(B)/obj/gen/%.o: $(B)/gen/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) -MMD -MP -c $< -o $@

# Packed data must not depend on the processor: no fused multiply-add in what makes them.
$(B)/obj/tools/%.o: CFLAGS += -ffp-contract=off

# What mostly reads and writes texts and lists is not worth the time of the optimizer; what encodes, decodes and plays is.
ifeq ($(OPT),-O2)
# gcc sees too little at -O1 to know that values are set; it looks at -O2 where these rooms are built otherwise.
DOUBTS := $(if $(findstring clang,$(shell $(CC) --version)),,-Wno-maybe-uninitialized)
TEXT_ROOMS := base build cart command convert data edit generate image inspect pack report script step tune $(addprefix import/,collada intermediate load program text tile)
$(foreach room,$(TEXT_ROOMS),$(B)/obj/tools/$(room)/%.o): CFLAGS += -O1 $(DOUBTS)
$(COLD_TESTS:%.c=$(B)/obj/%.o): CFLAGS += -O0
endif

# A build that is not for speed (tests/sanitized.sh) gives COLD_OPT for what spends little of its time, tests among it: half of the compiler's work.
HOT := $(addsuffix /%,tests/host/kernel/memory fixedmath raster rom tools/base tools/encode tools/import tools/script $(addprefix kernel/,animation audio bytes collision containers memory names network particles physics script text water))
COLD_OBJ = $(filter-out $(addprefix $(B)/obj/,$(HOT)),$(TEST_OBJ) $(TOOL_OBJ) $(HOST_OBJ) $(CORE_OBJ))
ifneq ($(COLD_OPT),)
$(COLD_OBJ): CFLAGS += $(COLD_OPT)
endif

$(B)/obj/platform/host/%.o: CPPFLAGS += $(HOST_DEFINES) $(SDL_CFLAGS)

# Installing or removing SDL2 compiles the port anew.
$(B)/gen/sdl.txt: FORCE
	@mkdir -p $(@D)
	@echo '$(HOST_DEFINES) $(SDL_CFLAGS) $(SDL_LIBS)' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(HOST_OBJ): $(B)/gen/sdl.txt

$(B)/tablegen: $(wildcard tools/tablegen/*.c tools/tablegen/*.h)
	@mkdir -p $(@D)
	$(HOSTCC) -std=c11 -O1 $(WARN) -I. $(filter %.c,$^) -o $@ -lm

$(TABLES): $(B)/tablegen
	@mkdir -p $(@D)
	$(B)/tablegen $@

$(B)/oxcart: $(B)/obj/tools/main.o $(TOOL_OBJ) $(HOST_OBJ) $(CORE_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) $(LDFLAGS_CODE) $^ -o $@ $(SDL_LIBS) $(LDLIBS_HOST)

$(B)/showcase.rom: $(B)/oxcart $(wildcard rom/carts/showcase/*)
	$(B)/oxcart pack rom/carts/showcase -o $@

run: $(B)/oxcart $(B)/showcase.rom
	$(B)/oxcart run $(B)/showcase.rom

# ---- tests ----

$(B)/gen/test_list.inc: FORCE
	@mkdir -p $(@D)
	@sed -n 's/^TEST(\([a-z0-9_]*\)).*/TEST_CASE(\1)/p' $(UNIT_SRC) $(HOSTTEST_SRC) /dev/null >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(B)/obj/tests/test_main.o: $(B)/gen/test_list.inc

$(B)/unit_tests: $(TEST_OBJ) $(TOOL_OBJ) $(HOST_OBJ) $(CORE_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) $(LDFLAGS_CODE) $^ -o $@ $(SDL_LIBS) $(LDLIBS_HOST)

unit: $(B)/unit_tests
	$(B)/unit_tests

check: all $(B)/unit_tests
	@B=$(B) MAKE='$(MAKE)' sh tests/check.sh

test:
	@B=$(B) MAKE='$(MAKE)' sh tests/run.sh

bench:
	@B=$(B) MAKE='$(MAKE)' sh tests/bench.sh

conformance: # PORT=template|mps2|riscv|gba|web, or PLAY='command'
	@B=$(B) MAKE='$(MAKE)' PORT='$(PORT)' PLAY='$(PLAY)' sh tests/conformance.sh

coverage:
	@B=$(B) MAKE='$(MAKE)' sh tests/coverage.sh

# Brings every C source and header to .clang-format; tests/scripts/rules/format.sh holds them to it.
format:
	@git ls-files -co --exclude-standard '*.c' '*.h' | while read -r file; do [ -f "$$file" ] && echo "$$file"; done | xargs -P2 -n40 clang-format -i

lint:
	@B=$(B) MAKE='$(MAKE)' sh tests/scripts/rules/lint.sh all

size:
	@B=$(B) MAKE='$(MAKE)' sh tests/size.sh

# Fuzz targets: clang with libFuzzer, of the objects of the sanitized unit tests; see tests/sanitized.sh.
# Coverage is counted where it leads the fuzzer: not in tests, nor in the loops over pixels and samples, which unit tests spend their time in.
FUZZ_BLIND := $(addsuffix /%,tests/unit tests/host fixedmath/numbers kernel/audio $(addprefix raster/,flat fragment geometry spans surfaces wide))
$(foreach o,$(FUZZ_BLIND),$(B)/obj/$(o).o): CFLAGS += $(FUZZ_BLINDLY)
# Comparisons are traced where bytes are parsed; what draws, plays and packs behind the readers goes several times as fast without.
FUZZ_PLAIN := $(addsuffix /%,$(addprefix kernel/,event level loop replay resource save scene state task time type world) fixedmath raster tests/fuzz) \
	$(addprefix tools/,encode/block_encode encode/compress inspect/difference encode/haar_encode encode/mesh_merge encode/movie_encode \
		encode/palette import/model/bake import/base/checksum import/base/deflate import/mesh/mesh_density \
		import/mesh/mesh_normals import/mesh/mesh_quantise import/mesh/mesh_split import/mesh/mesh_strip \
		import/mesh/mesh_topology import/mesh/mesh_weld import/image/mipmap import/model/model_order \
		import/image/palette_apply import/image/pixels import/image/quantize import/image/sheet_pack import/sound/sound \
		import/model/triangulate import/model/triangulate_holes)
$(foreach o,$(FUZZ_PLAIN),$(B)/obj/$(o).o): CFLAGS += $(FUZZ_PLAINLY)
FUZZ_SOURCES := $(sort $(wildcard tests/fuzz/*/fuzz_*.c))
FUZZ_TARGETS := $(addprefix $(B)/,$(notdir $(FUZZ_SOURCES:.c=)))
.PHONY: fuzz_targets
fuzz_targets: $(FUZZ_TARGETS)
# Of a library, so that a target has what it reaches alone: libFuzzer looks through the counters of all of it after each input.
$(B)/fuzz.a: $(TOOL_OBJ) $(HOST_OBJ) $(CORE_OBJ)
	@rm -f $@
	ar rcT $@ $^
	ar s $@
$(foreach s,$(FUZZ_SOURCES:.c=),$(eval $(B)/$(notdir $s): $(B)/obj/$s.o))
$(FUZZ_TARGETS): $(B)/obj/tests/fuzz/assertions.o $(B)/fuzz.a
	$(CC) $(CFLAGS) -fsanitize=fuzzer $(LDFLAGS) $^ -o $@ $(SDL_LIBS) $(LDLIBS_HOST)

fuzz:
	@B=$(B) MAKE='$(MAKE)' FUZZ_SECONDS=$${FUZZ_SECONDS:-600} sh tests/scripts/builds/fuzz.sh

# ---- ports: each adds its own rules ----

-include $(wildcard platform/*/*.mk) $(wildcard tests/*/*.mk) $(wildcard tools/*/*.mk)

players: $(PLAYER_FILES)

refresh: $(wildcard $(PLAYER_FILES))

install: all players
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(B)/oxcart $(DESTDIR)$(PREFIX)/bin/oxcart
	for file in $(PLAYER_FILES:$(B)/%=%); do \
		install -D $$([ -x $(B)/$$file ] || echo -m 644) $(B)/$$file $(DESTDIR)$(PREFIX)/lib/oxcart/$$file || exit 1; done
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	$(B)/oxcart help --man >$(DESTDIR)$(PREFIX)/share/man/man1/oxcart.1
	$(B)/oxcart completion bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/oxcart

clean:
	rm -rf $(B)

deps:
	sh tools/deps.sh

-include $(shell test -d $(B)/obj && find $(B)/obj -name '*.d')

endif
