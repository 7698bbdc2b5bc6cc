import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { listPrintJobs } from '#contract/print-jobs.ts';
import { deletePrinter, listPrinters, type Printer, sendTestPage } from '#contract/printers.ts';
import { useGuestAddress } from '#web/parts/guest-address.ts';
import { SetupPage } from '#web/parts/SetupPage.tsx';
import { SetupTable } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { PrinterDialog } from './PrinterDialog.tsx';

const kinds: Record<Printer['kind'], string> = {
  network: 'Network',
  cloudprnt: 'Star CloudPRNT',
  epson: 'Epson Server Direct Print',
};
const states = {
  ok: ['completed', 'Ready'],
  offline: ['cancelled', 'Cannot be reached'],
  paper_out: ['cancelled', 'Out of paper'],
  unknown: ['pending', 'Not known yet'],
} as const;
/** A printer that is switched on is seen again by itself. */
const LOOK_MS = 5000;

/** The address that a polling printer is told; shown once. */
const TokenDialog = ({ kind, token, onClose }: { kind: Printer['kind']; token: string; onClose: () => void }) => {
  const { address, isOnlyHere } = useGuestAddress();
  return (
    <Dialog opened mustAnswer onClose={onClose} title="Tell the printer where to ask" footer={<Button onClick={onClose}>Done</Button>}>
      <Stack gap="sm">
        <Text>Enter this address in the settings of the printer. It is shown only now; without it, add the printer again.</Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {`${address}/api/v1/print/${kind}/${token}`}
        </Code>
        {isOnlyHere && (
          <Text>
            A printer cannot open {new URL(address).hostname}: enter the address that this computer has in your network in its place, and
            have PUBLIC_URL set on the server.
          </Text>
        )}
      </Stack>
    </Dialog>
  );
};

export const PrintersScreen = () => {
  const [told, setTold] = useState<{ kind: Printer['kind']; token: string }>();
  const printers = useReply(listPrinters, {}, { refetchInterval: LOOK_MS });
  const test = useAction(sendTestPage, { refreshes: [listPrintJobs] });
  const undo = useUndo('printers', [listPrinters]);
  const { run: remove } = useAction(deletePrinter, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listPrinters],
    confirm: ({ params: { id } }) =>
      deleting(
        `printer ${rowOf(printers.data, id)?.title ?? ''}`,
        'What still waits for it is not printed. Stations that use it print nothing.',
      ),
  });
  const testOf = (id: number) => test.run({ params: { id: String(id) } });
  const testAll = async () => {
    for (const { id } of printers.data ?? []) await testOf(id);
  };

  return (
    <>
      <SetupPage
        title="Printers"
        actions={
          printers.data &&
          printers.data.length > 1 && (
            <Button variant="default" loading={test.isPending} onClick={() => void testAll()}>
              Test all
            </Button>
          )
        }
        from={printers}
        empty={{
          icon: IconPrinter,
          sentence: 'No printers yet. Receipts, bills, tokens and closings are printed by the browser until you add one.',
          label: 'Add the first printer',
        }}
        dialog={(printer, onClose) => (
          <PrinterDialog printer={printer} onClose={onClose} onToken={(kind, token) => setTold({ kind, token })} />
        )}
      >
        {(rows, onEdit) => (
          <Stack gap="md">
            <SetupTable
              label="Printers"
              columns={[
                {
                  title: 'Title',
                  isMain: true,
                  cell: ({ title, kind, address, state }) => (
                    <>
                      {title}
                      <Text size="sm" c="dimmed">
                        {address ?? kinds[kind]}
                      </Text>
                      <StatusBadge status={states[state][0]} label={states[state][1]} icon={IconPrinter} />
                    </>
                  ),
                },
                { title: 'Paper', cell: ({ width }) => `${width} mm`, isWideOnly: true },
                {
                  title: 'Test',
                  cell: ({ id, title }) => (
                    <Button variant="default" size="xs" aria-label={`Test ${title}`} onClick={() => void testOf(id)}>
                      Test
                    </Button>
                  ),
                },
              ]}
              rows={rows}
              onEdit={onEdit}
              onDelete={({ id }) => void remove({ params: { id: String(id) } })}
            />
            <Group>
              <Anchor component={Link} to="/dashboard/print-jobs">
                What was printed
              </Anchor>
            </Group>
          </Stack>
        )}
      </SetupPage>
      {told && <TokenDialog {...told} onClose={() => setTold(undefined)} />}
    </>
  );
};
