/* flops.h - how floating-point operations are counted, where what is computed can be counted.
 *
 * An addition, a multiplication, a division is one, a * b + c two, whether or not the processor does
 * it at once. Comparisons, choices, conversions and moves of bits are none. tests/bench holds the
 * counts of kernels against the instructions that the processor was seen to execute.
 */
#ifndef BSN_FLOPS_H
#define BSN_FLOPS_H

/* For each number, of the functions of vec.h. */
#define BSN_FLOPS_EXP2 14
#define BSN_FLOPS_LOG2 19
#define BSN_FLOPS_SOFTPLUS 45

#endif
