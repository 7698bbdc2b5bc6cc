import { Button } from '@mantine/core';
import { IconClipboardList, IconReceipt, IconSearchOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { listChecks } from '#contract/checks.ts';
import { initOrders } from '#contract/orders.ts';
import { useLiveChecks } from '#web/parts/live-checks.ts';
import { SearchBox } from '#web/parts/SearchBox.tsx';
import { usePlaceInList } from '#web/parts/use-place-in-list.ts';
import { useReply } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded, SkeletonRows } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { BillList, findBills } from '#web/parts/BillList.tsx';
import { pageOf } from '#web/parts/bill-text.ts';

const NOT_LOADED = 'The bills could not be loaded! Please try later!';

const skeleton = <SkeletonRows amount={6} height={64} />;

/** The open bills, the oldest first. */
export const ChecksScreen = () => {
  useLiveChecks();
  const { search } = usePlaceInList();
  const checks = useReply(listChecks, { query: {} }, { refetchOnMount: 'always' });
  const settings = useReply(initOrders, {});
  return (
    <Page
      title="Bills"
      actions={
        <Button variant="default" component={Link} to="/dashboard/orders" leftSection={<IconClipboardList size={18} aria-hidden />}>
          Orders
        </Button>
      }
    >
      {checks.data && checks.data.length > 1 && <SearchBox search={search} label="Search bills" placeholder="Table, floor or customer" />}
      <Loaded from={settings} failure={NOT_LOADED} skeleton={skeleton}>
        {({ storeSettings: { currency } }) => (
          <Loaded
            from={checks}
            failure={NOT_LOADED}
            skeleton={skeleton}
            empty={<EmptyState icon={IconReceipt} sentence="No bill is open." />}
          >
            {(rows) => {
              const shown = findBills(rows, search.typed);
              return shown.length === 0 ? (
                <EmptyState icon={IconSearchOff} sentence="No result found!" />
              ) : (
                <BillList
                  rows={shown}
                  currency={currency}
                  row={(row, className, content) => (
                    <Link to={pageOf(row.check_id)} className={className}>
                      {content}
                    </Link>
                  )}
                />
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
};
