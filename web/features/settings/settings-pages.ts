import {
  type Icon,
  IconArmchair,
  IconBuildingStore,
  IconCategory,
  IconCreditCard,
  IconGrill,
  IconMessageQuestion,
  IconPrinter,
  IconReceiptTax,
  IconToolsKitchen2,
} from '@tabler/icons-react';

export const SETTINGS_ROOT = '/dashboard/settings';

/** The pages of the settings' frame, in its order; the quick search finds them too. */
export const settingsPages: readonly { title: string; path: string; icon: Icon }[] = [
  { title: 'Store Details', path: `${SETTINGS_ROOT}/details`, icon: IconBuildingStore },
  { title: 'Print Settings', path: `${SETTINGS_ROOT}/print-settings`, icon: IconPrinter },
  { title: 'Printers', path: `${SETTINGS_ROOT}/printers`, icon: IconPrinter },
  { title: 'Store Tables', path: `${SETTINGS_ROOT}/tables`, icon: IconArmchair },
  { title: 'Menu Items', path: `${SETTINGS_ROOT}/menu-items`, icon: IconToolsKitchen2 },
  { title: 'Categories', path: `${SETTINGS_ROOT}/menu-items/categories`, icon: IconCategory },
  { title: 'Stations', path: `${SETTINGS_ROOT}/stations`, icon: IconGrill },
  { title: 'Tax Setup', path: `${SETTINGS_ROOT}/tax-setup`, icon: IconReceiptTax },
  { title: 'Charges', path: `${SETTINGS_ROOT}/charges`, icon: IconReceiptTax },
  { title: 'Payment Types', path: `${SETTINGS_ROOT}/payment-types`, icon: IconCreditCard },
  { title: 'Reasons', path: `${SETTINGS_ROOT}/reasons`, icon: IconMessageQuestion },
];
