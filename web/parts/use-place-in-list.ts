import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { day } from '#contract/fields.ts';
import type { PeriodType } from '#contract/periods.ts';
import type { Period } from './PeriodFilter.tsx';
import { type Search, useSearch } from './use-search.ts';

const dayOf = (text: string): string => day.safeParse(text).data ?? '';

interface Place {
  /** What stands in the address; empty when nothing does. */
  read: (name: string) => string;
  /** Writes all of it at once; an empty text takes a name out. Whatever else than the page is changed, the list begins with its first page. */
  change: (changes: Record<string, string>) => void;
}

const useAddress = (): Place => {
  const [query, setQuery] = useSearchParams();
  return {
    read: (name) => query.get(name) ?? '',
    change: (changes) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries({ page: '', ...changes })) {
            if (value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      ),
  };
};

/** The period that stands in the address, so that it can be kept, sent and come back to; undefined when none of these does. */
export const usePeriod = <T extends PeriodType>(types: readonly T[]): [Period<T> | undefined, (next: Period<T> | undefined) => void] => {
  const { read, change } = useAddress();
  const type = types.find((known) => known === read('period'));
  const days = type === 'custom' ? { from: dayOf(read('from')), to: dayOf(read('to')) } : {};
  return [type && { type, ...days }, (next) => change({ period: next?.type ?? '', from: next?.from ?? '', to: next?.to ?? '' })];
};

interface PlaceInList extends Place {
  search: Search;
  page: number;
  setPage: (next: number) => void;
}

/** Page, search and whatever else narrows a list stand in the address, so that whoever comes back finds it as it was. */
export const usePlaceInList = (typingMs?: number): PlaceInList => {
  const { read, change } = useAddress();
  const searched = read('q');
  const search = useSearch(searched, typingMs);
  const { wanted, show } = search;
  const seen = useRef(searched);
  const written = useRef<string[]>([]);
  useEffect(() => {
    if (searched !== seen.current) {
      seen.current = searched;
      const own = written.current.indexOf(searched);
      written.current = own < 0 ? [] : written.current.slice(own + 1);
      // Somebody else wrote the address: a link, the way back. Own writing may arrive when more has been typed.
      if (own < 0) show(searched);
    } else if (wanted !== (written.current.at(-1) ?? searched)) {
      written.current.push(wanted);
      change({ q: wanted });
    }
  });
  return {
    read,
    change,
    search,
    // another search begins with its first page
    page: wanted === searched ? Math.max(1, Math.trunc(Number(read('page'))) || 1) : 1,
    setPage: (next) => change({ q: wanted, page: next > 1 ? String(next) : '' }),
  };
};
