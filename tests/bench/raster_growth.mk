# The rasterizer's growth law: see tests/bench/raster_growth.sh.
$(B)/raster_growth: $(B)/obj/tests/bench/raster_growth.o $(CORE_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ -lm
