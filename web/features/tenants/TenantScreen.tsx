import { Anchor, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { listSubscriptionHistory } from '#contract/tenants.ts';
import { EmailText } from '#web/parts/EmailText.tsx';
import { useReply } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { dayText } from './dates.ts';
import { TenantStatus } from './TenantStatus.tsx';
import classes from './TenantsScreen.module.css';

type TenantDetails = Reply<typeof listSubscriptionHistory>;

/** Created, Cancelled, and Renewed for everything else (part-2 §4). */
const HistoryStatus = ({ status }: { status: string }) => {
  if (status === 'created') return <StatusBadge status="completed" label="Created" />;
  if (status === 'cancelled') return <StatusBadge status="cancelled" label="Cancelled" />;
  return <StatusBadge status="paid" label="Renewed" />;
};

const Fact = ({ name, isWhole = false, children }: { name: string; isWhole?: boolean; children: ReactNode }) => (
  <div className={isWhole ? classes.whole : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
/** Isolated: what turns the direction of writing turns only itself. */
const text = (value: string | null, Shown?: typeof EmailText) => (value ? <bdi>{Shown ? <Shown of={value} /> : value}</bdi> : '–');

const Details = ({ tenantInfo, storeDetails, totalUsers }: TenantDetails) => (
  <Card>
    <Group gap="sm" mb="md">
      <Title order={2} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{tenantInfo.name}</bdi>
      </Title>
      <TenantStatus isActive={tenantInfo.is_active} />
    </Group>
    <dl className={classes.facts}>
      <Fact name="Email">{text(tenantInfo.email, EmailText)}</Fact>
      <Fact name="Added">{dayText(tenantInfo.created_at)}</Fact>
      <Fact name="Plan">{text(tenantInfo.plan)}</Fact>
      <Fact name="Subscribed">{dayText(tenantInfo.subscription_start)}</Fact>
      <Fact name="Ends">{dayText(tenantInfo.subscription_end)}</Fact>
      <Fact name="Last order">{tenantInfo.last_order == null ? 'No order yet' : dayText(tenantInfo.last_order)}</Fact>
      <Fact name="Users">{totalUsers}</Fact>
      <Fact name="Store">{text(storeDetails.store_name)}</Fact>
      <Fact name="Store email">{text(storeDetails.email, EmailText)}</Fact>
      <Fact name="Store phone">{text(storeDetails.phone)}</Fact>
      <Fact name="Address">{text(storeDetails.address)}</Fact>
      <Fact name="Currency">{storeDetails.currency}</Fact>
      <Fact name="QR menu">{storeDetails.is_qr_menu_enabled ? 'On' : 'Off'}</Fact>
      {tenantInfo.note != null && (
        <Fact name="Note" isWhole>
          {text(tenantInfo.note)}
        </Fact>
      )}
    </dl>
  </Card>
);

const History = ({ rows }: { rows: TenantDetails['subscriptionHistory'] }) =>
  rows.length === 0 ? (
    <EmptyState icon={IconHistory} sentence="This tenant has not subscribed yet." />
  ) : (
    <div className="table-frame">
      <table className={`row-table ${classes.table}`} aria-label="Subscription history">
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Starts</th>
            <th scope="col">Expires</th>
            <th scope="col" className={classes.wideOnly}>
              Recorded
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, status, starts_on, expires_on, created_at }) => (
            <tr key={id}>
              <td>
                <HistoryStatus status={status} />
              </td>
              <td>{dayText(starts_on)}</td>
              <td>{dayText(expires_on)}</td>
              <td className={classes.wideOnly}>{dayText(created_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

const missing = {
  sentence: 'This restaurant does not exist, or was deleted!',
  back: { to: '/superadmin/dashboard/tenants', label: 'All tenants' },
};

const skeleton = (
  <Stack gap="md">
    <Skeleton height={220} radius="lg" />
    <Skeleton height={160} radius="lg" />
  </Stack>
);

export const TenantScreen = () => {
  const { id = '' } = useParams();
  const tenant = useReply(listSubscriptionHistory, { params: { id } });
  return (
    <Page
      title="Subscription history"
      actions={
        <Anchor component={Link} to="/superadmin/dashboard/tenants" size="sm" py="sm">
          <Group component="span" gap={6}>
            <IconArrowLeft size={18} aria-hidden /> All tenants
          </Group>
        </Anchor>
      }
    >
      <Loaded from={tenant} missing={missing} failure="We're getting issue while fetching data! Please try later!" skeleton={skeleton}>
        {(told) => (
          <>
            <Details {...told} />
            <Text component="h2" fw={600} size="lg">
              History
            </Text>
            <History rows={told.subscriptionHistory} />
          </>
        )}
      </Loaded>
    </Page>
  );
};
