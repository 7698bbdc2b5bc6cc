import { Portal } from '@mantine/core';
import type { Reply } from '#contract/endpoint.ts';
import type { getStoreSetting } from '#contract/store-settings.ts';
import { menuAddress } from '#web/parts/qr.ts';
import { QrPicture } from '#web/parts/QrPicture.tsx';
import { floorsOf } from '#web/parts/table-floors.ts';
import type { StoreTable } from './table-titles.ts';
import classes from './QrSheet.module.css';

interface QrSheetProps {
  tables: readonly StoreTable[];
  store: Reply<typeof getStoreSetting>;
  /** the address of this server in the codes */
  base: string;
}

/** A card for each table, to cut out: nothing on the screen, and everything on paper. */
export const QrSheet = ({ tables, store, base }: QrSheetProps) => (
  <Portal className={classes.paper} reuseTargetNode={false}>
    <ul className={classes.sheet} aria-label="Table QR codes">
      {floorsOf(tables)
        .flatMap((floor) => floor.tables)
        .map((table) => (
          <li key={table.id} className={classes.card}>
            <p className={classes.store}>{store.storeName}</p>
            <QrPicture
              address={menuAddress(base, store.uniqueQRCode, table.encrypted_id)}
              label={`QR code of ${table.table_title}`}
              className={classes.code}
            />
            <p className={classes.title}>{table.table_title}</p>
            {table.floor !== '-' && <p>{table.floor}</p>}
            <p className={classes.call}>{store.isQROrderEnabled ? 'Scan to see the menu and order' : 'Scan to see the menu'}</p>
          </li>
        ))}
    </ul>
  </Portal>
);
