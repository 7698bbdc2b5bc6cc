import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CallInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { saveTablePlan } from '#contract/table-plans.ts';
import { listTables, type TablePlan } from '#contract/tables.ts';
import { answers, show } from '#web/platform/testing.tsx';
import type { StoreTable } from './table-titles.ts';
import { movesOf, moveTable, NO_MOVES } from './plan-draft.ts';
import { PlanScreen } from './PlanScreen.tsx';

const table = (id: number, table_title: string, floor: string, plan?: TablePlan): StoreTable => ({
  id,
  encrypted_id: `public-${id}`,
  table_title,
  floor,
  seating_capacity: 4,
  ...(plan && { plan }),
});
const round: TablePlan = { x: 10, y: 5, width: 3, height: 3, shape: 'round' };

type Moves = CallInput<typeof saveTablePlan>['body']['tables'];

/** The plan of a restaurant that keeps what is saved, and what was sent. */
const open = async (
  rows = [table(1, 'T1', 'Hall'), table(2, 'T2', 'Hall'), table(3, 'Palm', 'Terrace', round)],
  /** How the tables come; they may be late, or fail. */
  load: (stored: StoreTable[]) => StoreTable[] | Promise<StoreTable[]> = (stored) => stored,
) => {
  const sent: Moves[] = [];
  let stored = rows;
  const shown = show(<PlanScreen />, {
    server: [
      answers(listTables, () => load(stored)),
      answers(saveTablePlan, ({ body }) => {
        sent.push(body.tables);
        stored = stored.map((row) => {
          const move = body.tables.find(({ id }) => id === row.id);
          return move ? table(row.id, row.table_title, row.floor, (move.plan as TablePlan | null) ?? undefined) : row;
        });
        return { success: true as const, message: 'Plan saved.' };
      }),
    ],
  });
  await screen.findByRole('list', { name: /^Plan of/ });
  return { ...shown, sent };
};
const tile = (title: string) => screen.getByRole('button', { name: new RegExp(`^${title} `) });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const placeOf = (title: string) => {
  const { style } = tile(title).closest('li')!;
  return ['--x', '--y', '--width', '--height'].map((name) => Number(style.getPropertyValue(name)));
};
/** Whether the browser would ask before the page is left. */
const asks = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

test('tables that nobody has placed stand in a row; a floor shows its own', async () => {
  const { user } = await open();
  expect([placeOf('T1'), placeOf('T2')]).toEqual([
    [0, 0, 4, 3],
    [4, 0, 4, 3],
  ]);
  expect(screen.queryByText('Palm')).toBeNull();
  await user.click(button('Terrace'));
  expect(placeOf('Palm')).toEqual([10, 5, 3, 3]);
  expect(tile('Palm').dataset['shape']).toBe('round');
  expect([button('Save').disabled, button('Undo').disabled, asks()]).toEqual([true, true, false]);
});

test('by keyboard a table is moved, resized and saved; the others stay where they are seen', async () => {
  const { user, sent } = await open();
  tile('T1').focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowLeft}{ArrowLeft}+');
  expect(screen.getByText('T1: column 1, row 3, 5 wide, 4 high.')).toBeTruthy();
  expect([placeOf('T1'), placeOf('T2')]).toEqual([
    [0, 2, 5, 4],
    [4, 0, 4, 3],
  ]);
  expect(document.activeElement).toBe(tile('T1'));
  expect(asks()).toBe(true);

  await user.click(button('Save'));
  expect(await screen.findByText('Plan saved.')).toBeTruthy();
  expect(sent).toEqual([
    [
      { id: 1, plan: { x: 0, y: 2, width: 5, height: 4, shape: 'square' }, basedOn: null },
      { id: 2, plan: { x: 4, y: 0, width: 4, height: 3, shape: 'square' }, basedOn: null },
    ],
  ]);
  await waitFor(() => expect([button('Save').disabled, button('Undo').disabled, asks()]).toEqual([true, true, false]));
  expect(placeOf('T1')).toEqual([0, 2, 5, 4]);
});

test('nothing leaves the plan, is smaller than two cells, or takes a key that is another’s', async () => {
  const { user } = await open([table(1, 'T1', '-', { x: 21, y: 13, width: 3, height: 3, shape: 'square' })]);
  tile('T1').focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(button('Undo').disabled).toBe(true);
  await user.keyboard('---');
  expect(placeOf('T1')).toEqual([21, 13, 2, 2]);
  await user.keyboard('{Control>}{ArrowLeft}{/Control}x');
  expect(placeOf('T1')).toEqual([21, 13, 2, 2]);
  // one floor alone needs no choice
  expect(screen.queryByRole('group', { name: 'Floors' })).toBeNull();
});

