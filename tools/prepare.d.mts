/** Builds the web application when it is stale. */
export declare const buildWeb: () => Promise<void>;
