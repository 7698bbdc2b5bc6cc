/** Minor units over a count, rounded half up; 0 when there is nothing to divide by. */
export const averageOf = (total: bigint, count: number): bigint => (count === 0 ? 0n : (2n * total + BigInt(count)) / (2n * BigInt(count)));
