/** ms; a till must say something while the person still stands there. */
const CALL_TIMEOUT = 20_000;

/** Gives up what no answer comes to. */
export const patience = (): AbortSignal => AbortSignal.timeout(CALL_TIMEOUT);
