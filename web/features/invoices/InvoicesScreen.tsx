import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { IconDownload, IconFileInvoice } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { getInvoiceFile, initInvoices, type Invoice, invoiceRows, listInvoices, searchInvoices, getInvoice } from '#contract/invoices.ts';
import { allPeriods, pastPeriods } from '#contract/period.ts';
import { getReport } from '#contract/reports.ts';
import { NothingFound } from '#web/parts/NothingFound.tsx';
import { Pager } from '#web/parts/Pager.tsx';
import { isComplete, type Period, PeriodFilter } from '#web/parts/PeriodFilter.tsx';
import { SearchBox } from '#web/parts/SearchBox.tsx';
import { usePeriod, usePlaceInList } from '#web/parts/use-place-in-list.ts';
import { CallFailed, useAction, useReply } from '#web/platform/api.ts';
import { download } from '#web/platform/api.ts';
import { openPrintWindow, type PrintWindow, printReceipt } from '#web/platform/printing.ts';
import { receiptOf } from '#web/platform/printouts.ts';
import { useMay } from '#web/platform/session.tsx';
import { notify } from '#web/platform/toast.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { InvoiceDialog } from './InvoiceDialog.tsx';
import { InvoiceFilters, narrowingOf, NO_FILTERS } from './InvoiceFilters.tsx';
import { InvoiceList } from './InvoiceList.tsx';
import classes from './InvoicesScreen.module.css';

const NOT_LOADED = 'Error loading details! Please try later!';
const PER_PAGE = 20;

const skeleton = (
  <Stack gap="xs">
    {Array.from({ length: 8 }, (_, place) => (
      <Skeleton key={place} height={52} />
    ))}
  </Stack>
);

/** A page of them says how many there are. */
const totalOf = (answer: Reply<typeof listInvoices>): number => (Array.isArray(answer) ? answer.length : answer.totalInvoices);

/** The sums of a period, by payment type and member, are on another screen. */
const reportsOf = ({ type, from, to }: Period): string => {
  const query = new URLSearchParams({ period: type });
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  return `/dashboard/reports?${query.toString()}`;
};

