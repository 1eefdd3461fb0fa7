# The rasterizer's growth law: see tests/bench/raster_growth.sh.
$(B)/raster_growth: $(B)/obj/tests/bench/raster_growth.o $(filter $(B)/obj/raster/% $(B)/obj/fixedmath/% $(B)/obj/gen/%,$(CORE_OBJ))
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ -lm
