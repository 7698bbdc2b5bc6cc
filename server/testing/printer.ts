import { onTestFinished } from 'vitest';
import { type Manner, startPrinter } from '#tools/parts/simulated-printer.ts';

/** A printer on loopback for as long as the test lasts. */
export const openPrinter = async (manner: Manner = 'good') => {
  const printer = await startPrinter(manner);
  onTestFinished(printer.stop);
  return printer;
};
