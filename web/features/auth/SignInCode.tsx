import { useState } from 'react';
import { signInByCode } from '#contract/second-factor.ts';
import { CodeStep } from '#web/parts/CodeStep.tsx';
import { type CallFailed, useAction } from '#web/platform/api.ts';
import { storeUser } from '#web/platform/session.tsx';

/** Asks for the code of the second factor; whoever took too long goes back to the password. */
export const SignInCode = ({ onBack }: { onBack: () => void }) => {
  const [refusal, setRefusal] = useState<CallFailed>();
  const { run, isPending } = useAction(signInByCode, {
    onDoneAnywhere: ({ user }) => storeUser(user),
    onFailed: (failure) => (failure.status === 401 ? onBack() : setRefusal(failure)),
  });
  return <CodeStep onCode={(code) => void run({ body: { code } })} isPending={isPending} refusal={refusal} onBack={onBack} />;
};
