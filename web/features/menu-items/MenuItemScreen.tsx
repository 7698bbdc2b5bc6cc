import { Accordion, Anchor, Breadcrumbs, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { getMenuItem, type MenuItem } from '#contract/menu-items.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { useReply } from '#web/platform/api.ts';
import { isMissing, Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { ItemForm } from './ItemForm.tsx';
import classes from './MenuItemScreen.module.css';
import { OptionList } from './OptionList.tsx';
import { ItemPhotoCard } from './ItemPhotoCard.tsx';
import { useSoldOut } from './use-sold-out.ts';

const SETTINGS = '/dashboard/settings';

const missing = { sentence: 'This item does not exist, or was deleted!', back: { to: `${SETTINGS}/menu-items`, label: 'All menu items' } };

const Trail = ({ title }: { title: string }) => (
  <nav aria-label="Breadcrumb">
    <Breadcrumbs separator="›" classNames={{ root: classes.trail, separator: classes.separator }}>
      <Anchor component={Link} to={SETTINGS} size="sm">
        Settings
      </Anchor>
      <Anchor component={Link} to={`${SETTINGS}/menu-items`} size="sm">
        Menu Items
      </Anchor>
      <Text size="sm" c="dimmed" aria-current="page" className={classes.here}>
        {title}
      </Text>
    </Breadcrumbs>
  </nav>
);

const Options = ({ item, currency }: { item: MenuItem; currency: string }) => (
  <Accordion
    multiple
    order={2}
    variant="separated"
    radius="lg"
    defaultValue={['variants', 'addons']}
    classNames={{ item: classes.options, label: classes.optionsTitle }}
  >
    <Accordion.Item value="variants">
      <Accordion.Control>Variants ({item.variants.length})</Accordion.Control>
      <Accordion.Panel>
        <OptionList kind="variant" itemId={item.id} options={item.variants} currency={currency} usualPrice={item.price} />
      </Accordion.Panel>
    </Accordion.Item>
    <Accordion.Item value="addons">
      <Accordion.Control>Addons ({item.addons.length})</Accordion.Control>
      <Accordion.Panel>
        <OptionList kind="addon" itemId={item.id} options={item.addons} currency={currency} />
      </Accordion.Panel>
    </Accordion.Item>
  </Accordion>
);

export const MenuItemScreen = () => {
  const { id = '' } = useParams();
  const item = useReply(getMenuItem, { params: { id } });
  const currency = useReply(getStoreSetting, {}).data?.currency ?? '';
  const soldOut = useSoldOut();
  const known = isMissing(item) ? undefined : item.data;
  const title = known?.title ?? 'Menu Item';
  return (
    <div className={classes.screen}>
      <Trail title={title} />
      <Page
        title={title}
        actions={
          known && (
            <Switch
              size="md"
              withThumbIndicator={false}
              label="Sold out"
              labelPosition="left"
              checked={soldOut.touched(known).sold_out}
              onChange={(event) => soldOut.mark(known, event.currentTarget.checked)}
            />
          )
        }
      >
        <Loaded
          from={item}
          missing={missing}
          failure="Error loading details! Please Try Later!"
          skeleton={<Skeleton height={420} radius="lg" />}
        >
          {(shown) => (
            <Stack gap="md">
              <ItemPhotoCard item={shown} />
              <ItemForm key={shown.id} item={shown} />
              <Options item={shown} currency={currency} />
            </Stack>
          )}
        </Loaded>
      </Page>
    </div>
  );
};
