# The cartridge runner (needs libmgba, for development only) and the cartridge that tests the Game Boy Advance
# port.

$(B)/gba_runner: tests/gba/gba_runner.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O2 $(WARN) $< -o $@ -lmgba

$(B)/gba/port_test.elf: $(GBA_PORT_OBJ) $(B)/gba/obj/raster/arm/record.o \
	$(patsubst %,$(B)/gba/obj/tests/gba/%.o,port_test port_spans_pal8 port_spans_bgr555)

# The hand-written span functions against the C functions that define them.
$(B)/gba/spans_test.elf: $(GBA_PORT_OBJ) $(patsubst %,$(B)/gba/obj/tests/gba/%.o,spans_test twins) $(GBA_CORE_OBJ)
