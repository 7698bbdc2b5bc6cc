/** Builds the web application when it is stale. */
export declare const buildWeb: () => Promise<void>;
/** Says what is wrong with a program that is to be the pinned Node. */
export declare const wrongRuntime: (file: string, machine?: string) => string | undefined;
/** The pinned Node that runs everything but the starters. */
export declare const node24: string;
