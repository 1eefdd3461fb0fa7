# Palette pixels have hand-written spans, and the C functions that cut triangles into rows stay in the cartridge; 15-bit pixels get
# a copy of those beside their span functions in fast memory.

GBA_BGR555_SCAN := $(foreach name,rs_scan_begin rs_scan_rows,-D$(name)=$(name)_bgr555)

$(addsuffix /raster/spans/scan.o,$(B)/gba/obj $(B)/gba/plain $(B)/gba/small): GBA_CFLAGS += -DRS_HOT_IS_RARE
$(B)/gba/obj/raster/spans/spans_bgr555.o: GBA_CFLAGS += $(GBA_BGR555_SCAN)
$(B)/gba/obj/bgr555/scan.o: raster/spans/scan.c platform/gba/rules.mk platform/gba/scan.mk
	@mkdir -p $(@D)
	$(GBA_CC) $(GBA_CFLAGS) -O2 -DRS_RARE_IS_HOT -DRS_RECIPROCALS_ELSEWHERE $(GBA_BGR555_SCAN) -I. -I$(B)/gen -MMD -MP -c $< -o $@
