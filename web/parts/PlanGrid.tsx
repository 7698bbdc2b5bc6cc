import type { CSSProperties, ReactNode, Ref } from 'react';
import type { TablePlan } from '#contract/tables.ts';
import { Chip, Chips } from './Chips.tsx';
import { type Floor, floorTitle } from './table-floors.ts';
import classes from './PlanGrid.module.css';

interface PlanGridProps {
  label: string;
  columns: number;
  rows: number;
  /** Its cells are seen, because tables are moved by them. */
  hasCells?: boolean;
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
}

/** A floor in cells as wide as there is room; on a narrow screen it is pushed aside. */
export const PlanGrid = ({ label, columns, rows, hasCells, ref, children }: PlanGridProps) => (
  <div className={classes.scroller}>
    <ul
      ref={ref}
      aria-label={label}
      className={classes.grid}
      data-cells={hasCells || undefined}
      style={{ '--columns': columns, '--rows': rows } as CSSProperties}
    >
      {children}
    </ul>
  </div>
);

/** Of a table's element within the grid. */
export const placeOf = ({ x, y, width, height }: Omit<TablePlan, 'shape'>): CSSProperties =>
  ({ '--x': x, '--y': y, '--width': width, '--height': height }) as CSSProperties;

interface FloorButtonsProps {
  floors: readonly Floor<unknown>[];
  chosen: string;
  /** Said of a floor after its name. */
  note?: (floor: Floor<unknown>) => string | undefined;
  onChoose: (name: string) => void;
}

/** Which floor is seen, where there are several. */
export const FloorButtons = ({ floors, chosen, note, onChoose }: FloorButtonsProps) =>
  floors.length > 1 && (
    <Chips label="Floors">
      {floors.map((floor) => (
        <Chip key={floor.name} isOn={floor.name === chosen} onClick={() => onChoose(floor.name)}>
          <bdi>{floorTitle(floor.name)}</bdi> {note && <span>{note(floor)}</span>}
        </Chip>
      ))}
    </Chips>
  );
