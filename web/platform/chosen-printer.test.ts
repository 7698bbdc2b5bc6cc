import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { housePrinter, useHousePrinter } from './chosen-printer.ts';
import { storeUser } from './session.tsx';
import { tenantKey, writeStored } from './storage.ts';

const signIn = (username: string, tenant_id = 1): void =>
  storeUser({ name: username, username, role: 'user', scope: 'POS', designation: null, tenant_id });

test('the printer is the device’s: it stays when the till passes to a colleague, and not in another restaurant', () => {
  localStorage.clear();
  signIn('ada@example.com');
  const { result } = renderHook(useHousePrinter);
  act(() => void result.current[1](7));
  signIn('ben@example.com');
  expect(housePrinter()).toBe(7);
  signIn('ben@example.com', 2);
  expect(housePrinter()).toBeNull();
});

test('what a person had chosen before is theirs until the device has one; that nothing is chosen is a choice', () => {
  localStorage.clear();
  signIn('ada@example.com');
  writeStored(tenantKey('house_printer'), 9);
  const { result } = renderHook(useHousePrinter);
  expect([result.current[0], housePrinter()]).toEqual([9, 9]);
  act(() => void result.current[1](null));
  expect(housePrinter()).toBeNull();
});
