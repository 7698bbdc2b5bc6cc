/** The times of tests of every configuration but the browser's, in ms. A machine that tests much at once is slow, not wrong. */
export const testTimes = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } } };
