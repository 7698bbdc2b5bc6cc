import classes from './LooseNotes.module.css';
import type { TicketNote } from './ticket-notes.ts';

interface LooseNotesProps {
  notes: readonly TicketNote[];
  /** Of notes that there is no room for yet. */
  more: number;
  /** Those shown were read, and make room. */
  onMore: () => void;
}

/** What was cancelled, moved or closed of orders that have left the board. */
export const LooseNotes = ({ notes, more, onMore }: LooseNotesProps) => (
  <div className={classes.notes}>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, so a keyboard must reach it */}
    <ul className={classes.list} role="status" tabIndex={0} data-board>
      {notes.map(({ ticketId, tokenNo, text }) => (
        <li key={ticketId} data-ticket={ticketId}>
          {tokenNo}: {text}
        </li>
      ))}
    </ul>
    {more > 0 && (
      <button type="button" className={`${classes.more} mantine-focus-auto`} onClick={onMore}>
        and {more} more
      </button>
    )}
  </div>
);
