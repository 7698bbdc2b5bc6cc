/** Whole numbers from 0 to below `most`, the same ones in the same order for the same seed. */
export type Dice = (most: number) => number;

export const dice = (seed: number): Dice => {
  let state = seed * 7919 + 1;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
};
