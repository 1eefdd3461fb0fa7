# The cartridge runner (needs libmgba, for development only) and the cartridge that tests the Game Boy Advance
# port.

$(B)/gba_runner: tests/gba/gba_runner.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O2 $(WARN) $< -o $@ -lmgba

$(B)/gba/port_test.elf: $(GBA_PORT_OBJ) $(B)/gba/obj/fixedmath/numbers/scalar.o $(B)/gba/obj/platform/gba/mix.o $(B)/gba/obj/raster/arm/record.o \
	$(patsubst %,$(B)/gba/obj/tests/gba/%.o,port_test port_spans_pal8 port_spans_bgr555)

# The hand-written span functions against the C functions that define them. Pixel states want the stack of base.elf.
$(B)/gba/spans_test.elf: GBA_LINK += -Wl,--defsym,__stack_wanted=3872
$(B)/gba/spans_test.elf: $(GBA_PORT_OBJ) $(patsubst %,$(B)/gba/obj/tests/gba/%.o,spans_test twins flat_twins sound_twins pages) $(GBA_CORE_OBJ)

# A cart that loops for ever, and one that overflows its queue: both are to be stopped with a screen.
$(B)/gba/obj/tests/gba/wild_loops.o: tests/gba/wild_test.c
	@mkdir -p $(@D)
	$(GBA_CC) $(GBA_CFLAGS) -DWILD_WAY=WILD_LOOPS -I. -I$(B)/gen -MMD -MP -c $< -o $@
$(B)/gba/obj/tests/gba/wild_overflows.o: tests/gba/wild_test.c
	@mkdir -p $(@D)
	$(GBA_CC) $(GBA_CFLAGS) -DWILD_WAY=WILD_OVERFLOWS -I. -I$(B)/gen -MMD -MP -c $< -o $@
$(B)/gba/wild_loops.elf: $(GBA_PORT_OBJ) $(B)/gba/obj/tests/gba/wild_loops.o $(B)/gba/obj/tests/ports/wild.o $(GBA_CORE_OBJ)
$(B)/gba/wild_overflows.elf: $(GBA_PORT_OBJ) $(B)/gba/obj/tests/gba/wild_overflows.o $(B)/gba/obj/tests/ports/wild.o $(GBA_CORE_OBJ)
# What pictures of two dimensions cost, with the rasterizer alone.
$(B)/gba/flat_bench.elf: $(sort $(GBA_PORT_OBJ)) $(B)/gba/obj/tests/gba/flat_bench.o \
	$(filter-out $(B)/gba/obj/kernel/% $(B)/gba/obj/rom/%,$(GBA_CORE_OBJ))
