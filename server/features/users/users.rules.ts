import type { Member, Scope } from '#contract/permissions.ts';

const holdsAll = (actor: Member, scopes: readonly Scope[]): boolean =>
  actor.role === 'admin' || scopes.every((scope) => actor.scopes.includes(scope));

/** Whether one may give a colleague these scopes: nobody gives what they do not hold (reliability.md N11). */
export const mayGrant = (actor: Member, scopes: readonly Scope[]): boolean => holdsAll(actor, scopes);

/**
 * Whether one may change, reset or delete a colleague: never an admin, and only whoever holds nothing that one does not hold
 * oneself; otherwise setting a stronger colleague's password would be a way to become them (reliability.md N12).
 */
export const mayTouch = (actor: Member, target: Member): boolean => target.role !== 'admin' && holdsAll(actor, target.scopes);
