import { ModalsProvider } from '@mantine/modals';
import { type ReactNode, useEffect } from 'react';
import { useBackCloses } from './back-closes.ts';
import { tellQuestionsAreHere } from './questions.ts';

/** The questions that screens ask before they delete something (confirm.tsx), or that need a colleague (approval.tsx); Back closes them, too. */
export const Questions = ({ children }: { children?: ReactNode }) => {
  useBackCloses();
  useEffect(tellQuestionsAreHere, []);
  return <ModalsProvider modalProps={{ withinPortal: false }}>{children}</ModalsProvider>;
};
