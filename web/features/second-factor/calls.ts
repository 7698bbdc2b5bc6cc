import {
  addSecondFactor,
  completeSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  type SecondFactorCalls,
} from '#contract/second-factor.ts';

/** Those of whoever works in a restaurant. */
export const memberCalls: SecondFactorCalls = {
  get: getSecondFactor,
  add: addSecondFactor,
  complete: completeSecondFactor,
  remove: removeSecondFactor,
};
