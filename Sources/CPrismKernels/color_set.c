// SPDX-License-Identifier: MIT
// Quantises real matrices into the kernels' fixed point.
#include "color.h"

#include <errno.h>
#include <math.h>

// From fine to coarse; the sums of 16 bits hold 2^(15 - shift).
static const int16_t shifts[] = {6, 4, 2};

/// The largest |sum| that a row can reach, with the roundings of three products and of the end. 257 rather than 255
/// keeps the coefficients themselves, in units of 2^-(shift + 8), within 16 bits too.
static double reach(const double *row, int terms) {
    double sum = fabs(row[terms]) + 2;
    for (int i = 0; i < terms; i++)
        sum += 257 * fabs(row[i]);
    return sum;
}

/// The finest shift for the reach, or 0; not a number compares false.
static int16_t shift_for(double reach) {
    for (unsigned i = 0; i < sizeof shifts / sizeof shifts[0]; i++)
        if (reach < 1 << (15 - shifts[i]))
            return shifts[i];
    return 0;
}

static int16_t quantise(double value, int bits) {
    return (int16_t)lrint(ldexp(value, bits));
}

int prism_matrix_set(prism_matrix *matrix, const double rows[12]) {
    matrix->shift = shifts[0];
    for (int i = 0; i < 3; i++) {
        int16_t shift = shift_for(reach(rows + 4 * i, 3));
        if (!shift)
            return -ERANGE;
        if (shift < matrix->shift)
            matrix->shift = shift;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            matrix->c[i][j] = quantise(rows[4 * i + j], matrix->shift + 8);
        matrix->offset[i] = quantise(rows[4 * i + 3], matrix->shift);
    }
    return 0;
}

int prism_affine_set(prism_affine *affine, double gain, double offset) {
    const double row[2] = {gain, offset};
    affine->shift = shift_for(reach(row, 1));
    if (!affine->shift)
        return -ERANGE;
    affine->c = quantise(gain, affine->shift + 8);
    affine->offset = quantise(offset, affine->shift);
    return 0;
}

int prism_chroma_set(prism_chroma_matrix *matrix, const double rows[6]) {
    matrix->shift = shifts[0];
    for (int i = 0; i < 2; i++) {
        int16_t shift = shift_for(reach(rows + 3 * i, 2));
        if (!shift)
            return -ERANGE;
        if (shift < matrix->shift)
            matrix->shift = shift;
    }
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++)
            matrix->c[i][j] = quantise(rows[3 * i + j], matrix->shift + 8);
        matrix->offset[i] = quantise(rows[3 * i + 2], matrix->shift);
    }
    return 0;
}

int prism_affine_u16_set(prism_affine_u16 *affine, double gain, double offset, uint16_t most) {
    // The largest shift that leaves the coefficient 16 bits and the sums 32.
    int16_t shift = 14;
    while (shift > 0 && !(ldexp(fabs(gain) + 0.0001, shift) < INT16_MAX &&
                          ldexp(fabs(gain) * UINT16_MAX + fabs(offset) + 4, shift) < INT32_MAX))
        shift--;
    if (!shift)
        return -ERANGE;
    affine->c = quantise(gain, shift);
    affine->offset = (int32_t)lrint(ldexp(offset, shift)) + (1 << (shift - 1));
    affine->shift = shift;
    affine->most = most;
    return 0;
}
