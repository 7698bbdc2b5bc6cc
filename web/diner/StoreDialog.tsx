import { useState } from 'react';
import type { PublicStore } from '#contract/qr-menu.ts';
import { pathOf } from './address.ts';
import { Icon } from './Icon.tsx';
import { Sheet } from './Sheet.tsx';

/** The way of browsers from before the clipboard API, and of pages without https, which have none. */
const copyByHand = (text: string, near: Element): boolean => {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  // within the dialog: nothing outside of it can take the focus
  near.append(field);
  field.select();
  const isCopied = document.execCommand?.('copy') ?? false;
  field.remove();
  return isCopied;
};

const copy = async (text: string, near: Element): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text, near);
  }
};

interface StoreDialogProps {
  store: PublicStore;
  qrcode: string;
  onClose: () => void;
}

/** Who the restaurant is, where, and how to pass its menu on. */
export const StoreDialog = ({ store, qrcode, onClose }: StoreDialogProps) => {
  const [told, setTold] = useState('');
  // the menu's address without the table, which is not the friend's
  const link = () => new URL(pathOf('menu', qrcode, null), window.location.origin).href;

  const copyLink = async (near: Element) => setTold((await copy(link(), near)) ? 'Link copied!' : link());
  const share = async (near: Element) => {
    if (!('share' in navigator)) return copyLink(near);
    try {
      await navigator.share({ title: store.store_name, url: link() });
    } catch (error) {
      // whoever closes the phone's own sheet has changed their mind
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(near);
    }
  };

  return (
    <Sheet title={<bdi>{store.store_name}</bdi>} onClose={onClose}>
      <address className="contacts">
        {store.address && (
          <a href={`https://maps.google.com/maps?q=${encodeURIComponent(store.address)}`} target="_blank" rel="noopener noreferrer">
            <Icon name="place" />
            <bdi>{store.address}</bdi>
          </a>
        )}
        {store.phone && (
          <a href={`tel:${store.phone.replace(/[^+\d]/g, '')}`}>
            <Icon name="phone" />
            <bdi>{store.phone}</bdi>
          </a>
        )}
        {store.email && (
          <a href={`mailto:${encodeURIComponent(store.email).replace('%40', '@')}`}>
            <Icon name="mail" />
            <bdi>{store.email}</bdi>
          </a>
        )}
      </address>
      <div className="actions">
        <button type="button" className="button plain" onClick={(event) => void share(event.currentTarget.parentElement!)}>
          <Icon name="share" /> Share
        </button>
        <button type="button" className="button plain" onClick={(event) => void copyLink(event.currentTarget.parentElement!)}>
          <Icon name="link" /> Copy Link
        </button>
      </div>
      <p className="told" role="status">
        {told}
      </p>
    </Sheet>
  );
};
