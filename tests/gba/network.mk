# The cartridge that counts what protecting packets costs.
$(B)/gba/network_bench.elf: $(sort $(GBA_PORT_OBJ)) $(B)/gba/obj/tests/gba/network_bench.o $(GBA_CORE_OBJ)
