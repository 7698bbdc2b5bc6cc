import { IconBellRinging, IconCheck, IconReceipt } from '@tabler/icons-react';
import { ignoreSameTouch } from '#web/platform/opening-pause.ts';
import { useStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';
import { ago } from './ago.ts';
import { Money } from './Money.tsx';
import { FloorButtons, PlanGrid, placeOf } from './PlanGrid.tsx';
import classes from './FloorPlan.module.css';
import { floorsOf, floorTitle } from './table-floors.ts';
import { extentOf, layOut, type PlanTable } from './table-plan.ts';

/** Of a table at which somebody sits. */
export interface TableState {
  /** What is to be paid, as a decimal; undefined where it is paid, or nobody here is told. */
  due?: number | undefined;
  since: string;
  /** What comes first of all that is so: food that waits for whoever carries it, the bill is on the table, it is paid. */
  mark?: 'ready' | 'billed' | 'paid' | undefined;
}

const marks = {
  ready: { icon: IconBellRinging, word: 'Ready' },
  billed: { icon: IconReceipt, word: 'Printed' },
  paid: { icon: IconCheck, word: 'Paid' },
};

interface SeatedTable extends PlanTable {
  seating_capacity: number;
}

interface FloorPlanProps {
  tables: readonly SeatedTable[];
  states: ReadonlyMap<number, TableState>;
  /** Whether `states` are all at which somebody sits: else no table is called free. */
  isKnown: boolean;
  /** Of the sums; undefined until it is known. */
  currency: string | undefined;
  /** The server's time. */
  now: number;
  /** Whether a touch on a table at which nobody sits leads anywhere. */
  takesFree: boolean;
  /** The table from which somebody came back. */
  last?: number | undefined;
  onTable: (tableId: number) => void;
}

const Seated = ({ state: { due, since, mark }, currency, now }: { state: TableState } & Pick<FloorPlanProps, 'currency' | 'now'>) => {
  const { icon: Picture, word } = mark ? marks[mark] : { icon: undefined, word: undefined };
  return (
    <>
      {due !== undefined && currency && <Money value={due} currency={currency} className={classes.due} />}{' '}
      {Picture && (
        <span className={classes.mark}>
          <Picture size={15} stroke={2.25} aria-hidden />
          {word}
        </span>
      )}{' '}
      <time dateTime={since} className={classes.since}>
        {ago(since, now).replace(/ ago$/, '')}
      </time>
    </>
  );
};

/** The tables of a floor where they stand, each with what is to be known of it; the floor that was looked at stays. */
export const FloorPlan = ({ tables, states, isKnown, currency, now, takesFree, last, onTable }: FloorPlanProps) => {
  const [wanted, setWanted] = useStored(displayKey('floor'), '');
  const floors = floorsOf(tables);
  const floor = floors.find(({ name }) => name === wanted) ?? floors[0];
  if (!floor) return null;
  const touch = (id: number) => {
    // what comes in the plan's place lies under the same finger
    ignoreSameTouch();
    onTable(id);
  };
  const plans = layOut(floor.tables);
  const { left, top, columns, rows } = extentOf(plans.values());
  return (
    <div className={classes.plan}>
      <FloorButtons
        floors={floors}
        chosen={floor.name}
        note={({ name }) => {
          if (!isKnown) return undefined;
          const there = tables.filter((table) => table.floor === name);
          return `${there.filter(({ id }) => states.has(id)).length}/${there.length}`;
        }}
        onChoose={setWanted}
      />
      <PlanGrid label={`Plan of ${floorTitle(floor.name)}`} columns={columns} rows={rows}>
        {floor.tables.map(({ id, table_title: title, seating_capacity: seats }) => {
          const plan = plans.get(id)!;
          const state = states.get(id);
          return (
            <li key={id} style={placeOf({ ...plan, x: plan.x - left, y: plan.y - top })}>
              <button
                type="button"
                className={`${classes.table} mantine-focus-auto mantine-active`}
                autoFocus={id === last}
                data-shape={plan.shape}
                data-state={state ? (state.mark ?? 'open') : isKnown ? 'free' : 'unknown'}
                aria-disabled={(!state && !takesFree) || undefined}
                onClick={() => (state || takesFree) && touch(id)}
              >
                <bdi className={classes.title}>{title}</bdi>{' '}
                {state ? (
                  <Seated state={state} currency={currency} now={now} />
                ) : (
                  <>
                    {isKnown && <span className={classes.free}>Free</span>}{' '}
                    {seats > 0 && (
                      <span className={classes.since}>
                        {seats} {seats === 1 ? 'seat' : 'seats'}
                      </span>
                    )}
                  </>
                )}
              </button>
            </li>
          );
        })}
      </PlanGrid>
    </div>
  );
};
