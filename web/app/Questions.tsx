import { ModalsProvider } from '@mantine/modals';
import type { ReactNode } from 'react';

/** The questions that screens ask before they delete something (web/platform/confirm.tsx). */
export const Questions = ({ children }: { children: ReactNode }) => (
  <ModalsProvider modalProps={{ withinPortal: false }}>{children}</ModalsProvider>
);
