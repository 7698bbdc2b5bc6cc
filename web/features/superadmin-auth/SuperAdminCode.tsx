import { useState } from 'react';
import { signInSuperAdminByCode } from '#contract/superadmin-auth.ts';
import { CodeStep } from '#web/parts/CodeStep.tsx';
import { type CallFailed, useAction } from '#web/platform/api.ts';
import { storeUser } from '#web/platform/session.tsx';
import { NO_TENANT } from './no-tenant.ts';

/** Asks for the code of the second factor; whoever took too long goes back to the password. */
export const SuperAdminCode = ({ onBack }: { onBack: () => void }) => {
  const [refusal, setRefusal] = useState<CallFailed>();
  const { run, isPending } = useAction(signInSuperAdminByCode, {
    onDoneAnywhere: ({ user }) => storeUser({ ...user, tenant_id: NO_TENANT }),
    onFailed: (failure) => (failure.status === 401 ? onBack() : setRefusal(failure)),
  });
  return <CodeStep onCode={(code) => void run({ body: { code } })} isPending={isPending} refusal={refusal} onBack={onBack} />;
};
