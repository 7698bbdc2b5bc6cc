import { IconArrowNarrowRight } from '@tabler/icons-react';
import { memo } from 'react';
import type { PreviewRow } from './many-items.ts';
import classes from './ManyPreview.module.css';

interface ManyPreviewProps {
  rows: readonly PreviewRow[];
  /** How many of the chosen items stay as they are. */
  same: number;
}

/** Old and new of each dish, and of its variants. Plain elements: there may be thousands. */
export const ManyPreview = memo(({ rows, same }: ManyPreviewProps) => (
  <div>
    <table className={classes.table} aria-label="Preview">
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Now</th>
          <th aria-hidden />
          <th scope="col">Then</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, title, isVariant, before, after }) => (
          <tr key={key}>
            <th scope="row" data-variant={isVariant || undefined}>
              {title}
            </th>
            <td>{before}</td>
            <td aria-hidden className={classes.arrow}>
              <IconArrowNarrowRight size={16} />
            </td>
            <td className={classes.after}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {same > 0 && <p className={classes.same}>{same === 1 ? '1 more stays as it is.' : `${same} more stay as they are.`}</p>}
  </div>
));
