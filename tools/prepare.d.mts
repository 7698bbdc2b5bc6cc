/** Installs what is missing and builds what is stale. */
export declare const prepare: () => Promise<void>;
