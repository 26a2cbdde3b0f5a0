// SPDX-License-Identifier: Apache-2.0
//
// struct keccak of keccak.h, for assembly: the state, and the working area behind it.
#define STATE_BYTES 200
#define LANE(x, y)  (8 * (5 * (y) + (x)))  // the low half
