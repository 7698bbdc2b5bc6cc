import { displayKey } from '#web/platform/till.ts';

/** Whether this device, whoever works at it, sends a table's round with one touch: its summary (part-1 §2) then opens only where something is to be decided. */
export const sendsAtOnceKey = (): string => displayKey('sends-at-once');
