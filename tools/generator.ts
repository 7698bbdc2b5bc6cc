/** A small generator of numbers from 0 to 1, so that a run can be repeated by its seed. */
export const generator = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
