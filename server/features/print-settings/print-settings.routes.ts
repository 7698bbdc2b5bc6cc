import { getPrintSetting, savePrintSetting } from '#contract/print-settings.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { getPrintSettings, getPrintSettingsToChange, updatePrintSettings } from './print-settings.queries.ts';

const oneOrZero = (value: boolean): 0 | 1 => (value ? 1 : 0);

export const printSettingsRoutes = [
  handle(getPrintSetting, async (_, { db }) => {
    const print = await getPrintSettings(db);
    return {
      pageFormat: print.pageFormat,
      header: print.header,
      footer: print.footer,
      showNotes: oneOrZero(print.showNotes),
      isEnablePrint: oneOrZero(print.isEnablePrint),
      showStoreDetails: oneOrZero(print.showStoreDetails),
      showCustomerDetails: oneOrZero(print.showCustomerDetails),
      printToken: oneOrZero(print.printToken),
    };
  }),

  handle(savePrintSetting, async ({ body: given }, context) => {
    const { db } = context;
    const before = await getPrintSettingsToChange(db);
    const body = await mergedOfRow(context, { given, present: before }, 'print_settings');
    const after = {
      pageFormat: body.pageFormat ?? before.pageFormat,
      header: body.header === undefined ? before.header : body.header,
      footer: body.footer === undefined ? before.footer : body.footer,
      showNotes: body.showNotes ?? before.showNotes,
      isEnablePrint: body.isEnablePrint ?? before.isEnablePrint,
      showStoreDetails: body.showStoreDetails ?? before.showStoreDetails,
      showCustomerDetails: body.showCustomerDetails ?? before.showCustomerDetails,
      printToken: body.printToken ?? before.printToken,
    };
    await updatePrintSettings(db, after);
    await insertAudit(context, { action: 'update', entity: 'print_settings', before, after });
    return { message: 'Print settings saved.' };
  }),
];
