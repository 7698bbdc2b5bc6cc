import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { groupBy } from '#contract/group-by.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { Money } from '#web/parts/Money.tsx';
import { dayText, wallOf } from '#web/platform/store-clock.ts';
import classes from './ActivityList.module.css';
import { changesOf, kindWords } from './activity-text.ts';

const Details = ({ entry, timezone }: { entry: AuditEntry; timezone: string }) => {
  const changes = changesOf(entry, timezone);
  const facts = [
    ['Reason', entry.reason],
    ['Note', entry.note],
    ['Done by', entry.member_name],
    ['Allowed by', entry.approver_name],
    ['Device', entry.device_name],
    ['Address', entry.ip],
  ].filter(([, value]) => value !== null);
  return (
    <>
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {changes.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {facts.length + changes.length === 0 && <p className={classes.quiet}>Nothing more is known.</p>}
    </>
  );
};

interface ShownIn {
  currency: string;
  timezone: string;
}

const Entry = ({ entry, currency, timezone }: ShownIn & { entry: AuditEntry }) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { at, kind, text, amount, device_name: device, reason, note } = entry;
  return (
    <li className={classes.entry}>
      <UnstyledButton className={classes.row} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <time className={classes.when} dateTime={at}>
          {wallOf(at, timezone).time}
        </time>
        <span className={classes.what}>
          {text}
          <span className={classes.quiet}>{[kindWords[kind], reason, note, device].filter(Boolean).join(' · ')}</span>
        </span>
        {amount !== null && (
          <span className={classes.amount}>
            <Money value={amount} currency={currency} />
          </span>
        )}
        <IconChevronDown className={classes.arrow} size={18} aria-hidden />
      </UnstyledButton>
      <div id={id} hidden={!isOpen} className={classes.details}>
        {isOpen && <Details entry={entry} timezone={timezone} />}
      </div>
    </li>
  );
};

interface ActivityListProps extends ShownIn {
  entries: AuditEntry[];
  /** Of the page before, while the next one is on its way. */
  isOld: boolean;
}

/** Sentences by day, newest first; each opens and says what was before and after. */
export const ActivityList = ({ entries, isOld, ...shownIn }: ActivityListProps) => (
  <div className={classes.days} data-old={isOld}>
    {[...groupBy(entries, ({ at }) => wallOf(at, shownIn.timezone).date)].map(([day, ofDay]) => (
      <section key={day} aria-label={dayText(day)}>
        <h2 className={classes.day}>{dayText(day)}</h2>
        <ul className={`surface ${classes.list}`}>
          {ofDay.map((entry) => (
            <Entry key={entry.id} entry={entry} {...shownIn} />
          ))}
        </ul>
      </section>
    ))}
  </div>
);
