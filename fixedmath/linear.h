/* Linear equations and general inverses of small matrices, tridiagonal systems, symmetric matrices and
 * inertia. */
#ifndef FIXEDMATH_LINEAR_H
#define FIXEDMATH_LINEAR_H

#include "fixedmath/matrix.h"

/* Working precision is Q32.32 in 64 bits with rows scaled by powers of two and partial pivoting. A matrix
 * counts as singular when a pivot falls below 2^-22 of its row's scale; then, and when a result does not fit
 * an fx, the functions return false and leave the output untouched.
 *
 * Accuracy of an inverse: 1 LSB for entries up to 4 and inverse entries up to 16, in general 1 LSB plus the
 * condition number times 2^-30. Picking and cameras do not need general inverses: see rig34_inverse and view_unproject.
 * Cost: n^3 products of 64 x 64 bits and n^2 divisions; load time and tools rather than every frame. */

#define LINEAR_MAX 8

bool m22_inverse(const mat22 *a, mat22 *inverse);
fx m22_determinant(const mat22 *a);
fx m4_determinant(const mat44 *a); /* nearest 2 LSB for entries up to 16; saturates; 0 when singular */

/* Inverse of an n x n matrix, row-major, n <= 8. `inverse` may be `a`. `work` is the caller's. */
typedef struct {
    int64_t row[LINEAR_MAX][2 * LINEAR_MAX];
} linear_work;
bool mn_inverse(const fx *a, fx *inverse, int n, linear_work *work);

/* LU factors with row order, to solve for several right sides. */
typedef struct {
    int n;
    int sign;                           /* of the row exchanges */
    int order[LINEAR_MAX];              /* row of the input that stands in each place */
    int shift[LINEAR_MAX];              /* row i of the input was scaled by 2^shift[i] */
    int64_t lu[LINEAR_MAX][LINEAR_MAX]; /* Q32.32, unit lower triangle below the diagonal */
} linear_lu;
bool linear_factor(const fx *a, int n, linear_lu *lu);
bool linear_solve(const linear_lu *lu, const fx *b, fx *x); /* x may be b */
fx linear_determinant(const linear_lu *lu);                 /* saturates */

/* Cramer's rule for two and three unknowns: exact determinants, results nearest. False when singular. */
bool linear_solve2(const mat22 *a, vec2 b, vec2 *x);
bool linear_solve3(const mat33 *a, vec3 b, vec3 *x);

/* lower[i] x[i-1] + diagonal[i] x[i] + upper[i] x[i+1] = b[i]; lower[0] and upper[n-1] are not read. For
 * matrices whose diagonal dominates. `work` holds n numbers. x may be b. */
bool linear_tridiagonal(const fx *lower, const fx *diagonal, const fx *upper, const fx *b, fx *x,
                        int64_t *work, size_t n);

/* --- symmetric 3x3 and inertia ---------------------------------------------------------------- */

/* A symmetric matrix as six elements instead of nine, each the value times 2^-shift. */
typedef struct {
    fx xx, yy, zz, xy, xz, yz;
    int shift; /* the matrix is the fx numbers times 2^shift: masses and inertias go beyond 32767 */
} sym33;

mat33 m3_from_sym(const sym33 *a); /* without the shift */
vec3 sym33_apply(const sym33 *a, vec3 v);

/* R D R^T for a diagonal D (principal moments or their reciprocals), for world inertia tensors; 2^-20
 * relative. */
sym33 sym33_rotate_diagonal(const rot33 *r, vec3 diagonal, int shift);

/* Eigenvalues and right-handed orthonormal eigenvectors (the columns), a = R D R^T within 2^-16 relative. At
 * most 8 Jacobi sweeps. */
void sym33_eigen(const sym33 *a, vec3 *values, rot33 *vectors);

/* Centre of mass of n point masses (mass > 0 in total, else false) and inertia about the origin of the
 * coordinates. */
bool mass_centre(const vec3 *position, const fx *mass, size_t n, vec3 *centre);
sym33 inertia_of_points(const vec3 *position, const fx *mass, size_t n);

/* Principal moments of solids with uniform density: box with full edges, solid ball, disc and ring about
 * their axis, plate in its plane's perpendicular. Results saturate. */
vec3 inertia_of_box(fx mass, vec3 edges);
fx inertia_of_ball(fx mass, fx radius);
fx inertia_of_disc(fx mass, fx radius);
fx inertia_of_ring(fx mass, fx radius);
fx inertia_of_plate(fx mass, fx width, fx height);

#endif
