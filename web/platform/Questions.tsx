import { ModalsProvider } from '@mantine/modals';
import { type ReactNode, useEffect, useState } from 'react';
import { useBackCloses } from './back-closes.ts';
import { tellQuestionsAreHere } from './questions.ts';

/** The questions that screens ask before they delete something (confirm.tsx), or that need a colleague (approval.tsx); Back closes them, too. */
export const Questions = ({ children }: { children?: ReactNode }) => {
  useBackCloses();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const leave = tellQuestionsAreHere();
    return () => {
      leave();
      // behind a lock (DashboardLayout.tsx) they are answered with No: whoever opens it finds none of them
      setTurn((known) => known + 1);
    };
  }, []);
  return (
    <ModalsProvider key={turn} modalProps={{ withinPortal: false }}>
      {children}
    </ModalsProvider>
  );
};
