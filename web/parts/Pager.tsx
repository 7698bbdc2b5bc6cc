import { Pagination, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import classes from './Pager.module.css';

interface PagerProps {
  /** What there are, for one and for several. */
  noun: readonly [string, string];
  page: number;
  perPage: number;
  total: number;
  onChange: (page: number) => void;
}

const count = new Intl.NumberFormat('en-US');
const sides = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };

/** Which rows of how many are shown, and the way to the others. */
export const Pager = ({ noun, page, perPage, total, onChange }: PagerProps) => {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const pages = Math.ceil(total / perPage);
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, total);
  const thing = noun[total === 1 ? 0 : 1];
  return (
    <div className={classes.pager}>
      <Text size="sm" c="dimmed" role="status" className="tabular">
        {pages > 1 && first <= last
          ? `${count.format(first)}${last > first ? `–${count.format(last)}` : ''} of ${count.format(total)} ${thing}`
          : `${count.format(total)} ${thing}`}
      </Text>
      {pages > 1 && (
        <nav aria-label="Pages">
          <Pagination
            total={pages}
            value={page}
            onChange={onChange}
            siblings={isPhone ? 0 : 1}
            // a finger's width (cases.md §4)
            classNames={{ root: classes.pages, control: classes.page }}
            gap={4}
            getItemProps={(place) => ({ 'aria-label': `Page ${place}` })}
            getControlProps={(control) => ({ 'aria-label': sides[control] })}
          />
        </nav>
      )}
    </div>
  );
};
