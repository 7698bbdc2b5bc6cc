/** A small generator of numbers from 0 to 1 (mulberry32), so that a run can be repeated by its seed. */
export const generator = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  // Math.imul stays within 32 bits: an ordinary product would pass 2^53, lose its low bits and soon repeat itself
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};
