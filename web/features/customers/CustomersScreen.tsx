import { Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { getCustomer } from '#contract/customer-history.ts';
import { addCustomer, type Customer, deleteCustomer, listCustomers, searchCustomers, updateCustomer } from '#contract/customers.ts';
import { CustomerDialog } from '#web/parts/CustomerDialog.tsx';
import { NothingFound } from '#web/parts/NothingFound.tsx';
import { Pager } from '#web/parts/Pager.tsx';
import { SearchBox } from '#web/parts/SearchBox.tsx';
import { usePlaceInList } from '#web/parts/use-place-in-list.ts';
import { call, useAction, useReply } from '#web/platform/api.ts';
import { deleting } from '#web/platform/confirm.tsx';
import { useMay } from '#web/platform/session.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded, SkeletonRows } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { CustomerList } from './CustomerList.tsx';
import classes from './CustomersScreen.module.css';
import { lossOf } from './loss.ts';

const PER_PAGE = 10; // part-1 §9

export const CustomersScreen = () => {
  const [editing, setEditing] = useState<Customer | { typed: string }>();
  const { search, page, setPage, read, change } = usePlaceInList();
  const sort = read('sort') === 'name' ? 'name' : 'created_at';
  const { wanted } = search;

  const customers = useReply(
    listCustomers,
    { query: { page: String(page), perPage: String(PER_PAGE), sort, ...(wanted && { filter: wanted }) } },
    { placeholderData: keepPreviousData },
  );
  // an address of a page that is no more, kept or sent by somebody, leads to the last one
  const lastPage = customers.data?.totalPages ?? 0;
  const isBeyond = !customers.isPlaceholderData && lastPage > 0 && page > lastPage;
  const goTo = useEffectEvent(setPage);
  useEffect(() => {
    if (isBeyond) goTo(lastPage);
  }, [isBeyond, lastPage]);
  const { run: remove } = useAction(deleteCustomer, {
    refreshes: [listCustomers, searchCustomers],
    confirm: async ({ params }) => {
      const name = customers.data?.customers.find(({ phone }) => phone === params.id)?.name ?? params.id;
      return deleting(`customer ${name}`, lossOf(await call(getCustomer, { params }).catch(() => undefined)));
    },
  });
  // part-1 §6: POS and reservation scopes may add as well, but not here
  const mayKeep = useMay(updateCustomer);
  const mayAdd = useMay(addCustomer) && mayKeep;
  const add = () => setEditing({ typed: '' });

  return (
    <Page
      title="Customers"
      actions={
        mayAdd && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            New
          </Button>
        )
      }
    >
      <div className={classes.tools}>
        <SearchBox search={search} label="Search customers" placeholder="Name, phone or e-mail" className={classes.search} />
        <NativeSelect
          aria-label="Sort"
          data={[
            { value: 'created_at', label: 'Newest first' },
            { value: 'name', label: 'By name' },
          ]}
          value={sort}
          onChange={(event) => change({ sort: event.currentTarget.value === 'name' ? 'name' : '' })}
        />
      </div>
      <Loaded
        from={customers}
        failure={wanted ? 'Something went wrong! Try later!' : 'Error loading details! Please try later!'}
        skeleton={<SkeletonRows amount={PER_PAGE} height={52} />}
        isEmpty={({ totalCustomers }) => totalCustomers === 0}
        empty={
          wanted ? (
            <NothingFound label="Show all customers" onClear={() => search.show('')}>
              {mayAdd && <Button onClick={() => setEditing({ typed: wanted })}>Add “{wanted}”</Button>}
            </NothingFound>
          ) : (
            <EmptyState
              icon={IconUsers}
              sentence="No customers yet. They come with their first order by phone or reservation, or you add them here."
              action={mayAdd && <Button onClick={add}>Add the first customer</Button>}
            />
          )
        }
      >
        {({ customers: rows, currentPage, totalCustomers, timezone }) => (
          <>
            <CustomerList
              customers={rows}
              timezone={timezone}
              isOld={customers.isPlaceholderData}
              {...(mayKeep && {
                onEdit: setEditing,
                onDelete: async ({ phone }: Customer) => {
                  const deleted = await remove({ params: { id: phone } });
                  // The last one of the last page takes the page with it.
                  if (deleted && rows.length === 1 && page > 1) setPage(page - 1);
                },
              })}
            />
            <Pager noun={['customer', 'customers']} page={currentPage} perPage={PER_PAGE} total={totalCustomers} onChange={setPage} />
          </>
        )}
      </Loaded>
      {editing && <CustomerDialog {...('typed' in editing ? editing : { customer: editing })} onClose={() => setEditing(undefined)} />}
    </Page>
  );
};
