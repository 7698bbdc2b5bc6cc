import { Button } from '@mantine/core';
import { IconArmchair, IconLayoutGrid, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { getStoreSetting } from '#contract/store-settings.ts';
import { deleteTable, listTables, resetTableLink } from '#contract/tables.ts';
import { useGuestAddress } from '#web/parts/guest-address.ts';
import { GuestAddress } from '#web/parts/GuestAddress.tsx';
import { downloadQr, menuAddress } from '#web/parts/qr.ts';
import { SetupPage } from '#web/parts/SetupPage.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { notify } from '#web/platform/toast.ts';
import { qrFileName, type StoreTable } from './table-titles.ts';
import { QrSheet } from './QrSheet.tsx';
import { TableCards, tablesSkeleton } from './TableCards.tsx';
import { TableDialog } from './TableDialog.tsx';

const NO_DETAILS = 'Error loading details! Please Try Later!';

export const TablesScreen = () => {
  const [hasSheet, setHasSheet] = useState(false);
  const { address: base } = useGuestAddress();
  const tables = useReply(listTables, {});
  const store = useReply(getStoreSetting, {});
  const undo = useUndo('store_tables', [listTables]);
  const { run: remove } = useAction(deleteTable, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listTables],
    confirm: ({ params }) => {
      const { table_title: title = '', coming_reservations: coming = 0 } = rowOf(tables.data, params.id) ?? {};
      const stays = coming === 1 ? '1 coming reservation still names it.' : `${coming} coming reservations still name it.`;
      return deleting(`table ${title}`, coming > 0 ? stays : undefined);
    },
  });
  const { run: reset } = useAction(resetTableLink, {
    refreshes: [listTables],
    confirm: ({ params }) => ({
      verb: 'Reset',
      thing: `the QR code of table ${rowOf(tables.data, params.id)?.table_title ?? ''}`,
      sentence: 'Are you sure? The printed QR code of this table stops working at once, and a new one must be printed.',
    }),
  });

  /** The store's settings when its QR menu is on; what is in the way is said. */
  const findOpenMenu = async () => {
    const settings = store.data ?? (await store.refetch()).data;
    if (!settings) notify.error(NO_DETAILS);
    else if (!settings.isQRMenuEnabled) notify.error('Please enable QR menu from store settings!');
    else return settings;
    return undefined;
  };

  const download = async (table: StoreTable) => {
    const menu = await findOpenMenu();
    if (menu) await downloadQr(menuAddress(base, menu.uniqueQRCode, table.encrypted_id), qrFileName(table, tables.data ?? []));
  };

  const print = async () => {
    if (!(await findOpenMenu())) return;
    flushSync(() => setHasSheet(true));
    window.print();
  };

  return (
    <SetupPage
      title="Store Tables"
      actions={
        tables.data &&
        tables.data.length > 0 && (
          <>
            <Button
              variant="default"
              component={Link}
              to="/dashboard/settings/tables/plan"
              leftSection={<IconLayoutGrid size={18} aria-hidden />}
            >
              Plan
            </Button>
            <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => void print()}>
              Print QR Sheet
            </Button>
          </>
        )
      }
      from={tables}
      skeleton={tablesSkeleton}
      empty={{
        icon: IconArmchair,
        sentence: 'No tables yet. Orders, reservations and QR codes can name a table once it is here.',
        label: 'Add the first table',
      }}
      dialog={(table, onClose) => <TableDialog table={table} tables={tables.data ?? []} onClose={onClose} />}
    >
      {(rows, onEdit) => (
        <>
          {store.data?.isQRMenuEnabled && <GuestAddress />}
          <TableCards
            tables={rows}
            onEdit={onEdit}
            onDelete={({ id }) => void remove({ params: { id: String(id) } })}
            onDownload={(table) => void download(table)}
            onReset={({ id }) => void reset({ params: { id: String(id) } })}
          />
          {hasSheet && store.data && <QrSheet tables={rows} store={store.data} base={base} />}
        </>
      )}
    </SetupPage>
  );
};
