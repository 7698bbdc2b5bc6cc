import type { Db } from '#server/platform/database/database.ts';

export const insertPrintSettings = (db: Db) => db.insertInto('print_settings').defaultValues().execute();

const settings = (db: Db) =>
  db
    .selectFrom('print_settings')
    .select([
      'page_format as pageFormat',
      'header',
      'footer',
      'show_notes as showNotes',
      'is_enable_print as isEnablePrint',
      'show_store_details as showStoreDetails',
      'show_customer_details as showCustomerDetails',
      'print_token as printToken',
    ]);

export const getPrintSettings = (db: Db) => settings(db).executeTakeFirstOrThrow();

/** The same, locked until the commit. */
export const getPrintSettingsToChange = (db: Db) => settings(db).forNoKeyUpdate().executeTakeFirstOrThrow();

export const updatePrintSettings = (db: Db, print: Awaited<ReturnType<typeof getPrintSettings>>) =>
  db
    .updateTable('print_settings')
    .set({
      page_format: print.pageFormat,
      header: print.header,
      footer: print.footer,
      show_notes: print.showNotes,
      is_enable_print: print.isEnablePrint,
      show_store_details: print.showStoreDetails,
      show_customer_details: print.showCustomerDetails,
      print_token: print.printToken,
    })
    .execute();
