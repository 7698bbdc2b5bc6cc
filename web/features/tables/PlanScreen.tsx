import { Button, Skeleton } from '@mantine/core';
import { IconArmchair, IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { saveTablePlan } from '#contract/table-plans.ts';
import { isSamePlan, listTables, type TablePlan } from '#contract/tables.ts';
import { FloorButtons } from '#web/parts/PlanGrid.tsx';
import { SaveBar } from '#web/parts/SaveBar.tsx';
import { floorsOf, floorTitle } from '#web/parts/table-floors.ts';
import { layOut } from '#web/parts/table-plan.ts';
import { useUnsaved } from '#web/parts/unsaved.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import type { StoreTable } from './table-titles.ts';
import { clearFloor, type Draft, movesOf, moveTable, NO_MOVES, stepsAfter, withDraft } from './plan-draft.ts';
import { PlanTiles } from './PlanTiles.tsx';
import { PlanTools } from './PlanTools.tsx';
import classes from './PlanScreen.module.css';

const TABLES = '/dashboard/settings/tables';

const said = (title: string, { x, y, width, height }: TablePlan): string =>
  `${title}: column ${x + 1}, row ${y + 1}, ${width} wide, ${height} high.`;

/** What was moved here, step by step, until it is saved. */
const useDraft = (loaded: readonly StoreTable[]) => {
  const [steps, setSteps] = useState<readonly Draft[]>([]);
  const [wasAsked, setAsked] = useState(false);
  /** Until the tables have come again, they are seen where they were saved. */
  const [saved, setSaved] = useState({ since: loaded, moves: NO_MOVES });
  const tables = saved.since === loaded ? withDraft(loaded, saved.moves) : loaded;
  const draft = steps.at(-1) ?? NO_MOVES;
  const moves = movesOf(tables, draft, wasAsked);
  const { run, isPending } = useAction(saveTablePlan, {
    refreshes: [listTables],
    onDone: (_reply, { body }) => {
      const done = new Map(body.tables.map(({ id, plan }) => [id, { plan: plan as TablePlan | null, basedOn: null }]));
      setAsked(false);
      setSteps((now) => stepsAfter(now, done, tables));
      setSaved({ since: loaded, moves: new Map([...(saved.since === loaded ? saved.moves : []), ...done]) });
    },
    onFailed: ({ code }) => setAsked(code === 'changed_meanwhile'),
  });
  useUnsaved(moves.length > 0);
  return {
    tables,
    draft,
    isChanged: moves.length > 0,
    isPending,
    add: (step: Draft) => setSteps([...steps, step]),
    undo: steps.length > 0 ? () => setSteps(steps.slice(0, -1)) : undefined,
    save: () => moves.length > 0 && !isPending && void run({ body: { tables: moves } }),
  };
};

const Editor = ({ loaded }: { loaded: readonly StoreTable[] }) => {
  const [wanted, setWanted] = useState<string>();
  const [selected, setSelected] = useState<number>();
  const [spoken, setSpoken] = useState('');
  const { tables, draft, isChanged, isPending, add, undo, save } = useDraft(loaded);

  const floors = floorsOf(tables);
  const floor = floors.find(({ name }) => name === wanted) ?? floors[0]!;
  const plans = layOut(withDraft(floor.tables, draft));
  const chosen = floor.tables.find(({ id }) => id === selected);
  const plan = chosen && plans.get(chosen.id);

  const put = (id: number, after: TablePlan) => {
    const title = floor.tables.find((table) => table.id === id)?.table_title ?? '';
    setSpoken(said(title, after));
    if (!isSamePlan(after, plans.get(id))) add(moveTable(draft, floor.tables, id, after));
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <span className="sr-only" role="status">
        {spoken}
      </span>
      <div className={classes.editor}>
        <FloorButtons floors={floors} chosen={floor.name} onChoose={setWanted} />
        <PlanTools
          title={chosen?.table_title}
          plan={plan}
          onPlan={(after) => chosen && put(chosen.id, after)}
          onUndo={undo}
          onClear={() => add(clearFloor(draft, floor.tables))}
        />
        <PlanTiles
          label={`Plan of ${floorTitle(floor.name)}`}
          tables={floor.tables}
          plans={plans}
          selected={selected}
          onSelect={setSelected}
          onPlan={put}
        />
      </div>
      <SaveBar isChanged={isChanged} isPending={isPending} />
    </form>
  );
};

/** Where the tables of each floor stand. */
export const PlanScreen = () => {
  const tables = useReply(listTables, {});
  const back = (
    <Button variant="default" component={Link} to={TABLES} leftSection={<IconArrowLeft size={18} aria-hidden />}>
      All tables
    </Button>
  );
  return (
    <Page title="Plan" actions={back}>
      <Loaded
        from={tables}
        failure="Error loading data, Try Later!"
        skeleton={<Skeleton height={480} radius="lg" />}
        empty={
          <EmptyState
            icon={IconArmchair}
            sentence="No tables yet. Once they are added, they are placed here."
            action={
              <Button component={Link} to={TABLES}>
                Add the first table
              </Button>
            }
          />
        }
      >
        {(rows) => <Editor loaded={rows} />}
      </Loaded>
    </Page>
  );
};
