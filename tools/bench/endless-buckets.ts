const endless = { countedBy: 'nothing', points: 1e9, perSecond: 1e9 };

/** For tests and measures of something else, which ask from one address what a whole town would: no coarse limit (AppOptions.buckets). */
export const endlessBuckets = { signedOut: endless, unverified: endless, session: endless, bodies: endless };
