import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './KeyboardDialog.module.css';

const HELP = [
  ['/', 'Search Item'],
  ['Enter', 'Add the first item that is found'],
  ['Arrow keys', 'Between the items, and between the lines of the cart'],
  ['Menu key', 'Sold out, or available again'],
  ['+ and -', 'Quantity of the last line'],
  ['F2', 'Table'],
  ['F6', 'Discount'],
  ['F8', 'Send to Kitchen'],
  ['F9', 'Pay & Send'],
  ['?', 'This list'],
] as const;

/** The keys of the till. */
export const KeyboardDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Keyboard">
    <dl>
      {HELP.map(([key, what]) => (
        <div key={key} className={classes.row}>
          <dt>
            <kbd className={classes.key}>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
