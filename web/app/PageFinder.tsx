import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useState } from 'react';
import { finder } from '#contract/search.ts';
import { useMember } from '#web/platform/session.tsx';
import { useIsLast } from '#web/ui/Dialog.tsx';
import { lazyPart } from '#web/ui/lazily.ts';
import classes from './PageFinder.module.css';
import { quickSearchStore } from './quick-search-store.ts';
import { isSelected, resultRows } from './result-rows.ts';
import { searchedKindsOf } from './searched-kinds.ts';

/** Fewer characters find pages alone: nearly every customer has an 'a'. */
const LETTERS_LEAST = 2;
const TYPING_MS = 250;

const SearchResults = lazyPart(async () => (await import('./SearchResults.tsx')).SearchResults);

/** 'Page, customer or bill' */
const placeholderOf = (nouns: readonly string[]): string =>
  nouns.length === 0 ? 'Go to a page' : new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(['Page', ...nouns]);

/** The row that an arrow key has selected, in words: no screen reader is told, as the focus stays in the field. */
const useSpokenRow = () => {
  const [spoken, setSpoken] = useState('');
  const onKeyUp = ({ key }: KeyboardEvent) => {
    const row = key.startsWith('Arrow') ? resultRows().find(isSelected) : undefined;
    const parts = row?.querySelectorAll('.mantine-Spotlight-actionLabel, .mantine-Spotlight-actionDescription') ?? [];
    setSpoken(Array.from(parts, ({ textContent }) => textContent).join(', '));
  };
  return { spoken, onKeyUp };
};

/** The dialog that finds pages by title, and whatever else has a page that the person may open. */
export const PageFinder = ({ actions }: { actions: SpotlightActionData[] }) => {
  // it lies over whatever dialog is open, which must not take the same Escape
  const [isOpen, setOpen] = useState(false);
  useIsLast(isOpen);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const [late] = useDebouncedValue(wanted, TYPING_MS);
  const { spoken, onKeyUp } = useSpokenRow();
  // the code of the results may come late, or, without network, not yet
  const [hasResults, setHasResults] = useState(false);
  const kinds = searchedKindsOf(useMember());
  const isFound = finder(typed);
  const pages = actions.filter(({ label }) => isFound(label)).map(({ id, ...action }) => <Spotlight.Action key={id} {...action} />);
  const isSearch = kinds.length > 0 && wanted.length >= LETTERS_LEAST;
  const sentence = isSearch ? (hasResults ? '' : 'Please wait...') : 'No result found!';
  return (
    <Spotlight.Root
      store={quickSearchStore}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Search' } }}
      // What is typed right after the shortcut must not be lost.
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      centered={false}
      yOffset="12dvh"
    >
      <Spotlight.Search
        placeholder={placeholderOf(kinds.map(({ noun }) => noun))}
        aria-label="Search"
        maxLength={100}
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
        classNames={{ input: classes.field! }}
        onKeyUp={onKeyUp}
      />
      <Spotlight.ActionsList>
        {kinds.length === 0 || pages.length === 0 ? (
          pages
        ) : (
          <Spotlight.ActionsGroup label="Pages" role="group" aria-label="Pages" className={classes.group}>
            {pages}
          </Spotlight.ActionsGroup>
        )}
        {isSearch && (
          <Suspense>
            <SearchResults
              kinds={kinds}
              typed={wanted}
              asked={late.length < LETTERS_LEAST ? '' : late}
              hasPages={pages.length > 0}
              onShown={setHasResults}
            />
          </Suspense>
        )}
        {pages.length === 0 && sentence !== '' && <Spotlight.Empty role="status">{sentence}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </Spotlight.Root>
  );
};
