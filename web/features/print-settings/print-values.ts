import type { Reply } from '#contract/endpoint.ts';
import type { getPrintSetting } from '#contract/print-settings.ts';

export type PrintSetting = Reply<typeof getPrintSetting>;

/** The settings as a form has them: switches know true and false, and text areas no null. */
export const valuesOf = (settings: PrintSetting) => ({
  isEnablePrint: settings.isEnablePrint === 1,
  showStoreDetails: settings.showStoreDetails === 1,
  showCustomerDetails: settings.showCustomerDetails === 1,
  showNotes: settings.showNotes === 1,
  printToken: settings.printToken === 1,
  pageFormat: settings.pageFormat,
  header: settings.header ?? '',
  footer: settings.footer ?? '',
});
export type PrintValues = ReturnType<typeof valuesOf>;
