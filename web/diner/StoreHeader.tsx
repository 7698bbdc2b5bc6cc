import { useState } from 'react';
import type { QrMenu } from '#contract/qr-menu.ts';
import { Icon } from './Icon.tsx';
import { smallPhoto } from './Picture.tsx';
import { StoreDialog } from './StoreDialog.tsx';

/** The table that the code stands on, in words. */
export const TableMark = ({ table }: { table: NonNullable<QrMenu['storeTable']> }) => (
  <p className="table-mark">
    <Icon name="table" size={18} />
    <bdi>{table.table_title}</bdi>
    {table.floor && table.floor !== '-' && (
      <span>
        <bdi>{table.floor}</bdi>
      </span>
    )}
  </p>
);

/** For a code of a table that is no more, or whose code was replaced: what is ordered then belongs to no table. */
export const OldTableNote = () => (
  <p className="warning banner">This table’s code is no longer valid. Ask the staff for a new one, or order without a table.</p>
);

/** Whose menu it is, and at which table one sits. */
export const StoreHeader = ({ menu: { storeSettings: store, storeTable }, qrcode }: { menu: QrMenu; qrcode: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <header className="store">
      {store.image && /^(\/media\/|https:\/\/)/.test(store.image) && (
        <img className="logo" src={smallPhoto(store.image)} alt="" width={64} height={64} decoding="async" />
      )}
      <div className="store-text">
        <h1 tabIndex={-1}>
          <bdi>{store.store_name}</bdi>
        </h1>
        {storeTable ? (
          <TableMark table={storeTable} />
        ) : (
          store.address && (
            <p className="where">
              <bdi>{store.address}</bdi>
            </p>
          )
        )}
      </div>
      <button type="button" className="round" aria-label="Store details" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="details" size={24} />
      </button>
      {isOpen && <StoreDialog store={store} qrcode={qrcode} onClose={() => setOpen(false)} />}
    </header>
  );
};
