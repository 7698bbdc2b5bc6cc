import { Button } from '@mantine/core';
import type { Check } from '#contract/checks.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import classes from './History.module.css';
import { useUndoChange } from './use-changes.ts';

interface HistoryProps {
  check: Check;
  timezone: string | undefined;
}

/** What became of a bill, the latest first; what can be undone has a button. */
export const History = ({ check: { check_id: checkId, changes }, timezone }: HistoryProps) => {
  const { undo, isPending } = useUndoChange(checkId);
  if (changes.length === 0) return null;
  return (
    <section className={`surface ${classes.history}`} aria-label="History">
      <h2 className={classes.heading}>History</h2>
      <ol>
        {[...changes]
          .sort((a, b) => b.change_id - a.change_id)
          .map(({ change_id: id, at, member_name: member, text, can_undo: canUndo }) => (
            <li key={id} className={classes.row}>
              <span className={classes.what}>
                {text}
                <span className={classes.quiet}>
                  <time dateTime={at}>{dateAndTime(at, timezone)}</time>
                  {member && ` · ${member}`}
                </span>
              </span>
              {canUndo && (
                <Button variant="default" size="compact-md" className={classes.undo} disabled={isPending} onClick={() => undo(checkId, id)}>
                  Undo
                </Button>
              )}
            </li>
          ))}
      </ol>
    </section>
  );
};
