/* Tables of gains and pitches, and what is read off them. */
#include "kernel/audio/gain.h"

#include "fixedmath/angle.h"
#include "fixedmath/bits.h"

/* round(32768 * 10^(-n/40)): half a decibel each. */
static const uint16_t gains[OX_AUDIO_SILENT_DB * 2 + 1] = {
    32768, 30935, 29205, 27571, 26029, 24573, 23198, 21900, 20675, 19519, 18427, 17396, 16423, 15504, 14637,
    13818, 13045, 12315, 11627, 10976, 10362, 9783,  9235,  8719,  8231,  7771,  7336,  6925,  6538,  6172,
    5827,  5501,  5193,  4903,  4629,  4370,  4125,  3894,  3677,  3471,  3277,  3093,  2920,  2757,  2603,
    2457,  2320,  2190,  2068,  1952,  1843,  1740,  1642,  1550,  1464,  1382,  1305,  1232,  1163,  1098,
    1036,  978,   924,   872,   823,   777,   734,   693,   654,   617,   583,   550,   519,   490,   463,
    437,   413,   389,   368,   347,   328,   309,   292,   276,   260,   246,   232,   219,   207,   195,
    184,   174,   164,   155,   146,   138,   130,   123,   116,   110,   104,   98,    92,    87,    82,
    78,    73,    69,    65,    62,    58,    55,    52,    49,    46,    44,    41,    39,    37,    35,
    33,    31,    29,    28,    26,    25,    23,    22,    21,    20,    18,    17,    16,    16,    15,
    14,    13,    12,    12,    11,    10,    10,    9,     9,     8,     8,     7,     7,     7,     6,
    6,     6,     5,     5,     5,     4,     4,     4,     4,     3,     3,     3,     3,     3,     3,
    2,     2,     2,     2,     2,     2,     2,     2,     2,     1,     1,     1,     1,     1,     1,
    1,     1,     1,     1,     1,     1,     1,     1,     1,     1,     1,     1,     1,
};

/* round(2^30 * 2^(n/12)) and round(2^30 * 2^(n/768)). */
static const uint32_t semitones[12] = {
    1073741824u, 1137589835u, 1205234447u, 1276901417u, 1352829926u, 1433273380u,
    1518500250u, 1608794974u, 1704458901u, 1805811301u, 1913190429u, 2026954652u,
};
static const uint32_t sixty_fourths[64] = {
    1073741824u, 1074711351u, 1075681754u, 1076653033u, 1077625190u, 1078598223u, 1079572136u, 1080546928u,
    1081522600u, 1082499153u, 1083476588u, 1084454905u, 1085434106u, 1086414191u, 1087395161u, 1088377016u,
    1089359758u, 1090343388u, 1091327906u, 1092313312u, 1093299609u, 1094286796u, 1095274874u, 1096263845u,
    1097253708u, 1098244466u, 1099236118u, 1100228665u, 1101222108u, 1102216449u, 1103211687u, 1104207825u,
    1105204861u, 1106202798u, 1107201636u, 1108201375u, 1109202018u, 1110203564u, 1111206014u, 1112209370u,
    1113213631u, 1114218799u, 1115224875u, 1116231859u, 1117239753u, 1118248556u, 1119258271u, 1120268897u,
    1121280436u, 1122292888u, 1123306254u, 1124320536u, 1125335733u, 1126351846u, 1127368878u, 1128386827u,
    1129405696u, 1130425485u, 1131446194u, 1132467826u, 1133490379u, 1134513856u, 1135538257u, 1136563583u,
};

uint32_t ox_audio_gain(uint32_t decibel) {
    uint32_t at = decibel >> 15, rest = decibel & 0x7FFFu;
    if (at >= OX_AUDIO_SILENT_DB * 2) return 0;
    return gains[at] - ((uint32_t)(gains[at] - gains[at + 1]) * rest + 0x4000u) / 0x8000u;
}

uint32_t ox_audio_decibel(uint32_t gain) {
    uint32_t low = 0, high = OX_AUDIO_SILENT_DB * 2;
    if (gain >= OX_AUDIO_FULL) return 0;
    if (gain < gains[high] || gain == 0) return (uint32_t)OX_AUDIO_SILENT_DB << 16;
    while (low + 1 < high) { /* gains[low] > gain >= gains[high] */
        uint32_t middle = (low + high) / 2;
        if (gains[middle] > gain)
            low = middle;
        else
            high = middle;
    }
    uint32_t span = (uint32_t)(gains[low] - gains[high]);
    return (low << 15) + ((gains[low] - gain) * 0x8000u + span / 2) / span;
}

uint32_t ox_audio_volume(const uint8_t *curve, uint32_t count, uint32_t percent) {
    if (percent == 0) return 0;
    if (percent > 100) percent = 100;
    if (curve == NULL || count < 2) return ox_audio_gain((100 - percent) * (60u << 16) / 100);
    uint32_t at = percent * (count - 1), index = at / 100, rest = at % 100;
    uint32_t from = curve[index], to = curve[rest == 0 ? index : index + 1];
    return ox_audio_gain((from * (100 - rest) + to * rest) * 0x8000u / 100);
}

uint32_t ox_audio_pitch(int32_t pitch) {
    if (pitch < OX_AUDIO_PITCH_LEAST) pitch = OX_AUDIO_PITCH_LEAST;
    if (pitch > OX_AUDIO_PITCH_MOST) pitch = OX_AUDIO_PITCH_MOST;
    uint32_t rest = (uint32_t)(pitch - OX_AUDIO_PITCH_LEAST);
    int32_t octave = 0;
    for (; rest >= 768; rest -= 768) octave++; /* a few times: less than a division */
    uint64_t factor = (uint64_t)semitones[rest / 64] * sixty_fourths[rest % 64]; /* Q60, below 2 */
    return (uint32_t)fx_rshr_u64(factor, 60 - 16 + 2 - octave);                  /* octave 0 begins at 1/4 */
}

void ox_audio_pan(fx pan, uint32_t gain, uint32_t out[2]) {
    if (pan < -FX_ONE) pan = -FX_ONE;
    if (pan > FX_ONE) pan = FX_ONE;
    uint32_t angle = (uint32_t)(pan + FX_ONE) << 13; /* 2^32 to the turn */
    out[0] = ox_audio_product((uint32_t)(q30_cos(angle) + 0x4000) >> 15, gain);
    out[1] = ox_audio_product((uint32_t)(q30_sin(angle) + 0x4000) >> 15, gain);
}

uint32_t ox_audio_fade(uint32_t from, uint32_t to, uint32_t done, uint32_t ticks, bool decibels) {
    if (done >= ticks) return to;
    if (done == 0) return from;
    if (decibels) {
        from = ox_audio_decibel(from);
        to = ox_audio_decibel(to);
    }
    int64_t way = ((int64_t)to - (int64_t)from) * (int64_t)done / (int64_t)ticks;
    uint32_t now = (uint32_t)((int64_t)from + way);
    return decibels ? ox_audio_gain(now) : now;
}