test('shape and size are chosen for the table that was touched, and each step is taken back', async () => {
  const { user, sent } = await open();
  await user.click(button('Terrace'));
  expect(button('More width').disabled).toBe(true);
  await user.click(tile('Palm'));
  const tools = within(screen.getByRole('group', { name: 'Palm' }));
  await user.click(tools.getByRole('radio', { name: 'Long' }));
  expect([placeOf('Palm'), tile('Palm').dataset['shape']]).toEqual([[10, 5, 6, 3], 'long']);
  await user.click(tools.getByRole('button', { name: 'Less height' }));
  // along its longer side
  tile('Palm').focus();
  await user.keyboard('=');
  expect(placeOf('Palm')).toEqual([10, 5, 7, 2]);
  await user.click(button('Undo'));
  expect(placeOf('Palm')).toEqual([10, 5, 6, 2]);
  await user.click(button('Save'));
  expect(await screen.findByText('Plan saved.')).toBeTruthy();
  expect(sent).toEqual([[{ id: 3, plan: { x: 10, y: 5, width: 6, height: 2, shape: 'long' }, basedOn: round }]]);
});

test('a floor is lined up again', async () => {
  const { user, sent } = await open();
  await user.click(button('Terrace'));
  await user.click(button('Line up'));
  expect(placeOf('Palm')).toEqual([0, 0, 4, 3]);
  await user.click(button('Undo'));
  expect([placeOf('Palm'), button('Save').disabled]).toEqual([[10, 5, 3, 3], true]);
  await user.click(button('Line up'));
  await user.click(button('Save'));
  await waitFor(() => expect(sent).toEqual([[{ id: 3, plan: null, basedOn: round }]]));
});

test('what somebody else moved meanwhile is asked once; whoever saves again places it', async () => {
  const theirs = { ...round, x: 0 };
  let stored = round;
  const sent: Moves[] = [];
  const { user } = show(<PlanScreen />, {
    server: [
      answers(listTables, () => [table(3, 'Palm', '-', stored)]),
      answers(saveTablePlan, ({ body }) => {
        sent.push(body.tables);
        if (stored === round) {
          stored = theirs;
          throw new AppError('changed_meanwhile', 'Bo has moved Palm meanwhile. Save again to place it as you see here!');
        }
        return { success: true as const, message: 'Plan saved.' };
      }),
    ],
  });
  await screen.findByRole('list', { name: /^Plan of/ });
  tile('Palm').focus();
  await user.keyboard('{ArrowRight}');
  await user.click(button('Save'));
  expect(await screen.findByText(/^Bo has moved Palm meanwhile/)).toBeTruthy();
  expect(placeOf('Palm')).toEqual([11, 5, 3, 3]);
  await waitFor(() => expect(button('Save').disabled).toBe(false));
  await user.click(button('Save'));
  expect(await screen.findByText('Plan saved.')).toBeTruthy();
  expect(sent.map(([move]) => move?.basedOn)).toEqual([round, theirs]);
});

test('what is moved again before the tables are back goes out from where it was saved, alone', async () => {
  let late: Promise<void> | undefined;
  const { user, sent } = await open(undefined, async (stored) => {
    await late;
    return stored;
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  late = promise;
  tile('T1').focus();
  await user.keyboard('{ArrowDown}');
  await user.click(button('Save'));
  await screen.findByText('Plan saved.');
  expect([button('Save').disabled, asks()]).toEqual([true, false]);
  tile('T1').focus();
  await user.keyboard('{ArrowDown}');
  resolve();
  await user.click(button('Save'));
  await waitFor(() => expect(sent).toHaveLength(2));
  const at = (y: number) => ({ x: 0, y, width: 4, height: 3, shape: 'square' });
  expect(sent[1]).toEqual([{ id: 1, plan: at(2), basedOn: at(1) }]);
  await waitFor(() => expect([button('Save').disabled, button('Undo').disabled, asks()]).toEqual([true, true, false]));
});

test('what is saved stays where it was put, also when the tables cannot be reloaded', async () => {
  let isBroken = false;
  const { user } = await open(undefined, (stored) => {
    if (isBroken) throw new AppError('server_error', 'Out of order.');
    return stored;
  });
  isBroken = true;
  tile('T1').focus();
  await user.keyboard('{ArrowDown}');
  await user.click(button('Save'));
  await screen.findByText(/What you see may be out of date/);
  expect([placeOf('T1'), button('Save').disabled, asks()]).toEqual([[0, 1, 4, 3], true, false]);
});

test('a table that stood nowhere when it was moved is not taken to have stood where somebody else put it since', () => {
  const moved = moveTable(NO_MOVES, [table(1, 'T1', 'Hall')], 1, round);
  const theirs = [table(1, 'T1', 'Hall', { ...round, x: 0 })];
  const again = { ...round, x: 12 };
  expect(movesOf(theirs, moveTable(moved, theirs, 1, again), false)).toEqual([{ id: 1, plan: again, basedOn: null }]);
});

test('empty and broken have their sentences', async () => {
  const { unmount } = show(<PlanScreen />, { server: [answers(listTables, () => [])] });
  expect((await screen.findByRole('link', { name: 'Add the first table' })).getAttribute('href')).toBe('/dashboard/settings/tables');
  unmount();
  show(<PlanScreen />);
  expect(await screen.findByText('Error loading data, Try Later!')).toBeTruthy();
});
