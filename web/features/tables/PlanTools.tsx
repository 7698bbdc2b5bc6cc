import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { TablePlan } from '#contract/tables.ts';
import { keepWithin, reshape } from './plan-draft.ts';
import classes from './PlanScreen.module.css';

const shapes: { value: TablePlan['shape']; label: string }[] = [
  { value: 'round', label: 'Round' },
  { value: 'square', label: 'Square' },
  { value: 'long', label: 'Long' },
];

interface SideProps {
  label: string;
  /** Undefined: no table is selected. */
  value: number | undefined;
  onChange: (value: number) => void;
}

const Side = ({ label, value, onChange }: SideProps) => {
  const step = (verb: string, by: number) => (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={`${verb} ${label.toLowerCase()}`}
      disabled={value === undefined}
      onClick={() => onChange((value ?? 0) + by)}
    >
      {by < 0 ? <IconMinus size={18} aria-hidden /> : <IconPlus size={18} aria-hidden />}
    </ActionIcon>
  );
  return (
    <div role="group" aria-label={label} className={classes.side}>
      {label}
      {step('Less', -1)}
      <output className={`${classes.value} tabular`}>{value ?? '–'}</output>
      {step('More', 1)}
    </div>
  );
};

interface PlanToolsProps {
  /** The table that is selected, as it stands. */
  title: string | undefined;
  plan: TablePlan | undefined;
  onPlan: (plan: TablePlan) => void;
  /** Takes the last move back; undefined where there is none. */
  onUndo: (() => void) | undefined;
  /** Lets the tables of the floor stand as if nobody had placed them. */
  onClear: () => void;
}

/** Shape and size of the table that is selected, and what is done with the whole plan. */
export const PlanTools = ({ title, plan, onPlan, onUndo, onClear }: PlanToolsProps) => (
  <div className={classes.tools}>
    {title === undefined ? <span className={classes.hint}>Drag or touch a table</span> : <bdi className={classes.name}>{title}</bdi>}
    {/* always there: a plan that moves down under the finger would drop a table elsewhere */}
    <div role="group" aria-label={title ?? 'No table'} className={classes.chosen}>
      <SegmentedControl
        aria-label="Shape"
        className={classes.shapes}
        data={shapes}
        disabled={!plan}
        value={plan?.shape ?? ''}
        onChange={(shape) => plan && onPlan(reshape(plan, shape as TablePlan['shape']))}
      />
      <Side label="Width" value={plan?.width} onChange={(width) => plan && onPlan(keepWithin({ ...plan, width }))} />
      <Side label="Height" value={plan?.height} onChange={(height) => plan && onPlan(keepWithin({ ...plan, height }))} />
    </div>
    <div className={classes.whole}>
      <Button variant="default" disabled={!onUndo} onClick={onUndo}>
        Undo
      </Button>
      <Button variant="default" onClick={onClear}>
        Line up
      </Button>
    </div>
  </div>
);
