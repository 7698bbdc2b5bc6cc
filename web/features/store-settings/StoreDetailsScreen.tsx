import { Skeleton, Stack } from '@mantine/core';
import { getStoreSetting } from '#contract/store-settings.ts';
import { useReply } from '#web/platform/api.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { StoreDetailsForm } from './StoreDetailsForm.tsx';
import { StorePhoto } from './StorePhoto.tsx';

const skeleton = <Skeleton height={520} radius="lg" maw={760} />;

export const StoreDetailsScreen = () => {
  const store = useReply(getStoreSetting, {});
  return (
    <Page title="Store Details">
      <Loaded from={store} failure="Error loading details! Please Try Later!" skeleton={skeleton}>
        {(settings) => (
          <Stack gap="md" maw={760}>
            <StorePhoto image={settings.image} />
            <StoreDetailsForm settings={settings} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
};
