# The unit tests as a WebAssembly program: tests/unit and the port's own, with a C library (Debian: wasi-libc) for the tests alone.

WEB_UNIT_CFLAGS := -std=c11 -O2 $(DEBUG) $(WARN) --target=wasm32-wasi -mbulk-memory -DOXCART_WEB
WEB_UNIT_OBJ := $(patsubst %.c,$(B)/web/unit/%.o,$(UNIT_SRC) tests/test_main.c tests/web/unit.c)

$(COLD_TESTS:%.c=$(B)/web/unit/%.o): WEB_UNIT_CFLAGS += -O0

$(B)/web/unit/tests/test_list.inc: FORCE
	@mkdir -p $(@D)
	@sed -n 's/^TEST(\([a-z0-9_]*\)).*/TEST_CASE(\1)/p' $(UNIT_SRC) tests/web/unit.c >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(B)/web/unit/tests/test_main.o: $(B)/web/unit/tests/test_list.inc
$(B)/web/unit/%.o: %.c
	@mkdir -p $(@D)
	$(WEB_CC) $(WEB_UNIT_CFLAGS) -I. -I$(B)/web/unit/tests -I$(B)/gen -MMD -MP -c $< -o $@

# The console's objects and the port's are the player's; only memory is the C library's.
$(B)/web/unit.wasm: $(WEB_UNIT_OBJ) $(filter-out %/web/main.o %/web/memory.o %/platform/cartridge.o,$(WEB_OBJ))
	$(WEB_CC) --target=wasm32-wasi -Wl,-z,stack-size=1048576 -Wl,--stack-first $^ -o $@
