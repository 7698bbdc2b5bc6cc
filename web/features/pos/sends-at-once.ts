import { tenantKey } from '#web/platform/storage.ts';

/** Whether this device sends a table's round with one touch: its summary (part-1 §2) then opens only where something is to be decided. */
export const sendsAtOnceKey = (): string => tenantKey('sends-at-once');
