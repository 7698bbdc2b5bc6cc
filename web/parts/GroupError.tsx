import { Input } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is wrong with a group of fields that shows no sentence of its own: chips, rows, a switch of several. */
export const GroupError = ({ children }: { children: ReactNode }) =>
  children ? (
    // never a paragraph: the question of two values holds buttons
    <Input.Error component="div" role="alert">
      {children}
    </Input.Error>
  ) : null;
