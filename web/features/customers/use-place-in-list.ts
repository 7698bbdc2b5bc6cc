import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useSearch } from '#web/parts/use-search.ts';

type Sort = 'created_at' | 'name';

/** Page, order and search stand in the address, so that whoever comes back from a customer's page finds the list as it was. */
export const usePlaceInList = () => {
  const [query, setQuery] = useSearchParams();
  const searched = query.get('q') ?? '';
  const search = useSearch(searched);
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const sort: Sort = query.get('sort') === 'name' ? 'name' : 'created_at';

  const change = (changes: Record<string, string>) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );

  const { wanted } = search;
  useEffect(() => {
    if (wanted !== searched) change({ q: wanted, page: '' });
  });

  return {
    search,
    // another search begins with its first page
    page: wanted === searched ? page : 1,
    sort,
    setPage: (next: number) => change({ page: next > 1 ? String(next) : '' }),
    setSort: (next: Sort) => change({ sort: next === 'name' ? next : '', page: '' }),
  };
};
