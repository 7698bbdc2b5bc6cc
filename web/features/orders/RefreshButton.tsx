import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '#web/platform/toast.ts';
import classes from './RefreshButton.module.css';
import { NOT_LOADED } from './ShelfCards.tsx';
import type { useShelf } from './use-shelf.ts';

/** Asks for the shelf anew, and says how that ended. */
export const RefreshButton = ({ orders }: Pick<ReturnType<typeof useShelf>, 'orders'>) => {
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    const { isSuccess } = await orders.refetch();
    setRefreshing(false);
    if (isSuccess) notify.success('Orders Loaded!');
    else notify.error(NOT_LOADED);
  };
  return (
    <Button
      variant="default"
      className={classes.refresh}
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={isRefreshing || (orders.isFetching && orders.data === undefined)}
      onClick={() => void refresh()}
    >
      <span className={classes.word}>Refresh</span>
    </Button>
  );
};
