import { Button, Text } from '@mantine/core';
import classes from './SaveBar.module.css';

interface SaveBarProps {
  isChanged: boolean;
  isPending: boolean;
}

/** The Save button of a long form, in reach wherever one has scrolled to. */
export const SaveBar = ({ isChanged, isPending }: SaveBarProps) => (
  <div className={classes.bar}>
    <Text size="sm" c="dimmed" role="status">
      {isChanged && 'Unsaved changes'}
    </Text>
    <Button type="submit" miw={120} disabled={!isChanged} loading={isPending}>
      Save
    </Button>
  </div>
);
