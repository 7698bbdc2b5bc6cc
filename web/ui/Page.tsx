import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Page.module.css';

interface PageProps {
  title: string;
  actions?: ReactNode;
  /** Uses the full height below the heading, for screens that scroll inside. */
  fill?: boolean;
  children?: ReactNode;
}

/** A screen's frame: the window's title, one h1, its actions, its content. */
export const Page = ({ title, actions, fill, children }: PageProps) => (
  <div className={classes.page} data-fill={fill || undefined}>
    <title>{`${title} · Comanda`}</title>
    <div className={classes.head}>
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      {actions && <Group gap="xs">{actions}</Group>}
    </div>
    {children}
  </div>
);
