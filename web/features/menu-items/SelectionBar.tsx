import { Button, Checkbox } from '@mantine/core';
import type { MenuItem } from '#contract/menu-items.ts';
import { MOST_AT_ONCE } from './many-items.ts';
import classes from './SelectionBar.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  /** What the search and the category left. */
  shown: readonly MenuItem[];
  onChange: () => void;
}

/** How many items are chosen, and what can be done with them; in reach wherever one has scrolled to. */
export const SelectionBar = ({ selection: { ids, chosen, toggleShown, end }, shown, onChange }: SelectionBarProps) => {
  const count = shown.filter(({ id }) => ids?.has(id)).length;
  const isAll = shown.length > 0 && count === shown.length;
  const isTooMany = chosen.length > MOST_AT_ONCE;
  return (
    <div className={classes.bar} role="group" aria-label="Chosen items">
      <Checkbox
        classNames={{ label: classes.allLabel }}
        label={`All ${shown.length}`}
        aria-label={`All ${shown.length} shown`}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        disabled={shown.length === 0}
        onChange={() => toggleShown(!isAll)}
      />
      <span className={classes.count} role="status">
        {isTooMany ? `${chosen.length} chosen: at most ${MOST_AT_ONCE.toLocaleString('en')} at once` : `${chosen.length} chosen`}
      </span>
      <Button variant="default" onClick={end}>
        Done
      </Button>
      <Button disabled={chosen.length === 0 || isTooMany} onClick={onChange}>
        Change
      </Button>
    </div>
  );
};
