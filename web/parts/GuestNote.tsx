import { IconUserHeart } from '@tabler/icons-react';
import classes from './GuestNote.module.css';

/** What the house should know of a guest, whatever they have booked. */
export const GuestNote = ({ text, isShort }: { text: string; isShort?: boolean }) => (
  <p className={classes.note} data-short={isShort} title={isShort ? text : undefined}>
    <IconUserHeart size={18} stroke={2} role="img" aria-label="Note on the guest" />
    <span dir="auto">{text}</span>
  </p>
);
