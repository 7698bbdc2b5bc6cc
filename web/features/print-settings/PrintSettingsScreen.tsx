import { Skeleton } from '@mantine/core';
import { getPrintSetting } from '#contract/print-settings.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { useReply } from '#web/platform/api.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { PrintSettingsForm } from './PrintSettingsForm.tsx';

const skeleton = <Skeleton height={560} radius="lg" />;

export const PrintSettingsScreen = () => {
  const print = useReply(getPrintSetting, {});
  const store = useReply(getStoreSetting, {});
  return (
    <Page title="Print Settings">
      <Loaded from={print} failure="Error loading details! Please Try Later!" skeleton={skeleton}>
        {(settings) => <PrintSettingsForm settings={settings} store={store.data} />}
      </Loaded>
    </Page>
  );
};
