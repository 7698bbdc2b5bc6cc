import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconTrash, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { CallFailed } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';
import { downloadMenu } from './files.ts';
import { SAVE_FAILED } from './item-form.ts';

const exportMenu = () =>
  downloadMenu().catch((failure: unknown) => {
    notify.error(failure instanceof CallFailed && failure.hasSentence ? failure.message : SAVE_FAILED);
  });

/** The menu as a file, and the sample that came as one. */
export const FileMenu = ({ onImport, onRemoveSamples }: { onImport: () => void; onRemoveSamples: (() => void) | false }) => {
  const target = useRef<HTMLButtonElement>(null);
  // an entry goes with the menu: a dialog that it opens gives the focus back to the menu's button
  const open = (dialog: () => void) => () => {
    target.current?.focus({ preventScroll: true });
    dialog();
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button ref={target} variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden />}>
          CSV
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUpload size={18} aria-hidden />} onClick={open(onImport)}>
          Import
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void exportMenu()}>
          Export
        </Menu.Item>
        {onRemoveSamples && (
          <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={open(onRemoveSamples)}>
            Remove the sample menu
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};
