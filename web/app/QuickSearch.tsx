import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { getHotkeyHandler, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { Later } from '#web/ui/Later.tsx';
import { lazyPart } from '#web/ui/lazily.ts';
import type { Place } from './navigation.ts';
import { quickSearch } from './quick-search-store.ts';
import classes from './QuickSearch.module.css';

const PageFinder = lazyPart(async () => (await import('./PageFinder.tsx')).PageFinder);

/** Ctrl/Cmd+K, from everywhere: the till's own fields do not swallow it, and it is heard before the dialog is rendered. */
const useShortcut = (): void => {
  useLayoutEffect(() => {
    const listen = getHotkeyHandler([['mod+K', quickSearch.open]]);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};

/** The search button and the dialog that finds pages by title, and what else has a page (Ctrl/Cmd+K). */
export const QuickSearch = ({ places }: { places: readonly Place[] }) => {
  useShortcut();
  const navigate = useNavigate();
  const os = useOs({ getValueInEffect: false });
  const actions = places.map(({ title, path, icon: Picture }) => ({
    id: path,
    label: title,
    onClick: () => void navigate(path),
    leftSection: <Picture size={20} stroke={1.75} aria-hidden />,
  }));

  return (
    <>
      <UnstyledButton className={classes.button} visibleFrom="sm" onClick={quickSearch.open}>
        <IconSearch size={16} stroke={2} aria-hidden />
        <span className={classes.label}>Search</span>
        <Kbd size="xs">{os === 'macos' ? '⌘ K' : 'Ctrl K'}</Kbd>
      </UnstyledButton>
      <ActionIcon hiddenFrom="sm" aria-label="Search" onClick={quickSearch.open}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Later>
        <Suspense>
          <PageFinder actions={actions} />
        </Suspense>
      </Later>
    </>
  );
};
