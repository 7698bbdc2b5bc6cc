import { Anchor, Button } from '@mantine/core';
import { IconDownload, IconFileInvoice } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { CallInput, Reply } from '#contract/endpoint.ts';
import {
  getInvoiceFile,
  initInvoices,
  type Invoice,
  INVOICES_FOUND,
  invoiceRows,
  listInvoices,
  searchInvoices,
} from '#contract/invoices.ts';
import { allPeriods, pastPeriods } from '#contract/period.ts';
import { getReport } from '#contract/reports.ts';
import { NothingFound } from '#web/parts/NothingFound.tsx';
import { Pager } from '#web/parts/Pager.tsx';
import { isComplete, type Period, PeriodFilter } from '#web/parts/PeriodFilter.tsx';
import { SearchBox } from '#web/parts/SearchBox.tsx';
import { usePeriod, usePlaceInList } from '#web/parts/use-place-in-list.ts';
import { CallFailed, useReply } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { openPrintWindow } from '#web/platform/printing.ts';
import { useMay } from '#web/platform/session.tsx';
import { notify } from '#web/platform/toast.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded, SkeletonRows } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { InvoiceDialog } from './InvoiceDialog.tsx';
import { InvoiceFilters, narrowingOf, NO_FILTERS } from './InvoiceFilters.tsx';
import { InvoiceList } from './InvoiceList.tsx';
import classes from './InvoicesScreen.module.css';
import { NOT_LOADED, usePrintInvoice } from './use-print-invoice.ts';

const PER_PAGE = 20;

const skeleton = <SkeletonRows amount={8} height={52} />;

/** A page of them says how many there are. */
const totalOf = (answer: Reply<typeof listInvoices>): number => (Array.isArray(answer) ? answer.length : answer.totalInvoices);

/** The sums of a period, by payment type and member, are on another screen. */
const reportsOf = ({ type, from, to }: Period): string => {
  const query = new URLSearchParams({ period: type });
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  return `/dashboard/reports?${query.toString()}`;
};

const SumsLink = ({ period }: { period: Period }) => {
  const mayReport = useMay(getReport);
  return (
    mayReport &&
    pastPeriods.some((type) => type === period.type) && (
      <Anchor component={Link} to={reportsOf(period)} className={classes.sums}>
        Sums of this period, by payment type and member
      </Anchor>
    )
  );
};

const ExportInvoices = ({ query, isOff }: { query: CallInput<typeof getInvoiceFile>['query']; isOff: boolean }) => {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await download(getInvoiceFile, { query }, 'invoices.csv').catch((problem: unknown) =>
      notify.error(problem instanceof CallFailed ? problem.message : 'Something went wrong!'),
    );
    setSaving(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isSaving}
      disabled={isOff}
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  );
};

interface NoInvoicesProps {
  isToday: boolean;
  isNarrowed: boolean;
  onAll: () => void;
  onWeek: () => void;
}

const NoInvoices = ({ isToday, isNarrowed, onAll, onWeek }: NoInvoicesProps) =>
  isNarrowed ? (
    <NothingFound label="Show all of this period" onClear={onAll} />
  ) : (
    <EmptyState
      icon={IconFileInvoice}
      sentence="No invoices in this period."
      action={
        isToday && (
          <Button variant="default" onClick={onWeek}>
            Show the last 7 days
          </Button>
        )
      }
    />
  );

/** What a search found, and whether there is more. */
const Counted = ({ count, children }: { count: number; children: ReactNode }) => (
  <>
    {children}
    {count >= INVOICES_FOUND && (
      <p className={classes.more} role="status">
        These are the newest {INVOICES_FOUND}. Type more, or export the file, which has up to 5,000.
      </p>
    )}
  </>
);

export const InvoicesScreen = () => {
  const [period = { type: 'today' }, setPeriod] = usePeriod(allPeriods);
  const { search, page, setPage, read, change } = usePlaceInList();
  const openedId = read('invoice');
  // the list behind it stays on its page
  const open = (id: string) => change({ invoice: id, page: read('page') });
  const { wanted } = search;
  const isSearch = wanted !== '';
  const narrowing = narrowingOf(read);

  const invoices = useReply(
    listInvoices,
    { query: { ...period, ...narrowing, page: String(page), perPage: String(PER_PAGE) } },
    { enabled: !isSearch && isComplete(period), placeholderData: keepPreviousData },
  );
  const found = useReply(searchInvoices, { query: { q: wanted, ...narrowing } }, { enabled: isSearch });
  const init = useReply(initInvoices, {});
  const print = usePrintInvoice(init.data);
  return (
    <Page
      title="Invoices"
      actions={
        <ExportInvoices
          isOff={!isSearch && !isComplete(period)}
          // what is shown, all pages of it
          query={{ ...(isComplete(period) ? period : { type: 'today' }), ...narrowing, ...(isSearch && { q: wanted }) }}
        />
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
                {(rows) => <Counted count={rows.length}>{list(rows)}</Counted>}
              </Loaded>
            );
          return (
            isComplete(period) && (
              <Loaded
                from={invoices}
                failure={NOT_LOADED}
                skeleton={skeleton}
                empty={
                  <NoInvoices
                    isToday={period.type === 'today'}
                    isNarrowed={Object.keys(narrowing).length > 0}
                    onAll={() => change(NO_FILTERS)}
                    onWeek={() => setPeriod({ type: 'last_7days' })}
                  />
                }
                isEmpty={(answer) => totalOf(answer) === 0}
              >
                {(answer) => (
                  <>
                    {list(invoiceRows(answer), invoices.isPlaceholderData)}
                    <SumsLink period={period} />
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
          store={init.data.storeSettings}
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
