import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconTrash, IconUpload } from '@tabler/icons-react';
import { CallFailed } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';
import { downloadMenu } from './files.ts';
import { SAVE_FAILED } from './item-form.ts';

const exportMenu = () =>
  downloadMenu().catch((failure: unknown) => {
    notify.error(failure instanceof CallFailed && failure.hasSentence ? failure.message : SAVE_FAILED);
  });

/** The menu as a file, and the sample that came as one. */
export const FileMenu = ({ onImport, onRemoveSamples }: { onImport: () => void; onRemoveSamples: (() => void) | false }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden />}>
        CSV
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconUpload size={18} aria-hidden />} onClick={onImport}>
        Import
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void exportMenu()}>
        Export
      </Menu.Item>
      {onRemoveSamples && (
        <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={onRemoveSamples}>
          Remove the sample menu
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);