export const InvoicesScreen = () => {
  const [period = { type: 'today' }, setPeriod] = usePeriod(allPeriods);
  const { search, page, setPage, read, change } = usePlaceInList();
  const openedId = read('invoice');
  // the list behind it stays on its page
  const open = (id: string) => change({ invoice: id, page: read('page') });
  const { wanted } = search;
  const isSearch = wanted !== '';
  const narrowing = narrowingOf(read);
  const isNarrowed = Object.keys(narrowing).length > 0;

  const invoices = useReply(
    listInvoices,
    { query: { ...period, ...narrowing, page: String(page), perPage: String(PER_PAGE) } },
    { enabled: !isSearch && isComplete(period), placeholderData: keepPreviousData },
  );
  const found = useReply(searchInvoices, { query: { q: wanted, ...narrowing } }, { enabled: isSearch });
  const init = useReply(initInvoices, {});
  const [isSaving, setSaving] = useState(false);
  const mayReport = useMay(getReport);
  const { run: load } = useAction(getInvoice, { failure: NOT_LOADED });

  const print = async (id: number, isCopy: boolean, target: PrintWindow | undefined) => {
    // its own lines: of an order that was split there are more
    const opened = await load({ params: { id: String(id) } });
    if (!opened || !init.data) {
      target?.cancel();
      return;
    }
    const { storeSettings: store, printSettings } = init.data;
    const { invoice, summary, taxes, payments, buyer } = opened;
    // What the invoice says counts, in the currency it was paid in; its orders only lend the lines.
    printReceipt(
      target,
      receiptOf(
        summary,
        { store: { ...store, currency: invoice.currency }, print: printSettings },
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
          taxes,
          payments: payments.map(({ payment_type: type, ...payment }) => ({
            ...payment,
            payment_type: type === 'unspecified' ? 'Paid' : type,
          })),
          ...(invoice.refund_of !== null && { refundOf: invoice.refund_of }),
          ...(buyer && { buyer }),
          isCopy,
        },
      ),
    );
  };

  const save = async () => {
    setSaving(true);
    // what is shown, all pages of it
    await download(
      getInvoiceFile,
      { query: { ...(isComplete(period) ? period : { type: 'today' }), ...narrowing, ...(isSearch && { q: wanted }) } },
      'invoices.csv',
    ).catch((problem: unknown) => notify.error(problem instanceof CallFailed ? problem.message : 'Something went wrong!'));
    setSaving(false);
  };

  return (
    <Page
      title="Invoices"
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={isSaving}
          disabled={!isSearch && !isComplete(period)}
          onClick={() => void save()}
        >
          Export CSV
        </Button>
      }
    >
      <div className={classes.tools}>
        <PeriodFilter types={allPeriods} looksBack value={period} onChange={setPeriod} />
        {init.data && <InvoiceFilters read={read} change={change} filters={init.data.filters} />}
        <SearchBox search={search} label="Search invoices" placeholder="Number, phone or name" className={classes.search} />
      </div>
      <Loaded from={init} failure={NOT_LOADED} skeleton={skeleton}>
        {({ storeSettings: store }) => {
          const list = (rows: Invoice[], isOld = false) => (
            <InvoiceList
              invoices={rows}
              store={store}
              isOld={isOld}
              onOpen={({ invoice_id }) => open(String(invoice_id))}
              onPrint={({ invoice_id }, isCopy) => void print(invoice_id, isCopy, openPrintWindow())}
            />
          );
          if (isSearch)
            return (
              <Loaded
                key={`search ${wanted} ${Object.values(narrowing).join(' ')}`}
                from={found}
                failure="Something went wrong! Try later!"
                skeleton={skeleton}
                empty={<NothingFound label="Show the period again" onClear={() => search.show('')} />}
              >
                {(rows) => list(rows)}
              </Loaded>
            );
          return (
            isComplete(period) && (
              <Loaded
                from={invoices}
                failure={NOT_LOADED}
                skeleton={skeleton}
                empty={
                  isNarrowed ? (
                    <NothingFound label="Show all invoices" onClear={() => change(NO_FILTERS)} />
                  ) : (
                    <EmptyState
                      icon={IconFileInvoice}
                      sentence="No invoices in this period."
                      action={
                        period.type === 'today' && (
                          <Button variant="default" onClick={() => setPeriod({ type: 'last_7days' })}>
                            Show the last 7 days
                          </Button>
                        )
                      }
                    />
                  )
                }
                isEmpty={(answer) => totalOf(answer) === 0}
              >
                {(answer) => (
                  <>
                    {list(invoiceRows(answer), invoices.isPlaceholderData)}
                    {mayReport && pastPeriods.some((type) => type === period.type) && (
                      <Anchor component={Link} to={reportsOf(period)} className={classes.sums}>
                        Sums of this period, by payment type and member
                      </Anchor>
                    )}
                    <Pager noun={['invoice', 'invoices']} page={page} perPage={PER_PAGE} total={totalOf(answer)} onChange={setPage} />
                  </>
                )}
              </Loaded>
            )
          );
        }}
      </Loaded>
      {openedId !== '' && init.data && (
        <InvoiceDialog
          key={openedId}
          id={openedId}
          timezone={init.data.storeSettings.timezone}
          paymentTypes={init.data.paymentTypes}
          isPrinted={init.data.printSettings.is_enable_print === 1}
          onPrint={({ invoice_id }, isCopy) => void print(invoice_id, isCopy, openPrintWindow())}
          onRefunded={(invoiceId, target) => void print(invoiceId, false, target)}
          onClose={() => open('')}
        />
      )}
    </Page>
  );
};
