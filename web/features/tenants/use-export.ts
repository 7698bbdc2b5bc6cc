import { useState } from 'react';
import { listTenantsToExport, type TenantState } from '#contract/tenants.ts';
import type { Period } from '#web/parts/PeriodFilter.tsx';
import { CallFailed } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { notify } from '#web/platform/toast.ts';
import { usePasswordAgain } from './use-password-again.ts';

interface Shown {
  status: TenantState;
  search: string;
  period: Period | undefined;
}

const save = async ({ status, search, period }: Shown, options: { confirmPassword?: string }): Promise<CallFailed | undefined> => {
  try {
    await download(
      listTenantsToExport,
      { params: { status }, query: { format: 'csv', ...(search && { search }), ...period } },
      'Tenants Data.csv',
      options,
    );
    return undefined;
  } catch (problem) {
    return problem instanceof CallFailed ? problem : new CallFailed(0);
  }
};

/** Saves the tenants that the list shows, all pages of them, as a file, and asks for the password where the server wants it. */
export const useExport = (shown: Shown) => {
  const [isPending, setPending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { field, options, handles, forget } = usePasswordAgain();
  // the page stays open, for whoever comes by
  const close = () => {
    setAsking(false);
    forget();
  };
  const run = async () => {
    setPending(true);
    const dismiss = notify.loading('Please wait...');
    const failure = await save(shown, isAsking ? options : {});
    dismiss();
    setPending(false);
    if (failure && handles(failure)) return setAsking(true);
    if (failure?.code === 'too_many') return notify.error(failure.message);
    close();
    if (failure) notify.error('Failed to export Data. Please try again.');
    else notify.success('Data exported successfully !');
  };
  return { run, isPending, field: isAsking ? field : undefined, cancel: close };
};
