import { Button } from '@mantine/core';
import { type Icon, IconError404 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from './EmptyState.tsx';

export interface MissingProps {
  icon?: Icon;
  sentence: string;
  /** The list in which the others are. */
  back: { to: string; label: string };
}

/** Says that what was asked for is not there (any more), and leads to what is. */
export const Missing = ({ icon = IconError404, sentence, back }: MissingProps) => (
  <div role="alert">
    <EmptyState
      icon={icon}
      sentence={sentence}
      action={
        <Button component={Link} to={back.to} variant="default">
          {back.label}
        </Button>
      }
    />
  </div>
);
