import type { SecondFactorCalls } from '#contract/second-factor.ts';
import { addSuperAdminFactor, completeSuperAdminFactor, getSuperAdminFactor, removeSuperAdminFactor } from '#contract/superadmin-auth.ts';

/** Those of a super administrator. */
export const superAdminCalls: SecondFactorCalls = {
  get: getSuperAdminFactor,
  add: addSuperAdminFactor,
  complete: completeSuperAdminFactor,
  remove: removeSuperAdminFactor,
};
