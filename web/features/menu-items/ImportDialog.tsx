import { Alert, Button, FileButton, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { listCategories } from '#contract/categories.ts';
import { MENU_FILE_MAX, MENU_FILE_TOO_LARGE, saveMenuFile } from '#contract/menu-files.ts';
import { listMenuItems } from '#contract/menu-items.ts';
import { useAction } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { readText } from './files.ts';
import { SAVE_FAILED } from './item-form.ts';

type Report = Reply<typeof saveMenuFile>;

const SHOWN = 200; // of what is wrong, and of what would be done
/** As a person reads a column's name. */
const wordsOf = (column: string): string => column.replace('_', ' ');

const more = (count: number) =>
  count > SHOWN && (
    <Text size="sm" c="dimmed">
      and {count - SHOWN} more
    </Text>
  );

const Faults = ({ faults }: Pick<Report, 'faults'>) => (
  <Stack gap="xs">
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      {faults.length === 1 ? '1 fault' : `${faults.length} faults`} in this file. Nothing was changed: mend the rows and choose the file
      again.
    </Alert>
    <List aria-label="Faults" size="sm" listStyleType="none" spacing={4}>
      {faults.slice(0, SHOWN).map(({ message }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two faults may be told alike, and none of them moves
        <List.Item key={place}>{message}</List.Item>
      ))}
    </List>
    {more(faults.length)}
  </Stack>
);

const Plan = ({ added, updated, unchanged, newCategories }: Report) => (
  <Stack gap="sm">
    <Alert color="green" variant="light" icon={<IconCheck aria-hidden />}>
      Nothing is wrong with this file. Nothing was changed yet.
    </Alert>
    <List listStyleType="none" spacing={4}>
      <List.Item>
        <b>{added.length}</b> to be added
      </List.Item>
      <List.Item>
        <b>{updated.length}</b> to be updated
      </List.Item>
      <List.Item>
        <b>{unchanged}</b> unchanged
      </List.Item>
      {newCategories.length > 0 && <List.Item>New categories: {newCategories.join(', ')}</List.Item>}
    </List>
    {updated.length > 0 && (
      <section>
        <Title order={3} mb={4}>
          Updates
        </Title>
        <List size="sm" listStyleType="none" spacing={2}>
          {updated.slice(0, SHOWN).map(({ line, title, changes }) => (
            <List.Item key={line}>
              {title}: {changes.map(wordsOf).join(', ')}
            </List.Item>
          ))}
        </List>
        {more(updated.length)}
      </section>
    )}
    {added.length > 0 && (
      <section>
        <Title order={3} mb={4}>
          New items
        </Title>
        <List size="sm" listStyleType="none" spacing={2}>
          {added.slice(0, SHOWN).map(({ line, title, category }) => (
            <List.Item key={line}>
              {title}
              {category && ` (${category})`}
            </List.Item>
          ))}
        </List>
        {more(added.length)}
      </section>
    )}
  </Stack>
);

/** A file is looked through first; it is imported only when nothing is wrong with it, and when one says so. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const [file, setFile] = useState<{ name: string; csv: string }>();
  const [report, setReport] = useState<Report>();
  const resetRef = useRef<() => void>(null);
  const look = useAction(saveMenuFile, { quiet: true, failure: SAVE_FAILED, onDone: setReport });
  const save = useAction(saveMenuFile, { refreshes: [listMenuItems, listCategories], failure: SAVE_FAILED, onDone: onClose });
  const leave = () => save.isPending || onClose();
  const hasWork = report && report.faults.length === 0 && report.added.length + report.updated.length > 0;

  const choose = async (chosen: File | null) => {
    if (!chosen) return;
    // so that the same file, mended, can be chosen again
    resetRef.current?.();
    if (chosen.size > MENU_FILE_MAX) return notify.error(MENU_FILE_TOO_LARGE);
    const csv = await readText(chosen).catch(() => undefined);
    if (csv === undefined) return notify.error('This file cannot be read! Please choose it again!');
    if (csv.includes('\u0000')) return notify.error('This is no CSV file! A spreadsheet saves one as "CSV".');
    setReport(undefined);
    setFile({ name: chosen.name, csv });
    await look.run({ body: { csv, dryRun: true } });
  };

  return (
    <Dialog
      opened
      onClose={leave}
      isChosenIn={file !== undefined}
      title="Import Menu"
      size="lg"
      footer={
        <>
          <Button variant="default" disabled={save.isPending} onClick={leave}>
            Cancel
          </Button>
          <Button disabled={!hasWork} loading={save.isPending} onClick={() => file && void save.run({ body: { csv: file.csv } })}>
            Import
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          A CSV file with the columns category, title, price, net_price, tax, variants, addons, description, allergens and diets; variants
          and addons as Small=4.50|Large=6, allergens and diets as milk; eggs. A dish with the same category and title is updated; all
          others are added. Export the menu to get a file to start from.
        </Text>
        <Group gap="sm">
          <FileButton
            resetRef={resetRef}
            accept=".csv,text/csv"
            onChange={(chosen) => void choose(chosen)}
            inputProps={{ 'aria-label': 'CSV file' }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden />} loading={look.isPending}>
                {file ? 'Choose another file' : 'Choose file'}
              </Button>
            )}
          </FileButton>
          <Text size="sm">{file?.name}</Text>
        </Group>
        <div role="status">{report && (report.faults.length > 0 ? <Faults faults={report.faults} /> : <Plan {...report} />)}</div>
      </Stack>
    </Dialog>
  );
};
