import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { AUDIT_COUNTED, auditKinds, getAuditFile, listAudit } from '#contract/audit.ts';
import { pastPeriods } from '#contract/period.ts';
import { NothingFound } from '#web/parts/NothingFound.tsx';
import { Pager } from '#web/parts/Pager.tsx';
import { isComplete, PeriodFilter } from '#web/parts/PeriodFilter.tsx';
import { usePeriod, usePlaceInList } from '#web/parts/use-place-in-list.ts';
import { CallFailed, useReply } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { notify } from '#web/platform/toast.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded, SkeletonRows } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { ActivityFilters, filters, isAmount } from './ActivityFilters.tsx';
import { ActivityList } from './ActivityList.tsx';
import classes from './ActivityScreen.module.css';

const PER_PAGE = 50;

export const ActivityScreen = () => {
  const [period = { type: 'today' }, setPeriod] = usePeriod(pastPeriods);
  const { read, change, page, setPage } = usePlaceInList();
  const [isSaving, setSaving] = useState(false);
  const [amount, setAmount] = useState(read('amount'));
  const kind = auditKinds.find((known) => known === read('kind'));
  const query = {
    ...period,
    ...(read('member') && { member: read('member') }),
    ...(kind && { kind }),
    ...(/^[1-9]\d{0,15}$/.test(read('table')) && { table: read('table') }),
    ...(isAmount(read('amount')) && { minAmount: read('amount') }),
  };
  const activity = useReply(
    listAudit,
    { query: { ...query, page: String(page), perPage: String(PER_PAGE) } },
    { enabled: isComplete(period), placeholderData: keepPreviousData },
  );
  const isNarrowed = filters.some((name) => read(name) !== '');
  const clear = () => {
    setAmount('');
    change(Object.fromEntries(filters.map((name) => [name, ''])));
  };

  const save = async () => {
    setSaving(true);
    await download(getAuditFile, { query }, 'activity.csv').catch((problem: unknown) =>
      notify.error(problem instanceof CallFailed ? problem.message : 'Something went wrong!'),
    );
    setSaving(false);
  };

  return (
    <Page
      title="Activity"
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={isSaving}
          disabled={!isComplete(period)}
          onClick={() => void save()}
        >
          Export CSV
        </Button>
      }
    >
      <div className={classes.tools}>
        <PeriodFilter types={pastPeriods} looksBack value={period} onChange={setPeriod} />
        <ActivityFilters
          members={activity.data?.members ?? []}
          tables={activity.data?.tables ?? []}
          currency={activity.data?.currency ?? ''}
          read={read}
          onChange={change}
          amount={amount}
          onAmount={setAmount}
        />
      </div>
      {isComplete(period) && (
        <Loaded
          from={activity}
          failure="Error loading details! Please try later!"
          skeleton={<SkeletonRows amount={8} height={52} />}
          isEmpty={({ totalEntries }) => totalEntries === 0}
          empty={
            isNarrowed ? (
              <NothingFound label="Show all activity" onClear={clear} />
            ) : (
              <EmptyState
                icon={IconHistory}
                sentence="Nothing happened in this period."
                action={
                  period.type === 'today' && (
                    <Button variant="default" onClick={() => setPeriod({ type: 'last_7days' })}>
                      Show the last 7 days
                    </Button>
                  )
                }
              />
            )
          }
        >
          {({ entries, totalEntries, currency, timezone }) => (
            <>
              <ActivityList entries={entries} currency={currency} timezone={timezone} isOld={activity.isPlaceholderData} />
              <Pager noun={['entry', 'entries']} page={page} perPage={PER_PAGE} total={totalEntries} onChange={setPage} />
              {totalEntries >= AUDIT_COUNTED && (
                <p className={classes.more}>
                  These are the newest {AUDIT_COUNTED.toLocaleString('en-US')}. A shorter period, or the file, has the others.
                </p>
              )}
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
};
