/* Ends what c_begin.h began. */
#ifdef __cplusplus
#undef class
}
#endif
