import type { ReactNode } from 'react';
import { MovableList, MoveHandle } from '#web/parts/MovableList.tsx';
import type { Option } from './OptionDialog.tsx';
import classes from './OptionList.module.css';
import { together, useVariantOrder } from './use-variant-order.ts';

interface VariantListProps {
  itemId: number;
  options: readonly Option[];
  facts: (option: Option) => ReactNode;
  actions: (option: Option) => ReactNode;
}

const ROW = 53; // px: as in the style sheet, with its line

/** The variants of an item in their order, which is changed here. */
export const VariantList = ({ itemId, options, facts, actions }: VariantListProps) => {
  const { rows, onMove } = useVariantOrder(itemId, options);
  return (
    <MovableList
      label="Variants"
      rows={rows}
      height={ROW}
      groupOf={together}
      onMove={onMove}
      held={(option) => <div className={classes.row}>{facts(option)}</div>}
    >
      {(option) => (
        <div className={classes.row}>
          <MoveHandle id={option.id} title={option.title} />
          {facts(option)}
          {actions(option)}
        </div>
      )}
    </MovableList>
  );
};
