# One picture of everything the rasterizer's pixel states do: make gallery, then look at $(B)/gallery.png.

$(B)/gallery_sheet: $(B)/obj/tests/gallery/gallery.o $(TOOL_OBJ) $(HOST_OBJ) $(CORE_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@ $(SDL_LIBS) $(LDLIBS_HOST)

gallery: $(B)/gallery_sheet
	$(B)/gallery_sheet $(B)/gallery.png $(B)/plots.png
