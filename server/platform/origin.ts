/**
 * Says whether an Origin header is ours: that of PUBLIC_URL or of the request's own host (wire.md §1). Without one the
 * caller is a program. The text 'null' (a sandboxed frame, a data: page) is foreign.
 */
export const originCheck = (publicUrl: string) => {
  const own = new URL(publicUrl).origin;
  return (origin: string | undefined, host: string | undefined): boolean => {
    if (origin === undefined || origin === own) return true;
    return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
  };
};
