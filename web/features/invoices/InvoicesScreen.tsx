import { ActionIcon, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileInvoice, IconSearch, IconSearchOff, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { initInvoices, type Invoice, invoiceRows, listInvoices, searchInvoices, summariseInvoice } from '#contract/invoices.ts';
import { allPeriods } from '#contract/period.ts';
import { isComplete, type Period, PeriodFilter } from '#web/parts/PeriodFilter.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { openPrintWindow, printReceipt, receiptOf } from '#web/platform/printing.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { InvoiceList } from './InvoiceList.tsx';
import classes from './InvoicesScreen.module.css';

const NOT_LOADED = 'Error loading details! Please try later!';
const TYPING_MS = 400;

const skeleton = (
  <Stack gap="xs">
    {Array.from({ length: 8 }, (_, place) => (
      <Skeleton key={place} height={52} />
    ))}
  </Stack>
);

/** What is searched for: a while after the last letter, or at once with Enter. */
const useSearch = () => {
  const [typed, setTyped] = useState('');
  const [late] = useDebouncedValue(typed, TYPING_MS);
  const [entered, setEntered] = useState('');
  // Blank text is no search; an emptied box shows the period again at once.
  const wanted = typed.trim() && (entered === typed ? typed : late).trim();
  return { typed, setTyped, enter: () => setEntered(typed), wanted };
};

export const InvoicesScreen = () => {
  const [period, setPeriod] = useState<Period>({ type: 'today' });
  const { typed, setTyped, enter, wanted } = useSearch();
  const isSearch = wanted !== '';

  const invoices = useReply(listInvoices, { query: period }, { enabled: !isSearch && isComplete(period) });
  const found = useReply(searchInvoices, { query: { q: wanted } }, { enabled: isSearch });
  const init = useReply(initInvoices, {});
  const { run: summarise } = useAction(summariseInvoice, { failure: NOT_LOADED });

  const print = async (invoice: Invoice) => {
    const target = openPrintWindow();
    const summary = await summarise({ body: { orderIds: invoice.orders.map(({ order_id }) => order_id) } });
    if (!summary || !init.data) {
      target?.cancel();
      return;
    }
    const { storeSettings: store, printSettings } = init.data;
    // What the invoice says counts; its orders only lend the lines.
    printReceipt(
      target,
      receiptOf(
        summary,
        { store, print: printSettings },
        {
          date: invoice.created_at,
          invoiceId: invoice.invoice_id,
          subTotal: invoice.sub_total,
          taxTotal: invoice.tax_total,
          total: invoice.total,
          tableTitle: invoice.table_title,
          deliveryType: invoice.delivery_type,
          customerType: invoice.customer_type,
          customerName: invoice.name,
          paymentType: invoice.payment_type === 'unspecified' ? 'Paid' : invoice.payment_type,
          isCopy: true,
        },
      ),
    );
  };

  return (
    <Page title="Invoices">
      <div className={classes.tools}>
        <PeriodFilter types={allPeriods} value={period} onChange={setPeriod} />
        <TextInput
          className={classes.search}
          type="search"
          aria-label="Search invoices"
          placeholder="Number, phone or name"
          maxLength={100}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={
            typed && (
              <ActionIcon size="lg" aria-label="Clear search" onClick={() => setTyped('')}>
                <IconX size={18} />
              </ActionIcon>
            )
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') enter();
          }}
        />
      </div>
      <Loaded from={init} failure={NOT_LOADED} skeleton={skeleton}>
        {({ storeSettings }) =>
          (isSearch || isComplete(period)) && (
            <Loaded
              key={isSearch ? `search ${wanted}` : JSON.stringify(period)}
              from={isSearch ? found : invoices}
              failure={isSearch ? 'Something went wrong! Try later!' : NOT_LOADED}
              skeleton={skeleton}
              empty={
                isSearch ? (
                  <EmptyState icon={IconSearchOff} sentence="No result found!" />
                ) : (
                  <EmptyState icon={IconFileInvoice} sentence="No invoices in this period." />
                )
              }
            >
              {(rows) => <InvoiceList invoices={invoiceRows(rows)} store={storeSettings} onPrint={(invoice) => void print(invoice)} />}
            </Loaded>
          )
        }
      </Loaded>
    </Page>
  );
};
