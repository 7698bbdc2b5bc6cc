/** The programs that some tests need, by name. */
export declare const programs: Readonly<Record<string, { debian: string; lighter?: string; isThere: () => boolean; imported: RegExp }>>;
/** The files of tests below these folders that cannot run without these programs. */
export declare const filesThatNeed: (programs: readonly string[], folders: readonly string[]) => string[];
/** The files of tests below these folders. */
export declare const testsOf: (folders: readonly string[]) => string[];
/** The programs that `npm test` found missing and went on without. */
export declare const leftOut: () => string[];
