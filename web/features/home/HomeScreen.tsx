import { Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useStoredUser } from '#web/platform/session.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Page } from '#web/ui/Page.tsx';
import classes from './HomeScreen.module.css';

interface Place {
  title: string;
  path: string;
  icon: Icon;
}

export const HomeScreen = ({ places }: { places: readonly Place[] }) => {
  const name = useStoredUser()?.name;
  return (
    <Page title="Dashboard">
      <Text c="dimmed">{name ? `Hello ${name}, where to?` : 'Where to?'}</Text>
      {places.length === 0 && <EmptyState sentence="No other area is open to you yet. Ask your manager for access." />}
      <nav aria-label="Areas" className={classes.places}>
        {places.map(({ title, path, icon: Picture }) => (
          <Link key={path} to={path} className={classes.place}>
            <Picture size={28} stroke={1.5} aria-hidden className={classes.icon} />
            {title}
          </Link>
        ))}
      </nav>
    </Page>
  );
};
