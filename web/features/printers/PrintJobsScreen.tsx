import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { confirmPrintJob, listPrintJobs, type PrintJob, retryPrintJob } from '#contract/print-jobs.ts';
import { listPrinters } from '#contract/printers.ts';
import { ago } from '#web/parts/ago.ts';
import { setupSkeleton } from '#web/parts/SetupTable.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useHousePrinter } from '#web/platform/chosen-printer.ts';
import { useReloads } from '#web/platform/realtime.tsx';
import { useServerNow } from '#web/platform/server-clock.ts';
import type { StatusToken } from '#web/platform/theme.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { ownDirection } from '#web/ui/own-direction.ts';

const TICK_MS = 10_000;
const LOOK_MS = 3000;
/** The server lists the newest. */
const LISTED = 200;
const kinds: Record<PrintJob['kind'], string> = {
  receipt: 'Receipt',
  bill: 'Bill',
  token: 'Token',
  ticket: 'Kitchen ticket',
  closing: 'Closing',
  test: 'Test page',
};
const states: Record<PrintJob['state'], readonly [StatusToken, string]> = {
  queued: ['created', 'Waiting'],
  sending: ['preparing', 'Printing'],
  printed: ['completed', 'Printed'],
  unsure: ['pending', 'Was it printed?'],
  failed: ['cancelled', 'Failed'],
  expired: ['cancelled', 'Expired'],
};

const Job = ({ job, now }: { job: PrintJob; now: number }) => {
  const { job_id, kind, printer_title, state, copy_no, created_at, error } = job;
  const refreshes = [listPrintJobs];
  const retry = useAction(retryPrintJob, { refreshes });
  const answer = useAction(confirmPrintJob, { refreshes });
  const params = { id: String(job_id) };
  const name = `${kinds[kind]} on ${printer_title}`;
  return (
    <Paper component="li" withBorder p="sm" radius="md">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>
            {kinds[kind]}
            {copy_no > 1 && ` · copy ${copy_no}`}
          </Text>
          <Text size="sm" c="dimmed">
            {ownDirection(printer_title)} · {ago(created_at, now)}
          </Text>
          {error && state !== 'unsure' && <Text size="sm">{error}</Text>}
        </div>
        <Group gap="xs">
          <StatusBadge status={states[state][0]} label={states[state][1]} icon={IconPrinter} />
          {state === 'unsure' && (
            <>
              <Button
                variant="default"
                size="xs"
                aria-label={`Yes, ${name} was printed`}
                onClick={() => void answer.run({ params, body: { printed: true } })}
              >
                Yes
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={`No, print ${name} again`}
                onClick={() => void answer.run({ params, body: { printed: false } })}
              >
                No, print again
              </Button>
            </>
          )}
          {(state === 'failed' || state === 'expired') && (
            <Button
              variant="default"
              size="xs"
              loading={retry.isPending}
              aria-label={`Retry ${name}`}
              onClick={() => void retry.run({ params })}
            >
              Retry
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  );
};

/** The newest jobs; behind them on a busy day what waits for a person. */
const useJobs = () => {
  const newest = useReply(listPrintJobs, { query: {} }, { refetchInterval: LOOK_MS, refetchOnMount: 'always' });
  const isLong = newest.data !== undefined && newest.data.length >= LISTED;
  const options = { enabled: isLong, refetchInterval: LOOK_MS, refetchOnMount: 'always' } as const;
  const unsure = useReply(listPrintJobs, { query: { state: 'unsure' } }, options);
  const failed = useReply(listPrintJobs, { query: { state: 'failed' } }, options);
  const last = newest.data?.at(-1)?.job_id ?? 0;
  const older = isLong ? [...(unsure.data ?? []), ...(failed.data ?? [])].filter(({ job_id: id }) => id < last) : [];
  return { ...newest, data: newest.data && [...newest.data, ...older.sort((a, b) => b.job_id - a.job_id)] };
};

/** What was to be printed, and on which printer of the house this device prints. */
export const PrintJobsScreen = () => {
  const cache = useQueryClient();
  const jobs = useJobs();
  const printers = useReply(listPrinters, {});
  const [printer, setPrinter] = useHousePrinter();
  const now = useServerNow(TICK_MS);
  useReloads(['print_failed', 'print_unsure'], () => cache.invalidateQueries({ queryKey: [listPrintJobs.path] }));
  // the device goes on asking for it until somebody chooses another one here
  const isDeleted = printer !== null && printers.data?.every(({ id }) => id !== printer) === true;
  return (
    <Page title="Print jobs">
      <Stack gap="md">
        {printers.data && (printers.data.length > 0 || isDeleted) && (
          <NativeSelect
            label="This device prints receipts, bills, tokens and closings on"
            maw={420}
            value={String(printer ?? '')}
            onChange={({ currentTarget: { value } }) => setPrinter(value === '' ? null : Number(value))}
            error={isDeleted && 'This printer was deleted. Please choose another one!'}
            data={[
              ...(isDeleted ? [{ value: String(printer), label: 'a deleted printer' }] : []),
              { value: '', label: 'the printer of the browser' },
              ...printers.data.map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
          />
        )}
        <Loaded
          from={jobs}
          failure="Error loading data, Try Later!"
          skeleton={setupSkeleton}
          empty={<EmptyState icon={IconPrinter} sentence="Nothing was printed on a printer of the house yet." />}
        >
          {(rows) => (
            <Stack component="ul" gap="xs" aria-label="Print jobs">
              {rows.map((job) => (
                <Job key={job.job_id} job={job} now={now} />
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
};
