/* real.h - one source, two precisions.
 *
 * The networks are compiled in single precision for use and a second time with BSN_DOUBLE for
 * the tests, which check every derivative against finite differences in double.
 */
#ifndef BSN_REAL_H
#define BSN_REAL_H

#ifdef BSN_DOUBLE
typedef double real;
#define NN(name) bsn_##name##_f64
#else
typedef float real;
#define NN(name) bsn_##name##_f32
#endif

#endif
