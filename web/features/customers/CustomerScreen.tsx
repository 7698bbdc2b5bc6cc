import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconPencil, IconReceipt, IconTrash, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { createCustomerExport, getCustomer } from '#contract/customer-history.ts';
import { deleteCustomer, listCustomers, searchCustomers, updateCustomer } from '#contract/customers.ts';
import type { Reply } from '#contract/endpoint.ts';
import { EmailText } from '#web/parts/EmailText.tsx';
import { CustomerDialog } from '#web/parts/CustomerDialog.tsx';
import { GuestNote } from '#web/parts/GuestNote.tsx';
import { Money } from '#web/parts/Money.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting } from '#web/platform/confirm.tsx';
import { saveFile } from '#web/platform/download.ts';
import { useMay } from '#web/platform/session.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { isMissing, Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import classes from './CustomerScreen.module.css';
import { dayText } from '#web/parts/day-text.ts';
import { ComingReservations } from './ComingReservations.tsx';
import { lossOf } from './loss.ts';
import { OrderHistory } from './OrderHistory.tsx';

const LIST = '/dashboard/customers';
const missing = { icon: IconUserOff, sentence: 'This customer does not exist!', back: { to: LIST, label: 'All customers' } };
const genders = { female: 'Female', male: 'Male', other: 'Other' } as const;

type CustomerPage = Reply<typeof getCustomer>;

const skeleton = (
  <Stack gap="md">
    <Skeleton height={96} radius="lg" />
    <Skeleton height={320} radius="lg" />
  </Stack>
);

const Figures = ({ customer: { visits, spend, currency, last_visit, no_shows = 0, timezone } }: { customer: CustomerPage }) => (
  <dl className={`surface ${classes.figures}`}>
    <div>
      <dt>Visits</dt>
      <dd className="tabular">{visits.toLocaleString('en-US')}</dd>
    </div>
    <div>
      <dt>Spend</dt>
      <dd>
        <Money value={spend} currency={currency} />
      </dd>
    </div>
    <div>
      <dt>Last visit</dt>
      <dd className="tabular">{last_visit ? <time dateTime={last_visit}>{dayText(last_visit, timezone)}</time> : '–'}</dd>
    </div>
    {no_shows > 0 && (
      <div>
        <dt>No-shows</dt>
        <dd className="tabular">{no_shows}</dd>
      </div>
    )}
  </dl>
);

const Facts = ({ customer: { phone, email, birth_date, gender, created_at, timezone } }: { customer: CustomerPage }) => (
  <dl className={classes.facts}>
    <dt>Phone</dt>
    <dd className="tabular">
      <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`} inherit>
        {phone}
      </Anchor>
    </dd>
    <dt>Email</dt>
    <dd>
      {email ? (
        <Anchor href={`mailto:${email}`} inherit>
          <EmailText of={email} />
        </Anchor>
      ) : (
        '–'
      )}
    </dd>
    <dt>Birth date</dt>
    <dd>{birth_date ? dayText(birth_date) : '–'}</dd>
    <dt>Gender</dt>
    <dd>{gender ? genders[gender] : '–'}</dd>
    <dt>Customer since</dt>
    <dd>{dayText(created_at, timezone)}</dd>
  </dl>
);

/** One customer: what they came to, the last orders, and what the law gives them: their data, and to be forgotten. */
export const CustomerScreen = () => {
  const { phone = '' } = useParams();
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const customer = useReply(getCustomer, { params: { id: phone } });
  const mayKeep = useMay(updateCustomer);
  const { run: exportData, isPending: isExporting } = useAction(createCustomerExport, {
    onDoneAnywhere: (data) => {
      const name = `customer-${phone.replace(/[^\da-z]+/gi, '-').replace(/^-|-$/g, '') || 'data'}.json`;
      saveFile(new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' }), name);
    },
  });
  const { run: erase } = useAction(deleteCustomer, {
    refreshes: [listCustomers, searchCustomers],
    confirm: () => deleting(`customer ${customer.data?.name ?? phone}`, lossOf(customer.data)),
    onDone: () => void navigate(LIST),
  });
  // whoever was erased leaves neither name nor buttons behind
  const known = isMissing(customer) ? undefined : customer.data;
  const title = known?.name ?? 'Customer';

  return (
    <div className={classes.screen}>
      <Anchor component={Link} to={LIST} className={classes.back}>
        <IconArrowLeft size={18} aria-hidden />
        Customers
      </Anchor>
      <Page
        title={title}
        actions={
          known &&
          mayKeep && (
            <>
              <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setEditing(true)}>
                Edit
              </Button>
              <Button
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
                loading={isExporting}
                onClick={() => void exportData({ params: { id: phone } })}
              >
                Export data
              </Button>
              <Button
                variant="light"
                color="red"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => void erase({ params: { id: phone } })}
              >
                Erase
              </Button>
            </>
          )
        }
      >
        <Loaded from={customer} missing={missing} failure="Error loading details! Please try later!" skeleton={skeleton}>
          {(found) => (
            <>
              {found.notes && <GuestNote text={found.notes} />}
              <Figures customer={found} />
              <div className={classes.columns}>
                <div className={classes.history}>
                  {found.reservations !== undefined && found.reservations.length > 0 && (
                    <ComingReservations reservations={found.reservations} timezone={found.timezone} />
                  )}
                  <section aria-labelledby="last-orders" className={`surface ${classes.orders}`}>
                    <h2 id="last-orders" className={classes.heading}>
                      Last orders
                    </h2>
                    {found.orders.length > 0 ? (
                      <OrderHistory orders={found.orders} timezone={found.timezone} />
                    ) : (
                      <EmptyState icon={IconReceipt} sentence="No orders yet." />
                    )}
                  </section>
                </div>
                <section aria-labelledby="details" className={`surface ${classes.details}`}>
                  <h2 id="details" className={classes.heading}>
                    Details
                  </h2>
                  <Facts customer={found} />
                </section>
              </div>
              {isEditing && <CustomerDialog customer={found} onClose={() => setEditing(false)} />}
            </>
          )}
        </Loaded>
      </Page>
    </div>
  );
};
