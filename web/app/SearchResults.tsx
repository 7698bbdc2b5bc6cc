import { Spotlight } from '@mantine/spotlight';
import { type Icon, IconFileInvoice, IconReceipt, IconToolsKitchen2, IconUser } from '@tabler/icons-react';
import { useEffect, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import classes from './PageFinder.module.css';
import { quickSearchStore } from './quick-search-store.ts';
import { isSelected, resultRows } from './result-rows.ts';
import type { SearchedKind } from './searched-kinds.ts';
import { useSearchResults } from './use-search-results.ts';

const icons: Record<SearchedKind['title'], Icon> = {
  Customers: IconUser,
  Invoices: IconFileInvoice,
  'Menu Items': IconToolsKitchen2,
  Bills: IconReceipt,
};

/** Rows that come late are put between others, and may take the selected one away: one is always selected, and arrows go on from it. */
const useSelection = (paths: string): void => {
  useLayoutEffect(() => {
    const rows = resultRows();
    const selected = Math.max(0, rows.findIndex(isSelected));
    rows[selected]?.setAttribute('data-selected', 'true');
    quickSearchStore.updateState((state) => ({ ...state, selected: rows.length === 0 ? -1 : selected }));
  }, [paths]);
};

/** 'Customers and menu items could not be searched.' */
const failureOf = (titles: readonly string[]): string => {
  const list = new Intl.ListFormat('en-GB').format(titles).toLowerCase();
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} could not be searched.`;
};

interface SearchResultsProps {
  kinds: readonly SearchedKind[];
  typed: string;
  /** What the server is asked for: as typed when the typing paused; empty when that is too little. */
  asked: string;
  hasPages: boolean;
  /** The results say from now on what is found, and what is not. */
  onShown: (isShown: boolean) => void;
}

/** What the quick search finds beside pages, each kind under its heading. */
export const SearchResults = ({ kinds, typed, asked, hasPages, onShown }: SearchResultsProps) => {
  const navigate = useNavigate();
  const results = useSearchResults(kinds, typed, asked);
  useEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);
  const rows = results.flatMap((kind) => kind.rows);
  useSelection(rows.map(({ path }) => path).join(' '));
  const isWaiting = results.some((kind) => kind.isWaiting);
  const failed = results.filter(({ hasFailed }) => hasFailed).map(({ title }) => title);
  const isEmpty = rows.length === 0 && !hasPages;
  return (
    <>
      {results
        .filter((kind) => kind.rows.length > 0)
        .map(({ title, rows: found }) => {
          const Picture = icons[title];
          return (
            <Spotlight.ActionsGroup key={title} label={title} role="group" aria-label={title} className={classes.group}>
              {found.map(({ label, facts, path }) => (
                <Spotlight.Action
                  key={path}
                  className={classes.row!}
                  label={label}
                  description={facts}
                  leftSection={<Picture size={20} stroke={1.75} aria-hidden />}
                  onClick={() => void navigate(path)}
                />
              ))}
            </Spotlight.ActionsGroup>
          );
        })}
      <div role="status">
        {failed.length > 0 && <p className={classes.failed}>{failureOf(failed)}</p>}
        {isEmpty && isWaiting && <Spotlight.Empty>Please wait...</Spotlight.Empty>}
        {isEmpty && !isWaiting && failed.length === 0 && <Spotlight.Empty>No result found!</Spotlight.Empty>}
        {rows.length > 0 && !isWaiting && <span className="sr-only">{rows.length === 1 ? '1 result' : `${rows.length} results`}</span>}
      </div>
    </>
  );
};
