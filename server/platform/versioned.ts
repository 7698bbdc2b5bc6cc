const KEPT = 2000; // tenants; the one longest unused leaves first

/**
 * Keeps what was made from a tenant's rows for as long as their version lasts. `load` answers the version that it really
 * read, which may be newer than the one asked for. Requests that come while a load is under way share it.
 */
export const versioned = <T>(load: (tenantId: number) => Promise<{ version: number; value: T }>) => {
  const kept = new Map<number, { version: number; value: Promise<{ version: number; value: T }> }>();
  return async (tenantId: number, version: number): Promise<{ version: number; value: T }> => {
    const known = kept.get(tenantId);
    if (known && known.version >= version) {
      kept.delete(tenantId);
      kept.set(tenantId, known);
      return known.value;
    }
    const value = load(tenantId);
    const entry = { version, value };
    kept.set(tenantId, entry);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
    try {
      const loaded = await value;
      entry.version = loaded.version;
      return loaded;
    } catch (error) {
      if (kept.get(tenantId) === entry) kept.delete(tenantId);
      throw error;
    }
  };
};

/** Keeps what was made for a business date until another one is asked for. */
export const keptForDay = <T>(make: (day: string) => Promise<T>) => {
  let kept: { day: string; value: Promise<T> } | undefined;
  return (day: string): Promise<T> => {
    if (kept?.day !== day) {
      const made = { day, value: make(day) };
      made.value.catch(() => {
        if (kept === made) kept = undefined;
      });
      kept = made;
    }
    return kept.value;
  };
};
